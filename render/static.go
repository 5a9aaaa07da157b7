package render

import (
	"slices"

	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// updateBoard updates the board layer to the bricks of g. It returns the bricks as drawn, which can differ from the
// game in their hits and positions.
func (v *View) updateBoard(g *engine.Game) []brick {
	s := &v.board
	wave := v.currentWave(g)
	if !s.painted || len(s.bricks) != len(g.Bricks) {
		s.painted = true
		s.bricks = slices.Grow(s.bricks[:0], len(g.Bricks))[:len(g.Bricks)]
		moving := 0
		for k := range s.bricks {
			b := &s.bricks[k]
			b.copyFrom(g, k)
			if b.Moves {
				moving++
			}
			b.Hits, b.pulse = v.visibleHits(&wave, g, k), v.pulse(b, g.Tick)
		}
		v.movers.Resize(&s.Grid)
		v.cellMemo.Resize(&s.Grid, moving)
		v.repaint(raster.Rect(0, 0, s.Cols, s.Rows))
		return s.bricks
	}

	v.frameCount++
	var dirty raster.Box
	for k := range g.Bricks {
		b, hits := &s.bricks[k], v.visibleHits(&wave, g, k)
		if b.equals(g, k, hits) {
			v.updatePulse(b, g.Tick)
			continue
		}
		if v.keepsPosition(b, g, k) && b.equalsExceptPosition(g, k, hits) {
			continue
		}
		if !b.Moves {
			dirty = dirty.Or(v.cellsAround(b))
		}
		b.copyFrom(g, k)
		b.Hits, b.pulse = hits, v.pulse(b, g.Tick)
		if !b.Moves {
			dirty = dirty.Or(v.cellsAround(b))
		}
	}
	if !dirty.Empty() {
		v.repaint(dirty)
	}
	return s.bricks
}

// visibleHits returns the hits with which brick k is drawn, or 0 if it is invisible.
func (v *View) visibleHits(w *brickWave, g *engine.Game, k int) uint8 {
	if v.fieldOnly && v.titleCovers(g.Shape(k)) {
		return 0
	}
	return w.hits(g, k)
}

// updatePulse repaints a brick if its pulse has changed.
func (v *View) updatePulse(b *brick, tick uint64) {
	if !kindRows[b.Kind].pulses {
		return
	}
	if now := v.pulse(b, tick); now != b.pulse {
		b.pulse = now
		if isResting(b) {
			v.repaint(v.cellsAround(b))
		}
	}
}

// cellsAround returns the cells to repaint after a change of b. These are the cells of b and, if the picture has
// outlines, the cells of all bricks whose stamps overlap the stamp of b. In an overlap, the samples of both bricks have
// the color of the same sub-cell, so a change of b can also change the other brick.
func (v *View) cellsAround(b *brick) raster.Box {
	s := &v.board
	own := s.CellsOf(b.Shape)
	if v.opts.Glyphs.Shapes() == nil || b.Shape.N() < 3 {
		return own
	}
	all, k := own, v.lookOf(b)
	stamp := s.StampOf(b.Shape, &k)
	for i := range s.bricks {
		n := &s.bricks[i]
		if !isResting(n) || n.Shape.N() < 3 {
			continue
		}
		if cells := s.CellsOf(n.Shape); !cells.And(own).Empty() {
			// Use the memory of another grid, so that stamp remains valid. The look k can be used for all bricks,
			// because all looks have the same gaps.
			if t := v.overlay.StampOf(n.Shape, &k); stamp.Overlaps(&t) {
				all = all.Or(cells)
			}
		}
	}
	return all
}

// repaint repaints the cells of area in the board layer, and invalidates the layers in front of it.
func (v *View) repaint(area raster.Box) {
	if v.opts.Glyphs == cell.ASCII {
		v.repaintASCII(area)
		return
	}
	s := &v.board
	clip := s.Subcells(area)
	s.Fill(clip, raster.NewPixel(v.theme.Back, 0))
	for i := range s.bricks {
		b := &s.bricks[i]
		if isResting(b) && !s.CellsOf(b.Shape).And(area).Empty() {
			s.Brick(b.Shape, v.lookOf(b), clip)
		}
	}
	if v.opts.Glyphs.Shapes() != nil {
		v.computeOutlines(area)
	}
	v.cellMemo.Invalidate(area)
	v.movers.MarkDirty(area)
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			if samples, ok := s.outline.At(x, y); ok {
				v.setBoardCell(x, y, v.samplesCell(&samples, x, y))
			} else {
				v.setBoardCell(x, y, v.resolve(&s.Grid, x, y))
			}
		}
	}
}

// boardCell returns a cell of the board layer.
func (v *View) boardCell(x, y int) cell.Cell {
	if row := v.board.cells[y]; row != nil {
		return row[x]
	}
	return v.emptyCell(x, y)
}

// setBoardCell sets a cell of the board layer. It allocates no row for an empty cell.
func (v *View) setBoardCell(x, y int, c cell.Cell) {
	if v.board.cells[y] != nil || c != v.emptyCell(x, y) {
		v.boardRow(y)[x] = c
	}
}

// boardRow returns row y of the cells of the board layer, allocating it if necessary.
//
//go:noinline // would be copied into many callers
func (v *View) boardRow(y int) []cell.Cell {
	row := &v.board.cells[y]
	if *row == nil {
		*row = make([]cell.Cell, v.l.cols)
		v.fillEmpty(*row, y)
	}
	return *row
}

// maxOutlineCells is the approximate number of cells for which outlines are computed in one pass, to limit the memory
// for drafts. An area of this size contains a brick and its neighbors.
const maxOutlineCells = 128

// computeOutlines computes the outlines of the bricks in the cells of area. The bricks must have been painted before.
func (v *View) computeOutlines(area raster.Box) {
	s, ground := &v.board, raster.NewPixel(v.theme.Back, 0)
	defer s.outline.ReleaseDrafts()
	maxRows := max(1, maxOutlineCells/max(1, area.X1-area.X0))
	for part := area; part.Y0 < area.Y1; part.Y0 = part.Y1 {
		part.Y1 = min(part.Y0+maxRows, area.Y1)
		s.outline.Clear(part)
		for i := range s.bricks {
			b := &s.bricks[i]
			if isResting(b) && !s.CellsOf(b.Shape).And(part).Empty() {
				k := v.lookOf(b)
				s.outline.Add(&s.Grid, b.Shape, &k)
			}
		}
		for y := part.Y0; y < part.Y1; y++ {
			for x := part.X0; x < part.X1; x++ {
				s.outline.Finish(&s.Grid, x, y, ground)
			}
		}
	}
}
