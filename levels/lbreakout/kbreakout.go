package lbreakout

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"arkterm/engine/geom"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// This file reads the level sets of KBreakOut, which are XML. A <Line> element contains a letter for each brick of a
// row. A <Gift> element contains the number of bricks that hold a gift.

// kbreakout describes KBreakOut's level sets. A board has 20 × 24 bricks, but the levels of KBreakOut leave the last
// five rows empty, so there is space for boxes of 3 × 2 units. At 80×24, such boxes are whole characters.
var kbreakout = setFormat{
	game: "KBreakOut",
	begins: func(text []byte) bool {
		return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("<")) &&
			bytes.Contains(text, []byte("<"+kbreakoutRoot))
	},
	read:   (*setReader).readKBreakOut,
	source: (*setReader).kbreakoutSource,
	cols:   20,
	rows:   24,
	grid:   grid{size: geom.Vec{X: 3, Y: 2}, corner: geom.Vec{X: 0.5}},
	empty:  "-. ",
	bricks: sync.OnceValue(func() map[byte]spec.BrickSpec {
		return map[byte]spec.BrickSpec{
			'1': {Kind: spec.Plain, Hue: 0},
			'2': {Kind: spec.Plain, Hue: 1},
			'3': {Kind: spec.Plain, Hue: 2},
			'4': {Kind: spec.Plain, Hue: 3},
			'5': {Kind: spec.Plain, Hue: 4},
			'6': {Kind: spec.Plain, Hue: 5},
			'm': {Kind: spec.Triple, Hue: 6},
			'x': {Kind: spec.Bomb, Hue: 1},
			'u': {Kind: spec.Wall, Hue: 7},
			'h': {Kind: spec.Hidden, Hue: 7, Hits: 2},
		}
	}),
}

// flatGrid is the grid of boards with bricks below row lastTallRow. Its boxes are flat, as in KBreakOut.
var flatGrid = grid{size: geom.Vec{X: 3, Y: 1.5}, corner: geom.Vec{X: 0.5}}

// lastTallRow is the last row, counted from 0, that is above spec.LowestBrick in kbreakout.grid.
const lastTallRow = 18

// maxSetNotes is the maximum number of notes about a set before the reader stops.
const maxSetNotes = 2 * MaxLevels

// The elements of a set.
const (
	kbreakoutRoot  = "KBreakOutLevelSet"
	kbreakoutLevel = "Level"
	kbreakoutLine  = "Line"
	kbreakoutGift  = "Gift"
)

// kbreakoutGifts are the drops for KBreakOut's gifts. GiftLoseLife has no counterpart.
var kbreakoutGifts = map[string]spec.DropKind{
	"Gift100Points":       spec.Drop200Points,
	"Gift200Points":       spec.Drop200Points,
	"Gift500Points":       spec.Drop500Points,
	"Gift1000Points":      spec.Drop1000Points,
	"GiftAddLife":         spec.DropLife,
	"GiftAddBall":         spec.DropExtraBall,
	"GiftNextLevel":       spec.DropExit,
	"GiftSplitBall":       spec.DropSplit,
	"GiftUnstoppableBall": spec.DropEnergy,
	"GiftBurningBall":     spec.DropFire,
	"GiftMoreExplosion":   spec.DropExplosive,
	"GiftIncreaseSpeed":   spec.DropFast,
	"GiftDecreaseSpeed":   spec.DropSlow,
	"GiftEnlargeBar":      spec.DropExpand,
	"GiftShrinkBar":       spec.DropShrink,
	"GiftStickyBar":       spec.DropCatch,
	"GiftMagicWand":       spec.DropZap,
	"GiftMagicEye":        spec.DropZap,
}

// A kbreakoutReader reads the XML of a set.
type kbreakoutReader struct {
	*setReader
	xml   *xml.Decoder
	start int // offset of the current element
	board setBoard
	row   int       // row of the last line
	free  []setCell // bricks without a gift, in random order; nil if lines were read since it was computed
}

// readKBreakOut reads the levels up to the first error of the XML.
func (r *setReader) readKBreakOut() {
	k := kbreakoutReader{setReader: r, xml: xml.NewDecoder(bytes.NewReader(r.text))}
	k.xml.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, parse.EncodingError(charset)
	}
	err := k.eachChild(k.readRoot)
	if err == nil || err == io.EOF {
		return
	}
	message := err.Error()
	if e, ok := errors.AsType[*xml.SyntaxError](err); ok {
		message = "not XML, " + e.Msg
	}
	if e, ok := errors.AsType[parse.EncodingError](err); ok {
		message = e.Error()
	}
	line, column := k.pos()
	r.note(line, column, "%s; skipped the rest of the set", levels.Clean(message))
}

// pos returns the position of the decoder. The column counts characters, but the decoder's column counts bytes. The
// decoder's column is 0 after it has stepped back over a line feed.
func (k *kbreakoutReader) pos() (line, column int) {
	line, column = k.xml.InputPos()
	if line <= len(k.lines) {
		before := k.lines[line-1]
		before = before[:min(max(column-1, 0), len(before))]
		return line, utf8.RuneCount(before) + 1
	}
	return line, max(column, 1)
}

// eachChild calls f for each element up to the end of the parent.
func (k *kbreakoutReader) eachChild(f func(xml.StartElement) error) error {
	for {
		from := int(k.xml.InputOffset())
		token, err := k.xml.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if len(k.notes) >= maxSetNotes {
				line, column := k.pos()
				k.note(line, column, "more than %d faults; skipped the rest of the set", maxSetNotes)
				return io.EOF
			}
			k.start = from
			if err := f(t); err != nil {
				return err
			}
		}
	}
}

// skipUnknown notes an element and skips it.
func (k *kbreakoutReader) skipUnknown(e xml.StartElement, want string) error {
	line, column := k.pos()
	k.note(line, column, "unknown element %s (want %s); skipped", levels.Quote(e.Name.Local), want)
	return k.xml.Skip()
}

// readRoot reads the root element.
func (k *kbreakoutReader) readRoot(e xml.StartElement) error {
	if e.Name.Local != kbreakoutRoot {
		return k.skipUnknown(e, kbreakoutRoot)
	}
	return k.eachChild(k.readLevel)
}

// readLevel reads a level and adds its board.
func (k *kbreakoutReader) readLevel(e xml.StartElement) error {
	if e.Name.Local != kbreakoutLevel {
		return k.skipUnknown(e, kbreakoutLevel)
	}
	k.board = k.newBoard()
	b := &k.board
	b.from = k.start
	b.line, _ = k.pos()
	b.name = attribute(e, "Name")
	b.gifts = map[setCell]spec.DropKind{}
	b.places = make([]setCell, k.format.rows)
	for range k.format.rows {
		b.bricks = append(b.bricks, bytes.Repeat([]byte("-"), k.format.cols))
	}
	k.row, k.free = 0, nil
	if err := k.eachChild(k.readPart); err != nil {
		return err
	}
	b.to = int(k.xml.InputOffset())
	if !k.addBoard(b) {
		return io.EOF // ignore the rest of the set
	}
	return nil
}

// readPart reads a line of bricks or a gift.
func (k *kbreakoutReader) readPart(e xml.StartElement) error {
	line, column := k.pos()
	var read func(e xml.StartElement, text string, line, column int)
	switch e.Name.Local {
	case kbreakoutLine:
		read = k.readLine
	case kbreakoutGift:
		read = k.readGift
	default:
		return k.skipUnknown(e, kbreakoutLine+" or "+kbreakoutGift)
	}
	text, err := k.readContent()
	if err != nil {
		return err
	}
	trimmed := strings.TrimLeft(text, " \t\r\n")
	blanks := text[:len(text)-len(trimmed)]
	if n := strings.Count(blanks, "\n"); n > 0 {
		line, column = line+n, 1
		blanks = blanks[strings.LastIndexByte(blanks, '\n')+1:]
	}
	read(e, strings.TrimRight(trimmed, " \t\r\n"), line, column+len(blanks))
	return nil
}

// readContent returns the text in the current element, without the text of elements in it. The method
// DecodeElement would add 50 KB to the program.
func (k *kbreakoutReader) readContent() (string, error) {
	var text []byte
	for {
		token, err := k.xml.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			text = append(text, t...)
		case xml.EndElement:
			return string(text), nil
		case xml.StartElement:
			if err := k.xml.Skip(); err != nil {
				return "", err
			}
		}
	}
}

// readLine reads a row of bricks. The attribute Number is the row. Without it, the row is the next one.
func (k *kbreakoutReader) readLine(e xml.StartElement, text string, line, column int) {
	number := cmp.Or(attribute(e, "Number"), strconv.Itoa(k.row+1))
	row, err := strconv.Atoi(number)
	if k.row = row; err != nil {
		k.row = -1
	}

	b, cols := &k.board, k.format.cols
	switch {
	case k.row < 0 || k.row >= k.format.rows:
		k.note(line, column, "row number is %s, want 0 to %d; skipped", levels.Quote(number), k.format.rows-1)
		return
	case b.places[k.row].row > 0:
		k.note(line, column, "row %d is in line %d already; skipped", k.row, b.places[k.row].row)
		return
	}

	b.places[k.row] = setCell{line, column}
	if k.row > lastTallRow {
		b.grid = flatGrid
	}
	col := 0
	for _, c := range text {
		if col == cols {
			k.note(line, column+cols, "a row of more than %d characters; skipped the rest of the row", cols)
			break
		}
		if c > 0xff {
			c = '\x7f'
		}
		b.bricks[k.row][col] = byte(c)
		col++
	}
	k.free = nil
}

// readGift puts a number of gifts into bricks. KBreakOut selects the bricks at random for each game. Here the selection
// is fixed, so that a set always results in the same levels.
func (k *kbreakoutReader) readGift(e xml.StartElement, text string, line, column int) {
	name := attribute(e, "Type")
	drop, ok := kbreakoutGifts[name]
	if !ok {
		k.note(line, column, "the gift %s has no counterpart", levels.Quote(name))
		return
	}
	if k.free == nil {
		k.free = k.board.bricksWithoutGift()
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > len(k.free) {
		k.note(line, column, "the number of gifts is %s, want 0 to %d (the bricks without a gift); skipped",
			levels.Quote(text), len(k.free))
		return
	}
	for _, at := range k.free[:n] {
		k.board.gifts[at] = drop
	}
	k.free = k.free[n:]
}

// bricksWithoutGift returns the cells of bricks that can hold a gift but do not yet, in random order.
func (b *setBoard) bricksWithoutGift() (free []setCell) {
	for row := range b.bricks {
		for col := range b.bricks[row] {
			brick, ok := b.brick(row, col)
			if ok && brick.Drop == spec.NoDrop && spec.Kinds[brick.Kind].Breakable {
				free = append(free, setCell{row, col})
			}
		}
	}
	shuffled := make([]setCell, len(free))
	for i, from := range levels.Permutation(uint64(len(free)), len(free)) {
		shuffled[i] = free[from]
	}
	return shuffled
}

// attribute returns the value of an attribute, or "".
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// kbreakoutSource returns a set with only board i.
func (r *setReader) kbreakoutSource(i int) string {
	b := &r.boards[i]
	return fmt.Sprintf("<%s>%s</%s>\n", kbreakoutRoot, r.text[b.from:b.to], kbreakoutRoot)
}
