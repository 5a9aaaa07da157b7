package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// What all parts of the HUD, and dialogs, are written with.

// name returns the name of the level that g plays, or "".
func (v *View) name(g *engine.Game) string {
	if g.Level >= 0 && g.Level < len(v.levelNames) {
		return v.levelNames[g.Level]
	}
	return ""
}

// hudWide is the number of columns of texts from which the panel is wide: its goals have labels.
const hudWide = 26

// label writes a label, and puts p where a value of w columns ends with the panel's texts.
func (v *View) label(p *widget.Pen, s string, w int) {
	end := p.X + v.l.hudText()
	p.Style = v.theme.Style(v.theme.Soft, 0)
	p.Text(s)
	p.X, p.Style = max(end-w, p.X+1), v.theme.Style(v.theme.Text, cell.Bold)
}

// count writes a label and a number.
func (v *View) count(p *widget.Pen, s string, n int) {
	v.label(p, s, widget.NumberWidth(n))
	p.Number(n)
}

func rowIf(shown bool) int {
	if shown {
		return 1
	}
	return 0
}
