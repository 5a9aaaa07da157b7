package app

import (
	"time"

	"arkterm/input"
	"arkterm/render/text"
)

// slowMotion is the factor by which the game is slower in slow motion.
const slowMotion = 4

// A debugger is the state of the debug overlay.
type debugger struct {
	on     bool // the overlay is visible
	halted bool // the game is stopped and advances by single ticks
}

// debugKey handles a key of the debug overlay. It returns false for other keys.
func (s *Session) debugKey(a input.Action, now time.Duration) bool {
	d := &s.debug
	switch {
	case a == input.Debug:
		d.on = !d.on
		if !d.on {
			s.endSlowMotion()
		}
	case !d.on || !s.playsTicks():
		return false
	case a == input.Step:
		if d.halted {
			s.tick(now)
		}
		d.halted = true
		s.markAssisted()
	case a == input.Slow:
		if d.halted {
			d.halted = false
		} else {
			s.setSlowMotion(slowMotion - s.Schedule.Clock.Slow)
		}
	default:
		return false
	}
	s.Schedule.Redraw()
	return true
}

// playsTicks reports whether the current screen plays ticks of the game, so that slow motion can apply to them. A
// replay has its own speed.
func (s *Session) playsTicks() bool { return s.ID() == playingScreen || s.ID() == TitleScreen }

// endSlowMotion sets normal speed, even if the game was halted.
func (s *Session) endSlowMotion() {
	s.debug.halted = false
	s.setSlowMotion(0)
}

// setSlowMotion makes the game n times slower from the next tick on; 0 is normal speed.
func (s *Session) setSlowMotion(n int64) {
	s.Schedule.SetSlowMotion(n)
	if n > 1 {
		s.markAssisted()
	}
}

// markAssisted marks the game as assisted.
func (s *Session) markAssisted() {
	if !s.round.demo {
		s.round.recording.Assisted = true
	}
}

// checkInvariants checks the invariants of the game. The debug overlay shows the first violation that was found.
func (s *Session) checkInvariants() {
	f := s.Figures()
	if f.Fault != "" {
		return
	}
	if err := s.round.game.Check(); err != nil {
		f.Fault = err.Error()
	}
}

// drawDebug draws the debug overlay if the overlay is visible. In assisted or practice games, drawDebug also draws a
// notice.
func (s *Session) drawDebug() {
	d := &s.debug
	switch {
	case s.round.demo || !s.round.recording.Assisted:
	case s.round.practising():
		s.View.DrawNotice(&s.Frame, text.Goal.NoticePractice)
	default:
		s.View.DrawNotice(&s.Frame, text.Goal.NoticeAssisted)
	}
	if d.on {
		f := s.Figures()
		f.Halted, f.SlowMotion = d.halted, int(s.Schedule.Clock.Slow)
		s.View.DrawDebug(&s.Frame, s.round.game, f)
	}
}
