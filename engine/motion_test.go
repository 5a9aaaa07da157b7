package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// honeycomb is a board of hexagons for tests.
func honeycomb() Level {
	var l Level
	for row := range 6 {
		for col := range 12 - row%2 {
			at := geom.Vec{X: 6.5 + 4.6*float64(col) + 2.3*float64(row%2), Y: 5 + 4*float64(row)}
			l.Bricks = append(l.Bricks, BrickSpec{Kind: Kind(row % 3), Hue: uint8(row), Shape: geom.Regular(6, at, 2.4, 30)})
		}
	}
	return l
}

// storm is a closed box with n balls at the given speed among l's bricks.
func storm(t testing.TB, l Level, n int, r, speed float64, seed uint64) *Game {
	rng := Random(seed)
	c := Config{Levels: []Level{l}, Free: true, Floor: true, NoPaddle: true}
	for len(c.Balls) < n {
		at := geom.Vec{X: r + (FieldW-2*r)*float64(rng.Below(10001))/10000, Y: r + (FieldH-2*r)*float64(rng.Below(10001))/10000}
		ok := true
		for k := range l.Bricks {
			ok = ok && l.Bricks[k].Shape.Distance(at) > r
		}
		for _, b := range c.Balls {
			ok = ok && at.Sub(b.At).Norm() > r+b.R
		}
		if ok {
			c.Balls = append(c.Balls, NewBall{At: at, V: rng.Direction().Mul(speed), R: r})
		}
	}
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func at(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y} }

func TestStormKeepsItsInvariants(t *testing.T) {
	g := storm(t, honeycomb(), 32, BallRadius, 270, 1)
	contacts := 0
	for range 10 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
		contacts += len(g.Events)
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d contacts, energy %v of %v", contacts, g.energy, 32*270.*270/2)
	if contacts < 1000 {
		t.Errorf("only %d contacts", contacts)
	}
}

func TestSubstepsDoNotMatter(t *testing.T) {
	var want uint64
	for _, n := range []int{1, 2, 3, 8} {
		g := storm(t, honeycomb(), 32, BallRadius, 60, 7)
		g.substeps = n
		for range 10*TicksPerSecond + 17 {
			g.Step(Input{Idle, Idle})
		}
		if n == 1 {
			want = g.Hash()
		} else if got := g.Hash(); got != want {
			t.Errorf("%d sub-steps: hash %016x, with 1 %016x", n, got, want)
		}
	}
	_ = math.Pi
}
