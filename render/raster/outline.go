package raster

import (
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// An Outline holds the cells of a grid that bricks are in, in samples: glyphs are finer than sub-cells. The
// polygon decides which brick a sample belongs to, and the stamp its colour, so that what is painted on bricks
// in sub-cells stays so.
//
// A standard hexagon keeps the outline of its stamp, which is the same wherever it is. Its sides are as steep as
// the diagonal of a cell, and stairs of sextants are nearer to that than any slanted glyph. Without shades, all
// bricks keep that of their stamps: gaps tell neighbours apart.
type Outline struct {
	cols  int
	cells []outlined
	dots  [cell.MaxSubCells]cell.Mask // the samples of each sub-cell
}

// An outlined is a cell of an Outline.
type outlined struct {
	Samples
	claimed cell.Mask // samples that belong to bricks
	stamped uint8     // sub-cells that belong to stamps
}

// Resize sets the size of o to that of r.
func (o *Outline) Resize(r *Grid) {
	o.cols = r.Cols
	o.cells = grow(o.cells, r.Cols*r.Rows)
	clear(o.cells)
	o.dots = [cell.MaxSubCells]cell.Mask{}
	for i := range cell.Grain {
		x, y := i%cell.GrainX*r.SubX/cell.GrainX, i/cell.GrainX*r.SubY/cell.GrainY
		o.dots[y*r.SubX+x] |= 1 << i
	}
}

// Clear forgets the bricks in the cells of area.
func (o *Outline) Clear(area Box) {
	for y := area.Y0; y < area.Y1; y++ {
		clear(o.cells[y*o.cols+area.X0 : y*o.cols+area.X1])
	}
}

// Add adds a brick that has been painted on r, in the cells of area.
func (o *Outline) Add(r *Grid, p *geom.Polygon, k *Look, area Box) {
	if p.N() < 3 {
		return
	}
	s := r.StampOf(p, k)
	around := r.Cells(r.AreaOf(p).Or(s.box()).And(r.All())).And(area)
	if r.Standard(p) || r.Flat {
		o.addStamp(r, &s, around)
		return
	}

	for y := around.Y0; y < around.Y1; y++ {
		var ends [cell.GrainY][2]float64 // of each row of samples in the shape, in cells
		for j := range ends {
			x0, x1, ok := chord(p, (float64(y)+cell.SampleY(j))*r.UnitY*float64(r.SubY))
			if !ok {
				x0, x1 = 0, -1
			}
			wide := r.UnitX * float64(r.SubX)
			ends[j] = [2]float64{x0 / wide, x1 / wide}
		}
		for x := around.X0; x < around.X1; x++ {
			o.claim(r, &s, x, y, coverage(&ends, x))
		}
	}
}

// addStamp adds a brick with the outline of its stamp.
func (o *Outline) addStamp(r *Grid, s *Stamp, area Box) {
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			var m cell.Mask
			for k := range r.SubX * r.SubY {
				if s.Has(x*r.SubX+k%r.SubX, y*r.SubY+k/r.SubX-s.Y) {
					m |= o.dots[k]
				}
			}
			o.claim(r, s, x, y, m)
		}
	}
}

// coverage returns the samples of the cells in column x that lie between the ends of their rows.
func coverage(ends *[cell.GrainY][2]float64, x int) (m cell.Mask) {
	for j := range ends {
		a, b := ends[j][0]-float64(x), ends[j][1]-float64(x)
		if b < 0 || a > 1 {
			continue
		}
		for i := range cell.GrainX {
			if at := cell.SampleX(i); at >= a && at <= b {
				m |= 1 << (j*cell.GrainX + i)
			}
		}
	}
	return m
}

// claim gives samples of a cell to the brick with the stamp s.
func (o *Outline) claim(r *Grid, s *Stamp, x, y int, m cell.Mask) {
	c := &o.cells[y*o.cols+x]
	m &^= c.claimed
	c.claimed |= m
	for k := range r.SubX * r.SubY {
		i, j := x*r.SubX+k%r.SubX, y*r.SubY+k/r.SubX
		own := s.Has(i, j-s.Y)
		if own {
			c.stamped |= 1 << k
		}
		part := m & o.dots[k]
		if part == 0 {
			continue
		}
		if !own {
			i, j = s.nearest(i, j)
		}
		if i >= 0 && j >= 0 && i < r.W && j < r.H {
			c.put(part, r.pix[j*r.W+i])
		}
	}
}

// box returns the sub-cells around s. Rows of a leaning stamp may lie beside its widest one.
func (s *Stamp) box() Box {
	b := Box{int(s.From[0]), s.Y, int(s.To[0]), s.Y + s.H}
	for j := range s.H {
		b.X0, b.X1 = min(b.X0, int(s.From[j])), max(b.X1, int(s.To[j]))
	}
	return b
}

// nearest returns the sub-cell of s in the row nearest to j that is nearest to i.
func (s *Stamp) nearest(i, j int) (x, y int) {
	row := min(max(j-s.Y, 0), s.H-1)
	return min(max(i, int(s.From[row])), int(s.To[row])-1), s.Y + row
}

// Finish gives the samples of a cell that belong to no brick their pixels: ground, where the stamp of a brick
// reaches beyond its shape.
func (o *Outline) Finish(r *Grid, x, y int, ground Pixel) {
	c := &o.cells[y*o.cols+x]
	if c.stamped == 0 && c.claimed == 0 {
		return
	}
	for k := range r.SubX * r.SubY {
		part := o.dots[k] &^ c.claimed
		switch {
		case part == 0:
		case c.stamped>>k&1 == 1:
			c.put(part, ground)
		default:
			c.put(part, r.pix[(y*r.SubY+k/r.SubX)*r.W+x*r.SubX+k%r.SubX])
		}
	}
}

// At returns a cell in samples; false if no brick is in it.
func (o *Outline) At(x, y int) (*Samples, bool) {
	c := &o.cells[y*o.cols+x]
	return &c.Samples, c.n > 0
}

// Under returns a cell of o in samples, with the sub-cells of over in front that differ from those of r; false
// if no brick is in the cell.
func (o *Outline) Under(r, over *Grid, x, y int) (s Samples, ok bool) {
	c := &o.cells[y*o.cols+x]
	if c.n == 0 {
		return s, false
	}
	s = c.Samples
	for k := range r.SubX * r.SubY {
		at := (y*r.SubY+k/r.SubX)*r.W + x*r.SubX + k%r.SubX
		if over.pix[at] != r.pix[at] {
			s.over(o.dots[k], over.pix[at])
		}
	}
	return s, true
}
