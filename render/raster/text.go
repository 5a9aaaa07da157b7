package raster

import "arkterm/engine/geom"

// SideRunes returns the characters that draw the left and the right end of row j of a stamp in text: < > / \ or |. They
// follow the direction of the sides of p.
func (r *Grid) SideRunes(p *geom.Polygon, s *Stamp, j int) (left, right rune) {
	lo, hi := p.Bounds()
	step := (hi.Y - lo.Y) / float64(s.H)
	y0, y1 := lo.Y+step*float64(j), lo.Y+step*float64(j+1)
	if r.IsStandard(p) {
		y0, y1 = float64(s.Y+j)*r.UnitY, float64(s.Y+j+1)*r.UnitY // the stamp may be half a row higher
	}

	// Find the ends at the top, in the middle and at the bottom of the row.
	const inset = 0.05
	var top, middle, bottom [2]float64
	for i, ends := range [...]*[2]float64{&top, &middle, &bottom} {
		y := y0 + (y1-y0)*(inset+(0.5-inset)*float64(i))
		y = min(max(y, lo.Y+tolerance), hi.Y-tolerance)
		ends[0], ends[1], _ = chord(p, y)
	}
	return r.sideRune(top[0], middle[0], bottom[0]), r.sideRune(top[1], middle[1], bottom[1])
}

// sideRune returns the character for a side of a shape in one row. The arguments are the x coordinates of the side at
// the top, in the middle and at the bottom of the row.
func (r *Grid) sideRune(top, middle, bottom float64) rune {
	minSlope := 0.25 * r.UnitX // a side with a smaller slope is drawn vertically
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
