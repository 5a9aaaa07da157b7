package levels

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine"
)

// A wordList is the words of a value, taken one by one.
type wordList struct {
	p    *parser
	left []token
	end  token // where more words would stand
}

func newWords(p *parser, v token) *wordList { return &wordList{p, v.words(), v.end()} }

// next takes the next word, or returns an empty one at the end.
func (w *wordList) next() token {
	if len(w.left) == 0 {
		return w.end
	}
	t := w.left[0]
	w.left = w.left[1:]
	return t
}

// done reports whether all words are taken, and complains when not.
func (w *wordList) done() bool {
	if len(w.left) == 0 {
		return true
	}
	w.p.fail(w.left[0], "%s is one word too many", quote(w.left[0].text))
	return false
}

// brick takes a kind and, if a number follows, a hue.
func (w *wordList) brick() (kind engine.Kind, hue uint8, ok bool) {
	t := w.next()
	ok = false
	for k, row := range engine.Kinds {
		if row.Name == t.text {
			kind, ok = engine.Kind(k), true
		}
	}
	switch {
	case t.text == "":
		w.p.fail(t, "the kind of brick is missing: there is %s", list(kindNames()))
	case !ok:
		w.p.fail(t, "%s", unknown("kind of brick", t.text, kindNames()))
	}
	if len(w.left) == 0 || !startsNumber(w.left[0].text) {
		return kind, 0, ok
	}
	h := w.next()
	n, err := strconv.Atoi(h.text)
	if err != nil || n < 0 || n >= engine.Hues {
		w.p.fail(h, "hue %s, want 0 to %d", quote(h.text), engine.Hues-1)
		return kind, 0, false
	}
	return kind, uint8(n), ok
}

// An option is a word with numbers behind it.
type option struct {
	name        string
	least, most int     // how many numbers
	lo, hi      float64 // the range of each
	needed      bool

	numbers []float64 // what was read
	at      token
}

// given reports whether the option was read.
func (o option) given() bool { return o.at.line != 0 }

// number returns the i-th number, 0 when the option was not given.
func (o option) number(i int) float64 {
	if i >= len(o.numbers) {
		return 0
	}
	return o.numbers[i]
}

// options takes all words that are left: options in any order, each at most
// once. It complains about all that is wrong and reports whether nothing is.
func (w *wordList) options(opts []option) bool {
	errs := len(w.p.errs)
	names := make([]string, len(opts))
	for i, o := range opts {
		names[i] = o.name
	}
	for len(w.left) > 0 {
		t := w.next()
		switch i := slices.Index(names, t.text); {
		case i < 0:
			w.p.fail(t, "%s", unknown("word", t.text, names))
			w.skipNumbers()
		case opts[i].given():
			w.p.fail(t, "%q is given twice", t.text)
			w.skipNumbers()
		default:
			opts[i].at = t
			w.numbers(&opts[i], names)
		}
	}
	// An option that seems to be missing may only be misspelt.
	if errs == len(w.p.errs) {
		for _, o := range opts {
			if o.needed && !o.given() {
				w.p.fail(w.end, "%q is missing: %s", o.name, o.want())
			}
		}
	}
	return errs == len(w.p.errs)
}

// want says what an option looks like.
func (o option) want() string {
	count := fmt.Sprint(o.least)
	if o.most > o.least {
		count = fmt.Sprintf("%d to %d", o.least, o.most)
	}
	noun := "numbers"
	if o.most == 1 {
		noun = "number"
	}
	return fmt.Sprintf("%s takes %s %s from %g to %g", o.name, count, noun, o.lo, o.hi)
}

func (w *wordList) skipNumbers() {
	for len(w.left) > 0 && startsNumber(w.left[0].text) {
		w.next()
	}
}

// numbers takes the numbers of an option; names are those of all options.
func (w *wordList) numbers(o *option, names []string) {
	for len(o.numbers) < o.most && w.numberNext(o, names) {
		t := w.next()
		x, ok := parseNumber(t.text)
		switch {
		case !ok:
			w.p.fail(t, "%s is no number: %s", quote(t.text), o.want())
		case x < o.lo || x > o.hi:
			w.p.fail(t, "%s is out of range: %s", quote(t.text), o.want())
		}
		o.numbers = append(o.numbers, x)
	}
	if len(w.left) > 0 && startsNumber(w.left[0].text) {
		w.p.fail(w.left[0], "one number too many: %s", o.want())
		w.skipNumbers()
	}
	if len(o.numbers) < o.least {
		at := w.end
		if len(w.left) > 0 {
			at = w.left[0]
		}
		w.p.fail(at, "a number is missing: %s", o.want())
	}
}

// numberNext reports whether the next word is, or is meant to be, a number of o:
// it looks like one, or it stands in the place of one and like no option.
func (w *wordList) numberNext(o *option, names []string) bool {
	if len(w.left) == 0 {
		return false
	}
	next := w.left[0].text
	return startsNumber(next) || len(o.numbers) < o.least && nearest(next, names) == ""
}

// startsNumber reports whether s is meant to be a number.
func startsNumber(s string) bool { return s != "" && strings.ContainsRune("+-.0123456789", rune(s[0])) }

// parseNumber reads a decimal number without an exponent. The forms that
// strconv knows beyond that (inf, nan, 0x1p-2) are not for level files.
func parseNumber(s string) (float64, bool) {
	if len(s) > 24 || strings.Trim(s, "+-.0123456789") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0)
}
