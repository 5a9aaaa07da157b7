package app

import (
	"time"

	"arkterm/input"
	"arkterm/render/widget"
)

// slowMotion is the factor of slow motion.
const slowMotion = 4

// A debugger is the state of the debug overlay.
type debugger struct {
	on      bool
	halted  bool         // the game stands still and is stepped tick by tick
	figures widget.Debug // measured by the loop
}

// debugKey takes a key of the overlay, and reports whether it was one.
func (s *Session) debugKey(a input.Action, now time.Duration) bool {
	d := &s.debug
	switch {
	case a == input.Debug:
		d.on = !d.on
		if !d.on {
			s.endSlowMotion()
		}
	case !d.on || !s.row().plays():
		return false
	case a == input.Step:
		if d.halted {
			s.tick(now)
		}
		d.halted = true
		s.noteHelp()
	case a == input.Slow:
		if d.halted {
			d.halted = false
		} else {
			s.slow(slowMotion - s.schedule.clock.Slow)
		}
	default:
		return false
	}
	s.schedule.redraw()
	return true
}

// endSlowMotion ends slow motion and stepping.
func (s *Session) endSlowMotion() {
	s.debug.halted = false
	s.slow(0)
}

// slow makes the game n times slower from the next tick on; 0 is normal speed.
func (s *Session) slow(n int64) {
	s.schedule.slow(n)
	if n > 1 {
		s.noteHelp()
	}
}

// noteHelp marks the game as assisted.
func (s *Session) noteHelp() {
	if !s.round.demo {
		s.round.recording.Assisted = true
	}
}

// noteFault notes the first invariant of the game that does not hold.
func (s *Session) noteFault() {
	f := &s.debug.figures
	if f.Fault != "" {
		return
	}
	if err := s.round.game.Check(); err != nil {
		f.Fault = err.Error()
	}
}

// drawDebug draws the overlay.
func (s *Session) drawDebug() {
	d := &s.debug
	switch {
	case s.round.demo || !s.round.recording.Assisted:
	case s.round.practising():
		s.view.Notice(&s.frame, "practice")
	default:
		s.view.Notice(&s.frame, "assisted")
	}
	if d.on {
		d.figures.Halted, d.figures.Slow = d.halted, int(s.schedule.clock.Slow)
		s.view.Debug(&s.frame, s.round.game, &d.figures)
	}
}
