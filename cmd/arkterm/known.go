package main

import (
	"path"
	"strconv"
	"strings"

	"arkterm/render"
)

// A termRule says what terminals whose TERM matches the pattern are known to do.
type termRule struct {
	pattern string // as path.Match
	tier    render.Tier
	glyphs  render.Glyphs
}

// termRules knows terminals by TERM; the first match counts. Those that it does not know
// are taken to have 256 colours and quadrants, as nearly all do. Sextants are for those that
// draw them themselves: fonts that have them are few, and leave gaps.
var termRules = []termRule{
	{"xterm-kitty", render.Truecolor, render.Sextant},
	{"xterm-ghostty", render.Truecolor, render.Sextant},
	{"alacritty*", render.Truecolor, render.Sextant},
	{"foot*", render.Truecolor, render.Sextant},
	{"wezterm", render.Truecolor, render.Sextant},
	{"contour", render.Truecolor, render.Sextant},
	{"rio", render.Truecolor, render.Sextant},
	{"*-direct", render.Truecolor, render.Quadrant},
	{"linux", render.Colors16, render.Half}, // the console's font has 512 glyphs, no quadrants
	{"xterm", render.Colors16, render.Quadrant},
	{"vt[0-9]*-color", render.Colors16, render.ASCII},
	{"vt[0-9]*", render.Mono, render.ASCII},
	{"ansi*", render.Colors16, render.ASCII},
	{"cons25*", render.Colors16, render.ASCII},
	{"wsvt25*", render.Colors16, render.ASCII},
	{"sun*", render.Colors16, render.ASCII},
	{"dumb", render.Mono, render.ASCII},
}

// knownTerm returns the rule for a TERM, and whether it is one of the table.
func knownTerm(term string) (r termRule, known bool) {
	for _, r := range termRules {
		if ok, _ := path.Match(r.pattern, term); ok {
			return r, true
		}
	}
	return termRule{term, render.Colors256, render.Quadrant}, false
}

// A versionRule says what a terminal is known to do from the release on with which it began
// to draw sextants itself.
type versionRule struct {
	name   string        // as the terminal's answer begins, in lower case
	since  []int         // the first release that the rule is for; nil: any
	glyphs render.Glyphs // of these; all have true colour
}

// versionRules knows terminals by their answers to XTVERSION. Multiplexers are not among them:
// what they draw with is another terminal's.
var versionRules = []versionRule{
	{"kitty", nil, render.Sextant},
	{"foot", nil, render.Sextant},
	{"ghostty", nil, render.Sextant},
	{"wezterm", nil, render.Sextant},
	{"alacritty", []int{0, 13}, render.Sextant},
	{"alacritty", nil, render.Quadrant},
	{"vte", []int{0, 58}, render.Sextant},
	{"vte", nil, render.Quadrant},
	{"windows terminal", nil, render.Sextant},
	{"xterm.js", nil, render.Sextant},
	{"contour", nil, render.Sextant},
	{"rio", nil, render.Sextant},
	{"konsole", nil, render.Quadrant},
	{"iterm2", nil, render.Quadrant},
	{"mintty", nil, render.Quadrant},
}

// glyphsOfVersion returns what a terminal is known to draw that has answered XTVERSION so, as
// kitty(0.35.2), VTE(7600) or WezTerm 20240203-110809-5046fc22; false for one that is not known.
func glyphsOfVersion(version string) (render.Glyphs, render.Tier, bool) {
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
			return r.glyphs, render.Truecolor, true
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
