package render

// An overlay is the field with everything that moves. It begins each frame as a
// copy of the static layer, of which only the cells touched last time have to be
// taken again.
type overlay struct {
	raster
	touched []int   // cells that differ from the static layer
	marked  []bool  // of each cell: whether it is in touched
	hard    bool    // nothing is mixed: there are no shades for it
	soft    []uint8 // of each sub-cell: how much of it soft shapes cover, see soft.go
}

// resize gives o the size of the layout's field. The static layer fills it while
// it is repainted.
func (o *overlay) resize(l *layout, sx, sy int) {
	o.raster.resize(l, sx, sy)
	o.marked = grow(o.marked, l.cols*l.rows)
	clear(o.marked)
	o.soft = grow(o.soft, o.w*o.h)
	clear(o.soft)
	if cap(o.touched) < len(o.marked) {
		o.touched = make([]int, 0, len(o.marked))
	}
	o.touched = o.touched[:0]
}

// begin takes away what moved in the last frame.
func (o *overlay) begin(base *raster) {
	for _, i := range o.touched {
		o.restore(base, i%o.cols, i/o.cols)
		o.marked[i] = false
	}
	o.touched = o.touched[:0]
}

// restore copies one cell from the static layer.
func (o *overlay) restore(base *raster, x, y int) {
	for j := y * o.sy; j < (y+1)*o.sy; j++ {
		at := j*o.w + x*o.sx
		copy(o.pix[at:at+o.sx], base.pix[at:])
		clear(o.soft[at : at+o.sx])
	}
}

// touch notes that the cells of b differ from the static layer.
func (o *overlay) touch(b box) {
	for y := b.y0; y < b.y1; y++ {
		for x := b.x0; x < b.x1; x++ {
			if i := y*o.cols + x; !o.marked[i] {
				o.marked[i] = true
				o.touched = append(o.touched, i)
			}
		}
	}
}

// unsoften forgets the soft shapes in b: something else is in front of them.
func (o *overlay) unsoften(b box) {
	if b = b.and(o.all()); b.empty() {
		return
	}
	for y := b.y0; y < b.y1; y++ {
		clear(o.soft[y*o.w+b.x0 : y*o.w+b.x1])
	}
}

// dot sets the one sub-cell that the point is in.
func (o *overlay) dot(x, y float64, p pixel) {
	i, j := floor(x/o.ux), floor(y/o.uy)
	if i < 0 || j < 0 || i >= o.w || j >= o.h {
		return
	}
	o.touch(box{i / o.sx, j / o.sy, i/o.sx + 1, j/o.sy + 1})
	o.pix[j*o.w+i], o.soft[j*o.w+i] = p, 16
}
