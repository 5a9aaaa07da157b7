package levels

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine/geom"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A wordReader reads the words of a value in order.
type wordReader struct {
	p     *parser
	words []token // the remaining words
	end   token   // position after the last word
}

// newWords returns a reader of the words of the value v.
func newWords(p *parser, v token) *wordReader { return &wordReader{p, p.words(v), v.end()} }

// next returns the next word, or an empty one at the end.
func (w *wordReader) next() token {
	if len(w.words) == 0 {
		return w.end
	}
	t := w.words[0]
	w.words = w.words[1:]
	return t
}

// requireEnd reports whether all words were read, and adds an error otherwise.
func (w *wordReader) requireEnd() bool {
	if len(w.words) == 0 {
		return true
	}
	w.p.fail(w.words[0], "unexpected word %s", Quote(w.words[0].text))
	return false
}

// readBrick reads a kind, an optional color, and the details of some kinds in any order: "hits N", "holds DROP", "pair
// N", "grows later" and "way DIRECTION". The other fields of the result are zero.
func (w *wordReader) readBrick() (brick spec.BrickSpec, ok bool) {
	given := &w.p.buffers.brick
	*given = spec.BrickSpec{}
	t := w.next()
	for k, row := range spec.Kinds[:spec.NumPlacedKinds] {
		if row.Name == t.text {
			given.Kind, ok = spec.Kind(k), true
		}
	}
	switch {
	case t.text == "":
		w.p.fail(t, "missing kind of brick, want %s", parse.List(kindNames(), "or"))
	case !ok:
		w.p.fail(t, "%s", unknownError("kind of brick", t.text, kindNames()))
	}

	if len(w.words) > 0 && startsNumber(w.words[0].text) {
		h := w.next()
		n, err := strconv.Atoi(h.text)
		if err != nil || n < 0 || n >= spec.NumHues {
			w.p.fail(h, "color %s, want 0 to %d", Quote(h.text), spec.NumHues-1)
			ok = false
		}
		given.Hue = uint8(n)
	}
	ok = w.readDetails(t, given, ok) && ok
	return *given, ok
}

// A detail is a property of a brick: a keyword followed by one word.
type detail struct {
	name    string
	allowed func(spec.KindRow) bool                                  // reports whether a kind can have the detail
	read    func(w *wordReader, v token, given *spec.BrickSpec) bool // sets the detail to the word v
}

// details are the details of bricks.
var details = [...]detail{
	{"hits", func(row spec.KindRow) bool { return row.Hits > 1 }, (*wordReader).readHits},
	{"pair", func(row spec.KindRow) bool { return row.Paired() }, (*wordReader).readPair},
	{"holds", func(row spec.KindRow) bool { return row.Breakable || row.StrongOnly }, (*wordReader).readHolds},
	{"grows", func(row spec.KindRow) bool { return row.Name == spec.Kinds[spec.Sprout].Name }, (*wordReader).readGrows},
	{"way", func(row spec.KindRow) bool { return row.Opening == spec.OneWay }, (*wordReader).readWay},
}

// readDetails reads the details of a brick into brick. pos is the position of the word for its kind. readDetails
// reports details that the kind cannot have, and missing ones. If kindKnown is false, all details are allowed.
func (w *wordReader) readDetails(pos token, brick *spec.BrickSpec, kindKnown bool) bool {
	row, ok := spec.Kinds[brick.Kind], true
	for len(w.words) > 0 {
		i := slices.IndexFunc(details[:], func(d detail) bool { return d.name == w.words[0].text })
		if i < 0 {
			break
		}

		t := w.next()
		if kindKnown && !details[i].allowed(row) {
			w.p.fail(t, "%q is not allowed for %q", t.text, row.Name)
			w.next()
			ok = false
			continue
		}
		v := w.next()
		if v.text == "" {
			w.p.fail(v, "missing value for %q", t.text)
			return false
		}
		ok = details[i].read(w, v, brick) && ok
	}

	switch {
	case !ok || !kindKnown:
	case row.Paired() && brick.Pair == 0:
		w.p.fail(pos.end(), "missing number of the %s, want pair N", row.Name)
		ok = false
	case row.Opening == spec.OneWay && brick.PassDir == geom.Vec{}:
		w.p.fail(pos.end(), "missing direction of the gate, want way up, down, left, right or DEGREES")
		ok = false
	}
	return ok
}

// readHits reads the number of initial hits.
func (w *wordReader) readHits(v token, given *spec.BrickSpec) bool {
	n, ok := w.p.parseCount("hits", v, 1, int(spec.Kinds[given.Kind].Hits))
	given.Hits = uint8(n)
	return ok
}

// readPair reads the number of a pair.
func (w *wordReader) readPair(v token, given *spec.BrickSpec) bool {
	n, ok := w.p.parseCount("pair", v, 1, spec.MaxPairs)
	given.Pair = uint8(n)
	return ok
}

// readHolds reads the name of a drop.
func (w *wordReader) readHolds(v token, given *spec.BrickSpec) bool {
	drop, err := spec.ParseDrop(v.text)
	if err != nil {
		w.p.fail(v, "%s", unknownError("drop", v.text, parse.Names(spec.NoDrop+1, spec.NumDrops)))
		return false
	}
	given.Drop = drop
	return true
}

// readGrows reads the word after "grows", which must be "later".
func (w *wordReader) readGrows(v token, spec *spec.BrickSpec) bool {
	if spec.Dormant = v.text == "later"; !spec.Dormant {
		w.p.fail(v, "grows %s, want \"later\"", Quote(v.text))
	}
	return spec.Dormant
}

// directions maps the named directions to angles in degrees.
var directions = map[string]float64{"right": 0, "down": 90, "left": 180, "up": 270}

// readWay reads the direction of a gate.
func (w *wordReader) readWay(v token, spec *spec.BrickSpec) bool {
	degrees, ok := directions[v.text]
	if !ok {
		degrees, ok = parseNumber(v.text)
	}
	if !ok || degrees < -360 || degrees > 360 {
		w.p.fail(v, "way %s, want up, down, left, right or −360 to 360 degrees (90 is down)", Quote(v.text))
		return false
	}
	spec.PassDir = geom.Direction(degrees)
	return true
}

// An option is a keyword followed by numbers.
type option struct {
	name               string  // keyword
	minCount, maxCount int     // number of values
	min, max           float64 // range of each value
	required           bool    // it is an error if the option is missing

	numbers []float64 // the values in the file
	at      token     // position of the keyword
}

// given reports whether the option was given.
func (o option) given() bool { return o.at.line != 0 }

// number returns the i-th value, or 0 if the option was not given.
func (o option) number(i int) float64 {
	if i >= len(o.numbers) {
		return 0
	}
	return o.numbers[i]
}

// readOptions reads the remaining words as options in any order, each at most once. It reports all errors, and
// returns true if there were none.
func (w *wordReader) readOptions(opts []option) bool {
	errs := len(w.p.errs)
	names := make([]string, len(opts))
	for i, o := range opts {
		names[i] = o.name
	}

	for len(w.words) > 0 {
		t := w.next()
		switch i := slices.Index(names, t.text); {
		case i < 0:
			w.p.fail(t, "%s", unknownError("word", t.text, names))
			w.skipNumbers()
		case opts[i].given():
			w.p.fail(t, "%q is given twice", t.text)
			w.skipNumbers()
		default:
			opts[i].at = t
			w.readNumbers(&opts[i], names)
		}
	}

	// Don't report missing options after another error, because the option may only be misspelled.
	if errs == len(w.p.errs) {
		for _, o := range opts {
			if o.required && !o.given() {
				w.p.fail(w.end, "%q is missing, want it with %s", o.name, o.values())
			}
		}
	}
	return errs == len(w.p.errs)
}

// want returns the end of an error about a value.
func (o option) want() string { return fmt.Sprintf("want %s after %q", o.values(), o.name) }

// values describes the expected values, for example "2 numbers from 0 to 61".
func (o option) values() string {
	count := fmt.Sprint(o.minCount)
	if o.maxCount > o.minCount {
		count = fmt.Sprintf("%d to %d", o.minCount, o.maxCount)
	}
	noun := "numbers"
	if o.maxCount == 1 {
		noun = "number"
	}
	return fmt.Sprintf("%s %s from %g to %g", count, noun, o.min, o.max)
}

// skipNumbers skips the following numbers.
func (w *wordReader) skipNumbers() {
	for len(w.words) > 0 && startsNumber(w.words[0].text) {
		w.next()
	}
}

// readNumbers reads the values of an option. names contains the names of all options.
func (w *wordReader) readNumbers(o *option, names []string) {
	if o.numbers == nil {
		o.numbers = make([]float64, 0, o.maxCount)
	}
	for len(o.numbers) < o.maxCount && w.nextIsNumber(o, names) {
		t := w.next()
		x, ok := parseNumber(t.text)
		switch {
		case !ok:
			w.p.fail(t, "%s is not a number, %s", Quote(t.text), o.want())
		case x < o.min || x > o.max:
			w.p.fail(t, "%s is out of range, %s", Quote(t.text), o.want())
		}
		o.numbers = append(o.numbers, x)
	}

	if len(w.words) > 0 && startsNumber(w.words[0].text) {
		w.p.fail(w.words[0], "too many numbers, %s", o.want())
		w.skipNumbers()
	}
	if len(o.numbers) < o.minCount {
		at := w.end
		if len(w.words) > 0 {
			at = w.words[0]
		}
		w.p.fail(at, "missing number, %s", o.want())
	}
}

// nextIsNumber reports whether the next word is intended as a value of o. This is the case if it looks like a number.
// At the position of a required value, it is also the case if the word does not look like one of the names.
func (w *wordReader) nextIsNumber(o *option, names []string) bool {
	if len(w.words) == 0 {
		return false
	}
	next := w.words[0].text
	return startsNumber(next) || len(o.numbers) < o.minCount && parse.Nearest(next, names) == ""
}

// startsNumber reports whether s is intended as a number.
func startsNumber(s string) bool { return s != "" && strings.ContainsRune("+-.0123456789", rune(s[0])) }

// parseNumber parses a decimal number without an exponent. The other forms of strconv (inf, nan, 0x1p-2) are not
// allowed.
func parseNumber(s string) (float64, bool) {
	if len(s) > 24 || strings.Trim(s, "+-.0123456789") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0)
}
