package cell

// The mosaics U+1FB3C to U+1FB67 are parts of a cell on one side of a straight line. Unicode names each mosaic by
// the corner that it contains and by the ends of its line. The ends are corners of the cell, middles of its upper and
// lower side, or thirds of its left and right side.

// mosaicFirst is the first mosaic that fills the part of a cell below its line. mosaicUpper is the first mosaic that
// fills the part above its line. Both series have the same lines in the same order. mosaicEnd follows the last mosaic.
const (
	mosaicFirst = 0x1fb3c
	mosaicUpper = mosaicFirst + rune(len(mosaicLines))
	mosaicEnd   = mosaicUpper + rune(len(mosaicLines))
)

// A Point is a point of a cell. X is 0 at its left side and 2 at its right side. Y is 0 at its upper side and 6 at
// its lower side.
type Point struct{ X, Y int }

// Ends of the lines, named as in the Unicode names of the mosaics, and the center of the cell.
var (
	upperLeft, upperCenter, upperRight = Point{0, 0}, Point{1, 0}, Point{2, 0}
	lowerLeft, lowerCenter, lowerRight = Point{0, 6}, Point{1, 6}, Point{2, 6}

	cellCenter = Point{1, 3}

	upperMiddleLeft, upperMiddleRight = Point{0, 2}, Point{2, 2}
	lowerMiddleLeft, lowerMiddleRight = Point{0, 4}, Point{2, 4}
)

// mosaicLines contains the lines of the mosaics from mosaicFirst on, in the order of their code points. The left end of
// a line comes first.
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

// MosaicLine returns the ends of a mosaic's line, the left end first. above reports whether the mosaic is the part
// above the line. ok is false if r is not a mosaic.
func MosaicLine(r rune) (ends [2]Point, above, ok bool) {
	if r < mosaicFirst || r >= mosaicEnd {
		return ends, false, false
	}
	above = r >= mosaicUpper
	return mosaicLines[int(r-mosaicFirst)%len(mosaicLines)], above, true
}

// SlantCorners returns the corners of a mosaic, a triangle or a diagonal, clockwise on the screen, or nil for other
// glyphs.
func SlantCorners(r rune) (all []Point) {
	corner := func(i int) Point { return cellCorners[i%len(cellCorners)] }
	switch {
	case r >= diagonalFirst && r < diagonalEnd:
		i := int(r - diagonalFirst)
		return []Point{corner(i + 3), corner(i), corner(i + 1)}
	case isTriangle(r):
		i := int(r - triangleFirst)
		return []Point{corner(i + 1), corner(i + 2), cellCenter}
	}

	ends, above, ok := MosaicLine(r)
	if !ok {
		return nil
	}

	a, b := ends[0], ends[1]
	contains := func(p Point) bool {
		side := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X) // positive below the line
		return side > 0 != above && side != 0
	}

	// Walk around the cell. The ends of the line are on its sides or at its corners.
	around := [...]Point{
		upperLeft, upperCenter, upperRight, upperMiddleRight, lowerMiddleRight, lowerRight,
		lowerCenter, lowerLeft, lowerMiddleLeft, upperMiddleLeft,
	}
	for _, p := range around {
		corner := p.X != 1 && p.Y%6 == 0
		if p == a || p == b || corner && contains(p) {
			all = append(all, p)
		}
	}
	return all
}

// cellCorners are the corners of a cell, clockwise.
var cellCorners = [...]Point{lowerRight, lowerLeft, upperLeft, upperRight}

// The diagonals ◢◣◤◥ are the halves of a cell. Each diagonal contains the corner at its index in cellCorners.
const (
	diagonalFirst = '◢'
	diagonalEnd   = diagonalFirst + rune(len(cellCorners))
)

// The triangles U+1FB6C to U+1FB6F are quarters of a cell between one side and the center. The sides are in clockwise
// order, starting at the left.
const (
	triangleFirst = 0x1fb6c
	triangleEnd   = triangleFirst + rune(len(cellCorners))
)

// isTriangle reports whether r is one of the triangles U+1FB6C to U+1FB6F.
func isTriangle(r rune) bool { return r >= triangleFirst && r < triangleEnd }

// isSlanted reports whether r is a mosaic, a triangle or a diagonal.
func isSlanted(r rune) bool {
	return r >= mosaicFirst && r < mosaicEnd || isTriangle(r) || r >= diagonalFirst && r < diagonalEnd
}

// Blocks with sides at eighths of a cell, from one eighth to seven.
var (
	lowerEighths = [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇'}
	leftEighths  = [...]rune{'▏', '▎', '▍', '▌', '▋', '▊', '▉'}
)

// EighthBlock returns the rectangle of one of the blocks ▁▂▃▄▅▆▇ and ▎▍▌▋▊▉, in eighths of a cell. x1 and y1 are
// exclusive. ok is false for other glyphs, including ▏, which is used as a line.
func EighthBlock(r rune) (x0, y0, x1, y1 int, ok bool) {
	for n := 1; n < 8; n++ {
		switch {
		case r == lowerEighths[n-1]:
			return 0, 8 - n, 8, 8, true
		case r == leftEighths[n-1] && n > 1:
			return 0, 0, n, 8, true
		}
	}
	return 0, 0, 0, 0, false
}
