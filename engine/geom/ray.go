package geom

import "math"

// Ray returns the chord of the ray from + t·d, t ≥ 0, in the polygon p grown by
// radius (≥ 0): in p itself for radius 0, in a capsule for a segment, in a
// circle for a point. NIn and NOut are the normals of the sides or arcs.
//
// The grown polygon is the union of p, a rectangle on each side and a disc at
// each corner. It is convex, so its chord reaches from the first of the pieces'
// beginnings to the last of their ends: no case can fall between two pieces.
// Times are good to an ulp or two of |from − p|/|d|, except that an arc which is
// nearly touched has the error that [RayCircle] states. With radius 0 a corner
// that is passed within rounding is hit or missed by the last bit, the same one
// everywhere. It costs up to 17 pieces; the bounding circle is tested first.
func (p *Polygon) Ray(from, d Vec, radius float64) Chord {
	return p.lineChord(from, d, radius).Clip(0, math.Inf(1))
}

// line is Ray for all times.
func (p *Polygon) lineChord(from, d Vec, radius float64) Chord {
	if p.n == 0 || chordOfCircle(from, d, p.center, float64((p.radius+radius)*(1+1e-12))).Kind == Miss {
		return Chord{}
	}

	pieces := emptyWindow()
	if p.n >= 3 {
		w := fullWindow()
		for k := range p.n {
			s := &p.side[k]
			w.clip(from.Sub(s.corner).Dot(s.normal), d.Dot(s.normal), s.normal)
		}
		pieces.add(w)
	}
	for k := range p.n {
		if p.n > 1 && (radius > 0 || p.n == 2) {
			pieces.add(p.side[k].rectangle(from, d, radius))
		}
		if radius > 0 || p.n == 1 {
			pieces.addDisc(chordOfCircle(from, d, p.side[k].corner, radius))
		}
	}

	c := pieces.chord(p.depthAt(from, d, pieces, radius))
	if c.NIn == (Vec{}) && !c.FromInside {
		c.NIn = p.seamNormal(from.Along(d, c.In))
	}
	if c.NOut == (Vec{}) && !c.ToInside {
		c.NOut = p.seamNormal(from.Along(d, c.Out))
	}
	return c
}

// atSeam returns the normal at a point q of the grown outline where a side ends
// and an arc begins, and rounding has let the side's rectangle be first.
func (p *Polygon) seamNormal(q Vec) Vec { return q.Sub(p.Closest(q)).Unit() }

// depthAt returns how deep in the grown polygon the middle of the window is. If
// any point of a chord is inside a convex shape, its middle is.
func (p *Polygon) depthAt(from, d Vec, w window, radius float64) float64 {
	if math.IsInf(w.in, 0) {
		return radius - p.Distance(from) // d is zero
	}
	return radius - p.Distance(from.Along(d, float64((w.in+w.out)*0.5)))
}

// RayCapsule returns the chord of the ray from + t·d, t ≥ 0, in the capsule of
// all points within radius of the segment from a to b: a paddle. If a = b it is
// a circle. It answers as [Polygon.Ray] does for the segment.
func RayCapsule(from, d, a, b Vec, radius float64) Chord {
	along := b.Sub(a)
	length := along.Norm()
	along = along.Unit()
	n := Vec{along.Y, -along.X}

	pieces := emptyWindow()
	if length > 0 {
		front, back := side{a, n, length}, side{b, n.Neg(), length}
		pieces.add(front.rectangle(from, d, radius))
		pieces.add(back.rectangle(from, d, radius))
	}
	pieces.addDisc(chordOfCircle(from, d, a, radius))
	pieces.addDisc(chordOfCircle(from, d, b, radius))

	// Deep in the middle of the chord is inside; see depthAt.
	at := from
	if !math.IsInf(pieces.in, 0) {
		at = from.Along(d, float64((pieces.in+pieces.out)*0.5))
	}
	foot, _ := ClosestOnSegment(a, b, at)

	c := pieces.chord(radius - at.Sub(foot).Norm())
	if c.NIn == (Vec{}) && !c.FromInside {
		c.NIn = segmentSeamNormal(a, b, from.Along(d, c.In))
	}
	if c.NOut == (Vec{}) && !c.ToInside {
		c.NOut = segmentSeamNormal(a, b, from.Along(d, c.Out))
	}
	return c.Clip(0, math.Inf(1))
}

func segmentSeamNormal(a, b, q Vec) Vec {
	foot, _ := ClosestOnSegment(a, b, q)
	return q.Sub(foot).Unit()
}

// A window is the span of time in which a straight path is in something convex,
// empty when in > out.
type window struct {
	in, out   float64
	nIn, nOut Vec
}

// everything and noPieces return the windows to begin with: the one that clip
// makes smaller, and the one that add makes larger.

func fullWindow() window { return window{in: math.Inf(-1), out: math.Inf(1)} }
func emptyWindow() window   { return window{in: math.Inf(1), out: math.Inf(-1)} }

// clip leaves of w the times when a point is behind the line with the normal n:
// it is dist in front of it at the time 0, and moves away from it with speed.
// It is the step of Cyrus and Beck (1978).
func (w *window) clip(dist, speed float64, n Vec) {
	switch {
	case speed < 0:
		if t := dist / -speed; t > w.in {
			w.in, w.nIn = t, n
		}
	case speed > 0:
		if t := -dist / speed; t < w.out {
			w.out, w.nOut = t, n
		}
	case dist > 0:
		*w = emptyWindow()
	}
}

// add widens w so that it holds v: the chord of the convex union of two pieces.
func (w *window) add(v window) {
	if v.in > v.out {
		return
	}
	if v.in < w.in {
		w.in, w.nIn = v.in, v.nIn
	}
	if v.out > w.out {
		w.out, w.nOut = v.out, v.nOut
	}
}

func (w *window) addDisc(c Chord) {
	if c.Kind != Miss {
		w.add(window{c.In, c.Out, c.NIn, c.NOut})
	}
}

// rectangle returns when the path is in the rectangle of the given height on the
// outside of the side. Its two ends are seams to an arc and have the normal zero:
// see atSeam.
func (s *side) rectangle(from, d Vec, height float64) window {
	f, along := from.Sub(s.corner), s.along()
	up, right := f.Dot(s.normal), f.Dot(along)
	vUp, vRight := d.Dot(s.normal), d.Dot(along)
	w := fullWindow()
	w.clip(up-height, vUp, s.normal)
	w.clip(-up, -vUp, s.normal.Neg())
	w.clip(-right, -vRight, Vec{})
	w.clip(right-s.length, vRight, Vec{})
	return w
}

// chord turns what the pieces gave into a Chord. The path is inside by depth in
// the middle of it.
func (w *window) chord(depth float64) Chord {
	if w.in > w.out {
		return Chord{}
	}
	c := Chord{Kind: Cut, In: w.in, Out: w.out, NIn: w.nIn, NOut: w.nOut}
	if w.in == w.out || depth <= 0 {
		c.Kind = Touch
	}
	c.FromInside, c.ToInside = math.IsInf(w.in, 0), math.IsInf(w.out, 0)
	return c
}
