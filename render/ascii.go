package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
)

// Pictures in ASCII are not rasters: at two or three rows to a hexagon, matching
// shapes of glyphs gives noise. A brick is the cells that it covers, its outline
// strokes that lean as its sides do, its inside the number of hits that it takes:
//
//	 /"\
//	<222>
//	 \_/

// The glyphs of ASCII pictures.
const (
	asciiFill   = '.' // a brick with one hit left
	asciiWall   = '#'
	asciiFlash  = '*'
	asciiTrail  = '.'
	asciiSpark  = '\''
	asciiAim    = ':'
	asciiBody   = '='
	asciiFloor  = '~'
	asciiLarge  = '@' // inside of balls of more than one cell
	asciiBall   = 'O'
	asciiSmall  = 'o'
	smallBall   = 0.45 // radius, in units, below which a ball is a small one
	asciiLeast  = 9    // of 24 points of a cell that a brick must cover
	asciiAcross = 4
	asciiDown   = 6
)

// repaintASCII is repaint for ASCII.
func (v *View) repaintASCII(area box) {
	s := &v.base
	for y := area.y0; y < area.y1; y++ {
		for x := area.x0; x < area.x1; x++ {
			s.cells[y*s.cols+x] = v.empty(x, y)
		}
	}
	for i := range s.bricks {
		if b := &s.bricks[i]; resting(b) {
			v.asciiBrick(b, area, s.cells, s.cols, 0, 0, false)
		}
	}
}

// asciiBrick writes a brick into the cells of area. The cells are those of a
// picture width columns wide in which the field begins at cell x0, y0.
func (v *View) asciiBrick(b *engine.Brick, area box, cells []Cell, width, x0, y0 int, flash bool) {
	s := &v.base
	at := s.cellsOf(b)
	k := v.lookOf(b)
	fill := rune(asciiFill)
	switch {
	case flash:
		fill = asciiFlash
		k.lit = newPixel(mix(k.lit.color(), v.theme.Flash, 8), 255)
	case k.rivet:
		fill = asciiWall
	case k.pips > 0:
		fill = '0' + rune(k.pips)
	}
	st := Style{k.lit.color(), dim(k.face.color(), 7), 0}
	if v.o.Tier == Mono {
		st = Style{v.theme.Text, v.theme.Back, 0}
	}
	lo, hi := b.Shape.Bounds()
	third := (hi.Y - lo.Y) / 5
	for y := at.y0; y < at.y1; y++ {
		first, last := at.x1, at.x0-1
		for x := at.x0; x < at.x1; x++ {
			if s.asciiCovers(b, x, y) {
				first, last = min(first, x), max(last, x)
			}
		}
		top := (float64(y)+0.5)*s.uy*float64(s.sy) < (lo.Y+hi.Y)/2-third
		bottom := (float64(y)+0.5)*s.uy*float64(s.sy) > (lo.Y+hi.Y)/2+third
		for x := first; x <= last; x++ {
			if x < area.x0 || x >= area.x1 || y < area.y0 || y >= area.y1 {
				continue
			}
			cells[(y+y0)*width+x+x0] = Cell{asciiStroke(x == first, x == last, top, bottom, fill), st.Fg, st.Bg, st.Attr}
		}
	}
}

// asciiStroke returns the glyph of a brick's cell: at the ends of a row the
// outline, leaning as in a hexagon; between them what fills it.
func asciiStroke(first, last, top, bottom bool, fill rune) rune {
	switch {
	case first == last:
		return fill
	case first && top, last && bottom:
		return '/'
	case first && bottom, last && top:
		return '\\'
	case first:
		return '<'
	case last:
		return '>'
	}
	return fill
}

// asciiCovers reports whether a brick covers enough of a cell to be drawn there.
func (r *raster) asciiCovers(b *engine.Brick, x, y int) bool {
	w, h := r.ux*float64(r.sx), r.uy*float64(r.sy)
	n := 0
	for j := range asciiDown {
		for i := range asciiAcross {
			p := geom.Vec{X: (float64(x) + (float64(i)+0.5)/asciiAcross) * w, Y: (float64(y) + (float64(j)+0.5)/asciiDown) * h}
			if b.Shape.Contains(p) {
				n++
			}
		}
	}
	return n >= asciiLeast
}

// drawMovingASCII is drawMoving for ASCII; it writes over the static picture.
func (v *View) drawMovingASCII(f *Frame, g *engine.Game, bricks []engine.Brick) {
	v.asciiMovers(f, bricks)
	v.eachTrailDot(func(d *trailDot) { v.asciiPut(f, d.x, d.y, asciiTrail, v.theme.Trail) })
	l := &v.l
	v.eachFlash(g, func(b *engine.Brick) {
		v.asciiBrick(b, box{0, 0, l.cols, l.rows}, f.Cells, f.W, l.x, l.y, true)
	})
	v.asciiBeams(f, g)
	v.eachAimDot(g, func(x, y float64) { v.asciiPut(f, x, y, asciiAim, v.theme.Aim) })
	if c, ok := v.floorGlow(g); ok {
		for x := range l.cols {
			f.Set(l.x+x, l.y+l.rows-1, asciiFloor, v.theme.of(c, 0))
		}
	}
	for i := range g.Paddles {
		v.asciiPaddle(f, &g.Paddles[i], g.Paddles[i].StunnedTo > g.Tick)
	}
	for _, b := range v.effects.balls {
		v.asciiDisc(f, b)
	}
	v.eachCharge(g, func(at geom.Vec) { v.asciiPut(f, at.X, at.Y, asciiCharge, v.theme.Charge) })
	v.eachSpark(func(x, y, _ float64, c Color) { v.asciiPut(f, x, y, asciiSpark, c) })
}

// asciiPut writes a glyph at a point of the field, over blanks only: small things
// pass behind bricks.
func (v *View) asciiPut(f *Frame, x, y float64, glyph rune, c Color) {
	col, row := v.l.cell(x, y)
	if !v.l.holds(col, row) {
		return
	}
	if at := f.At(col, row); at.Glyph == ' ' {
		at.Glyph, at.Fg = glyph, c
	}
}

func (v *View) asciiPaddle(f *Frame, p *engine.Paddle, stunned bool) {
	first, row := v.l.cell(p.X-p.Half+0.25, p.Y)
	last, _ := v.l.cell(p.X+p.Half-0.25, p.Y)
	for x := first; x <= last; x++ {
		glyph, c := rune(asciiBody), v.theme.Paddle
		if stunned {
			glyph = ' '
			if (x-first)%2 == 0 {
				glyph = asciiStunned
			}
		}
		switch x {
		case first:
			glyph, c = '<', v.theme.PaddleEnds
		case last:
			glyph, c = '>', v.theme.PaddleEnds
		}
		if v.l.holds(x, row) {
			f.Set(x, row, glyph, v.theme.of(c, Bold))
		}
	}
}

// asciiDisc writes a ball: a letter, or the cells whose middles it covers.
func (v *View) asciiDisc(f *Frame, b disc) {
	l := &v.l
	col, row := l.cell(b.x, b.y)
	glyph := rune(asciiBall)
	if b.r < smallBall {
		glyph = asciiSmall
	}
	w, h := l.fw/float64(l.cols), l.fh/float64(l.rows)
	i, j := int(b.r/w), int(b.r/h)
	for y := row - j; y <= row+j; y++ {
		for x := col - i; x <= col+i; x++ {
			dx, dy := (float64(x-l.x)+0.5)*w-b.x, (float64(y-l.y)+0.5)*h-b.y
			if (x != col || y != row) && dx*dx+dy*dy > b.r*b.r || !l.holds(x, y) {
				continue
			}
			if i > 0 && j > 0 {
				glyph = asciiLarge
			}
			f.Set(x, y, glyph, v.theme.of(v.theme.Ball, Bold))
		}
	}
}
