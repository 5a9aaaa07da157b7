package geom

import "math"

// A Hit is the first contact of a moving circle.
type Hit struct {
	T float64 // time in multiples of the motion; not negative
	N Vec     // unit normal of the touched body, toward the circle
}

// The following rules define a contact. None of them needs an epsilon:
//
//   - Only an approach is a contact: the motion points strictly against the normal.
//   - A circle that overlaps a body and approaches it has a contact at T = 0.
//   - A circle that overlaps a body and separates from it has no contact. A ball
//     that has just bounced can be an ulp inside or outside of the body that it touched.
//     It must not bounce again in either case.
//   - A graze, in which the motion is parallel to the surface at the point of contact, is not a contact, because it
//     would change nothing.

// SweepPoint returns the first contact of a circle of the given radius, which begins at start and moves by motion, with
// the resting point q. To find the contact of two circles, pass the sum of both radii, the start and motion of the
// first circle relative to the second, and the zero Vec as q.
//
// It solves |f + t·motion| = radius for the smaller t, with f = start − q. Near a graze, the usual discriminant
// (f·motion)² − motion²·(f² − radius²) loses all digits. By Lagrange's identity, it equals motion²·radius² − (f ×
// motion)², which does not contain large terms that cancel.
func SweepPoint(start, motion Vec, radius float64, q Vec) (Hit, bool) {
	f := start.Sub(q)
	b := f.Dot(motion)
	if b >= 0 {
		return Hit{}, false // separating, or passing at the closest point
	}
	c := f.Dot(f) - float64(radius*radius)
	if c <= 0 {
		return Hit{T: 0, N: f.Unit()}, true
	}
	a := motion.Dot(motion)
	s := f.Cross(motion)
	disc := float64(a*float64(radius*radius)) - float64(s*s)
	if disc <= 0 {
		return Hit{}, false
	}
	t := c / (-b + math.Sqrt(disc)) // both terms are positive, so nothing cancels
	return Hit{T: t, N: f.Along(motion, t).Unit()}, true
}

// TimeToPoint returns the T of [SweepPoint] for a circle that begins at start, relative to the point. It does not
// compute the normal. If T certainly exceeds limit, it returns false without computing a square root.
func TimeToPoint(start, motion Vec, radius, limit float64) (t float64, ok bool) {
	b := start.Dot(motion)
	if b >= 0 {
		return 0, false
	}
	c := start.Dot(start) - float64(radius*radius)
	if c <= 0 {
		return 0, true
	}
	// The square root below is at most −b, so T is at least c/(−2b). The factor allows for rounding.
	if float64(c*(1-1e-12)) > float64(float64(-2*b)*limit) {
		return 0, false
	}
	s := start.Cross(motion)
	disc := float64(motion.Dot(motion)*float64(radius*radius)) - float64(s*s)
	if disc <= 0 {
		return 0, false
	}
	return c / (-b + math.Sqrt(disc)), true
}

// Sweep returns the first contact of a circle of the given radius (≥ 0), which begins at start and moves by motion,
// with the resting polygon p.
//
// The circle meets p when its center meets p grown by the radius. The grown polygon consists of the sides, moved
// outward by the radius, and of arcs around the corners that join them. Its outline is smooth, so a side and its corner
// have the same normal where they join, and no direction of approach is missed.
//
// Sweep extends each moved side to a line, and finds the side whose line the center crosses last. The circle can touch
// only this side or, if the center crosses the line beyond an end of the side, the corner at that end. This holds for
// every convex polygon, because the lines of the moved sides bound a polygon with longer sides, which extend beyond
// both ends of the moved sides.
//
// The radius must be 0 or at least 1e-9. With a radius between these values, rounding would let some circles pass
// through the joint of a side and an arc.
func (p *Polygon) Sweep(start, motion Vec, radius float64) (Hit, bool) {
	if p.n < 3 {
		return p.sweepThin(start, motion, radius)
	}

	f := start.Sub(p.center)
	reach := p.radius + radius
	if f.Dot(f) > float64(reach*reach) {
		// If the center is outside of the grown bounding circle, it must approach that circle to meet p. From inside,
		// it can move away from p.center and still meet a side.
		if f.Dot(motion) >= 0 {
			return Hit{}, false
		}
		s := f.Cross(motion)
		if float64(s*s) >= float64(motion.Dot(motion)*float64(reach*reach)) {
			return Hit{}, false
		}
	}
	if radius == 0 {
		return p.sweepRay(start, motion)
	}

	// Find the side whose line is crossed last.
	enter, last := math.Inf(-1), 0
	for k := range p.side[:p.n] {
		s := &p.side[k]
		dist := start.Sub(s.corner).Dot(s.normal) - radius
		if dist < 0 {
			continue // already behind this side
		}
		speed := motion.Dot(s.normal)
		if speed < 0 {
			if t := dist / -speed; t > enter {
				enter, last = t, k
			}
		} else if dist > 0 {
			return Hit{}, false // in front of this side and not approaching
		}
	}
	if enter < 0 {
		return p.sweepInside(start, motion, radius)
	}

	// Between the ends of the side, the circle touches the side itself. Beyond an end, it touches the corner there.
	s := &p.side[last]
	at := start.Along(motion, enter)
	foot := at.Sub(s.corner).Dot(s.along())
	switch {
	case foot < 0:
		return SweepPoint(start, motion, radius, s.corner)
	case foot > s.length:
		return SweepPoint(start, motion, radius, p.next(last))
	}
	return Hit{T: enter, N: s.normal}, true
}

// A Bound is the bounding circle of a polygon.
type Bound struct {
	Center Vec
	Radius float64
}

// MayReach reports whether the circle described by start, motion and radius (see [Polygon.Sweep]) may meet a polygon
// with this bound no later than limit. If it returns false, Sweep returns no hit or a later hit. The test enlarges the
// bound by a margin that exceeds all rounding errors. It has no square root, division or branch.
func (b *Bound) MayReach(start, motion Vec, radius, limit float64) bool {
	const slack = 1e-6
	f := start.Sub(b.Center)
	reach := b.Radius + radius + slack
	reach2 := float64(reach * reach)

	// The circle may meet the bound if gap is negative, or if approach, late and wide are all negative. gap is negative
	// if the circle is already near. approach is negative if the circle approaches. late is negative if the contact can
	// happen before limit, because the time of contact is at least gap/(−2·approach). wide is negative if the line of
	// the circle passes the center of the bound within reach.
	approach, pass := f.Dot(motion), f.Cross(motion)
	gap := f.Norm2() - reach2
	late := gap + float64(float64(2*approach)*limit)
	wide := float64(pass*pass) - float64(motion.Norm2()*reach2)
	return (signBit(approach)&signBit(late)&signBit(wide) | signBit(gap)) != 0
}

// signBit returns 1 if v is negative and 0 otherwise, without a branch.
func signBit(v float64) uint64 { return math.Float64bits(v) >> 63 }

// sweepRay implements Sweep for radius 0. There are no arcs at the corners, so a test of the ends of a side could miss
// a path near a corner because of rounding. Instead, the path enters p if its last inward crossing precedes its first
// outward crossing (Cyrus and Beck 1978). A path that only touches a corner or runs along a side is a graze.
func (p *Polygon) sweepRay(start, motion Vec) (Hit, bool) {
	enter, leave, last := math.Inf(-1), math.Inf(1), 0
	for k := range p.side[:p.n] {
		s := &p.side[k]
		dist := start.Sub(s.corner).Dot(s.normal)
		speed := motion.Dot(s.normal)
		switch {
		case speed < 0:
			if t := dist / -speed; t > enter {
				enter, last = t, k
			}
		case speed > 0:
			leave = min(leave, -dist/speed)
		case dist >= 0:
			return Hit{}, false
		}
	}

	switch {
	case enter >= leave || leave <= 0:
		return Hit{}, false
	case enter < 0:
		return p.sweepInside(start, motion, 0)
	}
	return Hit{T: enter, N: p.side[last].normal}, true
}

// sweepInside implements Sweep for a center that is already behind all grown sides. Either the circle overlaps p, or
// its center is in the tip between two grown sides that the arc around the corner cuts off. The times of crossing are
// in the past and not relevant. The contact is with the side that is now nearest to the center.
func (p *Polygon) sweepInside(start, motion Vec, radius float64) (Hit, bool) {
	k, _ := p.nearestSide(start)
	s := &p.side[k]
	foot := start.Sub(s.corner).Dot(s.along())
	switch {
	case foot < 0:
		return SweepPoint(start, motion, radius, s.corner)
	case foot > s.length:
		return SweepPoint(start, motion, radius, p.next(k))
	}
	if motion.Dot(s.normal) >= 0 {
		return Hit{}, false
	}
	return Hit{T: 0, N: s.normal}, true
}

// sweepThin implements Sweep for a point and a segment.
func (p *Polygon) sweepThin(start, motion Vec, radius float64) (Hit, bool) {
	switch p.n {
	case 0:
		return Hit{}, false
	case 1:
		return SweepPoint(start, motion, radius, p.side[0].corner)
	}
	return sweepSides(start, motion, radius, p.side[0].corner, p.side[1].corner, p.side[0].normal, p.side[0].length)
}

// sweepSides implements Sweep for the segment from a to b with the given normal and length, which has a front, a back
// and two round ends.
func sweepSides(start, motion Vec, radius float64, a, b, n Vec, length float64) (Hit, bool) {
	along := Vec{-n.Y, n.X}
	f := start.Sub(a)

	// The time at which the distance from the line equals the radius, on the side of the line where the circle is.
	height := f.Dot(n)
	if height < 0 {
		n, height = n.Neg(), -height
	}
	speed := motion.Dot(n)
	t := 0.0
	if height > radius {
		if speed >= 0 {
			return Hit{}, false
		}
		t = (height - radius) / -speed
	}

	foot := f.Along(motion, t).Dot(along)
	if foot >= 0 && foot <= length {
		if speed >= 0 {
			return Hit{}, false
		}
		return Hit{T: t, N: n}, true
	}

	// Beyond the ends of the segment, a round end is met first. It is the nearer end, unless the motion passes over the
	// whole segment.
	best, ok := SweepPoint(start, motion, radius, a)
	if hit, hitsB := SweepPoint(start, motion, radius, b); hitsB && (!ok || hit.T < best.T) {
		best, ok = hit, true
	}
	return best, ok
}
