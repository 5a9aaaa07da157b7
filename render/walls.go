package render

import (
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

// A speck is a cell of the empty field that is not blank. It shows decoration or a part of a wall.
type speck struct {
	x     int // column
	Glyph rune
	Fg    cell.Color
}

// rowSpecks returns the specks of row y, from left to right.
func (s *boardLayer) rowSpecks(y int) []speck {
	return s.specks[s.firstSpeck[y]:s.firstSpeck[y+1]]
}

// emptyCell returns the cell of the empty field in column x of row y: a blank or a speck.
//
//go:noinline // would be copied into many callers
func (v *View) emptyCell(x, y int) cell.Cell {
	c := v.board.blank[0]
	for _, s := range v.board.rowSpecks(y) {
		if s.x >= x {
			if s.x == x {
				c.Glyph, c.Fg = s.Glyph, s.Fg
			}
			break
		}
	}
	return c
}

// fillEmpty sets the cells of row y of the field to the cells of the empty field: blanks and specks.
func (v *View) fillEmpty(row []cell.Cell, y int) {
	copy(row, v.board.blank)
	for _, s := range v.board.rowSpecks(y) {
		row[s.x].Glyph, row[s.x].Fg = s.Glyph, s.Fg
	}
}

// speckOf returns the speck that a cell shows while it contains no object. ok is false if the cell is blank.
func (v *View) speckOf(x, y int) (s speck, ok bool) {
	g, l := &wallGlyphSets[v.opts.Glyphs], &v.l
	right, top := l.x+x == l.rightWall, y == 0 && !l.topWallIsOutside() && !v.openCeiling
	wall := rune(0)
	switch {
	case right && top && g.corner != 0:
		wall = g.corner
	case right: // also in the first row, because the upper wall ends at the right wall
		wall = g.innerRightGlyph(l)
	case top:
		wall = g.insideTop
	}
	if wall != 0 {
		return speck{x, wall, v.theme.Walls}, true
	}
	m := v.decorationAt(x, y)
	return speck{x, m.Glyph, v.speckColors[m.Ink]}, m.Glyph != 0
}

// topWallIsOutside reports whether the upper wall is in a row above the field.
func (l *layout) topWallIsOutside() bool { return l.y > 0 && !l.hasStrip }

// drawWalls draws the walls outside the field. They are lit during a shake, in slow motion and in the finale.
func (v *View) drawWalls(f *cell.Frame, g *engine.Game) {
	m, l, st := &wallGlyphSets[v.opts.Glyphs], &v.l, v.theme.Style(v.theme.Walls, 0)
	ink, lit := v.shakeColor()
	switch {
	case lit:
	case g.TimeIsSlow():
		ink, lit = v.theme.Charge, true
	case v.effects.inFinale:
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
	case !l.topWallIsOutside():
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

// decorationAt returns the decoration in a cell of the field, or the zero Speck. There is no decoration if the effects
// are off or if the theme does not have any. In ASCII, decoration could be mistaken for a ball. Terminals with 16 or
// fewer colors have no faint color for it.
func (v *View) decorationAt(x, y int) theme.Speck {
	if v.opts.Effects == NoEffects || v.opts.Glyphs == cell.ASCII || v.opts.Tier > cell.Colors256 ||
		v.theme.Dust == v.theme.Back {
		return theme.Speck{}
	}
	return v.scenery.Pattern(x, y, v.l.rows)
}
