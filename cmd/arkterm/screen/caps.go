package screen

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"arkterm/render/cell"
)

// Caps are the capabilities that a terminal has reported.
type Caps struct {
	PictureKnown bool   // the replies that affect the picture have arrived or are overdue
	Settled      bool   // all other replies have arrived or are overdue, too
	Answered     bool   // the terminal has replied to CSI c (DA1)
	Kitty        bool   // kitty keyboard protocol
	Win32        int    // state of win32-input-mode, reported by DECRQM: 1 is on, 2 off, 0 unknown
	Sync         bool   // synchronized output
	PixelMouse   bool   // mouse reports in pixels
	Status       bool   // replies to CSI 5 n
	Version      string // name and version (XTVERSION); "" if not reported

	// TerminalModel and TerminalRelease are the first two numbers of the secondary attributes (DA2). Usually they are
	// the model and its release. They are 0 if not reported.
	TerminalModel, TerminalRelease int

	Ambiguous    int     // columns of a character of ambiguous width; 0 if unknown
	CellW, CellH int     // size of a cell in pixels (CSI 16 t); 0 if not reported
	Pixels       bool    // the size of the window in pixels is known
	Aspect       float64 // width ÷ height of a cell; 0.5 if unknown
}

// Wide reports whether characters of ambiguous width take more than one column, as in terminals configured for East
// Asian text. Only ASCII pictures are correct there.
func (c Caps) Wide() bool { return c.Ambiguous > 1 }

// CanReportReleases reports whether the terminal can report key releases.
func (c Caps) CanReportReleases() bool { return c.Kitty || c.Win32 == 1 || c.Win32 == 2 }

// HasPixelMouse reports whether the terminal can report mouse positions in pixels, and in the same pixels as the size
// of a cell. Otherwise such positions cannot be converted to cells.
func (c Caps) HasPixelMouse() bool {
	return c.PixelMouse && slices.ContainsFunc(pixelMouseTerminals, func(r terminalRow) bool { return r.fits(nil, c) })
}

// answersModes reports whether a terminal with this TERM and these capabilities understands DECRQM.
func (c Caps) answersModes(term string) bool {
	e := Environment{"TERM": term}
	return slices.ContainsFunc(modeReporters, func(r terminalRow) bool { return r.fits(e, c) }) ||
		c.Version == "" && slices.Contains(modeModels, [2]int{c.TerminalModel, c.TerminalRelease})
}

// Bleeds reports whether glyphs may reach into neighboring cells. It uses only the replies of the terminal, not the
// environment.
func (c Caps) Bleeds() bool { return Identify(nil, c).Bleeds }

// KnownCaps are the capabilities of a terminal according to the table of terminals.
type KnownCaps struct {
	Tier       cell.Tier
	Glyphs     cell.Glyphs
	Bleeds     bool   // glyphs may reach a pixel into neighboring cells
	Recognized bool   // the terminal was recognized; otherwise the other fields are valid for nearly all terminals
	Evidence   string // the property by which the terminal was recognized, for display
}

// An Environment holds the environment variables that describe a terminal.
type Environment map[string]string

// ReadEnvironment reads the variables from env, a function like os.Getenv.
func ReadEnvironment(env func(name string) string) Environment {
	e := Environment{}
	for _, name := range []string{"TERM", "COLORTERM", "TERM_PROGRAM_VERSION"} {
		e[name] = env(name)
	}
	for _, r := range terminals {
		if r.by == byVariable || r.by == byMultiplexer {
			e[r.variable()] = env(r.variable())
		}
	}
	return e
}

// Identify returns the known capabilities of a terminal with the environment e and the capabilities c reported so far.
func Identify(e Environment, c Caps) KnownCaps {
	i := slices.IndexFunc(terminals, func(r terminalRow) bool { return r.fits(e, c) }) // the last row always fits
	r := &terminals[i]
	k := KnownCaps{
		Tier:       r.tier,
		Glyphs:     r.glyphs,
		Bleeds:     r.quirks&bleeds != 0,
		Recognized: r.by <= byVariable,
		Evidence:   evidenceNames[r.by],
	}
	if k.Evidence == "" {
		k.Evidence = r.variable()
	}
	switch e["COLORTERM"] {
	case "truecolor", "24bit":
		if r.quirks&ignoresColorterm == 0 {
			k.Tier = cell.Truecolor
		}
	}
	return k
}

// hasTitle reports whether a terminal with this TERM supports a title and a stack of titles.
func hasTitle(term string) bool { return term != "" && !hasQuirk(term, noTitle|limited) }

// isBasic reports whether a terminal with this TERM may show OSC strings, cursor styles or styled underlines as text.
func isBasic(term string) bool { return term == "" || hasQuirk(term, basic|limited) }

// isLimited reports whether a terminal with this TERM may show, as text, sequences that a VT100 does not have.
func isLimited(term string) bool { return hasQuirk(term, limited) }

// canScroll reports whether a terminal with this TERM supports a scroll region (DECSTBM) and the insertion and
// deletion of rows in it (IL, DL). Nearly all terminals since the VT102 do. According to terminfo, the exceptions are
// the terminals with the quirk noScroll or limited.
func canScroll(term string) bool { return term != "" && !hasQuirk(term, noScroll|limited) }

// ECMA48 reports whether a terminal with this TERM understands the sequences of ECMA-48. Nearly all do.
func ECMA48(term string) bool { return !hasQuirk(term, notECMA48) }

// hasQuirk reports whether the table of terminals has a row for this TERM with any of the quirks.
//
//go:noinline // would be copied into many callers
func hasQuirk(term string, quirks quirk) bool {
	return slices.ContainsFunc(terminals, func(r terminalRow) bool {
		return r.by == byTerm && r.quirks&quirks != 0 && matches(r.name, term)
	})
}

// variable returns the name of the environment variable in a row.
func (r *terminalRow) variable() string {
	name, _, _ := strings.Cut(r.name, "=")
	return name
}

// fits reports whether the row applies to a terminal with the environment e and the capabilities c.
func (r *terminalRow) fits(e Environment, c Caps) bool {
	switch r.by {
	case byVersion:
		rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(c.Version)), r.name)
		return ok && (rest == "" || strings.Contains(" (/-", rest[:1])) && !releaseIn(rest).before(r.since)

	case bySecondary:
		return c.TerminalRelease > 0 && matches(r.name, e["TERM"]) && !splitRelease(c.TerminalRelease).before(r.since)

	case byVariable:
		if c.Version != "" { // the variable was inherited from another terminal
			return false
		}
		value := e[r.variable()]
		if _, want, found := strings.Cut(r.name, "="); found {
			return value == want && !releaseIn(e["TERM_PROGRAM_VERSION"]).before(r.since)
		}
		return value != "" && !releaseIn(value).before(r.since)

	case byMultiplexer:
		return e[r.name] != ""
	}
	return matches(r.name, e["TERM"])
}

// matches reports whether term matches one of the patterns, which are separated by spaces.
func matches(patterns, term string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if ok, _ := path.Match(pattern, term); ok || pattern == "*" {
			return true
		}
	}
	return false
}

// A release is a version number in parts, for example 0, 35, 2.
type release []int

// before reports whether r is older than b. Missing parts are not compared, so an empty release is not older.
func (r release) before(b release) bool {
	n := min(len(r), len(b))
	return slices.Compare(r[:n], b[:n]) < 0
}

// releaseIn returns the first version number in text, for example 0, 35 and 2 of (0.35.2). A single number is split by
// splitRelease.
func releaseIn(text string) (ns release) {
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
		return splitRelease(ns[0])
	}
	return ns
}

// splitRelease splits a release number into parts of two digits. For example, 7600 is 0.76.0, and 221203 is
// 22.12.3. Dates and numbers below 100 are not split.
func splitRelease(n int) release {
	if n < 1_00 || n >= 100_00_00 {
		return release{n}
	}
	return release{n / 100_00, n / 100 % 100, n % 100}
}
