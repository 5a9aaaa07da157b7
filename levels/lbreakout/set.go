// Package lbreakout imports level sets of LBreakout2, LBreakoutHD, XBoing and KBreakOut.
//
// [Read] and [Load] read such sets and level files of arkterm. [Import] converts a set to level files, which package
// levels then parses, so that imported levels follow the same rules as other levels. [Split] and [Convert] convert
// single levels of a set, for shuffled games. The documentation of package levels describes what cannot be converted.
package lbreakout

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// This file reads the level sets of LBreakout2 and LBreakoutHD.

// MaxSet is the maximum size of a set, in bytes. The longest known sets have 300 levels and a fifth of this size.
const MaxSet = 1 << 20

// MaxLevels is the maximum number of levels that are read from a set. Recordings have the same limit.
const MaxLevels = 1000

// The boards of LBreakout.
const (
	setCols = 14
	setRows = 18
)

// A setFormat describes the level sets of a game.
type setFormat struct {
	game    string                           // name of the game
	begins  func(text []byte) bool           // reports whether a text begins like a set
	read    func(*setReader)                 // reads the boards
	source  func(r *setReader, i int) string // returns a set with only board i
	cols    int                              // number of columns of a board
	rows    int                              // number of rows of a board
	grid    grid                             // grid of most levels
	bricks  func() map[byte]spec.BrickSpec   // by letter; made when a set is read
	empty   string                           // letters of empty cells
	missing map[byte]string                  // names of bricks without a counterpart in arkterm, by letter
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

// formatOf returns the format of a level set, or nil if the text does not start with the header of any format.
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

// IsSet reports whether a text begins like a level set. It examines the first [HeadSize] bytes.
func IsSet(text []byte) bool { return formatOf(text[:min(len(text), HeadSize)]) != nil }

// Import reads a level set of LBreakout2, LBreakoutHD, XBoing or KBreakOut. The base name of the file becomes the name
// of the pack. The Sources of the pack are level files. Its Notes list the differences from the set with their
// positions: unknown bricks, bricks without a counterpart, levels without breakable bricks, and a truncated set. A set
// without levels is an error. If none of its levels can be played, the pack has no levels.
func Import(name string, text []byte) (levels.Pack, error) {
	files, notes, err := LevelFiles(name, text)
	if err != nil {
		return levels.Pack{}, err
	}
	pack, err := levels.FromSources(levels.PackName(name), files)
	if err != nil {
		return levels.Pack{}, fmt.Errorf("import %s: the converted levels are invalid: %w", levels.Clean(name), err)
	}
	pack.Notes = notes
	return pack, nil
}

// Split returns the levels of a set, each as its own set, or nil if the text is not a set. A level without a name is
// named after its number, for example "Level 3".
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

// Convert converts a set with one level, which [Split] returned, to a level file. name is the name of the whole set.
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

// readSet reads the boards of a set. The error is nil or of the type [levels.Errors].
func readSet(name string, text []byte) (r setReader, err error) {
	fail := func(message string) (setReader, error) {
		return setReader{}, levels.Errors{{File: name, Line: 1, Column: 1, Message: message}}
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

// LevelFiles is like [Import], but returns the level files without parsing them, and the notes.
func LevelFiles(name string, text []byte) (files []levels.Source, notes levels.Errors, err error) {
	r, err := readSet(name, text)
	if err != nil {
		return nil, nil, err
	}
	w := newSetWriter(levels.PackName(name), r.format)
	for i := range r.boards {
		if w.skipUnplayable(&r, &r.boards[i]) {
			continue
		}
		w.add(&r.boards[i])
	}
	r.notes.Sort()

	if len(r.boards) == 0 {
		if len(r.notes) == 0 {
			r.note(max(len(r.lines), 1), 1, "the set has no level")
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
	n      int // number of lines read
	boards []setBoard
	notes  levels.Errors
}

// A setBoard is a level of a set. It contains the letters of the file.
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
	places       []setCell                 // line and column of each row; nil if rows are on successive lines
	from, to     int                       // byte range of the level in the text; only in sets of KBreakOut
	unreachable  map[setCell]bool          // cells that no ball can reach
}

// newBoard returns an empty board.
func (r *setReader) newBoard() setBoard {
	return setBoard{format: r.format, grid: r.format.grid, unreachable: map[setCell]bool{}}
}

// addBoard adds a board unless there are too many. It reports whether the board was added.
func (r *setReader) addBoard(b *setBoard) bool {
	if len(r.boards) == MaxLevels {
		r.note(b.line, 1, "more than %d levels; skipped the rest", MaxLevels)
		return false
	}
	r.boards = append(r.boards, *b)
	return true
}

// position returns the line and the column of a cell in the file, from 1.
func (b *setBoard) position(row, col int) (line, column int) {
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

// note adds a note at a position in the file.
func (r *setReader) note(line, col int, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	r.notes = append(r.notes, levels.Error{File: r.file, Line: line, Column: col, Message: message})
}

// readLBreakout reads the boards up to the first malformed board. LBreakout also stops there, without a message.
func (r *setReader) readLBreakout() {
	if len(r.lines) > 0 && bytes.HasPrefix(r.lines[0], []byte("Version:")) {
		r.n = 1
	}
	for !r.atEnd() {
		b, ok := r.readBoard()
		if !ok || !r.addBoard(&b) {
			return
		}
	}
}

// lbreakoutSource returns a set with only board i. The level has a name.
func (r *setReader) lbreakoutSource(i int) string {
	b := &r.boards[i]
	lines := slices.Clone(r.lines[b.line-1 : b.dropsLine-1+setRows])
	if setName(b.name, "") == "" {
		lines[2] = fmt.Appendf(nil, "Level %d", i+1)
	}
	return string(bytes.Join(lines, []byte("\n")))
}

// atEnd reports whether only empty lines follow.
func (r *setReader) atEnd() bool {
	for _, l := range r.lines[r.n:] {
		if len(bytes.TrimSpace(l)) > 0 {
			return false
		}
	}
	return true
}

// nextLine reads a line. If the text has ended, it adds a note and ok is false. In the note, want describes the missing
// line.
func (r *setReader) nextLine(want string) (line []byte, ok bool) {
	if r.n == len(r.lines) {
		r.note(r.n+1, 1, "the set ends within a level, want %s; skipped the level", want)
		return nil, false
	}
	r.n++
	return r.lines[r.n-1], true
}

// readKeyword reads a line that must begin with word. It returns false after an error.
func (r *setReader) readKeyword(word string) bool {
	line, ok := r.nextLine(word)
	if ok && !bytes.HasPrefix(line, []byte(word)) {
		r.note(r.n, 1, "got %s, want %q; skipped the rest of the set", levels.Quote(setText(line)), word)
		return false
	}
	return ok
}

// readBoard reads a level of LBreakout.
func (r *setReader) readBoard() (b setBoard, ok bool) {
	b = r.newBoard()
	if !r.readKeyword("Level:") {
		return b, false
	}
	b.line = r.n
	for _, to := range []*string{&b.author, &b.name} {
		line, ok := r.nextLine("the author and the name")
		if !ok {
			return b, false
		}
		*to = setText(line)
	}
	if !r.readKeyword("Bricks:") {
		return b, false
	}
	b.bricksLine = r.n + 1
	if !r.readRows(&b.bricks) || !r.readKeyword("Bonus:") {
		return b, false
	}
	b.dropsLine = r.n + 1
	return b, r.readRows(&b.drops)
}

// readRows reads the rows of a board. It returns false after an error.
func (r *setReader) readRows(to *[][]byte) bool {
	rows, cols := r.format.rows, r.format.cols
	for i := range rows {
		line, ok := r.nextLine(fmt.Sprintf("row %d of %d", i+1, rows))
		if !ok {
			return false
		}
		if len(line) < cols {
			r.note(r.n, len(line)+1, "a row of %d characters, want %d; skipped the rest of the set", len(line), cols)
			return false
		}
		*to = append(*to, line[:cols])
	}
	return true
}

// setText decodes text of a set: as UTF-8 if it is valid, otherwise as ISO-8859-1, whose bytes are the first 256
// characters of Unicode.
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
var setBricks = sync.OnceValue(func() map[byte]spec.BrickSpec {
	return map[byte]spec.BrickSpec{
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
})

// setDrops contains the letters of LBreakout's bonuses. The corresponding drops of arkterm have the same letters.
const setDrops = "012345g+-lsmbwfp?><jdc~!&*}{W"

// tenThousandLetter is the letter of the bonus of 10,000 points. That is more than a level is worth, so it becomes
// the drop of 5,000 points.
const tenThousandLetter = '5'

// setDrop returns the drop for a letter of LBreakout, or NoDrop.
func setDrop(letter byte) spec.DropKind {
	switch {
	case strings.IndexByte(setDrops, letter) < 0:
		return spec.NoDrop
	case letter == tenThousandLetter:
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

// brick returns the brick in a cell, if there is one. In LBreakout, an empty cell with a bonus next to a seed becomes a
// sprout that holds the bonus.
func (b *setBoard) brick(row, col int) (given spec.BrickSpec, ok bool) {
	given, ok = b.format.bricks()[b.bricks[row][col]]
	drop := b.drop(row, col)
	if !ok {
		if drop == spec.NoDrop || !b.isNextToSeed(row, col) {
			return given, false
		}
		return spec.BrickSpec{Kind: spec.Sprout, Hue: setBricks()[seedLetter].Hue, Drop: drop, Dormant: true}, true
	}
	if k := &spec.Kinds[given.Kind]; drop != spec.NoDrop && (k.Breakable || k.StrongOnly) {
		given.Drop = drop
	}
	if b.unreachable[setCell{row, col}] && given.Kind.Needed() {
		given.Kind, given.Hits = spec.Cracked, 0
	}
	return given, true
}

// seedLetter is the brick that makes other bricks grow around it.
const seedLetter = '!'

// isNextToSeed reports whether one of the eight adjacent cells contains a seed.
func (b *setBoard) isNextToSeed(row, col int) bool {
	for r := max(0, row-1); r <= min(len(b.bricks)-1, row+1); r++ {
		for c := max(0, col-1); c <= min(len(b.bricks[r])-1, col+1); c++ {
			if (r != row || c != col) && b.bricks[r][c] == seedLetter {
				return true
			}
		}
	}
	return false
}

// hasRequiredBrick reports whether the level has a brick that must be broken.
func (b *setBoard) hasRequiredBrick() bool {
	for row := range b.bricks {
		for col := range b.bricks[row] {
			if spec, ok := b.brick(row, col); ok && spec.Kind.Needed() && !spec.Dormant {
				return true
			}
		}
	}
	return false
}

// noteLetters adds a note for each letter of a board that is unknown or has no counterpart.
func (r *setReader) noteLetters(b *setBoard) {
	r.eachLetter(b.bricks, func(row, col int, c byte, more string) {
		line, column := b.position(row, col)
		given, known := b.format.bricks()[c]
		switch name := b.format.missing[c]; {
		case name != "":
			r.note(line, column, "the %s of %s has no counterpart%s; imported as %s",
				name, r.format.game, more, spec.Kinds[given.Kind].Name)
		case !known:
			r.note(line, column, "unknown brick %s%s", levels.Quote(setText([]byte{c})), more)
		}
	})
	r.eachLetter(b.drops, func(row, col int, c byte, more string) {
		if setDrop(c) == spec.NoDrop {
			r.note(b.dropsLine+row, col+1, "unknown bonus %s%s", levels.Quote(setText([]byte{c})), more)
		}
	})
}

// eachLetter calls f with the first cell of each letter, except letters of empty cells. The argument more mentions the
// other cells with the letter, see andMore.
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

// andMore returns " (and n more)" for n+1 cells, and "" for one.
func andMore(count int) string {
	if count == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more)", count-1)
}

// markUnreachable finds the bricks that no ball can reach, and notes that they need not be broken. Otherwise the level
// could not be cleared. If the level contains a drop that breaks metal and chaos bricks, these do not count as walls.
// However, players may miss the drop. Therefore metal and chaos bricks count as walls if so many bricks are behind them
// that players could not skip the rest of the level (see engine.WarpPercent).
func (r *setReader) markUnreachable(b *setBoard) {
	bricks, at := b.placedBricks()
	isUnbreakable := func(b *spec.BrickSpec) bool { return b.Kind == spec.Wall }
	if !slices.ContainsFunc(bricks, func(b spec.BrickSpec) bool { return levels.IsWall(&b) }) {
		return
	}

	isWall := levels.IsWall
	note := "no ball can reach this brick%s, because unbreakable bricks enclose it, so it need not be broken"
	holdsEnergy := func(b spec.BrickSpec) bool { return b.Drop == spec.DropEnergy || b.Drop == spec.DropChance }
	if slices.ContainsFunc(bricks, holdsEnergy) {
		needed := 0
		for i := range bricks {
			if bricks[i].Kind.Needed() && !bricks[i].Dormant {
				needed++
			}
		}
		if len(levels.Unreached(bricks, isWall))*100 <= needed*(100-engine.WarpPercent) {
			isWall = isUnbreakable
		} else {
			note = "only an energy ball can reach this brick%s, so it need not be broken"
		}
	}

	unreached := levels.Unreached(bricks, isWall)
	for _, i := range unreached {
		b.unreachable[at[i]] = true
	}
	if len(unreached) > 0 {
		line, column := b.position(at[unreached[0]].row, at[unreached[0]].col)
		r.note(line, column, note, andMore(len(unreached)))
	}
}

// A setCell is a position on a board.
type setCell struct{ row, col int }

// placedBricks returns the bricks of a board with their shapes in the field, and the cell of each brick.
func (b *setBoard) placedBricks() (bricks []spec.BrickSpec, at []setCell) {
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
