package raster

// A Layer is a field with things in front of it that seldom change. Where one does, its cells are painted anew: all
// things that are in one of them are, on a sketch, of which these cells count.
type Layer struct {
	Grid
	Dirty   []int // indexes of the cells to be painted
	sketch  Grid
	marked  []bool // by cell: is in Dirty
	covered []bool // by cell of Dirty: a thing is in it
}

// Resize gives l the size of base. Nothing is on it, and no cell is dirty.
func (l *Layer) Resize(base *Grid) {
	l.Grid.like(base)
	l.sketch.like(base)
	n := base.Cols * base.Rows
	l.marked, l.covered = grow(l.marked, n), grow(l.covered, n)
	clear(l.marked)
	if cap(l.Dirty) < n {
		l.Dirty = make([]int, 0, n)
	}
	l.Dirty = l.Dirty[:0]
}

// like makes r a grid of the size and kind of base. It does not clear the pixels.
func (r *Grid) like(base *Grid) {
	pix, rows := r.pix, r.rows
	*r = *base
	r.pix, r.rows = grow(pix, r.W*r.H), rows
}

// Soil makes the cells of b dirty.
func (l *Layer) Soil(b Box) {
	for y := b.Y0; y < b.Y1; y++ {
		for x := b.X0; x < b.X1; x++ {
			if i := y*l.Cols + x; !l.marked[i] {
				l.marked[i], l.covered[i] = true, false
				l.Dirty = append(l.Dirty, i)
			}
		}
	}
}

// Sketch returns a grid on which the dirty cells are those of base, and others are anything.
func (l *Layer) Sketch(base *Grid) *Grid {
	for _, i := range l.Dirty {
		l.sketch.restore(base, i%l.Cols, i/l.Cols)
	}
	return &l.sketch
}

// Cover records that a thing is in the cells of b, and reports whether it has to be painted, since one of them is dirty.
func (l *Layer) Cover(b Box) (dirty bool) {
	for y := b.Y0; y < b.Y1; y++ {
		for i := y*l.Cols + b.X0; i < y*l.Cols+b.X1; i++ {
			if l.marked[i] {
				l.covered[i], dirty = true, true
			}
		}
	}
	return dirty
}

// Take takes dirty cell i from the sketch, and reports whether a thing is in it.
func (l *Layer) Take(i int) (covered bool) {
	l.restore(&l.sketch, i%l.Cols, i/l.Cols)
	l.marked[i] = false
	return l.covered[i]
}
