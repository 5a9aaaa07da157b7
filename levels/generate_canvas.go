package levels

// A Group is a group of symmetries of the hexagonal lattice. The drawing of a generated level does not change under
// these symmetries.
type Group uint8

// The symmetries.
const (
	AnyGroup Group = iota // chosen by the seed
	noGroup
	mirrorGroup // left and right
	bothGroup   // left and right, and top and bottom
	pointGroup  // half a turn
	thirdsGroup // thirds of a turn
	sixthsGroup // sixths of a turn
	numGroups
)

var groupNames = [numGroups]string{"any", "none", "mirror", "both", "point", "thirds", "sixths"}

func (s Group) String() string { return groupNames[s] }

// GroupNames returns the names of the symmetries.
func GroupNames() []string { return groupNames[:] }

// mirrors reports whether left and right are equal.
func (s Group) mirrors() bool { return s == mirrorGroup || s == bothGroup }

// turns reports whether thirds of a turn are symmetries. Such drawings fit into a disc.
func (s Group) turns() bool { return s == thirdsGroup || s == sixthsGroup }

// A place is a cell of a canvas relative to its center. u counts columns, and v counts half hexagons downward. Their
// sum is even.
type place struct{ u, v int }

// neighbors are the offsets of the six neighbors of a hexagon, clockwise from the upper one.
var neighbors = [6]place{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}}

// snap returns the cell at a place. If the place is between two cells of a column, it returns the lower one.
func snap(u, v int) place { return place{u, v + (u+v)&1} }

func (p place) add(q place) place { return place{p.u + q.u, p.v + q.v} }

func (p place) times(n int) place { return place{p.u * n, p.v * n} }

// turned returns the place rotated around the center by a sixth of a turn, clockwise.
func (p place) turned() place { return place{(p.u - p.v) / 2, (3*p.u + p.v) / 2} }

// distance returns the number of steps between neighboring hexagons from p to q.
func (p place) distance(q place) int { return hexNorm(p.u-q.u, p.v-q.v) }

// norm returns the distance from the center, in steps between neighboring hexagons.
func (p place) norm() int { return hexNorm(p.u, p.v) }

// hexNorm returns the distance of the place u, v from the center, in steps between neighboring hexagons.
func hexNorm(u, v int) int {
	u, v = max(u, -u), max(v, -v)
	return max(u, (u+v)/2)
}

// absolute returns the absolute values of the coordinates.
func (p place) absolute() (u, v int) { return max(p.u, -p.u), max(p.v, -p.v) }

// images returns the n images of a place under the symmetry. The first is the place itself. Some images may be equal.
func (s Group) images(p place) (all [6]place, n int) {
	all[0], n = p, 1
	switch s {
	case mirrorGroup:
		all[1], n = place{-p.u, p.v}, 2
	case pointGroup:
		all[1], n = place{-p.u, -p.v}, 2
	case bothGroup:
		all[1], all[2], all[3], n = place{-p.u, p.v}, place{p.u, -p.v}, place{-p.u, -p.v}, 4
	case thirdsGroup:
		all[1] = p.turned().turned()
		all[2], n = all[1].turned().turned(), 3
	case sixthsGroup:
		for n = 1; n < len(all); n++ {
			all[n] = all[n-1].turned()
		}
	}
	return all, n
}

// A mark is the content of a cell of a canvas.
type mark uint8

// noMark marks an empty cell.
const noMark mark = 0

// numBands is the number of bands of bricks in a figure. Their marks are 1 to numBands.
const numBands = 6

// The other marks.
const (
	coreMark mark = numBands + 1 + iota // accent in the middle of a figure
	giftMark                            // brick with a drop
	wallMark
	bombMark
	seedMark
	regrowMark
	hiddenMark
	bumperMark
	magnetMark
	chaosMark
	upMark      // gate
	downMark    // gate
	wireMark    // end of a trip wire
	portalMark  // of the first pair
	portalMark2 // of the second pair
	numMarks
)

// Sizes of a canvas. A fine canvas has flatter hexagons, so that a disc of more hexagons fits into it.
const (
	canvasU = 7  // columns on both sides of the center
	coarseV = 8  // half hexagons above and below the center
	fineV   = 11 // half hexagons above and below the center of a fine canvas
)

// A canvas is a drawing of a generated level. Methods that draw also draw all images under the symmetry.
type canvas struct {
	symmetry Group
	height   int // maximum |v|
	marks    cells[mark]
}

// cells contains a value for each place of a canvas.
type cells[T any] [(2*fineV + 1) * (2*canvasU + 1)]T

// at returns a pointer to the value of a place. The place must be in the canvas.
func (c *cells[T]) at(p place) *T { return &c[(p.v+fineV)*(2*canvasU+1)+p.u+canvasU] }

// has reports whether a place is in the canvas.
func (c *canvas) has(p place) bool {
	u, v := p.absolute()
	return u <= canvasU && v <= c.height && (u+v)%2 == 0
}

// at returns the mark at a place. Places outside are empty.
//
//go:noinline // would be copied into many callers
func (c *canvas) at(p place) mark {
	if !c.has(p) {
		return noMark
	}
	return *c.marks.at(p)
}

// put draws a mark at all images of a place. If an image is outside of the canvas, put returns false and draws nothing.
func (c *canvas) put(p place, m mark) bool {
	all, n := c.symmetry.images(p)
	for _, q := range all[:n] {
		if !c.has(q) {
			return false
		}
	}
	for _, q := range all[:n] {
		*c.marks.at(q) = m
	}
	return true
}

// places iterates over the places of the canvas, from top to bottom.
func (c *canvas) places(yield func(place) bool) {
	for v := -c.height; v <= c.height; v++ {
		for u := -canvasU; u <= canvasU; u++ {
			if p := (place{u, v}); c.has(p) && !yield(p) {
				return
			}
		}
	}
}

// isClear reports whether all cells within a distance of a place are empty.
func (c *canvas) isClear(p place, distance int) bool {
	for v := p.v - 2*distance; v <= p.v+2*distance; v++ {
		for u := p.u - distance; u <= p.u+distance; u++ {
			if q := (place{u, v}); p.distance(q) <= distance && c.at(q) != noMark {
				return false
			}
		}
	}
	return true
}

// depths returns the distance of each cell from the nearest empty cell, in cells. Cells outside of the canvas are
// empty.
func (c *canvas) depths() *cells[int] {
	var d cells[int]
	for changed := true; changed; {
		changed = false
		for p := range c.places {
			if c.at(p) == noMark {
				continue
			}
			least := fineV
			for _, to := range neighbors {
				if q := p.add(to); c.has(q) {
					least = min(least, *d.at(q))
				} else {
					least = 0
				}
			}
			if n := d.at(p); *n != least+1 {
				*n, changed = least+1, true
			}
		}
	}
	return &d
}
