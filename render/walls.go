package render

import (
	"slices"

	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// The walls are lines in the cells outside the field, because at 80×24 the field of 61 units needs all of its 61
// columns. There are two exceptions. If the field ends within a column, the right wall is in the empty cells of that
// column. If there is no row above the field, the upper wall is in the empty cells of the first row of the field.

// wallGlyphs contains the wall lines of a glyph set.
type wallGlyphs struct {
	left, right, top rune
	inside           [3]rune // walls within the field, if the field ends in the first, second or last third of a column
	insideTop        rune    // upper wall within the field
	corner           rune    // right corner of the first row within the field; 0 for the glyph of the right wall

	ends [2]rune // ends of the upper wall, beyond the side walls
}

// wallGlyphSets contains the wall lines of each glyph set.
var wallGlyphSets = [...]wallGlyphs{
	cell.Quadrant: edgeWalls,
	cell.Half: { // for fonts with few glyphs
		left: '│', right: '│', top: '─', inside: [3]rune{'│', '│', '│'}, insideTop: '─', corner: '┐',
		ends: [2]rune{'┌', '┐'},
	},
	cell.ASCII: {
		left: '|', right: '|', top: '-', inside: [3]rune{'|', '|', '|'}, insideTop: '-', ends: [2]rune{'+', '+'},
	},
	cell.Sextant:  edgeWalls,
	cell.Octant:   edgeWalls,
	cell.Mosaic:   edgeWalls,
	cell.Diagonal: edgeWalls,
	cell.Braille:  edgeWalls,
}

// edgeWalls are lines at the edges of their cells.
var edgeWalls = wallGlyphs{
	left: '▕', right: '▏', top: '▁', inside: [3]rune{'▏', '│', '▕'}, insideTop: '▔', ends: [2]rune{'▁', '▁'},
}

// innerRightGlyph returns the glyph of the right wall in the column where the field ends.
func (g *wallGlyphs) innerRightGlyph(l *layout) rune {
	part := l.fw/l.cellW - float64(l.rightWall-l.x)
	return g.inside[min(raster.Floor(3*part), 2)]
}

// A speck is the glyph of an empty cell of the field.
type speck struct {
	Glyph rune
	Fg    cell.Color
}

// emptyCell returns a cell of the field without objects.
func (v *View) emptyCell(x, y int) cell.Cell {
	s := &v.board.specks[v.board.ground[y*v.l.cols+x]]
	return cell.Cell{Glyph: s.Glyph, Fg: s.Fg, Bg: v.theme.Back}
}

// fillEmpty sets the cells of row y of the field to cells without objects.
func (v *View) fillEmpty(row []cell.Cell, y int) {
	for x := range row {
		row[x] = v.emptyCell(x, y)
	}
}

// speckIndex returns the index of c in s.specks. It appends c if necessary. The index fits into a byte: a field has one
// speck for each glyph and color of the decoration, and at most four for walls.
func (s *boardLayer) speckIndex(c speck) uint8 {
	i := slices.Index(s.specks, c)
	if i < 0 {
		i = len(s.specks)
		s.specks = append(s.specks, c)
	}
	return uint8(i)
}

// groundSpeck returns the speck of a cell without objects: background, decoration or a wall.
func (v *View) groundSpeck(x, y int) speck {
	c := speck{' ', v.theme.Back}
	g, l := &wallGlyphSets[v.opts.Glyphs], &v.l
	right, top := l.x+x == l.rightWall, y == 0 && !l.outsideTop() && !v.openCeiling
	wall := rune(0)
	switch {
	case right && top && g.corner != 0:
		wall = g.corner
	case right: // starting in the first row, because the upper wall ends there
		wall = g.innerRightGlyph(l)
	case top:
		wall = g.insideTop
	}
	if wall != 0 {
		c.Glyph, c.Fg = wall, v.theme.Walls
	} else if m := v.speckAt(x, y); m.Glyph != 0 {
		c.Glyph, c.Fg = m.Glyph, v.speckColors[m.Ink]
	}
	return c
}

// outsideTop reports whether the upper wall is in a row above the field.
func (l *layout) outsideTop() bool { return l.y > 0 && !l.hasStrip }

// drawWalls draws the walls outside the field. They are lit during a shake, in slow motion and in the finale.
func (v *View) drawWalls(f *cell.Frame, g *engine.Game) {
	m, l, st := &wallGlyphSets[v.opts.Glyphs], &v.l, v.theme.Style(v.theme.Walls, 0)
	ink, lit := v.shakeColor()
	switch {
	case lit:
	case g.TimeIsSlow():
		ink, lit = v.theme.Charge, true
	case v.effects.finale:
		ink, lit = v.theme.Accent, true
	}
	if lit {
		st.Fg = ink
		v.colorWalls(f, ink)
	}
	for y := l.y; y < l.y+l.rows; y++ {
		f.Set(l.x-1, y, m.left, st)
		if l.rightWall == l.x+l.cols {
			f.Set(l.rightWall, y, m.right, st)
		}
	}
	switch {
	case v.openCeiling:
	case !l.outsideTop():
		if m.corner != 0 {
			f.Set(l.x-1, l.y, m.ends[0], st)
		}
	default:
		f.Fill(l.x, l.y-1, l.rightWall-l.x, 1, m.top, st)
		f.Set(l.x-1, l.y-1, m.ends[0], st)
		f.Set(l.rightWall, l.y-1, m.ends[1], st)
	}
}

// colorWalls changes the color of the walls in the outermost cells of the field.
func (v *View) colorWalls(f *cell.Frame, c cell.Color) {
	l := &v.l
	light := func(x, y int) {
		if at := &f.Cells[(y+l.y)*f.W+x+l.x]; at.Fg == v.theme.Walls && *at == v.emptyCell(x, y) {
			at.Fg = c
		}
	}
	for y := 1; y < l.rows; y++ {
		light(l.cols-1, y)
	}
	for x := range l.cols {
		light(x, 0)
	}
}

// speckAt returns the decoration in a cell of the field. There is no decoration if the effects are off or if the theme
// has none. In ASCII, decoration could be mistaken for a ball. Terminals with 16 or fewer colors have no faint color
// for it.
func (v *View) speckAt(x, y int) theme.Speck {
	if v.opts.Effects == NoEffects || v.opts.Glyphs == cell.ASCII || v.opts.Tier > cell.Colors256 ||
		v.theme.Dust == v.theme.Back {
		return theme.Speck{}
	}
	return v.scenery.Pattern(x, y, v.l.rows)
}
