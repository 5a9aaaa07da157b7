package app

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app/viewer"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/widget"
)

// The screen on which a replay is watched.

// replayKey takes a key during a replay.
func (s *Session) replayKey(k keyPress) {
	s.schedule.redraw()
	if s.viewer.Press(k.ev, k.repeat) || k.repeat {
		return
	}
	switch name := viewer.KeyName(k.ev); {
	case name == "?" || k.ev.Key == tcell.KeyF1:
		s.detour(helpScreen, k.now)
	case name == "q" || k.ev.Key == tcell.KeyEsc:
		s.leaveReplay(k.now)
	case k.action == input.Mute:
		s.mute(k.now)
	case name == "t" || k.ev.Key == tcell.KeyEnter:
		s.takeOver(k.now)
	}
}

// showReplay shows a replay from a tick on.
func (s *Session) showReplay(f *replay.Replay, from uint64, now time.Duration) (err error) {
	hints := viewer.Hints(false)
	if s.ascii() {
		hints = widget.PlainLines(hints)
	}
	copies := 0
	if s.set.Copies != nil {
		copies = s.set.Copies()
	}
	if s.viewer, err = viewer.New(f, from, hints, copies); err != nil {
		return err
	}
	s.round = round{game: s.viewer.Game(), config: f.Recording.Config(f.Pack.Levels), pack: f.Pack, recording: f.Recording}
	s.newView()
	s.enter(replayScreen, now)
	return nil
}

// Watching reports whether a replay shows.
func (s *Session) Watching() bool { return s.viewer != nil }

// review shows the replay of the game that has just ended.
func (s *Session) review(now time.Duration) {
	end := s.round
	s.must(s.showReplay(&replay.Replay{Name: "this game", Recording: end.recording, Pack: end.pack}, 0, now))
	s.watchedFrom = &end
}

// Show shows a replay from its beginning. Who closes it, or quits the game that was taken over from it, has left the session,
// see Left.
func (s *Session) Show(f *replay.Replay, now time.Duration) error {
	if err := s.showReplay(f, 0, now); err != nil {
		return err
	}
	s.shown = true
	return nil
}

// Race begins a game against a replay's: its levels, its seed, and the replay as a ghost, until the title would show again: then
// the player has left the session.
func (s *Session) Race(f *replay.Replay, now time.Duration) error {
	s.ghost.Replay, s.shown, s.mode = f, true, f.Recording.Mode
	s.beginAt(s.ghost.Level())
	return s.play(now)
}

// leaveReplay returns to where the replay was opened.
func (s *Session) leaveReplay(now time.Duration) {
	if s.shown {
		s.viewer = nil
		s.must(s.toTitle(now))
		return
	}
	if s.watchedFrom == nil {
		s.request(Quit{})
		return
	}
	s.round, s.viewer, s.watchedFrom = *s.watchedFrom, nil, nil
	s.view = render.NewView(s.set.Render)
	s.enter(endedScreen, now)
}

// replayMouse takes the mouse: a click on the bar jumps there, one on a hint is its key, one on the game pauses, the right
// button quits.
func (s *Session) replayMouse(m mouseMove) {
	if m.down&tcell.ButtonSecondary != 0 {
		s.leaveReplay(m.now)
		return
	}
	if m.down&tcell.ButtonPrimary != 0 {
		if ev, ok := s.viewer.KeyAt(&s.frame, m.col, m.row); ok {
			s.replayKey(keyPress{ev: ev, now: m.now})
			return
		}
	}
	tick, on := s.viewer.TickAt(&s.frame, m.col, m.row)
	if s.viewer.Click(tick, on, m.held&tcell.ButtonPrimary != 0, m.down != 0 && m.row < s.watched.H) {
		s.schedule.redraw()
	}
}

// replayMoves reports whether the replay moves.
func (s *Session) replayMoves(time.Duration) bool { return s.viewer.Moving() }

// playReplay advances the replay by n ticks.
func (s *Session) playReplay(n int) {
	see := func(events []engine.Event) {
		s.view.Observe(events)
		if !s.viewer.Fast() { // otherwise it would be noise
			s.listen(s.viewer.Game())
		}
	}
	if s.viewer.Advance(n, see) {
		s.view = render.NewView(s.set.Render) // drop the effects of the place before the jump
	}
	s.round.game = s.viewer.Game()
}

// drawReplay draws the replay's frame and the line below it.
func (s *Session) drawReplay() {
	_, h := widget.TransportRows(s.frame.H)
	if s.small() {
		h = s.frame.H
	}
	s.watched.SetSize(s.frame.W, h)
	s.watched.Open()
	defer s.watched.Close()
	s.view.Draw(&s.watched, s.round.game)
	copy(s.frame.Cells, s.watched.Cells)
	if !s.small() {
		s.view.Transport(&s.frame, s.viewer.Transport())
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
	recording.Made, recording.Date, recording.Player = s.set.Made, "", ""
	s.viewer, s.watchedFrom = nil, nil
	s.playLike(pack, rec.Mode, game.Level)
	s.round = round{game: game, config: rec.Config(pack.Levels), pack: pack, recording: recording}
	s.setOpponent(s.opponentFor(rec.Opponent))
	s.newView()
	s.startSaving(s.saved.ids+1, now)
	s.enter(countdownScreen, now)
}
