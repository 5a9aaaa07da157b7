package session

import (
	"time"

	"arkterm/cmd/arkterm/replays"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/panel"
)

// The screen on which a replay is watched.

// replayKey takes a key during a replay.
func (s *Session) replayKey(k keyPress) {
	s.schedule.redraw()
	if s.viewer.press(k.ev, k.repeat) || k.repeat {
		return
	}
	switch name := viewKey(k.ev); {
	case name == "?" || k.ev.Key == input.KeyF1:
		s.detour(helpScreen, k.now)
	case name == "q" || k.ev.Key == input.KeyEsc:
		s.leaveReplay(k.now)
	case name == "t" || k.ev.Key == input.KeyEnter:
		s.takeOver(k.now)
	}
}

// showReplay shows a replay from a tick on.
func (s *Session) showReplay(f *replays.Replay, from uint64, now time.Duration) (err error) {
	if s.viewer, err = newViewer(f, from, s.ascii()); err != nil {
		return err
	}
	s.round = round{game: s.viewer.seeker.Game(), config: f.Recording.Config(f.Pack.Levels), pack: f.Pack, recording: f.Recording}
	s.newView()
	s.enter(replayScreen, now)
	return nil
}

// review shows the replay of the game that has just ended.
func (s *Session) review(now time.Duration) {
	end := s.round
	s.must(s.showReplay(&replays.Replay{Name: "this game", Recording: end.recording, Pack: end.pack}, 0, now))
	s.watchedFrom = &end
}

// leaveReplay returns to where the replay was opened.
func (s *Session) leaveReplay(now time.Duration) {
	if s.watchedFrom == nil {
		s.request(Quit{})
		return
	}
	s.round, s.viewer, s.watchedFrom = *s.watchedFrom, nil, nil
	s.view = render.NewView(s.set.Render)
	s.enter(endedScreen, now-ignoreTime)
}

// replayMouse takes the mouse: a click on the bar jumps there, a click on the game pauses.
func (s *Session) replayMouse(m mouseMove) {
	tick, on := s.viewer.line.TickAt(&s.frame, m.col, m.row)
	if s.viewer.click(tick, on, m) {
		s.schedule.redraw()
	}
}

// replayMoves reports whether the replay moves.
func (s *Session) replayMoves(time.Duration) bool { return s.viewer.moving() }

// playReplay advances the replay by n ticks.
func (s *Session) playReplay(n int) {
	if s.viewer.advance(n, s.view.Observe) {
		s.view = render.NewView(s.set.Render) // drop the effects of the place before the jump
	}
	s.round.game = s.viewer.seeker.Game()
}

// drawReplay draws the replay's frame and the line below it.
func (s *Session) drawReplay() {
	v := s.viewer
	_, h := panel.TransportRows(s.frame.H)
	if s.small() {
		h = s.frame.H
	}
	v.fit(s.frame.W, h)
	s.view.Draw(&v.frame, s.round.game)
	copy(s.frame.Cells, v.frame.Cells)
	if !s.small() {
		s.view.Transport(&s.frame, v.transport())
	}
}

// takeOver lets the player continue the game from the replay's current tick. The new recording holds the
// game up to there, and names the replay as its parent.
func (s *Session) takeOver(now time.Duration) {
	v := s.viewer
	rec := v.replay.Recording
	if v.seeking || s.round.game.Phase.Ended() || v.refuses() {
		return
	}

	pack, game := v.replay.Pack, s.round.game.Clone()
	recording := rec.Until(game.Tick)
	recording.Made, recording.Date, recording.Player = s.set.Made, "", ""
	s.viewer, s.watchedFrom = nil, nil
	s.playLike(pack, rec.Mode, game.Level)
	s.round = round{game: game, config: rec.Config(pack.Levels), pack: pack, recording: recording}
	s.setOpponent(rec.Opponent)
	s.newView()
	s.startSaving(s.saved.ids+1, now)
	s.enter(countdownScreen, now)
}
