package geom

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// This file writes polygons as bytes: the number of corners, then the middle and radius of the
// bounding circle, then the corner, normal and length of each side. Numbers are float64, the lowest
// byte first. What follows from the corners is written as well: of a polygon that was moved it has been
// moved along, and computed anew it would differ in the last bits.

// polygonBytes returns the length of a polygon of n corners.
func polygonBytes(n int) int { return 1 + 8*(3+5*n) }

// AppendBinary appends p to b. The error is always nil.
func (p *Polygon) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, uint8(p.n))
	b = appendFloats(b, p.center.X, p.center.Y, p.radius)
	for _, s := range p.side[:p.n] {
		b = appendFloats(b, s.corner.X, s.corner.Y, s.normal.X, s.normal.Y, s.length)
	}
	return b, nil
}

func appendFloats(b []byte, all ...float64) []byte {
	for _, f := range all {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
	}
	return b
}

// DecodePolygon reads the polygon that b begins with, and returns it and the rest of b. It reports an error
// if b is too short, if [NewPolygon] refuses the corners or would list them the other way around, or if
// the rest is not what follows from them, up to rounding.
func DecodePolygon(b []byte) (p Polygon, rest []byte, err error) {
	if len(b) == 0 || int(b[0]) > MaxCorners || len(b) < polygonBytes(int(b[0])) {
		return Polygon{}, nil, errors.New("a polygon of too many corners, or cut short")
	}
	p.n = int(b[0])
	rest = b[1:]
	next := func() float64 {
		f := math.Float64frombits(binary.LittleEndian.Uint64(rest))
		rest = rest[8:]
		return f
	}
	p.center, p.radius = Vec{next(), next()}, next()
	for k := range p.n {
		p.side[k] = side{Vec{next(), next()}, Vec{next(), next()}, next()}
	}

	if p.n == 0 {
		return Polygon{}, rest, nil
	}
	var corners [MaxCorners]Vec
	for k := range p.n {
		corners[k] = p.side[k].corner
	}
	q, err := NewPolygon(corners[:p.n]...)
	if err != nil {
		return Polygon{}, nil, err
	}
	if !p.matches(&q) {
		return Polygon{}, nil, fmt.Errorf("a polygon around (%g, %g) does not follow from its corners", p.center.X, p.center.Y)
	}
	return p, rest, nil
}

// follows reports whether p is q up to rounding, with the very same corners.
func (p *Polygon) matches(q *Polygon) bool {
	far := math.Abs(q.center.X) + math.Abs(q.center.Y) + q.radius
	most := float64(1e-9 * (1 + far))
	if !(p.center.Sub(q.center).Norm() <= most && math.Abs(p.radius-q.radius) <= most) {
		return false
	}
	for k := range p.n {
		a, b := &p.side[k], &q.side[k]
		// A normal is as uncertain as the corners are, as a share of its side.
		if a.corner != b.corner || !(math.Abs(a.length-b.length) <= most && float64(a.normal.Sub(b.normal).Norm()*b.length) <= most) {
			return false
		}
	}
	return true
}
