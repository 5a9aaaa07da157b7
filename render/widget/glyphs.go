package widget

import (
	"strings"

	"arkterm/engine"
	"arkterm/render/cell"
)

// A GlyphSet contains the symbols in the HUD and in menus.
type GlyphSet struct {
	Life                  rune // a remaining life
	GaugeFull, GaugeEmpty rune // a full and an empty column of a gauge
	Times                 rune // multiplication sign
	Marker                rune // marker of the selected item
	Shot                  rune // a remaining shot
	Unlimited             rune // unlimited lives
	Star, HollowStar      rune // an earned and a missing star
}

var blockGlyphs = GlyphSet{'●', '━', '─', '×', '▸', '↑', '∞', '★', '☆'}

// Glyphs contains the symbols for each glyph set.
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

// ASCIIArrow returns the ASCII character for one of the arrows ◂, ▸, ▴ and ▾.
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

// BreakLine breaks s at a blank. It returns the longest line that fits into w columns, and the rest of s. It does not
// break a word that is wider than w.
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

// Stars writes a star for each star in all: a full star if it is also in earned, and otherwise a hollow star.
func (p *Pen) Stars(m *GlyphSet, earned, all engine.Stars) {
	for _, s := range starOrder {
		switch {
		case earned&s != 0:
			p.Glyph(m.Star)
		case all&s != 0:
			p.Glyph(m.HollowStar)
		}
	}
}
