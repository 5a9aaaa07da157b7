package engine

import (
	"errors"
	"fmt"

	"arkterm/engine/digest"
)

// A Day is the date of a daily game in UTC, as a number: 20261122. The caller provides it: the
// engine has no calendar. 0 is none.
type Day uint32

func init() { Modes[Daily].hash = (*Game).hashDay }

// hashDay makes games of different days differ even with the same inputs.
func (g *Game) hashDay(d *digest.Sum) {
	if g.day != 0 {
		d.Word(uint64(g.day))
	}
}

// NewDay returns the day of a date.
func NewDay(year, month, day int) Day { return Day(year*10_000 + month*100 + day) }

// ParseDay parses the output of String.
func ParseDay(s string) (Day, error) {
	var year, month, day int
	if n, err := fmt.Sscanf(s, "%4d-%2d-%2d", &year, &month, &day); n != 3 || err != nil {
		return 0, errDay
	}
	d := NewDay(year, month, day)
	if d.String() != s || !d.valid() {
		return 0, errDay
	}
	return d, nil
}

var errDay = errors.New("want a day as 2026-11-22")

// String returns the day as 2026-11-22.
func (d Day) String() string {
	return fmt.Sprintf("%04d-%02d-%02d", d/10_000, d/100%100, d%100)
}

// valid reports whether the date exists.
func (d Day) valid() bool {
	month, day := d/100%100, d%100
	return d >= 1970_01_01 && d <= 9999_12_31 && month >= 1 && month <= 12 && day >= 1 && day <= 31
}

// Seed returns the seed of the day's game.
func (d Day) Seed() uint64 { return uint64(d) }
