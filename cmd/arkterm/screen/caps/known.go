package caps

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"arkterm/render/cell"
)

// A Known is what a terminal is known to do.
type Known struct {
	Tier   cell.Tier
	Glyphs cell.Glyphs
	Bleeds bool   // its glyphs may reach a pixel into the cells beside theirs
	Sure   bool   // it was recognised; else the others are what nearly all terminals do
	By     string // what it was recognised by, in words
}

// An Environment is what the environment tells of a terminal: the variables that count, by name.
type Environment map[string]string

// ReadEnvironment reads the variables from env, which is like os.Getenv.
func ReadEnvironment(env func(name string) string) Environment {
	e := Environment{}
	for _, name := range []string{"TERM", "COLORTERM", "TERM_PROGRAM_VERSION"} {
		e[name] = env(name)
	}
	for _, r := range rows {
		if r.by == byVariable || r.by == byMultiplexer {
			e[r.variable()] = env(r.variable())
		}
	}
	return e
}

// Identify returns what is known of the terminal in an environment, which has told c, or nothing yet.
func Identify(e Environment, c Caps) Known {
	r := &rows[slices.IndexFunc(rows, func(r row) bool { return r.fits(e, c) })] // the last one always does
	k := Known{Tier: r.tier, Glyphs: r.glyphs, Bleeds: r.quirks&bleeds != 0, Sure: r.by <= byVariable, By: signNames[r.by]}
	if k.By == "" {
		k.By = r.variable()
	}
	switch e["COLORTERM"] {
	case "truecolor", "24bit":
		if r.quirks&allColors == 0 {
			k.Tier = cell.Truecolor
		}
	}
	return k
}

// HasTitle reports whether a terminal with this TERM has a title, and a stack for the previous one.
func HasTitle(term string) bool { return term != "" && !hasQuirk(term, untitled|limited) }

// Limited reports whether a terminal with this TERM may print sequences that a VT100 does not have.
func Limited(term string) bool { return hasQuirk(term, limited) }

// Basic reports whether a terminal with this TERM may print OSC strings, cursor styles or styled underlines.
func Basic(term string) bool { return term == "" || hasQuirk(term, basic|limited) }

// Scrolls reports whether a terminal with this TERM scrolls some of its rows: with a scroll region (DECSTBM) in which it
// inserts and deletes rows (IL, DL). All terminals since the VT102 do, and terminfo lists these capabilities for all
// but the ones with the quirk.
func Scrolls(term string) bool { return term != "" && !hasQuirk(term, unscrolled|limited) }

// ECMA48 reports whether a terminal with this TERM understands the sequences of ECMA-48. Nearly all do.
func ECMA48(term string) bool { return !hasQuirk(term, foreign) }

// hasQuirk reports whether a row for this TERM has any of the quirks.
func hasQuirk(term string, quirks quirk) bool {
	return slices.ContainsFunc(rows, func(r row) bool {
		return r.by == byTerm && r.quirks&quirks != 0 && matches(r.name, term)
	})
}

// Bleeds reports what Known's field of that name would be by the terminal's replies alone.
func (c Caps) Bleeds() bool { return Identify(nil, c).Bleeds }

// variable returns the variable that the row asks for.
func (r *row) variable() string {
	name, _, _ := strings.Cut(r.name, "=")
	return name
}

// fits reports whether the row is for such a terminal.
func (r *row) fits(e Environment, c Caps) bool {
	switch r.by {
	case byVersion:
		rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(c.Version)), r.name)
		return ok && (rest == "" || strings.Contains(" (/-", rest[:1])) && !numbersIn(rest).before(r.since)

	case bySecondary:
		return c.Secondary > 0 && matches(r.name, e["TERM"]) && !unpacked(c.Secondary).before(r.since)

	case byVariable:
		if c.Version != "" { // it is another terminal, whose name says nothing
			return false
		}
		told := e[r.variable()]
		if _, value, of := strings.Cut(r.name, "="); of {
			return told == value && !numbersIn(e["TERM_PROGRAM_VERSION"]).before(r.since)
		}
		return told != "" && !numbersIn(told).before(r.since)

	case byMultiplexer:
		return e[r.name] != ""
	}
	return matches(r.name, e["TERM"])
}

// matches reports whether term matches one of the patterns, which blanks separate.
func matches(patterns, term string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if ok, _ := path.Match(pattern, term); ok || pattern == "*" {
			return true
		}
	}
	return false
}

// A release is the number of one, as 0, 35, 2.
type release []int

// before reports whether r is older than the release b. Without any number it is not.
func (r release) before(b release) bool {
	for i := range min(len(r), len(b)) {
		if r[i] != b[i] {
			return r[i] < b[i]
		}
	}
	return false
}

// numbersIn returns the first numbers in text that stand together: 0, 35 and 2 of (0.35.2). A single one is
// unpacked.
func numbersIn(text string) (ns release) {
	i := strings.IndexAny(text, "0123456789")
	if i < 0 {
		return nil
	}
	text = text[i:]
	if end := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }); end >= 0 {
		text = text[:end]
	}
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		ns = append(ns, n)
	}
	if len(ns) == 1 {
		return unpacked(ns[0])
	}
	return ns
}

// unpacked takes a release in one number apart, two digits for each part: 7600 is 0.76.0, and 221203 is
// 22.12.3. Dates and small numbers are releases themselves.
func unpacked(n int) release {
	if n < 1_00 || n >= 100_00_00 {
		return release{n}
	}
	return release{n / 100_00, n / 100 % 100, n % 100}
}
