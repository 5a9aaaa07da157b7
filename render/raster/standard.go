package raster

import (
	"math"

	"arkterm/engine/geom"
)

// A standard hexagon has a size of 5 × 4 units, and its slanted sides are 1 unit wide. The hexagons of a board are one
// Pitch apart horizontally and vertically. Every second column is half a Pitch lower, so the hexagons touch.
//
// A hexagon is drawn as a stamp: a bitmap of sub-cells (see [Stamp]). A Pitch corresponds to a whole number of
// sub-cells (see [Scale]), but half a Pitch and the corners may be between two sub-cells. If each stamp were rounded
// individually, columns would have different outlines, with gaps and overlaps between them. So stamps follow these
// rules:
//
//   - All rows of a stamp have even widths, or all have odd widths. So the stamp is symmetric about its middle. The
//     middle is the center or the border of a sub-cell, in the same way for all columns.
//   - In each row of sub-cells, the widths of two adjacent hexagons add up to two pitches.
//   - If the number of rows is odd, hexagons in lower columns are drawn half a row too high. Their rows are as wide as
//     the gaps between the adjacent hexagons. So a board needs at most two stamps, one for each kind of column.
//   - Hexagons less than two cells high are narrower, with gaps between columns; see Grid.tightRow.
//
// At 80×24 a hexagon covers 5 × 2 cells, and its slanted sides run from corner to corner of a cell. Hexagons of 4 × 2
// cells would leave no room for icons, and bands of light and shadow would need their own cells, because a cell has two
// colors. docs/pictures/lattice.png compares these layouts.
const (
	standardW, standardH = 5.0, Pitch
	standardTop          = 3.0 // length of the top and the bottom side
)

// tolerance is the allowed error of positions and numbers of sub-cells, to compensate for rounding.
const tolerance = 1e-6

// IsStandard reports whether p is a standard hexagon and r has a scale at which all standard hexagons are drawn with
// the same stamps.
func (r *Grid) IsStandard(p *geom.Polygon) bool {
	if r.Scale == (Scale{}) || p.N() != 6 {
		return false
	}
	lo, hi := p.Bounds()
	if math.Abs(hi.X-lo.X-standardW) > tolerance || math.Abs(hi.Y-lo.Y-standardH) > tolerance {
		return false
	}

	// Check that each corner is at one of three heights, and that its distance from the middle is right for that
	// height.
	middle := (lo.X + hi.X) / 2
	for i := range p.N() {
		at := p.Corner(i)
		side := math.Abs(at.Y-(lo.Y+hi.Y)/2) < tolerance
		edge := math.Abs(at.Y-lo.Y) < tolerance || math.Abs(at.Y-hi.Y) < tolerance
		dx := math.Abs(at.X - middle)
		if !(side && math.Abs(dx-standardW/2) < tolerance || edge && math.Abs(dx-standardTop/2) < tolerance) {
			return false
		}
	}
	return true
}

// widenedHexagon returns a standard hexagon whose slanted sides are half a cell wider. It is for scales at which a
// slanted side would connect opposite corners of a cell. A widened side is 1½ cells wide and one cell high. Two mosaics
// draw it exactly: the first from (0, 0) to (1, ⅔), and the second on to (1½, 1), in cells.
//
// The right corner and the left ends of the top and bottom sides move to the right by half a cell. The other corners
// stay, so adjacent hexagons still share their sides.
func (r *Grid) widenedHexagon(p *geom.Polygon) geom.Polygon {
	lo, hi := p.Bounds()
	half := r.UnitX * float64(r.SubX) / 2
	var at [6]geom.Vec
	for i := range at {
		if at[i] = p.Corner(i); at[i].X == hi.X || at[i].X < (lo.X+hi.X)/2 && at[i].X > lo.X {
			at[i].X += half
		}
	}
	w, err := geom.NewPolygon(at[:]...)
	if err != nil {
		panic(err)
	}
	return w
}

// standardStamp returns the stamp of a standard hexagon. lo is the upper left corner of its bounds. If gaps is set,
// gaps separate the stamp from its neighbors.
func (r *Grid) standardStamp(lo geom.Vec, gaps bool) (s Stamp) {
	pitch, rows := r.Scale.X, r.Scale.Y

	// Twice the middle is rounded to an integer. The widths of the rows have the same parity.
	twiceMiddle := (2*lo.X + standardW) / r.UnitX
	hasLines := r.isText() && rows > 1
	if hasLines {
		twiceMiddle-- // in text the width is measured between lines, which are in the middle of a cell
	}
	middle := Nearest(twiceMiddle)
	if tie := twiceMiddle - math.Floor(twiceMiddle); math.Abs(tie-0.5) < tolerance {
		// Of the two nearest integers, choose the integer with the parity of the pitch. At a quarter of its height from
		// the top and the bottom, the hexagon is one pitch wide, so a row there gets its exact width. If all rows got
		// this width, the hexagon would be a box. In that case, choose the other integer.
		want := pitch & 1
		if rows > 3 && standardRow(pitch, rows, 0, want) == standardRow(pitch, rows, rows/2, want) {
			want ^= 1
		}
		middle = Floor(twiceMiddle)
		middle += (middle & 1) ^ want
	}
	tight := r.tight && !gaps
	if tight {
		middle = 2 * Nearest(twiceMiddle/2)
	}
	parity := middle & 1

	// Round toward the top, so that the stamp is half a row too high rather than too low.
	s.Y = -Nearest(-lo.Y / r.UnitY)
	r.allocRows(&s, rows)
	lower := Nearest(lo.Y*2/Pitch)&1 == 1
	s.X, s.W = middle, 0
	for j := range rows {
		w := standardRow(pitch, rows, j, parity)
		switch {
		case tight:
			w = r.tightRow(j)
		case lower:
			w = 2*pitch - standardRow(pitch, rows, (j+rows/2)%rows, parity)
		}
		s.From[j], s.To[j] = int16((middle-w)/2), int16((middle+w)/2)
		s.X, s.W = min(s.X, (middle-w)/2), max(s.W, w)
	}
	switch {
	case hasLines:
		for j := range rows {
			s.To[j]++ // the line at the right belongs to a neighbor
		}
		s.W++
	case gaps:
		s.addGaps()
	}
	return s
}

// tightRow returns the width of row j of a standard hexagon that is less than two cells high. A cell has only two
// colors, so shades cannot separate two bricks whose border is inside a cell. Therefore, each row is about a sub-cell
// narrower than the hexagon. If a cell has only one column of sub-cells, gaps would be too wide, so the lower corners
// are dark instead; see shadeCorners.
func (r *Grid) tightRow(j int) int {
	if r.SubX == 1 {
		return r.Scale.X
	}
	y := Pitch * (float64(j) + 0.5) / float64(r.Scale.Y)
	return 2 * int(((standardTop+min(y, Pitch-y))*float64(r.Scale.X)/Pitch-tightGap)/2)
}

// tightGap is the minimum difference, in sub-cells, between the exact width of a row of a hexagon and the result of
// tightRow. Widths are even, so in each row the widths of two adjacent hexagons add up to at most two pitches minus two
// sub-cells.
const tightGap = 0.5

// standardRow returns the width of row j of a standard hexagon, for the upper of two adjacent columns. The width is
// measured at half the height of the row and rounded to a number of the given parity. rows is the height of the
// hexagon. pitch is the distance between two columns. All widths and distances are in sub-cells.
//
// A row of this hexagon touches the row of the adjacent hexagon that is half a hexagon away. The widths of these two
// rows must add up to two pitches. Therefore, ties are rounded down in rows narrower than a pitch and up in wider rows.
// If the width is exactly one pitch, ties are rounded down in the upper half and up in the lower half.
func standardRow(pitch, rows, j, parity int) int {
	y := Pitch * (float64(j) + 0.5) / float64(rows)
	width := (standardTop + min(y, Pitch-y)) * float64(pitch) / Pitch
	half := (width - float64(parity)) / 2
	n := Floor(half + 0.5)
	if math.Abs(half+0.5-math.Round(half+0.5)) < tolerance { // two widths are equally near
		n = int(math.Round(half+0.5)) - 1
		if d := width - float64(pitch); d > tolerance || d > -tolerance && 2*j >= rows {
			n++
		}
	}
	return max(2*n+parity, 1)
}

// addGaps removes the sub-cells of s whose right, lower or lower right neighbor is not in s, but keeps at least two
// rows and two columns. So there is a gap of one sub-cell between adjacent stamps, also where corners meet. Without
// shades, only such gaps separate bricks. A symmetric stamp stays symmetric.
func (s *Stamp) addGaps() {
	if s.H > 2 {
		s.H--
		for j := range s.H {
			s.From[j], s.To[j] = max(s.From[j], s.From[j+1]), min(s.To[j], s.To[j+1])
		}
	}
	if s.W > 2 {
		s.W--
		for j := range s.H {
			s.To[j] = max(s.To[j]-1, s.From[j]+1)
		}
	}
}
