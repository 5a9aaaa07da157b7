package raster

import "arkterm/engine/geom"

// SideRunes returns the characters for the left and the right end of row j of a stamp of p in text. They follow the
// direction of the shape's sides.
func (r *Grid) SideRunes(p *geom.Polygon, s *Stamp, j int) (left, right rune) {
	lo, hi := p.Bounds()
	step := (hi.Y - lo.Y) / float64(s.H)
	y0, y1 := lo.Y+step*float64(j), lo.Y+step*float64(j+1)
	if r.Standard(p) {
		y0, y1 = float64(s.Y+j)*r.UnitY, float64(s.Y+j+1)*r.UnitY // the stamp may be half a row higher
	}

	// The ends at the top, in the middle and at the bottom of the row.
	const in = 0.05
	var l, m, n [2]float64
	for i, at := range [...]*[2]float64{&l, &m, &n} {
		y := y0 + (y1-y0)*(in+(0.5-in)*float64(i))
		y = min(max(y, lo.Y+tolerance), hi.Y-tolerance)
		at[0], at[1], _ = chord(p, y)
	}
	return r.sideRune(l[0], m[0], n[0]), r.sideRune(l[1], m[1], n[1])
}

// sideRune returns the character for a side through three points of a row.
func (r *Grid) sideRune(top, middle, bottom float64) rune {
	minSlope := 0.25 * r.UnitX // a side with a smaller slope is vertical
	switch {
	case middle < min(top, bottom)-minSlope:
		return '<'
	case middle > max(top, bottom)+minSlope:
		return '>'
	case bottom < top-minSlope:
		return '/'
	case bottom > top+minSlope:
		return '\\'
	}
	return '|'
}
