package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// One tick after a key the frame differs, in every glyph set with colours: the paddle has moved a seventh
// of a unit by then.
func TestKeyIsAnsweredInTheNextTick(t *testing.T) {
	for _, o := range allOptions() {
		if o.Tier == cell.Mono {
			continue
		}
		for _, move := range []int8{-engine.MoveFull, engine.MoveFull} {
			g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1}, Levels: []spec.Level{honeycomb()}})
			if err != nil {
				t.Fatal(err)
			}
			v := NewView(o)
			var before, after cell.Frame
			before.Resize(80, 24)
			after.Resize(80, 24)
			in := engine.Input{engine.Idle, engine.Idle}
			for range 300 { // until all bricks of the level have appeared
				g.Step(in)
				v.Observe(g.Events)
			}
			v.Draw(&before, g)
			in[0].Move = move
			g.Step(in)
			v.Observe(g.Events)
			v.Draw(&after, g)
			row := 24 * int(g.Capsule(0).Y) / int(g.H)
			if !differ(&before, &after, row) {
				t.Errorf("%v %v: nothing in row %d for a move of %d", o.Glyphs, o.Tier, row, move)
			}
		}
	}
}

func differ(a, b *cell.Frame, row int) bool {
	for x := range 64 {
		if a.Cells[row*a.W+x] != b.Cells[row*b.W+x] {
			return true
		}
	}
	return false
}
