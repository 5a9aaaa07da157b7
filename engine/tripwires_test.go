package engine

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// newWireGame returns a game in Play with a horizontal trip wire at y = 20. A brick that takes four
// hits is next to its left end, and a plain one is far away.
func newWireGame(t *testing.T) *Game {
	t.Helper()
	hexagon := func(k spec.Kind, x, y float64) spec.BrickSpec {
		return spec.BrickSpec{Kind: k, Shape: geom.Regular(6, geom.Vec{X: x, Y: y}, 2, 0)}
	}
	left, right := hexagon(spec.Tripwire, 4, 20), hexagon(spec.Tripwire, 57, 20)
	left.Pair, right.Pair = 3, 3
	l := spec.Level{Bricks: []spec.BrickSpec{left, hexagon(spec.Quad, 4, 16), right, hexagon(spec.Plain, 50, 4)}}
	l.Drones = spec.DroneSpec{Max: 1, Interval: 600 * TicksPerSecond, Gates: []float64{30}} // bolts need enemies
	g, err := New(Config{Setup: Setup{Seed: 1}, Levels: []spec.Level{l, l}, ClosedFloor: true})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	g.world.PlaceCapsule(0, 8, g.world.Capsules[0].Half)
	return g
}

// cuts returns the number of cuts in the events of the last tick.
func cuts(g *Game) (n int) {
	for _, e := range g.Events {
		if e.Kind == WireCut {
			n++
		}
	}
	return n
}

// A ball that flies straight up and down at any speed cuts the wire once per crossing, with any
// number of sub-steps.
func TestEveryCrossingCutsAWire(t *testing.T) {
	for _, v := range []float64{1, 27, 43, 399, 1717, 4001.5, 9100} {
		for _, substeps := range []int{1, 2, 3, 7} {
			g := newWireGame(t)
			g.world.Substeps = substeps
			const ticks, y0, wire = 2 * TicksPerSecond, 23.5, 20.0
			g.launch(0, geom.Vec{X: 30, Y: y0}, geom.Vec{Y: -v})
			g.world.Rebuild()
			got := 0
			for range ticks {
				g.Balls[0].resetStuck(g.distanceFlown)
				g.Bricks[1].Hits, g.Wires[0].OffUntil = 4, 0
				g.world.Redirect(0, g.world.Discs[0].V.Mul(v/g.world.Discs[0].V.Norm()))
				g.Step(Input{Idle, Idle})
				got += cuts(g)
				if err := g.checkWires(); err != nil {
					t.Fatal(err)
				}
			}

			// Crossings upward and downward alternate. The distances between them repeat with each
			// lap.
			up, down, want := wire-BallRadius, g.H-BallRadius-wire, 0
			gaps := [2]float64{2 * down, 2 * up}
			for flown := y0 - wire; flown <= float64(v*ticks)/TicksPerSecond; flown += gaps[want%2] {
				if flown > 0 {
					want++
				}
			}
			if got != want {
				t.Errorf("speed %g, %d sub-steps: %d cuts, want %d", v, substeps, got, want)
			}
		}
	}
}

// The number of crossings of random paths equals an exact count with rational numbers, also for
// paths that end on the beam, touch its ends or follow it, and for paths in parts.
func TestCrossingsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	point := func() geom.Vec { return geom.Vec{X: float64(rng.IntN(7) * 8), Y: float64(rng.IntN(7) * 8)} }
	count := func(path []geom.Vec, parts int, beam [2]geom.Vec) (n int) {
		for k := range path[1:] {
			from := path[k]
			for i := range parts {
				to := path[k].Lerp(path[k+1], float64(i+1)/float64(parts))
				if _, ok := crossing(from, to, beam); ok {
					n++
				}
				from = to
			}
		}
		return n
	}
	for range 3000 {
		beam := [2]geom.Vec{point(), point()}
		path := []geom.Vec{point(), point(), point(), point(), point()}
		want := exactCrossings(path, beam)
		for _, parts := range []int{1, 2, 4, 8} {
			if got := count(path, parts, beam); got != want {
				t.Fatalf("path %v in %d parts, beam %v: %d crossings, want %d", path, parts, beam, got, want)
			}
		}
	}
}

// exactCrossings counts the connected parts of a path that touch a beam, except one at the start of
// the path.
func exactCrossings(path []geom.Vec, beam [2]geom.Vec) (n int) {
	touching := touchesAt(path[0], path[0], beam, new(big.Rat)) // at the end of the previous segment
	for k := range path[1:] {
		from, to := path[k], path[k+1]
		var times []*big.Rat // candidates for the first touch after the start
		if from != to {
			times = append(times, big.NewRat(1, 1))
			for _, end := range beam {
				times = append(times, timeAt(from, to, end))
			}
			if s := timeAcross(from, to, beam); s != nil {
				times = append(times, s)
			}
		}
		touched := false
		for _, s := range times {
			touched = touched || s.Sign() > 0 && s.Cmp(big.NewRat(1, 1)) <= 0 && touchesAt(from, to, beam, s)
		}
		if touched && !touching {
			n++
		}
		touching = touchesAt(from, to, beam, big.NewRat(1, 1))
	}
	return n
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// pointAt returns the point at time s of a segment.
func pointAt(from, to geom.Vec, s *big.Rat) (x, y *big.Rat) {
	x = new(big.Rat).Mul(s, rat(to.X-from.X))
	y = new(big.Rat).Mul(s, rat(to.Y-from.Y))
	return x.Add(x, rat(from.X)), y.Add(y, rat(from.Y))
}

// touchesAt reports whether the point at time s of a segment is on the beam.
func touchesAt(from, to geom.Vec, beam [2]geom.Vec, s *big.Rat) bool {
	x, y := pointAt(from, to, s)
	dx, dy := new(big.Rat).Sub(x, rat(beam[0].X)), new(big.Rat).Sub(y, rat(beam[0].Y))
	bx, by := rat(beam[1].X-beam[0].X), rat(beam[1].Y-beam[0].Y)
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	if mul(dx, by).Cmp(mul(dy, bx)) != 0 {
		return false
	}
	dot, length := mul(dx, bx), mul(bx, bx)
	dot.Add(dot, mul(dy, by))
	length.Add(length, mul(by, by))
	if length.Sign() == 0 {
		return dx.Sign() == 0 && dy.Sign() == 0
	}
	return dot.Sign() >= 0 && dot.Cmp(length) <= 0
}

// timeAt returns the time at which a segment is nearest to a point.
func timeAt(from, to, p geom.Vec) *big.Rat {
	d := to.Sub(from)
	return new(big.Rat).Quo(rat(p.Sub(from).Dot(d)), rat(d.Dot(d)))
}

// timeAcross returns the time at which the line of a segment crosses the line of the beam, or nil
// if they are parallel.
func timeAcross(from, to geom.Vec, beam [2]geom.Vec) *big.Rat {
	d, b := to.Sub(from), beam[1].Sub(beam[0])
	if d.Cross(b) == 0 {
		return nil
	}
	return new(big.Rat).Quo(rat(beam[0].Sub(from).Cross(b)), rat(d.Cross(b)))
}

// A cut takes one hit from the bricks next to the ends, once until the beam is on again. A spent
// wire stays off.
func TestCutWireHitsTheBricksNextToItsEnds(t *testing.T) {
	g := newWireGame(t)
	for want := uint8(4); want > 0; {
		if g.Bricks[1].Hits != want || !g.WireOn(0) {
			t.Fatalf("the brick has %d hits left, want %d; wire on: %v", g.Bricks[1].Hits, want, g.WireOn(0))
		}
		g.crossWires(geom.Vec{X: 30, Y: 19}, geom.Vec{X: 31, Y: 21}, noPaddle)
		g.triggerCutWires()
		want--
		for range WireOffTicks - 1 {
			g.crossWires(geom.Vec{X: 30, Y: 19}, geom.Vec{X: 31, Y: 21}, noPaddle)
			g.triggerCutWires()
			if g.Tick++; g.WireOn(0) || g.Bricks[1].Hits != want {
				t.Fatalf("tick %d: the wire is on %v and the brick has %d hits left, want %d", g.Tick, g.WireOn(0),
					g.Bricks[1].Hits, want)
			}
		}
		g.Tick++
	}
	if g.WireOn(0) || g.Bricks[3].Hits != 1 {
		t.Errorf("at the end: WireOn() = %v, the other brick has %d hits left; want false and 1", g.WireOn(0),
			g.Bricks[3].Hits)
	}
}

// Drops, bolts and shots cut wires too. A ball outside Play does not.
func TestOtherObjectsCutWires(t *testing.T) {
	for name, put := range map[string]func(*Game){
		"drop": func(g *Game) {
			g.Drops = append(g.Drops, Drop{Kind: spec.Drop200Points, At: geom.Vec{X: 30, Y: 19}, V: geom.Vec{Y: 8}})
		},
		"bolt": func(g *Game) { g.Bolts = append(g.Bolts, Bolt{At: geom.Vec{X: 40, Y: 19}, V: geom.Vec{Y: 16}}) },
		"shot": func(g *Game) { g.Shots = 1; g.shoot(0) },
	} {
		g := newWireGame(t)
		g.holdBall(0, 0)
		g.Balls[0].ticksToLaunch = 1000
		put(g)
		n := 0
		for range TicksPerSecond {
			g.Step(Input{Idle, Idle})
			n += cuts(g)
		}
		if n != 1 || g.Bricks[1].Hits != 3 {
			t.Errorf("%s: %d cuts, %d hits left; want 1 and 3", name, n, g.Bricks[1].Hits)
		}
	}
}

// A copy of a game in any tick continues with the same cuts and hashes.
func TestCopyContinuesWithTheSameCuts(t *testing.T) {
	g := newWireGame(t)
	g.addTwins(1, 2)
	for range 2000 {
		c := g.Clone()
		in := Input{{Target: int16(g.Tick * 7 % (61 * 64))}, Idle}
		g.Step(in)
		c.Step(in)
		if g.Hash() != c.Hash() || cuts(g) != cuts(c) {
			t.Fatalf("tick %d: the copy has hash %x and %d cuts, the game %x and %d",
				g.Tick, c.Hash(), cuts(c), g.Hash(), cuts(g))
		}
		if g.Tick%97 == 0 {
			g = c
		}
	}
	if g.Bricks[1].Hits == 4 {
		t.Error("the wire is never cut, want at least one cut")
	}
}
