package render

import (
	"slices"

	"arkterm/render/cell"
)

// resolve returns the cell in column x of row y of a raster: the glyph and the
// two colours that come nearest to its sub-cells.
func (v *View) resolve(r *raster, x, y int) cell.Cell {
	var buf [cell.MaxSubCells]pixel
	p := r.gather(&buf, x, y)
	if v.o.Tier == cell.Mono || r.dots {
		return v.resolveInk(p, x, y)
	}
	return v.block(v.stampCell(p), x, y)
}

// block returns the cell that shows s.
func (v *View) block(s split, x, y int) cell.Cell {
	if s.mask == 0 && s.bg == v.theme.Back {
		return v.empty(x, y)
	}
	return cell.Cell{Glyph: v.blocks[s.mask], Fg: s.fg, Bg: s.bg}
}

// resolveInk is resolve where sub-cells are lit or not, on one ground.
func (v *View) resolveInk(p []pixel, x, y int) cell.Cell {
	mask := inkMask(p)
	if mask == 0 {
		return v.empty(x, y)
	}
	fg := v.theme.Text
	if v.o.Tier != cell.Mono {
		fg = dotColor(p, mask)
	}
	return cell.Cell{Glyph: v.blocks[mask], Fg: fg, Bg: v.theme.Back}
}

// dotColor returns the one colour of the lit dots of a cell: of what is in front, or
// else that of most of them.
func dotColor(p []pixel, mask int) cell.Color {
	front := 0
	for i, q := range p {
		if q.ink() >= inkFront {
			front |= 1 << i
		}
	}
	if front&mask != 0 {
		mask &= front
	}
	return chief(p, mask)
}

// gather copies the sub-cells of a cell to buf.
func (r *raster) gather(buf *[cell.MaxSubCells]pixel, x, y int) []pixel {
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
func (v *View) resolveMoving(x, y int) cell.Cell {
	var buf [cell.MaxSubCells]pixel
	var levels [cell.MaxSubCells]uint8
	o := &v.over
	p, soft := o.gather(&buf, x, y), o.gatherSoft(&levels, x, y)
	under := &v.base.cells[y*v.l.cols+x]
	if v.o.Tier < cell.Mono && !o.dots && slices.Max(soft) > 0 {
		s := softCell(p, soft)
		if s.mask == 0 && s.bg == v.theme.Back {
			return v.empty(x, y)
		}
		return cell.Cell{Glyph: v.blocks[s.mask], Fg: v.calmSoft(s.fg, under, p, soft), Bg: v.calmSoft(s.bg, under, p, soft)}
	}
	c := v.resolve(&o.raster, x, y)
	if v.o.Tier == cell.Mono || c.Glyph != ' ' && c == v.empty(x, y) {
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
func (v *View) calmSoft(c cell.Color, under *cell.Cell, p []pixel, soft []uint8) cell.Color {
	for i, q := range p {
		if soft[i] == 16 && q.color() == c {
			return c
		}
	}
	return v.calm(c, under)
}

// gatherSoft copies how much soft shapes cover of the sub-cells of a cell.
func (o *overlay) gatherSoft(buf *[cell.MaxSubCells]uint8, x, y int) []uint8 {
	n := 0
	for j := range o.sy {
		n += copy(buf[n:], o.soft[(y*o.sy+j)*o.w+x*o.sx:][:o.sx])
	}
	return buf[:n]
}

func (v *View) calm(c cell.Color, under *cell.Cell) cell.Color {
	for _, u := range [...]cell.Color{v.theme.Back, under.Bg, under.Fg} {
		if cell.Dist2(c, u) < near {
			return u
		}
	}
	return cell.Snap256(c)
}
