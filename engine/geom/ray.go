package geom

import "math"

// Ray returns the chord of the ray start + t·d, t ≥ 0, in the polygon p grown by radius (≥ 0). A segment grows to a
// capsule, and a point to a circle. If radius is 0, the grown polygon is p. NIn and NOut are normals of sides or arcs.
//
// The grown polygon is the union of p, a rectangle on each side and a disc at each corner: up to 17 pieces in all. It
// is convex, so its chord extends from the earliest start to the latest end of the chords in the pieces. No ray can
// pass between two pieces. The bounding circle is tested first. Times are accurate to an ulp or two of |start − p|/|d|.
// Only an arc that the ray almost touches has a larger error; see [RayCircle]. If radius is 0, a ray may pass a corner
// at a distance smaller than the rounding error. The last bit then decides between hit and miss, with the same result
// on every processor.
func (p *Polygon) Ray(start, d Vec, radius float64) Chord {
	return p.lineChord(start, d, radius).Clip(0, math.Inf(1))
}

// lineChord is the version of Ray for the infinite line.
func (p *Polygon) lineChord(start, d Vec, radius float64) Chord {
	if p.n == 0 || chordOfCircle(start, d, p.center, float64((p.radius+radius)*(1+1e-12))).Kind == Miss {
		return Chord{}
	}

	pieces := emptyWindow()
	if p.n >= 3 {
		w := fullWindow()
		for k := range p.n {
			s := &p.side[k]
			w.clip(start.Sub(s.corner).Dot(s.normal), d.Dot(s.normal), s.normal)
		}
		pieces.add(w)
	}
	for k := range p.n {
		if p.n > 1 && (radius > 0 || p.n == 2) {
			pieces.add(p.side[k].rectangle(start, d, radius))
		}
		if radius > 0 || p.n == 1 {
			pieces.addDisc(chordOfCircle(start, d, p.side[k].corner, radius))
		}
	}

	c := pieces.chord(p.depthAt(start, d, pieces, radius))
	if c.NIn == (Vec{}) && !c.FromInside {
		c.NIn = p.seamNormal(start.Along(d, c.In))
	}
	if c.NOut == (Vec{}) && !c.ToInside {
		c.NOut = p.seamNormal(start.Along(d, c.Out))
	}
	return c
}

// seamNormal returns the normal at a point q of the grown outline where a side ends and an arc starts. It is needed if,
// because of rounding, the path seems to cross the short end of the side's rectangle, which has no normal.
func (p *Polygon) seamNormal(q Vec) Vec { return q.Sub(p.Closest(q)).Unit() }

// depthAt returns the depth of the middle of the window inside the grown polygon. If any point of a chord is inside a
// convex shape, its middle is inside.
func (p *Polygon) depthAt(start, d Vec, w window, radius float64) float64 {
	if math.IsInf(w.in, 0) {
		return radius - p.Distance(start) // d is zero
	}
	return radius - p.Distance(start.Along(d, float64((w.in+w.out)*0.5)))
}

// RayCapsule returns the chord of the ray start + t·d, t ≥ 0, in the capsule of all points within radius of the segment
// from a to b. If a = b, the capsule is a circle. The result is the same as [Polygon.Ray] for the segment.
func RayCapsule(start, d, a, b Vec, radius float64) Chord {
	along := b.Sub(a)
	length := along.Norm()
	along = along.Unit()
	n := Vec{along.Y, -along.X}

	pieces := emptyWindow()
	if length > 0 {
		front, back := side{a, n, length}, side{b, n.Neg(), length}
		pieces.add(front.rectangle(start, d, radius))
		pieces.add(back.rectangle(start, d, radius))
	}
	pieces.addDisc(chordOfCircle(start, d, a, radius))
	pieces.addDisc(chordOfCircle(start, d, b, radius))

	// The middle of the chord determines whether the chord has inner points; see depthAt.
	at := start
	if !math.IsInf(pieces.in, 0) {
		at = start.Along(d, float64((pieces.in+pieces.out)*0.5))
	}
	foot, _ := ClosestOnSegment(a, b, at)

	c := pieces.chord(radius - at.Sub(foot).Norm())
	if c.NIn == (Vec{}) && !c.FromInside {
		c.NIn = segmentSeamNormal(a, b, start.Along(d, c.In))
	}
	if c.NOut == (Vec{}) && !c.ToInside {
		c.NOut = segmentSeamNormal(a, b, start.Along(d, c.Out))
	}
	return c.Clip(0, math.Inf(1))
}

// segmentSeamNormal is the version of seamNormal for the segment from a to b.
func segmentSeamNormal(a, b, q Vec) Vec {
	foot, _ := ClosestOnSegment(a, b, q)
	return q.Sub(foot).Unit()
}

// A window is the time interval in which a straight path is in a convex shape. It is empty if in > out.
type window struct {
	in, out   float64 // times at which the path enters and leaves the shape
	nIn, nOut Vec     // outward unit normals at in and out
}

// fullWindow returns the window of all times. It is the initial window for clip.
func fullWindow() window { return window{in: math.Inf(-1), out: math.Inf(1)} }

// emptyWindow returns a window that contains no time. It is the initial window for add.
func emptyWindow() window { return window{in: math.Inf(1), out: math.Inf(-1)} }

// clip restricts w to the times at which a point is behind the line with the normal n. At time 0, the point is dist in
// front of the line, and it moves away from the line with speed. This is a step of Cyrus and Beck (1978).
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

// add extends w to include v. If w and v are the windows of two shapes whose union is convex, the result is the window
// of the union.
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

// addDisc extends w to include the chord c in a disc.
func (w *window) addDisc(c Chord) {
	if c.Kind != Miss {
		w.add(window{c.In, c.Out, c.NIn, c.NOut})
	}
}

// rectangle returns the window in which the path is in the rectangle of the given height on the outside of the side.
// The normals at its two short ends are zero, because an arc starts there; see seamNormal.
func (s *side) rectangle(start, d Vec, height float64) window {
	f, along := start.Sub(s.corner), s.along()
	up, right := f.Dot(s.normal), f.Dot(along)
	vUp, vRight := d.Dot(s.normal), d.Dot(along)
	w := fullWindow()
	w.clip(up-height, vUp, s.normal)
	w.clip(-up, -vUp, s.normal.Neg())
	w.clip(-right, -vRight, Vec{})
	w.clip(right-s.length, vRight, Vec{})
	return w
}

// chord converts the union of the windows to a Chord. The middle of the window is inside the shape by depth.
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
