package raster

import (
	"math"

	"arkterm/engine/geom"
)

// The standard hexagon is 5 × 4 units, its slanted sides are 1 unit wide. Those of a board stand a
// Pitch from column to column and below each other, every second column half a Pitch lower, and touch.
//
// They are drawn with a whole number of sub-cells for each Pitch, see [Scale], but neither their corners nor
// half a Pitch need to fall on sub-cells. So their stamps are not rounded one by one, or each column would
// get another outline, with gaps and overlaps between them:
//
//   - All rows of a stamp have widths of the same parity, so they are symmetric about its middle, which is
//     rounded to the middle or to the border of a sub-cell once for all columns.
//   - Where two columns mesh, the widths of their rows add up to two pitches.
//   - With an odd number of rows, those in the lower columns stand half a row too high, and get the widths
//     that the others leave to them. So a board has at most two stamps.
const (
	standardW, standardH = 5.0, Pitch
	standardTop          = 3.0 // the side at the top, and at the bottom
)

// tolerance is how far a corner or a number of sub-cells may be off: the rounding of positions that were
// calculated.
const tolerance = 1e-6

// Standard reports whether p is a standard hexagon, and r draws it as one.
func (r *Grid) Standard(p *geom.Polygon) bool {
	if r.Scale == (Scale{}) || p.N() != 6 {
		return false
	}
	lo, hi := p.Bounds()
	if math.Abs(hi.X-lo.X-standardW) > tolerance || math.Abs(hi.Y-lo.Y-standardH) > tolerance {
		return false
	}

	// Each corner is on one of the three heights, as far from the middle as it must be there.
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

// standardStamp returns the stamp of a standard hexagon with its upper left bound at lo.
func (r *Grid) standardStamp(lo geom.Vec, parted bool) (s Stamp) {
	wide, rows := r.Scale.X, r.Scale.Y

	// Twice the middle, as a whole number; its parity is that of the widths.
	twice := (2*lo.X + standardW) / r.UnitX
	lined := r.text() && rows > 1
	if lined {
		twice-- // what is wide is from line to line, and a line is in the middle of a cell
	}
	middle := Nearest(twice)
	if tie := twice - math.Floor(twice); math.Abs(tie-0.5) < tolerance {
		middle = Floor(twice)
		middle += (middle ^ wide) & 1 // the parity of the pitch: the width halfway down is a pitch
	}
	parity := middle & 1

	// Half a row too high rather than too low.
	s.H, s.Y = rows, -Nearest(-lo.Y/r.UnitY)
	lower := Nearest(lo.Y*2/Pitch)&1 == 1
	s.X, s.W = middle, 0
	for j := range rows {
		w := standardRow(wide, rows, j, parity)
		if lower {
			w = 2*wide - standardRow(wide, rows, (j+rows/2)%rows, parity)
		}
		s.From[j], s.To[j] = int16((middle-w)/2), int16((middle+w)/2)
		s.X, s.W = min(s.X, (middle-w)/2), max(s.W, w)
	}
	switch {
	case lined:
		for j := range rows {
			s.To[j]++ // the line at the right belongs to a neighbor at its left
		}
		s.W++
	case parted:
		s.addGaps()
	}
	return s
}

// standardRow returns the width of row j of a standard hexagon in an upper column: the one nearest to that of
// the hexagon in the middle of the row which has the parity. Between two, it is the narrower one where the
// hexagon is narrower than a pitch, or else the wider one, so that the widths of two rows half a hexagon apart
// add up to two pitches.
func standardRow(wide, rows, j, parity int) int {
	y := Pitch * (float64(j) + 0.5) / float64(rows)
	width := (standardTop + min(y, Pitch-y)) * float64(wide) / Pitch
	half := (width - float64(parity)) / 2
	n := Floor(half + 0.5)
	if math.Abs(half+0.5-math.Round(half+0.5)) < tolerance { // in the middle of two
		n = int(math.Round(half+0.5)) - 1
		if d := width - float64(wide); d > tolerance || d > -tolerance && 2*j >= rows {
			n++
		}
	}
	return max(2*n+parity, 1)
}

// addGaps leaves only the upper left sub-cell of each 2×2 block in s, and at least two rows and columns. This
// makes a gap of a sub-cell between neighbors, also where corners meet. Without shades, only gaps separate
// them. A symmetric stamp stays symmetric.
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
