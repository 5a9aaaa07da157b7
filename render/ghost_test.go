package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// TestGhostIsDrawn checks that a ghost is drawn until it is removed, and that drawing changes neither game.
func TestGhostIsDrawn(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.Half, cell.ASCII} {
		g, err := engine.New(engine.Config{Levels: []spec.Level{honeycomb()}})
		if err != nil {
			t.Fatal(err)
		}
		other := g.Clone()
		in := engine.Input{{Target: 400}, engine.Idle}
		for range 120 {
			other.Step(in)
		}
		hashes := [2]uint64{g.Hash(), other.Hash()}
		v := NewView(Options{Glyphs: glyphs})
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		alone := f.String()
		v.SetGhost(other)
		v.Draw(&f, g)
		withGhost := f.String()
		v.SetGhost(nil)
		v.Draw(&f, g)
		if alone == withGhost || f.String() != alone {
			t.Errorf("%v: SetGhost does not draw the ghost, or SetGhost(nil) does not remove it:\n%s",
				glyphs, withGhost)
		}
		if hashes != [2]uint64{g.Hash(), other.Hash()} {
			t.Error("Draw changes one of the games, want no change")
		}
	}
}
