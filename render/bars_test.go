package render

import (
	"strings"
	"testing"

	"arkterm/engine"
)

// TestBarsOfWhatRuns: they come with the state, shrink, and go, at the sizes that have a panel.
func TestBarsOfWhatRuns(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {74, 16}} {
		g, v := machinesAfter(t, Options{}, machines(), 300)
		g.Phase = engine.Play
		draw := func() string {
			var f Frame
			f.Resize(size[0], size[1])
			v.Draw(&f, g)
			return f.String()
		}
		g.Balls[0].ChargedTo, g.Paddles[0].StunnedTo = 0, 0
		if s := draw(); strings.Contains(s, "CHARGE") || strings.Contains(s, "STUN") {
			t.Fatalf("%v: bars of nothing\n%s", size, s)
		}
		last := barW + 1
		for _, left := range []uint64{engine.ChargeTicks, engine.ChargeTicks / 2, 1} {
			g.Balls[0].ChargedTo = g.Tick + left
			s := draw()
			at := strings.Index(s, "CHARGE")
			if at < 0 {
				t.Fatalf("%v: no bar\n%s", size, s)
			}
			n := strings.Count(strings.SplitN(s[at:], "\n", 2)[0], "█")
			if n >= last || n == 0 {
				t.Errorf("%v, %d ticks left: %d columns after %d", size, left, n, last)
			}
			last = n
		}
		g.Balls[0].ChargedTo, g.Paddles[0].StunnedTo = 0, g.Tick+engine.StunTicks
		if s := draw(); !strings.Contains(s, "STUN") {
			t.Errorf("%v: no bar\n%s", size, s)
		}
	}
}
