package widget

import (
	"arkterm/render/cell"
	"arkterm/render/text"
)

// DrawTooSmall writes that the frame is too small for a game. It uses one row if the row is wide enough, otherwise two
// rows.
func (l *Look) DrawTooSmall(f *cell.Frame) {
	p := Pen{Frame: f, Style: l.Theme.Style(l.Theme.Text, 0)}
	sizeW := cell.Width(text.HUD.TooSmall) + NumberWidth(f.W) + 1 + NumberWidth(f.H)
	minSizeW := cell.Width(text.HUD.Needs) + 5
	times := Glyphs[l.Glyphs].Times
	writeSize := func() { p.Number(f.W); p.Glyph(times); p.Number(f.H) }
	writeMinSize := func() { p.Text(text.HUD.Needs); p.Number(MinW); p.Glyph(times); p.Number(MinH) }
	if f.W >= sizeW+2+minSizeW {
		p.X, p.Y = (f.W-sizeW-2-minSizeW)/2, f.H/2
		p.Text(text.HUD.TooSmall)
		writeSize()
		p.Text(", ")
		writeMinSize()
		return
	}
	p.X, p.Y = max(0, (f.W-sizeW)/2), max(0, f.H/2-1)
	p.Text(text.HUD.TooSmall)
	writeSize()
	if f.H > 1 {
		p.X, p.Y = max(0, (f.W-minSizeW)/2), p.Y+1
		writeMinSize()
	}
}
