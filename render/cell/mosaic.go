package cell

// The mosaics U+1FB3C to U+1FB67 are halves of a cell, cut along a straight line. Unicode names each by the
// corner that it holds and by the ends of its line, which are corners of the cell, middles of its upper and
// lower side, or thirds of its left and right side.

// mosaicFirst and mosaicUpper are the first mosaic below its line, and the first one above: the same lines in
// the same order.
const (
	mosaicFirst = 0x1fb3c
	mosaicUpper = mosaicFirst + rune(len(mosaicLines))
	mosaicEnd   = mosaicUpper + rune(len(mosaicLines))
)

// A Point is a point of a cell: X from 0 to 2, its left and right side, and Y from 0 to 3, its upper and
// lower side.
type Point struct{ X, Y int }

// The ends of lines, as in the names of the mosaics.
var (
	upperLeft, upperCenter, upperRight = Point{0, 0}, Point{1, 0}, Point{2, 0}
	lowerLeft, lowerCenter, lowerRight = Point{0, 3}, Point{1, 3}, Point{2, 3}

	upperMiddleLeft, upperMiddleRight = Point{0, 1}, Point{2, 1}
	lowerMiddleLeft, lowerMiddleRight = Point{0, 2}, Point{2, 2}
)

// mosaicLines are the lines of the mosaics, from left to right.
var mosaicLines = [...][2]Point{
	{lowerMiddleLeft, lowerCenter},
	{lowerMiddleLeft, lowerRight},
	{upperMiddleLeft, lowerCenter},
	{upperMiddleLeft, lowerRight},
	{upperLeft, lowerCenter},
	{upperMiddleLeft, upperCenter},
	{upperMiddleLeft, upperRight},
	{lowerMiddleLeft, upperCenter},
	{lowerMiddleLeft, upperRight},
	{lowerLeft, upperCenter},
	{lowerMiddleLeft, upperMiddleRight},
	{lowerCenter, lowerMiddleRight},
	{lowerLeft, lowerMiddleRight},
	{lowerCenter, upperMiddleRight},
	{lowerLeft, upperMiddleRight},
	{lowerCenter, upperRight},
	{upperCenter, upperMiddleRight},
	{upperLeft, upperMiddleRight},
	{upperCenter, lowerMiddleRight},
	{upperLeft, lowerMiddleRight},
	{upperCenter, lowerRight},
	{upperMiddleLeft, lowerMiddleRight},
}

// MosaicLine returns the ends of a mosaic's line, the left one first, whether the mosaic is what lies above
// the line, and whether r is a mosaic.
func MosaicLine(r rune) (ends [2]Point, above, ok bool) {
	if r < mosaicFirst || r >= mosaicEnd {
		return ends, false, false
	}
	above = r >= mosaicUpper
	return mosaicLines[int(r-mosaicFirst)%len(mosaicLines)], above, true
}

// MosaicCorners returns the corners of a mosaic, clockwise on the screen, or nil if r is none.
func MosaicCorners(r rune) (all []Point) {
	ends, above, ok := MosaicLine(r)
	if !ok {
		return nil
	}

	a, b := ends[0], ends[1]
	holds := func(p Point) bool {
		side := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X) // positive below the line
		return side > 0 != above && side != 0
	}

	// Walk around the cell. The line's ends lie on its sides, or are corners themselves.
	around := [...]Point{upperLeft, upperCenter, upperRight, upperMiddleRight, lowerMiddleRight, lowerRight, lowerCenter, lowerLeft, lowerMiddleLeft, upperMiddleLeft}
	for _, p := range around {
		corner := p.X != 1 && p.Y%3 == 0
		if p == a || p == b || corner && holds(p) {
			all = append(all, p)
		}
	}
	return all
}

// Blocks with sides on eighths of a cell, from one eighth to seven.
var (
	lowerEighths = [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇'}
	leftEighths  = [...]rune{'▏', '▎', '▍', '▌', '▋', '▊', '▉'}
)

// Eighths returns the rectangle of one of the blocks ▂▃▄▅▆▇ and ▎▍▌▋▊▉, in eighths of a cell, x1 and y1
// exclusive. It returns false for other glyphs; ▁ and ▏ are lines to us.
func Eighths(r rune) (x0, y0, x1, y1 int, ok bool) {
	for n := 2; n < 8; n++ {
		switch r {
		case lowerEighths[n-1]:
			return 0, 8 - n, 8, 8, true
		case leftEighths[n-1]:
			return 0, 0, n, 8, true
		}
	}
	return 0, 0, 0, 0, false
}
