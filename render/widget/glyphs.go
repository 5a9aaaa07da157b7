package widget

import (
	"strings"

	"arkterm/engine"
	"arkterm/render/cell"
)

// A GlyphSet holds the signs of the HUD and of menus.
type GlyphSet struct{ Life, Full, Empty, Times, Next, Shot, Always, Star, Hollow rune }

var blockGlyphs = GlyphSet{'●', '━', '─', '×', '▸', '↑', '∞', '★', '☆'}

// Glyphs are the signs in each set of glyphs.
var Glyphs = [...]GlyphSet{
	cell.Quadrant: blockGlyphs,
	cell.Half:     {'●', '═', '─', '×', '▸', '↑', '∞', '*', '.'}, // for fonts of few glyphs
	cell.ASCII:    {'*', '=', '-', 'x', '>', '^', '-', '*', '.'},
	cell.Sextant:  blockGlyphs,
	cell.Octant:   blockGlyphs,
	cell.Mosaic:   blockGlyphs,
	cell.Braille:  blockGlyphs,
}

// ASCIIArrow returns an arrow in ASCII.
func ASCIIArrow(r rune) rune {
	switch r {
	case '◂':
		return '<'
	case '▸':
		return '>'
	case '▴':
		return '^'
	}
	return 'v'
}

// BreakLine returns the beginning of s that fits w columns, broken at a blank, and the rest. A word that is
// wider is a line of its own.
func BreakLine(s string, w int) (line, rest string) {
	if cell.Width(s) <= w {
		return s, ""
	}
	at := strings.IndexByte(s, ' ')
	if at < 0 {
		return s, ""
	}
	for {
		next := strings.IndexByte(s[at+1:], ' ')
		if next < 0 || cell.Width(s[:at+1+next]) > w {
			return s[:at], s[at+1:]
		}
		at += 1 + next
	}
}

// starOrder is the order of stars on screen.
var starOrder = [...]engine.Stars{engine.StarCleared, engine.StarTime, engine.StarClean, engine.StarScore}

// Stars writes the earned stars, and the other stars of all hollow.
func (p *Pen) Stars(m *GlyphSet, earned, all engine.Stars) {
	for _, s := range starOrder {
		switch {
		case earned&s != 0:
			p.Glyph(m.Star)
		case all&s != 0:
			p.Glyph(m.Hollow)
		}
	}
}
