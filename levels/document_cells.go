package levels

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A Dab sets the content of one cell, like a brush in a paint program.
type Dab struct {
	Cell
	Brick Brick
	Empty bool // removes the brick
}

// SetCells sets cells of a drawing. It adds legend entries, rows and columns as needed. It removes unused legend
// entries if an earlier edit added them. If Drawing is 0 and the level has no drawing, it adds one.
type SetCells struct {
	Level, Drawing int
	Cells          []Dab
}

func (e SetCells) apply(d *Document) error {
	l, err := d.level(e.Level)
	if err != nil {
		return err
	}
	if e.Drawing == 0 && len(l.Drawings) == 0 {
		d.change(d.insertionIndex(rowsLine, d.starts[e.Level], d.levelEnd(e.Level)), 0, "rows:")
		l = d.Level(e.Level)
	}
	if err := l.checkDrawing(e.Drawing); err != nil {
		return err
	}

	old := &l.Drawings[e.Drawing]
	for _, r := range old.rows {
		if r.damaged {
			return fmt.Errorf("correct line %d first, because a row has an error", r.line)
		}
	}

	symbols := newSymbols(l)
	w := newRowsWriter(old)
	for _, c := range e.Cells {
		if !old.Grid.Valid(c.Cell) {
			return fmt.Errorf("no cell in row %d, column %d of this drawing", c.Row+1, c.Col+1)
		}
		symbol := ' '
		if !c.Empty {
			if symbol, err = symbols.find(c.Brick); err != nil {
				return err
			}
		}
		if e := old.entry(c.Cell); e == nil || e.damaged || c.Empty || brickOf(&e.brick) != c.Brick {
			w.set(c.Cell, symbol)
		}
	}

	used := append(l.usedSymbols(e.Drawing), slices.Concat(w.rows...)...)
	added := slices.DeleteFunc(symbols.added, func(e legendEntry) bool { return !slices.Contains(used, e.symbol) })
	d.changeAll(slices.Concat(w.splices(), d.addToLegend(l, added), d.removeUnused(l, used, len(added) == 0)))
	return nil
}

// usedSymbols returns the symbols in all drawings except the given one.
func (l *DocumentLevel) usedSymbols(except int) (used []rune) {
	for i := range l.Drawings {
		if i != except {
			for _, r := range l.Drawings[i].rows {
				used = append(used, r.symbols...)
			}
		}
	}
	return used
}

// addToLegend returns the splices that add entries to the legend of a level.
func (d *Document) addToLegend(l *DocumentLevel, added []legendEntry) []splice {
	if len(added) == 0 {
		return nil
	}
	var lines []string
	for _, e := range added {
		lines = append(lines, fmt.Sprintf("  %c %v", e.symbol, brickOf(&e.brick)))
	}

	last := 0
	for _, e := range l.legend {
		if !e.inherited {
			last = max(last, e.line)
		}
	}
	if last > 0 {
		return []splice{{last, 0, lines}}
	}
	for i := l.Line; i < l.Line-1+l.NumLines; i++ {
		if d.lines[i].key == legendLine {
			return []splice{{i + 1, 0, lines}}
		}
	}
	return []splice{{d.aboveComments(l.Drawings[0].Line - 1), 0, slices.Insert(lines, 0, "legend:")}}
}

// removeUnused returns the splices that remove unused legend entries of a level, except those of the first text. If
// keys is true, they also remove the key of a legend that becomes empty.
func (d *Document) removeUnused(l *DocumentLevel, used []rune, keys bool) (all []splice) {
	for _, e := range l.legend {
		if e.inherited || slices.Contains(used, e.symbol) {
			continue
		}
		if _, old := slices.BinarySearch(d.firstLegend, strings.TrimSpace(d.Line(e.line))); !old {
			all = append(all, splice{at: e.line - 1, n: 1})
		}
	}
	if !keys || len(all) == 0 {
		return all
	}

	removed := func(i int) bool { return slices.ContainsFunc(all, func(s splice) bool { return s.at == i }) }
	for i := l.Line; i < l.Line-1+l.NumLines; i++ {
		if d.lines[i].key != legendLine {
			continue
		}
		entries, kept := 0, 0
		for k := i + 1; k < d.blockEnd(i, len(d.lines)); k++ {
			switch {
			case removed(k):
				entries++
			case d.lines[k].key == indentedLine:
				kept++
			}
		}
		if entries > 0 && kept == 0 {
			all = append(all, splice{at: i, n: 1})
		}
	}
	return all
}

// symbols chooses the symbols of bricks.
type symbols struct {
	legend []legendEntry
	taken  []rune         // symbols that drawings contain
	added  []legendEntry  // new entries
	found  map[Brick]rune // results of find
}

// newSymbols returns the symbols of a level.
func newSymbols(l *DocumentLevel) *symbols {
	return &symbols{legend: slices.Clone(l.legend), taken: l.usedSymbols(-1), found: map[Brick]rune{}}
}

// find returns the symbol of a brick. It adds an entry to the legend if there is none.
func (s *symbols) find(b Brick) (symbol rune, err error) {
	symbol, ok := s.found[b]
	if !ok {
		if symbol, err = s.choose(b); err == nil {
			s.found[b] = symbol
		}
	}
	return symbol, err
}

// choose is like find, but does not use the stored results.
func (s *symbols) choose(b Brick) (rune, error) {
	if err := b.check(); err != nil {
		return 0, err
	}
	text := b.String()
	for i := range s.legend {
		if e := &s.legend[i]; !e.damaged && brickOf(&e.brick).String() == text {
			return e.symbol, nil
		}
	}
	for symbol := range b.symbols() {
		known := func(e legendEntry) bool { return e.symbol == symbol }
		if slices.Contains(s.taken, symbol) || slices.ContainsFunc(s.legend, known) {
			continue
		}
		e := legendEntry{symbol: symbol, brick: b.spec()}
		s.legend, s.added = append(s.legend, e), append(s.added, e)
		return symbol, nil
	}
	return 0, errors.New("the legend has no room for another brick")
}

// check returns an error if a legend cannot contain the brick.
func (b Brick) check() error {
	if int(b.Kind) >= spec.NumPlacedKinds || int(b.Drop) >= spec.NumDrops {
		return fmt.Errorf("unknown kind of brick %d or drop %d", b.Kind, b.Drop)
	}
	var p parser
	w := newWords(&p, token{b.String(), 1, 1})
	if _, ok := w.readBrick(); !ok || !w.requireEnd() {
		return errors.New(p.errs[0].Message)
	}
	return nil
}

// kindSymbols contains the usual symbols of each kind of brick, in order of preference.
var kindSymbols = [spec.NumPlacedKinds]string{
	spec.Plain:    "oabcefgijklmnpruvyz",
	spec.Double:   "dkD",
	spec.Triple:   "tT",
	spec.Quad:     "qQ",
	spec.Wall:     "#W",
	spec.Hidden:   "hH?",
	spec.Regrow:   "rR",
	spec.Bomb:     "*b",
	spec.Seed:     "s!",
	spec.Sprout:   "p%",
	spec.Metal:    "mM",
	spec.Chaos:    "@c",
	spec.Bumper:   "BU",
	spec.Magnet:   "MU",
	spec.Cracked:  "xX",
	spec.Tripwire: "wW",
}

// symbols calls yield with possible symbols of a brick in order of preference, until yield returns false.
func (b Brick) symbols() func(yield func(rune) bool) {
	usual := kindSymbols[b.Kind]
	switch row := &spec.Kinds[b.Kind]; {
	case row.Opening == spec.OneWay:
		usual = gateSymbol(b.Way)
	case row.Wired:
		usual = fmt.Sprint(b.Pair) + usual
	case row.Paired():
		usual = string(rune('A' + b.Pair - 1))
	case b.Drop != spec.NoDrop:
		name := b.Drop.String()
		usual = name[:1] + strings.ToUpper(name[:1]) + usual
	}
	return func(yield func(rune) bool) {
		const others = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+=~$&%?!@*^<>/|:;"
		for _, r := range usual + others {
			if !yield(r) {
				return
			}
		}
		for r := rune(0xc0); r < 0x530; r++ { // further letters as wide as the others
			if unicode.IsLetter(r) && !yield(r) {
				return
			}
		}
	}
}

// gateSymbol returns an arrow for the direction of a gate.
func gateSymbol(way geom.Vec) string {
	switch {
	case way.X > max(way.Y, -way.Y):
		return ">"
	case -way.X > max(way.Y, -way.Y):
		return "<"
	case way.Y > 0:
		return "v"
	}
	return "^"
}

// A rowsWriter writes the rows of a drawing. In the field rows, a space is a cell without a brick.
type rowsWriter struct {
	old         *Drawing
	rows        [][]rune // a symbol for each column of the grid
	first, cols int      // first column and number of columns of the text
	dots        bool     // write full stops in all empty cells
}

// newRowsWriter returns a writer with the content of a drawing. It writes full stops if the drawing has them in at
// least half of its empty cells.
func newRowsWriter(old *Drawing) *rowsWriter {
	w := &rowsWriter{old: old, first: old.first, cols: old.cols}
	if old.cols == 0 {
		w.first, w.cols = 0, old.Grid.Cols
	}
	dots, empty := 0, 0
	for _, r := range old.rows {
		row := w.addRow()
		for i, s := range r.symbols {
			if s == emptyCell {
				s = ' '
				dots++
			}
			row[old.first+i] = s
		}
		for x := w.first; x < w.first+w.cols; x++ {
			if row[x] == ' ' && old.Grid.aligned(Cell{len(w.rows) - 1, x}) {
				empty++
			}
		}
	}
	w.dots = 2*dots >= empty
	return w
}

// addRow adds an empty row.
func (w *rowsWriter) addRow() []rune {
	row := slices.Repeat([]rune{' '}, w.old.Grid.Cols)
	w.rows = append(w.rows, row)
	return row
}

// set sets the symbol of a cell. A centered drawing grows on both sides.
func (w *rowsWriter) set(c Cell, symbol rune) {
	if symbol == ' ' && c.Row >= len(w.rows) {
		return
	}
	for c.Row >= len(w.rows) {
		w.addRow()
	}
	w.rows[c.Row][c.Col] = symbol
	switch {
	case symbol == ' ':
	case w.old.Grid.centered:
		w.first = min(w.first, c.Col, w.old.Grid.Cols-1-c.Col)
		w.cols = w.old.Grid.Cols - 2*w.first
	default:
		w.cols = max(w.cols, c.Col+1)
	}
}

// finish removes empty rows at the end and adds full stops. It keeps rows that contained only full stops. It also makes
// sure that the first and the last column each contain a character, because they determine the position of the drawing.
func (w *rowsWriter) finish() {
	isBrick := func(r rune) bool { return r != ' ' && r != emptyCell }
	kept := len(w.old.rows)
	if kept > 0 && slices.ContainsFunc(w.old.rows[kept-1].symbols, isBrick) {
		kept = 0
	}
	for n := len(w.rows); n > kept && !slices.ContainsFunc(w.rows[n-1], isBrick); n-- {
		w.rows = w.rows[:n-1]
	}

	for _, col := range []int{w.first, w.first + w.cols - 1} {
		if slices.ContainsFunc(w.rows, func(row []rune) bool { return row[col] != ' ' }) {
			continue
		}
		row := 0
		if !w.old.Grid.aligned(Cell{row, col}) {
			row++
		}
		for row >= len(w.rows) {
			w.addRow()
		}
		w.rows[row][col] = emptyCell
	}
	for y, row := range w.rows {
		for x := w.first; w.dots && x < w.first+w.cols; x++ {
			if row[x] == ' ' && w.old.Grid.aligned(Cell{y, x}) {
				row[x] = emptyCell
			}
		}
	}
}

// splices returns the splices that write the rows to the text.
func (w *rowsWriter) splices() (all []splice) {
	w.finish()
	end := w.old.Line // index after the last row
	for i, r := range w.old.rows {
		end = r.line
		s := splice{at: r.line - 1, n: 1}
		if i < len(w.rows) {
			s.lines = []string{w.text(i)}
		}
		all = append(all, s)
	}

	added := splice{at: end}
	for i := len(w.old.rows); i < len(w.rows); i++ {
		added.lines = append(added.lines, w.text(i))
	}
	return append(all, added)
}

// text returns a line of the drawing.
func (w *rowsWriter) text(row int) string {
	return strings.TrimRight("  "+string(w.rows[row][w.first:w.first+w.cols]), " ")
}
