package app

import (
	"time"

	"arkterm/input"
	"arkterm/render/text"
)

// slowMotion is the factor by which slow motion slows the game.
const slowMotion = 4

// A debugger is the state of the debug overlay.
type debugger struct {
	on     bool // the overlay is visible
	halted bool // the game is stopped and advances by single ticks
}

// debugKey handles a key of the overlay, and reports whether the overlay uses the key.
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

// playsTicks reports whether the screen plays the ticks of a game. On the replay screen it returns false.
func (s *Session) playsTicks() bool { return s.ID() == playingScreen || s.ID() == TitleScreen }

// endSlowMotion ends slow motion and stepping.
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

// checkInvariants checks the game's invariants. It stores the first error that it finds, which the debug overlay shows.
func (s *Session) checkInvariants() {
	f := s.Figures()
	if f.Fault != "" {
		return
	}
	if err := s.round.game.Check(); err != nil {
		f.Fault = err.Error()
	}
}

// drawDebug draws the overlay, and a notice in an assisted or practice game.
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
