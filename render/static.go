package render

import (
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// update brings the static layer up to date with the bricks.
func (v *View) update(bricks []brick) {
	s := &v.base
	if !s.done || len(s.bricks) != len(bricks) {
		s.done = true
		s.bricks = append(s.bricks[:0], bricks...)
		v.repaint(raster.Rect(0, 0, s.Cols, s.Rows))
		return
	}
	var dirty raster.Box
	for i := range bricks {
		if s.bricks[i] == bricks[i] {
			continue
		}
		for _, b := range [...]*brick{&s.bricks[i], &bricks[i]} {
			if !b.Moves {
				dirty = dirty.Or(s.CellsOf(&b.Shape))
			}
		}
		s.bricks[i] = bricks[i]
	}
	if !dirty.Empty() {
		v.repaint(dirty)
	}
}

// repaint paints the cells of area anew, here and in the overlay.
func (v *View) repaint(area raster.Box) {
	if v.o.Glyphs == cell.ASCII {
		v.repaintASCII(area)
		return
	}
	s := &v.base
	clip := s.Subcells(area)
	s.Fill(clip, raster.NewPixel(v.theme.Back, 0))
	for i := range s.bricks {
		b := &s.bricks[i]
		if resting(b) {
			s.Brick(&b.Shape, v.lookOf(b), clip)
		}
	}
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			s.cells[y*s.Cols+x] = v.resolve(&s.Grid, x, y)
			v.over.Restore(&s.Grid, x, y)
		}
	}
}
