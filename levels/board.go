package levels

import (
	"fmt"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A board is a level while it is read.
type levelBuilder struct {
	at         token // where it begins
	level      spec.Level
	legend     []legendEntry
	lattice    lattice
	drawings   []drawing
	bricks     []placedBrick
	emitters   []placedEmitter
	boss       token   // where the file places a boss, if it does
	twist      token   // the same for a twist
	gates      token   // where it places the gates of drones
	keys       []token // those that may stand only once
	errsBefore int     // how many errors there were before it

	// What is reported once.
	tooManyBricks, tooManyEmitters bool
}

// A placed brick knows where it stands in the file.
type placedBrick struct {
	spec.BrickSpec
	at      token
	drawing int // index of its drawing, or free
}

const notInDrawing = -1

// next returns the board of a level that begins at the given place, with what
// b, the head of the file, says about all levels. It is built in the room.
func (b *levelBuilder) newLevel(at token, errs int, in *buffers) *levelBuilder {
	n := &levelBuilder{at: at, level: b.level, lattice: b.lattice, errsBefore: errs, legend: in.legend[:0], bricks: in.bricks[:0]}
	for _, e := range b.legend {
		e.inherited = true
		n.legend = append(n.legend, e)
	}
	return n
}

// given returns the line that gives the key already, or 0.
func (b *levelBuilder) keyLine(key token) int {
	for _, k := range b.keys {
		if k.text == key.text {
			return k.line
		}
	}
	return 0
}

// An entry of the legend says what a character of a drawing stands for.
type legendEntry struct {
	symbol    rune
	brick     spec.BrickSpec // without a shape
	line      int
	inherited bool // from the head: the level may say otherwise
}

// emptyCell is the character of a cell without a brick.
const emptyCell = '.'

func (p *parser) legendKey(v token) {
	if v.text != "" {
		p.fail(v, "the legend stands in indented lines below: \"  o plain 3\"")
	}
	p.readIndented = (*parser).legendLine
}

// legendLine takes a line of the form "o plain 3".
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
		p.fail(at, "%s is not a single character: a line of the legend is \"o plain 3\"", Quote(at.text))
		return
	case symbol == emptyCell || unicode.Is(unicode.M, symbol):
		p.fail(at, "%q cannot stand for a brick", symbol)
		return
	}

	// An entry with an error counts as well, so that the rows do not complain about its
	// symbol too.
	w := &wordReader{p, words[1:], l.from(0).end()}
	e := legendEntry{symbol: symbol, line: l.n}
	var ok bool
	if e.brick, ok = w.readBrick(); ok {
		w.done()
	}

	b := p.target()
	switch i := b.findSymbol(symbol); {
	case i < 0:
		b.legend = append(b.legend, e)
	case b.legend[i].inherited:
		b.legend[i] = e
	default:
		p.fail(at, "%q is in line %d of the legend already", symbol, b.legend[i].line)
	}
}

// find returns the index of the symbol's entry in the legend, or −1.
func (b *levelBuilder) findSymbol(symbol rune) int {
	return slices.IndexFunc(b.legend, func(e legendEntry) bool { return e.symbol == symbol })
}

// symbols lists the legend's characters for a message.
func (b *levelBuilder) legendText() string {
	var all []string
	for _, e := range b.legend {
		all = append(all, strconv.QuoteRune(e.symbol))
	}
	if all == nil {
		return "the legend is empty: below \"legend:\" an indented line \"o plain 3\" says what 'o' is"
	}
	return "the legend has " + parse.List(all, "and")
}

// finish completes the level that is being read, if any, and checks what needs all of it.
func (p *parser) finish() {
	b := p.current
	if b == nil {
		return
	}
	p.readIndented = nil

	for i := range b.drawings {
		p.buildDrawing(b, i)
	}
	if !slices.IsSortedFunc(b.bricks, comparePositions) { // as nearly all are, and a brick is long
		slices.SortStableFunc(b.bricks, comparePositions)
	}

	p.checkField(b)
	p.checkGaps(b)
	p.checkEmitters(b)
	p.checkBoss(b)
	p.checkChallenge(b)
	p.checkGates(b)
	p.checkPortals(b)

	breakable := b.level.Boss.Kind != spec.NoBoss || slices.ContainsFunc(b.bricks, func(q placedBrick) bool { return q.required() })
	if !breakable && len(p.errs) == b.errsBefore {
		p.fail(b.at, "nothing in this level can be broken: it needs a brick that is plain, another kind that must be, or a boss")
	}

	// Whether balls reach a brick is worth asking only of a level that is right otherwise.
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

// needed reports whether the brick is there and must be broken.
func (q *placedBrick) required() bool { return q.Kind.Needed() && !q.Dormant }

// byPlace orders bricks as they stand in the file.
func comparePositions(a, b placedBrick) int {
	if a.at.line != b.at.line {
		return a.at.line - b.at.line
	}
	return a.at.col - b.at.col
}

// kindNames lists the kinds of brick as level files spell them.
func kindNames() []string {
	var names []string
	for _, k := range spec.Kinds[:spec.NumPlacedKinds] {
		names = append(names, k.Name)
	}
	return names
}

// where says where a brick stands, for messages about another one.
func (q *placedBrick) position() string { return fmt.Sprintf("%d:%d", q.at.line, q.at.col) }
