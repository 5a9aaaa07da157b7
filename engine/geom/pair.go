package geom

import "math"

// This file is what two polygons are to each other.

// Near reports whether the bounding circles of p and q overlap. It is quick, and
// polygons that are not near do not overlap.
func (p *Polygon) Near(q *Polygon) bool {
	reach := p.radius + q.radius
	return p.center.Sub(q.center).Norm2() < float64(reach*reach)
}

// Overlaps reports whether p and q have an area in common: no side of either has
// the other one in front of it. Polygons that only touch do not overlap.
func (p *Polygon) Overlaps(q *Polygon) bool { return p.OverlapsBy(q, 0) }

// OverlapsBy reports whether p and q overlap by more than a depth, measured across any side
// of either.
func (p *Polygon) OverlapsBy(q *Polygon, depth float64) bool {
	return !p.separates(q, depth) && !q.separates(p, depth)
}

// separates reports whether all of q is in front of one side of p, or at most so deep behind it.
func (p *Polygon) separates(q *Polygon, depth float64) bool {
	for k := range p.n {
		least := math.Inf(1)
		for j := range q.n {
			least = min(least, q.side[j].corner.Sub(p.side[k].corner).Dot(p.side[k].normal))
		}
		if least >= -depth {
			return true
		}
	}
	return false
}

// Gap returns the distance between p and q if they do not overlap, and some
// number that is not positive if a corner of one is in the other. Where convex
// polygons are nearest to each other, at least one of them has a corner.
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
