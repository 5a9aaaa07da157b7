package geom

import "math"

// ClosestOnSegment returns the point of the segment from a to b that is nearest
// to q, and where it is: 0 at a, 1 at b. If a = b it is that point, at 0.
//
// It is the foot of the perpendicular, s = (q − a)·(b − a) / (b − a)², clamped
// to the ends, which are returned exactly. The point is good to an ulp or two of
// the coordinates.
func ClosestOnSegment(a, b, q Vec) (at Vec, s float64) {
	e := b.Sub(a)
	up := q.Sub(a).Dot(e)
	if up <= 0 {
		return a, 0
	}
	length2 := e.Norm2()
	if up >= length2 {
		return b, 1
	}
	s = up / length2
	if s > 0.5 {
		// From the nearer end, so that the point is exact there.
		return b.Along(e, q.Sub(b).Dot(e)/length2), s
	}
	return a.Along(e, s), s
}

// ClosestOnSegments returns the points of two segments, a1 to a2 and b1 to b2,
// that are nearest to each other. If they meet, both are the point where they do
// or, if they overlap, where the common stretch begins; that is decided exactly,
// see [CrossSegments]. If they do not, an end of one of them is nearest to the
// other: the least of four distances, at a tie the first of a1, a2, b1, b2.
func ClosestOnSegments(a1, a2, b1, b2 Vec) (onA, onB Vec) {
	switch c := CrossSegments(a1, a2, b1, b2); c.Kind {
	case Touching, Across, Overlapping:
		return c.P, c.P
	}

	best := math.Inf(1)
	for k, end := range [...]Vec{a1, a2, b1, b2} {
		var p, q Vec
		if k < 2 {
			p = end
			q, _ = ClosestOnSegment(b1, b2, end)
		} else {
			p, _ = ClosestOnSegment(a1, a2, end)
			q = end
		}
		if d := p.Sub(q).Norm2(); d < best {
			best, onA, onB = d, p, q
		}
	}
	return onA, onB
}

// Contains reports whether q lies inside p or on its outline. It is exact: q is
// on no side's left hand. A segment contains the points of it, a point itself.
func (p *Polygon) Contains(q Vec) bool {
	switch p.n {
	case 0:
		return false
	case 1, 2:
		return pointOn(p.side[0].corner, p.side[p.n-1].corner, q).Kind == Touching
	}
	for k := range p.n {
		if orient(p.side[k].corner, p.next(k), q) < 0 {
			return false
		}
	}
	return true
}

// ContainsCircle reports whether the circle around q with the given radius lies
// fully inside p, touching the outline at most: every side is at least radius
// away from q, correct to an ulp or two of the coordinates. Only a polygon with
// an inside contains a circle, of radius 0 too.
func (p *Polygon) ContainsCircle(q Vec, radius float64) bool {
	_, dist := p.nearestSide(q)
	return p.n >= 3 && dist <= -radius
}

// Overlap returns how deep the circle around q with the given radius reaches
// into p, and the unit normal along which it leaves p soonest: moved by depth
// times normal, it touches p. Ok is false when they are apart or only touch.
//
// Outside of p the normal comes from the closest point. Inside, it is that of
// the nearest side, the lowest at a tie, and the depth is the radius and the way
// to that side. On a segment it is that of side 0, on a point it points up.
func (p *Polygon) Overlap(q Vec, radius float64) (depth float64, normal Vec, ok bool) {
	if p.n == 0 {
		return 0, Vec{}, false
	}
	dist, n := p.separation(q)
	depth = radius - dist
	if !(depth > 0) {
		return 0, Vec{}, false
	}
	return depth, n, true
}

// separation returns the signed distance of q from p, negative inside, and the
// direction in which it grows. Over the ends of the side whose line q is farthest
// outside of, only the corner there can be nearest: seen from a corner, the
// normals of its own two sides are the nearest to the direction of q.
func (p *Polygon) separation(q Vec) (dist float64, normal Vec) {
	if p.n == 1 {
		return fromPoint(q.Sub(p.side[0].corner), Vec{0, -1})
	}
	k, dist := p.nearestSide(q)
	s := &p.side[k]
	foot := q.Sub(s.corner).Dot(s.along())
	switch {
	case p.n >= 3 && dist <= 0:
		return dist, s.normal
	case foot < 0:
		return fromPoint(q.Sub(s.corner), s.normal)
	case foot > s.length:
		return fromPoint(q.Sub(p.next(k)), s.normal)
	}
	return dist, s.normal
}

// fromPoint returns the length and the direction of f, or that of spare if f is
// zero.
func fromPoint(f, spare Vec) (dist float64, normal Vec) {
	dist = f.Norm()
	if dist == 0 {
		return 0, spare
	}
	return dist, Vec{f.X / dist, f.Y / dist}
}

// Distance returns how far q is from the outline of p, negative inside. Inside
// it is the distance to the nearest side.
func (p *Polygon) Distance(q Vec) float64 {
	k, depth := p.nearestSide(q)
	if p.n >= 3 && depth <= 0 {
		return depth
	}

	best := math.Inf(1)
	for j := range p.n {
		best = min(best, q.Sub(p.closestOnSide(j, q)).Norm2())
	}
	if p.n >= 3 {
		// The side itself answers without the rounding of the foot.
		s := &p.side[k]
		if foot := q.Sub(s.corner).Dot(s.along()); foot >= 0 && foot <= s.length {
			return depth
		}
	}
	return math.Sqrt(best)
}

// Closest returns the point of p (its inside included) that is nearest to q.
func (p *Polygon) Closest(q Vec) Vec {
	if p.n >= 3 && p.Contains(q) {
		return q
	}
	best, at := math.Inf(1), q
	for k := range p.n {
		c := p.closestOnSide(k, q)
		if d := q.Sub(c).Norm2(); d < best {
			best, at = d, c
		}
	}
	return at
}

// nearestSide returns the side whose line q is farthest outside of (or least
// deep behind), the lowest one at a tie, and by how much.
func (p *Polygon) nearestSide(q Vec) (side int, dist float64) {
	dist = math.Inf(-1)
	for k := range p.side[:p.n] {
		s := &p.side[k]
		if d := q.Sub(s.corner).Dot(s.normal); d > dist {
			side, dist = k, d
		}
	}
	return side, dist
}

func (p *Polygon) closestOnSide(k int, q Vec) Vec {
	s := &p.side[k]
	foot := q.Sub(s.corner).Dot(s.along())
	switch {
	case foot <= 0:
		return s.corner
	case foot >= s.length:
		return p.next(k)
	}
	return s.corner.Along(s.along(), foot)
}
