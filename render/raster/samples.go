package raster

import (
	"math"
	"sync"

	"arkterm/render/cell"
)

// maxColors is the maximum number of different pixels in the samples of a cell. It suffices for three bricks with two
// shades each and for the background. Samples.put ignores further pixels.
const maxColors = 8

// Samples are the samples of a cell, grouped by pixel. They are finer than sub-cells.
type Samples struct {
	n    int
	mask [maxColors]cell.Mask // samples with the pixel pix[i]; the masks are disjoint
	pix  [maxColors]Pixel
	side side
}

// put assigns the pixel p to samples that have no pixel yet.
func (s *Samples) put(m cell.Mask, p Pixel) {
	for i := range s.n {
		if s.pix[i] == p {
			s.mask[i] |= m
			return
		}
	}
	if s.n < maxColors {
		s.mask[s.n], s.pix[s.n] = m, p
		s.n++
		return
	}
	for i := range s.n {
		if s.mask[i] == 0 { // covered completely by later pixels
			s.mask[i], s.pix[i] = m, p
			return
		}
	}
}

// replace assigns the pixel p to samples, replacing their pixels.
func (s *Samples) replace(m cell.Mask, p Pixel) {
	for i := range s.n {
		s.mask[i] &^= m
	}
	s.put(m, p)
}

// frontWeight and ballWeight are the weights of errors in samples that belong to objects in front of bricks, and to
// balls.
const (
	frontWeight = 4
	ballWeight  = 64
)

// A PickedCell is the result of Picker.Pick: a glyph and two colors or, if Solid is set, only the color Fg.
type PickedCell struct {
	Glyph  rune
	Fg, Bg Pixel
	Solid  bool
}

// A Picker selects the glyphs of cells by their samples. It caches recent results, because the bricks of a board
// look alike, and so do the bricks of different boards.
type Picker struct {
	shapes []cell.Shape
	canMix bool                        // colors may be mixed
	key    uint64                      // hash of shapes and canMix
	cache  *[1 << cacheBits]cachedPick // by the upper bits of the hash; nil before the first Pick after ReleaseCache
}

// A cachedPick is a cached result with the hash of its samples, shapes and canMix. The hash has 63 bits, so collisions
// practically never occur.
type cachedPick struct {
	hash   uint64 // 0 if empty
	result PickedCell
}

// cacheBits is the logarithm of the size of the cache.
const cacheBits = 11

// pickCaches contains the caches that no Picker is using. Pickers share results by reusing caches.
var pickCaches = sync.Pool{New: func() any { return new([1 << cacheBits]cachedPick) }}

// SetShapes sets the available shapes, and whether Pick may mix colors. Colors should not be mixed on terminals with
// few colors, where the color nearest to a mixture would have a different hue.
func (p *Picker) SetShapes(shapes []cell.Shape, mayMix bool) {
	p.shapes, p.canMix, p.key = shapes, mayMix, 0
	for i := range shapes {
		p.key = mixBits(p.key ^ uint64(shapes[i].Glyph) ^ uint64(shapes[i].Inverse)<<32)
	}
	if mayMix {
		p.key = mixBits(p.key ^ 1)
	}
}

// ReleaseCache returns the cache to a pool. Call it after picking the last cell of a frame.
func (p *Picker) ReleaseCache() {
	if p.cache != nil {
		pickCaches.Put(p.cache)
		p.cache = nil
	}
}

// otherInkDistance is added to the distance of two colors if they belong to different objects. So if two bricks have
// similar hues, Pick preserves the border between them rather than the shades inside.
const otherInkDistance = 20000

// Pick returns the cell that is nearest to s: a glyph and two colors. The colors are colors of s or mixtures of brick
// colors. Each sample gets one of the two colors. The nearest glyph has the smallest sum of squared distances between
// the samples and these colors. If several glyphs are equally near, Pick uses the first. If a glyph and its mirror
// image are equally near, it uses neither. Otherwise the mirror image of s could get the same glyph as s.
func (p *Picker) Pick(s *Samples) PickedCell {
	if p.cache == nil {
		p.cache = pickCaches.Get().(*[1 << cacheBits]cachedPick)
	}
	h := mixBits(p.key^s.hash()) | 1
	slot := &p.cache[h>>(64-cacheBits)]
	if slot.hash != h {
		slot.hash, slot.result = h, s.pick(p.shapes, p.canMix)
	}
	return slot.result
}

// hash returns a nonzero hash of s. It depends on the order of the masks, so equal samples can have different hashes.
func (s *Samples) hash() (h uint64) {
	h = uint64(s.side)
	for i := range s.n {
		h = mixBits(mixBits(h^uint64(s.mask[i])) ^ uint64(s.pix[i]))
	}
	return h | 1
}

// pick computes the result of Pick.
func (s *Samples) pick(shapes []cell.Shape, mayMix bool) PickedCell {
	h := s.colorTable()
	var best shapeFit
	best.in, best.err = h.bestColor(s, &h.count, mayMix)
	best.out = best.in
	var next, other shapeFit
	for k := 0; k < len(shapes); k++ {
		h.fitShape(&next, s, &shapes[k], best.err, mayMix)
		if shapes[k].Mirror {
			k++
			h.fitShape(&other, s, &shapes[k], best.err, mayMix)
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
	return s.pickedCell(&best, mayMix)
}

// colorTable contains the distances between the colors of samples, and the number of samples of each color.
type colorTable struct {
	n     int
	dist  [maxColors][maxColors]int
	count [maxColors]int
}

// colorTable returns the distances and counts of the colors of s.
func (s *Samples) colorTable() (h colorTable) {
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

// A shapeFit is a shape with the two best colors for samples.
type shapeFit struct {
	shape   *cell.Shape // nil if one color fills the cell
	in, out int         // indices of the colors inside and outside the shape
	err     int         // sum of the squared distances
}

// fitShape stores the best colors for a shape in fit. If their error is not less than limit, it only sets fit.err to
// limit.
func (h *colorTable) fitShape(fit *shapeFit, s *Samples, shape *cell.Shape, limit int, mayMix bool) {
	var in, out [maxColors]int
	for i := range h.n {
		in[i] = (s.mask[i] & shape.Mask).Count()
		out[i] = h.count[i] - in[i]
	}
	fit.err = limit
	a, e := h.bestColor(s, &in, mayMix)
	if e += s.penalty(shape, e); e >= limit {
		return
	}
	b, f := h.bestColor(s, &out, mayMix)
	if sum := e + f + s.penalty(shape, f); sum < limit {
		*fit = shapeFit{shape, a, b, sum}
	}
}

// A side describes which part of the sides of standard hexagons a cell contains.
type side uint8

const (
	noSide      side = iota // the cell contains no part of a side
	slopingSide             // the cell contains a part of a side
	bentSide                // the cell contains a corner, where slanted shapes can look like spikes
)

// penalty returns the penalty of a shape with the given error: a quarter of the error of a slanted shape at a corner,
// and 0 otherwise.
func (s *Samples) penalty(shape *cell.Shape, err int) int {
	if shape.Slanted && s.side == bentSide {
		return err / 4
	}
	return 0
}

// bestColor returns the index of the color nearest to some samples, and the sum of the squared distances of the samples
// to this color. count[i] is the number of the samples with color i. At the sides of standard hexagons, the samples may
// get their mean color instead. If the sum for the mean color is smaller, bestColor returns this sum.
func (h *colorTable) bestColor(s *Samples, count *[maxColors]int, mayMix bool) (best, minSum int) {
	best, minSum = h.nearestColor(count)
	if !mayMix || minSum == 0 || s.side == noSide {
		return best, minSum
	}
	var m mixture
	sum := 0
	for i := range h.n {
		m.add(s.pix[i], count[i])
		for j := range i {
			sum += count[i] * count[j] * h.dist[i][j]
		}
	}
	if s.canMix(&m) {
		minSum = min(minSum, sum/m.n)
	}
	return best, minSum
}

// nearestColor returns the color with the smallest sum of distances to all colors, weighted by count, and that sum.
func (h *colorTable) nearestColor(count *[maxColors]int) (best, minSum int) {
	minSum = math.MaxInt
	for c := range h.n {
		sum := 0
		for i := range h.n {
			sum += count[i] * h.dist[i][c]
		}
		if sum < minSum {
			best, minSum = c, sum
		}
	}
	return best, minSum
}

// pickedCell returns the cell for a shape and its colors. If the glyph set contains the shape and its inverse, the
// color with more ink becomes the foreground, or the brighter color if both have the same ink.
func (s *Samples) pickedCell(p *shapeFit, mayMix bool) PickedCell {
	var inside cell.Mask
	if p.shape != nil {
		inside = p.shape.Mask
	}
	in, out := s.pix[p.in], s.pix[p.out]
	if mayMix {
		in, out = s.mixedColor(inside, p.in), s.mixedColor(^inside, p.out)
	}
	if p.shape == nil || in.Color() == out.Color() {
		return PickedCell{Fg: out, Bg: out, Solid: true}
	}
	swap := in.ink() < out.ink() || in.ink() == out.ink() && cell.Luma(in.Color()) < cell.Luma(out.Color())
	if p.shape.Glyph == 0 || swap && p.shape.Inverse != 0 {
		return PickedCell{Glyph: p.shape.Inverse, Fg: out, Bg: in}
	}
	return PickedCell{Glyph: p.shape.Glyph, Fg: in, Bg: out}
}

// minMixGain is the minimum decrease of the sum of squared distances for which a mixture is used. A smaller decrease
// would be invisible, and another color takes more bytes.
const minMixGain = 20_000

// mixStep is the step to which the channels of mixtures are rounded. Fewer different colors take fewer bytes.
const mixStep = 8

// A mixture counts the samples that would have a mixed color.
type mixture struct {
	n, ground int // number of all samples, and of samples of the background
	hasFront  bool
}

// add adds n samples of the pixel p.
func (m *mixture) add(p Pixel, n int) {
	if n == 0 {
		return
	}
	m.n += n
	switch ink := p.ink(); {
	case ink >= InkFront:
		m.hasFront = true
	case ink < minInk:
		m.ground += n
	}
}

// canMix reports whether the samples of m may have a mixed color. Objects in front of bricks are not mixed. At the
// sides of standard hexagons, up to a third of the samples may be background. With more background, the mixture would
// look like a separate tint next to the brick.
func (s *Samples) canMix(m *mixture) bool {
	return m.n > 0 && !m.hasFront && (m.ground == 0 || s.side != noSide && 3*m.ground <= m.n)
}

// mixedColor returns the mean color of the samples in a mask, for example where shades of bricks meet. If the colors
// must not be mixed, or if the mean is hardly nearer to the samples, it instead returns the color of s with the given
// index.
func (s *Samples) mixedColor(mask cell.Mask, index int) Pixel {
	var r, g, b int
	var m mixture
	for i := range s.n {
		count := (s.mask[i] & mask).Count()
		m.add(s.pix[i], count)
		pr, pg, pb := s.pix[i].Color().RGB()
		r, g, b = r+count*pr, g+count*pg, b+count*pb
	}
	if !s.canMix(&m) {
		return s.pix[index]
	}
	n := m.n
	round := func(sum int) int { return min((sum/n+mixStep/2)/mixStep*mixStep, 255) }
	mean := cell.RGB(round(r), round(g), round(b))
	if n*cell.Dist2(mean, s.pix[index].Color()) < minMixGain {
		return s.pix[index]
	}
	return NewPixel(mean, uint8(s.pix[index].ink()))
}

// Monochrome returns a copy of s with only two pixels, for terminals without colors. Samples with an ink of at least
// minInk become lit, and the others unlit.
func (s *Samples) Monochrome(lit, unlit Pixel) (two Samples) {
	two.side = s.side
	for i := range s.n {
		if s.pix[i].ink() >= minInk {
			two.put(s.mask[i], lit)
		} else {
			two.put(s.mask[i], unlit)
		}
	}
	return two
}
