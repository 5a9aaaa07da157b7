package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// Hexagons that drift through each other squeeze the discs between them repeatedly. This accelerates the discs up to
// MaxSpeed at most, and the number of contacts per tick remains bounded.
func TestSqueezingIsBounded(t *testing.T) {
	w := New(fieldW, fieldH)
	for k := range 24 {
		p := at(8+16*float64(k%4), 6+7*float64(k/4))
		spin := []float64{90, -180, 400}[k%3]
		way := geom.Direction(float64(50 * k)).Mul(9)
		w.AddMover(Obstacle{Shape: new(geom.Regular(6, p, 3, 0))}, Motion{Spin: spin, Path: way, Lap: 120})
	}
	for k := range 30 {
		v := geom.Direction(float64(77 * k)).Mul(20)
		w.AddDisc(Disc{From: at(2+2*float64(k), 2.5+43*float64(k%2)), R: 0.5, V: v})
	}

	fastest, maxContacts := 0.0, 0
	for range 8 * TicksPerSecond {
		maxContacts = max(maxContacts, tick(w))
		fastest = max(fastest, math.Sqrt(2*kineticEnergy(w)/float64(len(w.Discs))))
	}
	t.Logf("at most %.0f units/s (root mean square) and %d contacts in a tick", fastest, maxContacts)
	if fastest > w.MaxSpeed {
		t.Errorf("root mean square speed %g units/s, want at most %g", fastest, w.MaxSpeed)
	}
	if fastest < 200 {
		t.Errorf("root mean square speed %g units/s, want at least 200", fastest)
	}
	if limit := (maxTouches + maxWedgedContacts) * len(w.Discs) / 4; maxContacts > limit {
		t.Errorf("up to %d contacts in one tick, want at most %d", maxContacts, limit)
	}
}

// A mover does not accelerate a disc beyond MaxSpeed. A disc that was already faster keeps its speed.
func TestMaxSpeed(t *testing.T) {
	shape := geom.Regular(4, at(40, 24), 4, 45)
	for _, tt := range []struct{ speed, want float64 }{{30, 50}, {95, 100}, {300, 300}} {
		d := Disc{From: at(20, 24), R: ballR, V: at(tt.speed, 0)}
		w := oneMover(d, shape, Motion{Path: at(-10, 0), Lap: 2 * TicksPerSecond})
		w.MaxSpeed = 100
		for w.Discs[0].V.X > 0 {
			tick(w)
		}
		if got := w.Discs[0].V.Sub(at(-tt.want, 0)).Norm(); got > 1e-9 {
			t.Errorf("disc at %g units/s against 10 units/s: velocity %v, want speed %g",
				tt.speed, w.Discs[0].V, tt.want)
		}
	}
}
