package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/panel"
)

// A Debug holds the figures of the debug overlay. The caller measures them: this package has no clock.
type Debug struct {
	TickNanos int // of the engine and its observers, per tick
	DrawNanos int // from the game to the bytes of a frame
	FPS, Aim  int // frames drawn per second, and the rate aimed at
	Skipped   int // frames skipped because the terminal was behind
	Bytes     int // sent per second
	TripNanos int // from a frame to the terminal's reply that it was read
	Link      string
	Halted    bool   // the game is stopped
	Slow      int    // slow-motion factor; 0 or 1: none
	Fault     string // the invariant that was violated
}

// How contacts are drawn.
const (
	contactTicks  = 48  // for 0.2 s
	contactNormal = 3.5 // length of the normal, in units
)

// The overlay's panel: its width, the column of its figures, and its rows without a fault.
const debugW, debugTab, debugRows = 24, 9, 9

// Debug draws recent contacts with their normals, and a panel of figures in the upper left corner of the
// field.
func (v *View) Debug(f *cell.Frame, g *engine.Game, d *Debug) {
	if v.l.small {
		return
	}
	v.drawContacts(f)
	t := &v.theme
	w := min(debugW, v.l.cols)
	f.Fill(v.l.x, v.l.y, w, debugRows, ' ', cell.Style{Fg: t.Text, Bg: t.Panel, Attr: 0})

	p := panel.Pen{Frame: f, Y: v.l.y - 1}
	line := func(name string) {
		p.X, p.Y, p.Style = v.l.x+1, p.Y+1, cell.Style{Fg: t.Soft, Bg: t.Panel, Attr: 0}
		p.Text(name)
		p.X, p.Style = v.l.x+debugTab, cell.Style{Fg: t.Text, Bg: t.Panel, Attr: 0}
	}

	line("tick")
	p.Number(int(g.Tick))
	line("step")
	p.Micros(d.TickNanos)
	line("draw")
	p.Micros(d.DrawNanos)
	line("fps")
	p.Number(d.FPS)
	p.Text(" of ")
	p.Number(d.Aim)
	line("skipped")
	p.Number(d.Skipped)

	line("bytes/s")
	p.Number(d.Bytes)
	line("trip")
	p.Micros(d.TripNanos)
	line("link")
	p.Text(d.Link)

	line("balls")
	p.Number(len(g.Balls))
	switch {
	case d.Halted:
		p.Text(" halted")
	case d.Slow > 1:
		p.Text(" slow 1/")
		p.Number(d.Slow)
	}
	if d.Fault != "" {
		p = panel.NewPen(f, v.l.x, p.Y+1, cell.Style{Fg: t.Chosen, Bg: t.Alarm, Attr: cell.Bold})
		p.Cut(d.Fault, v.l.cols)
	}
}

// drawContacts draws each recent contact, with a line along its normal.
func (v *View) drawContacts(f *cell.Frame) {
	e := &v.effects
	for i := range e.contacts.len() {
		c := e.contacts.last(i)
		if e.now-c.born >= contactTicks {
			break // the rest are older
		}
		stroke := lineGlyph(c.n)
		for d := contactNormal; d > 0; d -= 0.25 {
			at := c.at.Along(c.n, d)
			v.plot(f, at, stroke, v.theme.Accent)
		}
		v.plot(f, c.at, 'x', v.theme.Alarm)
	}
}

// plot puts a glyph at a point of the field, and keeps the background.
func (v *View) plot(f *cell.Frame, at geom.Vec, glyph rune, ink cell.Color) {
	x, y := v.l.cell(at.X, at.Y)
	if c := f.At(x, y); c != nil && v.l.holds(x, y) {
		c.Glyph, c.Fg, c.Attr = glyph, ink, cell.Bold
	}
}

// lineGlyph returns the glyph of a line in the direction d; y is down.
func lineGlyph(d geom.Vec) rune {
	const flat = 0.4 // tangent of 22°
	x, y := max(d.X, -d.X), max(d.Y, -d.Y)
	switch {
	case y <= flat*x:
		return '-'
	case x <= flat*y:
		return '|'
	case d.X*d.Y > 0:
		return '\\'
	}
	return '/'
}

// Notice writes a word into a corner, for instance that the game is assisted.
func (v *View) Notice(f *cell.Frame, word string) {
	if v.l.small {
		return
	}
	p := panel.NewPen(f, v.l.x+v.l.cols-len(word)-1, v.l.y+v.l.rows-1, v.theme.On(v.theme.Soft, 0))
	if !v.l.strip {
		p.X, p.Y = v.l.hx+2, v.l.hy+v.l.hh-1
	}
	p.Text(word)
}
