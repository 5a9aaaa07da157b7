package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// gameWithEffect returns a game in which the effect of a drop is running, because the paddle has just caught the drop.
func gameWithEffect(t *testing.T, k spec.DropKind) *engine.Game {
	t.Helper()
	shape, err := geom.NewPolygon(geom.Vec{X: 28, Y: 36}, geom.Vec{X: 40, Y: 36}, geom.Vec{X: 40, Y: 38},
		geom.Vec{X: 28, Y: 38})
	if err != nil {
		t.Fatal(err)
	}
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Plain, Shape: shape, Drop: k},
		{Kind: spec.Wall, Shape: geom.Regular(6, geom.Vec{X: 6, Y: 20}, 3, 30)},
		{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 6, Y: 6}, 3, 30)},
	}}
	g, err := engine.New(engine.Config{Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	in := engine.Input{engine.Idle, engine.Idle}
	in[0].Buttons = engine.Fire
	for range 350 {
		g.Step(in)
		in[0].Buttons = 0
	}
	if !g.Running(k) {
		t.Fatalf("Running(%s) = false, want true", spec.Drops[k].Name)
	}
	return g
}

// drawFrame returns a frame of g with 80×24 cells.
func drawFrame(o Options, g *engine.Game) *cell.Frame {
	var f cell.Frame
	f.Resize(80, 24)
	NewView(o).Draw(&f, g)
	return &f
}

// TestDarkHidesDistantBricks checks that in every glyph set the cells far from the ball are hidden, and that the ball
// and the panel are visible.
func TestDarkHidesDistantBricks(t *testing.T) {
	g := gameWithEffect(t, spec.DropDark)
	for _, o := range allOptions() {
		f := drawFrame(o, g)
		at := g.BallAt(0)
		ball := 0
		for y := range 20 {
			for x := range 63 {
				dx, dy := float64(x)-0.5-at.X, 2*(float64(y)+0.5)-at.Y
				c := f.At(x, y)
				far := dx*dx+dy*dy > (lightRadius+2)*(lightRadius+2)
				if shows := c.Glyph != ' ' || c.Bg != f.At(1, 18).Bg; shows && far && x > 0 && y > 0 && x < 62 {
					t.Fatalf("%v %v: %q at %d, %d, want a dark cell in\n%v", o.Glyphs, o.Tier, c.Glyph, x, y, f)
				} else if shows && !far {
					ball++
				}
			}
		}
		if ball == 0 || !strings.Contains(f.String(), "LEVEL") {
			t.Errorf("%v %v: the frame does not contain the ball and the panel:\n%v", o.Glyphs, o.Tier, f)
		}
	}
}

// TestGhostPaddleShowsOnlyEnds checks that the middle of the paddle is not drawn in any glyph set.
func TestGhostPaddleShowsOnlyEnds(t *testing.T) {
	g := gameWithEffect(t, spec.DropGhost)
	for _, o := range allOptions() {
		f := drawFrame(o, g)
		middle, end := f.At(32, 22), 0
		for x := 27; x < 38; x++ {
			if *f.At(x, 22) != *middle {
				end++
			}
		}
		if middle.Glyph != ' ' && middle.Fg != middle.Bg || end < 2 {
			t.Errorf("%v %v: the middle of the paddle is %q, want blank; its ends have %d cells, want at least 2:\n%v",
				o.Glyphs, o.Tier, middle.Glyph, end, f)
		}
	}
}

// TestExitIsInTheWall checks that the exit is next to the paddle in every glyph set.
func TestExitIsInTheWall(t *testing.T) {
	g := gameWithEffect(t, spec.DropExit)
	for _, o := range allOptions() {
		f := drawFrame(o, g)
		if f.At(62, 22).Glyph != exitGlyphs[o.Glyphs] || f.At(62, 10).Glyph == exitGlyphs[o.Glyphs] {
			t.Errorf("%v %v: the exit is not next to the paddle, or it is also in other rows:\n%v",
				o.Glyphs, o.Tier, f)
		}
	}
}

// TestFuseGlows checks that a fuse shows at the position of the broken brick in every glyph set and tier, and
// disappears afterwards.
func TestFuseGlows(t *testing.T) {
	for _, o := range allOptions() {
		g := oneBrickGame(t)
		g.Bricks[0] = engine.Brick{Kind: spec.Bomb, Pair: -1}
		v := NewView(o)
		var f cell.Frame
		f.Resize(80, 24)
		draw := func(lit bool) string {
			g.Bricks[0].Lit = lit
			v.Draw(&f, g)
			return brickPicture(v, &f)
		}
		before := draw(false)
		if draw(true) == before {
			t.Errorf("%v %v: a lit fuse does not change the picture, want a change:\n%v", o.Glyphs, o.Tier, &f)
		}
		if draw(false) != before {
			t.Errorf("%v %v: the picture still differs after the fuse has burned:\n%v", o.Glyphs, o.Tier, &f)
		}
	}
}

// TestTallyShowsAmounts checks that the tally of a cleared level shows counts and points, without lines of 0 points.
func TestTallyShowsAmounts(t *testing.T) {
	g := newTestGame(t)
	g.Tally = engine.Tally{
		Bricks: 44, HitPoints: 4400, MultiplierPoints: 1250, BestCombo: 12, Cannons: 2,
		CannonPoints: 500, SpeedBonus: 310,
	}
	if s := drawFrame(Options{}, g).String(); strings.Contains(s, "Bricks") {
		t.Errorf("the frame contains the tally before the level is cleared, want no tally:\n%s", s)
	}
	g.Phase = engine.Clear
	for _, o := range allOptions() {
		s := drawFrame(o, g).String()
		for _, want := range []string{
			"Bricks", "44", "4,400", "Multiplier", "1,250", "Cannons", "500", "Time bonus",
			"310",
		} {
			if !strings.Contains(s, want) {
				t.Errorf("%v %v: the frame does not contain %q:\n%s", o.Glyphs, o.Tier, want, s)
			}
		}
		if strings.Contains(s, text.Tally.Clean) || strings.Contains(s, "Drops") {
			t.Errorf("%v %v: the tally has a line without points, want none in\n%s", o.Glyphs, o.Tier, s)
		}
	}
	g.Tally.HitPoints = 123_456_789
	var f cell.Frame
	f.Resize(MinW, MinH)
	NewView(Options{}).Draw(&f, g) // must not panic by drawing outside the frame
}
