package levels

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A lattice says where the hexagons of a drawing stand. They have a corner at
// the top and touch along their sides but for a gap, see cellScale.
type lattice struct {
	pitch geom.Vec // from a hexagon to the next of its row, and from row to row
	left  float64  // the left edge of the first column; centred when negative
	top   float64  // the upper edge of the first row
}

// defaultLattice is that of a file without one. At 80×24, where a unit is
// a column and half a row, its hexagons are 5 columns wide and 2 rows apart, so
// that each is drawn by the same characters; a regular one of that height would
// be 4.6 wide.
var defaultLattice = lattice{pitch: geom.Vec{X: 5, Y: 4}, left: -1, top: 3}

// cellScale is the size of a brick in its cell of the lattice. The rest shows as a line
// between neighbours: with the default pitch half a unit wide, which is one quadrant of a
// character at 80×24. A ball, 1.2 across, passes if the pitch is 12 or more.
const cellScale = 0.9

// The range of the distance between hexagons of a lattice.
const (
	minPitch = 0.5
	maxPitch = 20
)

// latticeKey takes "radius R" for regular hexagons, or "pitch W H" for ones that
// are W apart in a row, and rows that are H apart; "left X" and "top Y" say where
// the drawing's upper left corner is.
func (p *parser) latticeKey(v token) {
	opts := []option{
		{name: "radius", least: 1, most: 1, lo: minRadius, hi: maxRadius},
		{name: "pitch", least: 2, most: 2, lo: minPitch, hi: maxPitch},
		{name: "left", least: 1, most: 1, lo: 0, hi: spec.FieldW},
		{name: "top", least: 1, most: 1, lo: 0, hi: spec.LowestBrick},
	}
	if !newWords(p, v).options(opts) {
		return
	}

	radius, pitch, left, top := opts[0], opts[1], opts[2], opts[3]

	l := defaultLattice
	switch {
	case radius.numbers != nil && pitch.numbers != nil:
		p.fail(pitch.at, "\"pitch\" and \"radius\" exclude each other: radius R is pitch √3·R 1.5·R")
		return
	case radius.numbers != nil:
		l.pitch = geom.Vec{X: float64(math.Sqrt(3) * radius.number(0)), Y: float64(1.5 * radius.number(0))}
	case pitch.numbers != nil:
		l.pitch = geom.Vec{X: pitch.number(0), Y: pitch.number(1)}
	}
	if left.numbers != nil {
		l.left = left.number(0)
	}
	if top.numbers != nil {
		l.top = top.number(0)
	}
	p.target().lattice = l
}

// cell returns the hexagon in the given row and column of a drawing. Columns are
// half a hexagon wide, and left is known.
func (l lattice) cell(row, col int) geom.Polygon {
	half := l.pitch.X / 2
	height := l.pitch.Y * 2 / 3 // from the centre to the corner at the top
	c := geom.Vec{
		X: l.left + float64(half*float64(col+1)),
		Y: l.top + height + float64(l.pitch.Y*float64(row)),
	}
	dx, dy := float64(half*cellScale), float64(height*cellScale)
	shape, err := geom.NewPolygon(
		geom.Vec{X: c.X, Y: c.Y - dy},
		geom.Vec{X: c.X + dx, Y: c.Y - float64(dy/2)},
		geom.Vec{X: c.X + dx, Y: c.Y + float64(dy/2)},
		geom.Vec{X: c.X, Y: c.Y + dy},
		geom.Vec{X: c.X - dx, Y: c.Y + float64(dy/2)},
		geom.Vec{X: c.X - dx, Y: c.Y - float64(dy/2)},
	)
	if err != nil {
		panic(fmt.Sprintf("levels: cell %d, %d of %+v: %v", row, col, l, err))
	}
	return shape
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
	if p.board == nil {
		return
	}
	p.board.drawings = append(p.board.drawings, drawing{lattice: p.board.lattice})
	p.block = (*parser).rowsLine
}

func (p *parser) rowsLine(l line) {
	l.runes = l.runes[:l.from(0).end().col-1] // without blanks at the end
	if i := slices.Index(l.runes, '\t'); i >= 0 && !l.blank() {
		p.fail(token{"", l.n, i + 1}, "a tab in a row: its width is not the same in all editors, use spaces")
		l.runes = nil // an empty row keeps those below in step
	}
	d := &p.board.drawings[len(p.board.drawings)-1]
	d.lines = append(d.lines, l)
}

// build turns a drawing into bricks.
func (p *parser) build(b *board, index int) {
	d := &b.drawings[index]
	indent, width := d.measure()
	if d.lattice.left < 0 {
		d.lattice.left = (spec.FieldW - float64(d.lattice.pitch.X/2*float64(width+1))) / 2
	}

	var unknown unknownSymbols
	parity := -1 // of row + column, the same for all cells
	for row, l := range d.lines {
		if row == MaxRows {
			p.fail(l.from(0), "more than %d rows in a drawing", MaxRows)
			break
		}

		inStep := true
		for _, c := range p.cells(l, indent) {
			if parity < 0 {
				parity = (row + c.col) % 2
			}
			if inStep && (row+c.col)%2 != parity {
				inStep = false // one error is enough for the row
				p.fail(c.at, "%q stands between two hexagons: they are two characters apart, and each row is one character out of step with the row above", c.symbol)
			}

			e := b.find(c.symbol)
			switch {
			case c.symbol == emptyCell:
			case e < 0:
				unknown.add(c.symbol, c.at)
			case inStep:
				spec := b.legend[e].spec
				spec.Shape = d.lattice.cell(row, c.col)
				p.add(b, placed{spec, c.at, index})
			}
		}
	}
	unknown.report(p, b)
}

// A cell is a character of a drawing: one half of a hexagon's width.
type cell struct {
	symbol rune
	col    int // from the indent
	at     token
}

// cells returns the cells of a row, without blanks and without the characters that were
// reported when the file was split into lines.
func (p *parser) cells(l line, indent int) []cell {
	var cells []cell
	for i := indent; i < len(l.runes); i++ {
		c := cell{l.runes[i], i - indent, token{"", l.n, i + 1}}
		if c.symbol == ' ' || c.symbol == utf8.RuneError {
			continue
		}
		if c.col >= 2*MaxCols {
			p.fail(c.at, "more than %d hexagons side by side", MaxCols)
			break
		}
		cells = append(cells, c)
	}
	return cells
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

func (m unknownSymbols) report(p *parser, b *board) {
	for _, s := range m {
		var more strings.Builder
		if s.more > 0 {
			fmt.Fprintf(&more, " (and %d more)", s.more)
		}
		p.fail(s.at, "no %q in the legend%s: %s", s.symbol, more.String(), b.symbols())
	}
}
