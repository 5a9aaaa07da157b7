package render

import "arkterm/render/cell"

// drawTooSmall writes that the frame is too small for a game, as much as fits.
func (v *View) drawTooSmall(f *cell.Frame) {
	p := pen{f: f, style: v.theme.On(v.theme.Text, 0)}
	full := len("too small: ") + numberWidth(f.W) + 1 + numberWidth(f.H)
	need := len("needs 40x16")
	times := hudGlyphs[v.o.Glyphs].times
	size := func() { p.number(f.W); p.glyph(times); p.number(f.H) }
	wants := func() { p.text("needs "); p.number(MinW); p.glyph(times); p.number(MinH) }
	if f.W >= full+2+need {
		p.x, p.y = (f.W-full-2-need)/2, f.H/2
		p.text("too small: ")
		size()
		p.text(", ")
		wants()
		return
	}
	p.x, p.y = max(0, (f.W-full)/2), max(0, f.H/2-1)
	p.text("too small: ")
	size()
	if f.H > 1 {
		p.x, p.y = max(0, (f.W-need)/2), p.y+1
		wants()
	}
}
