package render

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/race"
	"arkterm/render/cell"
)

func TestPainterSendsOnlyChanges(t *testing.T) {
	s, tty := newTestScreen(t, cell.Truecolor, 20, 5)
	p := NewPainter(s, tty, cell.Truecolor)
	var f cell.Frame
	f.Resize(20, 5)
	f.Fill(0, 0, 20, 5, ' ', cell.Style{Fg: 0xffffff, Bg: 0x101010, Attr: 0})
	if n := p.Show(&f); n != 100 {
		t.Errorf("first frame: %d cells", n)
	}
	tty.sent = 0
	if n := p.Show(&f); n != 0 || tty.sent != 0 {
		t.Errorf("the same again: %d cells, %d bytes", n, tty.sent)
	}
	f.Text(3, 2, "ab", cell.Style{Fg: 0xffffff, Bg: 0x101010, Attr: 0})
	if n := p.Show(&f); n != 2 {
		t.Errorf("two glyphs: %d cells", n)
	}
	p.Forget()
	if n := p.Show(&f); n != 100 {
		t.Errorf("forgotten: %d cells", n)
	}
	f.Resize(10, 3)
	if n := p.Show(&f); n != 30 {
		t.Errorf("resized: %d cells", n)
	}
}

func TestTierIsRaised(t *testing.T) {
	s, tty := newTestScreen(t, cell.Colors256, 20, 5)
	p := NewPainter(s, tty, cell.Colors256)
	var f cell.Frame
	f.Resize(20, 5)
	f.Fill(0, 0, 20, 5, 'x', cell.Style{Fg: 0x123456, Bg: 0x654321, Attr: 0})
	p.Show(&f)
	p.SetTier(cell.Colors256)
	if n := p.Show(&f); n != 0 {
		t.Errorf("the same tier: %d cells", n)
	}
	tty.vt = newVT(20, 5)
	p.SetTier(cell.Truecolor)
	if n := p.Show(&f); n != 100 {
		t.Errorf("another tier: %d cells", n)
	}
	if look := tty.vt.cells[63].look; !strings.Contains(look, "18,52,86") {
		t.Errorf("drawn as %q", look)
	}
}

func TestGlyphInTheColourOfItsGroundIsABlank(t *testing.T) {
	s, tty := newTestScreen(t, cell.Truecolor, 20, 5)
	p := NewPainter(s, tty, cell.Truecolor)
	var f cell.Frame
	f.Resize(20, 5)
	f.Fill(0, 0, 20, 5, ' ', cell.Style{Fg: 0xffffff, Bg: 0x101010, Attr: 0})
	p.Show(&f)
	f.Set(3, 2, '█', cell.Style{Fg: 0x123456, Bg: 0x123456, Attr: 0})
	p.Show(&f)
	tty.sent = 0
	f.Set(3, 2, ' ', cell.Style{Fg: 0xffffff, Bg: 0x123456, Attr: 0})
	if p.Show(&f); tty.sent > 0 {
		t.Errorf("%d bytes for what looks the same", tty.sent)
	}
}

// TestTerminalShowsTheFrame plays, and compares what a terminal shows behind
// View, Painter, tcell and Output with the frame that was drawn.
func TestTerminalShowsTheFrame(t *testing.T) {
	for _, o := range allOptions() {
		d := newShow(t, o, 80, 24)
		d.tty.vt = newVT(80, 24)
		for range 12 {
			d.run(41 * 8)
			for i, c := range d.f.Cells {
				want := c.Glyph
				if want == 0 || c.Fg == c.Bg && c.Attr == 0 && o.Tier != cell.Mono {
					want = ' '
				}
				if got := d.tty.vt.cells[i]; got.r != want || !strings.HasSuffix(got.look, "b"+wantGround(c, o.Tier)) {
					t.Fatalf("%v %v: %v at %d,%d, want %+v", o.Glyphs, o.Tier, got, i%80, i/80, c)
				}
			}
		}
	}
}

// wantGround returns the background as the vt names it.
func wantGround(c cell.Cell, tier cell.Tier) string {
	p := Painter{tier: tier}
	if tier == cell.Mono {
		return ""
	}
	color := p.color(c.Bg)
	if color.IsRGB() {
		r, g, b := color.RGB()
		return sprint(r) + "," + sprint(g) + "," + sprint(b)
	}
	return sprint(int32(color &^ tcell.ColorValid))
}

func sprint(n int32) string { return string(appendInt(nil, int(n))) }

// TestIdleScreenSendsNothing: a paused game under a card is drawn again and again.
func TestIdleScreenSendsNothing(t *testing.T) {
	for _, o := range allOptions() {
		d := newShow(t, o, 80, 24)
		d.run(1200)
		card := Dialog{Title: "Paused", Buttons: []string{"Resume", "Quit"}}
		for i := range 30 {
			d.v.Draw(&d.f, d.g)
			d.v.Dialog(&d.f, card)
			d.p.Show(&d.f)
			if i == 0 {
				d.tty.sent, d.tty.raw = 0, 0
			}
		}
		if d.tty.sent > 0 || d.tty.raw > 0 {
			t.Errorf("%v %v: %d bytes", o.Glyphs, o.Tier, d.tty.sent)
		}
	}
}

// A whole frame makes nothing: the picture, the difference, tcell's cells, what is sent.
func TestFrameDoesNotAllocate(t *testing.T) {
	if race.Long(t, "levels drawn again and again, in one goroutine") {
		return
	}
	for _, o := range allOptions() {
		g, v := after(t, o, 0)
		bot := bot.New(7)
		s, tty := newTestScreen(t, o.Tier, 80, 24)
		p := NewPainter(s, tty, o.Tier)
		var f cell.Frame
		f.Resize(80, 24)
		frame := func() {
			for range 8 {
				g.Step(engine.Input{bot.Play(g)})
				v.Observe(g.Events)
			}
			v.Draw(&f, g)
			p.Show(&f)
		}
		for range 400 { // all glyphs once
			frame()
		}
		if n := testing.AllocsPerRun(300, frame); n > 0 {
			t.Errorf("%v %v: %v allocations", o.Glyphs, o.Tier, n)
		}
	}
}

func BenchmarkShow(b *testing.B) {
	d := newShow(b, Options{}, 80, 24)
	d.run(1000)
	b.ReportAllocs()
	for b.Loop() {
		d.run(8)
	}
	b.ReportMetric(float64(d.tty.sent)/float64(b.N), "B/frame")
}
