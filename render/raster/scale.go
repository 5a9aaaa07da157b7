package raster

import "math"

// Pitch is the distance between the columns of standard hexagons in units, and also their height. A [Scale] makes
// it a whole number of sub-cells, so that all hexagons have the same position relative to the sub-cells.
const Pitch = 4.0

// A Scale is the size at which a field is drawn: the number of sub-cells of a Pitch horizontally and vertically.
type Scale struct{ X, Y int }

// The stretch of a scale is the relative difference between the width and the height of a unit on the screen. These
// constants weigh the stretch against the area and the shape of the bricks.
//
// A cell has only two colors. If it contains parts of three bricks, one part is missing. Bricks that are not aligned
// with cells therefore lose corners. Small bricks, at most two cells high, would lose their slanted ends. So for small
// bricks, shape is more important than area, and more stretch is allowed.
const (
	maxStretch       = 0.08 // default maximum stretch
	maxSmallStretch  = 0.2  // maximum stretch of small bricks that are aligned with cells
	maxNarrowStretch = 0.13 // maximum stretch of small bricks that are aligned only with columns
	stretchCost      = 50   // cost per unit of stretch above the maximum
	smallStretchCost = 1.5  // cost per unit of stretch from maxStretch to maxSmallStretch

	unalignedFactor      = 0.8 // factor of the score of bricks that are not aligned with cells
	smallUnalignedFactor = 0.7 // factor of the score of small bricks that are not aligned with cells
)

// ScaleFor returns the best scale for a field of fw × fh units on at most cols × rows cells of sub[0] × sub[1]
// sub-cells. aspect is the width of a cell divided by its height. It also returns the score of that scale, which can be
// compared with the scores of other sizes. Both results are zero if the field does not fit.
func ScaleFor(cols, rows int, sub [2]int, fw, fh, aspect float64) (best Scale, score float64) {
	maxScale := Scale{int(float64(cols*sub[0])*Pitch/fw + 1e-9), int(float64(rows*sub[1])*Pitch/fh + 1e-9)}
	for y := 1; y <= maxScale.Y; y++ {
		for x := 1; x <= maxScale.X; x++ {
			s := Scale{x, y}
			if n := s.score(sub, aspect); n > score {
				best, score = s, n
			}
		}
	}
	return best, score
}

// score rates s. The score is the number of sub-cells in a square with the side Pitch. It is lower if units are not
// square, or if bricks are not aligned with cells.
func (s Scale) score(sub [2]int, aspect float64) float64 {
	width, height := float64(s.X)/float64(sub[0])*aspect, float64(s.Y)/float64(sub[1])
	stretch := math.Abs(width/height - 1)
	score := float64(s.X*s.Y) * (1 - stretch)
	limit := maxStretch
	switch unaligned := s.X%sub[0] != 0 || s.Y%sub[1] != 0; {
	case unaligned && s.Y <= 2*sub[1]:
		score *= smallUnalignedFactor
		if s.X%sub[0] == 0 {
			limit = maxNarrowStretch
		}
	case unaligned:
		score *= unalignedFactor
	case s.Y == 2*sub[1]:
		limit = maxSmallStretch
		score /= 1 + smallStretchCost*max(0, min(stretch, limit)-maxStretch)
	}
	return score / (1 + stretchCost*max(0, stretch-limit)) // a large stretch makes the score very small
}

// Cell returns the size of a cell in units.
func (s Scale) Cell(sub [2]int) (w, h float64) {
	return Pitch * float64(sub[0]) / float64(s.X), Pitch * float64(sub[1]) / float64(s.Y)
}
