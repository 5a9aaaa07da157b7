package settings

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

// A Repeat is how a keyboard repeats a held key; 0 is not known.
type Repeat struct {
	Delay  time.Duration // before the first repeat
	Period time.Duration // from one to the next
}

// The values that the table takes; what no keyboard does is not learned from either.
const mostRepeat = 2000 // ms

// readKeyboard takes over the table.
func (c *Choices) readKeyboard(f *tomlFile, v any) (all []error) {
	table, ok := v.(map[string]any)
	if !ok {
		return []error{f.errorf(keyboardTable, "want a table: [keyboard], and delay and period below it, in ms")}
	}
	fields := map[string]*time.Duration{"delay": &c.Repeat.Delay, "period": &c.Repeat.Period}
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
func (c *Choices) writeKeyboard(b *strings.Builder) {
	if c.Repeat == (Repeat{}) {
		return
	}
	fmt.Fprintf(b, "\n[%s] # as learned, in ms\n", keyboardTable)
	if ms := c.Repeat.Delay.Milliseconds(); ms > 0 {
		fmt.Fprintf(b, "delay = %d\n", ms)
	}
	if ms := c.Repeat.Period.Milliseconds(); ms > 0 {
		fmt.Fprintf(b, "period = %d\n", ms)
	}
}
