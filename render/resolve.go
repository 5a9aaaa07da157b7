package render

import "slices"

// resolve returns the cell in column x of row y of a raster: the glyph and the
// two colours that come nearest to its sub-cells.
func (v *View) resolve(r *raster, x, y int) Cell {
	var buf [4]pixel
	p := r.gather(&buf, x, y)
	if v.o.Tier == Mono {
		mask := inkMask(p)
		if mask == 0 {
			return v.empty(x, y)
		}
		return Cell{Glyph: blockGlyph(mask, len(p)), Fg: v.theme.text, Bg: v.theme.back}
	}
	s := v.split(r, p)
	if s.mask == 0 && s.bg == v.theme.back {
		return v.empty(x, y)
	}
	return Cell{Glyph: blockGlyph(s.mask, len(p)), Fg: s.fg, Bg: s.bg}
}

func (v *View) split(r *raster, p []pixel) split {
	if r.stamps {
		return v.stampCell(p)
	}
	return partition(p)
}

// gather copies the sub-cells of a cell to buf.
func (r *raster) gather(buf *[4]pixel, x, y int) []pixel {
	n := 0
	for j := range r.sy {
		n += copy(buf[n:], r.pix[(y*r.sy+j)*r.w+x*r.sx:][:r.sx])
	}
	return buf[:n]
}

// near is how far, in dist2, a colour may be from one that the cell has without
// what moves over it to be drawn as that one.
const near = 300

// resolveMoving is resolve for a cell that something moving touches. Colours
// that the static picture has there already stay, others become ones of the 256:
// both keep frames small on the wire.
func (v *View) resolveMoving(x, y int) Cell {
	var buf [4]pixel
	var levels [4]uint8
	o := &v.over
	p, soft := o.gather(&buf, x, y), o.gatherSoft(&levels, x, y)
	if v.o.Tier < Mono && slices.Max(soft) > 0 {
		s := softCell(p, soft)
		under := &v.base.cells[y*v.l.cols+x]
		if s.mask == 0 && s.bg == v.theme.back {
			return v.empty(x, y)
		}
		return Cell{Glyph: blockGlyph(s.mask, len(p)), Fg: v.calmSoft(s.fg, under, p, soft), Bg: v.calmSoft(s.bg, under, p, soft)}
	}
	c := v.resolve(&o.raster, x, y)
	if v.o.Tier == Mono {
		return c
	}
	under := &v.base.cells[y*v.l.cols+x]
	if c.Glyph != ' ' && c == v.empty(x, y) {
		return c
	}
	solid := c.Fg == c.Bg
	c.Fg = v.calm(c.Fg, under)
	if solid {
		c.Bg = c.Fg
		return c
	}
	c.Bg = v.calm(c.Bg, under)
	return c
}

// calmSoft is calm but for the colours of shapes themselves: hexagons that move
// have those of hexagons that rest.
func (v *View) calmSoft(c Color, under *Cell, p []pixel, soft []uint8) Color {
	for i, q := range p {
		if soft[i] == 16 && q.color() == c {
			return c
		}
	}
	return v.calm(c, under)
}

// gatherSoft copies how much soft shapes cover of the sub-cells of a cell.
func (o *overlay) gatherSoft(buf *[4]uint8, x, y int) []uint8 {
	n := 0
	for j := range o.sy {
		n += copy(buf[n:], o.soft[(y*o.sy+j)*o.w+x*o.sx:][:o.sx])
	}
	return buf[:n]
}

func (v *View) calm(c Color, under *Cell) Color {
	for _, u := range [...]Color{v.theme.back, under.Bg, under.Fg} {
		if dist2(c, u) < near {
			return u
		}
	}
	return snap256(c)
}
