package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// This file contains helpers for the text of the HUD.

// levelName returns the name of the current level, or "" if it has none.
func (v *View) levelName(g *engine.Game) string {
	if g.Level >= 0 && g.Level < len(v.levelNames) {
		return v.levelNames[g.Level]
	}
	return ""
}

// minWideHUD is the minimum number of text columns of a wide panel. Only wide panels show the goals with words.
const minWideHUD = 26

// writeLabel writes a label and moves p to the position of a right-aligned value of w columns.
func (v *View) writeLabel(p *widget.Pen, s string, w int) {
	end := p.X + v.l.hudTextW()
	p.Style = v.theme.Style(v.theme.Soft, 0)
	p.Text(s)
	p.X, p.Style = max(end-w, p.X+1), v.theme.Style(v.theme.Text, cell.Bold)
}

// writeCount writes a label and a number.
func (v *View) writeCount(p *widget.Pen, s string, n int) {
	v.writeLabel(p, s, widget.NumberWidth(n))
	p.Number(n)
}

// oneIf returns 1 if b is true, and 0 otherwise.
func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
