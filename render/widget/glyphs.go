package widget

import (
	"strings"

	"arkterm/engine"
	"arkterm/render/cell"
)

// A GlyphSet contains the signs in the HUD and in menus.
type GlyphSet struct{ Life, Full, Empty, Times, Next, Shot, Always, Star, Hollow rune }

var blockGlyphs = GlyphSet{'●', '━', '─', '×', '▸', '↑', '∞', '★', '☆'}

// Glyphs contains the signs for each glyph set.
var Glyphs = [...]GlyphSet{
	cell.Quadrant: blockGlyphs,
	cell.Half:     {'●', '═', '─', '×', '▸', '↑', '∞', '*', '.'}, // for fonts with few glyphs
	cell.ASCII:    {'*', '=', '-', 'x', '>', '^', '-', '*', '.'},
	cell.Sextant:  blockGlyphs,
	cell.Octant:   blockGlyphs,
	cell.Mosaic:   blockGlyphs,
	cell.Diagonal: blockGlyphs,
	cell.Braille:  blockGlyphs,
}

// ASCIIArrow returns an ASCII character for an arrow.
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

// BreakLine returns the prefix of s that fits into w columns, broken at a blank, and the rest. A word that is too
// wide becomes a line of its own.
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

// starOrder is the order of the stars on screen.
var starOrder = [...]engine.Stars{engine.StarCleared, engine.StarTime, engine.StarClean, engine.StarScore}

// Stars writes the earned stars, and the other stars of all as hollow stars.
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
