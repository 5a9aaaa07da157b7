package app

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/widget"
)

// This file implements the screen that shows a replay.

// replayKey handles a key during a replay.
func (s *Session) replayKey(k ui.KeyPress) bool {
	s.Schedule.Redraw()
	if s.viewer.Press(k.Event, k.Repeat) || k.Repeat {
		return true
	}
	switch name := viewerKeyName(k.Event); {
	case name == "?" || k.Event.Key == tcell.KeyF1:
		s.Detour(helpScreen, k.Now)
	case name == "q" || k.Event.Key == tcell.KeyEsc:
		s.leaveReplay(k.Now)
	case k.Action == input.Mute:
		s.mute(k.Now)
	case name == "t" || k.Event.Key == tcell.KeyEnter:
		s.takeOver(k.Now)
	}
	return true
}

// showReplay shows a replay, starting at the tick startTick. It returns an error if the replay cannot be played.
func (s *Session) showReplay(f *replay.Replay, startTick uint64, now time.Duration) (err error) {
	hints := ViewerHints(false)
	if s.ASCII() {
		hints = widget.PlainLines(hints)
	}
	copies := 0
	if s.set.MaxCopyBytes != nil {
		copies = s.set.MaxCopyBytes()
	}
	if s.viewer, err = NewViewer(f, startTick, hints, copies); err != nil {
		return err
	}
	s.round = round{
		game: s.viewer.Game(), config: f.Recording.Config(f.Pack.Levels), pack: f.Pack,
		recording: f.Recording,
	}
	s.newView()
	s.Enter(replayScreen, now)
	return nil
}

// Watching reports whether a replay is being shown.
func (s *Session) Watching() bool { return s.viewer != nil }

// showEndedReplay shows the replay of the game that has just ended.
func (s *Session) showEndedReplay(now time.Duration) {
	end := s.round
	s.must(s.showReplay(s.thisReplay(), 0, now))
	s.reviewedRound = &end
}

// WatchReplay shows a replay from its beginning. The session calls the function back when the player closes the replay,
// or quits a game that continues the replay. WatchReplay returns an error if the replay cannot be played.
func (s *Session) WatchReplay(f *replay.Replay, now time.Duration, back func(now time.Duration)) error {
	if err := s.showReplay(f, 0, now); err != nil {
		return err
	}
	s.returnTo = back
	return nil
}

// Race starts a game with the levels and the seed of a replay. The replay is shown as a ghost. When the player quits
// the game, the session calls the function back instead of showing the title. Race returns an error if the replay
// cannot be played.
func (s *Session) Race(f *replay.Replay, now time.Duration, back func(now time.Duration)) error {
	s.ghost.Replay, s.returnTo, s.mode = f, back, f.Recording.Mode
	s.setFirstLevel(s.ghost.Level())
	err := s.play(now)
	if err != nil {
		s.ghost.Replay, s.returnTo = nil, nil
	}
	return err
}

// leaveReplay closes the replay and returns to the screen that opened it. If the replay was given on the command line,
// the program ends.
func (s *Session) leaveReplay(now time.Duration) {
	if s.returnTo != nil {
		s.viewer = nil
		s.must(s.toTitle(now))
		return
	}
	if s.reviewedRound == nil {
		s.request(Quit{})
		return
	}
	s.round, s.viewer, s.reviewedRound = *s.reviewedRound, nil, nil
	s.View = render.NewView(s.set.Render)
	s.Enter(endedScreen, now)
}

// replayMouse handles the mouse during a replay. A click on the bar jumps to the clicked position. A click on a hint
// presses the key of the hint. A click on the game pauses. The right button closes the replay.
func (s *Session) replayMouse(m ui.MouseMove) {
	if m.ClickedRight() {
		s.leaveReplay(m.Now)
		return
	}
	switch key, pressed, taken := s.viewer.Mouse(&s.Frame, m, s.replayFrame.H); {
	case pressed:
		s.replayKey(ui.KeyPress{Event: key, Now: m.Now})
	case taken:
		s.Schedule.Redraw()
	}
}

// replayMoves reports whether the picture of the replay changes without input.
func (s *Session) replayMoves(time.Duration) bool { return s.viewer.Moving() }

// playReplay advances the replay by n ticks of real time.
func (s *Session) playReplay(n int) {
	observe := func(events []engine.Event) {
		s.View.Observe(events)
		if !s.viewer.Fast() { // at higher speeds, sound would only be noise
			s.updateSoundAndNarration(s.viewer.Game())
		}
	}
	if s.viewer.Advance(n, observe) {
		s.View = render.NewView(s.set.Render) // drop the effects from before the jump
	}
	s.round.game = s.viewer.Game()
}

// drawReplay draws the game and the line of controls below it.
func (s *Session) drawReplay(time.Duration) {
	_, h := widget.TransportRows(s.Frame.H)
	if s.TooSmall() {
		h = s.Frame.H
	}
	s.replayFrame.SetSize(s.Frame.W, h)
	s.replayFrame.BorrowCells()
	defer s.replayFrame.ReturnCells()
	s.View.Draw(&s.replayFrame, s.round.game)
	copy(s.Frame.Cells, s.replayFrame.Cells)
	if !s.TooSmall() {
		s.View.DrawTransport(&s.Frame, s.viewer.Transport())
	}
}

// takeOver lets the player continue the game of a replay at the tick shown. The new recording contains the game up to
// that tick, and names the replay as its parent.
func (s *Session) takeOver(now time.Duration) {
	v := s.viewer
	rec := v.Replay().Recording
	if v.Seeking() || s.round.game.Phase.Ended() || v.RefusesTakeover() {
		return
	}

	pack, game := v.Replay().Pack, s.round.game.Clone()
	recording := rec.Until(game.Tick)
	recording.Program, recording.Date, recording.Player = s.set.Program, "", ""
	s.viewer, s.reviewedRound = nil, nil
	s.setNextGame(pack, rec.Mode, game.Level)
	s.round = round{game: game, config: rec.Config(pack.Levels), pack: pack, recording: recording}
	s.setOpponent(s.opponentFor(rec.Opponent))
	s.newView()
	s.startSaving(s.saved.lastID+1, now)
	s.Enter(countdownScreen, now)
}
