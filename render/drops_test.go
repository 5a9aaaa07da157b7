package render

import (
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/cell"
)

// TestDropsShowTheirBenefit checks that good, bad and neutral drops differ in shape in every glyph set, tier and size.
// After a drop is removed, no part of it may remain.
func TestDropsShowTheirBenefit(t *testing.T) {
	for _, o := range allOptions() {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			g, v := gameAfter(t, o, 1)
			var before, f cell.Frame
			before.Resize(size[0], size[1])
			f.Resize(size[0], size[1])
			v.Draw(&before, g)
			shapes := map[string]spec.DropKind{}
			for _, k := range []spec.DropKind{spec.DropExpand, spec.DropDark, spec.DropChance} {
				g.Drops = []engine.Drop{{Kind: k, At: geom.Vec{X: 20, Y: 40}}}
				v.Draw(&f, g)
				icon, s := v.dropLabel(k, v.dropWidth()), f.String()
				if !strings.Contains(s, icon) {
					t.Errorf("%v %v %v: the frame does not contain %s:\n%s", o.Glyphs, o.Tier, size, icon, s)
				}
				s = strings.ReplaceAll(s, icon, strings.Repeat(" ", cell.Width(icon)))
				if other, ok := shapes[s]; ok {
					t.Errorf("%v %v %v: %s has the same shape as %s, want different shapes:\n%s", o.Glyphs, o.Tier,
						size, spec.Drops[k].Label,
						spec.Drops[other].Label, s)
				}
				shapes[s] = k
			}
			g.Drops = nil
			v.Draw(&f, g)
			if !slices.Equal(f.Cells, before.Cells) {
				t.Errorf("%v %v %v: after the drops are removed, the frame differs from the frame before:\n%v",
					o.Glyphs, o.Tier, size, &f)
			}
		}
	}
}

// TestDropsStayInTheField checks that drops are clipped at the edges of the field and do not cover the walls.
func TestDropsStayInTheField(t *testing.T) {
	g, v := gameAfter(t, Options{}, 1)
	var f cell.Frame
	f.Resize(80, 24)
	for _, at := range []geom.Vec{{X: 0.5, Y: 1}, {X: 60.5, Y: 20}, {X: 30, Y: 48}, {X: 30, Y: 49}} {
		g.Drops = []engine.Drop{{Kind: spec.DropExpand, At: at}}
		v.Draw(&f, g)
		if f.At(62, 10).Glyph != '▏' || !strings.Contains(f.String(), "+") {
			t.Errorf("a drop at %v is not drawn, or covers the wall, in\n%v", at, &f)
		}
	}
}

// TestCaughtDropIsNamed checks that the name of a caught drop is shown for one second.
func TestCaughtDropIsNamed(t *testing.T) {
	for _, amount := range []Effects{FullEffects, NoEffects} {
		g, v := gameAfter(t, Options{Effects: amount}, 1)
		g.Phase = engine.Play
		v.Observe([]engine.Event{{
			Kind: engine.DropCaught, Ball: -1, Brick: -1, Value: int(spec.DropEnergy),
			At: geom.Vec{X: 30, Y: 44},
		}})
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		if !strings.Contains(f.String(), " energy ") {
			t.Errorf("%v: the frame does not contain the name of the caught drop:\n%v", amount, &f)
		}
		for range labelTicks {
			v.Observe(nil)
		}
		v.Draw(&f, g)
		if strings.Contains(f.String(), "energy") {
			t.Errorf("%v: the frame contains the name of the drop after labelTicks, want no name:\n%v", amount, &f)
		}
	}
}

// TestClosedFloorShows checks that a closed floor is drawn in every glyph set.
func TestClosedFloorShows(t *testing.T) {
	for _, o := range allOptions() {
		g, v := gameAfter(t, o, 1)
		var open, closed cell.Frame
		open.Resize(80, 24)
		closed.Resize(80, 24)
		v.Draw(&open, g)
		g.FloorClosed = true
		v.Draw(&closed, g)
		n := 0
		for x := range 64 {
			if *open.At(x, 23) != *closed.At(x, 23) {
				n++
			}
		}
		if n < 60 {
			t.Errorf("%v %v: the floor has %d columns, want at least 60\n%v", o.Glyphs, o.Tier, n, &closed)
		}
	}
}

// TestTableOfDrops checks that a large panel lists the drops that can fall in a mode, and that only falling drops look
// as on the field.
func TestTableOfDrops(t *testing.T) {
	for mode, want := range map[engine.Mode]map[string]bool{
		engine.Campaign: {"expand": true, "tiny": true, "exit": true, "steal": false, "500 points": false},
		engine.Zen:      {"expand": true, "tiny": false, "exit": true, "steal": false, "500 points": false},
		engine.Arkanong: {"expand": true, "tiny": true, "exit": false, "steal": true, "500 points": false},
	} {
		pack := levels.PackFor(mode, 0, levels.Shipped())
		g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: mode, Seed: 1}, Levels: pack.Levels})
		if err != nil {
			t.Fatal(err)
		}
		v := NewView(Options{Glyphs: cell.Mosaic})
		var f cell.Frame
		f.Resize(200, 60)
		v.Draw(&f, g)
		panel := ""
		for y := range f.H {
			panel += rowText(&f, y)[v.l.hx:] + "\n"
		}
		for label, shown := range want {
			if strings.Contains(panel, " "+label+" ") != shown {
				t.Errorf("%s: the panel contains %q = %v, want %v\n%s", mode, label, !shown, shown, panel)
			}
		}

		filled := func() (n int) {
			for y := range f.H {
				for x := v.l.hx; x < f.W; x++ {
					if f.At(x, y).Bg == v.theme.Good {
						n++
					}
				}
			}
			return n
		}
		before := filled()
		g.Drops = append(g.Drops, engine.Drop{Kind: spec.DropExpand, At: geom.Vec{X: 10, Y: 10}})
		v.Draw(&f, g)
		if after := filled(); before != 0 || after == 0 {
			t.Errorf("%s: %d filled cells, and %d while a drop falls; want 0, and at least 1", mode, before, after)
		}
	}
}
