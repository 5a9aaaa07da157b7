package render

import (
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// TestAimAssist checks that every glyph set shows the line of the aim assist below a falling ball. Drawing the line
// must not allocate memory or change the game.
func TestAimAssist(t *testing.T) {
	game := func(a engine.Assist) *engine.Game {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Assists: a}, Levels: []spec.Level{honeycomb()}})
		if err != nil {
			t.Fatal(err)
		}
		g.Step(engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle})
		for len(g.Balls) == 1 && g.Disc(0).V.Y <= 0 || g.BallAt(0).Y < 30 {
			g.Step(engine.Input{engine.Idle, engine.Idle})
		}
		return g
	}

	with, without := game(engine.AssistAim), game(0)
	for _, o := range allOptions() {
		o.Effects = NoEffects
		v, w := NewView(o), NewView(o)
		var a, b cell.Frame
		a.Resize(80, 24)
		b.Resize(80, 24)

		hash := with.Hash()
		v.Draw(&a, with)
		w.Draw(&b, without)
		dots := 0
		for i := range a.Cells {
			if a.Cells[i] != b.Cells[i] {
				if dots++; i/a.W < int(with.BallAt(0).Y)/2 {
					t.Errorf("%v %v: a dot is in row %d, want dots only below the ball", o.Glyphs, o.Tier, i/a.W)
				}
			}
		}
		if dots < 2 {
			t.Errorf("%v %v: the aim line has %d cells, want at least 2\n%v", o.Glyphs, o.Tier, dots, &a)
		}

		if n := testing.AllocsPerRun(20, func() { v.Draw(&a, with) }); n > 0 {
			t.Errorf("%v %v: Draw allocates %g times per frame, want 0", o.Glyphs, o.Tier, n)
		}
		if with.Hash() != hash || slices.Equal(a.Cells, b.Cells) {
			t.Errorf("%v %v: Draw changes the game, or draws no aim line", o.Glyphs, o.Tier)
		}
	}
}
