package render

import (
	"fmt"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/render/cell"
)

// sizes are those that frames are measured at.
var sizes = [][2]int{{80, 24}, {200, 60}}

// BenchmarkFrame measures whole frames with 30 balls among bricks, in sextants and with all effects:
// what is drawn, which cells differ, the Output. The engine's ticks between two frames are not in it.
// of-tcell-Show is how much that is of the time that tcell's own Show of a screen takes in which
// every cell has changed: a figure that machines share.
func BenchmarkFrame(b *testing.B) {
	for _, size := range sizes {
		for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
			b.Run(fmt.Sprintf("%dx%d/%v", size[0], size[1], tier), func(b *testing.B) {
				show := showOfAll(b, tier, size[0], size[1])
				s, tty := newTestScreen(b, tier, size[0], size[1])
				g, v, p := balls30(b), NewView(Options{Tier: tier, Glyphs: cell.Sextant}), NewPainter(s, tty, tier)
				var f cell.Frame
				f.Resize(size[0], size[1])
				frame := func() {
					v.Draw(&f, g)
					p.Show(&f)
				}
				for range 200 {
					tick(g, v)
					frame()
				}
				sent := tty.sent
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					tick(g, v)
					b.StartTimer()
					frame()
				}
				b.ReportMetric(float64(tty.sent-sent)/float64(b.N), "B/frame")
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(show), "of-tcell-Show")
			})
		}
	}
}

// showOfAll returns how long tcell takes to show a screen of which every cell has changed: the
// least of some times.
func showOfAll(b *testing.B, tier cell.Tier, w, h int) time.Duration {
	s, _ := newTestScreen(b, tier, w, h)
	least := time.Hour
	for n := range 20 {
		for i := range w * h {
			st := tcell.StyleDefault.Foreground(tcell.PaletteColor((i*7 + n) & 0xff)).Background(tcell.PaletteColor((i*13 + n) & 0xff))
			s.Put(i%w, i/w, "▀", st)
		}
		begun := time.Now()
		s.Show()
		least = min(least, time.Since(begun))
	}
	return least
}

// tick plays what lies between two frames at 60 a second.
func tick(g *engine.Game, v *View) {
	for range engine.TicksPerSecond / 60 {
		g.Step(engine.Input{engine.Idle, engine.Idle})
		v.Observe(g.Events)
	}
}
