package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// slot returns two walls of bricks that are exactly gap apart, at the center of the field. They are
// rotated by the given number of degrees, and 2·long units long.
func slot(t *testing.T, gap, long, degrees float64) []spec.BrickSpec {
	t.Helper()
	u := geom.Direction(degrees) // direction of the slot
	n := geom.Vec{X: -u.Y, Y: u.X}
	middle := geom.Vec{X: 32, Y: 20}
	var bricks []spec.BrickSpec
	for _, side := range [...]float64{1, -1} {
		var corners []geom.Vec
		for _, c := range [...]geom.Vec{
			{X: -long, Y: gap / 2},
			{X: long, Y: gap / 2},
			{X: long, Y: gap/2 + 3},
			{X: -long, Y: gap/2 + 3},
		} {
			corners = append(corners, middle.Along(u, side*c.X).Along(n, side*c.Y))
		}

		p, err := geom.NewPolygon(corners...)
		if err != nil {
			t.Fatal(err)
		}

		bricks = append(bricks, spec.BrickSpec{Kind: spec.Wall, Shape: p})
	}

	return bricks
}

// In a pocket of exactly its size, the ball stays, and the game continues until Fire can recall it.
// Other balls bounce off it.
func TestBallInAPocketIsRecalled(t *testing.T) {
	if testing.Short() { // slow, because it simulates a long time
		return
	}

	pocket := append(slot(t, 2*BallRadius, 4, 0), slot(t, 2*BallRadius, BallRadius, 90)...)
	pocket = append(pocket, spec.BrickSpec{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 6, Y: 6}, 2, 0)})
	g, err := New(Config{Levels: []spec.Level{{Bricks: pocket}}})
	if err != nil {
		t.Fatal(err)
	}

	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	put(g, 0, geom.Vec{X: 32, Y: 20}, geom.Direction(30).Mul(g.BallSpeed()))
	for range int(recallDistance/StartSpeed*TicksPerSecond) + 1 {
		g.Step(Input{Idle, Idle})
		g.ticksSinceHit = 0 // prevents bursting
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}

	if !g.CanRecall {
		t.Error("Recall is not set for a stuck ball")
	}
	if at := g.BallAt(0); at.Sub(geom.Vec{X: 32, Y: 20}).Norm() > 1e-9 {
		t.Errorf("BallAt(0) = %v, want (32, 20), the center of the pocket", at)
	}

	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	if g.Phase != Serve {
		t.Errorf("phase after Fire = %s, want serve", g.Phase)
	}
}

// The paddle presses a ball to a wall of bricks at a distance of exactly the ball's diameter.
func TestBallBetweenThePaddleAndASide(t *testing.T) {
	p, err := geom.NewPolygon(geom.Vec{X: 2, Y: 40}, geom.Vec{X: 62, Y: 40}, geom.Vec{X: 62, Y: 43},
		geom.Vec{X: 2, Y: 43})
	if err != nil {
		t.Fatal(err)
	}

	g, err := New(Config{Levels: []spec.Level{{Bricks: []spec.BrickSpec{
		{Kind: spec.Wall, Shape: p},
		{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 6, Y: 6}, 2, 0)},
	}}}})
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
