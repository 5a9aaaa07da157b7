package render

import (
	"fmt"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// lair returns a level with a boss, drones, and a brick or two.
func lair(boss spec.BossKind) spec.Level {
	l := spec.Level{
		Name:   "Lair",
		Drones: spec.DroneSpec{Most: 2, Every: engine.TicksPerSecond, Gates: []float64{8, 56}},
		Boss:   spec.BossSpec{Kind: boss, At: geom.Vec{X: 32, Y: 14}},
	}
	for _, x := range []float64{5, 32, 59} {
		l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Double, Hue: 2, Shape: geom.Regular(6, geom.Vec{X: x, Y: 30}, 2, 30)})
	}
	return l
}

// lairAfter returns a game of a lair that hand has played for some ticks, and a view that observed it.
func lairAfter(t testing.TB, o Options, boss spec.BossKind, ticks int) (*engine.Game, *View) {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 3}, Levels: []spec.Level{lair(boss)}})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(o)
	for range ticks {
		g.Step(engine.Input{hand(g), engine.Idle})
		v.Observe(g.Events)
	}
	return g, v
}

func TestPicturesOfBosses(t *testing.T) {
	for boss := spec.Queen; boss < spec.BossKinds; boss++ {
		for _, glyphs := range []cell.Glyphs{cell.Sextant, cell.ASCII} {
			g, v := lairAfter(t, Options{Glyphs: glyphs, Names: []string{"Lair"}}, boss, 1400)
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			golden(t, fmt.Sprintf("boss-%s-%v.txt", spec.Bosses[boss].Name, glyphs), []byte(f.String()))
		}
	}
}

// Without colours, weak sides differ from armour, and drones from bricks.
func TestWeakSidesShowWithoutColour(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			g, _ := lairAfter(t, Options{}, spec.Queen, 10)
			draw := func() string {
				var f cell.Frame
				f.Resize(size[0], size[1])
				NewView(Options{Glyphs: glyphs, Tier: cell.Mono}).Draw(&f, g)
				return f.String()
			}
			before := draw()
			g.Boss.Open = true
			if draw() == before {
				t.Errorf("%v %v: a boss whose sides are all weak looks as one that is hard above\n%s", glyphs, size, before)
			}
		}
	}
}

// The hits of a boss are in the panel and on the boss, in the strip too.
func TestHitsOfABossAreShown(t *testing.T) {
	g, v := lairAfter(t, Options{Glyphs: cell.ASCII}, spec.Heart, 400)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "HEART 18") || !strings.Contains(s, "H 18") {
		t.Errorf("no hits\n%s", s)
	}
	g.Bricks[g.Boss.Brick].Hits = 7
	f.Resize(64, 30)
	v.Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "H==-") || !strings.Contains(s, "H 7") {
		t.Errorf("no hits in the strip\n%s", s)
	}
}

// A gate is drawn shut, and drawn open before a drone comes.
func TestGatesOpen(t *testing.T) {
	g, v := lairAfter(t, Options{Glyphs: cell.ASCII}, spec.Queen, 10)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	top := strings.SplitN(f.String(), "\n", 2)[0]
	if strings.Count(top, "[====]") != 2 {
		t.Errorf("shut gates: %q", top)
	}
	for range 20 * engine.TicksPerSecond {
		g.Step(engine.Input{hand(g), engine.Idle})
		if g.GateOpen(0) || g.GateOpen(1) {
			v.Draw(&f, g)
			if top := strings.SplitN(f.String(), "\n", 2)[0]; strings.Count(top, "[====]") != 1 {
				t.Errorf("one open gate: %q", top)
			}
			return
		}
	}
	t.Error("no gate opens")
}

func TestDrawingFoesDoesNotAllocate(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.ASCII} {
		g, v := lairAfter(t, Options{Glyphs: glyphs}, spec.Bastion, 2000)
		var f cell.Frame
		f.Resize(120, 40)
		v.Draw(&f, g)
		before := g.Hash()
		if n := testing.AllocsPerRun(100, func() { v.Draw(&f, g) }); n != 0 {
			t.Errorf("%v: %g allocations a frame", glyphs, n)
		}
		if g.Hash() != before {
			t.Error("drawing changes the game")
		}
	}
}

// Text on a boss is readable in every theme and tier: 4.5:1, WCAG 2.2, 1.4.3.
func TestWhatStandsOnABossCanBeRead(t *testing.T) {
	for _, theme := range Themes {
		for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256, cell.Colors16} {
			for boss := spec.Queen; boss < spec.BossKinds; boss++ {
				g, v := lairAfter(t, Options{Theme: theme, Tier: tier}, boss, 10)
				var f cell.Frame
				f.Resize(80, 24)
				v.Draw(&f, g)
				at := g.BossAt()
				col, row := v.l.cell(at.X, at.Y)
				for x := col - 1; x <= col+1; x++ {
					if c := f.At(x, row); c.Glyph != ' ' && cell.Contrast(c.Fg, c.Bg) < contrasts[text] {
						t.Errorf("%s, tier %v, %s: %q has a contrast of %.1f", theme.Name, tier, spec.Bosses[boss].Name, c.Glyph, cell.Contrast(c.Fg, c.Bg))
					}
				}
			}
		}
	}
}
