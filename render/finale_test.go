package render

import (
	"fmt"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// untilEvent lets a bot play until an event of a kind, for five minutes at most.
func untilEvent(t *testing.T, g *engine.Game, v *View, kind engine.EventKind) {
	t.Helper()
	player := bot.New(1)
	for range 5 * 60 * engine.TicksPerSecond {
		g.Step(engine.Input{player.Play(g), engine.Idle})
		v.Observe(g.Events)
		for _, e := range g.Events {
			if e.Kind == kind {
				return
			}
		}
	}
	t.Fatalf("no event %d", kind)
}

// Whatever the glyphs and the effects: words, and arrows at the bricks that are left.
func TestFinaleIsShown(t *testing.T) {
	for _, o := range []Options{{}, {Glyphs: cell.ASCII}, {Effects: NoEffects}, {Tier: cell.Mono}} {
		g, v := newTestGame(t), NewView(o)
		untilEvent(t, g, v, engine.FinaleStarted)
		arrow := "▸"
		if o.Glyphs == cell.ASCII {
			arrow = ">"
		}
		s := shownAt(v, g, 80, 24)
		if want := fmt.Sprintf("FINALE  %d bricks left", g.BricksLeft); !strings.Contains(s, want) || !strings.Contains(s, arrow) {
			t.Errorf("%+v: no %q or %q in\n%s", o, want, arrow, s)
		}
		for range finaleTicks {
			v.Observe(nil)
		}
		if s := shownAt(v, g, 80, 24); strings.Contains(s, "FINALE") {
			t.Errorf("%+v: the words stay:\n%s", o, s)
		}
	}
}

func TestBucketsAreShown(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{80, 24}, {41, 17}, {120, 40}} {
			g, v := newTestGame(t), NewView(Options{Glyphs: glyphs})
			untilEvent(t, g, v, engine.BonusStarted)
			lines := strings.Split(shownAt(v, g, size[0], size[1]), "\n")
			row, at := lines[v.l.y+v.l.rows-1], 0
			for _, points := range engine.BucketPoints {
				n := strings.Index(row[at:], fmt.Sprint(points))
				if n < 0 {
					t.Fatalf("%s, %v: no %d in %q", glyphs, size, points, row)
				}
				at += n + 1
			}
			for g.Phase == engine.Bonus {
				g.Step(engine.Input{engine.Idle, engine.Idle})
				v.Observe(g.Events)
			}
			if s := shownAt(v, g, 80, 24); !strings.Contains(s, "Buckets") || strings.Contains(s, text.HUD.Buckets) {
				t.Errorf("%s: the tally:\n%s", glyphs, s)
			}
		}
	}
}

// apart is a level whose ball comes to nothing: it goes up and down in a cage. Two bricks are beside it.
func apart() spec.Level {
	hex := func(x float64) geom.Polygon { return geom.Regular(6, geom.Vec{X: x, Y: 6}, 2, 0) }
	box := func(x0, y0, x1, y1 float64) geom.Polygon {
		p, err := geom.NewPolygon(geom.Vec{X: x0, Y: y0}, geom.Vec{X: x1, Y: y0}, geom.Vec{X: x1, Y: y1}, geom.Vec{X: x0, Y: y1})
		if err != nil {
			panic(err)
		}
		return p
	}
	return spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Quad, Shape: hex(10)},
		{Kind: spec.Quad, Shape: hex(50)},
		{Kind: spec.Gate, Way: geom.Vec{Y: -1}, Shape: box(24.5, 28, 38.5, 30)},
		{Kind: spec.Wall, Shape: box(22.5, 10, 24.3, 30)},
		{Kind: spec.Wall, Shape: box(38.7, 10, 40.5, 30)},
		{Kind: spec.Wall, Shape: box(22.5, 7, 40.5, 9.8)},
	}}
}

// A brick that is about to burst says in how many seconds, on itself.
func TestOverdueBrickCountsDown(t *testing.T) {
	for _, o := range []Options{{}, {Glyphs: cell.ASCII}, {Effects: NoEffects}, {Tier: cell.Mono}} {
		g, v := gameOf(t, apart()), NewView(o)
		untilEvent(t, g, v, engine.BrickOverdue)
		k, _ := g.Overdue()
		center, _ := g.Shape(k).Circle()
		for _, want := range "4321" {
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			col, row := v.l.cell(center.X, center.Y-v.l.cellH/2)
			if got := f.At(col, row).Glyph; got != want {
				t.Errorf("%+v: %q on the brick, want %q", o, got, want)
			}
			for range engine.TicksPerSecond {
				g.Step(engine.Input{hand(g), engine.Idle})
				v.Observe(g.Events)
			}
		}
		if g.Bricks[k].Hits != 0 {
			t.Errorf("%+v: it has not burst", o)
		}
	}
}

// It is lit once a second; with reduced motion it stays lit.
func TestOverdueBrickIsLit(t *testing.T) {
	for _, o := range []Options{{}, {Effects: NoEffects}} {
		g, v := gameOf(t, apart()), NewView(o)
		untilEvent(t, g, v, engine.BrickOverdue)
		v.Draw(&cell.Frame{W: 80, H: 24, Cells: make([]cell.Cell, 80*24)}, g)
		changes, was := 0, true
		for range 3 * engine.TicksPerSecond {
			g.Step(engine.Input{hand(g), engine.Idle})
			lit := false
			v.eachOverdue(g, func(*brick) { lit = true })
			if lit != was {
				changes++
			}
			was = lit
		}
		if want := map[Effects]int{FullEffects: 6, NoEffects: 0}[o.Effects]; changes > want || changes < want-1 {
			t.Errorf("%v: it changes %d times in three seconds, want %d", o.Effects, changes, want)
		}
	}
}

// While a course is bent an arrow beside the ball says which way.
func TestBendIsShown(t *testing.T) {
	slope, err := geom.NewPolygon(geom.Vec{X: 26.5, Y: 16}, geom.Vec{X: 36.5, Y: 16}, geom.Vec{X: 36.5, Y: 26})
	if err != nil {
		t.Fatal(err)
	}
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Wall, Shape: slope}, {Kind: spec.Quad, Shape: geom.Regular(6, geom.Vec{X: 6, Y: 6}, 2, 0)},
	}}
	for _, o := range []Options{{}, {Glyphs: cell.ASCII}, {Effects: NoEffects}} {
		g, v := gameOf(t, l), NewView(o)
		fire := engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle}
		for g.Step(fire); !g.IsTurning(0); {
			if g.Step(engine.Input{engine.Idle, engine.Idle}); g.Tick > 10*engine.TicksPerSecond {
				t.Fatal("it does not bend")
			}
		}
		arrow := "▾"
		if o.Glyphs == cell.ASCII {
			arrow = "v"
		}
		if s := shownAt(v, g, 80, 24); !strings.Contains(s, arrow) {
			t.Errorf("%+v: no %q in\n%s", o, arrow, s)
		}
	}
}
