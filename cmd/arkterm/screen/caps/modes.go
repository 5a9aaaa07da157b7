package caps

import "slices"

// modeReporters are the terminals that either reply to a query for a mode (DECRQM) or ignore it.
// QTerminal before April 2026, Terminal.app, zutty and deepin-terminal print its last letter.
var modeReporters = []row{
	{by: byVersion, name: "kitty", source: "seen in 0.26.5"},
	{by: byVersion, name: "foot", source: "seen in 1.13.1"},
	{by: byVersion, name: "ghostty", source: "its parser is a DEC parser, which ignores unknown sequences"},
	{by: byVersion, name: "wezterm", source: "as ghostty"},
	{by: byVersion, name: "vte", source: "seen in 0.70"},
	{by: byVersion, name: "konsole", source: "seen in 22.12.3"},
	{by: byVersion, name: "xterm.js", source: "as ghostty"},
	{by: byVersion, name: "xterm", source: "seen in 379"},
	{by: byVersion, name: "contour", source: "as ghostty"},
	{by: byVersion, name: "rio", source: "as ghostty"},
	{by: byVersion, name: "iterm2", source: "as ghostty"},
	{by: byVersion, name: "mintty", source: "as ghostty"},
	{by: byVersion, name: "tmux", source: "ignored by 3.3, replied to since 3.7 (its requests 4887 and 5118)"},
	{by: bySecondary, name: "alacritty*", source: "as ghostty"},
}

// modeModels are replies to CSI > c of terminals that understand DECRQM but do not reply to XTVERSION.
var modeModels = [...]struct {
	kind, release int
	source        string
}{
	{0, 10, "Windows Terminal, AdaptDispatch"},
	{0, 276, "xterm.js, VS Code for instance"},
}

// AnswersModes reports whether a terminal with this TERM, and these capabilities, understands DECRQM.
func (c Caps) AnswersModes(term string) bool {
	e := Environment{"TERM": term}
	if slices.ContainsFunc(modeReporters, func(r row) bool { return r.fits(e, c) }) {
		return true
	}
	if c.Version != "" {
		return false
	}
	for _, m := range modeModels {
		if c.Kind == m.kind && c.Secondary == m.release {
			return true
		}
	}
	return false
}
