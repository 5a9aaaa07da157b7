package render

import (
	"fmt"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// bossLevel returns a level with a boss, drones and a few bricks.
func bossLevel(boss spec.BossKind) spec.Level {
	l := spec.Level{
		Name:   "Lair",
		Drones: spec.DroneSpec{Max: 2, Interval: engine.TicksPerSecond, Gates: []float64{8, 56}},
		Boss:   spec.BossSpec{Kind: boss, At: geom.Vec{X: 32, Y: 14}},
	}
	for _, x := range []float64{5, 32, 59} {
		l.Bricks = append(l.Bricks, spec.BrickSpec{
			Kind: spec.Double, Hue: 2,
			Shape: geom.Regular(6, geom.Vec{X: x, Y: 30}, 2, 30),
		})
	}
	return l
}

// bossGameAfter returns a game with a boss that scriptedPlayer has played for some ticks, and a view that observed it.
func bossGameAfter(t testing.TB, o Options, boss spec.BossKind, ticks int) (*engine.Game, *View) {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 3}, Levels: []spec.Level{bossLevel(boss)}})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(o)
	for range ticks {
		g.Step(engine.Input{scriptedPlayer(g), engine.Idle})
		v.Observe(g.Events)
	}
	return g, v
}

func TestPicturesOfBosses(t *testing.T) {
	for boss := spec.Queen; boss < spec.NumBosses; boss++ {
		for _, glyphs := range []cell.Glyphs{cell.Sextant, cell.ASCII} {
			g, v := bossGameAfter(t, Options{Glyphs: glyphs, Names: []string{"Lair"}}, boss, 1400)
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			compareGolden(t, fmt.Sprintf("boss-%s-%v.txt", spec.Bosses[boss].Name, glyphs), []byte(f.String()))
		}
	}
}

// TestWeakSidesShowWithoutColor checks that weak sides differ from hard sides without colors.
func TestWeakSidesShowWithoutColor(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			g, _ := bossGameAfter(t, Options{}, spec.Queen, 10)
			draw := func() string {
				var f cell.Frame
				f.Resize(size[0], size[1])
				NewView(Options{Glyphs: glyphs, Tier: cell.Mono}).Draw(&f, g)
				return f.String()
			}
			before := draw()
			g.Boss.Open = true
			if draw() == before {
				t.Errorf("%v %v: a boss with weak sides looks the same as one with a hard upper side\n%s", glyphs, size,
					before)
			}
		}
	}
}

// TestBossHitsAreShown checks that the panel and the strip show the remaining hits of the boss.
func TestBossHitsAreShown(t *testing.T) {
	g, v := bossGameAfter(t, Options{Glyphs: cell.ASCII}, spec.Heart, 400)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "HEART       18") {
		t.Errorf("the panel does not contain HEART 18:\n%s", s)
	}
	g.Bricks[g.Boss.Brick].Hits = 7
	f.Resize(64, 30)
	v.Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "H==-") {
		t.Errorf("the strip does not contain H==-:\n%s", s)
	}
}

// TestGatesOpen checks that gates are drawn closed, and that a gate is drawn open before a drone enters.
func TestGatesOpen(t *testing.T) {
	g, v := bossGameAfter(t, Options{Glyphs: cell.ASCII}, spec.Queen, 10)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	top := strings.SplitN(f.String(), "\n", 2)[0]
	if strings.Count(top, "[====]") != 2 {
		t.Errorf("the first row with two closed gates is %q, want two [====]", top)
	}
	for range 20 * engine.TicksPerSecond {
		g.Step(engine.Input{scriptedPlayer(g), engine.Idle})
		if g.GateOpen(0) || g.GateOpen(1) {
			v.Draw(&f, g)
			if top := strings.SplitN(f.String(), "\n", 2)[0]; strings.Count(top, "[====]") != 1 {
				t.Errorf("the first row with an open and a closed gate is %q, want one [====]", top)
			}
			return
		}
	}
	t.Error("GateOpen returned false for both gates for 20 s, want true for one")
}

func TestDrawingEnemiesDoesNotAllocate(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.ASCII} {
		g, v := bossGameAfter(t, Options{Glyphs: glyphs}, spec.Bastion, 2000)
		var f cell.Frame
		f.Resize(120, 40)
		v.Draw(&f, g)
		before := g.Hash()
		if n := testing.AllocsPerRun(100, func() { v.Draw(&f, g) }); n != 0 {
			t.Errorf("%v: Draw allocates %g times per frame, want 0", glyphs, n)
		}
		if g.Hash() != before {
			t.Error("Draw changes the game, want no change")
		}
	}
}

// TestBossHasFace checks that the face has a contrast of 3:1 with the boss in every theme and tier (WCAG 2.2, 1.4.11),
// and that cracks show hits.
func TestBossHasFace(t *testing.T) {
	for _, theme := range theme.All {
		for tier := cell.Truecolor; tier < cell.Mono; tier++ {
			th := theme.ForTier(tier)
			for _, row := range spec.Bosses[1:] {
				v := NewView(Options{Theme: theme, Tier: tier})
				face := v.faceColor(&brick{Brick: engine.Brick{Hue: row.Hue}})
				if c := max(cell.Contrast(th.Text, face), cell.Contrast(th.Back, face)); c < 3 {
					t.Errorf("%s, tier %v, %s: the eyes have a contrast of %.1f, want at least 3", theme.Name, tier,
						row.Name, c)
				}
			}
		}
	}

	for _, glyphs := range allGlyphs {
		for kind := spec.Queen; kind < spec.NumBosses; kind++ {
			g, v := bossGameAfter(t, Options{Glyphs: glyphs}, kind, 300)
			picture := func() string {
				var f cell.Frame
				f.Resize(80, 24)
				v.Draw(&f, g)
				v.effects.balls = v.effects.balls[:0]
				at := g.BossAt()
				c0, r0 := v.l.cellAt(at.X-7, at.Y-7)
				c1, r1 := v.l.cellAt(at.X+7, at.Y+7)
				var b strings.Builder
				for y := r0; y <= r1; y++ {
					for x := c0; x <= c1; x++ {
						fmt.Fprint(&b, *f.At(x, y))
					}
				}
				return b.String()
			}
			intact := picture()
			g.Bricks[g.Boss.Brick].Hits /= 3
			if glyphs != cell.ASCII && picture() == intact {
				t.Errorf("%v, %s: a boss with a third of its hits looks the same as an intact boss", glyphs,
					spec.Bosses[kind].Name)
			}
		}
	}
}

func TestBossLooksAtTheBall(t *testing.T) {
	g, v := bossGameAfter(t, Options{}, spec.Queen, 10)
	at := g.BossAt()
	for _, d := range []geom.Vec{{X: 1}, {X: -1}, {Y: 1}, {X: 0.6, Y: 0.8}} {
		ball := at.Along(d, 9)
		v.effects.balls = []shownBall{{x: ball.X, y: ball.Y, r: 0.6}, {x: at.X, y: at.Y + 30, r: 0.6}}
		if got := v.lookDirection(g, at); got.Sub(d).Norm() > 1e-9 {
			t.Errorf("lookDirection = %v, want the direction of the ball, %v", got, d)
		}
	}
	v.effects.balls = nil
	if got := v.lookDirection(g, at); got.Y <= 0 {
		t.Errorf("lookDirection without a ball = %v, want the direction of the paddle", got)
	}
}

// TestBossWaves checks that waves cross the field when a boss starts a phase and when it dies, but only with full
// effects.
func TestBossWaves(t *testing.T) {
	for _, effects := range []Effects{FullEffects, SomeEffects, NoEffects} {
		for _, kind := range []engine.EventKind{engine.BossChanged, engine.BossKilled} {
			g, v := bossGameAfter(t, Options{Effects: effects}, spec.Queen, 10)
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			v.Observe([]engine.Event{{Kind: kind, At: g.BossAt(), Brick: g.Boss.Brick, Ball: -1, Value: 2}})
			seen := map[int]bool{}
			for range 2 * engine.TicksPerSecond {
				v.Observe(nil)
				v.Draw(&f, g)
				wave := cell.Snap256(v.theme.Accent)
				for i, c := range f.Cells {
					if c.Fg == wave && c.Glyph != ' ' {
						seen[i%f.W/16] = true
					}
				}
			}
			if want := effects == FullEffects; (len(seen) >= 4) != want {
				t.Errorf("effects %v, event %v: waves in %d parts of the field, want at least 4 only with full effects",
					effects, kind, len(seen))
			}
		}
	}
}
