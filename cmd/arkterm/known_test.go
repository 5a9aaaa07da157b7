package main

import (
	"testing"

	"arkterm/render"
)

func TestGlyphsOfVersion(t *testing.T) {
	for _, test := range []struct {
		version string
		glyphs  render.Glyphs
		known   bool
	}{
		{"kitty(0.35.2)", render.Sextant, true},
		{"foot(1.16.2)", render.Sextant, true},
		{"ghostty 1.0.1", render.Sextant, true},
		{"ghostty 1.1.0-main+3f367193", render.Sextant, true},
		{"WezTerm 20240203-110809-5046fc22", render.Sextant, true},
		{"Alacritty 0.15.1 (1)", render.Sextant, true},
		{"alacritty", render.Sextant, true},
		{"Alacritty 0.12.3", render.Quadrant, true},
		{"VTE(7600)", render.Sextant, true},
		{"VTE(5802)", render.Sextant, true},
		{"VTE(5700)", render.Quadrant, true},
		{"VTE(0.80.1)", render.Sextant, true},
		{"VTE", render.Sextant, true},
		{"Windows Terminal 1.23.11752.0", render.Sextant, true},
		{"xterm.js(5.6.0-beta.70)", render.Sextant, true},
		{"contour 0.5.1", render.Sextant, true},
		{"Rio 0.2.20", render.Sextant, true},
		{"Konsole 23.04.3", render.Quadrant, true},
		{"iTerm2 3.5.10", render.Quadrant, true},
		{"mintty 3.7.7", render.Quadrant, true},
		{"XTerm(379)", 0, false},
		{"tmux 3.4", 0, false},
		{"footnote 1", 0, false},
		{"kitt", 0, false},
		{"VTE(99999999999999999999)", render.Sextant, true}, // no number that we could read
		{"", 0, false},
		{"(", 0, false},
	} {
		g, tier, known := glyphsOfVersion(test.version)
		if g != test.glyphs || known != test.known || tier != render.Truecolor {
			t.Errorf("%q: %v %v %v, want %v %v", test.version, g, tier, known, test.glyphs, test.known)
		}
	}
}
