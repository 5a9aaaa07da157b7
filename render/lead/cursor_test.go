package lead

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// TestCursorFollows what it is told to follow, in every tick, and stands nowhere else.
func TestCursorFollows(t *testing.T) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1}, Levels: levels.Shipped().Levels})
	if err != nil {
		t.Fatal(err)
	}
	l, player := Field{X: 1, Y: 2, CellW: 1, CellH: 2}, bot.New(1)
	for range 20 * engine.TicksPerSecond {
		g.Step(engine.Input{player.Play(g)})
		if c := l.Cursor(g, Nothing); c.Placed {
			t.Fatalf("tick %d: the cursor is at %+v", g.Tick, c)
		}

		c, p := l.Cursor(g, Paddle), g.Capsule(0)
		if !c.Placed || c.X != l.X+floor(p.X) || c.Y != l.Y+floor(p.Y/2) {
			t.Fatalf("tick %d: the cursor is at %+v, the paddle at %.1f, %.1f", g.Tick, c, p.X, p.Y)
		}

		c = l.Cursor(g, Ball)
		at, lower := false, false
		for i := range g.Balls {
			b := g.BallAt(i)
			at = at || c.X == l.X+floor(b.X) && c.Y == l.Y+floor(b.Y/2)
			lower = lower || floor(b.Y/2) > c.Y-l.Y
		}
		if len(g.Balls) > 0 && (!c.Placed || !at || lower) {
			t.Fatalf("tick %d: the cursor is at %+v, which is no ball, or not the lowest", g.Tick, c)
		}
	}
}

// TestFollowNames are read back.
func TestFollowNames(t *testing.T) {
	for i, name := range FollowNames() {
		if f, ok := ParseFollow(name); !ok || int(f) != i || f.String() != name {
			t.Errorf("%s: %v, %v", name, f, ok)
		}
	}
	if _, ok := ParseFollow("mouse"); ok {
		t.Error("mouse is followed")
	}
}
