package levels

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A lattice says where the bricks of a drawing stand. Hexagons have a side at
// the top, and touch: two of a column along a whole side, those of neighbouring columns along a slanted
// one. Every second column stands half a pitch lower. Or they are boxes: rectangles with
// their corners cut off, in columns and rows, none of which is shifted.
type lattice struct {
	pitch geom.Vec // from column to column, and from a brick to the next one of its column
	slant float64  // how far the corners at the sides are beyond those above and below them
	boxes bool
	left  float64 // the left edge of the first column; centred when negative
	top   float64 // the upper edge of the first row
}

// defaultLattice is that of a file without one. At 80×24, where a unit is a column and half
// a row, its hexagons are 5 columns wide and 2 rows high, their slanted sides go from corner
// to corner of a character, and 15 columns reach from wall to wall.
var defaultLattice = lattice{pitch: geom.Vec{X: 4, Y: 4}, slant: 4 * pitchSlant, left: -1, top: 2}

// pitchSlant is a lattice's slant in parts of the pitch, where that is given. That of
// regular hexagons is a third of it.
const pitchSlant = 0.25

// boxSlant is how much of a box's height its corners are cut off by, so that it shows where
// four of them meet.
const boxSlant = 0.25

// The range of the distance between bricks of a lattice.
const (
	minPitch = 0.4
	maxPitch = 20
)

// latticeKey takes "radius R" for regular hexagons, or "pitch W H" for columns that are
// W apart, with hexagons that are H high, or "boxes W H" for boxes of that size; "left X" and
// "top Y" say where the drawing's upper left corner is.
func (p *parser) latticeKey(v token) {
	opts := []option{
		{name: "radius", minCount: 1, maxCount: 1, min: minRadius, max: maxRadius},
		{name: "pitch", minCount: 2, maxCount: 2, min: minPitch, max: maxPitch},
		{name: "boxes", minCount: 2, maxCount: 2, min: minPitch, max: maxPitch},
		{name: "left", minCount: 1, maxCount: 1, min: 0, max: spec.FieldW},
		{name: "top", minCount: 1, maxCount: 1, min: 0, max: spec.LowestBrick},
	}
	if !newWords(p, v).readOptions(opts) {
		return
	}

	radius, pitch, boxes, left, top := opts[0], opts[1], opts[2], opts[3], opts[4]

	l := defaultLattice
	for i, o := range opts[:3] {
		for _, other := range opts[i+1 : 3] {
			if o.numbers != nil && other.numbers != nil {
				p.fail(other.at, "\"%s\" and \"%s\" exclude each other: there are regular hexagons, stretched ones and boxes", o.name, other.name)
				return
			}
		}
	}

	switch {
	case radius.numbers != nil:
		l.pitch = geom.Vec{X: float64(1.5 * radius.number(0)), Y: float64(math.Sqrt(3) * radius.number(0))}
		l.slant = radius.number(0) / 2
	case pitch.numbers != nil:
		l.pitch = geom.Vec{X: pitch.number(0), Y: pitch.number(1)}
		l.slant = float64(l.pitch.X * pitchSlant)
	case boxes.numbers != nil:
		l = boxLattice(boxes.number(0), boxes.number(1))
	}
	if left.numbers != nil {
		l.left = left.number(0)
	}
	if top.numbers != nil {
		l.top = top.number(0)
	}
	p.target().lattice = l
}

// Box returns the shape of the brick in a row and a column of a lattice of boxes. size is the size of a box, corner the
// upper-left corner of the lattice.
func Box(size, corner geom.Vec, row, col int) geom.Polygon {
	l := boxLattice(size.X, size.Y)
	l.left, l.top = corner.X, corner.Y
	return l.cell(row, col)
}

// boxLattice returns the lattice of boxes of a size.
func boxLattice(w, h float64) lattice {
	l := defaultLattice
	l.pitch, l.slant, l.boxes = geom.Vec{X: w, Y: h}, float64(min(w, h)*boxSlant), true
	return l
}

// width returns how wide a drawing of so many columns is.
func (l lattice) width(cols int) float64 {
	w := float64(l.pitch.X * float64(cols))
	if !l.boxes {
		w += l.slant
	}
	return w
}

// cell returns the brick in the given row and column of a drawing, whose left is known.
// Bricks that touch share corners to the bit.
func (l lattice) cell(row, col int) geom.Polygon {
	var shape geom.Polygon
	var err error
	if l.boxes {
		corners := l.box(row, col)
		shape, err = geom.NewPolygon(corners[:]...)
	} else {
		corners := l.hexagon(row, col)
		shape, err = geom.NewPolygon(corners[:]...)
	}
	if err != nil {
		panic(fmt.Sprintf("levels: cell %d, %d of %+v: %v", row, col, l, err))
	}
	return shape
}

// hexagon returns the corners of the hexagon in a row, which is half as high as it, and a
// column.
func (l lattice) hexagon(row, col int) [6]geom.Vec {
	x := func(n int) float64 { return l.left + float64(l.pitch.X*float64(n)) } // the left corner of column n
	y := func(n int) float64 { return l.top + float64(l.pitch.Y/2*float64(n)) }
	return [6]geom.Vec{
		{X: x(col) + l.slant, Y: y(row)},
		{X: x(col + 1), Y: y(row)},
		{X: x(col+1) + l.slant, Y: y(row + 1)},
		{X: x(col + 1), Y: y(row + 2)},
		{X: x(col) + l.slant, Y: y(row + 2)},
		{X: x(col), Y: y(row + 1)},
	}
}

// box returns the corners of the box in a row and a column.
func (l lattice) box(row, col int) [8]geom.Vec {
	x0, x1 := l.left+float64(l.pitch.X*float64(col)), l.left+float64(l.pitch.X*float64(col+1))
	y0, y1 := l.top+float64(l.pitch.Y*float64(row)), l.top+float64(l.pitch.Y*float64(row+1))
	cut := l.slant
	return [8]geom.Vec{
		{X: x0 + cut, Y: y0},
		{X: x1 - cut, Y: y0},
		{X: x1, Y: y0 + cut},
		{X: x1, Y: y1 - cut},
		{X: x1 - cut, Y: y1},
		{X: x0 + cut, Y: y1},
		{X: x0, Y: y1 - cut},
		{X: x0, Y: y0 + cut},
	}
}

// A drawing is the indented lines below "rows:".
type drawing struct {
	lattice lattice
	lines   []line
}

func (p *parser) rowsKey(v token) {
	if v.text != "" {
		p.fail(v, "rows stand in indented lines below: \"  o o o\"")
	}
	if p.current == nil {
		return
	}
	p.current.drawings = append(p.current.drawings, drawing{lattice: p.current.lattice})
	p.readIndented = (*parser).rowsLine
}

func (p *parser) rowsLine(l line) {
	l.runes = l.runes[:l.from(0).end().col-1] // without blanks at the end
	if i := slices.Index(l.runes, '\t'); i >= 0 && !l.blank() {
		p.fail(token{"", l.n, i + 1}, "a tab in a row: its width is not the same in all editors, use spaces")
		l.runes = nil // an empty row keeps those below in step
	}
	d := &p.current.drawings[len(p.current.drawings)-1]
	d.lines = append(d.lines, l)
}

// build turns a drawing into bricks.
func (p *parser) buildDrawing(b *levelBuilder, index int) {
	d := &b.drawings[index]
	indent, width := d.measure()
	if d.lattice.left < 0 {
		d.lattice.left = (spec.FieldW - d.lattice.width(width)) / 2
	}

	most := MaxCols // columns
	if !d.lattice.boxes {
		most = 2 * MaxCols
	}

	var unknown unknownSymbols
	parity := -1 // of row + column, the same for all cells
	for row, l := range d.lines {
		if row == MaxRows {
			p.fail(l.from(0), "more than %d rows in a drawing", MaxRows)
			break
		}

		inStep := true
		for c := range p.cells(l, indent, most) {
			if parity < 0 {
				parity = (row + c.col) % 2
			}
			if inStep && !d.lattice.boxes && (row+c.col)%2 != parity {
				inStep = false // one error is enough for the row
				p.fail(c.at, "%q stands between two hexagons: they are two characters apart, and each row is one character out of step with the row above", c.symbol)
			}

			e := b.findSymbol(c.symbol)
			switch {
			case c.symbol == emptyCell:
			case e < 0:
				unknown.add(c.symbol, c.at)
			case inStep:
				spec := b.legend[e].brick
				spec.Shape = d.lattice.cell(row, c.col)
				p.add(b, placedBrick{spec, c.at, index})
			}
		}
	}
	unknown.report(p, b)
}

// A cell is a character of a drawing: a column wide, and half a hexagon high or a box.
type cell struct {
	symbol rune
	col    int // from the indent
	at     token
}

// cells returns the cells of a row, of at most so many columns, without blanks and without the characters
// that were reported when the file was split into lines.
func (p *parser) cells(l line, indent, most int) iter.Seq[cell] {
	return func(yield func(cell) bool) {
		for i := indent; i < len(l.runes); i++ {
			c := cell{l.runes[i], i - indent, token{"", l.n, i + 1}}
			if c.symbol == ' ' || c.symbol == utf8.RuneError {
				continue
			}
			if c.col >= most {
				p.fail(c.at, "more than %d bricks side by side", MaxCols)
				return
			}
			if !yield(c) {
				return
			}
		}
	}
}

// measure drops empty rows at the end, and returns the indent that all rows share and how
// many columns the widest has behind it.
func (d *drawing) measure() (indent, width int) {
	for len(d.lines) > 0 && d.lines[len(d.lines)-1].blank() {
		d.lines = d.lines[:len(d.lines)-1]
	}
	indent = math.MaxInt
	for _, l := range d.lines {
		if t := l.from(0); t.text != "" {
			indent = min(indent, t.col-1)
			width = max(width, t.end().col-1)
		}
	}
	return indent, max(0, width-indent)
}

// unknownSymbols are the characters of a drawing that the legend does not have, each of
// them once: one error is enough.
type unknownSymbols []unknownSymbol

type unknownSymbol struct {
	symbol rune
	at     token // the first one
	more   int   // how many follow
}

func (m *unknownSymbols) add(r rune, at token) {
	for i := range *m {
		if s := &(*m)[i]; s.symbol == r {
			s.more++
			return
		}
	}
	*m = append(*m, unknownSymbol{r, at, 0})
}

func (m unknownSymbols) report(p *parser, b *levelBuilder) {
	for _, s := range m {
		var more strings.Builder
		if s.more > 0 {
			fmt.Fprintf(&more, " (and %d more)", s.more)
		}
		p.fail(s.at, "no %q in the legend%s: %s", s.symbol, more.String(), b.legendText())
	}
}
