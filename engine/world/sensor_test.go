package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// Sensors report when the center of a disc crosses their outline, alternately in and out, and do not affect the motion.
func TestSensorsAgainstPositions(t *testing.T) {
	enters := 0
	for seed := range uint64(12) {
		w := mixedScene(seed, false)
		if seed%3 == 0 {
			w = New(20, 15)
			w.Wrap(true, seed%2 == 0)
			for k, d := range scatter(20, 15, nil, 12, 0.4, 15, seed) {
				d.Mass = float64(1 + k%2)
				w.AddDisc(d)
			}
		}
		plain := w.Clone()
		shapes := []geom.Polygon{
			geom.Regular(5, at(9, 8), 4, 10), geom.Point(at(1, 7)), geom.Regular(3, at(15, 10), 3, 40),
		}
		radii := []float64{0, 3, 1}
		for k := range shapes {
			w.AddSensor(&shapes[k], radii[k])
		}

		distance := func(i, k int) float64 {
			best := math.Inf(1)
			for m := range image(images) {
				if s, ok := w.imageOffset(m); ok {
					best = min(best, shapes[k].Distance(w.At(i).Sub(s))-radii[k])
				}
			}
			return best
		}
		inside := map[[2]int]bool{}
		for n := range 4 * TicksPerSecond {
			for c := range w.Tick() {
				if c.Kind != AtEnter && c.Kind != AtLeave {
					continue
				}
				key := [2]int{c.Disc, c.Other}
				if inside[key] != (c.Kind == AtLeave) || w.IsInside(c.Disc, c.Other) != (c.Kind == AtEnter) {
					t.Fatalf("seed %d, tick %d: %v of disc %d and sensor %d out of order",
						seed, n, c.Kind, c.Disc, c.Other)
				}
				if d := distance(c.Disc, c.Other); math.Abs(d) > 1e-9 && (n > 0 || d > 0) {
					t.Fatalf("seed %d, tick %d: %v at a distance of %g from the outline", seed, n, c.Kind, d)
				}
				inside[key] = c.Kind == AtEnter
				enters++
			}
			for range plain.Tick() {
			}
			for i := range w.Discs {
				for k := range shapes {
					if d := distance(i, k); !w.Discs[i].Held && math.Abs(d) > 1e-9 && inside[[2]int{i, k}] != (d < 0) {
						t.Fatalf("seed %d, tick %d: disc %d is %g from sensor %d, inside %v", seed, n, i, d, k, d >= 0)
					}
				}
			}
			if digest(w) != digest(plain) {
				t.Fatalf("seed %d, tick %d: the sensors affect the motion", seed, n)
			}
		}
	}
	if enters < 200 {
		t.Errorf("%d events, want at least 200", enters)
	}
}

// A removed sensor reports nothing. A disc that is held in a sensor enters it again when it is launched there.
func TestSensorsOfHeldDiscs(t *testing.T) {
	w := New(20, 10)
	w.AddDisc(Disc{R: 1, From: at(10, 5)})
	w.AddSensor(new(geom.Point(at(10, 5))), 2)
	k := w.AddSensor(new(geom.Point(at(10, 5))), 2)
	w.RemoveSensor(k)
	var seen []Kind
	for n := range 6 {
		switch n {
		case 1:
			w.Hold(0)
		case 2:
			w.Launch(0, at(10, 5), at(0, 0))
		case 3:
			w.Turn(0, at(240, 0))
		}
		for c := range w.Tick() {
			seen = append(seen, c.Kind)
			if c.Other == k {
				t.Errorf("tick %d: contact %+v of a removed sensor", n, c)
			}
		}
	}
	if len(seen) != 3 || seen[0] != AtEnter || seen[1] != AtEnter || seen[2] != AtLeave {
		t.Errorf("contacts %v, want enter, enter, leave", seen)
	}
}

// With a coefficient of restitution, the speed along the normal after a contact is this fraction of the speed before.
// The speed along the side, the momentum of two discs and the velocity of a mover do not change.
func TestRestitution(t *testing.T) {
	kinds := map[Kind]int{}
	for _, e := range [...]float64{0, 0.3, 0.7, 1} {
		w := mixedScene(2, false)
		w.MaxSpeed = 1e6
		for range TicksPerSecond {
			for c := range w.Tick() {
				d := w.Discs[c.Disc]
				u, other, mass := w.lastContact.u, Disc{}, 0.0
				switch c.Kind {
				case AtDisc:
					other, u, mass = w.Discs[c.Other], w.Discs[c.Other].V, w.Discs[c.Other].Mass
				case AtCapsule, AtMover:
				default:
					u = geom.Vec{}
				}
				w.BounceWith(c.Contact, e)
				kinds[c.Kind]++
				after, uAfter := w.Discs[c.Disc].V, u
				if c.Kind == AtDisc {
					uAfter = w.Discs[c.Other].V
				}
				away, scale := after.Sub(uAfter), 1e-12*(1+d.V.Norm()+u.Norm())
				if got, want := away.Dot(c.Normal), e*c.Speed; math.Abs(got-want) > scale {
					t.Fatalf("restitution %g, %+v: separates at %g units/s, want %g", e, c, got, want)
				}
				if slip := after.Sub(d.V).Cross(c.Normal); math.Abs(slip) > scale {
					t.Fatalf("restitution %g, %+v: the velocity along the side changes by %g", e, c, slip)
				}
				change := after.Sub(d.V).Mul(d.Mass).Add(uAfter.Sub(other.V).Mul(mass))
				if c.Kind == AtDisc && change.Norm() > scale*(d.Mass+mass) {
					t.Fatalf("restitution %g, %+v: the momentum changes by %v", e, c, change)
				}
			}
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if kinds[AtDisc] < 20 || kinds[AtSide] < 20 || kinds[AtObstacle] < 20 {
		t.Errorf("%v contacts, want at least 20 of each kind", kinds)
	}
}

// A disc in a uniform field is on a parabola at the end of each tick.
func TestAccelerate(t *testing.T) {
	w := New(1000, 1000)
	v, a := at(30, -90), at(-4, 50)
	w.AddDisc(Disc{R: 1, From: at(300, 300), V: v.Along(a, -0.5/TicksPerSecond)})
	w.AddDisc(Disc{R: 1, From: at(600, 300), Held: true})
	for n := range 4 * TicksPerSecond {
		w.Accelerate(a)
		for range w.Tick() {
			t.Fatalf("tick %d: contact", n)
		}
		s := float64(n+1) / TicksPerSecond
		if want := at(300, 300).Along(v, s).Along(a, s*s/2); w.At(0).Sub(want).Norm() > 1e-9 {
			t.Fatalf("after %g s: %v, want %v", s, w.At(0), want)
		}
	}
	if err := w.Check(); err != nil {
		t.Error(err)
	}
}
