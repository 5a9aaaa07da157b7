package settings

import (
	"fmt"
	"strings"
	"time"

	"arkterm/engine/parse"
)

// keyboardTable is the table with the key repeat times of the keyboard, in milliseconds. The program measures the times
// on terminals that do not report key releases, and saves them here. Then the first held key of a session moves the
// paddle as smoothly as later keys:
//
//	[keyboard]
//	delay = 400
//	period = 33
const keyboardTable = "keyboard"

// A Repeat contains the key repeat times of a keyboard. 0 means unknown.
type Repeat struct {
	Delay  time.Duration // time from a press to the first repeat
	Period time.Duration // time between two repeats
}

// maxRepeatMS is the maximum value in the table, in milliseconds.
const maxRepeatMS = 2000

// readKeyboard reads the table and returns its errors.
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
			all = append(all, f.errorf(at, "unknown key%s", parse.DidYouMean(name, "", []string{"delay", "period"})))
			continue
		}
		n, ok := v.(int64)
		if !ok || n < 1 || n > maxRepeatMS {
			all = append(all, f.errorf(at, "want a whole number of ms, 1 to %d", maxRepeatMS))
			continue
		}
		*d = time.Duration(n) * time.Millisecond
	}
	return all
}

// writeKeyboard writes the table if a time is known.
func (c *Choices) writeKeyboard(b *strings.Builder) {
	if c.Repeat == (Repeat{}) {
		return
	}
	fmt.Fprintf(b, "\n[%s] # measured by arkterm, in ms\n", keyboardTable)
	if ms := c.Repeat.Delay.Milliseconds(); ms > 0 {
		fmt.Fprintf(b, "delay = %d\n", ms)
	}
	if ms := c.Repeat.Period.Milliseconds(); ms > 0 {
		fmt.Fprintf(b, "period = %d\n", ms)
	}
}
