package world

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"arkterm/engine/geom"
)

// scatteredScene returns a scene whose bodies have very different sizes, crowd or are far apart, and rest or move.
func scatteredScene(seed uint64) *World {
	rng := newSource(seed)
	scale := math.Pow(10, float64(seed%7)-3) // of the discs
	if seed%3 == 0 {
		scale = 1
	}
	side := scale * (10 + 90*rng.Float64())
	w := New(side, side*(0.5+rng.Float64()))
	if kind := seed % 5; kind < 3 && seed%2 == 0 {
		w.Wrap(kind != 1, kind != 2)
	}
	w.MaxSpeed = defaultMaxSpeed * max(1, scale)
	w.Floor = seed%4 != 3

	place := func(margin float64) geom.Vec {
		return at(margin+(w.W-2*margin)*rng.Float64(), margin+(w.H-2*margin)*rng.Float64())
	}
	if scale >= 0.1 {
		for range rng.IntN(12) {
			r := scale * (0.3 + 2*rng.Float64())
			w.AddObstacle(Obstacle{Shape: new(geom.Regular(3+rng.IntN(6), place(1.1*r), r, 360*rng.Float64()))})
		}
		for k := range rng.IntN(10) {
			r := scale * (0.3 + rng.Float64())
			m := Motion{Spin: float64(k%3) * (rng.Float64() - 0.5) * 700}
			if k%2 == 0 || m.Spin == 0 {
				m.Path, m.Lap = rng.direction().Mul(scale*3*rng.Float64()), 60+rng.IntN(400)
			}
			shape := geom.Regular(3+rng.IntN(6), place(min(w.W, w.H)/4), r, 360*rng.Float64())
			w.AddMover(Obstacle{Shape: &shape}, m)
		}
		if seed%3 == 1 && !w.wraps() {
			w.AddCapsule(Capsule{X: w.W / 2, Y: w.H * 0.8, Half: w.W / 8, R: w.W / 60})
		}
	}

	crowd := 1.0
	if seed%4 == 1 {
		crowd = 0.2 // in a corner
	}
	spread := []float64{0, 1, 2, 6}[seed%4]
	for range 10 + rng.IntN(120) {
		d := Disc{R: scale * 0.4 * math.Pow(10, -spread*rng.Float64()), From: place(0).Mul(crowd)}
		if rng.IntN(40) == 0 {
			d.R *= 8
		}
		d.V = rng.direction().Mul(scale * 40 * rng.Float64())
		if w.Accepts(d, Filter{}) == nil {
			w.AddDisc(d)
		}
	}
	return w
}

// A world that searches only the cells near a disc has the same contacts, bit for bit, as a world that checks all
// bodies for each prediction. This holds while discs and obstacles are added and removed.
func TestIndexFindsAllContacts(t *testing.T) {
	contacts := 0
	for seed := range uint64(shorter(60, 15)) {
		indexed, exhaustive := scatteredScene(seed), scatteredScene(seed)
		if seed%6 == 5 {
			speed := []float64{5, 60, 270}[seed%3]
			indexed, exhaustive = millWorld(24, ballR, speed, seed), millWorld(24, ballR, speed, seed)
		}
		exhaustive.exhaustive = true
		rng := newSource(seed + 1000)
		for n := range 200 {
			if n%10 == 9 && len(indexed.Discs) > 0 {
				i, v, k := rng.IntN(len(indexed.Discs)), rng.direction(), rng.IntN(4)
				d := Disc{R: indexed.Discs[i].R / 2, From: at(indexed.W*rng.Float64(), indexed.H*rng.Float64())}
				d.V = v.Mul(indexed.W)
				for _, w := range []*World{indexed, exhaustive} {
					switch {
					case k == 0:
						w.Kick(i, v.Mul(w.Discs[i].Mass*w.W))
					case k == 1 && len(w.Discs) > 1:
						w.RemoveDisc(i)
					case k < 3 && w.Accepts(d, Filter{}) == nil:
						w.AddDisc(d)
					case k == 3 && len(w.Obstacles) > 0:
						w.RemoveObstacle(i % len(w.Obstacles))
					}
				}
			}
			if a, b := encounters(indexed), encounters(exhaustive); a != b {
				t.Fatalf("seed %d, tick %d: contacts%s\nwithout an index%s", seed, n, a, b)
			} else {
				contacts += strings.Count(a, "\n")
			}
			if indexed.Hash() != exhaustive.Hash() {
				t.Fatalf("seed %d, tick %d: the states with and without an index differ", seed, n)
			}
		}
		if err := indexed.Check(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if want := shorter(7_000, 1_500); contacts < want {
		t.Errorf("%d contacts, want at least %d", contacts, want)
	}
}

// encounters simulates a tick and describes its contacts.
func encounters(w *World) (s string) {
	for c := range w.Tick() {
		s += fmt.Sprintf("\n%v %d %d at %v", c.Kind, c.Disc, c.Other, c.Time)
	}
	return s
}

// Adding discs and obstacles in any order, and adding, kicking and removing discs of a running world, predicts only the
// discs nearby. Without an index, this test would take minutes.
func TestAddingIsLocal(t *testing.T) {
	const n = 20_000
	rng := newSource(1)
	w := New(400, 300)
	place := func() geom.Vec { return at(1+398*rng.Float64(), 1+298*rng.Float64()) }
	add := func() {
		if d := (Disc{R: 0.25, From: place(), V: rng.direction().Mul(20)}); w.Accepts(d, Filter{}) == nil {
			w.AddDisc(d)
		}
	}
	for k := range n {
		if p := place(); k%5 == 0 && w.Accepts(Disc{R: 0.5, From: p}, Filter{}) == nil {
			w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, p, 0.5, 0))})
		}
		add()
	}
	tick(w)
	for discs := len(w.Discs); len(w.Discs) == discs; {
		add() // the next tick makes room for further discs
	}
	tick(w)
	for k := range n / 4 {
		add()
		w.Kick(k, rng.direction())
	}
	if w.stale {
		t.Error("adding discs to a running world makes all predictions outdated")
	}
	tick(w)
	w.window.renewals = 1
	for range n / 8 {
		w.RemoveDisc(rng.IntN(len(w.Discs)))
	}
	if w.window.renewals != 1 {
		t.Error("removing discs from a running world makes all predictions again")
	}
	tick(w)
	if err := w.checkEnergy(); err != nil {
		t.Error(err)
	}
}

// In a periodic field, a prediction checks only the movers near the course of the disc.
func TestPeriodicPredictionsCheckNearMovers(t *testing.T) {
	w := New(200, 200)
	w.Wrap(true, true)
	for k := range 400 {
		shape := geom.Regular(6, at(5+10*float64(k%20), 5+10*float64(k/20)), 2, 0)
		w.AddMover(Obstacle{Shape: &shape}, Motion{Spin: 90, Path: at(1, 1), Lap: 300})
		place := at(10*float64(k%20), 10*float64(k/20))
		w.AddDisc(Disc{R: 0.5, From: place, V: geom.Direction(float64(77 * k)).Mul(20)})
	}
	ticks(w, 10)
	checked := 0
	for i := range w.Discs {
		w.predict(i)
		near := 0
		for k := range w.movers {
			if w.movers[k].tested/images == w.tests {
				near++
			}
		}
		if checked += near; near > 40 {
			t.Fatalf("disc %d at %v: %d of 400 movers checked, want at most 40", i, w.At(i), near)
		}
	}
	if checked == 0 {
		t.Error("no mover was checked")
	}
}
