package caps

import (
	"path"
	"strconv"
	"strings"

	"arkterm/render/cell"
)

// A Rule says what terminals whose TERM matches the pattern are known to do.
type Rule struct {
	pattern string // as path.Match
	Tier    cell.Tier
	Glyphs  cell.Glyphs
}

// termRules knows terminals by TERM; the first match counts. Those that it does not know
// are taken to have 256 colours and quadrants, as nearly all do. Sextants and mosaics are for those
// that draw them themselves in all releases that one meets: fonts that have them are few, and leave gaps.
var termRules = []Rule{
	{"xterm-kitty", cell.Truecolor, cell.Mosaic},
	{"xterm-ghostty", cell.Truecolor, cell.Mosaic},
	{"alacritty*", cell.Truecolor, cell.Sextant},
	{"foot*", cell.Truecolor, cell.Mosaic},
	{"wezterm", cell.Truecolor, cell.Sextant},
	{"contour", cell.Truecolor, cell.Sextant},
	{"rio", cell.Truecolor, cell.Sextant},
	{"*-direct", cell.Truecolor, cell.Quadrant},
	{"linux", cell.Colors16, cell.Half}, // the console's font has 512 glyphs, no quadrants
	{"xterm", cell.Colors16, cell.Quadrant},
	{"vt[0-9]*-color", cell.Colors16, cell.ASCII},
	{"vt[0-9]*", cell.Mono, cell.ASCII},
	{"ansi*", cell.Colors16, cell.ASCII},
	{"cons25*", cell.Colors16, cell.ASCII},
	{"wsvt25*", cell.Colors16, cell.ASCII},
	{"sun*", cell.Colors16, cell.ASCII},
	{"dumb", cell.Mono, cell.ASCII},
}

// Known returns the rule for a TERM, and whether it is one of the table.
func Known(term string) (r Rule, known bool) {
	for _, r := range termRules {
		if ok, _ := path.Match(r.pattern, term); ok {
			return r, true
		}
	}
	return Rule{term, cell.Colors256, cell.Quadrant}, false
}

// A versionRule says what a terminal is known to do from a release on.
type versionRule struct {
	name   string      // as the terminal's answer begins, in lower case
	since  []int       // the first release that the rule is for; nil: any
	glyphs cell.Glyphs // that these draw themselves; all have true colour
}

// versionRules knows terminals by their answers to XTVERSION; the first match counts. The releases are
// those with which a terminal began to draw the glyphs itself:
//
//   - kitty: its notes on 0.19 speak of the block that has them; seen in 0.26.5
//   - foot: its notes have the diagonals in 1.9; seen in 1.13.1
//   - WezTerm: its notes have the whole block in builds after 20240203
//   - Alacritty: its source has sextants and no diagonals
//   - VTE and xterm.js (merged for the release after 6.0): their releases are taken to be these, and
//     were not looked at
//   - Windows Terminal, Contour and Rio are not known to have the diagonals
//
// Multiplexers are not among them: what they draw with is another terminal's.
var versionRules = []versionRule{
	{"kitty", []int{0, 19}, cell.Mosaic},
	{"kitty", nil, cell.Quadrant},
	{"foot", []int{1, 9}, cell.Mosaic},
	{"foot", nil, cell.Sextant},
	{"ghostty", nil, cell.Mosaic},
	{"wezterm", []int{20240204}, cell.Mosaic},
	{"wezterm", nil, cell.Sextant},
	{"alacritty", []int{0, 13}, cell.Sextant},
	{"alacritty", nil, cell.Quadrant},
	{"vte", []int{0, 62}, cell.Mosaic},
	{"vte", []int{0, 58}, cell.Sextant},
	{"vte", nil, cell.Quadrant},
	{"windows terminal", nil, cell.Sextant},
	{"xterm.js", []int{6, 1}, cell.Mosaic},
	{"xterm.js", nil, cell.Sextant},
	{"contour", nil, cell.Sextant},
	{"rio", nil, cell.Sextant},
	{"konsole", nil, cell.Quadrant},
	{"iterm2", nil, cell.Quadrant},
	{"mintty", nil, cell.Quadrant},
}

// GlyphsOfVersion returns what a terminal is known to draw that has answered XTVERSION so, as
// kitty(0.35.2), VTE(7600) or WezTerm 20240203-110809-5046fc22; false for one that is not known.
func GlyphsOfVersion(version string) (cell.Glyphs, cell.Tier, bool) {
	version = strings.ToLower(strings.TrimSpace(version))
	for _, r := range versionRules {
		rest, ok := strings.CutPrefix(version, r.name)
		if !ok || rest != "" && !strings.Contains(" (/-", rest[:1]) {
			continue
		}
		release := numbersIn(rest)
		if r.name == "vte" && len(release) == 1 {
			release = []int{release[0] / 10000, release[0] / 100 % 100, release[0] % 100} // 7600 is 0.76.0
		}
		if r.since == nil || !before(release, r.since) {
			return r.glyphs, cell.Truecolor, true
		}
	}
	return 0, 0, false
}

// numbersIn returns the first numbers in text that stand together: 0, 35 and 2 of (0.35.2).
func numbersIn(text string) (ns []int) {
	i := strings.IndexAny(text, "0123456789")
	if i < 0 {
		return nil
	}
	text = text[i:]
	if end := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }); end >= 0 {
		text = text[:end]
	}
	for _, part := range strings.Split(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		ns = append(ns, n)
	}
	return ns
}

// before reports whether release a is older than b. Without any number it is not.
func before(a, b []int) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
