package engine

import (
	"testing"
	"time"

	"arkterm/engine/spec"
)

// A date exists if package time does not normalize it to another month.
func TestDayValidity(t *testing.T) {
	for year := 1960; year <= 2410; year++ {
		for month := 0; month <= 13; month++ {
			for day := 0; day <= 32; day++ {
				at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
				want := year >= 1970 && at.Year() == year && int(at.Month()) == month && at.Day() == day
				d := NewDay(year, month, day)
				if got := d.valid(); got != want {
					t.Fatalf("valid() of %s = %v, want %v", d, got, want)
				}
				if _, err := ParseDay(d.String()); (err == nil) != want {
					t.Fatalf("ParseDay(%s) error = %v, want success: %v", d, err, want)
				}
			}
		}
	}
}

func TestLeapYears(t *testing.T) {
	for year, want := range map[Day]Day{1900: 28, 1996: 29, 2000: 29, 2023: 28, 2024: 29, 2100: 28, 2400: 29} {
		if got := daysIn(year, 2); got != want {
			t.Errorf("daysIn(%d, 2) = %d, want %d", year, got, want)
		}
	}
}

func TestGameNeedsAValidDay(t *testing.T) {
	for _, day := range []Day{
		NewDay(2026, 2, 30), NewDay(2026, 4, 31), NewDay(2100, 2, 29), NewDay(2026, 0, 1), 1,
		10000_01_01,
	} {
		if _, err := New(Config{Setup: Setup{Mode: Daily, Day: day}, Levels: []spec.Level{honeycomb()}}); err == nil {
			t.Errorf("New accepts the day %s, want an error", day)
		}
	}
	if _, err := New(Config{
		Setup:  Setup{Mode: Daily, Day: NewDay(2024, 2, 29)},
		Levels: []spec.Level{honeycomb()},
	}); err != nil {
		t.Error(err)
	}
}

func TestDayHasOneSpelling(t *testing.T) {
	for _, text := range []string{
		"", "2026", "2026-2-03", "2026-02-3", "2026-02-30", "20260203", " 2026-02-03",
		"2026-02-03 ", "02026-02-03", "2026-02-03x", "-026-02-03", "2026/02/03",
	} {
		if d, err := ParseDay(text); err == nil {
			t.Errorf("ParseDay(%q) = %s, want an error", text, d)
		}
	}
}
