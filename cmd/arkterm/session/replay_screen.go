package session

import (
	"time"

	"arkterm/cmd/arkterm/replays"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
)

// The screen on which a replay is watched.

// replayKey takes a key while a replay is shown.
func (s *Session) replayKey(k keyPress) {
	v, ev, repeat, now := s.viewer, k.ev, k.repeat, k.now
	s.schedule.redraw()
	v.readNote = v.note()
	name := viewKey(ev)
	switch do, ok := viewCommands[name]; {
	case ok && (!repeat || name != "space" && name != "p"):
		do(v)
	case repeat:
	case name == "?" || ev.Key == input.KeyF1:
		s.detour(helpScreen, now)
	case name == "q" || ev.Key == input.KeyEsc:
		s.leaveReplay(now)
	case name == "t" || ev.Key == input.KeyEnter:
		s.takeOver(now)
	case len(name) == 1 && name[0] >= '0' && name[0] <= '9':
		t := &v.line
		v.seek(t.First + (t.Last-t.First)*uint64(name[0]-'0')/10)
	}
}

// showReplay shows a replay from so many ticks on.
func (s *Session) showReplay(f *replays.Replay, from uint64, now time.Duration) (err error) {
	if s.viewer, err = newViewer(f, from); err != nil {
		return err
	}
	if s.set.ascii {
		s.viewer.line.Help = plainLines(s.viewer.line.Help)
	}
	s.round = round{game: s.viewer.seeker.Game(), config: f.Recording.Config(f.Pack.Levels), pack: f.Pack, recording: f.Recording}
	s.newView()
	s.enter(replayScreen, now)
	return nil
}

// review shows the game that has just ended.
func (s *Session) review(now time.Duration) {
	end := s.round
	s.must(s.showReplay(&replays.Replay{Name: "this game", Recording: end.recording, Pack: end.pack}, 0, now))
	s.viewer.back = &end
}

// leaveReplay leaves the replay for where one came from.
func (s *Session) leaveReplay(now time.Duration) {
	if s.viewer.back == nil {
		s.request(Quit{})
		return
	}
	s.round, s.viewer = *s.viewer.back, nil
	s.view = render.NewView(s.set.Render)
	s.enter(endedScreen, now-ignoreTime)
}

// replayMouse takes the mouse: the bar goes where it is clicked, the picture pauses.
func (s *Session) replayMouse(m mouseMove) {
	v := s.viewer
	tick, on := s.view.TickAt(&s.frame, &v.line, m.col, m.row)
	switch {
	case on && m.held&input.ButtonLeft != 0:
		v.seek(tick)
	case m.down != 0 && !on && m.row < v.frame.H:
		v.pause()
	default:
		return
	}
	s.schedule.redraw()
	v.readNote = v.note()
}

// replayMoves reports whether the replay goes on.
func (s *Session) replayMoves(time.Duration) bool { return s.viewer.moving() }

// playReplay goes on with the replay.
func (s *Session) playReplay(n int) {
	if s.viewer.advance(n, s.view.Observe) {
		s.view = render.NewView(s.set.Render) // no spark flies on from where it came from
	}
	s.round.game = s.viewer.seeker.Game()
}

// drawReplay draws the replay's picture and the line below it.
func (s *Session) drawReplay() {
	v := s.viewer
	_, h := render.TransportRows(s.frame.H)
	if s.small() {
		h = s.frame.H
	}
	if v.frame.W != s.frame.W || v.frame.H != h {
		v.frame.Resize(s.frame.W, h)
	}
	s.view.Draw(&v.frame, s.round.game)
	copy(s.frame.Cells, v.frame.Cells)
	if !s.small() {
		s.view.Transport(&s.frame, v.transport())
	}
}

// takeOver lets the player play on from where the replay is. The new recording holds the game up to
// there, and names it as its parent.
func (s *Session) takeOver(now time.Duration) {
	v := s.viewer
	rec := v.replay.Recording
	switch {
	case v.seeking || s.round.game.Phase.Ended():
		return
	case rec.Rules != engine.Rules || v.differs() != nil:
		v.readNote = "" // the note says why not
		return
	}
	pack, game := v.replay.Pack, s.round.game.Clone()
	recording := rec.Until(game.Tick)
	recording.Made, recording.Date, recording.Player = s.set.Made, "", ""
	s.viewer = nil
	s.playLike(pack, rec.Mode, game.Level)
	s.round = round{game: game, config: rec.Config(pack.Levels), pack: pack, recording: recording}
	s.setOpponent(rec.Opponent)
	s.newView()
	s.startSaving(s.saved.ids+1, now)
	s.enter(countdownScreen, now)
}
