package world

import (
	"testing"

	"arkterm/engine/geom"
)

// What happens does not depend on how long windows are: much shorter than a tick, or as long as the
// way through half of the field.
func TestWindowsDoNotMatter(t *testing.T) {
	const seconds = 4
	var want uint64
	for k, span := range []float64{0, 1e-5, 1e-3, mostSpan} {
		w := storm(honeycomb(), 60, 0.3, 60, 9)
		for range seconds * TicksPerSecond {
			if span != 0 {
				w.window.span = span
			}
			tick(w)
		}
		if got := digest(w); k == 0 {
			want = got
		} else if got != want {
			t.Errorf("windows of %g s: digest %016x, want %016x", span, got, want)
		}
	}
}

// A few discs that are much faster than the others neither shorten the windows nor fill the cells
// without end.
func TestEntriesAreBounded(t *testing.T) {
	w := storm(honeycomb(), 60, 0.3, 20, 9)
	for i := range 3 {
		w.Discs[i].V = w.Discs[i].V.Mul(5000)
	}
	w.Rebuild()
	for range 60 {
		tick(w)
		if n := len(w.grid.entries); n > 10_000 {
			t.Fatalf("tick %d: %d entries", w.tick, n)
		}
	}
	if w.window.span < 1e-4 {
		t.Errorf("windows of %g s", w.window.span)
	}
}

// Nor do discs that are turned again and again within one window.
func TestTurnsAreBounded(t *testing.T) {
	w := storm(honeycomb(), 60, 0.3, 20, 9)
	tick(w)
	for n := range 100_000 {
		w.Turn(n%60, geom.Direction(float64(n)).Mul(60))
		if n := len(w.grid.entries); n > 10_000 {
			t.Fatalf("%d entries", n)
		}
	}
	tick(w)
	if err := w.Check(); err != nil {
		t.Error(err)
	}
}
