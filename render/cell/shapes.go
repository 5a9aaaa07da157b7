package cell

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// A cell has GrainX×GrainY samples: as fine as the glyphs of all sets, whose sides are halves and quarters of
// a cell across, and halves, thirds and quarters down.
const (
	SamplesX       = 4
	SamplesY       = 12
	SamplesPerCell = SamplesX * SamplesY
)

// A Mask is a set of samples of a cell, in reading order; bit 0 is the upper left one.
type Mask uint64

// AllSamples is the mask of all samples.
const AllSamples Mask = 1<<SamplesPerCell - 1

// Count returns the number of samples in m.
func (m Mask) Count() int { return bits.OnesCount64(uint64(m)) }

// Mirrored returns m with left and right exchanged.
func (m Mask) Mirrored() Mask {
	const left = AllSamples / 15 // the first samples of the rows
	return m&left<<3 | m&(left<<1)<<1 | m>>1&(left<<1) | m>>3&left
}

// sampleX are the places of the samples of a row, as shares of a cell's width. They are a little off the
// middles of quarters: straight lines between corners, middles and thirds would run through samples, and
// which side those are on would be left to rounding.
var sampleX = [SamplesX]float64{0.11, 0.37, 0.63, 0.89}

// SampleX and SampleY return the place of a column and of a row of samples, as shares of a cell's size.
func SampleX(i int) float64 { return sampleX[i] }
func SampleY(j int) float64 { return (float64(j) + 0.5) / SamplesY }

// maskOf returns the samples at which lit holds.
func maskOf(lit func(x, y float64) bool) (m Mask) {
	for i := range SamplesPerCell {
		if lit(SampleX(i%SamplesX), SampleY(i/SamplesX)) {
			m |= 1 << i
		}
	}
	return m
}

// A Shape is a glyph of a set as samples. Not every glyph has its inverse in the set; that of one that has
// not is shown with the colours exchanged.
type Shape struct {
	Mask           Mask // of the glyph's lit samples; the last one is never among them
	Glyph, Inverse rune // what lights Mask and what lights the others; 0: none
	Mirror         bool // the next shape is the mirror image of this one, which is not its own
}

// shapes has the shapes of each set, or none if its sub-cells are all that it draws. They are computed for who asks: a
// terminal has one set.
var shapes = [len(glyphNames)]func() []Shape{
	Quadrant: sync.OnceValue(func() []Shape { return shapesOf(Quadrant.masks(), eighthMasks()) }),
	Sextant:  sync.OnceValue(func() []Shape { return shapesOf(Sextant.masks(), Quadrant.masks(), eighthMasks()) }),
	Octant:   sync.OnceValue(func() []Shape { return shapesOf(Octant.masks(), Sextant.masks(), eighthMasks(), mosaicMasks()) }),
	Mosaic:   sync.OnceValue(func() []Shape { return shapesOf(Sextant.masks(), Quadrant.masks(), eighthMasks(), mosaicMasks()) }),
}

// Shapes returns all that the set can show in a cell, finer than its sub-cells: nil for Half, ASCII and
// Braille. Of a shape and its inverse it has one, and no two have the same mask.
func (g Glyphs) Shapes() []Shape {
	if shapes[g] == nil {
		return nil
	}
	return shapes[g]()
}

// shapesOf joins lists of glyphs. Of those with the same mask it takes the first.
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
		all = append(all, Shape{Mask: m, Glyph: glyphs[m], Inverse: glyphs[m^AllSamples]})
	}
	slices.SortFunc(all, func(a, b Shape) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.Mask, b.Mask))
	})
	all = slices.Compact(all)
	for i := range all[1:] {
		all[i].Mirror = all[i].order() == all[i+1].order()
	}
	return all
}

// order orders shapes so that one and its mirror image are beside each other.
func (s *Shape) order() Mask {
	m := s.Mask.Mirrored()
	return min(s.Mask, m, m^AllSamples) // of the two that do not hold the last sample
}

// masks returns the glyphs of the set's sub-cells.
func (g Glyphs) masks() map[Mask]rune {
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

// eighthMasks returns the blocks of quarters of a cell: samples do not tell the other eighths. Those at the
// upper and the right side are missing in many fonts; they are the inverse of others.
func eighthMasks() map[Mask]rune {
	all := map[Mask]rune{}
	for _, r := range [...]rune{'▂', '▆', '▎', '▊'} {
		x0, y0, x1, y1, _ := Eighths(r)
		m := maskOf(func(x, y float64) bool {
			return 8*x > float64(x0) && 8*x < float64(x1) && 8*y > float64(y0) && 8*y < float64(y1)
		})
		all[m] = r
	}
	return all
}

func mosaicMasks() map[Mask]rune {
	all := map[Mask]rune{}
	for r := rune(mosaicFirst); r < mosaicEnd; r++ {
		ends, above, _ := MosaicLine(r)
		a, b := ends[0], ends[1]
		m := maskOf(func(x, y float64) bool {
			line := float64(a.Y) + float64(b.Y-a.Y)*(2*x-float64(a.X))/float64(b.X-a.X)
			return 3*y > line != above
		})
		all[m] = r
	}
	return all
}
