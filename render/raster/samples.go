package raster

import (
	"math"
	"sync"

	"arkterm/render/cell"
)

// maxHues is the maximum number of different pixels in the samples of a cell. At most three bricks with two shades
// each meet in a cell. Further pixels are dropped.
const maxHues = 8

// Samples are the samples of a cell, grouped by pixel. They are finer than sub-cells.
type Samples struct {
	n    int
	mask [maxHues]cell.Mask // disjoint sets
	pix  [maxHues]Pixel
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
	if s.n < maxHues {
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

// frontWeight and ballWeight are the weights of errors in the samples of front objects and of balls.
const (
	frontWeight = 8
	ballWeight  = 64
)

// A Picked is a cell with two colors and a glyph, or with one color, Fg, if Solid is set.
type Picked struct {
	Glyph  rune
	Fg, Bg Pixel
	Solid  bool
}

// A Picker selects the glyphs of cells by their samples. It caches recent results, because the bricks of a board
// look alike, and so do the bricks of different boards.
type Picker struct {
	shapes []cell.Shape
	canMix bool
	key    uint64                      // hash of shapes and canMix
	cache  *[1 << cacheBits]cachedPick // by the upper bits of the hash; nil before the first Pick after ReleaseCache
}

// A cachedPick is a cached result with the hash of its samples, shapes and canMix. The hash has 63 bits, so collisions
// practically never occur.
type cachedPick struct {
	hash  uint64 // 0 if empty
	found Picked
}

// cacheBits is the logarithm of the size of the cache.
const cacheBits = 11

// pickCaches contains the caches that no Picker is using. Pickers share results by reusing caches.
var pickCaches = sync.Pool{New: func() any { return new([1 << cacheBits]cachedPick) }}

// SetShapes sets the available shapes, and whether colors may be mixed. On terminals with few colors, a mixture
// would be a different hue.
func (p *Picker) SetShapes(shapes []cell.Shape, mixes bool) {
	p.shapes, p.canMix, p.key = shapes, mixes, 0
	for i := range shapes {
		p.key = mixBits(p.key ^ uint64(shapes[i].Glyph) ^ uint64(shapes[i].Inverse)<<32)
	}
	if mixes {
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

// otherInkDistance is added to the distance of the colors of different objects. It makes the outlines of bricks
// with similar hues more important than their shades.
const otherInkDistance = 20000

// Pick returns the glyph and the two colors that are nearest to s. The colors are colors of s or mixtures of brick
// colors. The nearest shape has the smallest sum of squared distances over the samples. Of several equally near shapes,
// the first is used. If a shape and its mirror image are equally near, neither is used, because then the mirror image
// of s could not get the mirrored shape.
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

// hash returns a nonzero hash of s. It depends on the order of the sets.
func (s *Samples) hash() (h uint64) {
	h = uint64(s.side)
	for i := range s.n {
		h = mixBits(mixBits(h^uint64(s.mask[i])) ^ uint64(s.pix[i]))
	}
	return h | 1
}

// pick computes the result of Pick.
func (s *Samples) pick(shapes []cell.Shape, mixes bool) Picked {
	h := s.hues()
	var best split
	best.in, best.err = h.best(s, &h.count, mixes)
	best.out = best.in
	var next, other split
	inner := s.isInner()
	for k := 0; k < len(shapes); k++ {
		if inner && shapes[k].Triangle {
			continue
		}
		h.split(&next, s, &shapes[k], best.err, mixes)
		if shapes[k].Mirror {
			k++
			h.split(&other, s, &shapes[k], best.err, mixes)
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

// hues contains the distances between the colors of samples, and the number of samples of each color.
type hues struct {
	n     int
	dist  [maxHues][maxHues]int
	count [maxHues]int
}

// hues returns the distances and counts of the colors of s.
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

// A split is a shape with the indices of its inner and outer color, and the error.
type split struct {
	shape        *cell.Shape
	in, out, err int
}

// split finds the best colors for a shape. If the error is not below limit, to.err is limit.
func (h *hues) split(to *split, s *Samples, shape *cell.Shape, limit int, mixes bool) {
	var in, out [maxHues]int
	for i := range h.n {
		in[i] = (s.mask[i] & shape.Mask).Count()
		out[i] = h.count[i] - in[i]
	}
	to.err = limit
	a, e := h.best(s, &in, mixes)
	if e += s.penalty(shape, e); e >= limit {
		return
	}
	b, f := h.best(s, &out, mixes)
	if sum := e + f + s.penalty(shape, f); sum < limit {
		*to = split{shape, a, b, sum}
	}
}

// A side is the part of the sides of standard hexagons that is in a cell.
type side uint8

const (
	otherSide side = iota // the cell contains no such side
	sloping               // the cell contains a part of such a side
	bent                  // the cell contains a corner, to which slanted shapes can add spikes
)

// isInner reports whether s is at the side of a standard hexagon and contains no background. A triangle would have the
// mixed color of two other bricks around it.
func (s *Samples) isInner() bool {
	for i := range s.n {
		if s.pix[i].ink() < minInk {
			return false
		}
	}
	return s.side != otherSide
}

// penalty returns a quarter of the error of slanted shapes at corners, and 0 otherwise.
func (s *Samples) penalty(shape *cell.Shape, err int) int {
	if shape.Slanted && s.side == bent {
		return err / 4
	}
	return 0
}

// best returns the color that is nearest to count samples of each color, and the sum of the squared distances to that
// color. At the sides of standard hexagons, the sum contains the distances to the mean color, if the colors can be
// mixed.
func (h *hues) best(s *Samples, count *[maxHues]int, mixes bool) (best, minSum int) {
	best, minSum = h.nearest(count)
	if !mixes || minSum == 0 || s.side == otherSide {
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

// nearest returns the color with the smallest sum of distances to all colors, weighted by count, and that sum.
func (h *hues) nearest(count *[maxHues]int) (best, minSum int) {
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

// glyph returns the cell for a split. If the set has both the shape and its inverse, the color with more ink is the
// foreground, or the brighter color if both have the same ink.
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

// mixGain is the minimum decrease of the sum of squared distances by a mixture. A smaller gain is invisible and
// would cost the bytes of another color.
const mixGain = 30_000

// mixStep is the step of the channels of mixtures. Fewer different colors need fewer bytes.
const mixStep = 8

// A mixture counts samples that are to have the same color.
type mixture struct {
	n, ground int // number of all samples, and of samples of the background
	front     bool
}

// add adds n samples of the pixel p.
func (m *mixture) add(p Pixel, n int) {
	if n == 0 {
		return
	}
	m.n += n
	switch ink := p.ink(); {
	case ink >= InkFront:
		m.front = true
	case ink < minInk:
		m.ground += n
	}
}

// canMix reports whether the samples of m may have a mixed color. Objects in front of bricks are not mixed. At the
// sides of standard hexagons, up to a third may be background. With more background, the mixture would be a tint next
// to the brick and not a darker part of the brick.
func (s *Samples) canMix(m *mixture) bool {
	return m.n > 0 && !m.front && (m.ground == 0 || s.side != otherSide && 3*m.ground <= m.n)
}

// mixedColor returns the mean color of the samples in a mask, for example where shades of bricks meet. If the colors
// cannot be mixed or a mixture gains little, it returns the nearest color in s instead. index is the index of that
// color.
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
	if n*cell.Dist2(mean, s.pix[index].Color()) < mixGain {
		return s.pix[index]
	}
	return NewPixel(mean, uint8(s.pix[index].ink()))
}

// Ink reduces s to two pixels for terminals without colors: lit for samples with enough ink, and unlit for the other
// samples.
func (s *Samples) Ink(lit, unlit Pixel) (two Samples) {
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
