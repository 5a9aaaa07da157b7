package render

import (
	"testing"

	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/cell"
)

// TestReturnedStormBallsDiffer checks that balls that the paddle has returned differ from other balls, also in
// ASCII.
func TestReturnedStormBallsDiffer(t *testing.T) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Storm, Seed: 1}, Levels: levels.Storm().Levels})
	if err != nil {
		t.Fatal(err)
	}
	fresh, returned := 0, 0
	v := NewView(Options{Glyphs: cell.ASCII})
	var f cell.Frame
	f.Resize(80, 24)
	for g.Tick < 4*engine.TicksPerSecond {
		g.Step(engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle})
	}
	v.Draw(&f, g)
	for _, b := range v.effects.balls {
		x, y := v.l.cell(b.x, b.y)
		if y >= f.H {
			continue
		}
		switch c := f.At(x, y); {
		case c.Glyph == asciiFaint && b.faint:
			fresh++
		case c.Glyph == asciiBall && !b.faint:
			returned++
		}
	}
	if fresh == 0 || returned == 0 {
		t.Errorf("%d balls look new, %d returned", fresh, returned)
	}
}
