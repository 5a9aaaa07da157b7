package render

import (
	"fmt"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// TestLooks checks that each look changes the picture, and that its colors have enough contrast in the default theme.
func TestLooks(t *testing.T) {
	seen := map[string]string{}
	for k := range Looks {
		v := NewView(Options{Glyphs: cell.Quadrant, Look: Look(k)})
		level := spec.Level{Name: "L", Bricks: []spec.BrickSpec{standardBrick(0, 0, 1, 0)}}
		g, err := engine.New(engine.Config{Levels: []spec.Level{level}})
		if err != nil {
			t.Fatal(err)
		}
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		colors := ""
		for _, c := range f.Cells {
			colors += fmt.Sprint(c.Fg, c.Bg, " ")
		}
		if same, found := seen[colors]; found {
			t.Errorf("%s looks the same as %s", Look(k), same)
		}
		seen[colors] = Look(k).String()

		ink := newLookInk(&theme.All[0], Look(k), cell.Quadrant)
		for _, c := range append([]cell.Color{ink.ball, ink.shade}, bandColors(&ink)...) {
			if got := cell.Contrast(c, theme.All[0].Back); got < 3 {
				t.Errorf("%s: a color has a contrast of %.1f, want at least 3", Look(k), got)
			}
		}
		if n := testing.AllocsPerRun(5, func() { v.Draw(&f, g) }); n > 0 {
			t.Errorf("%s: Draw allocates %v times per frame, want 0", Look(k), n)
		}
	}
}

// bandColors returns the colors of the bands of a paddle.
func bandColors(ink *lookInk) (all []cell.Color) {
	for i := range ink.bands {
		all = append(all, ink.paddle[i].body)
	}
	return all
}
