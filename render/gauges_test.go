package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// TestGauges checks that gauges appear, shrink and disappear with their state, at all sizes with a panel.
func TestGauges(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {74, 16}} {
		g, v := machinesAfter(t, Options{}, machinesLevel(), 300)
		g.Phase = engine.Play
		var f cell.Frame
		draw := func() string {
			f.Resize(size[0], size[1])
			v.Draw(&f, g)
			return f.String()
		}

		g.Balls[0].ChargedUntil, g.Paddles[0].StunnedUntil = 0, 0
		if s := draw(); strings.Contains(s, "CHARGE") || strings.Contains(s, "STUN") {
			t.Fatalf("%v: the frame contains CHARGE or STUN, want neither:\n%s", size, s)
		}

		last := v.l.hudTextW() + 1
		for _, left := range []uint64{engine.ChargeTicks, engine.ChargeTicks / 2, 1} {
			g.Balls[0].ChargedUntil = g.Tick + left
			s := draw()
			before, _, found := strings.Cut(s, "CHARGE")
			if !found {
				t.Fatalf("%v: the frame does not contain CHARGE:\n%s", size, s)
			}
			n := 0
			for x := range f.W {
				if f.At(x, strings.Count(before, "\n")).Bg == v.theme.Charge {
					n++
				}
			}
			if n >= last || n == 0 {
				t.Errorf("%v, %d ticks left: the gauge has %d full columns, want fewer than %d, but at least 1", size,
					left, n,
					last)
			}
			last = n
		}

		g.Balls[0].ChargedUntil, g.Paddles[0].StunnedUntil = 0, g.Tick+engine.StunTicks
		if s := draw(); !strings.Contains(s, "STUN") {
			t.Errorf("%v: the frame does not contain STUN:\n%s", size, s)
		}
	}
}

// TestGaugesInStrip checks that gauges replace the level's name in a strip. If there is no room for both, they also
// replace the hint for shooting, but no other hint.
func TestGaugesInStrip(t *testing.T) {
	for _, size := range [][2]int{{MinW, MinH}, {41, 17}, {60, 30}} {
		g, v := machinesAfter(t, Options{Names: []string{"Machines"}}, machinesLevel(), 300)
		strip := func() string {
			var f cell.Frame
			f.Resize(size[0], size[1])
			v.Draw(&f, g)
			return strings.Split(f.String(), "\n")[v.l.hy]
		}
		g.Phase, g.Shots, g.CanRecall = engine.Play, 9, false
		g.Balls[0].ChargedUntil, g.Paddles[0].StunnedUntil = g.Tick+engine.ChargeTicks/2, g.Tick+engine.StunTicks
		if s := strip(); !strings.Contains(s, "C━━─ !━━━") || strings.Contains(s, "M") ||
			strings.Contains(s, "shoot") != (size[0] == 60) {
			t.Errorf("%v: the strip is %s, want the gauges C and !", size, s)
		}
		g.CanRecall = true
		if s := strip(); !strings.Contains(s, v.hint(g)) || strings.Contains(s, "C━━") {
			t.Errorf("%v: the strip is %s, want the hint and no gauges", size, s)
		}
		g.CanRecall, g.Shots, g.Balls[0].ChargedUntil, g.Paddles[0].StunnedUntil = false, 0, 0, 0
		if s := strip(); !strings.Contains(s, "☆") || strings.Contains(s, "Mach") {
			t.Errorf("%v: the strip without gauges is %s, want stars", size, s)
		}
	}
}

// TestGaugesKeepTheirRows checks that a gauge stays in its row while shots, falling drops and other gauges appear and
// end, in panels of several sizes.
func TestGaugesKeepTheirRows(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}} {
		g, v := machinesAfter(t, Options{}, machinesLevel(), 300)
		g.Phase, g.Shots, g.Drops = engine.Play, 0, nil
		g.Balls[0].ChargedUntil, g.Paddles[0].StunnedUntil = 0, 0
		var f cell.Frame
		f.Resize(size[0], size[1])
		v.Draw(&f, g) // without gauges
		rowOf := func(label string) int {
			v.Draw(&f, g)
			before, _, found := strings.Cut(f.String(), label)
			if !found {
				t.Fatalf("%v: the frame does not contain %s:\n%s", size, label, &f)
			}
			return strings.Count(before, "\n")
		}

		stunnedUntil := g.Tick + engine.StunTicks
		g.Paddles[0].StunnedUntil = stunnedUntil
		want := rowOf("STUN")
		for _, change := range []struct {
			name string
			make func()
		}{
			{"a charge has begun", func() { g.Balls[0].ChargedUntil = g.Tick + engine.ChargeTicks }},
			{"shots were caught", func() { g.Shots = 9 }},
			{"drops have begun to fall", func() {
				for k := spec.NoDrop + 1; k < spec.NoDrop+9; k++ {
					g.Drops = append(g.Drops, engine.Drop{Kind: k, At: geom.Vec{X: 30, Y: 20}})
				}
			}},
			{"the charge has ended", func() { g.Balls[0].ChargedUntil = 0 }},
			{"the shots were used", func() { g.Shots = 0 }},
		} {
			change.make()
			if got := rowOf("STUN"); got != want {
				t.Errorf("%v: after %s, the gauge is in row %d, want %d", size, change.name, got, want)
			}
		}

		g.Balls[0].ChargedUntil = g.Tick + engine.ChargeTicks
		second := rowOf("CHARGE")
		g.Paddles[0].StunnedUntil = 0
		if got := rowOf("CHARGE"); got != second {
			t.Errorf("%v: after the first gauge has ended, the second is in row %d, want %d", size, got, second)
		}
		g.Paddles[0].StunnedUntil = stunnedUntil
		if got := rowOf("STUN"); got != want {
			t.Errorf("%v: a new gauge is in row %d, want the blank row %d", size, got, want)
		}
	}
}
