package ansi

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arkterm/render/cell"
)

// BenchmarkFrame measures Encoder.Frame and reports its bytes per frame. The frames are drawn before the measurement.
func BenchmarkFrame(b *testing.B) {
	for _, c := range changes {
		rng := rand.New(rand.NewPCG(7, 11))
		var f cell.Frame
		f.Resize(80, 24)
		f.Fill(0, 0, 80, 24, ' ', cell.Style{Fg: 0xffffff, Bg: 0x101020})
		var frames []cell.Frame
		for range 64 {
			c.apply(rng, &f)
			drawn := f
			drawn.Cells = slices.Clone(f.Cells)
			frames = append(frames, drawn)
		}
		for _, scroll := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/scroll=%v", c.name, scroll), func(b *testing.B) {
				var e Encoder
				e.SetScroll(scroll)
				var buf []byte
				sent, n := 0, 0
				b.ReportAllocs()
				for b.Loop() {
					buf = e.Frame(buf[:0], &frames[n%len(frames)])
					sent += len(buf)
					n++
				}
				b.ReportMetric(float64(sent)/float64(n), "B/frame")
			})
		}
	}
}
