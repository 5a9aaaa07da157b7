package render

import (
	"slices"

	"arkterm/render/cell"
	"arkterm/render/raster"
)

// ASCII pictures are line drawings: a brick is its outline with the number of its hits in the middle. If
// rows are low, the lines are the glyphs with the nearest shapes, and neighbours share the line between
// them. If a hexagon has only two or three rows, it is a stamp of whole cells, the same everywhere.
//
//	./"\./^\.       /""\ /22\
//	|   || 2 |       \__/ \__/
//	'\./^\./'          /##\

// The glyphs of ASCII pictures.
const (
	asciiWall  = '#' // inside of unbreakable bricks
	asciiFlash = '*'
	asciiTrail = '.'
	asciiSpark = '\''
	asciiAim   = ':'
	asciiBody  = '='
	asciiFloor = '~'
	asciiBall  = 'O'
)

// repaintASCII is repaint for ASCII.
func (v *View) repaintASCII(area raster.Box) {
	s := &v.base
	area = area.Grown().And(raster.Rect(0, 0, s.Cols, s.Rows))
	s.lined = slices.Grow(s.lined[:0], s.Cols*s.Rows)[:s.Cols*s.Rows]
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			s.lined[y*s.Cols+x] = lined{depth: -1, brick: -1}
			s.cells[y*s.Cols+x] = v.empty(x, y)
		}
	}

	if s.HighRows() {
		for i := range s.bricks {
			if b := &s.bricks[i]; resting(b) {
				k := v.asciiLook(b)
				v.asciiStamp(&k, area, func(x, y int) *cell.Cell { return &s.cells[y*s.Cols+x] })
			}
		}
		return
	}

	// Draw all outlines first: neighbours share the line between them.
	for i := range s.bricks {
		b := &s.bricks[i]
		if !resting(b) {
			continue
		}
		at := s.CellsOf(&b.Shape).Grown().And(area)
		for y := at.Y0; y < at.Y1; y++ {
			for x := at.X0; x < at.X1; x++ {
				s.lined[y*s.Cols+x].line(&s.Grid, b, i, x, y)
			}
		}
	}
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			if c := &s.lined[y*s.Cols+x]; c.brick >= 0 {
				k := v.asciiLook(&s.bricks[c.brick])
				v.asciiCell(&s.cells[y*s.Cols+x], c, &k, x, y)
			}
		}
	}
}

// An asciiLook is the appearance of a brick in ASCII: its glyphs and colours.
type asciiLook struct {
	raster.Look
	brick  *brick
	line   cell.Style // of the outline
	inside cell.Style
	fill   rune // fills a flashing brick; else 0
}

// asciiLook returns the look of a brick.
func (v *View) asciiLook(b *brick) asciiLook {
	k := asciiLook{Look: v.lookOf(b), brick: b}
	k.line = v.theme.of(k.Lit.Color(), 0)
	k.inside = cell.Style{Fg: k.line.Fg, Bg: cell.Darken(k.Face.Color(), insideShare)}
	if v.o.Tier == cell.Mono {
		k.line = v.theme.of(v.theme.Text, 0)
		k.inside = k.line
	}
	return k
}

// flashing returns the look k of a brick while it flashes.
func (v *View) flashing(k asciiLook) asciiLook {
	k.fill = asciiFlash
	if v.o.Tier != cell.Mono {
		k.line.Fg = cell.Mix(k.line.Fg, v.theme.Flash, 8)
		k.inside.Fg = k.line.Fg
	}
	return k
}

// insideShare is the brightness of the inside of a brick, in sixteenths.
const insideShare = 6

// putLine writes a glyph of the outline, putInside one of the inside.
func (k *asciiLook) putLine(to *cell.Cell, glyph rune) {
	*to = cell.Cell{Glyph: glyph, Fg: k.line.Fg, Bg: k.line.Bg}
}

func (k *asciiLook) putInside(to *cell.Cell, glyph rune) {
	if k.fill != 0 {
		glyph = k.fill
	}
	*to = cell.Cell{Glyph: glyph, Fg: k.inside.Fg, Bg: k.inside.Bg}
}

// asciiStamp writes the cells of a brick within area as a stamp of whole cells.
func (v *View) asciiStamp(k *asciiLook, area raster.Box, at func(x, y int) *cell.Cell) {
	s := v.base.StampOf(&k.brick.Shape, &k.Look)
	tiny := s.H == 1 && s.W < 3 // its number or filling replaces the sides
	for j := range s.H {
		for x := int(s.From[j]); x < int(s.To[j]); x++ {
			y := s.Y + j
			if x < area.X0 || x >= area.X1 || y < area.Y0 || y >= area.Y1 {
				continue
			}
			side := asciiSide(&s, j, x)
			if side != ' ' && !(tiny && (k.Pips > 0 || k.Rivet)) {
				k.putLine(at(x, y), side)
				continue
			}
			k.putInside(at(x, y), k.insideOf(&s, j, side))
		}
	}
}

// insideOf returns the glyph inside row j of a stamp, or blank.
func (k *asciiLook) insideOf(s *raster.Stamp, j int, blank rune) rune {
	switch {
	case j == (s.H-1)/2 && k.Pips > 0:
		return '0' + rune(k.Pips)
	case k.Rivet:
		return asciiWall
	case s.H == 1:
		return '-'
	case j == 0:
		return '"'
	case j == s.H-1:
		return '_'
	}
	return blank
}

// asciiSide returns the glyph of the sides in cell x of row j of a stamp, or a blank.
func asciiSide(s *raster.Stamp, j, x int) rune {
	left, right := x == int(s.From[j]), x == int(s.To[j])-1
	upper, lower := 2*j+1 < s.H, 2*j+1 > s.H
	switch {
	case left == right:
		return ' '
	case left && upper, right && lower:
		return '/'
	case left && lower, right && upper:
		return '\\'
	case s.H > 1:
		return '|'
	case left:
		return '<'
	}
	return '>'
}

// asciiCell writes a cell of lines over to, or leaves to unchanged if there are none.
func (v *View) asciiCell(to *cell.Cell, c *lined, k *asciiLook, x, y int) {
	lines := c.shape
	lines.Contrast()
	glyph := raster.NearestGlyph(raster.LineGlyphs, lines)

	center, _ := k.brick.Shape.Circle()
	middle := x == raster.Floor(center.X/(v.base.UnitX*float64(v.base.SubX))) && y == raster.Floor(center.Y/(v.base.UnitY*float64(v.base.SubY)))
	inside := c.depth > 0 && (glyph == ' ' || middle)
	switch {
	case !inside && glyph == ' ':
		return
	case inside && k.Rivet:
		glyph = asciiWall
	case middle && k.Pips > 0:
		glyph = '0' + rune(k.Pips)
	}

	if inside {
		k.putInside(to, glyph)
	} else {
		k.putLine(to, glyph)
	}
}

// asciiBrick writes a single brick over f: one that moves or flashes.
func (v *View) asciiBrick(f *cell.Frame, k asciiLook) {
	s, l := &v.base, &v.l
	all := raster.Rect(0, 0, s.Cols, s.Rows)
	if s.HighRows() {
		v.asciiStamp(&k, all, func(x, y int) *cell.Cell { return f.At(x+l.x, y+l.y) })
		return
	}
	at := s.CellsOf(&k.brick.Shape).Grown().And(all)
	for y := at.Y0; y < at.Y1; y++ {
		for x := at.X0; x < at.X1; x++ {
			c := lined{depth: -1, brick: -1}
			if c.line(&s.Grid, k.brick, 0, x, y); c.brick < 0 {
				continue
			}
			c.shape.Add(s.lined[y*s.Cols+x].shape)
			v.asciiCell(f.At(x+l.x, y+l.y), &c, &k, x, y)
		}
	}
}

// asciiPut writes a glyph at a point of the field, over blanks only: small things pass behind bricks.
func (v *View) asciiPut(f *cell.Frame, x, y float64, glyph rune, c cell.Color) {
	col, row := v.l.cell(x, y)
	if !v.l.holds(col, row) {
		return
	}
	if at := f.At(col, row); at.Glyph == ' ' {
		at.Glyph, at.Fg = glyph, c
	}
}

func (v *View) asciiPaddle(f *cell.Frame, p *paddle, ink paddleInk, body paddleBody) {
	first, row := v.l.cell(p.X-p.Half+0.25, p.Y)
	last, _ := v.l.cell(p.X+p.Half-0.25, p.Y)
	left, right := ink.ends(p)
	for x := first; x <= last; x++ {
		glyph, c := rune(asciiBody), ink.body
		switch {
		case x == first:
			glyph, c = '<', left
		case x == last:
			glyph, c = '>', right
		case body == dashedBody && (x-first)%2 == 0:
			glyph = asciiStunned
		case body != wholeBody:
			glyph = ' '
		}
		if v.l.holds(x, row) {
			f.Set(x, row, glyph, v.theme.of(c, cell.Bold))
		}
	}
}

// asciiDisc writes a ball: the same glyphs wherever it is, filled, so that they are no outline of a brick.
//
//	O   ()   (O)   /O\   /OO\
//	               \O/   \OO/
func (v *View) asciiDisc(f *cell.Frame, b disc) {
	l := &v.l
	cw, ch := l.cellW, l.cellH
	w, h := max(1, raster.Nearest(2*b.r/cw)), max(1, raster.Nearest(2*b.r/ch))
	x, y := raster.Nearest(b.x/cw-float64(w)/2), raster.Nearest(b.y/ch-float64(h)/2)
	if b.y <= l.fh-b.r && b.y >= b.r {
		y = min(max(y, 0), l.rows-h)
	}
	x = min(max(x, 0), l.cols-w)
	st := v.theme.of(v.theme.Ball, cell.Bold)
	for j := range h {
		left, right := '(', ')'
		switch {
		case h > 1 && j == 0:
			left, right = '/', '\\'
		case h > 1 && j == h-1:
			left, right = '\\', '/'
		}
		for i := range w {
			glyph := rune(asciiBall)
			switch {
			case w > 1 && i == 0:
				glyph = left
			case w > 1 && i == w-1:
				glyph = right
			}
			if at := l.x + x + i; l.holds(at, l.y+y+j) {
				f.Set(at, l.y+y+j, glyph, st)
			}
		}
	}
}
