package levels

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine/spec"
)

// Limits of a level file.
const (
	MaxFile = 64 << 10 // bytes
	MaxRows = 64       // rows of a drawing
	MaxCols = 64       // hexagons in a row of a drawing
	MaxName = 40       // characters of a name
)

// The first line of a level file consists of the magic text and the version of the format.
const (
	magic   = "arkterm levels"
	version = 1

	// FirstLine is the first line of a level file.
	FirstLine = magic + " 1"

	// Suffix is the end of the name of a level file.
	Suffix = ".level"
)

// Parse parses the text of a level file. The name of the file is used in errors, and as the name of the pack if the
// text does not contain one. The error is nil or an [Errors] with all errors in the order of the text.
func Parse(name string, text []byte) (Pack, error) {
	var p parser
	p.parse(name, string(text), false)
	if len(p.errs) > 0 {
		return Pack{}, p.errs
	}
	return p.pack, nil
}

// parse parses a file. It reuses the buffers and names of p from the previous file of the folder. If skipReach is true,
// it does not check that balls can reach all bricks, because a test has done so.
func (p *parser) parse(name, text string, skipReach bool) {
	*p = parser{file: name, pack: Pack{Name: PackName(name)}, names: p.names, buffers: p.buffers, skipReach: skipReach}
	p.read(text)
	p.errs.Sort()
}

// PackName returns the name of a pack for the name of its file or folder.
func PackName(name string) string {
	base := Clean(strings.TrimSuffix(strings.TrimSuffix(path.Base(name), Suffix), ".zip"))
	if base == "." || base == "/" || base == "" {
		return "levels"
	}
	if r := []rune(base); len(r) > MaxName {
		base = string(r[:MaxName])
	}
	return base
}

// A parser parses one file.
type parser struct {
	file string // name of the file, for errors
	errs Errors // errors so far
	pack Pack   // levels so far

	defaults     levelBuilder        // settings before the first level, for all levels
	current      *levelBuilder       // the current level; nil before the first one
	readIndented func(*parser, line) // handles an indented line; nil if none is allowed
	names        []levelName         // names of all levels so far, including those of other files
	buffers      buffers

	skipReach bool // do not check whether balls can reach every brick
}

// buffers contains the memory for parsing a file and a level. It is reused for the next file and level. Without reuse,
// the shipped levels, which are parsed at the start of every game, would need four times as much memory.
type buffers struct {
	runes        []rune
	lines        []line
	words        []token
	brick        spec.BrickSpec // the brick that is being parsed
	legend       []legendEntry
	bricks       []placedBrick
	rects        []brickRect // rectangles around the bricks
	collidesWith []int       // result of collisions
}

// initialBricks is the initial capacity for the bricks of a level, which is sufficient for most levels.
const initialBricks = 128

// A levelName is the name of a level and its position.
type levelName struct {
	token
	file string
}

// fail adds an error at a position.
//
//go:noinline // would be copied into many callers
func (p *parser) fail(at token, format string, args ...any) {
	p.errs = append(p.errs, Error{File: p.file, Line: at.line, Column: at.col, Message: fmt.Sprintf(format, args...)})
}

// read parses a file line by line. A level is completed when the next one starts, so its keys can be in any order.
func (p *parser) read(text string) {
	if len(text) > MaxFile {
		p.fail(token{line: 1, col: 1}, "the file is longer than %d KiB", MaxFile>>10)
		return
	}

	p.readLines(p.lines(text))
}

// readLines parses the lines of a file.
func (p *parser) readLines(lines []line) {
	rest, ok := p.readStart(lines)
	if !ok {
		return
	}
	for _, l := range lines[rest:] {
		p.readLine(l)
	}
	p.finishLevel()
	if len(p.pack.Levels) == 0 && len(p.errs) == 0 {
		p.failNoLevel(lines[rest-1])
	}
}

// failNoLevel reports a file without levels. The argument is the first line of the file.
func (p *parser) failNoLevel(l line) {
	p.fail(l.from(0), "no level in the file, want a line \"level: NAME\"")
}

// readStart checks the first line of a file, except for comments, and returns the index of the next line to parse. ok
// is false if the rest of the file must not be parsed.
func (p *parser) readStart(lines []line) (rest int, ok bool) {
	p.defaults.lattice = defaultLattice
	for i, l := range lines {
		if l.blank() || l.runes[0] == '#' {
			continue
		}
		taken, ok := p.readFirstLine(l)
		return i + taken, ok
	}
	if len(p.errs) == 0 {
		p.fail(token{line: 1, col: 1}, "the file is empty, want the first line %q", fmt.Sprint(magic, " ", version))
	}
	return 0, false
}

// readFirstLine checks the first line. taken is 1 if l is a first line, even with errors, and 0 if the first line is
// missing. ok is false if the rest of the file must not be parsed.
func (p *parser) readFirstLine(l line) (taken int, ok bool) {
	t := l.from(0)
	number, found := strings.CutPrefix(t.text, magic+" ")
	if !found {
		p.fail(t, "the first line must be %q", fmt.Sprint(magic, " ", version))
		return 0, strings.Contains(t.text, ":")
	}
	v, err := strconv.ParseUint(number, 10, 64)
	switch {
	case err != nil || v == 0:
		p.fail(t, "the first line must be %q", fmt.Sprint(magic, " ", version))
		return 1, true
	case v > version:
		p.errs = nil // errors in this version may be valid in the later one
		p.fail(t, "made by a newer arkterm (format version %d, want at most %d)", v, version)
		return 1, false
	}
	return 1, true
}

// A keyword is a key in front of a colon.
type keyword struct {
	name  string
	place keyPlace
	once  bool // allowed at most once per level, and once before the first level
	read  func(*parser, token)
}

// keywords are the keys of level files.
var keywords = [...]keyword{
	{name: "pack", place: beforeLevels, once: true, read: (*parser).packKey},
	{name: "level", place: anywhere, read: (*parser).levelKey},
	{name: "author", place: anywhere, once: true, read: (*parser).authorKey},
	{name: "balls", place: anywhere, once: true, read: (*parser).ballsKey},
	{name: "shots", place: anywhere, once: true, read: (*parser).shotsKey},
	{name: "drops", place: anywhere, once: true, read: (*parser).dropsKey},
	{name: "speed", place: anywhere, once: true, read: (*parser).speedKey},
	{name: "world", place: anywhere, once: true, read: (*parser).worldKey},
	{name: "par time", place: inLevel, once: true, read: (*parser).parTimeKey},
	{name: "par score", place: inLevel, once: true, read: (*parser).parScoreKey},
	{name: "lattice", place: anywhere, read: (*parser).latticeKey},
	{name: "legend", place: anywhere, read: (*parser).legendKey},
	{name: "rows", place: inLevel, read: (*parser).rowsKey},
	{name: "hexagon", place: inLevel, read: (*parser).hexagonKey},
	{name: "polygon", place: inLevel, read: (*parser).polygonKey},
	{name: "emitter", place: inLevel, read: (*parser).emitterKey},
	{name: "drones", place: inLevel, once: true, read: (*parser).dronesKey},
	{name: "boss", place: inLevel, once: true, read: (*parser).bossKey},
	{name: "twist", place: inLevel, once: true, read: (*parser).twistKey},
	{name: "limit", place: inLevel, once: true, read: (*parser).limitKey},
	{name: "medals", place: inLevel, once: true, read: (*parser).medalsKey},
}

// A keyPlace restricts the position of a key in a file.
type keyPlace uint8

const (
	anywhere     keyPlace = iota
	beforeLevels          // before the first level
	inLevel               // after a level's name
)

// readLine handles a comment, an indented line, or a key.
func (p *parser) readLine(l line) {
	switch {
	case len(l.runes) > 0 && l.runes[0] == '#':
	case l.blank() || isSpaceOrTab(l.runes[0]):
		if name, _, found := strings.Cut(l.from(0).text, ":"); found && slices.Contains(keyNames(), name) {
			p.fail(l.from(0), "unexpected spaces before the key %q", name)
			l.runes = nil // an empty row keeps the rows below at their positions
		}
		if p.readIndented != nil {
			p.readIndented(p, l)
		} else if !l.blank() {
			p.fail(l.from(0), "indented line without \"legend:\" or \"rows:\" above")
		}
	default:
		p.readIndented = nil
		p.readKey(l)
	}
}

// readKey handles a line of the form "key: value".
func (p *parser) readKey(l line) {
	colon := slices.Index(l.runes, ':')
	if colon < 0 && slices.Contains(l.runes, utf8.RuneError) { // already reported
		p.readIndented = ignoreLine
		return
	}
	if colon < 0 {
		t := l.from(0)
		p.fail(t, `%s has no colon, want "key: value", "# comment", or an indented line below "legend:" or "rows:"`,
			Quote(t.text))
		p.readIndented = ignoreLine
		return
	}

	name := token{strings.TrimRight(string(l.runes[:colon]), " \t"), l.n, 1}
	i := slices.IndexFunc(keywords[:], func(k keyword) bool { return k.name == name.text })
	switch {
	case slices.Contains(l.runes[:colon], utf8.RuneError): // already reported
		p.readIndented = ignoreLine
		return
	case i < 0:
		p.fail(name, "%s", unknownError("key", name.text, keyNames()))
		p.readIndented = ignoreLine
		return
	}

	k := keywords[i]
	switch {
	case k.place == beforeLevels && p.current != nil:
		p.fail(name, "%q must be before the first level", k.name)
	case k.place == inLevel && p.current == nil:
		p.fail(name, "%q must be in a level, after a line \"level: NAME\"", k.name)
		p.readIndented = ignoreLine
	case k.once && p.target().keyLine(name) != 0:
		p.fail(name, "%q is already in line %d", k.name, p.target().keyLine(name))
	default:
		if k.once {
			t := p.target()
			t.keys = append(t.keys, name)
		}
		k.read(p, l.from(colon+1))
	}
}

// keyNames returns the names of all keys.
func keyNames() []string {
	var names []string
	for _, k := range keywords {
		names = append(names, k.name)
	}
	return names
}

// ignoreLine handles the indented lines below an unknown key, which would only repeat the error.
func ignoreLine(*parser, line) {}

// target returns the level to which a key applies, which is the current level or the defaults.
func (p *parser) target() *levelBuilder {
	if p.current != nil {
		return p.current
	}
	return &p.defaults
}

// packKey parses the name of the pack.
func (p *parser) packKey(v token) {
	if name, ok := p.parseName("pack's name", v); ok {
		p.pack.Name = name
	}
}

// levelKey completes the current level and starts the next one.
func (p *parser) levelKey(v token) {
	p.finishLevel()
	if p.buffers.bricks == nil {
		p.buffers.bricks = make([]placedBrick, 0, initialBricks)
	}
	p.current = p.defaults.newLevel(v, len(p.errs), &p.buffers)
	name, ok := p.parseName("level's name", v)
	if !ok {
		return
	}
	p.current.level.Name = name
	for _, n := range p.names {
		if strings.EqualFold(n.text, name) {
			in := ""
			if n.file != p.file {
				in = " of " + Clean(path.Base(n.file))
			}
			p.fail(v, "the level in line %d%s has the same name", n.line, in)
			return
		}
	}
	p.names = append(p.names, levelName{v, p.file})
}

// authorKey parses the name of the author.
func (p *parser) authorKey(v token) {
	if name, ok := p.parseName("author's name", v); ok {
		p.target().level.Author = name
	}
}

// ballsKey parses the number of balls per serve.
func (p *parser) ballsKey(v token) {
	if n, ok := p.parseCount("balls", v, 1, spec.MaxServeBalls); ok {
		p.target().level.Balls = n
	}
}

// shotsKey parses the number of laser shots.
func (p *parser) shotsKey(v token) {
	if n, ok := p.parseCount("shots", v, 0, spec.MaxShots); ok {
		p.target().level.Shots = n
	}
}

// dropsKey parses the percentage of bricks with random drops.
func (p *parser) dropsKey(v token) {
	if n, ok := p.parseCount("drops", v, 0, 100); ok {
		p.target().level.Drops = n
	}
}

// speedKey parses the ball speed in percent.
func (p *parser) speedKey(v token) {
	if n, ok := p.parseCount("speed", v, spec.MinSpeed, spec.MaxSpeed); ok {
		p.target().level.Speed = n
	}
}

// parseCount parses an integer from lo to hi. The argument noun names it in an error.
func (p *parser) parseCount(noun string, v token, lo, hi int) (int, bool) {
	n, err := strconv.Atoi(v.text)
	if err != nil || n < lo || n > hi {
		p.fail(v, "%s is %s, want %d to %d", noun, Quote(v.text), lo, hi)
		return 0, false
	}
	return n, true
}

// MaxMarks is the maximum number of marks, such as accents, after a letter in a name. Additional marks would cover the
// lines above.
const MaxMarks = 2

// parseName parses a name and checks that it can be displayed. The argument noun describes the name in an error. The
// single characters have been checked before, when the file was split into lines. A name must not have too many marks
// after a letter. It must not start with a mark, which would combine with the preceding character. Tabs are replaced by
// spaces.
func (p *parser) parseName(noun string, v token) (string, bool) {
	if v.text == "" {
		p.fail(v, "the %s is missing", noun)
		return "", false
	}
	v.text = strings.ReplaceAll(v.text, "\t", " ") // a terminal would move the cursor

	marks := 0
	for i, r := range []rune(v.text) {
		at := token{"", v.line, v.col + i}
		marks++
		if !unicode.Is(unicode.M, r) {
			marks = 0
		}
		switch {
		case i == MaxName:
			p.fail(at, "the %s is longer than %d characters", noun, MaxName)
			return "", false
		case marks == 1 && i == 0:
			p.fail(at, "the %s starts with mark U+%04X, want a letter first", noun, r)
			return "", false
		case marks > MaxMarks:
			p.fail(at, "mark U+%04X exceeds the limit of %d per letter", r, MaxMarks)
			return "", false
		case r == utf8.RuneError:
			return "", false
		}
	}
	return v.text, true
}
