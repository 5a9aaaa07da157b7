package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// lightFrom points to where the light comes from: the upper left, and a little
// steeper than 45° since sub-cells are higher than wide.
var lightFrom = geom.Vec{X: -0.6, Y: -0.8}

// The shares of brightness, in sixteenths, that make a brick's colours from its
// hue; its lit edges glow.
const (
	faceShare  = 14
	darkShare  = 7  // of edges away from the light
	lowerShare = 14 // of the lower half of stamps; the upper one has it all
	wallFace   = 11 // of walls
	wallUpper  = 13
	wallDark   = 5
	rivet      = 3
	pipWhite   = 14 // white over the pips
)

// How much of a mark the parts of a brick are.
const (
	inkLit  = 255 // where there are no colours
	inkFace = 140 // and, added to it, the hue: so that parts of one brick are known
	inkPip  = 255

	// inkFront is the ink of what no brick may hide: balls, paddles, flashes.
	inkFront = 255
)

// A look is how one brick is drawn.
type look struct {
	face, lit, dark, pip pixel
	upper, lower, hole   pixel // of stamps
	pips                 int   // marks in the middle, as many as hits left; none for the last
	cracks               int   // hits that it has taken
	rivet                bool  // one mark in the middle: it never breaks
	lettered             bool  // a letter stands where marks would
	pure                 bool  // edges are lit or dark, nothing between
	flat                 bool  // parts are lit or not: no edges, and marks are holes
}

// hueOf returns the colour that a brick's colours are made of.
func (t *Theme) hueOf(b *engine.Brick) cell.Color {
	if !engine.Kinds[b.Kind].Breaks {
		return t.Steel
	}
	return t.Hues[b.Hue%engine.Hues]
}

// lookOf returns how b is drawn in a tier.
func (t *Theme) lookOf(b *engine.Brick, tier cell.Tier) look {
	hue := t.hueOf(b)
	k := look{rivet: !engine.Kinds[b.Kind].Breaks, pure: tier >= cell.Colors16}
	if !k.rivet && b.Hits > 1 && engine.Kinds[b.Kind].Mark == 0 {
		k.pips = int(b.Hits)
	}
	k.lettered = engine.Kinds[b.Kind].Mark != 0
	if b.Kind == engine.Cracked {
		k.cracks = len(crackLines)
	} else if full := engine.Kinds[b.Kind].Hits; b.Hits > 0 && b.Hits < full {
		k.cracks = int(full - b.Hits)
	}
	face, dark, mark := cell.Darken(hue, faceShare), cell.Darken(hue, darkShare), cell.Mix(hue, 0xffffff, pipWhite)
	upper, lower := hue, cell.Darken(hue, lowerShare)
	ink := uint8(inkFace + b.Hue%engine.Hues)
	if k.rivet {
		face, dark, mark = cell.Darken(hue, wallFace), cell.Darken(hue, wallDark), cell.Darken(hue, rivet)
		upper, lower = cell.Darken(hue, wallUpper), face
		ink = inkFace + engine.Hues
	}
	k.face, k.dark, k.lit = newPixel(face, ink), newPixel(dark, ink), newPixel(cell.Glow(hue), ink)
	k.upper, k.lower, k.hole = newPixel(upper, ink), newPixel(lower, ink), newPixel(t.Back, 0)
	k.pip = newPixel(mark, inkPip)
	switch tier {
	case cell.Colors16:
		s, colors := &shades16[cell.Index16(hue)], cell.Palette16()
		if !k.rivet {
			mark = t.Flash
		}
		k.face, k.lit, k.dark = newPixel(hue, ink), newPixel(colors[s.lit], ink), newPixel(colors[s.dark], ink)
		k.pip = newPixel(mark, inkPip)
		k.upper, k.lower = k.face, k.face
	case cell.Mono:
		k.flat = true
		// Without colours the dark edges part neighbours, and pips are holes.
		// Walls have no such edges: they are one mass.
		k.face, k.dark, k.pip = newPixel(hue, inkLit), newPixel(hue, 0), newPixel(t.Back, 0)
		if k.rivet {
			k.dark = k.face
		}
	}
	return k
}

// lookOf returns how v draws b. Dots are lit or not: edges away from the light are
// gaps there, which part neighbours, and pips are holes.
func (v *View) lookOf(b *engine.Brick) look {
	k := v.theme.lookOf(b, v.o.Tier)
	if v.o.Glyphs == cell.Braille {
		k.flat = true
		k.dark, k.pip = newPixel(k.face.color(), 0), newPixel(v.theme.Back, 0)
		if k.rivet {
			k.dark = k.face
		}
	}
	return k
}

// bevel returns the width of a brick's edge along the normal n of one of its
// sides, and of the gap outside of it. An edge is at least what sub-cells can
// show.
func (r *raster) bevel(n geom.Vec) (gap, edge float64) {
	sub := abs(n.X)*r.ux + abs(n.Y)*r.uy
	return 0.02, max(r.edge*sub, 0.34)
}

// facets are the face of a brick and its edges.
type facets struct {
	n    int
	face pixel
	side [geom.MaxCorners]struct {
		at, n     geom.Vec
		gap, edge float64
		color     pixel
	}
}

func (r *raster) facetsOf(b *engine.Brick, k *look) facets {
	f := facets{n: b.Shape.N(), face: k.face}
	for i := range f.n {
		s := &f.side[i]
		s.at, s.n = b.Shape.Corner(i), b.Shape.Normal(i)
		s.gap, s.edge = r.bevel(s.n)
		s.color = k.edge(s.n)
	}
	return f
}

// at returns what a brick shows at a point, and whether it reaches there.
func (f *facets) at(x, y float64) (pixel, bool) {
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

// edge returns the colour of the edge with the outward normal n.
func (k *look) edge(n geom.Vec) pixel {
	t := n.Dot(lightFrom)
	switch {
	case k.pure && t > 0:
		return k.lit
	case k.pure:
		return k.dark
	case t >= 0:
		return blend(k.face, k.lit, int(5+16*t))
	}
	return blend(k.face, k.dark, int(8-14*t))
}

// marks puts the pips, or the rivet, into the middle of b. They are whole
// sub-cells: blurred ones could not be counted.
func (r *raster) marks(b *engine.Brick, k look, clip box) {
	n := k.pips
	if k.rivet {
		n = 1
	}
	if n == 0 || k.lettered {
		return
	}
	c, radius := b.Shape.Circle()
	w := max(1, int(0.2*radius/r.ux+0.5))
	h := max(1, int(0.2*radius/r.uy+0.5))
	if k.rivet {
		w, h = max(1, int(0.5*radius/r.ux+0.5)), max(1, int(0.35*radius/r.uy+0.5))
	}
	room := int(2 * radius * 0.8 / r.ux)
	switch {
	case (2*n-1)*w <= room:
		r.pips(c.X, c.Y, n, w, h, clip, k.pip)
	case (2*n-3)*w <= room && n > 2:
		r.pips(c.X, c.Y-float64(h)*r.uy, 1, w, h, clip, k.pip)
		r.pips(c.X, c.Y, n-1, w, h, clip, k.pip)
	default:
		// Too narrow to count: a bar, the higher the more hits.
		r.pips(c.X, c.Y, 1, w, (n-1)*h, clip, k.pip)
	}
}

// pips puts n marks of w×h sub-cells side by side, as far apart as they are wide.
func (r *raster) pips(x, y float64, n, w, h int, clip box, p pixel) {
	i, j := floor(x/r.ux-float64((2*n-1)*w)/2+0.5), floor(y/r.uy-float64(h)/2+0.5)
	for range n {
		r.fill(box{i, j, i + w, j + h}.and(clip).and(r.all()), p)
		i += 2 * w
	}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
