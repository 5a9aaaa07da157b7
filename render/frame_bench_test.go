package render

import (
	"fmt"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
)

// sizes are the frame sizes to measure.
var sizes = [][2]int{{80, 24}, {200, 60}}

// BenchmarkFrame measures whole frames with 30 balls among bricks, in sextants and with all effects:
// drawing, comparing and encoding. It excludes the engine's ticks between two frames.
func BenchmarkFrame(b *testing.B) {
	for _, size := range sizes {
		for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
			b.Run(fmt.Sprintf("%dx%d/%v", size[0], size[1], tier), func(b *testing.B) {
				flight, v, w := balls30(b), NewView(Options{Tier: tier, Glyphs: cell.Sextant}), newWire(tier)
				var f cell.Frame
				f.Resize(size[0], size[1])
				frame := func() {
					v.Draw(&f, flight.g)
					w.show(&f)
				}
				for range 200 {
					tick(flight, v)
					frame()
				}
				sent := w.sent
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					tick(flight, v)
					b.StartTimer()
					frame()
				}
				b.ReportMetric(float64(w.sent-sent)/float64(b.N), "B/frame")
			})
		}
	}
}

// tick plays the ticks between two frames at 60 fps.
func tick(f *flight, v *View) {
	for range engine.TicksPerSecond / 60 {
		f.step(engine.Input{engine.Idle, engine.Idle})
		v.Observe(f.g.Events)
	}
}
