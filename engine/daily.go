package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"arkterm/engine/spec"
)

// A Day is a date in UTC as a number, such as 20261122. It identifies a daily game. The caller
// provides it, because the engine does not access the calendar. 0 means no day.
type Day uint32

func init() { Modes[Daily].hash = (*Game).hashDay }

// hashDay adds the day to the hash, so that the hashes of different days differ.
func (g *Game) hashDay(d *spec.Hasher) {
	if g.day != 0 {
		d.Word(uint64(g.day))
	}
}

// NewDay returns the day of a date. It does not check that the date exists.
func NewDay(year, month, day int) Day { return Day(year*10_000 + month*100 + day) }

// ParseDay parses a date in the format of [Day.String]. It returns an error if the date does not
// exist or is before 1970.
func ParseDay(s string) (Day, error) {
	n, err := strconv.ParseUint(strings.ReplaceAll(s, "-", ""), 10, 32)
	if d := Day(n); err == nil && d.String() == s && d.valid() {
		return d, nil
	}
	return 0, errDay
}

var errDay = errors.New("want an existing date from 1970 on, such as 2026-11-22")

// String formats the day as in 2026-11-22.
func (d Day) String() string {
	return fmt.Sprintf("%04d-%02d-%02d", d/10_000, d/100%100, d%100)
}

// valid reports whether the date exists in the Gregorian calendar and is from 1970 to 9999.
func (d Day) valid() bool {
	year, month, day := d/10_000, d/100%100, d%100
	return year >= 1970 && year <= 9999 && day >= 1 && day <= daysIn(year, month)
}

// daysIn returns the number of days in a month, or 0 for an invalid month.
func daysIn(year, month Day) Day {
	switch month {
	case 1, 3, 5, 7, 8, 10, 12:
		return 31
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && year%100 != 0 || year%400 == 0 {
			return 29
		}
		return 28
	}
	return 0
}

// Seed returns the seed of the day's game.
func (d Day) Seed() uint64 { return uint64(d) }
