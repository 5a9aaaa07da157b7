package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// A flight moves balls among the bricks of a level without the rules of the game. It copies their positions to a game,
// so that tests can draw any number of balls at any positions.
type flight struct {
	g *engine.Game // game with the balls of w
	w *world.World
}

// newFlight returns a flight of balls in a level, with or without a paddle.
func newFlight(t testing.TB, l spec.Level, paddle bool, balls []world.Disc) *flight {
	t.Helper()
	setup := engine.Setup{Mode: engine.Storm, Storm: len(balls), Seed: 7}
	g, err := engine.New(engine.Config{Setup: setup, Levels: []spec.Level{l}, ClosedFloor: true})
	if err != nil {
		t.Fatal(err)
	}
	f := &flight{g, world.New(spec.FieldW, spec.FieldH)}
	for _, b := range balls { // before the bricks, because the world rejects a disc inside a brick
		f.w.AddDisc(b)
	}
	for k := range l.Bricks {
		f.w.AddObstacle(world.Obstacle{Shape: new(l.Bricks[k].Shape)})
	}
	if paddle {
		f.w.AddCapsule(*g.Capsule(0))
	} else {
		g.Paddles = g.Paddles[:0]
	}
	g.Phase, g.Events = engine.Play, g.Events[:0]
	f.show()
	return f
}

// show copies the positions of balls and paddle into the game.
func (f *flight) show() {
	for i := range f.w.Discs {
		d := f.g.Disc(i)
		*d = f.w.Discs[i]
		d.From, d.Since = f.w.At(i), 0
	}
	if len(f.g.Paddles) > 0 {
		*f.g.Capsule(0) = f.w.Capsules[0]
	}
}

// step advances the balls and the paddle by a tick.
func (f *flight) step(in engine.Input) {
	if x := float64(in[0].Target) / 64; len(f.w.Capsules) > 0 && x >= 0 {
		const limit = engine.TargetSpeed / engine.TicksPerSecond
		x0 := f.w.Capsules[0].X
		f.w.SetTarget(0, geom.Clamp(x, x0-limit, x0+limit))
	}
	f.g.Events = f.g.Events[:0]
	end := f.w.Begin()
	for c, ok := f.w.Next(end); ok; c, ok = f.w.Next(end) {
		e := engine.Event{Kind: engine.WallHit, Ball: c.Disc, Brick: -1, N: c.N}
		switch c.Kind {
		case world.AtCapsule:
			e.Kind = engine.PaddleHit
		case world.AtObstacle:
			e.Kind, e.Brick = engine.BrickHit, c.Other
		case world.AtDisc:
			e.Kind = engine.BallHit
		}
		e.At = f.w.At(c.Disc).Along(c.N, -f.w.Discs[c.Disc].R)
		f.g.Events = append(f.g.Events, e)
		f.w.Bounce(c)
	}
	f.show()
	f.g.Tick++
}
