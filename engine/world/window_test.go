package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// What happens does not depend on how long windows are: much shorter than a tick, or as long as the
// way through half of the field.
func TestWindowsDoNotMatter(t *testing.T) {
	const seconds = 4
	var want uint64
	for k, span := range []float64{0, 1e-5, 1e-3, maxSpan} {
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
	if w.window.span < 1e-4 {
		t.Errorf("windows of %g s", w.window.span)
	}
	for range 60 {
		tick(w)
		if n := len(w.grid.entries); n > 10_000 {
			t.Fatalf("tick %d: %d entries", w.tick, n)
		}
	}
	// By now nearly all are fast: half of them cross 2.4 units.
	if w.window.span < 1e-5 {
		t.Errorf("windows of %g s at the end", w.window.span)
	}
}

// Nor do discs that are given new courses again and again within one window.
func TestNewCoursesAreBounded(t *testing.T) {
	for _, change := range [...]func(w *World, n int){
		func(w *World, n int) { w.Turn(n%60, geom.Direction(float64(n)).Mul(60)) },
		func(w *World, n int) { w.FilterDisc(n%60, Filter{}) },
	} {
		w := storm(honeycomb(), 60, 0.3, 200, 9)
		tick(w)
		for n := range 100_000 {
			change(w, n)
			if n := len(w.grid.entries); n > 10_000 {
				t.Fatalf("%d entries", n)
			}
		}
		tick(w)
		if err := w.Check(); err != nil {
			t.Error(err)
		}
	}
}

// Discs of any speed, or that become much faster between two windows, are in few cells each.
func TestEntriesDoNotGrowWithTheSpeed(t *testing.T) {
	const n = 2000
	for _, speed := range []float64{10, 1e3, 1e5, 1e9} {
		w := New(100, 100)
		rng := newSource(1)
		for range n {
			w.AddDisc(Disc{R: MinRadius, From: at(1+98*rng.Float64(), 1+98*rng.Float64()), V: rng.direction().Mul(speed)})
		}
		w.Rebuild()
		if got := len(w.grid.entries); got > 4*n {
			t.Errorf("%d discs at %g units/s: %d entries", n, speed, got)
		}
		for i := range n {
			w.Turn(i, w.Discs[i].V.Mul(1e9/speed))
			if got := len(w.grid.entries); got > 20*n {
				t.Fatalf("turned from %g units/s: %d entries", speed, got)
			}
		}
	}
}

// Contacts at the same instant come in the order of their kinds, also where a disc learns at the beginning of a window
// only that it meets an obstacle when it meets another disc.
func TestWindowsKeepTheOrderOfTies(t *testing.T) {
	for _, span := range []float64{0, 1.0 / 512} {
		w := New(64, 48)
		for k := range 2 { // the ends of two ways, and within the first a disc that does not touch it
			w.AddObstacle(Obstacle{Shape: new(geom.Regular(4, at(32, 12+24*float64(k)), 4*math.Sqrt2, 45))})
		}
		w.FilterObstacle(0, Filter{Category: 2})
		w.AddDisc(Disc{R: 1, From: at(16, 12), V: at(16, 0)})
		w.AddDisc(Disc{R: 1, From: at(16, 36), V: at(16, 0)})
		w.AddFiltered(Disc{R: 1, From: at(29, 12)}, Filter{Avoid: 2})
		for k := range 2 * fewDiscs {
			w.AddDisc(Disc{R: 1, From: at(2+3*float64(k), 46)})
		}
		w.Rebuild()
		first := -1
		for range TicksPerSecond {
			if span != 0 {
				w.window.span = span
			}
			for c := range w.Tick() {
				if first < 0 {
					first = c.Disc
				}
			}
		}
		if first != 0 {
			t.Errorf("windows of %g s: disc %d comes first", span, first)
		}
	}
}
