package raster

import "math"

// Pitch is the distance of the standard hexagons' columns in units, which is also how high
// they are; PitchX and PitchY of a [Scale] are whole numbers for it, so that each of them
// falls on the sub-cells in the same way.
const Pitch = 4.0

// A Scale says how large a field is drawn: how many sub-cells a Pitch is wide and high.
type Scale struct{ X, Y int }

// How far a unit may be from as high as wide, and what a scale is worth whose bricks do not
// lie on whole cells: it must be so much larger. Cells with parts of three bricks in them
// show only two.
const (
	mostStretch = 0.08
	brokenWorth = 0.8
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

// worth is the area of the picture, less for one that is stretched or does not lie on cells.
func (s Scale) worth(sub [2]int, aspect float64) float64 {
	wide, high := float64(s.X)/float64(sub[0])*aspect, float64(s.Y)/float64(sub[1])
	stretch := math.Abs(wide/high - 1)
	w := float64(s.X*s.Y) * (1 - stretch)
	if stretch > mostStretch {
		w /= 1 + 50*(stretch-mostStretch) // only if there is nothing better
	}
	if s.X%sub[0] != 0 || s.Y%sub[1] != 0 {
		w *= brokenWorth
	}
	return w
}

// Cell returns the size of a cell in units.
func (s Scale) Cell(sub [2]int) (w, h float64) {
	return Pitch * float64(sub[0]) / float64(s.X), Pitch * float64(sub[1]) / float64(s.Y)
}
