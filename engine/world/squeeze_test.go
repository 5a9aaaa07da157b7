package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// Hexagons that drift through each other squeeze whatever is between them, again and again. In a
// world without rules that makes discs faster, but not beyond MaxSpeed, and the work of a tick
// stays bounded.
func TestSqueezingIsBounded(t *testing.T) {
	w := New(fieldW, fieldH)
	for k := range 24 {
		p := at(8+16*float64(k%4), 6+7*float64(k/4))
		spin := []float64{90, -180, 400}[k%3]
		way := geom.Direction(float64(50 * k)).Mul(9)
		w.AddMover(Obstacle{Shape: new(geom.Regular(6, p, 3, 0))}, Motion{Spin: spin, Path: way, Lap: 120})
	}
	for k := range 30 {
		w.AddDisc(Disc{From: at(2+2*float64(k), 2.5+43*float64(k%2)), R: 0.5, V: geom.Direction(float64(77 * k)).Mul(20)})
	}

	fastest, most := 0.0, 0
	for range 8 * TicksPerSecond {
		most = max(most, tick(&w))
		fastest = max(fastest, math.Sqrt(2*kineticEnergy(&w)/float64(len(w.Discs))))
	}
	t.Logf("up to %.0f units/s on average and %d contacts in a tick", fastest, most)
	if fastest > w.MaxSpeed {
		t.Errorf("the root of the mean square of the speeds is %g units/s", fastest)
	}
	if fastest < 200 {
		t.Errorf("nothing was squeezed: %g units/s at most", fastest)
	}
	if limit := (maxTouches + maxWedgedContacts) * len(w.Discs) / 4; most > limit {
		t.Errorf("%d contacts in a tick, want %d at most", most, limit)
	}
}

// Beyond the highest speed that a mover gives, a disc comes off it with the speed that it had.
func TestMoversGiveNoMoreThanMaxSpeed(t *testing.T) {
	shape := geom.Regular(4, at(40, 24), 4, 45)
	for _, tt := range []struct{ speed, want float64 }{{30, 50}, {95, 100}, {300, 300}} {
		w := oneMover(Disc{From: at(20, 24), R: ballR, V: at(tt.speed, 0)}, shape, Motion{Path: at(-10, 0), Lap: 2 * TicksPerSecond})
		w.MaxSpeed = 100
		for w.Discs[0].V.X > 0 {
			tick(w)
		}
		if got := w.Discs[0].V.Sub(at(-tt.want, 0)).Norm(); got > 1e-9 {
			t.Errorf("%g units/s against 10: leaves with %v, want %g", tt.speed, w.Discs[0].V, tt.want)
		}
	}
}
