package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// A static layer is what seldom changes of the field, bricks that rest and walls, as
// sub-cells and as finished cells. It compares the bricks with those that it
// shows and repaints only around the ones that changed.
type static struct {
	raster
	cells  []cell.Cell    // cols×rows
	lined  []lined        // the same, of ASCII pictures
	bricks []engine.Brick // as painted
	done   bool           // painted at all
}

// begin makes s an empty field; the next update paints all.
func (s *static) begin(l *layout, sx, sy int) {
	s.resize(l, sx, sy)
	s.cells = grow(s.cells, l.cols*l.rows)
	s.done = false
}

// update brings the static layer up to date with the bricks.
func (v *View) update(bricks []engine.Brick) {
	s := &v.base
	if !s.done || len(s.bricks) != len(bricks) {
		s.done = true
		s.bricks = append(s.bricks[:0], bricks...)
		v.repaint(box{0, 0, s.cols, s.rows})
		return
	}
	var dirty box
	for i := range bricks {
		if s.bricks[i] == bricks[i] {
			continue
		}
		for _, b := range [...]*engine.Brick{&s.bricks[i], &bricks[i]} {
			if !b.Moves {
				dirty = dirty.or(s.cellsOf(b))
			}
		}
		s.bricks[i] = bricks[i]
	}
	if !dirty.empty() {
		v.repaint(dirty)
	}
}

func (b box) or(c box) box {
	switch {
	case b.empty():
		return c
	case c.empty():
		return b
	}
	return box{min(b.x0, c.x0), min(b.y0, c.y0), max(b.x1, c.x1), max(b.y1, c.y1)}
}

// cellsOf returns the cells that a brick touches.
func (r *raster) cellsOf(b *engine.Brick) box {
	lo, hi := b.Shape.Bounds()
	return r.cells(r.around(lo.X, lo.Y, hi.X, hi.Y))
}

// repaint paints the cells of area anew, here and in the overlay.
func (v *View) repaint(area box) {
	if v.o.Glyphs == cell.ASCII {
		v.repaintASCII(area)
		return
	}
	s := &v.base
	clip := s.subcells(area)
	s.fill(clip, newPixel(v.theme.Back, 0))
	for i := range s.bricks {
		b := &s.bricks[i]
		if resting(b) {
			s.brick(b, v.lookOf(b), clip)
		}
	}
	for y := area.y0; y < area.y1; y++ {
		for x := area.x0; x < area.x1; x++ {
			s.cells[y*s.cols+x] = v.resolve(&s.raster, x, y)
			v.over.restore(&s.raster, x, y)
		}
	}
}
