package main

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/words"
)

// keyboardTable is the table of the files that says how the player's keyboard repeats a held
// key, in ms. The program learns it where a terminal does not report when keys go up; with
// it the first hold of a sitting is as smooth as the others:
//
//	[keyboard]
//	delay = 400
//	period = 33
const keyboardTable = "keyboard"

// A repeat is how a keyboard repeats a held key; 0 is not known.
type repeat struct {
	delay  time.Duration // before the first repeat
	period time.Duration // from one to the next
}

// The values that the table takes; what no keyboard does is not learned from either.
const mostRepeat = 2000 // ms

// readKeyboard takes over the table.
func (c *choices) readKeyboard(f *tomlFile, v any) (all []error) {
	table, ok := v.(map[string]any)
	if !ok {
		return []error{f.errorf(keyboardTable, "want a table: [keyboard], and delay and period below it, in ms")}
	}
	fields := map[string]*time.Duration{"delay": &c.repeat.delay, "period": &c.repeat.period}
	for name, v := range table {
		at := keyboardTable + "." + name
		d, ok := fields[name]
		if !ok {
			all = append(all, f.errorf(at, "there is no such key%s", words.DidYouMean(name, "", []string{"delay", "period"})))
			continue
		}
		n, ok := v.(int64)
		if !ok || n < 1 || n > mostRepeat {
			all = append(all, f.errorf(at, "want a whole number of ms, 1 to %d", mostRepeat))
			continue
		}
		*d = time.Duration(n) * time.Millisecond
	}
	return all
}

// writeKeyboard writes the table, if anything is known.
func (c *choices) writeKeyboard(b *strings.Builder) {
	if c.repeat == (repeat{}) {
		return
	}
	fmt.Fprintf(b, "\n[%s] # as learned, in ms\n", keyboardTable)
	if ms := c.repeat.delay.Milliseconds(); ms > 0 {
		fmt.Fprintf(b, "delay = %d\n", ms)
	}
	if ms := c.repeat.period.Milliseconds(); ms > 0 {
		fmt.Fprintf(b, "period = %d\n", ms)
	}
}

// learn keeps what was learned of the keyboard, when it differs from what is kept by more
// than the jitter of a measurement.
func (s *session) learn() {
	was := &s.set.choices.repeat
	var now repeat
	now.delay, now.period = s.keys.Learned()
	if differs(now.delay, was.delay) || differs(now.period, was.period) {
		*was = repeat{now.delay.Round(time.Millisecond), now.period.Round(time.Millisecond)}
		s.settingsChanged = true
	}
}

// differs reports whether d is known and not within a tenth of what was known before.
func differs(d, before time.Duration) bool { return d > 0 && (d-before).Abs() > before/10 }
