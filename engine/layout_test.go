package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Layout changes when a brick disappears or is revealed, and when rows move.
func TestLayoutChanges(t *testing.T) {
	hidden := spec.Level{Bricks: []spec.BrickSpec{{Kind: spec.Hidden, Shape: geom.Regular(6, at(20, 20), 2, 0)}}}
	board := func() *Game { return inPlay(t, hidden, at(50, 40), geom.Vec{Y: -1}) }
	for name, c := range map[string]struct {
		g      *Game
		change func(g *Game)
	}{
		"hit":     {board(), func(g *Game) { g.damage(0, 1, Event{Ball: -1}) }},
		"zap":     {board(), (*Game).applyZap},
		"overdue": {board(), (*Game).selectOverdueBrick},
		"rows":    {newEndlessGame(t, 1), (*Game).placeRows},
	} {
		before, fixed := c.g.Layout()
		c.change(c.g)
		if after, _ := c.g.Layout(); after == before || !fixed {
			t.Errorf("%s: Layout() = %d, %v, then %d; want two numbers and true", name, before, fixed, after)
		}
	}
	moving, _ := hostileGame(t, spec.NoBoss, 1)
	if _, fixed := moving.Layout(); fixed {
		t.Error("Layout() of a level with moving bricks = true, want false")
	}
}
