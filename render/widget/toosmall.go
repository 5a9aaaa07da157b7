package widget

import (
	"arkterm/render/cell"
	"arkterm/render/text"
)

// DrawTooSmall writes that the frame is too small for a game. It uses one row if the row is wide enough, otherwise two
// rows.
func (l *Look) DrawTooSmall(f *cell.Frame) {
	p := Pen{Frame: f, Style: l.Theme.Style(l.Theme.Text, 0)}
	full := cell.Width(text.HUD.TooSmall) + NumberWidth(f.W) + 1 + NumberWidth(f.H)
	need := cell.Width(text.HUD.Needs) + 5
	times := Glyphs[l.Glyphs].Times
	size := func() { p.Number(f.W); p.Glyph(times); p.Number(f.H) }
	wants := func() { p.Text(text.HUD.Needs); p.Number(MinW); p.Glyph(times); p.Number(MinH) }
	if f.W >= full+2+need {
		p.X, p.Y = (f.W-full-2-need)/2, f.H/2
		p.Text(text.HUD.TooSmall)
		size()
		p.Text(", ")
		wants()
		return
	}
	p.X, p.Y = max(0, (f.W-full)/2), max(0, f.H/2-1)
	p.Text(text.HUD.TooSmall)
	size()
	if f.H > 1 {
		p.X, p.Y = max(0, (f.W-need)/2), p.Y+1
		wants()
	}
}
