// Package lbreakout imports level sets of LBreakout2, LBreakoutHD, XBoing and KBreakOut.
//
// [Read] and [Load] read level files of arkterm, too. [Import] converts a set to level files, which package levels then
// parses, so that imported levels follow the same rules as other levels. [Split] and [Convert] do the same level by
// level for shuffled games. The documentation of package levels describes the formats.
package lbreakout

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// This file reads the level sets of LBreakout2 and LBreakoutHD.

// MaxSet is the longest set that is imported, in bytes. The longest known ones have 300
// levels and a fifth of that.
const MaxSet = 1 << 20

// MaxLevels is the most levels of a set that are imported, as many as a
// recording can name.
const MaxLevels = 1000

// The boards of LBreakout.
const (
	setCols = 14
	setRows = 18
)

// A setFormat describes the level sets of a game.
type setFormat struct {
	game   string
	begins func(text []byte) bool           // reports whether a text begins like a set
	read   func(*setReader)                 // reads the boards
	source func(r *setReader, i int) string // returns a set with only board i
	cols   int
	rows   int
	grid   grid                    // of most boards
	bricks map[byte]spec.BrickSpec // by letter
	empty  string                  // letters of empty cells
	lacks  map[byte]string         // names of bricks without a counterpart, by letter
}

// setFormats are the formats that can be imported. XBoing's format has no keyword, so it comes last.
var setFormats = [...]*setFormat{&lbreakout, &kbreakout, &xboing}

var lbreakout = setFormat{
	game: "LBreakout",
	begins: func(text []byte) bool {
		return bytes.HasPrefix(text, []byte("Level:")) || bytes.HasPrefix(text, []byte("Version:"))
	},
	read:   (*setReader).readLBreakout,
	source: (*setReader).lbreakoutSource,
	cols:   setCols,
	rows:   setRows,
	grid:   setGrid,
	bricks: setBricks,
	empty:  ". ",
}

// formatOf returns the format of a level set, or nil if a text does not begin like a set.
func formatOf(text []byte) *setFormat {
	text = parse.WithoutMark(text)
	for _, f := range setFormats {
		if f.begins(text) {
			return f
		}
	}
	return nil
}

// HeadSize is the number of bytes from which [IsSet] recognizes a level set.
const HeadSize = 1024

// IsSet reports whether a text begins like a level set.
// It examines the first [HeadSize] bytes.
func IsSet(text []byte) bool { return formatOf(text[:min(len(text), HeadSize)]) != nil }

// Import reads a level set of LBreakout2, LBreakoutHD, XBoing or KBreakOut. The base of
// the file's name becomes the pack's name. The pack's Sources are level files. Its Notes
// list the differences from the set with their places: unknown bricks, bricks without a
// counterpart, levels without bricks to break, a set that is cut off. A set without a level
// is an error. If none of its levels can be played, the pack has no levels.
func Import(name string, text []byte) (levels.Pack, error) {
	files, notes, err := LevelFiles(name, text)
	if err != nil {
		return levels.Pack{}, err
	}
	pack, err := levels.FromSources(levels.PackName(name), files)
	if err != nil {
		return levels.Pack{}, fmt.Errorf("import %s: what was made of it is not right: %w", levels.Clean(name), err)
	}
	pack.Notes = notes
	return pack, nil
}

// Split returns the levels of a set, each as its own set. A level without a name gets its number.
//
// It returns nil if the text is not a set.
func Split(text string) (sets []string) {
	if !IsSet([]byte(text)) {
		return nil
	}
	r, err := readSet("", []byte(text))
	if err != nil {
		return nil
	}
	for i := range r.boards {
		sets = append(sets, r.format.source(&r, i))
	}
	return sets
}

// Convert returns the level file for a set with one level, as [Split] returns it. name is the name of the whole set.
func Convert(name, text string) (string, error) {
	files, notes, err := LevelFiles(name, []byte(text))
	if err == nil && len(files) == 0 {
		err = notes
	}
	if err != nil {
		return "", err
	}
	return files[0].Text, nil
}

// readSet reads the boards of a set. The error is nil or an [levels.Errors].
func readSet(name string, text []byte) (r setReader, err error) {
	fail := func(what string) (setReader, error) {
		return setReader{}, levels.Errors{{File: name, Line: 1, Column: 1, Message: what}}
	}
	if len(text) > MaxSet {
		return fail(fmt.Sprintf("the set is longer than %d KiB", MaxSet>>10))
	}
	if text, err = parse.Text(text); err != nil {
		return fail(err.Error())
	}
	r = setReader{format: cmp.Or(formatOf(text), &lbreakout), file: name, text: text, lines: setLines(text)}
	r.format.read(&r)
	return r, nil
}

// LevelFiles returns the level files of an imported set without parsing them, and the notes; see
// [Import].
func LevelFiles(name string, text []byte) (files []levels.Source, notes levels.Errors, err error) {
	r, err := readSet(name, text)
	if err != nil {
		return nil, nil, err
	}
	w := newSetWriter(levels.PackName(name), r.format)
	for i := range r.boards {
		if w.skips(&r, &r.boards[i]) {
			continue
		}
		w.add(&r.boards[i])
	}
	r.notes.Sort()

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
	format *setFormat
	file   string
	text   []byte // without a byte order mark
	lines  [][]byte
	n      int // lines read
	boards []setBoard
	notes  levels.Errors
}

// A setBoard is a level of a set, with the letters of the file.
type setBoard struct {
	format       *setFormat
	grid         grid
	line         int // first line of the level, from 1
	author, name string
	bricks       [][]byte                  // format.rows × format.cols letters
	drops        [][]byte                  // letters of LBreakout's bonuses; nil in other formats
	gifts        map[setCell]spec.DropKind // drops in other formats
	bricksLine   int                       // line of the first row
	dropsLine    int                       // line of the first row of drops
	places       []setCell                 // line and column of each row, where rows do not follow each other
	from, to     int                       // byte range in the text, in KBreakOut's format
	shut         map[setCell]bool          // cells that no ball reaches
}

// newBoard returns an empty board.
func (r *setReader) newBoard() setBoard {
	return setBoard{format: r.format, grid: r.format.grid, shut: map[setCell]bool{}}
}

// addBoard adds a board unless there are too many. It reports whether the board was added.
func (r *setReader) addBoard(b *setBoard) bool {
	if len(r.boards) == MaxLevels {
		r.fail(b.line, 1, "more than %d levels: the rest is left out", MaxLevels)
		return false
	}
	r.boards = append(r.boards, *b)
	return true
}

// place returns the line and the column of a cell in the file, from 1.
func (b *setBoard) place(row, col int) (line, column int) {
	if b.places != nil {
		return b.places[row].row, b.places[row].col + col
	}
	return b.bricksLine + row, col + 1
}

// setLines splits a file into lines, which end in LF or CRLF.
func setLines(text []byte) [][]byte {
	var all [][]byte
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		all = append(all, bytes.TrimSuffix(line, []byte("\r")))
	}
	return all
}

func (r *setReader) fail(line, col int, format string, args ...any) {
	r.notes = append(r.notes, levels.Error{File: r.file, Line: line, Column: col, Message: fmt.Sprintf(format, args...)})
}

// readLBreakout reads the boards up to the first malformed one. LBreakout stops there as
// well, without a message.
func (r *setReader) readLBreakout() {
	if len(r.lines) > 0 && bytes.HasPrefix(r.lines[0], []byte("Version:")) {
		r.n = 1
	}
	for !r.atEnd() {
		b, ok := r.board()
		if !ok || !r.addBoard(&b) {
			return
		}
	}
}

// lbreakoutSource returns a set with only board i, which has a name.
func (r *setReader) lbreakoutSource(i int) string {
	b := &r.boards[i]
	lines := slices.Clone(r.lines[b.line-1 : b.dropsLine-1+setRows])
	if setName(b.name, "") == "" {
		lines[2] = fmt.Appendf(nil, "Level %d", i+1)
	}
	return string(bytes.Join(lines, []byte("\n")))
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
		r.fail(r.n, 1, "%s stands where %q should: the rest of the set is left out", levels.Quote(setText(line)), word)
		return false
	}
	return ok
}

// board reads a level of LBreakout.
func (r *setReader) board() (b setBoard, ok bool) {
	b = r.newBoard()
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

// rows reads the rows of a board.
func (r *setReader) rows(to *[][]byte) bool {
	rows, cols := r.format.rows, r.format.cols
	for i := range rows {
		line, ok := r.next(fmt.Sprintf("row %d of %d", i+1, rows))
		if !ok {
			return false
		}
		if len(line) < cols {
			r.fail(r.n, len(line)+1, "a row of %d characters, want %d: the rest of the set is left out", len(line), cols)
			return false
		}
		*to = append(*to, line[:cols])
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
		return spec.Drop5000Points
	}
	for k := 1; k < spec.NumDrops; k++ {
		if spec.Drops[k].Letter == rune(letter) {
			return spec.DropKind(k)
		}
	}
	return spec.NoDrop
}

// drop returns the drop in a cell, or NoDrop.
func (b *setBoard) drop(row, col int) spec.DropKind {
	if b.drops == nil {
		return b.gifts[setCell{row, col}]
	}
	return setDrop(b.drops[row][col])
}

// brick returns the brick in a cell, if there is one. An empty cell of LBreakout with a bonus
// next to a seed is the sprout that grows there and holds the bonus.
func (b *setBoard) brick(row, col int) (given spec.BrickSpec, ok bool) {
	given, ok = b.format.bricks[b.bricks[row][col]]
	drop := b.drop(row, col)
	if !ok {
		if drop == spec.NoDrop || !b.besideSeed(row, col) {
			return given, false
		}
		return spec.BrickSpec{Kind: spec.Sprout, Hue: setBricks[seedLetter].Hue, Holds: drop, Dormant: true}, true
	}
	if k := &spec.Kinds[given.Kind]; drop != spec.NoDrop && (k.Breakable || k.StrongOnly) {
		given.Holds = drop
	}
	if b.shut[setCell{row, col}] && given.Kind.Needed() {
		given.Kind, given.Hits = spec.Cracked, 0
	}
	return given, true
}

// seedLetter is the brick that makes others grow around it.
const seedLetter = '!'

// besideSeed reports whether one of the eight cells around one has a seed.
func (b *setBoard) besideSeed(row, col int) bool {
	for r := max(0, row-1); r <= min(len(b.bricks)-1, row+1); r++ {
		for c := max(0, col-1); c <= min(len(b.bricks[r])-1, col+1); c++ {
			if (r != row || c != col) && b.bricks[r][c] == seedLetter {
				return true
			}
		}
	}
	return false
}

// breakable reports whether anything in the level must be broken.
func (b *setBoard) breakable() bool {
	for row := range b.bricks {
		for col := range b.bricks[row] {
			if spec, ok := b.brick(row, col); ok && spec.Kind.Needed() && !spec.Dormant {
				return true
			}
		}
	}
	return false
}

// noteLetters notes the letters of a board that are unknown or have no counterpart, each letter once.
func (r *setReader) noteLetters(b *setBoard) {
	r.eachLetter(b.bricks, func(row, col int, c byte, more string) {
		line, column := b.place(row, col)
		given, known := b.format.bricks[c]
		switch name := b.format.lacks[c]; {
		case name != "":
			r.fail(line, column, "the %s of %s has no counterpart%s: imported as %s", name, r.format.game, more, spec.Kinds[given.Kind].Name)
		case !known:
			r.fail(line, column, "no brick is called %s%s: there is none", levels.Quote(setText([]byte{c})), more)
		}
	})
	r.eachLetter(b.drops, func(row, col int, c byte, more string) {
		if setDrop(c) == spec.NoDrop {
			r.fail(b.dropsLine+row, col+1, "no bonus is called %s%s: nothing falls", levels.Quote(setText([]byte{c})), more)
		}
	})
}

// eachLetter calls f at the first cell of each letter, except letters of empty cells. The text more
// counts the other cells; it is empty if there are none.
func (r *setReader) eachLetter(rows [][]byte, f func(row, col int, c byte, more string)) {
	var count [256]int
	for _, row := range rows {
		for _, c := range row {
			count[c]++
		}
	}
	for i, row := range rows {
		for col, c := range row {
			if count[c] == 0 || strings.IndexByte(r.format.empty, c) >= 0 {
				continue
			}
			f(i, col, c, andMore(count[c]))
			count[c] = 0
		}
	}
}

// andMore returns " (and n more)" for n+1 things, and nothing for one.
func andMore(count int) string {
	if count == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more)", count-1)
}

// enclosed finds the bricks that no ball can reach, and notes them: they need not be
// broken here, or the level could never be cleared. Metal and chaos are no walls if the
// level holds a drop that breaks them. But the player may miss that drop, so the bricks
// behind them must be few enough to go on to the next level without them: see
// engine.WarpPercent.
func (r *setReader) enclosed(b *setBoard) {
	bricks, at := b.placed()
	never := func(b *spec.BrickSpec) bool { return b.Kind == spec.Wall }
	if !slices.ContainsFunc(bricks, func(b spec.BrickSpec) bool { return levels.IsWall(&b) }) {
		return
	}

	shut, why := levels.IsWall, "no ball can reach this brick%s, because unbreakable bricks enclose it, so it need not be broken"
	if slices.ContainsFunc(bricks, func(b spec.BrickSpec) bool { return b.Holds == spec.DropEnergy || b.Holds == spec.DropChance }) {
		needed := 0
		for i := range bricks {
			if bricks[i].Kind.Needed() && !bricks[i].Dormant {
				needed++
			}
		}
		if len(levels.Unreached(bricks, shut))*100 <= needed*(100-engine.WarpPercent) {
			shut = never
		} else {
			why = "only an energy ball gets to this brick%s, and the level should not hang on it: it need not be broken"
		}
	}

	far := levels.Unreached(bricks, shut)
	for _, i := range far {
		b.shut[at[i]] = true
	}
	if len(far) > 0 {
		line, column := b.place(at[far[0]].row, at[far[0]].col)
		r.fail(line, column, why, andMore(len(far)))
	}
}

// A setCell is a place on a board.
type setCell struct{ row, col int }

// placed returns the bricks of a board in the field, with their cells.
func (b *setBoard) placed() (bricks []spec.BrickSpec, at []setCell) {
	for row := range b.bricks {
		for col := range b.bricks[row] {
			spec, ok := b.brick(row, col)
			if !ok {
				continue
			}
			spec.Shape = levels.Box(b.grid.size, b.grid.corner, row, col)
			bricks, at = append(bricks, spec), append(at, setCell{row, col})
		}
	}
	return bricks, at
}
