package render

import "arkterm/render/cell"

// The walls are lines at the edges of the field, outside it if there is room. If there is none, as on the
// left at 80×24, they are drawn in the field's own empty cells: a wall must not take one of 64 columns from
// a field of 64 units, or no two hexagons would look alike.

// wallGlyphs are the wall lines of a glyph set. Those inside the field lie at its very edge if the set has
// such glyphs. The right wall is inside only in narrow frames.
type wallGlyphs struct {
	left, right, top       rune // outside the field
	inLeft, inRight, inTop rune // in the outermost cells of the field
}

var walls = [...]wallGlyphs{
	cell.Quadrant: edgeWalls,
	cell.Half:     {'│', '│', '─', '│', '│', '─'}, // for fonts of few glyphs
	cell.ASCII:    {'|', '|', '-', '|', '|', '-'},
	cell.Sextant:  edgeWalls,
	cell.Octant:   edgeWalls,
	cell.Mosaic:   edgeWalls,
	cell.Braille:  edgeWalls,
}

var edgeWalls = wallGlyphs{'▕', '▏', '▁', '▏', '▕', '▔'}

// empty returns the cell of an empty place in the field: ground, or a wall.
func (v *View) empty(x, y int) cell.Cell {
	c := cell.Cell{Glyph: ' ', Fg: v.theme.Back, Bg: v.theme.Back, Attr: 0}
	g, l := &walls[v.o.Glyphs], &v.l
	wall := rune(0)
	switch {
	case y == 0 && !l.outsideTop() && !v.open:
		wall = g.inTop
	case x == 0 && l.x == 0:
		wall = g.inLeft
	case x == l.cols-1 && l.x+l.cols == l.w:
		wall = g.inRight
	}
	if wall != 0 {
		c.Glyph, c.Fg = wall, v.theme.Walls
	} else if m := v.mark(x, y); m.glyph != 0 {
		c.Glyph, c.Fg = m.glyph, v.marks[m.ink]
	}
	return c
}

// outsideTop reports whether there is a row for the upper wall outside the field.
func (l *layout) outsideTop() bool { return l.y > 0 && !l.strip }

// drawWalls draws the walls outside the field.
func (v *View) drawWalls(f *cell.Frame) {
	g, l, st := &walls[v.o.Glyphs], &v.l, v.theme.of(v.theme.Walls, 0)
	lit, shaking := v.shaking()
	if shaking {
		st.Fg = lit
		v.lightWalls(f, lit)
	}
	for y := l.y; y < l.y+l.rows; y++ {
		if l.x > 0 {
			f.Set(l.x-1, y, g.left, st)
		}
		f.Set(l.x+l.cols, y, g.right, st)
	}
	if l.outsideTop() && !v.open {
		f.Fill(l.x, l.y-1, l.cols, 1, g.top, st)
	}
}

// lightWalls recolours the walls in the outermost cells of the field.
func (v *View) lightWalls(f *cell.Frame, c cell.Color) {
	l, g := &v.l, &walls[v.o.Glyphs]
	light := func(x, y int) {
		if at := &f.Cells[(y+l.y)*f.W+x+l.x]; at.Glyph == g.inLeft || at.Glyph == g.inRight || at.Glyph == g.inTop {
			if *at == v.empty(x, y) {
				at.Fg = c
			}
		}
	}
	for y := range l.rows {
		light(0, y)
		light(l.cols-1, y)
	}
	for x := 1; x < l.cols-1; x++ {
		light(x, 0)
	}
}
