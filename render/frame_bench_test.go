package render

import (
	"fmt"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"

	"github.com/gdamore/tcell/v2"
)

// storm returns a closed field without rules in which n balls fly.
func storm(t testing.TB, n int) *engine.Game {
	t.Helper()
	c := engine.Config{Seed: 7, Levels: []engine.Level{{}}, Free: true, Floor: true}
	for i := range n {
		at := geom.Vec{X: 4 + 5.5*float64(i%10), Y: 5 + 6*float64(i/10%6)}
		c.Balls = append(c.Balls, engine.NewBall{At: at, V: geom.Direction(137.5 * float64(i)).Mul(40), R: 0.25})
	}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sizes are those that frames are measured at.
var sizes = [][2]int{{80, 24}, {200, 60}}

// BenchmarkFrame measures whole frames with 30 balls: what is drawn, which cells differ, tcell's
// Show, the Output. The engine's ticks between two frames are not in it. Beside it stands what
// tcell's own Show of a screen takes in which every cell has changed.
func BenchmarkFrame(b *testing.B) {
	for _, size := range sizes {
		for _, tier := range []Tier{Truecolor, Colors256} {
			b.Run(fmt.Sprintf("%dx%d/%v/ours", size[0], size[1], tier), func(b *testing.B) {
				s, tty := newTestScreen(b, tier, size[0], size[1])
				g, v, p := storm(b, 30), NewView(Options{Tier: tier}), NewPainter(s, tty, tier)
				var f Frame
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
			})
			b.Run(fmt.Sprintf("%dx%d/%v/tcell-all", size[0], size[1], tier), func(b *testing.B) {
				s, _ := newTestScreen(b, tier, size[0], size[1])
				n := 0
				for b.Loop() {
					b.StopTimer()
					n++
					for i := range size[0] * size[1] {
						st := tcell.StyleDefault.Foreground(tcell.PaletteColor((i*7 + n) & 0xff)).Background(tcell.PaletteColor((i*13 + n) & 0xff))
						s.Put(i%size[0], i/size[0], "▀", st)
					}
					b.StartTimer()
					s.Show()
				}
			})
		}
	}
}

// tick plays what lies between two frames at 60 a second.
func tick(g *engine.Game, v *View) {
	for range engine.TicksPerSecond / 60 {
		g.Step(engine.Input{engine.Idle, engine.Idle})
		v.Observe(g.Events)
	}
}
