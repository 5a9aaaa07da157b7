package main

import (
	"math"
	"testing"

	"arkterm/engine/world/scenes"
)

// ball returns a ball of the default size.
func ball(x, y, vx, vy float64) scenes.Ball {
	return scenes.Ball{X: x, Y: y, VX: vx, VY: vy, R: scenes.BallR}
}

func start(t *testing.T, e Engine, s *scenes.Scene) World {
	t.Helper()
	w, err := e.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// All engines must start with the same balls and move them in the same way before the first
// contact.
func TestEnginesAgreeOnFreeFlight(t *testing.T) {
	s := scenes.Scene{
		W: 40, H: 30, Wall: scenes.Wall, Dt: scenes.Step,
		Balls: []scenes.Ball{ball(20, 10, 3, 4), ball(5, 7, -1, 2)},
	}

	for _, e := range Engines {
		w := start(t, e, &s)
		for range 60 {
			w.Step()
		}
		for i, b := range s.Balls {
			x, y, vx, vy := w.Ball(i)
			if math.Abs(x-b.X-b.VX/2) > 1e-9 || math.Abs(y-b.Y-b.VY/2) > 1e-9 || vx != b.VX || vy != b.VY {
				t.Errorf("%s: ball %d at (%g, %g) with velocity (%g, %g), want a straight course for 0.5 s",
					e.Name, i, x, y, vx, vy)
			}
		}
	}
}

// A corner of the hexagon points down, and a ball that rises next to it bounces to the side. An
// engine with wrong axes, angles or elasticity would send the ball in another direction.
func TestEnginesAgreeOnAHexagon(t *testing.T) {
	s := scenes.Scene{
		W: 40, H: 30, Wall: scenes.Wall, Dt: scenes.Step,
		Hexes: []scenes.Hex{{X: 20, Y: 15, R: 2, Angle: math.Pi / 6}},
		Balls: []scenes.Ball{ball(21, 8, 0, 5), ball(19, 22, 0, -5), ball(14, 15, 5, 0)},
	}

	for _, e := range Engines {
		w := start(t, e, &s)
		for range 240 {
			w.Step()
		}
		for i, want := range [][2]float64{{5 * math.Sqrt(3) / 2, -2.5}, {-5 * math.Sqrt(3) / 2, 2.5}, {-5, 0}} {
			if _, _, vx, vy := w.Ball(i); math.Hypot(vx-want[0], vy-want[1]) > 0.05 {
				t.Errorf("%s: velocity of ball %d after the contact = (%g, %g), want %v", e.Name, i, vx, vy, want)
			}
		}
	}
}

func TestPaddleSwings(t *testing.T) {
	s := scenes.NamedWorkload("w1").Scene()
	a, c := start(t, Engines[0], &s).(*scenes.Run), start(t, Engines[1], &s).(*chipmunk)
	for k := 1; k <= 500; k++ {
		a.Step()
		c.Step()
		want := s.Paddles[0].At(float64(k) * s.Dt)
		if x := a.World.Capsules[0].X; math.Abs(x-want) > 1e-9 {
			t.Fatalf("arkterm's paddle at %g after %d steps, want %g", x, k, want)
		}
		if x := c.paddle.Position().X; math.Abs(x-want) > 1e-9 {
			t.Fatalf("cp's paddle at %g after %d steps, want %g", x, k, want)
		}
	}
}

func TestStepIsTwoTicks(t *testing.T) {
	s := scenes.NamedWorkload("w1s").Scene()
	s.Dt = 1.0 / 60
	if _, err := s.Begin(); err == nil {
		t.Error("Begin accepts steps of 1/60 s, want an error")
	}
}

func TestPeriodIsAWholeNumberOfSteps(t *testing.T) {
	s := scenes.NamedWorkload("w1").Scene()
	s.Paddles[0].Freq = 0.3001
	for _, e := range Engines {
		if _, err := e.New(&s); err == nil {
			t.Errorf("%s: New accepts a paddle that swings at %g Hz, want an error", e.Name, s.Paddles[0].Freq)
		}
	}
}
