package render

import (
	"fmt"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// untilEvent lets a bot play until an event of the given kind occurs, for at most five minutes.
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
	t.Fatalf("no event of kind %d occurred in five minutes", kind)
}

// TestFinaleIsShown checks the announcement of the finale, and the arrows that point to the remaining bricks.
func TestFinaleIsShown(t *testing.T) {
	for _, o := range []Options{{}, {Glyphs: cell.ASCII}, {Effects: NoEffects}, {Tier: cell.Mono}} {
		g, v := newTestGame(t), NewView(o)
		untilEvent(t, g, v, engine.FinaleStarted)
		arrow := "▸"
		if o.Glyphs == cell.ASCII {
			arrow = ">"
		}
		s := frameText(v, g, 80, 24)
		if want := fmt.Sprintf("FINALE  %d bricks left", g.BricksLeft); !strings.Contains(s, want) ||
			!strings.Contains(s, arrow) {
			t.Errorf("%+v: the frame does not contain %q and %q:\n%s", o, want, arrow, s)
		}
		for range announcementTicks {
			v.Observe(nil)
		}
		if s := frameText(v, g, 80, 24); strings.Contains(s, "FINALE") {
			t.Errorf("%+v: the frame contains FINALE after announcementTicks, want no announcement:\n%s", o, s)
		}
	}
}

// TestRestingStormWarns checks that a storm shows a warning if the paddle does not move.
func TestRestingStormWarns(t *testing.T) {
	g, err := engine.New(engine.Config{
		Setup: engine.Setup{Mode: engine.Storm, Difficulty: engine.Kids}, Levels: levels.Storm().Levels,
	})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(Options{})
	for _, want := range []bool{false, true} {
		for range 7 * engine.TicksPerSecond {
			g.Step(engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle})
			v.Observe(g.Events)
		}
		if !want {
			g.Step(engine.Input{{Target: 640}, engine.Idle})
		}
		if s := frameText(v, g, 80, 24); strings.Contains(s, text.HUD.MovePaddle) != want {
			t.Errorf("tick %d: warning shown: %v, want %v:\n%s", g.Tick, !want, want, s)
		}
	}
}

// TestAnnouncementsOfBossFights checks that a boss fight announces its last hit and an open boss, but no last brick.
func TestAnnouncementsOfBossFights(t *testing.T) {
	l := spec.Level{
		Boss:   spec.BossSpec{Kind: spec.Queen, At: geom.Vec{X: 30.5, Y: 12}},
		Drones: spec.DroneSpec{Max: 2, Interval: engine.TicksPerSecond, Gates: []float64{5.5, 55.5}},
	}
	g, err := engine.New(engine.Config{
		Setup: engine.Setup{Mode: engine.BossRush, Seed: 2}, Levels: []spec.Level{l, l, l},
	})
	if err != nil {
		t.Fatal(err)
	}
	v, player, found := NewView(Options{}), bot.New(2), map[string]bool{}
	for left := 1; left > 0 && g.Level == 0; left, _ = g.BossHits() {
		g.Step(engine.Input{player.Play(g), engine.Idle})
		v.Observe(g.Events)
		if g.Tick%60 > 0 {
			continue
		}
		s := frameText(v, g, 80, 24)
		for _, words := range []string{text.HUD.LastHit, text.HUD.AllSidesWeak, text.HUD.LastBrick, "BOSS 1 of 3"} {
			found[words] = found[words] || strings.Contains(s, words)
		}
	}
	if !found[text.HUD.LastHit] || !found[text.HUD.AllSidesWeak] || found[text.HUD.LastBrick] || !found["BOSS 1 of 3"] {
		t.Errorf("announcements in a boss fight: %v, want all except %q", found, text.HUD.LastBrick)
	}
}

func TestBucketsAreShown(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{80, 24}, {41, 17}, {120, 40}} {
			g, v := newTestGame(t), NewView(Options{Glyphs: glyphs})
			untilEvent(t, g, v, engine.BonusStarted)
			lines := strings.Split(frameText(v, g, size[0], size[1]), "\n")
			row, at := lines[v.l.y+v.l.rows-1], 0
			for _, points := range engine.BucketPoints {
				n := strings.Index(row[at:], fmt.Sprint(points))
				if n < 0 {
					t.Fatalf("%s, %v: the last row is %q, want it to contain %d", glyphs, size, row, points)
				}
				at += n + 1
			}
			for g.Phase == engine.Bonus {
				g.Step(engine.Input{engine.Idle, engine.Idle})
				v.Observe(g.Events)
			}
			if s := frameText(v, g, 80, 24); !strings.Contains(s, "Buckets") || strings.Contains(s, text.HUD.Buckets) {
				t.Errorf("%s: the tally has no line for buckets, or the hint about buckets is still drawn:\n%s",
					glyphs, s)
			}
		}
	}
}

// cagedBall returns a level in which the ball is caught in a cage of walls. Two bricks are next to the cage.
func cagedBall() spec.Level {
	hex := func(x float64) geom.Polygon { return geom.Regular(6, geom.Vec{X: x, Y: 6}, 2, 0) }
	box := func(x0, y0, x1, y1 float64) geom.Polygon {
		p, err := geom.NewPolygon(geom.Vec{X: x0, Y: y0}, geom.Vec{X: x1, Y: y0}, geom.Vec{X: x1, Y: y1},
			geom.Vec{X: x0, Y: y1})
		if err != nil {
			panic(err)
		}
		return p
	}
	return spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Quad, Shape: hex(10)},
		{Kind: spec.Quad, Shape: hex(50)},
		{Kind: spec.Gate, PassDir: geom.Vec{Y: -1}, Shape: box(24.5, 28, 38.5, 30)},
		{Kind: spec.Wall, Shape: box(22.5, 10, 24.3, 30)},
		{Kind: spec.Wall, Shape: box(38.7, 10, 40.5, 30)},
		{Kind: spec.Wall, Shape: box(22.5, 7, 40.5, 9.8)},
	}}
}

// TestOverdueBrickCountsDown checks that a brick shows the seconds until it bursts.
func TestOverdueBrickCountsDown(t *testing.T) {
	for _, o := range []Options{{}, {Glyphs: cell.ASCII}, {Effects: NoEffects}, {Tier: cell.Mono}} {
		g, v := gameOf(t, cagedBall()), NewView(o)
		untilEvent(t, g, v, engine.BrickOverdue)
		k, _ := g.OverdueBrick()
		center, _ := g.Shape(k).Circle()
		for _, want := range "4321" {
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			col, row := v.l.cellAt(center.X, center.Y-v.l.cellH/2)
			if got := f.At(col, row).Glyph; got != want {
				t.Errorf("%+v: the glyph on the brick is %q, want %q", o, got, want)
			}
			for range engine.TicksPerSecond {
				g.Step(engine.Input{scriptedPlayer(g), engine.Idle})
				v.Observe(g.Events)
			}
		}
		if g.Bricks[k].Hits != 0 {
			t.Errorf("%+v: the brick has %d hits after the countdown, want 0", o, g.Bricks[k].Hits)
		}
	}
}

// TestOverdueBrickIsLit checks that a brick that is about to burst lights up once per second. With reduced motion it
// stays lit.
func TestOverdueBrickIsLit(t *testing.T) {
	for _, o := range []Options{{}, {Effects: NoEffects}} {
		g, v := gameOf(t, cagedBall()), NewView(o)
		untilEvent(t, g, v, engine.BrickOverdue)
		v.Draw(&cell.Frame{W: 80, H: 24, Cells: make([]cell.Cell, 80*24)}, g)
		changes, wasLit := 0, true
		for range 3 * engine.TicksPerSecond {
			g.Step(engine.Input{scriptedPlayer(g), engine.Idle})
			lit := false
			v.eachOverdueBrick(g, func(*brick) { lit = true })
			if lit != wasLit {
				changes++
			}
			wasLit = lit
		}
		if want := map[Effects]int{FullEffects: 6, NoEffects: 0}[o.Effects]; changes > want || changes < want-1 {
			t.Errorf("%v: the light changed %d times in three seconds, want %d", o.Effects, changes, want)
		}
	}
}

// TestTurnIsShown checks that an arrow next to the ball shows the direction in which the engine turns it.
func TestTurnIsShown(t *testing.T) {
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
				t.Fatal("IsTurning(0) = false after 10 s, want true")
			}
		}
		arrow := "▾"
		if o.Glyphs == cell.ASCII {
			arrow = "v"
		}
		if s := frameText(v, g, 80, 24); !strings.Contains(s, arrow) {
			t.Errorf("%+v: the frame does not contain %q:\n%s", o, arrow, s)
		}
	}
}
