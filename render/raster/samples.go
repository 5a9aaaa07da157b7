package raster

import (
	"math"
	"sync"

	"arkterm/render/cell"
)

// maxHues is the number of different pixels of a cell in samples. A further one is left out: three bricks
// with two shades each meet in a cell at most.
const maxHues = 8

// Samples are a cell in samples, finer than sub-cells: sets of samples, each of one pixel.
type Samples struct {
	n    int
	mask [maxHues]cell.Mask // disjoint
	pix  [maxHues]Pixel
}

// put gives samples that have none yet the pixel p.
func (s *Samples) put(m cell.Mask, p Pixel) {
	for i := range s.n {
		if s.pix[i] == p {
			s.mask[i] |= m
			return
		}
	}
	if s.n < maxHues {
		s.mask[s.n], s.pix[s.n] = m, p
		s.n++
		return
	}
	for i := range s.n {
		if s.mask[i] == 0 { // covered by what was put over it
			s.mask[i], s.pix[i] = m, p
			return
		}
	}
}

// over puts p on samples, in place of what is there.
func (s *Samples) over(m cell.Mask, p Pixel) {
	for i := range s.n {
		s.mask[i] &^= m
	}
	s.put(m, p)
}

// frontWeight and ballWeight are how much more an error counts in the samples of things in front, and of balls.
const (
	frontWeight = 8
	ballWeight  = 64
)

// A Picked is a cell in two colours: a glyph, or one colour, Fg, if Solid.
type Picked struct {
	Glyph  rune
	Fg, Bg Pixel
	Solid  bool
}

// A Picker finds the glyphs of cells in samples. It remembers recent ones: bricks of a board look alike, and so do those of
// other boards.
type Picker struct {
	shapes []cell.Shape
	canMix bool
	key    uint64                      // of the two
	cache  *[1 << cacheBits]cachedPick // by the upper bits of their hash; nil: nothing was picked since Close
}

// A cachedPick is what was picked for samples, shapes and mixtures with a hash, of 63 bits: two with one are not to be expected as
// long as anybody plays.
type cachedPick struct {
	hash  uint64 // 0: nothing
	found Picked
}

// cacheBits is the logarithm of the number of cells that are remembered.
const cacheBits = 11

// pickCaches are what Pickers remember that pick nothing just now. What one has found serves the others.
var pickCaches = sync.Pool{New: func() any { return new([1 << cacheBits]cachedPick) }}

// SetShapes sets the shapes to pick from, and whether colours may be mixed: in terminals of few colours a
// mixture is another hue.
func (p *Picker) SetShapes(shapes []cell.Shape, mixes bool) {
	p.shapes, p.canMix, p.key = shapes, mixes, 0
	for i := range shapes {
		p.key = mixBits(p.key ^ uint64(shapes[i].Glyph) ^ uint64(shapes[i].Inverse)<<32)
	}
	if mixes {
		p.key = mixBits(p.key ^ 1)
	}
}

// ReleaseCache says that nothing is picked for now.
func (p *Picker) ReleaseCache() {
	if p.cache != nil {
		pickCaches.Put(p.cache)
		p.cache = nil
	}
}

// otherInkDistance is added to the distance of colours of different things: bricks of two hues that look alike are still
// told apart by their outline, before the shades of either.
const otherInkDistance = 20000

// Pick returns the shape nearest to s, as the cell's glyph and its two colours, which are among those of s or
// mixtures of bricks. Nearest is the least sum of squared distances over the samples; at a tie, the first of the
// shapes. Of two that are mirror images of each other and equally
// near, neither is taken: the mirror image of s could not get the other one.
func (p *Picker) Pick(s *Samples) Picked {
	if p.cache == nil {
		p.cache = pickCaches.Get().(*[1 << cacheBits]cachedPick)
	}
	h := mixBits(p.key^s.hash()) | 1
	slot := &p.cache[h>>(64-cacheBits)]
	if slot.hash != h {
		slot.hash, slot.found = h, s.pick(p.shapes, p.canMix)
	}
	return slot.found
}

// hash returns a hash of s, which is not 0. Samples with the same sets in another order have another one.
func (s *Samples) hash() (h uint64) {
	for i := range s.n {
		h = mixBits(mixBits(h^uint64(s.mask[i])) ^ uint64(s.pix[i]))
	}
	return h | 1
}

func (s *Samples) pick(shapes []cell.Shape, mixes bool) Picked {
	h := s.hues()
	var best split
	best.in, best.err = h.nearest(&h.count)
	best.out = best.in
	var next, other split
	for k := 0; k < len(shapes); k++ {
		h.split(&next, s, &shapes[k], best.err)
		if shapes[k].Mirror {
			k++
			h.split(&other, s, &shapes[k], best.err)
			if other.err == next.err {
				continue
			}
			if other.err < next.err {
				next = other
			}
		}
		if next.err < best.err {
			best = next
		}
	}
	return s.glyph(&best, mixes)
}

// hues are the distances of the colours of samples from each other, and how many samples have each.
type hues struct {
	n     int
	dist  [maxHues][maxHues]int
	count [maxHues]int
}

func (s *Samples) hues() (h hues) {
	h.n = s.n
	for i := range s.n {
		weight := 1
		switch ink := s.pix[i].ink(); {
		case ink >= InkBall:
			weight = ballWeight
		case ink >= InkFront:
			weight = frontWeight
		}
		for j := range s.n {
			h.dist[i][j] = cell.Dist2(s.pix[i].Color(), s.pix[j].Color())
			if s.pix[i].ink() != s.pix[j].ink() {
				h.dist[i][j] += otherInkDistance
			}
			h.dist[i][j] *= weight
		}
		h.count[i] = s.mask[i].Count()
	}
	return h
}

// A split is a shape with two colours, inside it and outside, and its error.
type split struct {
	shape        *cell.Shape
	in, out, err int
}

// split finds the best colours for a shape. If the error is not below most, it is most.
func (h *hues) split(to *split, s *Samples, shape *cell.Shape, most int) {
	var in, out [maxHues]int
	for i := range h.n {
		in[i] = (s.mask[i] & shape.Mask).Count()
		out[i] = h.count[i] - in[i]
	}
	to.err = most
	a, e := h.nearest(&in)
	if e >= most {
		return
	}
	if b, f := h.nearest(&out); e+f < most {
		*to = split{shape, a, b, e + f}
	}
}

// nearest returns the colour that is nearest to all, of which there are count samples each, and the sum of the
// distances.
func (h *hues) nearest(count *[maxHues]int) (best, least int) {
	least = math.MaxInt
	for c := range h.n {
		sum := 0
		for i := range h.n {
			sum += count[i] * h.dist[i][c]
		}
		if sum < least {
			best, least = c, sum
		}
	}
	return best, least
}

// glyph returns what shows a split. The colour with more ink is the foreground if the set has both the shape
// and its inverse; at a tie it is the brighter one.
func (s *Samples) glyph(p *split, mixes bool) Picked {
	var inside cell.Mask
	if p.shape != nil {
		inside = p.shape.Mask
	}
	in, out := s.pix[p.in], s.pix[p.out]
	if mixes {
		in, out = s.mixedColor(inside, p.in), s.mixedColor(^inside, p.out)
	}
	if p.shape == nil || in.Color() == out.Color() {
		return Picked{Fg: out, Bg: out, Solid: true}
	}
	swap := in.ink() < out.ink() || in.ink() == out.ink() && cell.Luma(in.Color()) < cell.Luma(out.Color())
	if p.shape.Glyph == 0 || swap && p.shape.Inverse != 0 {
		return Picked{Glyph: p.shape.Inverse, Fg: out, Bg: in}
	}
	return Picked{Glyph: p.shape.Glyph, Fg: in, Bg: out}
}

// mixGain is how much nearer to the samples a mixture must be, as a sum of squared distances: below that it
// would cost a colour that the terminal must be told of, for what nobody sees.
const mixGain = 30_000

// mixedColor returns the mean of the samples in a mask, of which chief is the nearest: where shades of bricks meet, it
// is between them. Ground and what stands in front of bricks stay as they are: a mixture with ground would be a
// tint of the cell beside a brick.
func (s *Samples) mixedColor(m cell.Mask, chief int) Pixel {
	var r, g, b, n int
	for i := range s.n {
		count := (s.mask[i] & m).Count()
		if count == 0 {
			continue
		}
		if ink := s.pix[i].ink(); ink < minInk || ink >= InkFront {
			return s.pix[chief]
		}
		pr, pg, pb := s.pix[i].Color().RGB()
		r, g, b, n = r+count*pr, g+count*pg, b+count*pb, n+count
	}
	if n == 0 {
		return s.pix[chief]
	}
	mean := cell.RGB((r+n/2)/n, (g+n/2)/n, (b+n/2)/n)
	if n*cell.Dist2(mean, s.pix[chief].Color()) < mixGain {
		return s.pix[chief]
	}
	return NewPixel(mean, uint8(s.pix[chief].ink()))
}

// Ink makes of s two pixels: lit for those with enough ink, and unlit for the others. It is for terminals
// without colours.
func (s *Samples) Ink(lit, unlit Pixel) (two Samples) {
	for i := range s.n {
		if s.pix[i].ink() >= minInk {
			two.put(s.mask[i], lit)
		} else {
			two.put(s.mask[i], unlit)
		}
	}
	return two
}
