package render

import (
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// ASCII pictures are line drawings. A brick is drawn as an outline with the number of its hits in the middle. The
// outline is a stamp of whole cells. Adjacent standard hexagons share the line between them.
//
//	  ___         _____
//	 / 2 \___    /     \
//	 \___/###\  <   2   >
//	     \###/   \_____/

// The glyphs of ASCII pictures.
const (
	asciiWall  = '#' // inside of unbreakable bricks
	asciiFlash = '*' // inside of flashing bricks
	asciiTrail = '.'
	asciiSpark = '\''
	asciiAim   = ':'
	asciiBody  = '=' // paddle between its ends
	asciiFloor = '~'
	asciiBall  = 'O'
	asciiFaint = 'o' // faint ball
)

// repaintASCII works like repaint, for ASCII pictures.
func (v *View) repaintASCII(area raster.Box) {
	s := &v.board
	area = area.Grown().And(raster.Rect(0, 0, s.Cols, s.Rows))
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			v.setBoardCell(x, y, v.emptyCell(x, y))
		}
	}

	for i := range s.bricks {
		if b := &s.bricks[i]; isResting(b) {
			k := v.asciiLook(b)
			v.asciiStamp(&k, area, func(x, y int) *cell.Cell { return &v.boardRow(y)[x] })
		}
	}
}

// An asciiLook is the appearance of a brick in ASCII.
type asciiLook struct {
	raster.Look
	brick  *brick
	line   cell.Style // style of the outline
	inside cell.Style // style of the inside
	fill   rune       // glyph that fills a flashing brick; 0 for other bricks
}

// asciiLook returns the look of a brick.
func (v *View) asciiLook(b *brick) asciiLook {
	k := asciiLook{Look: v.lookOf(b), brick: b}
	k.line = v.theme.Style(k.Lit.Color(), 0)
	if v.theme.IsLight() {
		k.line.Fg = k.Face.Color()
	}
	k.inside = cell.Style{Fg: k.line.Fg, Bg: v.theme.Fade(k.Face.Color(), insideShare)}
	switch v.opts.Tier {
	case cell.Colors16, cell.Colors8:
		k.inside.Bg = v.theme.Back
	case cell.Mono:
		k.line = v.theme.Style(v.theme.Text, 0)
		k.inside = k.line
	}
	k.inside.Fg = v.theme.Legible(k.inside.Fg, k.inside.Bg, v.opts.Tier)
	return k
}

// flashingLook returns the look k with the changes for a flashing brick.
func (v *View) flashingLook(k asciiLook) asciiLook {
	k.fill = asciiFlash
	if v.opts.Tier != cell.Mono {
		k.line.Fg = cell.Mix(k.line.Fg, v.theme.Flash, 8)
		k.inside.Fg = k.line.Fg
	}
	return k
}

// insideShare is the share of the face color in the color of a brick's inside, in sixteenths. The other part is the
// background color.
const insideShare = 6

// putLine writes a glyph of the outline.
func (k *asciiLook) putLine(to *cell.Cell, glyph rune) {
	*to = cell.Cell{Glyph: glyph, Fg: k.line.Fg, Bg: k.line.Bg}
}

// putInside writes a glyph of the inside.
func (k *asciiLook) putInside(to *cell.Cell, glyph rune) {
	if k.fill != 0 {
		glyph = k.fill
	}
	*to = cell.Cell{Glyph: glyph, Fg: k.inside.Fg, Bg: k.inside.Bg}
}

// asciiStamp writes the cells of a brick within area, as a stamp of whole cells. cellAt returns the cell at a position
// of the field.
func (v *View) asciiStamp(k *asciiLook, area raster.Box, cellAt func(x, y int) *cell.Cell) {
	p := k.brick.Shape
	s := v.board.StampOf(p, &k.Look)
	tiny := s.H == 1 && s.W < 3 // too small for sides, so the number or the filling replaces them
	for j := range s.H {
		y, from, to := s.Y+j, int(s.From[j]), int(s.To[j])
		left, right := asciiEnds(&v.board.Grid, p, &s, j)
		for x := max(from, area.X0); x < min(to, area.X1); x++ {
			if inside := x > from && x < to-1; inside && s.H > 1 && y > area.Y0 && y <= area.Y1 && !s.Has(x, j-1) {
				if above := cellAt(x, y-1); *above == v.emptyCell(x, y-1) {
					k.putLine(above, '_')
				}
			}
			if y < area.Y0 || y >= area.Y1 {
				continue
			}

			to := cellAt(x, y)
			switch {
			case tiny && (k.Pips > 0 || k.Wall) || x > from && x < int(s.To[j])-1 || s.W == 1:
				k.putInside(to, k.insideGlyph(&s, j, x))
			case to.Glyph == '<' || to.Glyph == '>': // keep the corner of a neighbor
			case x == from:
				k.putLine(to, left)
			default:
				k.putLine(to, right)
			}
		}
	}
}

// insideGlyph returns the glyph inside a stamp in column x of its row j.
func (k *asciiLook) insideGlyph(s *raster.Stamp, j, x int) rune {
	doubleMiddle := int(s.From[j]) + int(s.To[j]) - 1
	switch {
	case k.Pips > 0 && j == (s.H-1)/2 && (2*x == doubleMiddle || 2*x == doubleMiddle-1):
		return '0' + rune(k.Pips)
	case k.Wall:
		return asciiWall
	case s.H == 1:
		return '-'
	case !s.Has(x, j+1):
		return '_'
	}
	return ' '
}

// asciiEnds returns the glyphs at the ends of row j of a stamp.
func asciiEnds(r *raster.Grid, p *geom.Polygon, s *raster.Stamp, j int) (left, right rune) {
	if s.H == 1 {
		return '[', ']'
	}
	return r.SideRunes(p, s, j)
}

// asciiBrick draws a moving or flashing brick into f.
func (v *View) asciiBrick(f *cell.Frame, k asciiLook) {
	s, l := &v.board, &v.l
	all := raster.Rect(0, 0, s.Cols, s.Rows)
	v.asciiStamp(&k, all, func(x, y int) *cell.Cell { return f.At(x+l.x, y+l.y) })
}

// asciiPut writes a glyph at a point of the field if the cell is blank. Small objects are therefore behind bricks.
func (v *View) asciiPut(f *cell.Frame, x, y float64, glyph rune, c cell.Color) {
	col, row := v.l.cellAt(x, y)
	if !v.l.contains(col, row) {
		return
	}
	if at := f.At(col, row); at.Glyph == ' ' {
		at.Glyph, at.Fg = glyph, c
	}
}

// asciiPaddle draws a paddle.
func (v *View) asciiPaddle(f *cell.Frame, p *paddle, inks []paddleInk, body paddleBody) {
	first, row := v.l.cellAt(p.X-p.Half+0.25, p.Y)
	last, _ := v.l.cellAt(p.X+p.Half-0.25, p.Y)
	left, right := inks[0].ends(p)
	for x := first; x <= last; x++ {
		glyph, c := rune(asciiBody), inks[max(x-first-1, 0)%len(inks)].body
		switch {
		case x == first:
			glyph, c = '<', left
		case x == last:
			glyph, c = '>', right
		case body == dashedBody && (x-first)%2 == 0:
			glyph = asciiStunned
		case body != solidBody:
			glyph = ' '
		}
		if v.l.contains(x, row) {
			f.Set(x, row, glyph, v.theme.Style(c, cell.Bold))
		}
	}
}

// asciiDisc draws a ball. Its glyphs do not depend on its position. The ball is filled, because an outline would look
// like a brick.
//
//	O   ()   (O)   /O\   /OO\
//	               \O/   \OO/
func (v *View) asciiDisc(f *cell.Frame, b shownBall) {
	l := &v.l
	cw, ch := l.cellW, l.cellH
	w, h := max(1, raster.Nearest(2*b.r/cw)), max(1, raster.Nearest(2*b.r/ch))
	x, y := raster.Nearest(b.x/cw-float64(w)/2), raster.Nearest(b.y/ch-float64(h)/2)
	if b.y <= l.fh-b.r && b.y >= b.r {
		y = min(max(y, 0), l.rows-h)
	}
	x = min(max(x, 0), l.cols-w)
	c, _ := v.ballColors(b)
	st, ball := v.theme.Style(c, cell.Bold), rune(asciiBall)
	if b.faint {
		st, ball = v.theme.Style(c, 0), asciiFaint
	}

	for j := range h {
		left, right := '(', ')'
		switch {
		case h > 1 && j == 0:
			left, right = '/', '\\'
		case h > 1 && j == h-1:
			left, right = '\\', '/'
		}
		for i := range w {
			glyph := ball
			switch {
			case w > 1 && i == 0:
				glyph = left
			case w > 1 && i == w-1:
				glyph = right
			}
			if at := l.x + x + i; l.contains(at, l.y+y+j) {
				f.Set(at, l.y+y+j, glyph, st)
			}
		}
	}
}
