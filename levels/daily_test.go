package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// TestDaysHaveDifferentLevels checks that a day has levels, that they are always the same, and that they differ from
// the levels of the day before.
func TestDaysHaveDifferentLevels(t *testing.T) {
	if testing.Short() { // slow, because it generates the levels of a month
		return
	}
	days := 60
	if testing.Short() {
		days = 30
	}
	last := uint64(0)
	for n := range days {
		day := engine.NewDay(2026+n/336, 1+n/28%12, 1+n%28)
		p := Daily(day)
		d := spec.Digest(p.Levels)
		if len(p.Levels) != dailyLevels || d == last || n%20 == 0 && spec.Digest(Daily(day).Levels) != d {
			t.Fatalf(
				"Daily(%s) = %d levels with digest %x, want %d, another digest than %x of the day before, and the "+
					"same "+
					"in a second call", day, len(p.Levels), d, dailyLevels, last)
		}
		last = d
		setup := engine.Setup{Mode: engine.Daily, Day: day, Seed: day.Seed()}
		if _, err := engine.New(engine.Config{Setup: setup, Levels: p.Levels}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDailyLevelsAreStable checks that the levels of a day do not change, because results of players are compared.
func TestDailyLevelsAreStable(t *testing.T) {
	const want = 0x1b9f07dfefd10044
	if got := spec.Digest(Daily(engine.NewDay(2026, 11, 22)).Levels); got != want {
		t.Errorf("digest of the levels of 2026-11-22 = %#x, want %#x", got, uint64(want))
	}
}
