package render

import (
	"slices"

	"arkterm/render/cell"
	"arkterm/render/raster"
)

// resolve returns the cell in column x of row y of a raster: the glyph and the two colours nearest to its
// sub-cells.
func (v *View) resolve(r *raster.Grid, x, y int) cell.Cell {
	var buf [cell.MaxSubCells]raster.Pixel
	p := r.Gather(&buf, x, y)
	if v.o.Tier == cell.Mono || r.Dots {
		return v.resolveInk(p, x, y)
	}
	return v.block(raster.StampCell(p), x, y)
}

// block returns the cell that shows s.
func (v *View) block(s raster.Split, x, y int) cell.Cell {
	if s.Mask == 0 && s.Bg == v.theme.Back {
		return v.empty(x, y)
	}
	return cell.Cell{Glyph: v.blocks[s.Mask], Fg: s.Fg, Bg: s.Bg}
}

// resolveInk is resolve for sub-cells that are lit or not, on one ground.
func (v *View) resolveInk(p []raster.Pixel, x, y int) cell.Cell {
	mask := raster.InkMask(p)
	if mask == 0 {
		return v.empty(x, y)
	}
	fg := v.theme.Text
	if v.o.Tier != cell.Mono {
		fg = raster.DotColor(p, mask)
	}
	return cell.Cell{Glyph: v.blocks[mask], Fg: fg, Bg: v.theme.Back}
}

// near is the largest distance, as of cell.Dist2, at which a colour is replaced by one that the cell has in
// the static layer.
const near = 300

// resolveMoving is resolve for a cell touched by a moving thing. Colours that the static layer has there
// are reused, others become ones of the 256: both keep frames small.
func (v *View) resolveMoving(x, y int) cell.Cell {
	var buf [cell.MaxSubCells]raster.Pixel
	var levels [cell.MaxSubCells]uint8
	o := &v.over
	p, soft := o.Gather(&buf, x, y), o.GatherSoft(&levels, x, y)
	under := &v.base.cells[y*v.l.cols+x]
	if v.o.Tier < cell.Mono && !o.Dots && slices.Max(soft) > 0 {
		s := raster.SoftCell(p, soft)
		if s.Mask == 0 && s.Bg == v.theme.Back {
			return v.empty(x, y)
		}
		return cell.Cell{Glyph: v.blocks[s.Mask], Fg: v.calmSoft(s.Fg, under, p, soft), Bg: v.calmSoft(s.Bg, under, p, soft)}
	}

	c := v.resolve(&o.Grid, x, y)
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

// calmSoft is calm, but keeps the colours of shapes: moving hexagons have the same colours as resting ones.
func (v *View) calmSoft(c cell.Color, under *cell.Cell, p []raster.Pixel, soft []uint8) cell.Color {
	for i, q := range p {
		if soft[i] == 16 && q.Color() == c {
			return c
		}
	}
	return v.calm(c, under)
}

func (v *View) calm(c cell.Color, under *cell.Cell) cell.Color {
	for _, u := range [...]cell.Color{v.theme.Back, under.Bg, under.Fg} {
		if cell.Dist2(c, u) < near {
			return u
		}
	}
	return cell.Snap256(c)
}
