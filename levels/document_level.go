package levels

import (
	"slices"
	"strings"
	"unicode/utf8"

	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// The types of lines that documents treat specially.
var (
	levelLine   = keyNamed("level")
	latticeLine = keyNamed("lattice")
	legendLine  = keyNamed("legend")
	rowsLine    = keyNamed("rows")
	hexagonLine = keyNamed("hexagon")
	polygonLine = keyNamed("polygon")
	emitterLine = keyNamed("emitter")
)

// keyNamed returns the type of a line with a key.
func keyNamed(name string) lineKey {
	for k := range keywords {
		if keywords[k].name == name {
			return lineKey(k)
		}
	}
	panic("levels: unknown key " + name)
}

// A DocumentLevel is a level of a document, with its problems and the positions of its bricks for an editor. It does
// not change.
type DocumentLevel struct {
	Level    spec.Level // without the parts that have errors
	Problems []Problem  // in the order of the text; see [DocumentLevel.Unreachable] for unreachable bricks
	Bricks   []Place    // places of the bricks of Level
	Drawings []Drawing
	Free     []FreeBrick // bricks outside of drawings, without those with errors

	Index    int // index of the level
	Line     int // line of the level's name, from 1
	NumLines int // number of lines, including trailing comments and empty lines

	lattice      lattice       // lattice of a drawing that an edit adds
	legend       []legendEntry // including inherited entries
	boss         token         // position of the boss
	freeLines    []int         // lines of Free
	emitterLines []int         // lines of Level.Emitters
	keys         []documentKey
}

// A Place is the position of a brick in a document.
type Place struct {
	Drawing int  // index in Drawings, or −1 for a free brick
	Cell    Cell // in the grid of the drawing
	Free    int  // index in Free, or −1 for a brick of a drawing

	Line, Column int // from 1
}

// A Problem is an error in a document.
type Problem struct {
	Level        int // index of the level; −1 before the first level
	Line, Column int // from 1, as in [Error]
	Message      string
	Brick        int // index of the brick in the level's Bricks, or −1
}

// A Drawing is a drawing of a level.
type Drawing struct {
	Grid Grid
	Line int // line of the key "rows"

	rows   []drawingRow // without empty rows at the end
	first  int          // grid column of the first column of rows
	cols   int          // number of columns of rows
	indent int          // common indentation
	legend []legendEntry
}

// A drawingRow is a row of a drawing.
type drawingRow struct {
	line    int    // from 1
	symbols []rune // without the common indentation
	damaged bool   // contains characters that the parser does not accept
}

// At returns the brick in a cell. ok is false if the cell is empty.
func (d *Drawing) At(c Cell) (b Brick, ok bool) {
	if e := d.entry(c); e != nil {
		return brickOf(&e.brick), true
	}
	return b, false
}

// entry returns the legend entry of the symbol in a cell, or nil.
func (d *Drawing) entry(c Cell) *legendEntry {
	symbol := d.symbol(c)
	for i := range d.legend {
		if d.legend[i].symbol == symbol {
			return &d.legend[i]
		}
	}
	return nil
}

// symbol returns the symbol in a cell, or emptyCell.
func (d *Drawing) symbol(c Cell) rune {
	col := c.Col - d.first
	if c.Row < 0 || c.Row >= len(d.rows) || col < 0 || col >= len(d.rows[c.Row].symbols) {
		return emptyCell
	}
	if s := d.rows[c.Row].symbols[col]; s != ' ' {
		return s
	}
	return emptyCell
}

// NewGrid returns the grid of a drawing that SetCells adds to a level without drawings.
func (l *DocumentLevel) NewGrid() Grid {
	g, _ := newGrid(l.lattice, 0, 0, 0)
	return g
}

// A documentKey is a line with a key, in a level or before the first level. Each key occurs at most once in each of
// these places.
type documentKey struct {
	key   lineKey
	value string
	line  int
	own   bool // in the level itself
}

// Key returns the value of a key such as "author", or "" if it is missing. own reports whether the level has the key
// itself. Otherwise it is a default for all levels.
func (l *DocumentLevel) Key(name string) (value string, own bool) {
	for _, k := range slices.Backward(l.keys) {
		if keywords[k.key].name == name {
			return k.value, k.own
		}
	}
	return "", false
}

// Unreachable returns the indices of the required bricks that no ball can reach, and the problem that reports them. The
// search takes several milliseconds. Like the parser, Unreachable does not search levels that have other problems.
func (l *DocumentLevel) Unreachable() (bricks []int, problems []Problem) {
	if len(l.Problems) > 0 {
		return nil, nil
	}
	b := &levelBuilder{level: l.Level, boss: l.boss}
	for i, q := range l.Bricks {
		b.bricks = append(b.bricks, placedBrick{l.Level.Bricks[i], token{"", q.Line, q.Column}, q.Drawing})
	}
	var p parser
	bricks = p.checkReach(b)
	for _, e := range p.errs {
		problems = append(problems, l.problem(e))
	}
	return bricks, problems
}

// Problems returns the errors of the file in the order of the text. Unreachable bricks are not included.
func (d *Document) Problems() (all []Problem) {
	for _, e := range d.prelude.errs {
		all = append(all, Problem{-1, e.Line, e.Column, e.Message, -1})
	}
	for i := range d.starts {
		all = append(all, d.Level(i).Problems...)
	}
	return all
}

// scan finds the levels and parses the lines before the first one.
func (d *Document) scan() {
	d.starts = nil
	for i, l := range d.lines {
		if l.key == levelLine {
			d.starts = append(d.starts, i)
		}
	}
	d.parsed = make([]*DocumentLevel, len(d.starts))

	d.prelude = parser{file: d.name, skipReach: true}
	d.fatal = d.size > MaxFile || d.isOtherEncoding() || !d.readPrelude() && !d.isEmpty()
	if d.fatal {
		d.prelude = parser{file: d.name, skipReach: true}
		d.prelude.parse(d.name, d.Text(), true)
		d.starts, d.parsed = nil, nil
	}

	d.names = nil
	for _, i := range d.starts {
		p := parser{file: d.name, names: d.names}
		p.readLine(d.decode(&p, i, i+1)[0])
		d.names = p.names
	}
}

// isEmpty reports whether the document has only comments and empty lines.
func (d *Document) isEmpty() bool {
	return !slices.ContainsFunc(d.lines, func(l docLine) bool { return l.key != blankLine && l.key != commentLine })
}

// isOtherEncoding reports whether the text has another encoding than UTF-8.
func (d *Document) isOtherEncoding() bool {
	_, err := parse.Text(d.beginning())
	return err != nil
}

// beginning returns the part of the text from which [parse.Text] detects its encoding.
func (d *Document) beginning() string {
	const sample = 256
	var b strings.Builder
	b.WriteString(d.mark)
	for _, l := range d.lines {
		if b.Len() >= sample {
			break
		}
		b.WriteString(l.text)
	}
	return b.String()
}

// readPrelude parses the lines before the first level. It returns false if the rest of the file cannot be parsed.
func (d *Document) readPrelude() (ok bool) {
	p := &d.prelude
	end := len(d.lines)
	if len(d.starts) > 0 {
		end = d.starts[0]
	}

	lines := d.decode(p, 0, end)
	if end < len(d.lines) { // the line of the level may be the first line of the file, except for comments
		errs := len(p.errs)
		lines = append(lines, d.decode(p, end, end+1)...)
		p.errs = p.errs[:errs]
	}
	rest, ok := p.readStart(lines)
	if !ok {
		return false
	}
	for _, l := range lines[rest:max(rest, end)] {
		p.readLine(l)
	}
	p.readIndented = nil
	if len(d.starts) == 0 && len(p.errs) == 0 {
		p.failNoLevel(lines[rest-1])
	}
	p.errs.Sort()
	return true
}

// decode decodes the lines from index i up to j.
func (d *Document) decode(p *parser, i, j int) (lines []line) {
	lines = make([]line, 0, j-i+1)
	for ; i < j; i++ {
		lines = append(lines, p.decode(i+1, content(d.lines[i].text)))
	}
	return lines
}

// content returns a line without its line break.
func content(text string) string { return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r") }

// levelEnd returns the index of the line after a level.
func (d *Document) levelEnd(level int) int {
	if level+1 < len(d.starts) {
		return d.starts[level+1]
	}
	return len(d.lines)
}

// Level returns a level. It parses the level if it has changed.
func (d *Document) Level(i int) *DocumentLevel {
	if d.parsed[i] == nil {
		d.parsed[i] = d.parseLevel(i)
	}
	return d.parsed[i]
}

// parseLevel parses the lines of a level.
func (d *Document) parseLevel(i int) *DocumentLevel {
	start, end := d.starts[i], d.levelEnd(i)
	p := parser{file: d.name, skipReach: true, defaults: d.prelude.defaults}
	p.names = slices.DeleteFunc(slices.Clone(d.names), func(n levelName) bool { return n.line > start })

	lines := d.decode(&p, start, end)
	p.readLine(lines[0])
	b := p.current
	for _, l := range lines[1:] {
		p.readLine(l)
	}
	p.finishLevel()
	p.errs.Sort()

	l := &DocumentLevel{
		Index: i, Line: start + 1, NumLines: end - start, lattice: b.lattice, legend: b.legend,
		boss: b.boss,
	}
	l.Level = p.pack.Levels[0]
	for k := range b.drawings {
		l.Drawings = append(l.Drawings, d.newDrawing(&b.drawings[k], b.legend))
	}
	d.readLines(l, start, end)

	for k := range b.bricks {
		q := &b.bricks[k]
		at := Place{Drawing: q.drawing, Free: -1, Line: q.at.line, Column: q.at.col}
		if q.drawing == notInDrawing {
			at.Free = slices.Index(l.freeLines, q.at.line)
		} else {
			at.Cell = l.Drawings[q.drawing].cellAt(q.at.line, q.at.col)
		}
		l.Bricks = append(l.Bricks, at)
	}
	for k := range b.emitters {
		l.emitterLines = append(l.emitterLines, b.emitters[k].at.line)
	}
	for _, e := range p.errs {
		l.Problems = append(l.Problems, l.problem(e))
	}
	return l
}

// problem returns the problem for an error.
func (l *DocumentLevel) problem(e Error) Problem {
	brick := slices.IndexFunc(l.Bricks, func(q Place) bool { return q.Line == e.Line && q.Column == e.Column })
	return Problem{l.Index, e.Line, e.Column, e.Message, brick}
}

// lineValue returns the value in a line with a key.
func lineValue(text string) string {
	_, value, _ := strings.Cut(text, ":")
	return strings.TrimSpace(value)
}

// readLines reads the keys of a level, and its bricks outside of drawings.
func (d *Document) readLines(l *DocumentLevel, start, end int) {
	read := func(i, j int, own bool) {
		for k := i; k < j; k++ {
			if key := d.lines[k].key; key >= 0 && keywords[key].once {
				l.keys = append(l.keys, documentKey{key, lineValue(d.lines[k].text), k + 1, own})
			}
		}
	}
	read(0, d.starts[0], false)
	read(start, end, true)

	var p parser
	for k := start; k < end; k++ {
		var read func(*parser, token) (FreeBrick, spec.BrickSpec, bool)
		switch d.lines[k].key {
		case hexagonLine:
			read = (*parser).readHexagon
		case polygonLine:
			read = (*parser).readPolygon
		default:
			continue
		}
		line := d.decode(&p, k, k+1)[0]
		if f, _, ok := read(&p, line.from(slices.Index(line.runes, ':')+1)); ok {
			l.Free = append(l.Free, f)
			l.freeLines = append(l.freeLines, k+1)
		}
	}
}

// newDrawing converts a drawing of the parser.
func (doc *Document) newDrawing(b *drawing, legend []legendEntry) Drawing {
	indent, cols := b.measure()
	if cols == 0 {
		indent = 0
	}
	parity := -1
	d := Drawing{Line: b.line, cols: cols, indent: indent, legend: legend}
	for row, l := range b.lines {
		r := drawingRow{line: l.n, damaged: len(l.runes) == 0 && doc.lines[l.n-1].key != blankLine}
		if len(l.runes) > indent {
			r.symbols = l.runes[indent:]
		}
		for col, s := range r.symbols {
			r.damaged = r.damaged || s == utf8.RuneError
			if parity < 0 && s != ' ' && s != utf8.RuneError {
				parity = (row + col) % 2
			}
		}
		d.rows = append(d.rows, r)
	}
	l := b.lattice
	if b.centered {
		l.left = -1
	}
	d.Grid, d.first = newGrid(l, len(d.rows), cols, max(0, parity))
	return d
}

// cellAt returns the cell at a position of the text.
func (d *Drawing) cellAt(line, column int) Cell {
	row := slices.IndexFunc(d.rows, func(r drawingRow) bool { return r.line == line })
	return Cell{row, column - 1 - d.indent + d.first}
}

// keyAbove returns the index of the line with the key to which an indented line belongs, or −1.
func (d *Document) keyAbove(i int) int {
	for i--; i >= 0; i-- {
		if k := d.lines[i].key; k >= 0 || k == otherLine {
			return i
		}
	}
	return -1
}

// isLegend reports whether an indented line belongs to a legend.
func (d *Document) isLegend(i int) bool {
	i = d.keyAbove(i)
	return i >= 0 && d.lines[i].key == legendLine
}
