package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// scattered returns a level of standard hexagons in columns of both kinds, none beside another.
func scattered(columns int) (l spec.Level) {
	for line := 0; line < 15; line++ {
		for column := range columns {
			if (line+column)%2 != 0 || (3*line+column)%10 != 0 {
				continue
			}
			x, y := 30-2*float64(columns)+4*float64(column), 2+2*float64(line)
			at := func(dx, dy float64) geom.Vec { return geom.Vec{X: x + dx, Y: y + dy} }
			shape, err := geom.NewPolygon(at(1, 0), at(4, 0), at(5, 2), at(4, 4), at(1, 4), at(0, 2))
			if err != nil {
				panic(err)
			}
			l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Plain, Hue: 3, Shape: shape})
		}
	}
	return l
}

// TestStandardBricksLookAlikeInTheFrame: in the cells of a frame, whatever the size and the glyph set, the
// bricks of a board have at most two outlines, and each is its own mirror image.
func TestStandardBricksLookAlikeInTheFrame(t *testing.T) {
	sizes := [][2]int{{60, 20}, {80, 24}, {90, 28}, {100, 30}, {110, 35}, {120, 40}, {132, 43}, {160, 50}, {200, 60}}
	for _, glyphs := range allGlyphs {
		for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors16, cell.Mono} {
			for _, size := range sizes {
				for _, columns := range []int{15, 14} {
					g, err := engine.New(engine.Config{Levels: []spec.Level{scattered(columns)}})
					if err != nil {
						t.Fatal(err)
					}
					v := NewView(Options{Glyphs: glyphs, Tier: tier, Effects: NoEffects})
					var f cell.Frame
					f.Resize(size[0], size[1])
					v.Draw(&f, g)

					var outlines []string
					for k := range g.Bricks {
						s, ok := v.standardPicture(g, k)
						if !ok {
							t.Errorf("%v %v %v: brick %d is not symmetric\n%s", glyphs, tier, size, k, s)
						}
						if !slices.Contains(outlines, s) {
							outlines = append(outlines, s)
						}
					}
					if len(outlines) > 2 || len(g.Bricks) < 8 {
						t.Errorf("%v %v %v, %d columns: %d outlines of %d bricks\n%s", glyphs, tier, size, columns, len(outlines), len(g.Bricks), strings.Join(outlines, "\n"))
					}
				}
			}
		}
	}
}

// standardPicture returns the picture of brick k: its glyphs in text, or else the sub-cells that it covers. It reports
// whether they are symmetric; text is if its stamp is.
func (v *View) standardPicture(g *engine.Game, k int) (outline string, symmetric bool) {
	s := &v.base
	look := v.lookOf(&s.bricks[k])
	stamp := s.StampOf(g.Shape(k), &look)
	if v.o.Glyphs == cell.ASCII {
		var b strings.Builder
		for j := range stamp.H {
			b.WriteString(strings.Repeat(" ", int(stamp.From[j])-stamp.X))
			for x := max(int(stamp.From[j]), 0); x < min(int(stamp.To[j]), s.Cols); x++ {
				b.WriteRune(s.cells[(stamp.Y+j)*s.Cols+x].Glyph)
			}
			b.WriteByte('\n')
		}
		if stamp.X < 0 || stamp.X+stamp.W > s.Cols {
			return "", true // its corner is in the wall
		}
		return b.String(), true
	}

	symmetric = true
	var rows []string
	for j := -1; j <= stamp.H; j++ {
		var row strings.Builder
		for i := -1; i <= stamp.W; i++ {
			a, b := v.inked(stamp.X+i, stamp.Y+j), v.inked(stamp.X+stamp.W-1-i, stamp.Y+j)
			symmetric = symmetric && a == b
			row.WriteByte(".#"[map[bool]int{true: 1}[a]])
		}
		rows = append(rows, row.String())
	}
	return strings.Join(rows, "\n"), symmetric
}

// inked reports whether a sub-cell of the static layer, as its cell shows it, is not ground.
func (v *View) inked(x, y int) bool {
	s := &v.base
	if x < 0 || x >= s.W || y < 0 || y >= s.H {
		return false
	}
	c := s.cells[y/s.SubY*s.Cols+x/s.SubX]
	mask := slices.Index(v.o.Glyphs.Blocks(), c.Glyph)
	switch {
	case c == v.empty(x/s.SubX, y/s.SubY):
		return false
	case mask < 0:
		panic(fmt.Sprintf("%q is no block", c.Glyph))
	}
	if mask>>(y%s.SubY*s.SubX+x%s.SubX)&1 == 1 {
		return c.Fg != v.theme.Back
	}
	return c.Bg != v.theme.Back
}
