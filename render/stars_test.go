package render

import (
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// TestTallyShowsGoalsAndStars checks that the tally of a cleared level shows the goals and the earned stars.
func TestTallyShowsGoalsAndStars(t *testing.T) {
	g := newTestGame(t)
	g.Phase, g.BricksLeft = engine.Clear, 0
	g.Tally = engine.Tally{
		Bricks: 44, HitPoints: 14400, Ticks: 62 * engine.TicksPerSecond,
		Par: 90 * engine.TicksPerSecond, ParScore: 20000, BallsLost: 1,
	}
	for _, o := range allOptions() {
		m := &widget.Glyphs[o.Glyphs]
		s := drawFrame(o, g).String()
		for _, want := range []string{
			"1:02 of 1:30", "14,400 of 20,000",
			string([]rune{m.Star, m.Star, m.HollowStar, m.HollowStar}),
			string(m.Star) + " 0 bricks", string(m.Star) + " 0:28 left", string(m.Times) + " ball lost", // in the HUD
		} {
			if !strings.Contains(s, want) {
				t.Errorf("%v %v: the frame does not contain %q:\n%s", o.Glyphs, o.Tier, want, s)
			}
		}
	}
	g.Tally.ParScore = 0
	if s := drawFrame(Options{}, g).String(); !strings.Contains(s, "★★☆ ") || strings.Contains(s, "Points") {
		t.Errorf("without a par for points, the tally has no stars or has a line of points:\n%s", s)
	}
	g.Tally.Warped, g.BricksLeft = true, 3
	if s := drawFrame(Options{}, g).String(); !strings.Contains(s, "Skipped") || strings.Contains(s, "★") ||
		strings.Contains(s, "Stars") {
		t.Errorf("the tally of a skipped level shows stars, or does not contain Skipped:\n%s", s)
	}
}

// At 60×20, the tally in ASCII has room for all lines, and the headline does not hide the panel.
func TestTallyFits(t *testing.T) {
	g := newTestGame(t)
	g.Phase, g.BricksLeft = engine.Clear, 0
	g.Tally = engine.Tally{
		Bricks: 44, HitPoints: 4400, MultiplierPoints: 100, Cannons: 1, CannonPoints: 250, DropsCaught: 2,
		DropPoints: 200, Bucketed: 1, BucketPoints: 50, SpeedBonus: 300, CleanBonus: 5000,
		Ticks: 62 * engine.TicksPerSecond,
		Par:   90 * engine.TicksPerSecond, ParScore: 20000,
	}
	v := NewView(Options{Glyphs: cell.ASCII})
	var f cell.Frame
	f.Resize(60, 20)
	v.Draw(&f, g)
	before := slices.Clone(f.Cells)
	v.DrawHeadline(&f, "LEVEL CLEAR")
	s := f.String()
	for _, want := range []string{"LEVEL CLEAR", text.Tally.Bricks, text.Tally.Time, text.Tally.Stars} {
		if !strings.Contains(s, want) {
			t.Errorf("the frame does not contain %q:\n%s", want, s)
		}
	}
	for y := range f.H {
		for x := v.l.x + v.l.cols; x < f.W; x++ {
			if f.Cells[y*f.W+x] != before[y*f.W+x] {
				t.Fatalf("the headline changes the panel at %d, %d:\n%s", x, y, s)
			}
		}
	}
}

// TestWarpIsOffered checks that the HUD shows the key to the next level if few bricks remain.
func TestWarpIsOffered(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: []spec.Level{honeycomb(), honeycomb()}})
	if err != nil {
		t.Fatal(err)
	}
	g.Phase = engine.Play
	for _, size := range [][2]int{{MinW, MinH}, {80, 24}, {160, 50}} {
		for _, o := range []Options{{}, {Glyphs: cell.ASCII, Keys: HintKeys{Warp: "N"}}} {
			want := "W: next level"
			if o.Keys.Warp != "" {
				want = "N: next level"
			}
			for _, offered := range []bool{false, true} {
				g.BricksLeft = 60
				if offered {
					g.BricksLeft = 1
				}
				var f cell.Frame
				f.Resize(size[0], size[1])
				NewView(o).Draw(&f, g)
				if s := f.String(); strings.Contains(s, want) != offered {
					t.Errorf("%v, %d bricks left: the HUD shows %q: %v, want %v\n%s", size, g.BricksLeft, want,
						!offered, offered, s)
				}
			}
		}
	}
}
