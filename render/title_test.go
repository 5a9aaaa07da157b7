package render

import (
	"math"
	"testing"

	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// TestGameNameIsAboveTheMenu checks that at 80×24 there is room for the name of the game above a menu of ten buttons
// and four lines. In the smallest frame, the name must become the title of the menu.
func TestGameNameIsAboveTheMenu(t *testing.T) {
	v := NewView(Options{})
	var f cell.Frame
	f.Resize(80, 24)
	c := widget.Dialog{Lines: make([]string, 4), Buttons: make([]string, 10), Footer: "enter"}
	if _, _, ok := v.layoutTitle(&f, &c); !ok {
		t.Error("layoutTitle in 80×24 cells returns false, want room for the name")
	}
	f.Resize(MinW, MinH)
	c.Compact = false
	if _, _, ok := v.layoutTitle(&f, &c); ok || c.Compact || c.Title == "" {
		t.Errorf(
			"layoutTitle in the smallest frame: title %q, compact %v; want false, the name as title, and not compact",
			c.Title, c.Compact)
	}
}

// TestTitleIsSymmetric checks that the title draws a brick only if it also draws the mirror image.
func TestTitleIsSymmetric(t *testing.T) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1}, Levels: levels.Title().Levels})
	if err != nil {
		t.Fatal(err)
	}
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}} {
			v := NewView(Options{Glyphs: glyphs})
			var f cell.Frame
			f.Resize(size[0], size[1])
			v.DrawTitle(&f, g, widget.Dialog{Buttons: []string{"Play", "Quit"}, Footer: "enter"})
			sum := 0.0 // of the distances to the right of the middle
			for k := range g.Bricks {
				if !v.titleCovers(g.Shape(k)) {
					center, _ := g.Shape(k).Circle()
					sum += center.X - g.W/2
				}
			}
			if math.Abs(sum) > 1e-6 {
				t.Errorf("%v %v: the distances of the bricks from the middle add up to %.1f units, want 0", glyphs,
					size, sum)
			}
		}
	}
}
