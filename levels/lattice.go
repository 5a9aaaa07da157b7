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

// A lattice determines the positions of the bricks of a drawing. Hexagons have a horizontal side at the top. Neighbors
// in a column share a horizontal side, and neighbors in adjacent columns share a slanted side. Every second column is
// lower by half a pitch. If boxes is set, the bricks are rectangles with cut corners instead, in rows and columns.
type lattice struct {
	pitch geom.Vec // distances between columns, and between bricks of a column
	slant float64  // horizontal distance of the side corners from the upper and lower corners
	boxes bool     // the bricks are boxes instead of hexagons
	left  float64  // left edge of the first column; negative if centered
	top   float64  // upper edge of the first row
}

// defaultLattice is the lattice of a file that does not set one. At 80×24, a unit is one column and half a row. Then
// its hexagons are 5 columns wide and 2 rows high, their slanted sides connect corners of characters, and 15 columns
// fill the field.
var defaultLattice = lattice{pitch: geom.Vec{X: 4, Y: 4}, slant: 4 * pitchSlant, left: -1, top: 2}

// pitchSlant is the slant as a fraction of the pitch, for lattices with a given pitch. For regular hexagons, it is 1/3.
const pitchSlant = 0.25

// boxSlant is the size of the cut corners as a fraction of the shorter side of a box. The cuts make the point where
// four boxes meet visible.
const boxSlant = 0.25

// Limits of the distance between bricks of a lattice.
const (
	minPitch = 0.4
	maxPitch = 20
)

// latticeKey parses a lattice: "radius R" for regular hexagons, "pitch W H" for columns with distance W and hexagons of
// height H, or "boxes W H" for boxes of that size. "left X" and "top Y" are the upper-left corner of the drawing.
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
				p.fail(other.at, "\"%s\" and \"%s\" exclude each other", o.name, other.name)
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

// Box returns the shape of the brick in a row and a column of a lattice of boxes. size is the size of a box, and corner
// is the upper-left corner of the lattice.
func Box(size, corner geom.Vec, row, col int) geom.Polygon {
	l := boxLattice(size.X, size.Y)
	l.left, l.top = corner.X, corner.Y
	return l.cell(row, col)
}

// boxLattice returns a lattice of boxes of the given size.
func boxLattice(w, h float64) lattice {
	l := defaultLattice
	l.pitch, l.slant, l.boxes = geom.Vec{X: w, Y: h}, float64(min(w, h)*boxSlant), true
	return l
}

// width returns the width of a drawing with the given number of columns.
func (l lattice) width(cols int) float64 {
	w := float64(l.pitch.X * float64(cols))
	if !l.boxes {
		w += l.slant
	}
	return w
}

// cell returns the shape of the brick in a row and column of a drawing. l.left must not be negative. Touching bricks
// share identical corners.
func (l lattice) cell(row, col int) geom.Polygon {
	var shape geom.Polygon
	var err error
	if l.boxes {
		corners := l.boxCorners(row, col)
		shape, err = geom.NewPolygon(corners[:]...)
	} else {
		corners := l.hexagonCorners(row, col)
		shape, err = geom.NewPolygon(corners[:]...)
	}
	if err != nil {
		panic(fmt.Sprintf("levels: cell %d, %d of %+v: %v", row, col, l, err))
	}
	return shape
}

// hexagonCorners returns the corners of the hexagon in a row and a column. A row is half as high as a hexagon.
func (l lattice) hexagonCorners(row, col int) [6]geom.Vec {
	x := func(n int) float64 { return l.left + float64(l.pitch.X*float64(n)) } // left corner of column n
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

// boxCorners returns the corners of the box in a row and a column. A box is an octagon.
func (l lattice) boxCorners(row, col int) [8]geom.Vec {
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

// A drawing consists of the indented lines below "rows:".
type drawing struct {
	lattice  lattice
	centered bool
	line     int // line of "rows:"
	lines    []line
}

// rowsKey starts a drawing, whose rows follow in indented lines.
func (p *parser) rowsKey(v token) {
	if v.text != "" {
		p.fail(v, "want rows in indented lines below, such as \"  o o o\"")
	}
	if p.current == nil {
		return
	}
	p.current.drawings = append(p.current.drawings, drawing{lattice: p.current.lattice, line: v.line})
	p.readIndented = (*parser).rowsLine
}

// rowsLine adds a row to the current drawing.
func (p *parser) rowsLine(l line) {
	l.runes = l.runes[:l.from(0).end().col-1] // without trailing spaces
	if i := slices.Index(l.runes, '\t'); i >= 0 && !l.blank() {
		p.fail(token{"", l.n, i + 1}, "tab in a row, use spaces")
		l.runes = nil // an empty row keeps the rows below at their positions
	}
	d := &p.current.drawings[len(p.current.drawings)-1]
	d.lines = append(d.lines, l)
}

// buildDrawing converts a drawing to bricks.
func (p *parser) buildDrawing(b *levelBuilder, index int) {
	d := &b.drawings[index]
	indent, width := d.measure()
	if d.centered = d.lattice.left < 0; d.centered {
		d.lattice.left = (spec.FieldW - d.lattice.width(width)) / 2
	}

	maxCols := MaxCols // maximum number of columns
	if !d.lattice.boxes {
		maxCols = 2 * MaxCols
	}

	var unknown unknownSymbols
	parity := -1 // parity of row + column, the same for all cells
	for row, l := range d.lines {
		if row == MaxRows {
			p.fail(l.from(0), "more than %d rows in a drawing", MaxRows)
			break
		}

		aligned := true
		for c := range p.cells(l, indent, maxCols) {
			if parity < 0 {
				parity = (row + c.col) % 2
			}
			if aligned && !d.lattice.boxes && (row+c.col)%2 != parity {
				aligned = false // report one error per row
				p.fail(c.at, "%q is between two hexagons, which must be two characters apart"+
					" and offset by one in the next row", c.symbol)
			}

			e := b.findSymbol(c.symbol)
			switch {
			case c.symbol == emptyCell:
			case e < 0:
				unknown.add(c.symbol, c.at)
			case aligned:
				spec := b.legend[e].brick
				spec.Shape = d.lattice.cell(row, c.col)
				p.add(b, placedBrick{spec, c.at, index})
			}
		}
	}
	unknown.report(p, b)
}

// A cell is a character of a drawing. It is one column wide, and half a hexagon or one box high.
type cell struct {
	symbol rune
	col    int // relative to the indent
	at     token
}

// cells returns the cells of a row up to a maximum number of columns. It omits spaces and characters that were already
// reported.
func (p *parser) cells(l line, indent, maxCols int) iter.Seq[cell] {
	return func(yield func(cell) bool) {
		for i := indent; i < len(l.runes); i++ {
			c := cell{l.runes[i], i - indent, token{"", l.n, i + 1}}
			if c.symbol == ' ' || c.symbol == utf8.RuneError {
				continue
			}
			if c.col >= maxCols {
				p.fail(c.at, "more than %d bricks in a row", MaxCols)
				return
			}
			if !yield(c) {
				return
			}
		}
	}
}

// measure removes empty rows at the end, and returns the common indent of all rows and the number of columns of the
// widest row.
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

// unknownSymbols contains the characters of a drawing that are not in the legend. Each character is contained only
// once, because one error for it is sufficient.
type unknownSymbols []unknownSymbol

// An unknownSymbol is a character that is not in the legend.
type unknownSymbol struct {
	symbol rune
	at     token // first occurrence
	more   int   // number of further occurrences
}

// add counts an occurrence of the character r.
func (m *unknownSymbols) add(r rune, at token) {
	for i := range *m {
		if s := &(*m)[i]; s.symbol == r {
			s.more++
			return
		}
	}
	*m = append(*m, unknownSymbol{r, at, 0})
}

// report adds an error for each character.
func (m unknownSymbols) report(p *parser, b *levelBuilder) {
	for _, s := range m {
		var more strings.Builder
		if s.more > 0 {
			fmt.Fprintf(&more, " (and %d more)", s.more)
		}
		p.fail(s.at, "no %q in the legend%s: %s", s.symbol, more.String(), b.legendText())
	}
}
