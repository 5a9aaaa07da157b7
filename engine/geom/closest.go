package geom

import "math"

// ClosestOnSegment returns the point of the segment from a to b that is nearest to q, and its position s on the
// segment. The position is 0 for a and 1 for b. If a = b, ClosestOnSegment returns a and 0.
//
// The point is the foot of the perpendicular, s = (q − a)·(b − a) / (b − a)², limited to the ends. Ends are returned
// exactly. Other points are accurate to an ulp or two of the coordinates.
func ClosestOnSegment(a, b, q Vec) (at Vec, s float64) {
	e := b.Sub(a)
	dot := q.Sub(a).Dot(e)
	if dot <= 0 {
		return a, 0
	}
	length2 := e.Norm2()
	if dot >= length2 {
		return b, 1
	}
	s = dot / length2
	if s > 0.5 {
		// Start from the nearer end, so that the point is exact there.
		return b.Along(e, q.Sub(b).Dot(e)/length2), s
	}
	return a.Along(e, s), s
}

// ClosestOnSegments returns the nearest points of two segments, a1 to a2 and b1 to b2. If the segments intersect, both
// points are the intersection or, for overlapping segments, the start of the common part. Whether the segments
// intersect is decided exactly; see [CrossSegments]. Otherwise, at least one of the two points is an end of its
// segment. Therefore the function compares the distances of the four ends from the other segment. Ties are resolved in
// the order a1, a2, b1, b2.
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

// Contains reports whether q is inside p or on its outline. The result is exact, because exact orientation tests
// compare q with the line of each side. A segment contains its points, and a point contains itself.
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

// ContainsCircle reports whether the circle around q with the given radius is inside p. A circle that touches the
// outline from the inside is also contained. The function checks that q is at least radius behind the line of every
// side, up to an ulp or two of the coordinates. Points and segments contain no circle, not even of radius 0.
func (p *Polygon) ContainsCircle(q Vec, radius float64) bool {
	_, dist := p.nearestSide(q)
	return p.n >= 3 && dist <= -radius
}

// Overlap returns the depth by which the circle around q with the given radius overlaps p, and the unit normal of the
// shortest way out. After a displacement by depth times normal, the circle touches p. ok is false if they are separate
// or only touch.
//
// If q is outside of p, the normal points from the closest point of p to q. If q is inside, the normal is the normal of
// the nearest side, and the depth is the radius plus the distance to that side. At a tie, the side with the lowest
// index counts. If p is a segment that contains q, the normal is the normal of side 0. If p is a point at q, the normal
// points up.
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

// separation returns the signed distance of q from p, negative inside, and the unit vector along which it increases. It
// chooses the side with the maximum signed distance from its line to q. If the foot of the perpendicular from q is
// beyond an end of that side, the corner at that end is nearest, because the direction from the nearest corner to q is
// between the normals of the two sides at this corner.
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

// fromPoint returns the length and the direction of f. If f is zero, the direction is fallback.
func fromPoint(f, fallback Vec) (dist float64, normal Vec) {
	dist = f.Norm()
	if dist == 0 {
		return 0, fallback
	}
	return dist, Vec{f.X / dist, f.Y / dist}
}

// Distance returns the distance of q from the outline of p, negative inside. Inside, it is the distance to the nearest
// side.
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
		// The distance from the line of the side does not contain the rounding error of the closest point.
		s := &p.side[k]
		if foot := q.Sub(s.corner).Dot(s.along()); foot >= 0 && foot <= s.length {
			return depth
		}
	}
	return math.Sqrt(best)
}

// Closest returns the point of p, including its inside, that is nearest to q.
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

// nearestSide returns the side with the maximum signed distance from its line to q, and this distance. The distance is
// positive outside. At a tie it returns the lowest index.
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

// closestOnSide returns the point of side k that is nearest to q.
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
