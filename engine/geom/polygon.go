package geom

import (
	"errors"
	"fmt"
	"math"
)

// MaxCorners is the maximum number of corners of a [Polygon].
const MaxCorners = 8

// MinSide is the minimum length of a side that [NewPolygon] accepts, in units. Rounding errors make the direction of
// shorter sides meaningless.
const MinSide = 1e-3

// minBehind is the minimum distance of every other corner behind the line of a side. At a smaller distance, the outline
// would be concave, or two sides would be nearly on one line.
const minBehind = 1e-6

// A Polygon is a convex polygon with 3 to [MaxCorners] corners, or a point (1 corner) or a segment (2 corners).
// A moving circle can touch a point from all directions, and a segment from both sides and at its ends.
//
// Corners are in clockwise order on a screen. Side k extends from corner k to corner k+1, and the last side ends at
// corner 0. The zero Polygon has no corners and no contacts.
type Polygon struct {
	n      int
	center Vec     // center of the bounding circle, which is the mean of the corners
	radius float64 // distance from center to the farthest corner
	side   [MaxCorners]side
}

// A side starts at its corner and ends at the corner of the next side. The data that [Polygon.Sweep] needs is stored
// together, so a hexagon fits in four cache lines.
type side struct {
	corner Vec
	normal Vec // outward unit normal
	length float64
}

// along returns the unit vector from the corner of the side to the next corner.
func (s *side) along() Vec { return Vec{-s.normal.Y, s.normal.X} }

// NewPolygon returns the convex polygon with the given corners, in either direction around it. It returns an error if
// there are no or too many corners, if a coordinate exceeds ±1e6, if a side is shorter than [MinSide], or if the
// outline is not strictly convex.
func NewPolygon(corners ...Vec) (Polygon, error) {
	var p Polygon
	if len(corners) == 0 || len(corners) > MaxCorners {
		return p, fmt.Errorf("%d corners, want 1 to %d", len(corners), MaxCorners)
	}
	for i, c := range corners {
		if !c.Finite() || math.Abs(c.X) > 1e6 || math.Abs(c.Y) > 1e6 {
			return p, fmt.Errorf("corner %d at (%g, %g) is out of range, want -1e6 to 1e6", i+1, c.X, c.Y)
		}
	}

	// Corners are stored in clockwise order.
	p.n = len(corners)
	for k, c := range corners {
		p.side[k].corner = c
	}
	if p.n >= 3 && p.doubleArea() < 0 {
		for i, j := 0, p.n-1; i < j; i, j = i+1, j-1 {
			p.side[i].corner, p.side[j].corner = p.side[j].corner, p.side[i].corner
		}
	}
	if err := p.derive(); err != nil {
		return Polygon{}, err
	}

	for k := range p.n {
		for j := range p.n {
			// Every other corner must be behind the line of every side.
			behind := p.side[k].corner.Sub(p.side[j].corner).Dot(p.side[k].normal)
			if p.n >= 3 && j != k && j != (k+1)%p.n && behind < minBehind {
				return Polygon{}, errors.New("the outline is not convex")
			}
		}
	}
	return p, nil
}

// Regular returns the regular polygon with n corners (3 to [MaxCorners]) on the circle of the given radius around
// center. The first corner is at the angle degrees, which is 0 to the right and grows clockwise. Regular panics if
// NewPolygon would return an error, so callers must validate input from users first.
func Regular(n int, center Vec, radius, degrees float64) Polygon {
	var c [MaxCorners]Vec
	if n < 3 || n > MaxCorners {
		panic(fmt.Sprintf("geom: regular polygon of %d corners, want 3 to %d", n, MaxCorners))
	}
	for k := range n {
		c[k] = center.Along(Direction(degrees+float64(k)*360/float64(n)), radius)
	}
	p, err := NewPolygon(c[:n]...)
	if err != nil {
		panic(fmt.Sprintf("geom: regular polygon at (%g, %g), radius %g: %v", center.X, center.Y, radius, err))
	}
	return p
}

// Segment returns the segment from a to b as a Polygon with 2 corners.
func Segment(a, b Vec) (Polygon, error) { return NewPolygon(a, b) }

// derive computes all fields that depend on the corners.
func (p *Polygon) derive() error {
	var sum Vec
	for k := range p.n {
		sum = sum.Add(p.side[k].corner)
	}
	p.center = Vec{sum.X / float64(p.n), sum.Y / float64(p.n)}

	p.radius = 0
	for k := range p.n {
		p.radius = max(p.radius, p.side[k].corner.Sub(p.center).Norm())
		if p.n == 1 {
			break // a point has no sides
		}
		e := p.next(k).Sub(p.side[k].corner)
		length := e.Norm()
		if length < MinSide {
			return fmt.Errorf("side %d is shorter than %g", k+1, MinSide)
		}
		u := e.Unit()
		p.side[k].length, p.side[k].normal = length, Vec{u.Y, -u.X}
	}
	return nil
}

// doubleArea returns twice the signed area, which is positive for clockwise corners.
func (p *Polygon) doubleArea() float64 {
	sum := 0.0
	for k := range p.n {
		sum += p.side[k].corner.Sub(p.side[0].corner).Cross(p.next(k).Sub(p.side[0].corner))
	}
	return sum
}

// next returns the corner after corner k.
func (p *Polygon) next(k int) Vec {
	if k++; k == p.n {
		k = 0
	}
	return p.side[k].corner
}

// N returns the number of corners.
func (p *Polygon) N() int { return p.n }

// Corner returns corner k, 0 ≤ k < N.
func (p *Polygon) Corner(k int) Vec { return p.side[k].corner }

// Normal returns the outward unit normal of the side from corner k to the next corner, 0 ≤ k < N.
func (p *Polygon) Normal(k int) Vec { return p.side[k].normal }

// Circle returns the bounding circle. Its center is the mean of the corners, and its radius is the distance to the
// farthest corner.
func (p *Polygon) Circle() (center Vec, radius float64) { return p.center, p.radius }

// Bound returns the bounding circle of p; see Circle.
func (p *Polygon) Bound() Bound { return Bound{p.center, p.radius} }

// Bounds returns the top left and bottom right corners of the bounding rectangle of p.
func (p *Polygon) Bounds() (lo, hi Vec) {
	lo, hi = p.side[0].corner, p.side[0].corner
	for k := 1; k < p.n; k++ {
		lo = Vec{min(lo.X, p.side[k].corner.X), min(lo.Y, p.side[k].corner.Y)}
		hi = Vec{max(hi.X, p.side[k].corner.X), max(hi.Y, p.side[k].corner.Y)}
	}
	return lo, hi
}

// Area returns the area in square units, which is 0 for a point or a segment.
func (p *Polygon) Area() float64 { return p.doubleArea() / 2 }
