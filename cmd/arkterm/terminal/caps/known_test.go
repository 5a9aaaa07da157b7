package caps

import (
	"testing"

	"arkterm/render/cell"
)

func TestGlyphsOfVersion(t *testing.T) {
	for _, test := range []struct {
		version string
		glyphs  cell.Glyphs
		known   bool
	}{
		{"kitty(0.18.3)", cell.Quadrant, true},
		{"kitty(0.35.2)", cell.Mosaic, true},
		{"foot(1.8.2)", cell.Sextant, true},
		{"foot(1.16.2)", cell.Mosaic, true},
		{"ghostty 1.0.1", cell.Mosaic, true},
		{"ghostty 1.1.0-main+3f367193", cell.Mosaic, true},
		{"WezTerm 20240203-110809-5046fc22", cell.Sextant, true},
		{"WezTerm 20250110-120000-abcdef01", cell.Mosaic, true},
		{"Alacritty 0.15.1 (1)", cell.Sextant, true},
		{"alacritty", cell.Sextant, true},
		{"Alacritty 0.12.3", cell.Quadrant, true},
		{"VTE(7600)", cell.Mosaic, true},
		{"VTE(5802)", cell.Sextant, true},
		{"VTE(5700)", cell.Quadrant, true},
		{"VTE(0.80.1)", cell.Mosaic, true},
		{"VTE", cell.Mosaic, true},
		{"Windows Terminal 1.23.11752.0", cell.Sextant, true},
		{"xterm.js(5.6.0-beta.70)", cell.Sextant, true},
		{"xterm.js(6.1.0-beta.3)", cell.Mosaic, true},
		{"contour 0.5.1", cell.Sextant, true},
		{"Rio 0.2.20", cell.Sextant, true},
		{"Konsole 23.04.3", cell.Quadrant, true},
		{"iTerm2 3.5.10", cell.Quadrant, true},
		{"mintty 3.7.7", cell.Quadrant, true},
		{"XTerm(379)", 0, false},
		{"tmux 3.4", 0, false},
		{"footnote 1", 0, false},
		{"kitt", 0, false},
		{"VTE(99999999999999999999)", cell.Mosaic, true}, // no number that we could read
		{"", 0, false},
		{"(", 0, false},
	} {
		g, tier, known := GlyphsOfVersion(test.version)
		if g != test.glyphs || known != test.known || tier != cell.Truecolor {
			t.Errorf("%q: %v %v %v, want %v %v", test.version, g, tier, known, test.glyphs, test.known)
		}
	}
}
