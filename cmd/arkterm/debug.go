package main

import (
	"time"

	"arkterm/input"
	"arkterm/render"
)

// slowMotion is how many times slower it is.
const slowMotion = 4

// A debugger is what the overlay shows and offers to those who look inside the game.
type debugger struct {
	on      bool
	halted  bool         // the game stands still, and goes on tick by tick
	figures render.Debug // what the loop has measured
}

// debugKey takes the keys that the overlay offers, and reports whether this was one.
func (s *session) debugKey(a input.Action, now time.Duration) bool {
	d := &s.debug
	switch {
	case a == input.Debug:
		d.on = !d.on
		if !d.on {
			s.goOn()
		}
	case !d.on || !s.row().plays():
		return false
	case a == input.Step:
		if d.halted {
			s.tick(now)
		}
		d.halted = true
		s.help()
	case a == input.Slow:
		if d.halted {
			d.halted = false
		} else {
			s.slow(slowMotion - s.clock.slow)
		}
	default:
		return false
	}
	s.dirty = true
	return true
}

// goOn ends what the overlay has slowed down.
func (s *session) goOn() {
	s.debug.halted = false
	s.slow(0)
}

// slow makes the game go n times slower from the next tick on; 0 is not slower.
func (s *session) slow(n int64) {
	s.clock.slow, s.ticking = n, false
	if n > 1 {
		s.help()
	}
}

// help makes the game one that was played with help.
func (s *session) help() {
	if !s.demo {
		s.tape.Assisted = true
	}
}

// check notes the first invariant of the game that does not hold.
func (s *session) check() {
	f := &s.debug.figures
	if f.Fault != "" {
		return
	}
	if err := s.game.Check(); err != nil {
		f.Fault = err.Error()
	}
}

// drawDebug draws the overlay.
func (s *session) drawDebug() {
	d := &s.debug
	switch {
	case s.demo || !s.tape.Assisted:
	case s.practising():
		s.view.Remark(&s.frame, "practice")
	default:
		s.view.Remark(&s.frame, "assisted")
	}
	if d.on {
		d.figures.Halted, d.figures.Slow = d.halted, int(s.clock.slow)
		s.view.Debug(&s.frame, s.game, &d.figures)
	}
}
