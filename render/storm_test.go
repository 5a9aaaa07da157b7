package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/cell"
)

// TestDimStormBallsDiffer checks that faint balls, whose hits do not count, have a different glyph in ASCII.
func TestDimStormBallsDiffer(t *testing.T) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Storm, Seed: 1}, Levels: levels.Storm().Levels})
	if err != nil {
		t.Fatal(err)
	}
	dim, bright := 0, 0
	v := NewView(Options{Glyphs: cell.ASCII})
	var f cell.Frame
	f.Resize(80, 24)
	for g.Tick < 20*engine.TicksPerSecond && (dim == 0 || bright == 0) {
		g.Step(engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle})
		if g.Tick%60 > 0 {
			continue
		}
		v.Draw(&f, g)
		for _, b := range v.effects.balls {
			x, y := v.l.cellAt(b.x, b.y)
			if y >= f.H {
				continue
			}
			switch c := f.At(x, y); {
			case c.Glyph == asciiFaint && b.faint:
				dim++
			case c.Glyph == asciiBall && !b.faint:
				bright++
			}
		}
	}
	if dim == 0 || bright == 0 {
		t.Errorf("%d faint and %d bright balls are drawn, want at least one of each", dim, bright)
	}
}
