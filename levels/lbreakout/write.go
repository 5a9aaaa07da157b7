package lbreakout

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A grid is a lattice of boxes. It consists of the size of a box and the upper-left corner of the first box.
type grid struct{ size, corner geom.Vec }

// line returns the line of a level file that describes the grid.
func (g grid) line() string {
	return fmt.Sprintf("lattice: boxes %g %g, left %g, top %g\n", g.size.X, g.size.Y, g.corner.X, g.corner.Y)
}

// setGrid is the grid of LBreakout's levels. In LBreakout, bricks have 40 × 20 pixels in a field of 640 × 480. They
// become boxes of 4 × 2 units. The 14 columns take 56 of the field's 61 units. The 18 rows end directly above
// spec.LowestBrick, three lines above the paddle. At 80×24 each row is one line of characters.
var setGrid = grid{size: geom.Vec{X: 4, Y: 2}, corner: geom.Vec{X: 2.5, Y: 2}}

// A setWriter writes boards as level files.
type setWriter struct {
	format  *setFormat
	symbols []rune // for bricks that are not in the head of a file

	name    string
	names   map[string]int  // number of uses of each name, by its folded form
	levels  int             // number of levels so far
	texts   []string        // complete files
	current strings.Builder // incomplete file
}

// newSetWriter returns a writer for a pack with the given name.
func newSetWriter(name string, f *setFormat) setWriter {
	return setWriter{name: name, format: f, symbols: f.symbols()}
}

// maxSetFileSize is the maximum size of a file. It leaves space for edits.
const maxSetFileSize = levels.MaxFile * 3 / 4

// skipUnplayable reports whether a board cannot be played. If so, it notes the reason.
func (w *setWriter) skipUnplayable(r *setReader, b *setBoard) bool {
	r.noteLetters(b)
	if !b.hasRequiredBrick() {
		r.note(b.line, 1, "the level %s has no brick that must be broken; skipped", levels.Quote(b.name))
		return true
	}
	r.markUnreachable(b)
	if !b.hasRequiredBrick() {
		r.note(b.line, 1, "no ball can reach the bricks of the level %s; skipped", levels.Quote(b.name))
		return true
	}
	return false
}

// add writes a board.
func (w *setWriter) add(b *setBoard) {
	if w.current.Len() == 0 {
		w.writeHead()
	}

	w.levels++
	o := &w.current
	fmt.Fprintf(o, "level: %s\n", w.uniqueName(setName(b.name, fmt.Sprintf("Level %d", w.levels))))
	if author := setName(b.author, ""); author != "" {
		fmt.Fprintf(o, "author: %s\n", author)
	}

	if b.grid != w.format.grid {
		o.WriteString(b.grid.line())
	}

	// Prepare the rows first, because they determine the legend.
	var legend []spec.BrickSpec
	var rows strings.Builder
	last := 0 // length of rows without empty rows at the end
	for row := range b.bricks {
		line := "  "
		for col := range b.bricks[row] {
			symbol := '.'
			if spec, ok := b.brick(row, col); ok {
				symbol = w.symbol(b.bricks[row][col], spec, &legend)
			}
			line += string(symbol)
		}
		rows.WriteString(strings.TrimRight(line, " ") + "\n")
		if strings.Trim(line, " .") != "" {
			last = rows.Len()
		}
	}

	if len(legend) > 0 {
		o.WriteString("legend:\n")
	}
	for i := range legend {
		fmt.Fprintf(o, "  %c %s\n", w.symbols[i], brickWords(&legend[i]))
	}
	fmt.Fprintf(o, "rows:\n%s", rows.String()[:last])

	if o.Len() > maxSetFileSize {
		w.texts = append(w.texts, o.String())
		o.Reset()
	}
}

// writeHead begins a file. The legend contains the bricks of the format with their letters.
func (w *setWriter) writeHead() {
	o := &w.current
	fmt.Fprintf(o, "%s\n# Imported from a level set of %s.\npack: %s\n", levels.FirstLine, w.format.game, w.name)
	fmt.Fprintf(o, "%slegend:\n", w.format.grid.line())
	for c := range byte(0x7f) {
		if spec, ok := w.format.bricks()[c]; ok {
			fmt.Fprintf(o, "  %c %s\n", c, brickWords(&spec))
		}
	}
}

// files returns the level files.
func (w *setWriter) files() []levels.Source {
	texts := w.texts
	if w.current.Len() > 0 {
		texts = append(texts, w.current.String())
	}
	var files []levels.Source
	for i, text := range texts {
		files = append(files, levels.Source{Name: fmt.Sprintf("%02d%s", i+1, levels.Suffix), Text: text})
	}
	return files
}

// brickWords returns the description of a brick in a legend.
func brickWords(given *spec.BrickSpec) string {
	row := &spec.Kinds[given.Kind]
	words := fmt.Sprintf("%s %d", row.Name, given.Hue)
	if given.Hits > 0 && given.Hits < row.Hits {
		words += fmt.Sprintf(" hits %d", given.Hits)
	}
	if given.Dormant {
		words += " grows later"
	}
	if given.Drop != spec.NoDrop {
		words += " holds " + spec.Drops[given.Drop].Name
	}
	return words
}

// symbols returns characters for bricks that are not in the head of the file: digits and letters that the format does
// not use, then letters beyond ASCII, until there is one for each cell.
func (f *setFormat) symbols() (all []rune) {
	for c := '!'; c < 0x7f; c++ {
		if _, taken := f.bricks()[byte(c)]; !taken && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			all = append(all, c)
		}
	}
	for c := '\u00c0'; len(all) < f.rows*f.cols; c++ {
		if unicode.IsLetter(c) {
			all = append(all, c)
		}
	}
	return all
}

// symbol returns the character for a brick that has the given letter in the set. Bricks that are not in the head of the
// file are added to the legend.
func (w *setWriter) symbol(letter byte, spec spec.BrickSpec, legend *[]spec.BrickSpec) rune {
	if spec == w.format.bricks()[letter] {
		return rune(letter)
	}
	i := slices.Index(*legend, spec)
	if i < 0 {
		i = len(*legend)
		*legend = append(*legend, spec)
	}
	return w.symbols[i]
}

// setName converts the name of a level in a set to a valid name for a level file. It replaces characters that
// cannot be displayed with question marks, and removes excess accents. If the result is empty, it returns fallback.
func setName(name, fallback string) string {
	marks := levels.MaxMarks // excludes marks at the start
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			marks = levels.MaxMarks
			return ' '
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == levels.MaxMarks:
			return -1
		default:
			marks++
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(levels.Clean(name)), " ")
	if r := []rune(name); len(r) > levels.MaxName {
		name = strings.TrimSpace(string(r[:levels.MaxName]))
	}
	if name == "" {
		return fallback
	}
	return name
}

// uniqueName returns name, with a number appended if an earlier level has the same name. Sets can contain several
// levels with the same name.
func (w *setWriter) uniqueName(name string) string {
	if w.names == nil {
		w.names = map[string]int{}
	}
	candidate, key := name, levels.FoldName(name)
	for w.names[levels.FoldName(candidate)] > 0 {
		w.names[key]++ // number of names tried
		tail := fmt.Sprintf(" (%d)", w.names[key])
		r := []rune(name)
		candidate = strings.TrimSpace(string(r[:min(len(r), levels.MaxName-len(tail))])) + tail
	}
	w.names[levels.FoldName(candidate)]++
	return candidate
}
