package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// Disc and capsule meet where their measures say: at 28 − 0.25 − 0.25.
func TestDiscBouncesOffACapsule(t *testing.T) {
	w := closedBox(40, 30, nil, []Disc{{From: at(21.5, 26.5), V: at(0, 10), R: 0.25}})
	w.AddCapsule(Capsule{X: 20, Y: 28, Half: 2, R: 0.25})
	if n := countKind(play(t, w, 48), AtCapsule); n != 1 { // 0.2 s: a unit down, a unit up
		t.Errorf("%d contacts, want 1", n)
	}
	if y := w.At(0).Y; math.Abs(y-26.5) > 1e-12 {
		t.Errorf("the disc is back at %v, want 26.5", y)
	}
}

// jerk moves capsule k anywhere, now and then.
func jerk(w *World, k int, rng source) {
	if rng.IntN(20) == 0 {
		w.Capsules[k].V = 0
		w.SetTarget(k, w.Capsules[k].X)
	} else {
		w.SetTarget(k, w.Capsules[k].X+float64(rng.IntN(5)-2)*rng.Float64())
	}
}

func TestCapsuleThatIsJerkedAboutNeverOverlaps(t *testing.T) {
	if testing.Short() { // a long motion, in one goroutine
		return
	}
	for seed := range uint64(20) {
		rng := newSource(seed)
		var balls []Disc
		for k := range 8 {
			balls = append(balls, Disc{From: at(3+7*float64(k), 38), V: rng.direction().Mul(40), R: ballR})
		}
		w := closedBox(fieldW, fieldH, honeycomb(), balls)
		w.AddCapsule(Capsule{X: 32, Y: 45, Half: 3.6, R: 0.8})
		for range 20 * TicksPerSecond {
			jerk(w, 0, rng)
			play(t, w, 1)
		}
	}
}

// Two capsules side by side never run into each other, nor into a wall, and each
// stops where it has to.
func TestCapsulesStopAtEachOther(t *testing.T) {
	for seed := range uint64(10) {
		rng := newSource(seed)
		w := closedBox(fieldW, fieldH, nil, scatter(fieldW, 40, nil, 6, ballR, 40, seed))
		w.AddCapsule(Capsule{X: 16, Y: 45, Half: 3.6, R: 0.8})
		w.AddCapsule(Capsule{X: 48, Y: 45, Half: 5, R: 0.8})
		for range 10 * TicksPerSecond {
			jerk(w, 0, rng)
			jerk(w, 1, rng)
			w.SeparateTargets()
			play(t, w, 1)
		}
	}
	w := closedBox(fieldW, fieldH, nil, nil)
	w.AddCapsule(Capsule{X: 30, Y: 45, Half: 3.6, R: 0.8})
	w.AddCapsule(Capsule{X: 39.2, Y: 45, Half: 3.6, R: 0.8}) // 2 apart
	w.SetTarget(0, 33)
	w.SetTarget(1, 38.2)
	w.SeparateTargets()
	play(t, w, 1)
	// They go for each other at 3 to 1 and meet where 2 units of way are used up.
	if p, q := w.Capsules[0].X, w.Capsules[1].X; math.Abs(p-31.5) > 1e-12 || math.Abs(q-38.7) > 1e-12 {
		t.Errorf("they stop at %v and %v, want 31.5 and 38.7", p, q)
	}
	if lo, hi := w.CapsuleRange(0); lo != 0 || math.Abs(hi-(38.7-3.6)) > 1e-12 {
		t.Errorf("the left one may go from %v to %v", lo, hi)
	}
}

// Touched looks at the whole way of a tick, in which the capsule moves as well.
func TestTouchedOnTheWay(t *testing.T) {
	w := New(fieldW, fieldH)
	w.AddCapsule(Capsule{X: 30, Y: 45, Half: 3.6, R: 0.8})
	w.SetTarget(0, 30.5)
	ticks(&w, 1)
	c := &w.Capsules[0]
	for _, tt := range []struct {
		name     string
		from, to geom.Vec
		want     bool
	}{
		{"over it", at(30, 42), at(30.4, 42), false},
		{"down to it", at(30, 42), at(30, 43.3), true},
		{"through it", at(30, 40), at(30, 50), true},
		{"beside it", at(40, 40), at(40, 50), false},
		{"it comes", at(35, 45), at(35, 45), true},
	} {
		if got := c.Touched(tt.from, tt.to, 1+c.R); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// What grows asks first whether it fits.
func TestFitsAndPlace(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(36, 45), R: ballR}})
	w.AddCapsule(Capsule{X: 30, Y: 45, Half: 3.6, R: 0.8})
	if !w.CapsuleFits(0, 30, 5, 0.1) || w.CapsuleFits(0, 30, 5.35, 0.1) {
		t.Error("it fits as long as its end is 0.1 off the disc")
	}
	w.PlaceCapsule(0, 29, 6)
	w.Renew()
	play(t, w, 1)
	if c := w.Capsules[0]; c.X != 29 || c.Half != 6 || c.V != 0 {
		t.Errorf("placed, it is %+v", c)
	}
}
