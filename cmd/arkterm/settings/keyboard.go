package settings

import (
	"fmt"
	"strings"
	"time"

	"arkterm/engine/parse"
)

// keyboardTable is the name of the TOML table with the measured key repeat times, in milliseconds:
//
//	[keyboard]
//	delay = 400
//	period = 33
//
// The program measures these times on terminals that do not report key releases, and saves them. With the saved times,
// even the first held key of a session moves the paddle smoothly.
const keyboardTable = "keyboard"

// A Repeat contains the key repeat times of a keyboard. 0 means unknown.
type Repeat struct {
	Delay  time.Duration // time from a press to the first repeat
	Period time.Duration // time between two repeats
}

// maxRepeatMS is the maximum value in the table, in milliseconds.
const maxRepeatMS = 2000

// readKeyboard sets c.Repeat from the value of the table [keyboard]. It returns one error for each invalid entry.
func (c *Choices) readKeyboard(f *tomlFile, v any) (errs []error) {
	table, ok := v.(map[string]any)
	if !ok {
		return []error{f.errorf(keyboardTable, "want a table [keyboard] with delay and period, in ms")}
	}
	fields := map[string]*time.Duration{"delay": &c.Repeat.Delay, "period": &c.Repeat.Period}
	for name, v := range table {
		at := keyboardTable + "." + name
		d, ok := fields[name]
		if !ok {
			errs = append(errs, f.errorf(at, "unknown key%s", parse.DidYouMean(name, "", []string{"delay", "period"})))
			continue
		}
		n, ok := v.(int64)
		if !ok || n < 1 || n > maxRepeatMS {
			errs = append(errs, f.errorf(at, "want a whole number of ms, 1 to %d", maxRepeatMS))
			continue
		}
		*d = time.Duration(n) * time.Millisecond
	}
	return errs
}

// writeKeyboard appends the table [keyboard] to b. It appends nothing if both times are unknown.
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
