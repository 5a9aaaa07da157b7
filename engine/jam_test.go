package engine

import (
	"testing"

	"arkterm/engine/geom"
)

// slot returns two walls of bricks whose sides are exactly gap apart, around the middle of the
// field and turned by so many degrees, as long as 2·long.
func slot(t *testing.T, gap, long, degrees float64) []BrickSpec {
	t.Helper()
	u := geom.Direction(degrees) // along the slot
	n := geom.Vec{X: -u.Y, Y: u.X}
	middle := geom.Vec{X: 32, Y: 20}
	var bricks []BrickSpec
	for _, side := range [...]float64{1, -1} {
		var corners []geom.Vec
		for _, c := range [...]geom.Vec{{X: -long, Y: gap / 2}, {X: long, Y: gap / 2}, {X: long, Y: gap/2 + 3}, {X: -long, Y: gap/2 + 3}} {
			corners = append(corners, middle.Along(u, side*c.X).Along(n, side*c.Y))
		}
		p, err := geom.NewPolygon(corners...)
		if err != nil {
			t.Fatal(err)
		}
		bricks = append(bricks, BrickSpec{Kind: Wall, Shape: p})
	}
	return bricks
}

// A ball in a slot exactly as wide as itself slides out of it, however it begins and however the
// slot is turned; time passes, nothing overlaps, and it keeps its speed.
func TestBallGetsOutOfASlotAsWideAsItself(t *testing.T) {
	for degrees := 0.0; degrees < 180; degrees += 22.5 {
		for _, way := range [...]float64{90, 45, -3, 1e-7} {
			c := Config{
				Free: true, Floor: true, NoPaddle: true, Levels: []Level{{Bricks: slot(t, 2*BallRadius, 4, degrees)}},
				Balls: []NewBall{{At: geom.Vec{X: 32, Y: 20}, V: geom.Direction(degrees + way).Mul(27)}},
			}
			g, err := New(c)
			if err != nil {
				t.Fatal(err)
			}
			out := false
			for range TicksPerSecond {
				g.Step(Input{Idle, Idle})
				if err := g.Check(); err != nil {
					t.Fatalf("slot at %g°, ball at %g° to it: %v", degrees, way, err)
				}
				out = out || g.BallAt(0).Sub(geom.Vec{X: 32, Y: 20}).Norm() > 5
			}
			if !out {
				t.Errorf("slot at %g°, ball at %g° to it: still there, at %v with %v", degrees, way, g.BallAt(0), g.Balls[0].V)
			}
			if speed := g.Balls[0].V.Norm(); speed < 27-1e-9 || speed > 27+1e-9 {
				t.Errorf("slot at %g°, ball at %g° to it: speed %v", degrees, way, speed)
			}
		}
	}
}

// In a pocket exactly as large as the ball it stays where it is, and the game goes on to where Fire
// recalls it; other balls bounce off it.
func TestBallInAPocketIsRecalled(t *testing.T) {
	pocket := append(slot(t, 2*BallRadius, 4, 0), slot(t, 2*BallRadius, BallRadius, 90)...)
	pocket = append(pocket, BrickSpec{Kind: Plain, Shape: geom.Regular(6, geom.Vec{X: 6, Y: 6}, 2, 0)})
	g, err := New(Config{Levels: []Level{{Bricks: pocket}}})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	g.setCourse(0, geom.Vec{X: 32, Y: 20}, geom.Direction(30).Mul(g.Pace()), g.now)
	g.rebuild()
	for range recallTicks + 1 {
		g.Step(Input{Idle, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Recall {
		t.Error("no recall")
	}
	if at := g.BallAt(0); at.Sub(geom.Vec{X: 32, Y: 20}).Norm() > 1e-9 {
		t.Errorf("the ball is at %v", at)
	}
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	if g.Phase != Serve {
		t.Errorf("%s after Fire", g.Phase)
	}
}

// Balls that fill a slot, one behind the other, get out of it too.
func TestRowOfBallsInASlot(t *testing.T) {
	for _, degrees := range [...]float64{0, 30, 90, 117} {
		u := geom.Direction(degrees)
		c := Config{Free: true, Floor: true, NoPaddle: true, Levels: []Level{{Bricks: slot(t, 2*BallRadius, 4, degrees)}}}
		for k := range 5 {
			at := geom.Vec{X: 32, Y: 20}.Along(u, float64(k-2)*2*BallRadius)
			c.Balls = append(c.Balls, NewBall{At: at, V: geom.Direction(degrees + 40*float64(k)).Mul(20), Mass: float64(k + 1)})
		}
		g, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 * TicksPerSecond {
			g.Step(Input{Idle, Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("at %g°: %v", degrees, err)
			}
		}
	}
}

// A ball that the paddle presses to a wall of bricks exactly as high above it as the ball is.
func TestBallBetweenThePaddleAndASide(t *testing.T) {
	p, err := geom.NewPolygon(geom.Vec{X: 2, Y: 40}, geom.Vec{X: 62, Y: 40}, geom.Vec{X: 62, Y: 43}, geom.Vec{X: 2, Y: 43})
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(Config{Levels: []Level{{Bricks: []BrickSpec{{Kind: Wall, Shape: p}, {Kind: Plain, Shape: geom.Regular(6, geom.Vec{X: 6, Y: 6}, 2, 0)}}}}})
	if err != nil {
		t.Fatal(err)
	}
	w := &wild{rng: 3}
	for range 10 * TicksPerSecond {
		g.Step(Input{w.play(), Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
}
