package main

import (
	"time"

	"arkterm/cmd/arkterm/settings"
)

// learn keeps what was learned of the keyboard, when it differs from what is kept by more
// than the jitter of a measurement.
func (s *session) learn() {
	was := &s.set.choices.Repeat
	var now settings.Repeat
	now.Delay, now.Period = s.keys.Learned()
	if differs(now.Delay, was.Delay) || differs(now.Period, was.Period) {
		*was = settings.Repeat{Delay: now.Delay.Round(time.Millisecond), Period: now.Period.Round(time.Millisecond)}
		s.settingsChanged = true
	}
}

// differs reports whether d is known and not within a tenth of what was known before.
func differs(d, before time.Duration) bool { return d > 0 && (d-before).Abs() > before/10 }
