package world

import (
	"math"
	"testing"
)

// Masses and radii from 1e-3 to 1e3, in any mixture and with speeds to match: nothing overlaps, and neither energy nor
// momentum drifts. The field is periodic, so that there are no walls to take momentum.
func TestMassesAndRadiiOfSixOrdersOfMagnitude(t *testing.T) {
	contacts := 0
	for seed := range uint64(6) {
		rng := newSource(seed)
		w := New(6000, 5000)
		w.Wrap(true, true)
		for range 200 {
			r, mass := math.Pow(10, 6*rng.Float64()-3), math.Pow(10, 6*rng.Float64()-3)
			d := Disc{R: r, Mass: mass, From: at(6000*rng.Float64(), 5000*rng.Float64()), V: rng.direction().Mul(4000 * rng.Float64())}
			if w.Accepts(d, Filter{}) == nil {
				w.AddDisc(d)
			}
		}
		momentum, scale := at(0, 0), 0.0
		for i := range w.Discs {
			momentum = momentum.Along(w.Discs[i].V, w.Discs[i].Mass)
			scale += w.Discs[i].Mass * w.Discs[i].V.Norm()
		}
		energy := kineticEnergy(&w)
		for range 200 {
			contacts += tick(&w)
			if err := w.Check(); err != nil {
				t.Fatalf("seed %d, tick %d: %v", seed, w.tick, err)
			}
		}
		for i := range w.Discs {
			momentum = momentum.Along(w.Discs[i].V, -w.Discs[i].Mass)
		}
		if drift := kineticEnergy(&w)/energy - 1; math.Abs(drift) > 1e-13 || momentum.Norm() > 1e-12*scale {
			t.Errorf("seed %d: %d discs, the energy drifts by %g, the momentum by %g of %g", seed, len(w.Discs), drift, momentum.Norm(), scale)
		}
	}
	if contacts < 200 {
		t.Errorf("only %d contacts", contacts)
	}
}

// At the limit of speeds a disc is where it is to within its way in the least time that can be told apart.
func TestFastestDiscsStayInTheField(t *testing.T) {
	rng := newSource(2)
	w := New(2000, 1000)
	for len(w.Discs) < 12 {
		d := Disc{R: 10 * rng.Float64(), From: at(2000*rng.Float64(), 1000*rng.Float64()), V: rng.direction().Mul(MaxDiscSpeed)}
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
		t.Errorf("%d contacts, in which discs stand %g units out of the field, want 3e-6 at most", contacts, out)
	}
}
