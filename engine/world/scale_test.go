package world

import (
	"math"
	"runtime"
	"testing"
)

// The discs have masses and radii from 1e-3 to 1e3 in any combination, with corresponding speeds. Nothing may overlap,
// and neither energy nor momentum may drift. The field is periodic because walls would absorb momentum.
func TestMassesAndRadiiOfSixOrdersOfMagnitude(t *testing.T) {
	contacts := 0
	for seed := range uint64(6) {
		rng := newSource(seed)
		w := New(6000, 5000)
		w.Wrap(true, true)
		for range 200 {
			r, mass := math.Pow(10, 6*rng.Float64()-3), math.Pow(10, 6*rng.Float64()-3)
			d := Disc{R: r, Mass: mass, From: at(6000*rng.Float64(), 5000*rng.Float64())}
			d.V = rng.direction().Mul(4000 * rng.Float64())
			if w.Accepts(d, Filter{}) == nil {
				w.AddDisc(d)
			}
		}
		momentum, scale := at(0, 0), 0.0
		for i := range w.Discs {
			momentum = momentum.Along(w.Discs[i].V, w.Discs[i].Mass)
			scale += w.Discs[i].Mass * w.Discs[i].V.Norm()
		}
		energy := kineticEnergy(w)
		for range 200 {
			contacts += tick(w)
			if err := w.Check(); err != nil {
				t.Fatalf("seed %d, tick %d: %v", seed, w.tick, err)
			}
		}
		for i := range w.Discs {
			momentum = momentum.Along(w.Discs[i].V, -w.Discs[i].Mass)
		}
		if drift := kineticEnergy(w)/energy - 1; math.Abs(drift) > 1e-13 || momentum.Norm() > 1e-12*scale {
			t.Errorf("seed %d: %d discs: energy drift %g, momentum drift %g of %g",
				seed, len(w.Discs), drift, momentum.Norm(), scale)
		}
	}
	if contacts < 200 {
		t.Errorf("the simulations have %d contacts, want at least 200", contacts)
	}
}

// At the maximum speed, the error of a position is at most the distance that a disc moves in the time resolution.
func TestFastestDiscsStayInTheField(t *testing.T) {
	rng := newSource(2)
	w := New(2000, 1000)
	for len(w.Discs) < 12 {
		d := Disc{R: 10 * rng.Float64(), From: at(2000*rng.Float64(), 1000*rng.Float64())}
		d.V = rng.direction().Mul(MaxDiscSpeed)
		if w.Accepts(d, Filter{}) == nil {
			w.AddDisc(d)
		}
	}
	contacts, out := 0, 0.0
	for range 3 {
		for c := range w.Tick() {
			p, r := w.At(c.Disc), w.Discs[c.Disc].R
			out = max(out, r-p.X, p.X-(w.W-r), r-p.Y, p.Y-(w.H-r))
			contacts++
		}
		if err := w.Check(); err != nil {
			t.Fatalf("tick %d: %v", w.tick, err)
		}
	}
	if contacts < 100_000 || out == 0 || out > 3e-6 {
		t.Errorf("%d contacts, up to %g units outside of the field; want at least 100,000, and more than 0 up to 3e-6",
			contacts, out)
	}
}

// Size differs by at most a fifth from the memory that a copy takes.
func TestSizeIsTheSizeOfACopy(t *testing.T) {
	for _, capsules := range []int{0, 1} {
		w := New(100, 100)
		for range capsules {
			w.AddCapsule(Capsule{X: 50, Y: 99, Half: 5, R: 0.5})
		}
		for k := range 2304 {
			w.AddDisc(Disc{R: 0.5, From: at(float64(2*(k%48)+1), float64(2*(k/48)+1)), V: at(20, 0)})
		}
		tick(w)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c := w.Clone()
		runtime.ReadMemStats(&after)
		if got := float64(after.TotalAlloc - before.TotalAlloc); math.Abs(float64(c.Size())/got-1) > 0.2 {
			t.Errorf("with %d capsules, a copy takes %g bytes, and Size returns %d", capsules, got, c.Size())
		}
	}
}
