package raster

import (
	"math"

	"arkterm/engine/geom"
)

// The ink of the parts of a brick.
const (
	InkLit  = 250 // on terminals without colours
	InkFace = 140 // the hue is added to it, which identifies the brick's parts
	InkPip  = InkFront

	// InkFront is the ink of things that no brick may hide: paddles, flashes, light. InkBall is that of balls,
	// which nothing may hide: they keep their shape in front of everything.
	InkFront = 254
	InkBall  = 255
)

// A Look is the appearance of one brick.
type Look struct {
	Face, Lit, Dark, Pip Pixel
	Upper, Lower, Hole   Pixel // of stamps
	Pips                 int   // holes in the middle, one for each hit that the brick takes; none for a single hit
	Cracks               int   // hits taken
	Rivet                bool  // one wide hole in the middle: unbreakable
	Lettered             bool  // a letter takes the place of the holes
	Odd                  bool  // the stamp has an odd width, with a middle for holes
	Pure                 bool  // edges are either lit or dark
	Flat                 bool  // no edges
}

// lightFrom points to the light: the upper left, a little steeper than 45° because sub-cells are higher
// than wide.
var lightFrom = geom.Vec{X: -0.6, Y: -0.8}

// bevel returns the width of a brick's edge along the normal n of a side, and the width of the gap outside
// it. An edge is at least as wide as sub-cells can show.
func (r *Grid) bevel(n geom.Vec) (gap, edge float64) {
	sub := math.Abs(n.X)*r.UnitX + math.Abs(n.Y)*r.UnitY
	return 0.02, max(r.Edge*sub, 0.34)
}

// facets are the face of a brick and its edges.
type facets struct {
	n    int
	face Pixel
	side [geom.MaxCorners]struct {
		at, n     geom.Vec
		gap, edge float64
		color     Pixel
	}
}

// FacetsOf returns the facets of a polygon with the look k.
func (r *Grid) FacetsOf(p *geom.Polygon, k *Look) facets {
	f := facets{n: p.N(), face: k.Face}
	for i := range f.n {
		s := &f.side[i]
		s.at, s.n = p.Corner(i), p.Normal(i)
		s.gap, s.edge = r.bevel(s.n)
		s.color = k.edge(s.n)
	}
	return f
}

// At returns the pixel of a brick at a point, and whether the brick covers the point.
func (f *facets) At(x, y float64) (Pixel, bool) {
	p, best := f.face, 1.0
	for i := range f.n {
		s := &f.side[i]
		depth := (s.at.X-x)*s.n.X + (s.at.Y-y)*s.n.Y - s.gap
		if depth < 0 {
			return 0, false
		}
		if d := depth / s.edge; d < best {
			best, p = d, s.color
		}
	}
	return p, true
}

// edge returns the colour of an edge with the outward normal n.
func (k *Look) edge(n geom.Vec) Pixel {
	t := n.Dot(lightFrom)
	switch {
	case k.Pure && t > 0:
		return k.Lit
	case k.Pure:
		return k.Dark
	case t >= 0:
		return blend(k.Face, k.Lit, int(5+16*t))
	}
	return blend(k.Face, k.Dark, int(8-14*t))
}

// Pips draws the pips, or the rivet, in the middle of p, as whole sub-cells: blurred ones could not be
// counted.
func (r *Grid) Pips(p *geom.Polygon, k Look, clip Box) {
	n := k.Pips
	if k.Rivet {
		n = 1
	}
	if n == 0 || k.Lettered {
		return
	}
	c, radius := p.Circle()
	w := max(1, int(0.2*radius/r.UnitX+0.5))
	h := max(1, int(0.2*radius/r.UnitY+0.5))
	if k.Rivet {
		w, h = max(1, int(0.5*radius/r.UnitX+0.5)), max(1, int(0.35*radius/r.UnitY+0.5))
	}
	room := int(2 * radius * 0.8 / r.UnitX)
	switch {
	case (2*n-1)*w <= room:
		r.putPips(c.X, c.Y, n, w, h, clip, k.Pip)
	case (2*n-3)*w <= room && n > 2:
		r.putPips(c.X, c.Y-float64(h)*r.UnitY, 1, w, h, clip, k.Pip)
		r.putPips(c.X, c.Y, n-1, w, h, clip, k.Pip)
	default:
		// Too narrow to count: a bar, higher for more hits.
		r.putPips(c.X, c.Y, 1, w, (n-1)*h, clip, k.Pip)
	}
}

// putPips draws n holes of w×h sub-cells side by side, with gaps of the same width.
func (r *Grid) putPips(x, y float64, n, w, h int, clip Box, p Pixel) {
	i, j := Floor(x/r.UnitX-float64((2*n-1)*w)/2+0.5), Floor(y/r.UnitY-float64(h)/2+0.5)
	for range n {
		r.Fill(Box{i, j, i + w, j + h}.And(clip).And(r.All()), p)
		i += 2 * w
	}
}
