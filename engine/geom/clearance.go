package geom

import "math"

// Point returns the polygon that consists of the point q.
func Point(q Vec) Polygon {
	p := Polygon{n: 1, center: q}
	p.side[0].corner = q
	return p
}

// Clearance returns the distance between p and q. It is 0 if they have a point in common, which is decided exactly, and
// infinite if either has no corners. Otherwise it is accurate to an ulp or two of the coordinates.
func (p *Polygon) Clearance(q *Polygon) float64 {
	if p.n == 0 || q.n == 0 {
		return math.Inf(1)
	}
	if p.n >= 3 && p.Contains(q.side[0].corner) || q.n >= 3 && q.Contains(p.side[0].corner) {
		return 0
	}
	best := math.Inf(1)
	for j := range p.edges() {
		for k := range q.edges() {
			a, b := ClosestOnSegments(p.side[j].corner, p.next(j), q.side[k].corner, q.next(k))
			if a == b {
				return 0
			}
			best = min(best, a.Sub(b).Norm2())
		}
	}
	return math.Sqrt(best)
}

// edges returns the number of distinct segments in the outline of p. A point has one segment of length 0.
func (p *Polygon) edges() int {
	if p.n == 2 {
		return 1
	}
	return p.n
}
