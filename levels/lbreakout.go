package levels

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/scan"
	"arkterm/engine/spec"
)

// This file reads the level sets of LBreakout2 and LBreakoutHD, as these games install
// them. lbreakout_text.go writes what it finds as a level file of arkterm's own, which
// [Parse] then reads: an imported level can be nothing that a drawn one cannot.

// MaxSet is the longest set that is imported, in bytes. The longest known ones have 300
// levels and a fifth of that.
const MaxSet = 1 << 20

// MaxSetLevels is the most levels of a set that are imported, as many as a
// recording can name.
const MaxSetLevels = 1000

// The boards of a set.
const (
	setCols = 14
	setRows = 18
)

// IsSet reports whether the text of a file is a level set of LBreakout, and not a level
// file of arkterm: it is if it begins like one.
func IsSet(text []byte) bool {
	text = scan.WithoutMark(text)
	return bytes.HasPrefix(text, []byte("Level:")) || bytes.HasPrefix(text, []byte("Version:"))
}

// ImportSet reads a level set of LBreakout2 or LBreakoutHD. The name is that of the file;
// its base names the set. The pack's Sources are level files with what was imported. Its
// Notes say what was not taken as it stands, and where: unknown bricks, levels with nothing
// to break, a set that is cut off. A set without a level is an error. If none of its levels
// can be played, the pack has no levels.
func ImportSet(name string, text []byte) (Pack, error) {
	files, notes, err := SetSources(name, text)
	if err != nil {
		return Pack{}, err
	}
	pack, err := FromSources(packName(name), files)
	if err != nil {
		return Pack{}, fmt.Errorf("import %s: what was made of it is not right: %w", clean(name), err)
	}
	pack.Notes = notes
	return pack, nil
}

// splitSet returns a set's levels, each as a set of its own. One without a name gets its number.
func splitSet(text []byte) (sets []string) {
	if len(text) > MaxSet {
		return nil
	}
	r := setReader{lines: setLines(text)}
	r.read()
	for i := range r.boards {
		b := &r.boards[i]
		lines := slices.Clone(r.lines[b.line-1 : b.dropsLine-1+setRows])
		if setName(b.name, "") == "" {
			lines[2] = fmt.Appendf(nil, "Level %d", i+1)
		}
		sets = append(sets, string(bytes.Join(lines, []byte("\n"))))
	}
	return sets
}

// SetSources returns the level files that a set becomes, without reading them, and the notes; see
// [ImportSet].
func SetSources(name string, text []byte) (files []Source, notes Errors, err error) {
	if len(text) > MaxSet {
		return nil, nil, Errors{{File: name, Line: 1, Column: 1, What: fmt.Sprintf("the set is longer than %d KiB", MaxSet>>10)}}
	}
	if _, err := scan.Text(text); err != nil {
		return nil, nil, Errors{{File: name, Line: 1, Column: 1, What: err.Error()}}
	}
	r := setReader{file: name, lines: setLines(text)}
	r.read()

	w := setWriter{name: packName(name)}
	for i := range r.boards {
		if w.skips(&r, &r.boards[i]) {
			continue
		}
		w.add(&r, &r.boards[i])
	}
	r.notes.sort()

	if len(r.boards) == 0 {
		if len(r.notes) == 0 {
			r.fail(max(len(r.lines), 1), 1, "there is no level in the set")
		}
		return nil, nil, r.notes
	}
	return w.files(), r.notes, nil
}

// A setReader splits a set into boards.
type setReader struct {
	file   string
	lines  [][]byte
	n      int // lines that were taken
	boards []setBoard
	notes  Errors
}

// A setBoard is a level of a set as it stands there: at least setCols bytes a row,
// the rows of bricks and drops below those lines.
type setBoard struct {
	line         int // of "Level:", from 1
	author, name string
	bricks       [setRows][]byte
	drops        [setRows][]byte
	bricksLine   int // of the first row
	dropsLine    int
	shut         [setRows][setCols]bool // no ball comes there
}

// setLines splits a file into lines, which end in LF or CRLF.
func setLines(text []byte) [][]byte {
	text = scan.WithoutMark(text)
	var all [][]byte
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		all = append(all, bytes.TrimSuffix(line, []byte("\r")))
	}
	return all
}

func (r *setReader) fail(line, col int, format string, args ...any) {
	r.notes = append(r.notes, Error{File: r.file, Line: line, Column: col, What: fmt.Sprintf(format, args...)})
}

// read takes the boards up to the first one that is malformed. LBreakout stops there as
// well, without a word.
func (r *setReader) read() {
	if len(r.lines) > 0 && bytes.HasPrefix(r.lines[0], []byte("Version:")) {
		r.n = 1
	}
	for !r.atEnd() {
		b, ok := r.board()
		if !ok {
			return
		}
		if len(r.boards) == MaxSetLevels {
			r.fail(b.line, 1, "more than %d levels: the rest is left out", MaxSetLevels)
			return
		}
		r.boards = append(r.boards, b)
	}
}

// atEnd reports whether nothing but empty lines is left.
func (r *setReader) atEnd() bool {
	for _, l := range r.lines[r.n:] {
		if len(bytes.TrimSpace(l)) > 0 {
			return false
		}
	}
	return true
}

// next takes a line. If there is none, it notes what is missing, and ok is false.
func (r *setReader) next(want string) (line []byte, ok bool) {
	if r.n == len(r.lines) {
		r.fail(r.n+1, 1, "the set ends within a level, where %s should be: the level is left out", want)
		return nil, false
	}
	r.n++
	return r.lines[r.n-1], true
}

// keyword takes a line that begins with a word.
func (r *setReader) keyword(word string) bool {
	line, ok := r.next(word)
	if ok && !bytes.HasPrefix(line, []byte(word)) {
		r.fail(r.n, 1, "%s stands where %q should: the rest of the set is left out", quote(setText(line)), word)
		return false
	}
	return ok
}

// board takes a level.
func (r *setReader) board() (b setBoard, ok bool) {
	if !r.keyword("Level:") {
		return b, false
	}
	b.line = r.n
	for _, to := range []*string{&b.author, &b.name} {
		line, ok := r.next("the author and the name")
		if !ok {
			return b, false
		}
		*to = setText(line)
	}
	if !r.keyword("Bricks:") {
		return b, false
	}
	b.bricksLine = r.n + 1
	if !r.rows(&b.bricks) || !r.keyword("Bonus:") {
		return b, false
	}
	b.dropsLine = r.n + 1
	return b, r.rows(&b.drops)
}

func (r *setReader) rows(to *[setRows][]byte) bool {
	for i := range to {
		line, ok := r.next(fmt.Sprintf("row %d of %d", i+1, setRows))
		if !ok {
			return false
		}
		if len(line) < setCols {
			r.fail(r.n, len(line)+1, "a row of %d characters, want %d: the rest of the set is left out", len(line), setCols)
			return false
		}
		to[i] = line[:setCols]
	}
	return true
}

// setText decodes the words of a set: as UTF-8 if they are valid, else as ISO-8859-1, whose
// bytes are the first 256 characters of Unicode.
func setText(line []byte) string {
	if utf8.Valid(line) {
		return string(line)
	}
	runes := make([]rune, len(line))
	for i, b := range line {
		runes[i] = rune(b)
	}
	return string(runes)
}

// setBricks are the bricks of LBreakout.
var setBricks = map[byte]spec.BrickSpec{
	'E':        {Kind: spec.Wall, Hue: 7},
	'#':        {Kind: spec.Metal, Hue: 7},
	'@':        {Kind: spec.Chaos, Hue: 5},
	'a':        {Kind: spec.Plain, Hue: 4},
	'b':        {Kind: spec.Double, Hue: 4},
	'c':        {Kind: spec.Triple, Hue: 4},
	'v':        {Kind: spec.Hidden, Hue: 1},
	'x':        {Kind: spec.Regrow, Hue: 3, Hits: 1},
	'y':        {Kind: spec.Regrow, Hue: 3, Hits: 2},
	'z':        {Kind: spec.Regrow, Hue: 3, Hits: 3},
	'd':        {Kind: spec.Plain, Hue: 0},
	'e':        {Kind: spec.Plain, Hue: 1},
	'f':        {Kind: spec.Plain, Hue: 2},
	'g':        {Kind: spec.Plain, Hue: 3},
	'h':        {Kind: spec.Plain, Hue: 4},
	'i':        {Kind: spec.Plain, Hue: 5},
	'j':        {Kind: spec.Plain, Hue: 6},
	'k':        {Kind: spec.Plain, Hue: 7},
	'*':        {Kind: spec.Bomb, Hue: 1},
	seedLetter: {Kind: spec.Seed, Hue: 3},
	'F':        {Kind: spec.Sprout, Hue: 0},
	'G':        {Kind: spec.Sprout, Hue: 1},
	'H':        {Kind: spec.Sprout, Hue: 2},
	'I':        {Kind: spec.Sprout, Hue: 3},
	'J':        {Kind: spec.Sprout, Hue: 4},
	'K':        {Kind: spec.Sprout, Hue: 5},
}

// setDrops are the letters of LBreakout's bonuses, which are those of the drops here too.
// There are more drops than these.
const setDrops = "012345g+-lsmbwfp?><jdc~!&*}{W"

// mostPoints is the bonus of 10,000 points, which would be worth more than a level well played: it becomes
// the most that a drop pays here.
const mostPoints = '5'

// setDrop returns the drop that a letter of LBreakout's means.
func setDrop(letter byte) spec.DropKind {
	switch {
	case strings.IndexByte(setDrops, letter) < 0:
		return spec.NoDrop
	case letter == mostPoints:
		return spec.Drop5000
	}
	for k := 1; k < spec.DropKinds; k++ {
		if spec.Drops[k].Letter == rune(letter) {
			return spec.DropKind(k)
		}
	}
	return spec.NoDrop
}

// isVacant reports whether a character of a board is an empty cell.
func isVacant(c byte) bool { return c == '.' || c == ' ' }

// brick returns the brick in a cell, if there is one. In an empty cell with a bonus beside
// a seed that is the sprout that grows there, and holds the bonus.
func (b *setBoard) brick(row, col int) (given spec.BrickSpec, ok bool) {
	given, ok = setBricks[b.bricks[row][col]]
	if !ok {
		drop := setDrop(b.drops[row][col])
		if drop == spec.NoDrop || !b.besideSeed(row, col) {
			return given, false
		}
		return spec.BrickSpec{Kind: spec.Sprout, Hue: setBricks[seedLetter].Hue, Holds: drop, Later: true}, true
	}
	if k := &spec.Kinds[given.Kind]; k.Breaks || k.Strong {
		given.Holds = setDrop(b.drops[row][col])
	}
	if b.shut[row][col] && given.Kind.Needed() {
		given.Kind, given.Hits = spec.Cracked, 0
	}
	return given, true
}

// seedLetter is the brick that makes others grow around it.
const seedLetter = '!'

// besideSeed reports whether one of the eight cells around one has a seed.
func (b *setBoard) besideSeed(row, col int) bool {
	for r := max(0, row-1); r <= min(setRows-1, row+1); r++ {
		for c := max(0, col-1); c <= min(setCols-1, col+1); c++ {
			if (r != row || c != col) && b.bricks[r][c] == seedLetter {
				return true
			}
		}
	}
	return false
}

// breakable reports whether anything in the level must be broken.
func (b *setBoard) breakable() bool {
	for row := range setRows {
		for col := range setCols {
			if spec, ok := b.brick(row, col); ok && spec.Kind.Needed() && !spec.Later {
				return true
			}
		}
	}
	return false
}

// unknownLetters notes the letters of a board that mean nothing, each of them once.
func (r *setReader) unknownLetters(b *setBoard) {
	for _, part := range []struct {
		rows  *[setRows][]byte
		first int
		known func(byte) bool
		says  string
	}{
		{&b.bricks, b.bricksLine, func(c byte) bool { _, ok := setBricks[c]; return ok }, "no brick is called %s%s: there is none"},
		{&b.drops, b.dropsLine, func(c byte) bool { return setDrop(c) != spec.NoDrop }, "no bonus is called %s%s: nothing falls"},
	} {
		var count [256]int
		for _, row := range part.rows {
			for _, c := range row {
				count[c]++
			}
		}

		for i, row := range part.rows {
			for col, c := range row {
				if count[c] == 0 || isVacant(c) || part.known(c) {
					continue
				}
				more := ""
				if count[c] > 1 {
					more = fmt.Sprintf(" (and %d more)", count[c]-1)
				}
				count[c] = 0
				r.fail(part.first+i, col+1, part.says, quote(setText([]byte{c})), more)
			}
		}
	}
}

// enclosed finds the bricks that no ball can ever reach, and notes them: they need not be
// broken here, or the level could never be cleared. Metal and chaos are no walls if the
// level holds a drop that breaks them. But the player may miss that drop, so the bricks
// behind them must be few enough to go on to the next level without them: see
// engine.WarpPercent.
func (r *setReader) enclosed(b *setBoard) {
	bricks, at := b.placed()
	never := func(q *placed) bool { return q.Kind == spec.Wall }
	if !slices.ContainsFunc(bricks, func(q placed) bool { return q.shuts() }) {
		return
	}

	shut, why := (*placed).shuts, "no ball can ever reach this brick%s: what never breaks is all around it, so it need not be broken"
	if slices.ContainsFunc(bricks, func(q placed) bool { return q.Holds == spec.DropEnergy || q.Holds == spec.DropChance }) {
		needed := 0
		for i := range bricks {
			if bricks[i].needed() {
				needed++
			}
		}
		if len(unreached(bricks, 0, shut))*100 <= needed*(100-engine.WarpPercent) {
			shut = never
		} else {
			why = "only an energy ball gets to this brick%s, and the level should not hang on it: it need not be broken"
		}
	}

	far := unreached(bricks, 0, shut)
	for _, i := range far {
		b.shut[at[i].row][at[i].col] = true
	}
	if len(far) > 0 {
		more := ""
		if len(far) > 1 {
			more = fmt.Sprintf(" (and %d more)", len(far)-1)
		}
		r.fail(b.bricksLine+at[far[0]].row, at[far[0]].col+1, why, more)
	}
}

// A setCell is a place on a board.
type setCell struct{ row, col int }

// placed returns the bricks of a board in the field, with their cells.
func (b *setBoard) placed() (bricks []placed, at []setCell) {
	for row := range setRows {
		for col := range setCols {
			spec, ok := b.brick(row, col)
			if !ok {
				continue
			}
			spec.Shape = setLattice.cell(row, col)
			bricks, at = append(bricks, placed{BrickSpec: spec}), append(at, setCell{row, col})
		}
	}
	return bricks, at
}
