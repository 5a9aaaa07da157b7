package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// Each day has levels, the same ones whenever they are asked for, and other ones than
// the day before.
func TestEachDayHasLevelsOfItsOwn(t *testing.T) {
	if testing.Short() { // the levels of a month, in one goroutine
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
			t.Fatalf("%s: %d levels, digest %x, the day before %x", day, len(p.Levels), d, last)
		}
		last = d
		if _, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Daily, Day: day, Seed: day.Seed()}, Levels: p.Levels}); err != nil {
			t.Fatal(err)
		}
	}
}

// What a day's levels are must not change: results are compared by them.
func TestTheLevelsOfADayStay(t *testing.T) {
	const want = 0xf91793d6dcccf40b
	if got := spec.Digest(Daily(engine.NewDay(2026, 11, 22)).Levels); got != want {
		t.Errorf("digest %#x, want %#x", got, uint64(want))
	}
}
