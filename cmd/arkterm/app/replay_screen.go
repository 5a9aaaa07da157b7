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

// The screen on which a replay is watched.

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

// showReplay shows a replay from a tick on.
func (s *Session) showReplay(f *replay.Replay, from uint64, now time.Duration) (err error) {
	hints := ViewerHints(false)
	if s.ASCII() {
		hints = widget.PlainLines(hints)
	}
	copies := 0
	if s.set.Copies != nil {
		copies = s.set.Copies()
	}
	if s.viewer, err = NewViewer(f, from, hints, copies); err != nil {
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

// review shows the replay of the game that has just ended.
func (s *Session) review(now time.Duration) {
	end := s.round
	s.must(s.showReplay(s.thisReplay(), 0, now))
	s.watchedFrom = &end
}

// Show shows a replay from its beginning. Back is called instead of showing the title, once the player has closed the
// replay or has quit the game that was taken over from it.
func (s *Session) Show(f *replay.Replay, now time.Duration, back func(now time.Duration)) error {
	if err := s.showReplay(f, 0, now); err != nil {
		return err
	}
	s.shownFrom = back
	return nil
}

// Race begins a game against a replay: with its levels, its seed, and the replay as a ghost. Back is called instead of
// showing the title.
func (s *Session) Race(f *replay.Replay, now time.Duration, back func(now time.Duration)) error {
	s.ghost.Replay, s.shownFrom, s.mode = f, back, f.Recording.Mode
	s.beginAt(s.ghost.Level())
	err := s.play(now)
	if err != nil {
		s.ghost.Replay, s.shownFrom = nil, nil
	}
	return err
}

// leaveReplay returns to where the replay was opened.
func (s *Session) leaveReplay(now time.Duration) {
	if s.shownFrom != nil {
		s.viewer = nil
		s.must(s.toTitle(now))
		return
	}
	if s.watchedFrom == nil {
		s.request(Quit{})
		return
	}
	s.round, s.viewer, s.watchedFrom = *s.watchedFrom, nil, nil
	s.View = render.NewView(s.set.Render)
	s.Enter(endedScreen, now)
}

// replayMouse takes the mouse: a click on the bar jumps there, one on a hint is its key, one on the game pauses, the
// right button quits.
func (s *Session) replayMouse(m ui.MouseMove) {
	if m.ClickedRight() {
		s.leaveReplay(m.Now)
		return
	}
	switch key, pressed, taken := s.viewer.Mouse(&s.Frame, m, s.watched.H); {
	case pressed:
		s.replayKey(ui.KeyPress{Event: key, Now: m.Now})
	case taken:
		s.Schedule.Redraw()
	}
}

// replayMoves reports whether the replay moves.
func (s *Session) replayMoves(time.Duration) bool { return s.viewer.Moving() }

// playReplay advances the replay by n ticks.
func (s *Session) playReplay(n int) {
	see := func(events []engine.Event) {
		s.View.Observe(events)
		if !s.viewer.Fast() { // otherwise it would be noise
			s.listen(s.viewer.Game())
		}
	}
	if s.viewer.Advance(n, see) {
		s.View = render.NewView(s.set.Render) // drop the effects of the place before the jump
	}
	s.round.game = s.viewer.Game()
}

// drawReplay draws the replay's frame and the line below it.
func (s *Session) drawReplay(time.Duration) {
	_, h := widget.TransportRows(s.Frame.H)
	if s.Small() {
		h = s.Frame.H
	}
	s.watched.SetSize(s.Frame.W, h)
	s.watched.BorrowCells()
	defer s.watched.ReturnCells()
	s.View.Draw(&s.watched, s.round.game)
	copy(s.Frame.Cells, s.watched.Cells)
	if !s.Small() {
		s.View.Transport(&s.Frame, s.viewer.Transport())
	}
}

// takeOver lets the player continue the game from the replay's current tick. The new recording holds the
// game up to there, and names the replay as its parent.
func (s *Session) takeOver(now time.Duration) {
	v := s.viewer
	rec := v.Replay().Recording
	if v.Seeking() || s.round.game.Phase.Ended() || v.Refuses() {
		return
	}

	pack, game := v.Replay().Pack, s.round.game.Clone()
	recording := rec.Until(game.Tick)
	recording.Program, recording.Date, recording.Player = s.set.Made, "", ""
	s.viewer, s.watchedFrom = nil, nil
	s.playLike(pack, rec.Mode, game.Level)
	s.round = round{game: game, config: rec.Config(pack.Levels), pack: pack, recording: recording}
	s.setOpponent(s.opponentFor(rec.Opponent))
	s.newView()
	s.startSaving(s.saved.ids+1, now)
	s.Enter(countdownScreen, now)
}
