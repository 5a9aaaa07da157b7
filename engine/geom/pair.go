package geom

import "math"

// This file compares two polygons.

// Near reports whether the bounding circles of p and q overlap. The test is fast. Polygons that are not near do not
// overlap.
func (p *Polygon) Near(q *Polygon) bool {
	reach := p.radius + q.radius
	return p.center.Sub(q.center).Norm2() < float64(reach*reach)
}

// Overlaps reports whether the intersection of p and q has a positive area. Polygons that only touch do not overlap.
// They do not overlap if all corners of one are in front of a side of the other.
func (p *Polygon) Overlaps(q *Polygon) bool { return p.OverlapsBy(q, 0) }

// OverlapsBy reports whether p and q overlap by more than depth, measured perpendicular to each side of both polygons.
func (p *Polygon) OverlapsBy(q *Polygon, depth float64) bool {
	return !p.separates(q, depth) && !q.separates(p, depth)
}

// separates reports whether all corners of q are in front of a side of p, or at most depth behind it.
func (p *Polygon) separates(q *Polygon, depth float64) bool {
	for k := range p.n {
		front := math.Inf(1)
		for j := range q.n {
			front = min(front, q.side[j].corner.Sub(p.side[k].corner).Dot(p.side[k].normal))
		}
		if front >= -depth {
			return true
		}
	}
	return false
}

// Gap returns the distance between p and q if they do not overlap. If a corner of one is inside the other, it returns a
// number that is not positive. Gap checks only corners, because where two convex polygons are nearest to each other, at
// least one has a corner.
func (p *Polygon) Gap(q *Polygon) float64 {
	gap := math.Inf(1)
	for k := range p.n {
		gap = min(gap, q.Distance(p.side[k].corner))
	}
	for k := range q.n {
		gap = min(gap, p.Distance(q.side[k].corner))
	}
	return gap
}
