package geom

import "math"

// A Hit is the first contact of a moving circle.
type Hit struct {
	T float64 // when, in multiples of the motion, never negative
	N Vec     // unit normal of what is touched, toward the circle
}

// The rules below decide what counts as a contact. None of them needs an
// epsilon:
//
//   - Only an approach counts: the motion points strictly against the normal.
//   - Overlapping and approaching is a hit now, at T = 0.
//   - Overlapping and parting is no hit. A ball that has just bounced lies an
//     ulp inside or outside of what it touched; both must leave it alone.
//   - A graze is no hit: it would change nothing.

// SweepPoint returns the first contact of a circle of the given radius that
// starts at from and moves by motion with the resting point at. With the sum of
// two radii it is the contact of two circles, in the frame of one of them.
//
// It solves |from + t·motion − at| = radius for the smaller t. Near a graze the
// usual discriminant b² − ac loses all its digits; by Lagrange's identity it
// equals a·r² − (f × d)², where only the small quantity is squared.
func SweepPoint(from, motion Vec, radius float64, at Vec) (Hit, bool) {
	f := from.Sub(at)
	b := f.Dot(motion)
	if b >= 0 {
		return Hit{}, false // parting, or passing at the closest point
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
	t := c / (-b + math.Sqrt(disc)) // both terms positive: no cancellation
	return Hit{T: t, N: f.Along(motion, t).Unit()}, true
}

// TimeToPoint returns the T of [SweepPoint] for a circle that starts at from, seen from the point. It
// does without the normal, and without a root where T is surely more than most: then, too, ok is
// false.
func TimeToPoint(from, motion Vec, radius, most float64) (t float64, ok bool) {
	b := from.Dot(motion)
	if b >= 0 {
		return 0, false
	}
	c := from.Dot(from) - float64(radius*radius)
	if c <= 0 {
		return 0, true
	}
	// The root is at most −b, so T is at least c/(−2b); a little less allows for rounding.
	if float64(c*(1-1e-12)) > float64(float64(-2*b)*most) {
		return 0, false
	}
	s := from.Cross(motion)
	disc := float64(motion.Dot(motion)*float64(radius*radius)) - float64(s*s)
	if disc <= 0 {
		return 0, false
	}
	return c / (-b + math.Sqrt(disc)), true
}

// Sweep returns the first contact of a circle of the given radius (≥ 0), which
// starts at from and moves by motion, with the resting polygon p.
//
// The circle meets p when its centre, a point, meets p grown by the radius: the
// sides moved outward, joined by arcs around the corners. The grown outline is
// smooth, so where a side ends and a corner begins both give the same normal,
// and no direction of approach falls between them. The side whose line the
// centre crosses last is the only one it can touch; past the ends of that side
// only the corner there is left. That holds for every convex polygon, since a
// grown side always reaches beyond both ends of the side.
//
// A radius is 0, for a ray, or at least 1e-9: with less, rounding would let some
// pass between a side and the arc.
func (p *Polygon) Sweep(from, motion Vec, radius float64) (Hit, bool) {
	if p.n < 3 {
		return p.sweepThin(from, motion, radius)
	}

	f := from.Sub(p.center)
	reach := p.radius + radius
	if f.Dot(f) > float64(reach*reach) {
		// The bounding circle may refuse only from outside itself: from inside
		// it would let a ball sink into a side that lies deeper than the circle.
		if f.Dot(motion) >= 0 {
			return Hit{}, false
		}
		s := f.Cross(motion)
		if float64(s*s) >= float64(motion.Dot(motion)*float64(reach*reach)) {
			return Hit{}, false
		}
	}
	if radius == 0 {
		return p.sweepRay(from, motion)
	}

	// The side whose line is crossed last.
	enter, last := math.Inf(-1), 0
	for k := range p.side[:p.n] {
		s := &p.side[k]
		dist := from.Sub(s.corner).Dot(s.normal) - radius
		if dist < 0 {
			continue // behind this side already
		}
		speed := motion.Dot(s.normal)
		if speed < 0 {
			if t := dist / -speed; t > enter {
				enter, last = t, k
			}
		} else if dist > 0 {
			return Hit{}, false // in front of this side, and not coming closer
		}
	}
	if enter < 0 {
		return p.sweepInside(from, motion, radius)
	}

	// Between its ends it is touched itself, else the corner at that end.
	s := &p.side[last]
	at := from.Along(motion, enter)
	foot := at.Sub(s.corner).Dot(s.along())
	switch {
	case foot < 0:
		return SweepPoint(from, motion, radius, s.corner)
	case foot > s.length:
		return SweepPoint(from, motion, radius, p.next(last))
	}
	return Hit{T: enter, N: s.normal}, true
}

// MayReach reports whether a circle that moves as for [Polygon.Sweep] may meet p no later than at
// the time most: if it does not, Sweep returns no hit or a later one. It looks at the bounding circle,
// grown by a bit more than rounding takes, and does so without a root, a division, or a branch.
func (p *Polygon) MayReach(from, motion Vec, radius, most float64) bool {
	const slack = 1e-6
	f := from.Sub(p.center)
	reach := p.radius + radius + slack
	reach2 := float64(reach * reach)

	// It is there already, or it approaches, the time is at least gap/(−2·approach), and the line of its centre passes
	// within reach. Each is so if the number is negative.
	approach, pass := f.Dot(motion), f.Cross(motion)
	gap := f.Norm2() - reach2
	late := gap + float64(float64(2*approach)*most)
	wide := float64(pass*pass) - float64(motion.Norm2()*reach2)
	return (signBit(approach)&signBit(late)&signBit(wide) | signBit(gap)) != 0
}

// below returns 1 if v is negative, else 0, without a branch.
func signBit(v float64) uint64 { return math.Float64bits(v) >> 63 }

// sweepRay answers Sweep for the radius 0. There are no arcs then, which would
// catch what passes a side's end by an ulp: the path enters if the last of its
// crossings inward comes before the first outward (Cyrus and Beck 1978). Through
// a corner or along a side is a graze.
func (p *Polygon) sweepRay(from, motion Vec) (Hit, bool) {
	enter, leave, last := math.Inf(-1), math.Inf(1), 0
	for k := range p.side[:p.n] {
		s := &p.side[k]
		dist := from.Sub(s.corner).Dot(s.normal)
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
		return p.sweepInside(from, motion, 0)
	}
	return Hit{T: enter, N: p.side[last].normal}, true
}

// sweepInside answers Sweep for a centre that has all grown sides behind it
// already: it overlaps p, or it is in the tip between two grown sides, which
// the arc around the corner cuts off. Times of crossing lie in the past here and
// say nothing: what counts is the side that the centre is over now.
func (p *Polygon) sweepInside(from, motion Vec, radius float64) (Hit, bool) {
	k, _ := p.nearestSide(from)
	s := &p.side[k]
	foot := from.Sub(s.corner).Dot(s.along())
	switch {
	case foot < 0:
		return SweepPoint(from, motion, radius, s.corner)
	case foot > s.length:
		return SweepPoint(from, motion, radius, p.next(k))
	}
	if motion.Dot(s.normal) >= 0 {
		return Hit{}, false
	}
	return Hit{T: 0, N: s.normal}, true
}

// sweepThin answers Sweep for the point and the segment.
func (p *Polygon) sweepThin(from, motion Vec, radius float64) (Hit, bool) {
	switch p.n {
	case 0:
		return Hit{}, false
	case 1:
		return SweepPoint(from, motion, radius, p.side[0].corner)
	}
	return sweepSides(from, motion, radius, p.side[0].corner, p.side[1].corner, p.side[0].normal, p.side[0].length)
}

// sweepSides answers for the segment from a to b with the given normal and
// length: a side seen from its front and from its back, and two round ends.
func sweepSides(from, motion Vec, radius float64, a, b, n Vec, length float64) (Hit, bool) {
	along := Vec{-n.Y, n.X}
	f := from.Sub(a)

	// Seen from the side that the circle is on, at the time when it is as high
	// as its radius.
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

	// Outside of the strip over the segment: a round end is met first, the
	// nearer one unless the motion crosses the whole strip.
	best, ok := SweepPoint(from, motion, radius, a)
	if hit, also := SweepPoint(from, motion, radius, b); also && (!ok || hit.T < best.T) {
		best, ok = hit, true
	}
	return best, ok
}
