package render

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// scatteredLevel returns a level of standard hexagons that do not touch, in upper and lower columns.
func scatteredLevel(columns int) (l spec.Level) {
	for line := range 15 {
		for column := range columns {
			if (line+column)%2 == 0 && (3*line+column)%10 == 0 {
				l.Bricks = append(l.Bricks, standardBrick(line, column, columns, 3))
			}
		}
	}
	return l
}

// standardBrick returns a plain standard hexagon of a board with the given number of columns.
func standardBrick(line, column, columns int, hue uint8) spec.BrickSpec {
	x, y := 30-2*float64(columns)+4*float64(column), 2+2*float64(line)
	at := func(dx, dy float64) geom.Vec { return geom.Vec{X: x + dx, Y: y + dy} }
	shape, err := geom.NewPolygon(at(1, 0), at(4, 0), at(5, 2), at(4, 4), at(1, 4), at(0, 2))
	if err != nil {
		panic(err)
	}
	return spec.BrickSpec{Kind: spec.Plain, Hue: hue, Shape: shape}
}

// touchingLevel returns a level of standard hexagons without gaps. Adjacent bricks have different hues, from 0 to
// touchingHues-1.
func touchingLevel() (l spec.Level) {
	const columns = 15
	for line := range 15 {
		for column := range columns {
			if (line+column)%2 == 0 {
				l.Bricks = append(l.Bricks, standardBrick(line, column, columns, uint8((line+3*column)/2%touchingHues)))
			}
		}
	}
	return l
}

// touchingHues is the number of hues in touchingLevel.
const touchingHues = 4

// TestBricksAreHexagonsAt80x24 draws adjacent bricks for the cell proportions of common fonts. Each brick must be drawn
// completely, as a symmetric hexagon.
func TestBricksAreHexagonsAt80x24(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: []spec.Level{touchingLevel()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, glyphs := range allGlyphs {
		for _, tier := range allTiers {
			var first cell.Frame
			for percent := 40; percent <= 60; percent++ {
				v := NewView(Options{Glyphs: glyphs, Tier: tier, Effects: NoEffects, Aspect: float64(percent) / 100})
				var f cell.Frame
				f.Resize(80, 24)
				v.Draw(&f, g)
				if percent == 40 {
					first = f
				}
				if l := &v.l; l.hasStrip || l.hw < minHUDW || l.cellW != 1 || l.cellH != 2 {
					t.Fatalf("%v %v at 0.%d: layout %+v, want a panel and cells of 1×2 units", glyphs, tier, percent, l)
				}
				if !slices.Equal(f.Cells, first.Cells) {
					t.Fatalf("%v %v at 0.%d: the picture differs from the one at 0.40", glyphs, tier, percent)
				}
				if glyphs == cell.ASCII {
					checkLines(t, v, g)
				} else if err := v.checkHexagons(g); err != nil {
					t.Fatalf("%v %v at 0.%d: %v", glyphs, tier, percent, err)
				}
			}
		}
	}
}

// checkLines checks the outlines of the bricks of g in ASCII, except bricks with a corner behind a wall.
func checkLines(t *testing.T, v *View, g *engine.Game) {
	t.Helper()
	for k := range g.Bricks {
		if s, _ := v.standardPicture(g, k); s != "" && s != "/   \\\n\\___/\n" {
			t.Fatalf("%v: brick %d is drawn as\n%swant a standard hexagon", v.opts.Tier, k, s)
		}
	}
}

// checkHexagons checks three properties of the bricks:
//
//   - All bricks have the same stamp.
//   - The stamp is a hexagon and symmetric in both directions.
//   - Each sub-cell of the board layer shows the brick to whose stamp it belongs, except next to slanted sides. This is
//     not checked if cells with gaps can contain three colors, because a cell shows only two of them.
func (v *View) checkHexagons(g *engine.Game) error {
	s := &v.board
	owner := make([]int, s.W*s.H)
	for i := range owner {
		owner[i] = noOwner
	}

	var first raster.Stamp
	for k := range g.Bricks {
		look := v.lookOf(&s.bricks[k])
		stamp := s.StampOf(g.Shape(k), &look)
		for j := range stamp.H {
			from, to := stamp.From[j], stamp.To[j]
			if v.opts.Glyphs.HasSlants() {
				owner[(stamp.Y+j)*s.W+int(from)], owner[(stamp.Y+j)*s.W+int(to)-1] = anyOwner, anyOwner
				from, to = from+1, to-1
			}
			for x := from; x < to; x++ {
				owner[(stamp.Y+j)*s.W+int(x)] = k
			}
			stamp.From[j] -= int16(stamp.X)
			stamp.To[j] -= int16(stamp.X)
		}
		stamp.From, stamp.To = stamp.From[:stamp.H], stamp.To[:stamp.H]
		stamp.X, stamp.Y = 0, 0
		if k == 0 {
			first = stamp
			first.From, first.To = slices.Clone(stamp.From), slices.Clone(stamp.To)
		}
		if !reflect.DeepEqual(stamp, first) {
			return fmt.Errorf("the stamp of brick %d differs from the stamp of brick 0", k)
		}
	}

	for j := range first.H {
		if other := first.H - 1 - j; int(first.From[j]+first.To[j]) != first.W || first.From[j] != first.From[other] {
			return fmt.Errorf("row %d of the stamp reaches from %d to %d, want a symmetric row in a width of %d",
				j, first.From[j], first.To[j], first.W)
		}
	}
	if first.From[0] == 0 || first.From[first.H/2] != 0 {
		return fmt.Errorf("the first row of the stamp starts at %d, the middle row at %d; want the middle row at 0",
			first.From[0], first.From[first.H/2])
	}

	if first.H < s.Scale.Y && s.SubY > 2 && v.opts.Tier != cell.Mono && !s.Dots {
		return nil
	}
	for i, k := range owner {
		x, y := i%s.W, i/s.W
		if k == anyOwner || k == noOwner && v.opts.Glyphs.HasSlants() {
			continue
		}
		if k < 0 == v.isInked(x, y) || k >= 0 && !s.Flat && !v.hasHue(x, y, g.Bricks[k].Hue) {
			return fmt.Errorf("sub-cell %d, %d does not have a color of brick %d (-1 is the background)", x, y, k)
		}
	}
	return nil
}

// noOwner marks a sub-cell outside all bricks. anyOwner marks a sub-cell at a slanted side.
const noOwner, anyOwner = -1, -2

// hasHue reports whether the color of a sub-cell of the board layer is nearest to one of the shades of a hue.
// Several hues may have the same shade.
func (v *View) hasHue(x, y int, hue uint8) bool {
	color := v.colorAt(x, y)
	var minDist [touchingHues]int
	for h := range minDist {
		k := v.lookOf(&brick{Brick: engine.Brick{Kind: spec.Plain, Hue: uint8(h), Hits: 1}})
		minDist[h] = math.MaxInt
		for _, p := range []raster.Pixel{k.Face, k.Dark, k.Lit, k.Upper, k.Lower} {
			minDist[h] = min(minDist[h], cell.Dist2(color, p.Color()))
		}
	}
	return minDist[hue] == slices.Min(minDist[:])
}

// combLevel returns a level of standard hexagons without gaps, which all have the same hue.
func combLevel() spec.Level {
	l := touchingLevel()
	for i := range l.Bricks {
		l.Bricks[i].Hue = 1
	}
	return l
}

// TestAdjacentBricksAreSeparate draws adjacent bricks of the same color in windows in which bricks are low. If bricks
// are less than two cells high, the background, or the dark corner of a half block, must be visible at each side that
// two bricks share. If bricks have shades, the shades above and below a horizontal side must differ clearly.
func TestAdjacentBricksAreSeparate(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: []spec.Level{combLevel()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, glyphs := range allGlyphs {
		for _, tier := range allTiers {
			for _, size := range [][2]int{{60, 20}, {70, 22}, {100, 30}} {
				if glyphs == cell.ASCII {
					continue // lines separate the bricks
				}
				v := NewView(Options{Glyphs: glyphs, Tier: tier, Effects: NoEffects})
				var f cell.Frame
				f.Resize(size[0], size[1])
				v.Draw(&f, g)
				if err := v.checkSeparate(g); err != nil {
					t.Errorf("%v %v %v: %v", glyphs, tier, size, err)
				}
			}
		}
	}
}

// checkSeparate checks the sides that two bricks of g share.
func (v *View) checkSeparate(g *engine.Game) error {
	const minShadeContrast, minSides = 1.7, 500
	s, sides := &v.board, 0
	for k := range g.Bricks {
		p := g.Shape(k)
		for i := range p.N() {
			a, b := p.Corner(i), p.Corner((i+1)%p.N())
			if !sharesSide(g, k, a, b) {
				continue
			}
			sides++
			look := v.lookOf(&s.bricks[k])
			if s.Scale.Y < 2*s.SubY && !v.hasGap(a, b, look.Face.Color()) {
				return fmt.Errorf("there is no gap between %v and %v, want one", a, b)
			}
			if a.Y != b.Y || s.Flat || v.opts.Tier >= cell.Colors16 {
				continue
			}
			middle := a.Lerp(b, 0.5)
			x, y := raster.Floor(middle.X/s.UnitX), raster.Floor(middle.Y/s.UnitY) // the side is above or below y
			c := cell.Contrast(v.colorAt(x, y-1), v.colorAt(x, y))
			if c = max(c, cell.Contrast(v.colorAt(x, y), v.colorAt(x, y+1))); c < minShadeContrast {
				return fmt.Errorf("the contrast of shades at %v is %.2f, want at least %v", middle, c, minShadeContrast)
			}
		}
	}
	if sides < minSides {
		return fmt.Errorf("%d sides are shared, want at least %d", sides, minSides)
	}
	return nil
}

// sharesSide reports whether another brick than k has the side from a to b.
func sharesSide(g *engine.Game, k int, a, b geom.Vec) bool {
	for j := range g.Bricks {
		for i, p := 0, g.Shape(j); j != k && i < p.N(); i++ {
			if p.Corner(i).Sub(b).Norm() < 1e-6 && p.Corner((i+1)%p.N()).Sub(a).Norm() < 1e-6 {
				return true
			}
		}
	}
	return false
}

// hasGap reports whether the static layer shows the background within a sub-cell of the line from a to b. In half
// blocks, a color that is much darker than the face is sufficient.
func (v *View) hasGap(a, b geom.Vec, face cell.Color) bool {
	const minContrast = 3
	s := &v.board
	for i := range 9 {
		at := a.Lerp(b, float64(i)/8)
		for _, d := range [...]geom.Vec{{X: -0.5}, {X: 0.5}, {Y: -0.5}, {Y: 0.5}} {
			x, y := raster.Floor(at.X/s.UnitX+d.X), raster.Floor(at.Y/s.UnitY+d.Y)
			if !v.isInked(x, y) || v.opts.Glyphs == cell.Half && cell.Contrast(v.colorAt(x, y), face) > minContrast {
				return true
			}
		}
	}
	return false
}

// colorAt returns the color of a sub-cell of the static layer.
func (v *View) colorAt(x, y int) cell.Color {
	s := &v.board
	c := v.boardCell(x/s.SubX, y/s.SubY)
	if lit, _ := v.litSubCell(c.Glyph, x, y); lit {
		return c.Fg
	}
	return c.Bg
}

// TestStandardBricksLookAlikeInTheFrame checks frames of several sizes in every glyph set. The bricks of a board must
// have at most two outlines, and each outline must be symmetric. Slanted sides depend on the position in a cell, so
// they are compared only at sizes at which all bricks have the same position.
func TestStandardBricksLookAlikeInTheFrame(t *testing.T) {
	sizes := [][2]int{{60, 20}, {80, 24}, {90, 28}, {100, 30}, {110, 35}, {120, 40}, {132, 43}, {160, 50}, {200, 60}}
	for _, glyphs := range allGlyphs {
		for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors16, cell.Mono} {
			for _, size := range sizes {
				for _, columns := range []int{15, 14} {
					g, err := engine.New(engine.Config{Levels: []spec.Level{scatteredLevel(columns)}})
					if err != nil {
						t.Fatal(err)
					}
					v := NewView(Options{Glyphs: glyphs, Tier: tier, Effects: NoEffects})
					var f cell.Frame
					f.Resize(size[0], size[1])
					v.Draw(&f, g)

					if s := &v.board.Grid; glyphs.HasSlants() && (s.Scale.X%s.SubX != 0 || s.Scale.Y%(2*s.SubY) != 0) {
						continue
					}

					var outlines []string
					for k := range g.Bricks {
						s, ok := v.standardPicture(g, k)
						if !ok {
							t.Errorf("%v %v %v: brick %d has this outline, want a symmetric one:\n%s", glyphs, tier,
								size, k, s)
						}
						if s != "" && !slices.Contains(outlines, s) {
							outlines = append(outlines, s)
						}
					}
					if len(outlines) > 2 || len(g.Bricks) < 8 {
						t.Errorf("%v %v %v, %d columns: %d outlines of %d bricks, want at most 2 of at least 8:\n%s",
							glyphs, tier, size, columns, len(outlines), len(g.Bricks), strings.Join(outlines, "\n"))
					}
				}
			}
		}
	}
}

// standardPicture returns the glyphs of brick k in text, and its sub-cells otherwise. It reports whether
// they are symmetric. Text is symmetric if its stamp is.
func (v *View) standardPicture(g *engine.Game, k int) (outline string, symmetric bool) {
	s := &v.board
	look := v.lookOf(&s.bricks[k])
	stamp := s.StampOf(g.Shape(k), &look)
	if v.opts.Glyphs == cell.ASCII {
		var b strings.Builder
		for j := range stamp.H {
			b.WriteString(strings.Repeat(" ", int(stamp.From[j])-stamp.X))
			for x := max(int(stamp.From[j]), 0); x < min(int(stamp.To[j]), s.Cols); x++ {
				b.WriteRune(v.boardCell(x, stamp.Y+j).Glyph)
			}
			b.WriteByte('\n')
		}
		if stamp.X < 0 || stamp.X+stamp.W > s.Cols {
			return "", true // the wall hides a corner, so the text may differ
		}
		return b.String(), true
	}

	if v.opts.Glyphs.HasSlants() {
		if lo, hi := g.Shape(k).Bounds(); lo.X < 1 || hi.X > spec.FieldW-1 {
			return "", true // a wall may hide a side, so the sub-cells may differ
		}
		for y := stamp.Y / s.SubY; y <= (stamp.Y+stamp.H-1)/s.SubY; y++ {
			for x := stamp.X/s.SubX - 1; x <= (stamp.X+stamp.W)/s.SubX; x++ {
				r := v.boardCell(x, y).Glyph
				if _, known := litAt(r, 0, 0); !known { // the cell shows scenery
					r = ' '
				}
				outline += string(max(r, ' '))
			}
			outline += "\n"
		}
		return outline, true
	}

	symmetric = true
	var rows []string
	for j := -1; j <= stamp.H; j++ {
		var row strings.Builder
		for i := -1; i <= stamp.W; i++ {
			a, b := v.isInked(stamp.X+i, stamp.Y+j), v.isInked(stamp.X+stamp.W-1-i, stamp.Y+j)
			symmetric = symmetric && a == b
			row.WriteByte(".#"[map[bool]int{true: 1}[a]])
		}
		rows = append(rows, row.String())
	}
	return strings.Join(rows, "\n"), symmetric
}

// isInked reports whether the board layer shows a sub-cell in a color other than the background.
func (v *View) isInked(x, y int) bool {
	s := &v.board
	if x < 0 || x >= s.W || y < 0 || y >= s.H {
		return false
	}
	c := v.boardCell(x/s.SubX, y/s.SubY)
	lit, known := v.litSubCell(c.Glyph, x, y)
	switch {
	case c == v.emptyCell(x/s.SubX, y/s.SubY):
		return false
	case !known:
		panic(fmt.Sprintf("%q is not a block", c.Glyph))
	case lit:
		return c.Fg != v.theme.Back
	}
	return c.Bg != v.theme.Back
}

// litSubCell reports whether a glyph lights the middle of a sub-cell, and whether the glyph is known.
func (v *View) litSubCell(r rune, x, y int) (lit, known bool) {
	s := &v.board
	if mask := slices.Index(v.opts.Glyphs.Blocks(), r); mask >= 0 {
		return mask>>(y%s.SubY*s.SubX+x%s.SubX)&1 == 1, true
	}
	return litAt(r, (float64(x%s.SubX)+0.5)/float64(s.SubX), (float64(y%s.SubY)+0.5)/float64(s.SubY))
}

// TestPreviewsAreBricks checks that the preview of each glyph set looks the same as a brick of a board at 80×24.
func TestPreviewsAreBricks(t *testing.T) {
	level := spec.Level{Bricks: []spec.BrickSpec{standardBrick(3, 5, 15, 0), standardBrick(9, 9, 15, 0)}}
	g, err := engine.New(engine.Config{Levels: []spec.Level{level}})
	if err != nil {
		t.Fatal(err)
	}
	for _, glyphs := range []cell.Glyphs{cell.Mosaic, cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII} {
		v := NewView(Options{Glyphs: glyphs, Effects: NoEffects})
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)

		lo, _ := g.Shape(0).Bounds()
		col, row := int(lo.X), int(lo.Y/2)-1
		for j, want := range glyphs.Preview() {
			for i, r := range []rune(want) {
				c := v.boardCell(col+i, row+j)
				for k := range fineX * fineY {
					x, y := (float64(k%fineX)+0.5)/fineX, (float64(k/fineX)+0.5)/fineY
					lit, _ := litAt(c.Glyph, x, y)
					shown, inPreview := lit && c.Fg != v.theme.Back || !lit && c.Bg != v.theme.Back, false
					if glyphs == cell.ASCII {
						shown, inPreview = c.Glyph == r || c.Glyph == ' ', true
					} else {
						inPreview, _ = litAt(r, x, y)
					}
					if c == v.emptyCell(col+i, row+j) {
						shown = glyphs == cell.ASCII && r == ' '
					}
					if shown != inPreview {
						t.Fatalf("%v: cell %d, %d of a brick is %q, and %q in the preview; want the same shape", glyphs,
							i, j, c.Glyph, r)
					}
				}
			}
		}
	}
}
