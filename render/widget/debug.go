package widget

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// A Debug contains the figures of the debug overlay. The caller measures the figures, because this package has no
// clock.
type Debug struct {
	TickNanos      int    // time of the engine and its observers per tick
	DrawNanos      int    // time to draw and show a frame
	FPS, TargetFPS int    // frames drawn per second, and the target rate
	Skipped        int    // number of frames skipped because the terminal was slow
	Bytes          int    // bytes sent per second
	RTTNanos       int    // round-trip time from a frame to the terminal's reply
	PendingNanos   int    // age of the oldest cell that was omitted from a frame
	Link           string // state of the link
	Rate           int    // bandwidth of the link in bytes per second; 0 if unknown
	Halted         bool   // the game is paused by the debugger
	SlowMotion     int    // slow-motion factor; 0 or 1 for normal speed
	Fault          string // violated invariant; "" if none
	BrickInterval  int    // moving bricks are redrawn every BrickInterval frames
	Ticks          int    // number of ticks played
}

// Width of the panel, column of its figures, and number of its rows without a fault.
const debugW, debugTab, debugRows = 24, 9, 10

// DrawDebug draws a panel of figures in the upper left corner of an area.
func (l *Look) DrawDebug(f *cell.Frame, area Area, g *engine.Game, d *Debug) {
	t := l.Theme
	w := min(debugW, area.W)
	f.Fill(area.X, area.Y, w, debugRows, ' ', cell.Style{Fg: t.Text, Bg: t.Panel, Attr: 0})

	f.Urgent = append(f.Urgent, cell.Part{})
	copy(f.Urgent[1:], f.Urgent)
	f.Urgent[0] = cell.Part{X: area.X, Y: area.Y, W: w, H: 2}

	p := Pen{Frame: f, Y: area.Y - 1}
	line := func(name string) {
		p.X, p.Y, p.Style = area.X+1, p.Y+1, cell.Style{Fg: t.Soft, Bg: t.Panel, Attr: 0}
		p.Text(name)
		p.X, p.Style = area.X+debugTab, cell.Style{Fg: t.Text, Bg: t.Panel, Attr: 0}
	}

	line("tick")
	p.Number(int(g.Tick))
	line("pending")
	p.Micros(d.PendingNanos)
	line("step")
	p.Micros(d.TickNanos)
	line("draw")
	p.Micros(d.DrawNanos)
	line("fps")
	p.Number(d.FPS)
	p.Text(" of ")
	p.Number(d.TargetFPS)
	line("skipped")
	p.Number(d.Skipped)

	line("bytes/s")
	p.Number(d.Bytes)
	line("rtt")
	p.Micros(d.RTTNanos)
	line("link")
	p.Text(d.Link)
	switch p.X++; {
	case d.Rate >= 1_000_000:
		p.Number(d.Rate / 1_000_000)
		p.Glyph('M')
	case d.Rate > 0:
		p.Number(d.Rate / 1000)
		p.Glyph('K')
	}

	line("balls")
	p.Number(len(g.Balls))
	switch {
	case d.Halted:
		p.Text(" halted")
	case d.SlowMotion > 1:
		p.Text(" slow 1/")
		p.Number(d.SlowMotion)
	}
	if d.Fault != "" {
		p = NewPen(f, area.X, p.Y+1, cell.Style{Fg: t.Chosen, Bg: t.Alarm, Attr: cell.Bold})
		p.Cut(d.Fault, area.W)
	}
}
