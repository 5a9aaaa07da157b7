package render

import (
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// resolve returns the cell for the sub-cells in column x of row y of a grid: the nearest glyph and its two colors.
func (v *View) resolve(r *raster.Grid, x, y int) cell.Cell {
	var buf [cell.MaxSubCells]raster.Pixel
	p := r.Gather(&buf, x, y)
	if v.opts.Tier == cell.Mono || r.Dots {
		return v.resolveInk(p, x, y)
	}
	return v.splitCell(raster.StampCell(p), x, y)
}

// splitCell returns the cell with the block glyph and the two colors of s.
func (v *View) splitCell(s raster.Split, x, y int) cell.Cell {
	if s.Mask == 0 && s.Bg == v.theme.Back {
		return v.emptyCell(x, y)
	}
	return cell.Cell{Glyph: v.textLook.Blocks[s.Mask], Fg: s.Fg, Bg: s.Bg}
}

// samplesCell returns the cell nearest to the samples.
func (v *View) samplesCell(s *raster.Samples, x, y int) cell.Cell {
	if v.opts.Tier == cell.Mono {
		two := s.Monochrome(raster.NewPixel(v.theme.Text, raster.InkLit), raster.NewPixel(v.theme.Back, 0))
		s = &two
	}
	c := v.picker.Pick(s)
	switch {
	case c.Solid && c.Fg.Color() == v.theme.Back:
		return v.emptyCell(x, y)
	case c.Solid:
		return cell.Cell{Glyph: '█', Fg: c.Fg.Color(), Bg: c.Fg.Color()}
	}
	return cell.Cell{Glyph: c.Glyph, Fg: c.Fg.Color(), Bg: c.Bg.Color()}
}

// resolveInk works like resolve, for terminals without colors and for braille. In these cases a sub-cell is either lit
// or unlit, and every cell has the theme's background.
func (v *View) resolveInk(p []raster.Pixel, x, y int) cell.Cell {
	mask := raster.InkMask(p)
	if mask == 0 {
		return v.emptyCell(x, y)
	}
	fg := v.theme.Text
	if v.opts.Tier != cell.Mono {
		fg = raster.DotColor(p, mask)
	}
	return cell.Cell{Glyph: v.textLook.Blocks[mask], Fg: fg, Bg: v.theme.Back}
}

// resolveMoving works like resolve, for a cell of r that a moving object touches. It keeps the colors of objects, so a
// moving brick looks like a resting brick. To save bytes, it replaces a mixed color by a color that the cell has in the
// board layer, or by one of the 256 colors. It caches the results in cellMemo.
func (v *View) resolveMoving(r *raster.Grid, x, y int) cell.Cell {
	var buf [cell.MaxSubCells]raster.Pixel
	p := r.Gather(&buf, x, y)
	c, known := v.cellMemo.Lookup(x, y, &buf)
	if !known {
		*c = v.resolveOver(r, p, x, y)
	}
	return *c
}

// resolveOver computes the result of resolveMoving for a cell with the sub-cells p. In a cell without a ball it also
// uses the samples of resting bricks, which are finer than sub-cells. In a cell with a ball it does not, so that the
// ball keeps its shape.
func (v *View) resolveOver(r *raster.Grid, p []raster.Pixel, x, y int) cell.Cell {
	if s, ok := v.board.outline.Under(&v.board.Grid, r, x, y); ok && !raster.HasBall(p) {
		return v.samplesCell(&s, x, y)
	}
	c := v.resolve(r, x, y)
	if v.opts.Tier == cell.Mono || c.Glyph != ' ' && c == v.emptyCell(x, y) {
		return c
	}
	under := v.boardCell(x, y)
	c.Fg, c.Bg = v.snapColor(c.Fg, &under, p), v.snapColor(c.Bg, &under, p)
	return c
}

// snapColor returns c if c is the color of a sub-cell. Otherwise c is a mixed color, and snapColor returns a similar
// color: the background, a color of the cell under, or one of the 256 colors.
func (v *View) snapColor(c cell.Color, under *cell.Cell, p []raster.Pixel) cell.Color {
	for _, q := range p {
		if q.Color() == c {
			return c
		}
	}
	for _, u := range [...]cell.Color{v.theme.Back, under.Bg, under.Fg} {
		if cell.Dist2(c, u) < maxSnapDistance {
			return u
		}
	}
	return cell.Snap256(c)
}
