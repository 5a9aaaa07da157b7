package world

import (
	"flag"
	"math"
	"testing"

	"arkterm/engine/geom"
)

var jamSeeds = flag.Uint64("jams", 40, "number of scenes of TestSavingDoesNotChangeJams")

// jam returns a scene in which movers and a capsule press discs against each other and against sides, and in which few
// contacts per tick are allowed.
func jam(seed uint64) *World {
	rng := newSource(seed)
	w := New(12, 9)
	w.MaxContacts = 2 + rng.IntN(40)
	w.Substeps = 1 + rng.IntN(3)
	if seed%2 == 0 { // a slot of exactly the width of a disc
		for _, y := range [...]float64{1.25, 3.75} {
			w.AddObstacle(Obstacle{Shape: new(geom.Regular(4, at(3, y), 1.25*math.Sqrt2/2*1.5, 45))})
		}
	}
	for k := range 2 + rng.IntN(3) {
		m := Motion{Spin: 720 * (rng.Float64() - 0.5), Path: rng.direction().Mul(3 * rng.Float64()), Lap: 60}
		p := at(2.5+3*float64(k), 3+2*rng.Float64())
		if shape := geom.Regular(3+rng.IntN(4), p, 1, 360*rng.Float64()); w.Room(p, 1, -1, -1) >= 1 {
			w.AddMover(Obstacle{Shape: new(shape)}, m)
		}
	}
	if seed%3 > 0 {
		w.AddCapsule(Capsule{X: 6, Y: 7.8, Half: 2, R: 0.4})
	}
	for n, tries := 0, 0; n < 24 && tries < 4000; tries++ {
		r := [...]float64{0.25, 0.3, 0.5}[rng.IntN(3)]
		d := Disc{R: r, Mass: [...]float64{1, 1, 4}[rng.IntN(3)], From: at(12*rng.Float64(), 9*rng.Float64())}
		d.V = [...]geom.Vec{rng.direction().Mul(80), {X: 30}, {Y: 30}, {}}[rng.IntN(4)]
		if tries%2 == 0 { // ties
			d.From = at(math.Round(4*d.From.X)/4, math.Round(4*d.From.Y)/4)
		}
		if w.Accepts(d, Filter{}) == nil {
			w.AddDisc(d)
			n++
		}
	}
	return w
}

// restored returns a copy of w without predictions, like a world that was saved and restored.
func restored(w *World) *World {
	c := w.Clone()
	c.window = window{}
	c.Rebuild()
	return c
}

// Saving and restoring the world, or another length of windows, does not change the motion in a jam.
func TestSavingDoesNotChangeJams(t *testing.T) {
	contacts, slept, ties := 0, 0, 0
	seeds := []uint64{
		41,  // a disc crosses more than maxAhead cells in a sub-step
		75,  // rounding puts a contact after the end of a tick that coasts
		169, // a disc sleeps at the contact at which it stops a mover
	}
	for seed := range *jamSeeds {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		w := jam(seed)
		again, steer, change := w.Clone(), newSource(seed), newSource(seed)
		for n := range TicksPerSecond {
			if len(w.Capsules) > 0 {
				x := 12 * steer.Float64()
				w.SetTarget(0, x)
				again.SetTarget(0, x)
			}
			switch change.IntN(12) {
			case 0, 1:
				again = restored(again)
			case 2:
				again = again.Clone()
			case 3:
				again.window.span = math.Exp2(-30 * change.Float64())
			}

			end, last := w.Begin(), -1.0
			if e := again.Begin(); e != end {
				t.Fatalf("seed %d, tick %d: ends at %g, want %g", seed, n, e, end)
			}
			for {
				c, ok := w.Next(end)
				d, okAgain := again.Next(end)
				if ok != okAgain || c != d || w.now != again.now {
					t.Fatalf("seed %d, tick %d: contact %+v at %v in the copy, want %+v at %v",
						seed, n, d, again.now, c, w.now)
				}
				if !ok {
					break
				}
				if w.now == last {
					ties++
				}
				contacts, last = contacts+1, w.now
				slept = max(slept, w.sleeping)
				w.Bounce(c)
				again.Bounce(d)
				if change.IntN(40) == 0 {
					again.Rebuild()
				}
			}
			if w.Hash() != again.Hash() {
				t.Fatalf("seed %d, tick %d: the hashes differ", seed, n)
			}
		}
	}
	t.Logf("%d contacts, %d at the same time as another, up to %d discs asleep", contacts, ties, slept)
	if contacts < 1000 || slept < 2 || ties < 100 {
		t.Errorf("%d contacts, %d ties, %d sleeping discs; want at least 1000, 100 and 2", contacts, ties, slept)
	}
}

// wedge returns two sides that meet at the given angle in degrees, and a disc that enters between them from the left,
// off the bisector by the given distance.
func wedge(t *testing.T, angle, off float64) *World {
	t.Helper()
	const y, r = 64, 0.5
	slope := math.Tan(angle * math.Pi / 360)
	length := math.Round(4 * r / slope)
	half := math.Round(length*slope*0x1p20) / 0x1p20
	w := New(length+40, 2*y)
	w.MaxContacts = 256
	for _, side := range [...]float64{1, -1} {
		p, err := geom.NewPolygon(at(20+length, y), at(20, y+side*half), at(20+length, y+side*(half+1)))
		if err != nil {
			t.Fatal(err)
		}
		w.AddObstacle(Obstacle{Shape: &p})
	}
	w.AddDisc(Disc{R: r, From: at(22, y+off), V: at(60, 0)})
	return w
}

// A disc on the bisector of a narrow wedge touches both sides at the same time. It leaves the wedge at its speed.
func TestDiscLeavesNarrowWedge(t *testing.T) {
	for _, angle := range [...]float64{1, 0.3, 0.1, 0.01} {
		for _, off := range [...]float64{0, 1e-13, 1e-9, 0.25} {
			w := wedge(t, angle, off)
			for n := 0; w.At(0).X > 20; n++ {
				if tick(w); n > int(w.W/60*2*TicksPerSecond) {
					t.Fatalf("%g°, %g off the bisector: after %d ticks, the disc is at %v with velocity %v",
						angle, off, n, w.At(0), w.Discs[0].V)
				}
			}
			if v := w.Discs[0].V; math.Abs(v.Norm()-60) > 1e-9 || w.Check() != nil {
				t.Errorf("%g°, %g off the bisector: final velocity %v, want 60 units/s; %v", angle, off, v, w.Check())
			}
		}
	}
}

// A disc that two movers clamp leaves the gap between them, although both would move on in the next tick.
func TestDiscLeavesClosingMovers(t *testing.T) {
	clamped := 0
	for _, seed := range [...]uint64{536, 1, 2, 3} {
		rng := newSource(seed)
		w := New(16, 16)
		w.MaxSpeed = 100
		for len(w.movers) < 4 {
			if p := at(2.2+11.6*rng.Float64(), 2.2+11.6*rng.Float64()); w.Room(p, 2, -1, -1) >= 2 {
				w.AddMover(Obstacle{Shape: new(geom.Regular(6, p, 2, 0))}, Motion{Spin: 90})
			}
		}
		for len(w.Discs) < 20 {
			d := Disc{R: 0.5, From: at(16*rng.Float64(), 16*rng.Float64()), V: rng.direction().Mul(20)}
			if w.Accepts(d, Filter{}) == nil {
				w.AddDisc(d)
			}
		}
		inRow := make([]int, len(w.Discs)) // ticks
		for range 10 * TicksPerSecond {
			tick(w)
			for i := range w.Discs {
				inRow[i]++
				if n, _, _ := w.MoverTouches(i); n < maxTouches {
					inRow[i] = 0
				}
				clamped = max(clamped, inRow[i])
				if inRow[i] > 60 {
					t.Fatalf("seed %d, tick %d: disc %d is clamped for 60 ticks", seed, w.tick, i)
				}
			}
		}
	}
	if clamped == 0 {
		t.Error("no disc was clamped")
	}
}

// A disc that sleeps where two sides meet wakes with a velocity that points away from both, for walls and bodies of all
// kinds.
func TestSleepingDiscLeavesBothSides(t *testing.T) {
	const r = 1.0
	angle := func(degrees float64, under geom.Vec) *geom.Polygon { // a side whose normal has the angle
		n := geom.Direction(degrees)
		edge, along := under.Along(n, -r), geom.Vec{X: -n.Y, Y: n.X}
		p, err := geom.NewPolygon(edge.Along(along, -3), edge.Along(along, 3), edge.Along(n, -2))
		if err != nil {
			t.Fatal(err)
		}
		return &p
	}
	for name, add := range map[string]func(w *World){
		"obstacle and floor": func(w *World) { w.AddObstacle(Obstacle{Shape: angle(89, at(20, 29))}) },
		"two obstacles": func(w *World) {
			w.AddObstacle(Obstacle{Shape: angle(80, at(20, 29))})
			w.AddObstacle(Obstacle{Shape: angle(-95, at(20, 29))})
		},
		"mover and floor": func(w *World) { w.AddMover(Obstacle{Shape: angle(100, at(20, 29))}, Motion{}) },
		"obstacle in a periodic field": func(w *World) {
			w.Wrap(true, false)
			w.AddObstacle(Obstacle{Shape: angle(85, at(20, 29))})
		},
		"capsule and a floor": func(w *World) { w.AddCapsule(Capsule{X: 20 - 4.6, Y: 29 - 1.2, Half: 4, R: 1}) },
	} {
		w := New(40, 30)
		add(w)
		w.AddDisc(Disc{R: r, From: at(20, 29), V: at(1, 2)})
		w.Rebuild()
		var normals touchedSides
		w.touchedBy(0, &normals)
		if normals.n != 2 && name != "two obstacles" || normals.n < 2 {
			t.Fatalf("%s: the disc touches %d sides, want 2", name, normals.n)
		}
		w.sleep(0, normals.normals[0])
		w.wakeAll()
		v := w.Discs[0].V
		for _, n := range normals.normals[:normals.n] {
			if v.Dot(n) <= 0 {
				t.Errorf("%s: the disc wakes with velocity %v, want away from %v", name, v, n)
			}
		}
		if math.Abs(v.Norm()-math.Sqrt(5)) > 1e-12 {
			t.Errorf("%s: the disc wakes at %g units/s, want √5", name, v.Norm())
		}
	}
}
