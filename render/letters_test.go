package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// TestEveryKindShowsWithoutColour: each kind of brick looks different in any glyph set without colours, and
// hidden ones are not drawn.
func TestEveryKindShowsWithoutColour(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			seen := map[string]string{}
			draw := func(name string, b engine.Brick, way geom.Vec) string {
				g := newTestGame(t)
				g.Phase = engine.Play
				b.Hue = g.Bricks[24].Hue
				g.Bricks[24], g.Obstacle(24).Way = b, way
				var f cell.Frame
				f.Resize(size[0], size[1])
				NewView(Options{Glyphs: glyphs, Tier: cell.Mono}).Draw(&f, g)
				s := f.String()
				if other, ok := seen[s]; ok {
					t.Errorf("%v %v: %s looks like %s\n%s", glyphs, size, name, other, s)
				}
				seen[s] = name
				return s
			}
			gone := draw("nothing", engine.Brick{}, geom.Vec{})
			for k := range spec.Kinds[:spec.PlacedKinds] {
				kind := spec.Kind(k)
				if kind == spec.Sprout || kind == spec.Cracked || kind == spec.Gate {
					continue // looks plain, or like the kind that it was
				}
				draw(spec.Kinds[k].Name, engine.Brick{Kind: kind, Hits: spec.Kinds[k].Hits}, geom.Vec{})
			}
			for _, way := range []geom.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
				draw("gate", engine.Brick{Kind: spec.Gate, Hits: 1}, way)
			}
			delete(seen, gone)
			if got := draw("hidden", engine.Brick{Kind: spec.Hidden, Hits: 4, Unseen: true}, geom.Vec{}); got != gone {
				t.Errorf("%v %v: a hidden brick is seen\n%s", glyphs, size, got)
			}
		}
	}
}

// TestLettersLeaveNoRemains: they disappear with their bricks.
func TestLettersLeaveNoRemains(t *testing.T) {
	g, v := after(t, Options{}, 1)
	g.Bricks[24].Kind, g.Bricks[24].Hits = spec.Regrow, 3
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	if !strings.Contains(f.String(), "r3") {
		t.Errorf("no letter\n%v", &f)
	}
	g.Bricks[24].Hits = 0
	v.Draw(&f, g)
	if strings.Contains(f.String(), "r3") {
		t.Errorf("left over\n%v", &f)
	}
}
