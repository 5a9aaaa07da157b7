package levels

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"unicode"
	"unicode/utf8"

	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A levelBuilder contains a level that is being parsed.
type levelBuilder struct {
	at         token // position of the level's name
	level      spec.Level
	legend     []legendEntry
	lattice    lattice // for the following drawings
	drawings   []drawing
	bricks     []placedBrick
	emitters   []placedEmitter
	boss       token   // position of the boss
	twist      token   // position of the twist
	gates      token   // position of the drones' gates
	keys       []token // keys so far that are allowed only once
	errsBefore int     // number of errors before this level

	// Whether these errors, which are reported only once per level, have been reported.
	tooManyBricks, tooManyEmitters bool
}

// A placedBrick is a brick with its position in the file.
type placedBrick struct {
	spec.BrickSpec
	at      token
	drawing int // index of its drawing, or notInDrawing
}

// notInDrawing is the drawing of a brick outside of drawings.
const notInDrawing = -1

// newLevel returns a builder for a level that starts at the position pos. b contains the defaults, and errs is the
// number of errors so far. The builder uses the memory of buf.
func (b *levelBuilder) newLevel(pos token, errs int, buf *buffers) *levelBuilder {
	n := &levelBuilder{
		at: pos, level: b.level, lattice: b.lattice, errsBefore: errs,
		legend: buf.legend[:0], bricks: buf.bricks[:0],
	}
	for _, e := range b.legend {
		e.inherited = true
		n.legend = append(n.legend, e)
	}
	return n
}

// keyLine returns the line in which the key was given, or 0.
func (b *levelBuilder) keyLine(key token) int {
	for _, k := range b.keys {
		if k.text == key.text {
			return k.line
		}
	}
	return 0
}

// A legendEntry defines a character of drawings.
type legendEntry struct {
	symbol    rune
	brick     spec.BrickSpec // without a shape
	line      int            // line of the entry
	inherited bool           // the entry is from the defaults, so the level can redefine it
	damaged   bool           // the entry has an error
}

// emptyCell is the character of a cell without a brick.
const emptyCell = '.'

// legendKey starts a legend, whose entries follow in indented lines.
func (p *parser) legendKey(v token) {
	if v.text != "" {
		p.fail(v, "want the legend in indented lines below, such as \"  o plain 3\"")
	}
	p.readIndented = (*parser).legendLine
}

// legendLine parses a line of the form "o plain 3".
func (p *parser) legendLine(l line) {
	words := p.words(l.from(0))
	if len(words) == 0 {
		return
	}

	at := words[0]
	symbol, width := utf8.DecodeRuneInString(at.text)
	switch {
	case symbol == utf8.RuneError:
		return
	case width < len(at.text):
		p.fail(at, "%s is not a single character, want a line such as \"o plain 3\"", Quote(at.text))
		return
	case symbol == emptyCell || unicode.Is(unicode.M, symbol):
		p.fail(at, "%q cannot be the symbol of a brick", symbol)
		return
	}

	// An entry with an error is stored, too, so that its symbol is not reported again in the rows.
	w := &wordReader{p, words[1:], l.from(0).end()}
	e := legendEntry{symbol: symbol, line: l.n}
	var ok bool
	if e.brick, ok = w.readBrick(); ok {
		ok = w.requireEnd()
	}
	e.damaged = !ok

	b := p.target()
	switch i := b.findSymbol(symbol); {
	case i < 0:
		b.legend = append(b.legend, e)
	case b.legend[i].inherited:
		b.legend[i] = e
	default:
		p.fail(at, "%q is already defined in line %d", symbol, b.legend[i].line)
	}
}

// findSymbol returns the index of the symbol's legend entry, or −1.
func (b *levelBuilder) findSymbol(symbol rune) int {
	return slices.IndexFunc(b.legend, func(e legendEntry) bool { return e.symbol == symbol })
}

// legendText lists the characters of the legend for an error.
func (b *levelBuilder) legendText() string {
	var all []string
	for _, e := range b.legend {
		all = append(all, strconv.QuoteRune(e.symbol))
	}
	if all == nil {
		return "the legend is empty, want indented lines below \"legend:\" such as \"o plain 3\""
	}
	return "the legend has " + parse.List(all, "and")
}

// finishLevel completes the current level, if any, and checks it.
func (p *parser) finishLevel() {
	b := p.current
	if b == nil {
		return
	}
	p.readIndented = nil

	for i := range b.drawings {
		p.buildDrawing(b, i)
	}
	before := func(i, j int) bool { return b.bricks[i].at.before(b.bricks[j].at) }
	if !sort.SliceIsSorted(b.bricks, before) { // usually sorted; sorting is slow, because a brick is large
		sort.SliceStable(b.bricks, before)
	}

	p.checkField(b)
	p.checkGaps(b)
	p.checkEmitters(b)
	p.checkBoss(b)
	p.checkChallenge(b)
	p.checkGates(b)
	p.checkPairs(b)
	p.checkWires(b)

	required := func(q placedBrick) bool { return q.required() }
	breakable := b.level.Boss.Kind != spec.NoBoss || slices.ContainsFunc(b.bricks, required)
	if !breakable && len(p.errs) == b.errsBefore {
		p.fail(b.at, "the level has no brick that must be broken, and no boss")
	}

	// Check the reachability of bricks only in a level without other errors.
	if len(p.errs) == b.errsBefore && !p.skipReach {
		p.checkReach(b)
	}

	p.buffers.legend, p.buffers.bricks = b.legend, b.bricks
	b.level.Bricks = slices.Grow(b.level.Bricks, len(b.bricks))
	for i := range b.bricks {
		b.level.Bricks = append(b.level.Bricks, b.bricks[i].BrickSpec)
	}
	for _, e := range b.emitters {
		b.level.Emitters = append(b.level.Emitters, e.EmitterSpec)
	}
	p.pack.Levels = append(p.pack.Levels, b.level)
	p.current = nil
}

// required reports whether the brick is present and must be broken.
func (q *placedBrick) required() bool { return q.Kind.Needed() && !q.Dormant }

// kindNames returns the names of the kinds of brick in level files.
func kindNames() []string {
	var names []string
	for _, k := range spec.Kinds[:spec.NumPlacedKinds] {
		names = append(names, k.Name)
	}
	return names
}

// position returns the position of the brick as "line:column", for errors about another brick.
func (q *placedBrick) position() string { return fmt.Sprintf("%d:%d", q.at.line, q.at.col) }
