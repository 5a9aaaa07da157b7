package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
)

// TestCannonAddsToTheBricksPoints: the points of a brick and its cannon are shown as one number.
func TestCannonAddsToTheBricksPoints(t *testing.T) {
	g, v := after(t, Options{}, 1)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	const k = 24
	g.Bricks[k].Hits = 0
	center, _ := g.Shape(k).Circle()
	v.Observe([]engine.Event{
		{Kind: engine.BrickBroken, Ball: 0, Brick: k, At: center, Value: 100},
		{Kind: engine.Cannon, Ball: 0, Brick: k, At: center, Value: 250},
	})
	for range popFrom {
		v.Observe(nil)
	}
	v.Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "+350") {
		t.Errorf("no +350\n%s", s)
	}
}
