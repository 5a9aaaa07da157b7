package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// The motion does not depend on the length of windows, from much shorter than a tick to the time of crossing half of
// the field.
func TestWindowLengthDoesNotMatter(t *testing.T) {
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

// A few discs that are much faster than the others neither shorten the windows nor fill the cells without limit.
func TestEntriesAreBounded(t *testing.T) {
	w := storm(honeycomb(), 60, 0.3, 20, 9)
	for i := range 3 {
		w.Discs[i].V = w.Discs[i].V.Mul(5000)
	}
	w.Rebuild()
	if w.window.span < 1e-4 {
		t.Errorf("Rebuild chooses windows of %g s, want at least 1e-4 s", w.window.span)
	}
	for range 60 {
		tick(w)
		if n := len(w.grid.entries); n > 10_000 {
			t.Fatalf("tick %d: the grid has %d entries, want at most 10,000", w.tick, n)
		}
	}
	// By now nearly all discs are fast, and half of them cross 2.4 units.
	if w.window.span < 1e-5 {
		t.Errorf("windows of %g s at the end, want at least 1e-5 s", w.window.span)
	}
}

// Repeated new courses within one window do not fill the cells without limit.
func TestEntriesOfNewCoursesAreBounded(t *testing.T) {
	for _, change := range [...]func(w *World, n int){
		func(w *World, n int) { w.Turn(n%60, geom.Direction(float64(n)).Mul(60)) },
		func(w *World, n int) { w.FilterDisc(n%60, Filter{}) },
	} {
		w := storm(honeycomb(), 60, 0.3, 200, 9)
		tick(w)
		for n := range 100_000 {
			change(w, n)
			if n := len(w.grid.entries); n > 10_000 {
				t.Fatalf("the grid has %d entries, want at most 10,000", n)
			}
		}
		tick(w)
		if err := w.Check(); err != nil {
			t.Error(err)
		}
	}
}

// Each disc is in few cells, at any speed, and even if it becomes much faster between two windows.
func TestEntriesDoNotGrowWithSpeed(t *testing.T) {
	const n = 2000
	for _, speed := range []float64{10, 1e3, 1e5, 1e9} {
		w := New(100, 100)
		rng := newSource(1)
		for range n {
			d := Disc{R: MinRadius, From: at(1+98*rng.Float64(), 1+98*rng.Float64())}
			d.V = rng.direction().Mul(speed)
			w.AddDisc(d)
		}
		w.Rebuild()
		if got := len(w.grid.entries); got > 4*n {
			t.Errorf("%d discs at %g units/s: the grid has %d entries, want at most 4 per disc", n, speed, got)
		}
		for i := range n {
			w.Turn(i, w.Discs[i].V.Mul(1e9/speed))
			if got := len(w.grid.entries); got > 20*n {
				t.Fatalf("discs accelerated from %g units/s: the grid has %d entries, want at most 20 per disc", speed,
					got)
			}
		}
	}
}

// Simultaneous contacts are ordered by kind, even if a disc finds its contact with an obstacle only at the start of a
// window, when it meets another disc.
func TestWindowsKeepTieOrder(t *testing.T) {
	for _, span := range []float64{0, 1.0 / 512} {
		w := New(64, 48)
		for k := range 2 { // obstacles at the ends of two paths; the first contains a disc that avoids it
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
			t.Errorf("windows of %g s: disc %d has the first contact, want disc 0", span, first)
		}
	}
}
