package render

import (
	"strings"

	"arkterm/engine"
	"arkterm/render/cell"
)

// What all parts of the HUD, and dialogs, are written with.

// hudGlyphSet holds the glyphs of the HUD and of menus.
type hudGlyphSet struct{ life, full, empty, times, next, shot, always, star, hollow rune }

var blockGlyphs = hudGlyphSet{'●', '━', '─', '×', '▸', '↑', '∞', '★', '☆'}

var hudGlyphs = [...]hudGlyphSet{
	cell.Quadrant: blockGlyphs,
	cell.Half:     {'●', '═', '─', '×', '▸', '↑', '∞', '*', '.'}, // for fonts of few glyphs
	cell.ASCII:    {'*', '=', '-', 'x', '>', '^', '-', '*', '.'},
	cell.Sextant:  blockGlyphs,
	cell.Octant:   blockGlyphs,
	cell.Mosaic:   blockGlyphs,
	cell.Braille:  blockGlyphs,
}

// name returns the name of the level that g plays, or "".
func (v *View) name(g *engine.Game) string {
	if g.Level >= 0 && g.Level < len(v.o.Names) {
		return v.o.Names[g.Level]
	}
	return ""
}

// hudWide is the number of columns of texts from which the panel is wide: its goals have labels.
const hudWide = 26

// label writes a label, and puts p where a value of w columns ends with the panel's texts.
func (v *View) label(p *pen, s string, w int) {
	end := p.x + v.l.hudText()
	p.style = v.theme.On(v.theme.Soft, 0)
	p.text(s)
	p.x, p.style = max(end-w, p.x+1), v.theme.On(v.theme.Text, cell.Bold)
}

// count writes a label and a number.
func (v *View) count(p *pen, s string, n int) {
	v.label(p, s, numberWidth(n))
	p.number(n)
}

func rowIf(shown bool) int {
	if shown {
		return 1
	}
	return 0
}

// breakLine returns the beginning of s that fits w columns, broken at a blank, and the rest. A word that is
// wider is a line of its own.
func breakLine(s string, w int) (line, rest string) {
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
