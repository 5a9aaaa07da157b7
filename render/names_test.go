package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// gameWithDrop returns a game in which a drop of the given kind falls near x, and its view.
func gameWithDrop(t *testing.T, o Options, kind spec.DropKind, x float64) (*engine.Game, *View) {
	t.Helper()
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Plain, Drop: kind, Shape: geom.Regular(6, geom.Vec{X: x, Y: 36}, 3, 0)},
		{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 30, Y: 6}, 2, 0)},
	}}
	g, err := engine.New(engine.Config{Levels: []spec.Level{l}, ClosedFloor: true})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(o)
	for range 60 * engine.TicksPerSecond {
		c := engine.Control{Target: int16(64 * x)}
		if g.Phase == engine.Serve && g.Tick%7 == 0 {
			c.Buttons = engine.Fire
		}
		g.Step(engine.Input{c, engine.Idle})
		v.Observe(g.Events)
		if len(g.Drops) > 0 {
			return g, v
		}
	}
	t.Fatal("the game has no drop after 60 s, want one")
	return nil, nil
}

// TestNewDropIsNamed checks that the label of a new drop is drawn in the field, in every glyph set and also near the
// walls.
func TestNewDropIsNamed(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, x := range []float64{8, 30, 56} {
			g, v := gameWithDrop(t, Options{Glyphs: glyphs}, spec.DropFloor, x)
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			field := func() (s string) {
				for y := range f.H {
					for x := v.l.x; x < v.l.rightWall; x++ {
						s += string(f.Cells[y*f.W+x].Glyph)
					}
					s += "\n"
				}
				return s
			}
			if strings.Contains(field(), "floor") {
				t.Errorf("%v: the field contains the label of a known drop, want no label", glyphs)
			}
			var n Labels
			n.Drops[spec.DropFloor] = true
			v.SetLabels(n)
			v.Draw(&f, g)
			if !strings.Contains(field(), "floor") {
				t.Errorf("%v: the field does not contain the label of the drop at %g:\n%s", glyphs, x, &f)
			}
		}
	}
}

// TestNewBrickIsNamed checks that the name of each brick is drawn at every size.
func TestNewBrickIsNamed(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{80, 24}, {41, 17}, {120, 40}, {200, 60}} {
			g, v := gameAfter(t, Options{Glyphs: glyphs, Effects: NoEffects}, 300)
			var f cell.Frame
			f.Resize(size[0], size[1])
			for k := range g.Bricks {
				v.SetLabels(Labels{Bricks: []int{k}})
				v.Draw(&f, g)
				if name := text.Translate(spec.Kinds[g.Bricks[k].Kind].Name); g.Bricks[k].Hits > 0 &&
					!strings.Contains(f.String(), name) {
					t.Fatalf("%v %v: the frame does not contain the name of brick %d:\n%s", glyphs, size, k, &f)
				}
			}
		}
	}
}

// TestPromptsAreShown checks that prompts are complete at several sizes.
func TestPromptsAreShown(t *testing.T) {
	const text, note = "space: serve where the dots point", "w: skip"
	for _, size := range [][2]int{{40, 16}, {41, 17}, {80, 24}, {200, 60}} {
		g, v := newTestGame(t), NewView(Options{Glyphs: cell.Sextant})
		for range 4 * engine.TicksPerSecond { // until the name of the level has disappeared
			g.Step(engine.Input{engine.Idle, engine.Idle})
			v.Observe(g.Events)
		}
		var f cell.Frame
		f.Resize(size[0], size[1])
		v.Draw(&f, g)
		v.DrawPrompt(&f, g, text, note)
		words := strings.Join(strings.Fields(f.String()), " ")
		for _, word := range strings.Fields(text + " " + note) {
			if !strings.Contains(words, word) {
				t.Errorf("%v: the frame does not contain %q:\n%s", size, word, &f)
			}
		}
	}
}

// TestSamplesFitAnyFrame checks that a sample is drawn in any frame with room for its bricks. A frame without room
// stays empty.
func TestSamplesFitAnyFrame(t *testing.T) {
	g, err := engine.New(engine.Config{W: 45, H: 28, Levels: []spec.Level{{Bricks: []spec.BrickSpec{
		{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 22, Y: 8}, 4, 0)},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, glyphs := range allGlyphs {
		v := NewView(Options{Glyphs: glyphs, Effects: NoEffects})
		for w := 1; w < 120; w += 7 {
			for h := 1; h < 50; h += 5 {
				var f cell.Frame
				f.Resize(w, h)
				v.DrawSample(&f, g)
				if filled := strings.Trim(f.String(), " \n") != ""; filled != (w >= 20 && h >= 8) &&
					(w >= 25 && h >= 10 || w < 5) {
					t.Errorf("%v %d×%d: the sample is drawn: %v, want true only if it fits:\n%s",
						glyphs, w, h, filled, &f)
				}
			}
		}
	}
}
