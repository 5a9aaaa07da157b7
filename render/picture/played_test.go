package picture

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render"
	"arkterm/render/cell"
)

// glyphSets contains all glyph sets.
var glyphSets = []cell.Glyphs{
	cell.Mosaic, cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII, cell.Octant,
	cell.Braille,
}

// rowsGameAfter returns a game with rows of hexagons after some ticks, and a view that observed its events.
func rowsGameAfter(t *testing.T, o render.Options, ticks int) (*engine.Game, *render.View) {
	t.Helper()
	level := spec.Level{Name: "Rows"}
	for i := range 36 {
		x, y := 6+4.6*float64(i%12), 8+4*float64(i/12)
		shape, err := geom.NewPolygon(geom.Vec{X: x - 2, Y: y}, geom.Vec{X: x - 1, Y: y - 1.8},
			geom.Vec{X: x + 1, Y: y - 1.8},
			geom.Vec{X: x + 2, Y: y}, geom.Vec{X: x + 1, Y: y + 1.8}, geom.Vec{X: x - 1, Y: y + 1.8})
		if err != nil {
			t.Fatal(err)
		}
		level.Bricks = append(level.Bricks, spec.BrickSpec{Hue: uint8(i % spec.NumHues), Shape: shape})
	}
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 7}, Levels: []spec.Level{level}})
	if err != nil {
		t.Fatal(err)
	}
	v := render.NewView(o)
	playGame(g, v, ticks)
	return g, v
}

// playGame plays a number of ticks. The paddle follows the ball, 1 unit to its right.
func playGame(g *engine.Game, v *render.View, ticks int) {
	for range ticks {
		c := engine.Control{Buttons: engine.Fire, Target: 32 * 64}
		if len(g.Balls) > 0 {
			c.Target = int16(64 * (g.BallAt(0).X + 1))
		}
		g.Step(engine.Input{c, engine.Idle})
		v.Observe(g.Events)
	}
}
