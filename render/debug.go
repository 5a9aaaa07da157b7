package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// Duration and size of the contacts in the debug overlay.
const (
	contactTicks  = 48  // ticks for which a contact is shown: 0.2 s
	contactNormal = 3.5 // length of the normal, in units
)

// DrawDebug draws recent contacts with their normals, and a panel of figures in the upper left corner of the field.
func (v *View) DrawDebug(f *cell.Frame, g *engine.Game, d *widget.Debug) {
	if v.l.tooSmall {
		return
	}
	v.drawContacts(f)
	v.textLook.DrawDebug(f, widget.Area{X: v.l.x, Y: v.l.y, W: v.l.cols, H: v.l.rows}, g, d)
}

// drawContacts draws each recent contact with a line along its normal.
func (v *View) drawContacts(f *cell.Frame) {
	e := &v.effects
	for i := range e.contacts.len() {
		c := e.contacts.last(i)
		if e.now-c.born >= contactTicks {
			break // the remaining contacts are older
		}
		stroke := asciiLine(c.n.X, c.n.Y)
		for d := contactNormal; d > 0; d -= 0.25 {
			at := c.at.Along(c.n, d)
			v.plot(f, at, stroke, v.theme.Accent)
		}
		v.plot(f, c.at, 'x', v.theme.Alarm)
	}
}

// plot writes a glyph at a point of the field and keeps the background of the cell.
func (v *View) plot(f *cell.Frame, at geom.Vec, glyph rune, ink cell.Color) {
	x, y := v.l.cellAt(at.X, at.Y)
	if c := f.At(x, y); c != nil && v.l.contains(x, y) {
		c.Glyph, c.Fg, c.Attr = glyph, ink, cell.Bold
	}
}

// DrawNotice writes a word, such as "assisted", into the last row of the panel. If the HUD is a strip, it writes the
// word into the lower right corner of the field.
func (v *View) DrawNotice(f *cell.Frame, word string) {
	if v.l.tooSmall {
		return
	}
	p := widget.NewPen(f, v.l.x+v.l.cols-cell.Width(word)-1, v.l.y+v.l.rows-1, v.theme.Style(v.theme.Soft, 0))
	if !v.l.hasStrip {
		p.X, p.Y = v.l.hx+2, v.l.hy+v.l.hh-1
	}
	p.Text(word)
}
