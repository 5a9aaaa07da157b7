package world

import (
	"testing"

	"arkterm/engine/geom"
)

// A motion with the shortest lap moves, and the longest lap is 1<<20 ticks.
func TestLapLimits(t *testing.T) {
	for _, c := range []struct {
		lap          int
		path         float64
		moves, valid bool
	}{
		{0, 0, false, true},
		{1, 0.125, true, true},
		{1, 0.126, true, false},
		{1 << 20, 1, true, true},
		{1<<20 + 1, 1, true, false},
		{-1, 0, false, false},
	} {
		m := Motion{Path: geom.Vec{X: c.path}}
		m.Lap += c.lap
		if m.Moves() != c.moves || m.Valid() != c.valid {
			t.Errorf("lap %d, path %g: moves %v, valid %v; want %v, %v",
				c.lap, c.path, m.Moves(), m.Valid(), c.moves, c.valid)
		}
	}
}

// A World that was copied by assignment shares memory with the original, so it does not run.
func TestCopiedWorldPanics(t *testing.T) {
	w := *New(40, 30)
	defer func() {
		if recover() == nil {
			t.Error("Begin does not panic")
		}
	}()
	w.Begin()
}

// Depth is 0 for an obstacle that is far away or gone.
func TestDepth(t *testing.T) {
	w := New(40, 30)
	square := geom.Regular(4, geom.Vec{X: 10, Y: 10}, 2, 0)
	k := w.AddObstacle(Obstacle{Shape: &square})
	if depth := w.Depth(k, geom.Vec{X: 10, Y: 10}, 1); depth <= 0 {
		t.Errorf("Depth() in the middle of the obstacle = %g, want more than 0", depth)
	}
	if depth := w.Depth(k, geom.Vec{X: 30, Y: 20}, 1); depth != 0 {
		t.Errorf("Depth() far from the obstacle = %g, want 0", depth)
	}
	w.Obstacles[k].Gone = true
	if depth := w.Depth(k, geom.Vec{X: 10, Y: 10}, 1); depth != 0 {
		t.Errorf("Depth() in a removed obstacle = %g, want 0", depth)
	}
}

// PlaceBody moves the shape of the obstacle immediately.
func TestPlaceBodyMovesTheObstacle(t *testing.T) {
	w := New(40, 30)
	square := geom.Regular(4, geom.Vec{}, 2, 0)
	m := w.AddBody(Obstacle{Shape: &square}, 1, geom.Vec{X: 10, Y: 10})
	o := &w.Obstacles[w.movers[m].obstacle]
	o.Gone = true
	to := geom.Vec{X: 25, Y: 20}
	w.PlaceBody(m, to, 0)
	if at, _ := o.Shape.Circle(); at.Sub(to).Norm() > 1e-9 {
		t.Errorf("after PlaceBody, the obstacle is at %v, want %v", at, to)
	}
}

// A disc of any vertical speed leaves through the open floor.
func TestDiscsOfAnySpeedLeave(t *testing.T) {
	for n, speed := range []float64{0.5, 1, 2, 30, 0.5, 1, 2, 30} {
		w := New(10, 10)
		w.Floor = false
		w.Wrap(n >= 4, false)
		i := w.AddDisc(Disc{R: 0.5, From: geom.Vec{X: 5, Y: 9}, V: geom.Vec{Y: speed}})
		exits := 0
		for range 4 * TicksPerSecond {
			for c := range w.Tick() {
				if c.Kind == AtExit && c.Disc == i {
					exits++
				}
			}
		}
		if exits != 1 {
			t.Errorf("a disc of %g units/s leaves %d times in 4 s, want once (periodic: %v)", speed, exits, n >= 4)
		}
	}
}

// A query does not find a disc that was held after earlier queries of the same moment had built an index.
func TestQueriesDoNotFindHeldDiscs(t *testing.T) {
	w := New(60, 60)
	for k := range 2 * fewDiscs {
		w.AddDisc(Disc{R: 0.5, From: geom.Vec{X: 2 + 3*float64(k), Y: 30}})
	}
	path := geom.Vec{X: 50}
	for range 2 * maxUnindexed {
		if found, ok := w.Ray(geom.Vec{X: 1, Y: 30}, path, Search{}); !ok || found.Kind != AtDisc || found.Index != 0 {
			t.Fatalf("Ray() = %+v, want disc 0", found)
		}
	}
	w.Hold(0)
	if found, ok := w.Ray(geom.Vec{X: 1, Y: 30}, path, Search{}); !ok || found.Kind != AtDisc || found.Index != 1 {
		t.Errorf("Ray() after Hold(0) = %+v, want disc 1", found)
	}
}

// If the caller stops a disc in front of a capsule, the capsule waits instead of moving into the disc.
func TestCapsuleWaitsForAStoppedDisc(t *testing.T) {
	w := New(40, 30)
	k := w.AddCapsule(Capsule{X: 10, Y: 20, Half: 3, R: 1})
	w.AddDisc(Disc{R: 0.5, From: geom.Vec{X: 15, Y: 20}})
	contacts := 0
	for n := range 60 {
		w.SetTarget(k, 10+0.1*float64(n))
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			contacts++
			w.Bounce(c)
			w.Turn(c.Disc, geom.Vec{})
		}
		if err := w.Check(); err != nil {
			t.Fatalf("tick %d: %v", n, err)
		}
	}
	if x := w.CapsuleX(k); contacts == 0 || x > 11.5+1e-6 {
		t.Errorf("after %d contacts, the capsule is at %g, want at most 11.5", contacts, x)
	}
}

// A disc touches everything in its way after Launch, also if it is much larger than the other discs, and if its radius
// was changed while it was held.
func TestLaunchedDiscsTouchSmallDiscs(t *testing.T) {
	for _, heldR := range []float64{4, 0.05, 0.1, 8} {
		w := New(60, 60)
		big := w.AddDisc(Disc{R: heldR, Mass: 1e4, From: at(30, 30)})
		for k := range 24 * 24 {
			p := at(1+2.5*float64(k%24), 1+2.5*float64(k/24))
			if away := p.Sub(at(30, 30)).Norm(); away > max(heldR+0.2, 5) && away < 25 {
				w.AddDisc(Disc{R: 0.1, From: p})
			}
		}
		w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(30, 50), 0.3, 0))})
		tick(w)
		w.Hold(big)
		w.Discs[big].R = 4
		w.Launch(big, at(30, 30), at(30, 100))
		contacts := 0
		for range TicksPerSecond / 8 {
			contacts += tick(w)
			if err := w.Check(); err != nil {
				t.Fatalf("held with radius %g, after %d ticks: %v", heldR, w.tick, err)
			}
		}
		if contacts < 10 {
			t.Errorf("held with radius %g: %d contacts, want at least 10", heldR, contacts)
		}
	}
}

// AcceptsObstacle works in a field without discs.
func TestAcceptsObstacleWithoutDiscs(t *testing.T) {
	w := New(40, 30)
	o := Obstacle{Shape: new(geom.Regular(4, at(10, 10), 2, 0))}
	w.AddObstacle(o)
	w.AddCapsule(Capsule{X: 10, Y: 11, Half: 2, R: 1})
	if err := w.AcceptsObstacle(o, Filter{}); err != nil {
		t.Errorf("AcceptsObstacle() = %v, want nil", err)
	}
}
