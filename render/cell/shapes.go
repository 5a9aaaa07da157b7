package cell

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
	"sync"
)

// A cell has SamplesX×SamplesY samples. This resolution suffices for all glyph sets, because the sides of glyphs are at
// halves and quarters of a cell horizontally, and at halves, thirds and quarters vertically.
const (
	SamplesX       = 4
	SamplesY       = 12
	SamplesPerCell = SamplesX * SamplesY
)

// A Mask is a set of samples of a cell, in reading order. Bit 0 is the upper left sample.
type Mask uint64

// AllSamples is the mask of all samples.
const AllSamples Mask = 1<<SamplesPerCell - 1

// Count returns the number of samples in m.
func (m Mask) Count() int { return bits.OnesCount64(uint64(m)) }

// Mirrored returns m with left and right exchanged.
func (m Mask) Mirrored() Mask {
	const left = AllSamples / 15 // the first sample of each row
	return m&left<<3 | m&(left<<1)<<1 | m>>1&(left<<1) | m>>3&left
}

// sampleX contains the horizontal positions of the samples of each row, in cell widths. The positions are symmetric and
// differ from row to row. So the 48 samples measure the areas on both sides of a slanted line more precisely than a
// regular grid. Lines between the corners, the midpoints and the third points of a cell's sides do not pass through a
// sample. Otherwise, rounding would decide on which side of the line the sample is.
var sampleX = func() (all [SamplesY][SamplesX]float64) {
	for j := range all {
		for i := range SamplesX / 2 {
			all[j][i] = (float64(i) + sampleShift[min(j, SamplesY-1-j)]) / SamplesX
			all[j][SamplesX-1-i] = 1 - all[j][i]
		}
	}
	return all
}()

// sampleShift contains the position, from 0 to 1, of each sample within its quarter of the cell's width. It contains a
// value for each row of the upper half of a cell, for the samples in the left half. The other samples are at mirrored
// positions.
var sampleShift = [SamplesY / 2]float64{0.09, 0.59, 0.26, 0.76, 0.42, 0.91}

// SampleX returns the horizontal position of sample i of row j, in cell widths. SampleY returns the vertical position
// of row j, in cell heights.
func SampleX(i, j int) float64 { return sampleX[j][i] }
func SampleY(j int) float64    { return (float64(j) + 0.5) / SamplesY }

// maskOf returns the mask of the samples for which lit returns true.
func maskOf(lit func(x, y float64) bool) (m Mask) {
	for i := range SamplesPerCell {
		if lit(SampleX(i%SamplesX, i/SamplesX), SampleY(i/SamplesX)) {
			m |= 1 << i
		}
	}
	return m
}

// A Shape is a glyph of a set, as samples. If the inverse of a glyph is not in the set, the glyph is shown with its
// colors exchanged instead.
type Shape struct {
	Mask           Mask // lit samples of the glyph; never contains the last sample
	Glyph, Inverse rune // glyphs that light Mask and its complement; 0 if there is none
	Mirror         bool // the next shape is the mirror image of this one; false for symmetric shapes
	Slanted        bool // a mosaic, a triangle or a diagonal
}

// shapes contains the shapes of each set that has glyphs in addition to its sub-cells. The shapes are computed on first
// use, because a terminal uses one set.
var shapes = [len(glyphNames)]func() []Shape{
	Quadrant: sync.OnceValue(func() []Shape { return shapesOf(Quadrant.blockMasks(), eighthMasks()) }),
	Sextant: sync.OnceValue(func() []Shape {
		return shapesOf(Sextant.blockMasks(), Quadrant.blockMasks(),
			eighthMasks())
	}),
	Octant: sync.OnceValue(func() []Shape {
		return shapesOf(Octant.blockMasks(), Sextant.blockMasks(), eighthMasks(),
			slantMasks(mosaicFirst, mosaicEnd))
	}),
	Mosaic: sync.OnceValue(func() []Shape {
		return shapesOf(Sextant.blockMasks(), Quadrant.blockMasks(), eighthMasks(),
			slantMasks(mosaicFirst, mosaicEnd), slantMasks(triangleFirst, triangleEnd))
	}),
	Diagonal: sync.OnceValue(func() []Shape {
		return shapesOf(Sextant.blockMasks(), Quadrant.blockMasks(), eighthMasks(),
			slantMasks(mosaicFirst, mosaicEnd), slantMasks(triangleFirst, triangleEnd),
			slantMasks(diagonalFirst, diagonalEnd))
	}),
}

// Shapes returns the shapes that the glyphs of the set can show in a cell, or nil for Half, ASCII and Braille, which
// have only sub-cells. The result contains either a shape or its inverse, and no two shapes have the same mask.
func (g Glyphs) Shapes() []Shape {
	if shapes[g] == nil {
		return nil
	}
	return shapes[g]()
}

// shapesOf merges lists of glyphs. If several glyphs have the same mask, it uses the first glyph.
func shapesOf(lists ...map[Mask]rune) []Shape {
	glyphs := map[Mask]rune{}
	for _, list := range lists {
		for m, r := range list {
			if glyphs[m] == 0 {
				glyphs[m] = r
			}
		}
	}

	var all []Shape
	for m := range glyphs {
		if m>>(SamplesPerCell-1) == 1 {
			m ^= AllSamples
		}
		r, inverse := glyphs[m], glyphs[m^AllSamples]
		all = append(all, Shape{Mask: m, Glyph: r, Inverse: inverse, Slanted: isSlanted(max(r, inverse))})
	}
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[i].sortKey(), all[j].sortKey()), cmp.Compare(all[i].Mask, all[j].Mask)) < 0
	})
	all = slices.Compact(all)
	for i := range all[1:] {
		all[i].Mirror = all[i].sortKey() == all[i+1].sortKey()
	}
	return all
}

// sortKey returns the sort key of s. Mirror images have the same key, so they are next to each other.
func (s *Shape) sortKey() Mask {
	m := s.Mask.Mirrored()
	return min(s.Mask, m, m^AllSamples) // m or its complement lacks the last sample, like Mask
}

// blockMasks returns the block glyphs of the set g, by the mask of the samples that they fill.
func (g Glyphs) blockMasks() map[Mask]rune {
	all := map[Mask]rune{}
	sub := g.SubCells()
	for lit, r := range g.Blocks() {
		m := maskOf(func(x, y float64) bool {
			return lit>>(int(y*float64(sub[1]))*sub[0]+int(x*float64(sub[0])))&1 == 1
		})
		all[m] = r
	}
	return all
}

// eighthMasks returns the blocks that fill eighths of a cell from the lower or the left side. Samples distinguish only
// twelfths of the height, so eighths are rounded to twelfths, but not to thirds or halves, because other glyphs have
// these heights. Blocks at the upper and the right side of a cell are missing in many fonts, so they are drawn as
// inverses of other blocks.
func eighthMasks() map[Mask]rune {
	all := map[Mask]rune{}
	for r, rows := range map[rune]float64{'▁': 2, '▂': 3, '▃': 5, '▅': 7, '▆': 9, '▇': 10} {
		all[maskOf(func(_, y float64) bool { return SamplesY*(1-y) < rows })] = r
	}
	for r, eighths := range map[rune]float64{'▎': 2, '▍': 3, '▋': 5, '▊': 6} {
		all[maskOf(func(x, _ float64) bool { return 8*x < eighths })] = r
	}
	return all
}

// slantMasks returns the slanted glyphs from first to end, exclusive, by mask.
func slantMasks(first, end rune) map[Mask]rune {
	all := map[Mask]rune{}
	for r := first; r < end; r++ {
		corners := SlantCorners(r)
		m := maskOf(func(x, y float64) bool { return isInside(corners, x, y) })
		all[m] = r
	}
	return all
}

// isInside reports whether a point is in the convex polygon with the given corners, in clockwise order. The point is in
// cell widths and heights.
func isInside(corners []Point, x, y float64) bool {
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if float64(b.X-a.X)*(6*y-float64(a.Y)) < float64(b.Y-a.Y)*(2*x-float64(a.X)) {
			return false
		}
	}
	return true
}
