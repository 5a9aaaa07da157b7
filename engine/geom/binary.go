package geom

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// This file encodes polygons in binary form. The encoding contains the number of corners, the center and radius of the
// bounding circle, and the corner, normal and length of each side. Numbers are float64 in little-endian order. Derived
// values are included because moving a polygon also moves them, and recomputed values would differ in the last bits.

// polygonBytes returns the encoded length of a polygon with n corners.
func polygonBytes(n int) int { return 1 + 8*(3+5*n) }

// AppendBinary appends the encoding of p to b. The error is always nil.
func (p *Polygon) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, uint8(p.n))
	b = appendFloats(b, p.center.X, p.center.Y, p.radius)
	for _, s := range p.side[:p.n] {
		b = appendFloats(b, s.corner.X, s.corner.Y, s.normal.X, s.normal.Y, s.length)
	}
	return b, nil
}

// appendFloats appends the encodings of numbers to b.
func appendFloats(b []byte, all ...float64) []byte {
	for _, f := range all {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
	}
	return b
}

// DecodePolygon decodes the polygon at the start of b, and returns it and the rest of b. It returns an error if b is
// too short, if [NewPolygon] rejects the corners or would reverse their order, or if the derived values do not match
// the corners up to rounding.
func DecodePolygon(b []byte) (p Polygon, rest []byte, err error) {
	if len(b) == 0 || int(b[0]) > MaxCorners || len(b) < polygonBytes(int(b[0])) {
		return Polygon{}, nil, errors.New("polygon has too many corners or is truncated")
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
		return Polygon{}, nil, fmt.Errorf("polygon around (%g, %g) does not match its corners", p.center.X, p.center.Y)
	}
	return p, rest, nil
}

// matches reports whether p equals q up to rounding, with identical corners.
func (p *Polygon) matches(q *Polygon) bool {
	size := math.Abs(q.center.X) + math.Abs(q.center.Y) + q.radius
	tolerance := float64(1e-9 * (1 + size))
	if !(p.center.Sub(q.center).Norm() <= tolerance && math.Abs(p.radius-q.radius) <= tolerance) {
		return false
	}
	for k := range p.n {
		a, b := &p.side[k], &q.side[k]
		// The error of a normal is the error of the corners relative to the length of the side.
		if a.corner != b.corner || !(math.Abs(a.length-b.length) <= tolerance &&
			float64(a.normal.Sub(b.normal).Norm()*b.length) <= tolerance) {
			return false
		}
	}
	return true
}
