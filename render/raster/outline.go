package raster

import (
	"math"
	"sync"

	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// An Outline contains the samples of the cells with bricks. Samples are finer than sub-cells, so that slanted glyphs
// can follow the sides of bricks. The polygons of the bricks determine to which brick a sample belongs. The stamps
// determine the color of a sample, so details painted on bricks keep the resolution of sub-cells.
//
// On the sides of standard hexagons, slanted glyphs are preferred. On the diagonal of a cell, a stair of block glyphs
// has a slightly smaller error, but it looks worse. The following bricks have the outlines of their stamps instead:
//
//   - Standard hexagons, if the glyph set has no slanted glyphs or the hexagon is less than two cells high. Then the
//     stamp is the same at all positions.
//   - All bricks without shades. They have no light and dark edges, because the terminal has few colors or the glyphs
//     are braille. Only the gaps between stamps separate such bricks.
//
// Equal cells share their samples, because boards have many equal cells.
type Outline struct {
	cols           int
	slant          slantMode
	cells          []uint16                    // by cell: index in shared; 0 if the cell contains no brick
	subCellSamples [cell.MaxSubCells]cell.Mask // by sub-cell: its samples

	draftArea Box          // cells to which bricks can be added
	drafts    *[]draftCell // drafts of these cells; nil except from Clear to ReleaseDrafts

	shared []pixelSamples // distinct samples, some of which may be unused; the first element is unused
	table  []uint16       // hash table of indices in shared; 0 if empty
	remap  []uint16       // new indices in shared; see removeUnused
}

// A pixelSamples contains the samples of a cell that have equal Pixel values. The elements of one cell are consecutive
// in Outline.shared. Most cells need two elements, which take a quarter of the memory of a Samples.
type pixelSamples struct {
	mask    cell.Mask
	pix     Pixel
	hasNext bool // the next element belongs to the same cell
	side    side // sides in the cell; the same for all of its elements
}

// A draftCell is a cell to which bricks can be added.
type draftCell struct {
	Samples
	claimed cell.Mask // samples that are assigned to bricks
	stamped uint8     // sub-cells that belong to stamps, by bit
}

// minSharedCap and maxSharedCap are the initial and the maximum capacity of Outline.shared. A board has 50 to 100
// different cells.
const minSharedCap, maxSharedCap = 256, math.MaxUint16

// A slantMode is a way to draw the slanted sides of standard hexagons.
type slantMode uint8

const (
	steppedSides slantMode = iota // the sides are drawn in steps, as in stamps
	exactSides                    // the sides are drawn at their exact position
	widenedSides                  // the sides are widened by half a cell; see Grid.widenedHexagon
)

// Resize gives o the size of r, for glyphs of the given set, and removes all bricks.
func (o *Outline) Resize(r *Grid, glyphs cell.Glyphs) {
	o.cols = r.Cols
	switch cornerToCorner := r.Scale == (Scale{4 * r.SubX, 2 * r.SubY}); {
	case !glyphs.HasSlants() || r.tight:
		o.slant = steppedSides
	case cornerToCorner && glyphs != cell.Diagonal:
		o.slant = widenedSides
	default:
		o.slant = exactSides
	}
	o.cells = grow(o.cells, r.Cols*r.Rows)
	clear(o.cells)
	o.shared, o.table = nil, nil
	o.subCellSamples = [cell.MaxSubCells]cell.Mask{}
	for i := range cell.SamplesPerCell {
		x, y := i%cell.SamplesX*r.SubX/cell.SamplesX, i/cell.SamplesX*r.SubY/cell.SamplesY
		o.subCellSamples[y*r.SubX+x] |= 1 << i
	}
}

// Clear removes the bricks from the cells of area. Add adds bricks to these cells until the next Clear or
// ReleaseDrafts.
func (o *Outline) Clear(area Box) {
	o.draftArea = area
	if o.drafts == nil {
		o.drafts = draftPool.Get().(*[]draftCell)
	}
	*o.drafts = grow(*o.drafts, (area.X1-area.X0)*(area.Y1-area.Y0))
	clear(*o.drafts)
}

// ReleaseDrafts returns the drafts to a pool. No bricks can be added until the next Clear.
func (o *Outline) ReleaseDrafts() {
	if o.drafts != nil {
		draftPool.Put(o.drafts)
		o.drafts = nil
	}
}

// draftPool contains drafts that no Outline is using.
var draftPool = sync.Pool{New: func() any { return new([]draftCell) }}

// draft returns the draft of a cell in draftArea.
func (o *Outline) draft(x, y int) *draftCell {
	return &(*o.drafts)[(y-o.draftArea.Y0)*(o.draftArea.X1-o.draftArea.X0)+x-o.draftArea.X0]
}

// Add adds a brick to the cells of the last Clear. The caller must have painted the brick on r.
func (o *Outline) Add(r *Grid, p *geom.Polygon, k *Look) {
	if p.N() < 3 {
		return
	}
	s := r.StampOf(p, k)
	around := r.Cells(r.AreaOf(p).Or(s.box()).And(r.All())).And(o.draftArea)
	standard := r.IsStandard(p)
	if r.needsGaps(k) || standard && o.slant == steppedSides {
		o.addStamp(r, &s, around)
		return
	}
	plain := k
	if r.hasBevel(p, k) || r.Scale.Y > 2*r.SubY {
		plain = nil
	}
	q := o.DrawnShape(r, p)
	around = r.Cells(r.AreaOf(&q).And(r.All())).And(o.draftArea)

	for y := around.Y0; y < around.Y1; y++ {
		var ends [cell.SamplesY][2]float64 // ends of each row of samples within the shape, in cells
		for j := range ends {
			x0, x1, ok := chord(&q, (float64(y)+cell.SampleY(j))*r.UnitY*float64(r.SubY))
			if !ok {
				x0, x1 = 0, -1
			}
			cellW := r.UnitX * float64(r.SubX)
			ends[j] = [2]float64{x0 / cellW, x1 / cellW}
		}
		for x := around.X0; x < around.X1; x++ {
			m := coverage(&ends, x)
			if standard && crossesSide(m) {
				o.draft(x, y).side = slopingSide
				if r.hasCorner(p, x, y) {
					o.draft(x, y).side = bentSide
				}
				o.claim(r, &s, x, y, m, plain)
			} else {
				o.claim(r, &s, x, y, m, nil)
			}
		}
	}
}

// crossesSide reports whether m contains some samples of a row and lacks others, as in a cell that a slanted side
// crosses.
func crossesSide(m cell.Mask) bool {
	const row = 1<<cell.SamplesX - 1
	for ; m != 0; m >>= cell.SamplesX {
		if part := m & row; part != 0 && part != row {
			return true
		}
	}
	return false
}

// hasCorner reports whether a corner of p is in the interior of a cell. The border does not count.
func (r *Grid) hasCorner(p *geom.Polygon, x, y int) bool {
	w, h := r.UnitX*float64(r.SubX), r.UnitY*float64(r.SubY)
	for i := range p.N() {
		dx, dy := p.Corner(i).X/w-float64(x), p.Corner(i).Y/h-float64(y)
		if min(dx, dy) > tolerance && max(dx, dy) < 1-tolerance {
			return true
		}
	}
	return false
}

// DrawnShape returns the polygon that is drawn for p. It differs from p only if p is a standard hexagon and its sides
// are widened.
func (o *Outline) DrawnShape(r *Grid, p *geom.Polygon) geom.Polygon {
	if o.slant == widenedSides && r.IsStandard(p) {
		return r.widenedHexagon(p)
	}
	return *p
}

// addStamp adds a brick to o, with its stamp as the outline.
func (o *Outline) addStamp(r *Grid, s *Stamp, area Box) {
	for y := area.Y0; y < area.Y1; y++ {
		for x := area.X0; x < area.X1; x++ {
			var m cell.Mask
			for k := range r.SubX * r.SubY {
				if s.Has(x*r.SubX+k%r.SubX, y*r.SubY+k/r.SubX-s.Y) {
					m |= o.subCellSamples[k]
				}
			}
			o.claim(r, s, x, y, m, nil)
		}
	}
}

// coverage returns the samples of the cell in column x that are between the ends of their rows.
func coverage(ends *[cell.SamplesY][2]float64, x int) (m cell.Mask) {
	for j := range ends {
		a, b := ends[j][0]-float64(x), ends[j][1]-float64(x)
		if b < 0 || a > 1 {
			continue
		}
		for i := range cell.SamplesX {
			if at := cell.SampleX(i, j); at >= a && at <= b {
				m |= 1 << (j*cell.SamplesX + i)
			}
		}
	}
	return m
}

// claim assigns the samples in m of a cell to the brick with the stamp s, except samples that another brick has
// claimed. If plain is not nil, it is the look of the brick, and the bands of light and shadow are omitted. Their
// samples get the color of the adjacent half, so two colors suffice for a cell at the side of the brick.
func (o *Outline) claim(r *Grid, s *Stamp, x, y int, m cell.Mask, plain *Look) {
	c := o.draft(x, y)
	m &^= c.claimed
	c.claimed |= m
	for k := range r.SubX * r.SubY {
		i, j := x*r.SubX+k%r.SubX, y*r.SubY+k/r.SubX
		own := s.Has(i, j-s.Y)
		if own {
			c.stamped |= 1 << k
		}
		part := m & o.subCellSamples[k]
		if part == 0 {
			continue
		}
		if !own {
			i, j = s.nearest(i, j)
		}
		if i < 0 || j < 0 || i >= r.W || j >= r.H {
			continue
		}
		p := r.pix[j*r.W+i]
		switch edge := r.edgeRows(); {
		case plain == nil || !r.banded:
		case p == plain.Lit && j-s.Y < edge:
			p = plain.Upper
		case p == plain.Dark && j-s.Y >= s.H-edge:
			p = plain.Lower
		}
		c.put(part, p)
	}
}

// box returns the bounding box of s. It can be wider than s.W, because the rows of a slanted stamp are shifted.
func (s *Stamp) box() Box {
	b := Box{int(s.From[0]), s.Y, int(s.To[0]), s.Y + s.H}
	for j := range s.H {
		b.X0, b.X1 = min(b.X0, int(s.From[j])), max(b.X1, int(s.To[j]))
	}
	return b
}

// nearest returns a sub-cell of s near column i of row j. It selects the nearest row of s first, and then the nearest
// column in that row.
func (s *Stamp) nearest(i, j int) (x, y int) {
	row := min(max(j-s.Y, 0), s.H-1)
	return min(max(i, int(s.From[row])), int(s.To[row])-1), s.Y + row
}

// Finish completes a cell. Afterward no brick can be added to it. Samples that belong to no brick get the pixels of r.
// Where the stamp of a brick extends beyond its shape, they get ground instead.
func (o *Outline) Finish(r *Grid, x, y int, ground Pixel) {
	c := o.draft(x, y)
	if c.stamped == 0 && c.claimed == 0 {
		o.cells[y*o.cols+x] = 0
		return
	}
	for k := range r.SubX * r.SubY {
		part := o.subCellSamples[k] &^ c.claimed
		switch {
		case part == 0:
		case c.stamped>>k&1 == 1:
			c.put(part, ground)
		default:
			c.put(part, r.pix[(y*r.SubY+k/r.SubX)*r.W+x*r.SubX+k%r.SubX])
		}
	}
	o.cells[y*o.cols+x] = 0 // makes the old samples unused, so that intern can reuse their memory
	o.cells[y*o.cols+x] = o.intern(&c.Samples)
}

// intern returns the index in shared of samples equal to s. It adds s if there are none. If there are too many
// different samples, it returns 0, and the cell is drawn from its sub-cells.
func (o *Outline) intern(s *Samples) uint16 {
	if s.n == 0 {
		return 0
	}
	if len(o.shared)+s.n > cap(o.shared) {
		o.removeUnused()
	}
	at := o.slot(s)
	if o.table[at] == 0 && len(o.shared)+s.n <= maxSharedCap {
		o.table[at] = uint16(len(o.shared))
		for i := range s.n {
			o.shared = append(o.shared, s.element(i))
		}
	}
	return o.table[at]
}

// slot returns the index in table of samples equal to s. If the table does not contain such samples, it returns the
// free slot for s.
func (o *Outline) slot(s *Samples) int {
	at := int(s.hash()>>32) & (len(o.table) - 1)
	for o.table[at] != 0 && !o.equal(int(o.table[at]), s) {
		at = (at + 1) & (len(o.table) - 1)
	}
	return at
}

// equal reports whether the samples at an index in shared are equal to s.
func (o *Outline) equal(at int, s *Samples) bool {
	for i := range s.n {
		if o.shared[at+i] != s.element(i) {
			return false
		}
	}
	return true
}

// element returns the i-th element of the samples in shared.
func (s *Samples) element(i int) pixelSamples {
	return pixelSamples{s.mask[i], s.pix[i], i < s.n-1, s.side}
}

// samples returns the samples at an index in shared.
func (o *Outline) samples(at int) (s Samples) {
	for more := true; more; at++ {
		h := &o.shared[at]
		s.mask[s.n], s.pix[s.n], more, s.side = h.mask, h.pix, h.hasNext, h.side
		s.n++
	}
	return s
}

// removeUnused removes unused samples from shared. If the remaining samples need more than half of the capacity, it
// doubles the capacity.
func (o *Outline) removeUnused() {
	o.remap = grow(o.remap, len(o.shared))
	clear(o.remap)
	for _, i := range o.cells {
		if i != 0 {
			o.remap[i] = i
		}
	}
	used, kept := 1, false
	for i := 1; i < len(o.shared); i++ {
		if !o.shared[i-1].hasNext {
			kept = o.remap[i] != 0
			o.remap[i] = uint16(used)
		}
		if kept {
			o.shared[used] = o.shared[i]
			used++
		}
	}
	for i, at := range o.cells {
		if at != 0 {
			o.cells[i] = o.remap[at]
		}
	}

	n := max(minSharedCap, cap(o.shared))
	if 2*used > n {
		n *= 2
	}
	if n > cap(o.shared) {
		larger := make([]pixelSamples, used, n)
		copy(larger, o.shared)
		o.shared, o.table = larger, make([]uint16, 2*n)
	}
	o.shared = o.shared[:used]
	clear(o.table)
	for i := 1; i < used; i++ {
		if !o.shared[i-1].hasNext {
			s := o.samples(i)
			o.table[o.slot(&s)] = uint16(i)
		}
	}
}

// At returns the samples of a cell. ok is false if the cell contains no brick.
func (o *Outline) At(x, y int) (s Samples, ok bool) {
	if at := int(o.cells[y*o.cols+x]); at != 0 {
		return o.samples(at), true
	}
	return s, false
}

// Under returns the samples of a cell in which moving objects may cover bricks. base is the grid without the moving
// objects, and over is the grid with them. Where the two grids differ, the sub-cells of over replace samples. ok is
// false if the cell contains no resting brick.
func (o *Outline) Under(base, over *Grid, x, y int) (s Samples, ok bool) {
	if s, ok = o.At(x, y); !ok {
		return s, false
	}
	for k := range base.SubX * base.SubY {
		at := (y*base.SubY+k/base.SubX)*base.W + x*base.SubX + k%base.SubX
		if over.pix[at] != base.pix[at] {
			s.replace(o.subCellSamples[k], over.pix[at])
		}
	}
	return s, true
}
