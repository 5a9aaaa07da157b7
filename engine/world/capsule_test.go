package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// Disc and capsule meet where the distance of their centers is the sum of their radii, at y = 28 − 0.25 − 0.25.
func TestDiscBouncesOffACapsule(t *testing.T) {
	w := closedBox(40, 30, nil, []Disc{{From: at(21.5, 26.5), V: at(0, 10), R: 0.25}})
	w.AddCapsule(Capsule{X: 20, Y: 28, Half: 2, R: 0.25})
	if n := countKind(play(t, w, 48), AtCapsule); n != 1 { // 0.2 s: one unit down and one unit up
		t.Errorf("the disc touches the capsule %d times, want once", n)
	}
	if y := w.At(0).Y; math.Abs(y-26.5) > 1e-12 {
		t.Errorf("disc at y = %v, want 26.5", y)
	}
}

// setRandomTarget sets a random target for capsule k.
func setRandomTarget(w *World, k int, rng source) {
	if rng.IntN(20) == 0 {
		w.Capsules[k].V = 0
		w.SetTarget(k, w.Capsules[k].X)
	} else {
		w.SetTarget(k, w.Capsules[k].X+float64(rng.IntN(5)-2)*rng.Float64())
	}
}

func TestCapsuleWithRandomTargetsNeverOverlaps(t *testing.T) {
	if testing.Short() { // slow, because it simulates a long time
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
			setRandomTarget(w, 0, rng)
			play(t, w, 1)
		}
	}
}

// Two capsules at the same height never overlap each other or a wall, and each stops where necessary.
func TestCapsulesStopAtEachOther(t *testing.T) {
	for seed := range uint64(10) {
		rng := newSource(seed)
		w := closedBox(fieldW, fieldH, nil, scatter(fieldW, 40, nil, 6, ballR, 40, seed))
		w.AddCapsule(Capsule{X: 16, Y: 45, Half: 3.6, R: 0.8})
		w.AddCapsule(Capsule{X: 48, Y: 45, Half: 5, R: 0.8})
		for range 10 * TicksPerSecond {
			setRandomTarget(w, 0, rng)
			setRandomTarget(w, 1, rng)
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
	// They approach with speeds of 3 to 1 and meet after a total of 2 units.
	if p, q := w.Capsules[0].X, w.Capsules[1].X; math.Abs(p-31.5) > 1e-12 || math.Abs(q-38.7) > 1e-12 {
		t.Errorf("capsules at %v and %v, want 31.5 and 38.7", p, q)
	}
	if lo, hi := w.CapsuleRange(0); lo != 0 || math.Abs(hi-(38.7-3.6)) > 1e-12 {
		t.Errorf("CapsuleRange(0) = %v, %v, want 0, 35.1", lo, hi)
	}
}

// Touched checks the whole motion during a tick, in which the capsule moves as well.
func TestTouchedDuringMotion(t *testing.T) {
	w := New(fieldW, fieldH)
	w.AddCapsule(Capsule{X: 30, Y: 45, Half: 3.6, R: 0.8})
	w.SetTarget(0, 30.5)
	ticks(w, 1)
	c := &w.Capsules[0]
	for _, tt := range []struct {
		name     string
		from, to geom.Vec
		want     bool
	}{
		{"above", at(30, 42), at(30.4, 42), false},
		{"from above", at(30, 42), at(30, 43.3), true},
		{"through", at(30, 40), at(30, 50), true},
		{"next to it", at(40, 40), at(40, 50), false},
		{"capsule approaches", at(35, 45), at(35, 45), true},
	} {
		if got := c.Touched(tt.from, tt.to, 1+c.R); got != tt.want {
			t.Errorf("%s: Touched(%v, %v) = %v, want %v", tt.name, tt.from, tt.to, got, tt.want)
		}
	}
}

// CapsuleFits checks the space for a wider capsule.
func TestCapsuleFitsAndPlace(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(36, 45), R: ballR}})
	w.AddCapsule(Capsule{X: 30, Y: 45, Half: 3.6, R: 0.8})
	if !w.CapsuleFits(0, 30, 5, 0.1) || w.CapsuleFits(0, 30, 5.35, 0.1) {
		t.Error("CapsuleFits with a margin of 0.1 does not accept the half width 5, or accepts 5.35")
	}
	w.PlaceCapsule(0, 29, 6)
	w.Renew()
	play(t, w, 1)
	if c := w.Capsules[0]; c.X != 29 || c.Half != 6 || c.V != 0 {
		t.Errorf("capsule is %+v, want x = 29, half width 6, no velocity", c)
	}
}
