package raster

import "math"

// Pitch is the distance of the standard hexagons' columns in units, which is also how high
// they are; PitchX and PitchY of a [Scale] are whole numbers for it, so that each of them
// falls on the sub-cells in the same way.
const Pitch = 4.0

// A Scale says how large a field is drawn: how many sub-cells a Pitch is wide and high.
type Scale struct{ X, Y int }

// The stretch of a scale is how much wider or higher than a square a unit is. These constants weigh it
// against the area and the shape of the bricks.
//
// A cell with parts of three bricks shows only two of them, so bricks that do not lie on whole cells lose
// corners. Small bricks, at most two cells high, have no sub-cells to spare and would lose their slanted
// ends. For them, shape counts more than area, and some more stretch is allowed.
const (
	maxStretch      = 0.08 // normally
	maxSmallStretch = 0.2  // small bricks on whole cells
	stretchCost     = 50   // for each unit of stretch above the maximum
	squeezeCost     = 1.5  // for each unit of stretch from maxStretch to maxSmallStretch

	brokenWorth      = 0.8 // share of the area that counts if bricks do not lie on whole cells
	smallBrokenWorth = 0.7 // the same for small bricks
)

// ScaleFor returns the scale for a field of fw × fh units on at most cols × rows cells of sub[0] × sub[1]
// sub-cells, whose aspect is width ÷ height, and its worth, by which two can be compared. It is zero if
// there is none.
func ScaleFor(cols, rows int, sub [2]int, fw, fh, aspect float64) (best Scale, worth float64) {
	most := Scale{int(float64(cols*sub[0])*Pitch/fw + 1e-9), int(float64(rows*sub[1])*Pitch/fh + 1e-9)}
	for y := 1; y <= most.Y; y++ {
		for x := 1; x <= most.X; x++ {
			s := Scale{x, y}
			if w := s.worth(sub, aspect); w > worth {
				best, worth = s, w
			}
		}
	}
	return best, worth
}

// worth returns the area of a Pitch in sub-cells, reduced if units are not square or if bricks do not
// lie on whole cells.
func (s Scale) worth(sub [2]int, aspect float64) float64 {
	wide, high := float64(s.X)/float64(sub[0])*aspect, float64(s.Y)/float64(sub[1])
	stretch := math.Abs(wide/high - 1)
	w := float64(s.X*s.Y) * (1 - stretch)
	limit := maxStretch
	switch broken := s.X%sub[0] != 0 || s.Y%sub[1] != 0; {
	case broken && s.Y <= 2*sub[1]:
		w *= smallBrokenWorth
	case broken:
		w *= brokenWorth
	case s.Y == 2*sub[1]:
		limit = maxSmallStretch
		w /= 1 + squeezeCost*max(0, min(stretch, limit)-maxStretch)
	}
	return w / (1 + stretchCost*max(0, stretch-limit)) // very little above the limit
}

// Cell returns the size of a cell in units.
func (s Scale) Cell(sub [2]int) (w, h float64) {
	return Pitch * float64(sub[0]) / float64(s.X), Pitch * float64(sub[1]) / float64(s.Y)
}
