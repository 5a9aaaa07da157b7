package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render/cell"
)

// TestCannonAddsToTheBricksPoints checks that the points of a brick and its cannon are shown as one number.
func TestCannonAddsToTheBricksPoints(t *testing.T) {
	g, v := gameAfter(t, Options{}, 1)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	const k = 24
	g.Bricks[k].Hits = 0
	center, _ := g.Shape(k).Circle()
	v.Observe([]engine.Event{
		{Kind: engine.BrickBroken, Ball: 0, Brick: k, At: center, Value: 100},
		{Kind: engine.Cannon, Ball: 0, Brick: k, At: center, Value: 250},
	})
	for range labelStart {
		v.Observe(nil)
	}
	v.Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "+350") {
		t.Errorf("the frame does not contain +350:\n%s", s)
	}
}

// TestPointLabelsDoNotLookLikeDrops checks that points are drawn on the background, without the colors of drops.
func TestPointLabelsDoNotLookLikeDrops(t *testing.T) {
	for _, o := range allOptions() {
		g := oneBrickGame(t)
		v := NewView(o)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		g.Bricks[0].Hits = 0
		for _, points := range []int{100, 350} {
			v.Observe([]engine.Event{{Kind: engine.BrickBroken, Ball: -1, Brick: 0, Value: points}})
			for range labelStart {
				v.Observe(nil)
			}
			v.effects.sparks.clear()
			v.Draw(&f, g)
			center, _ := g.Shape(0).Circle()
			c := f.At(v.l.cellAt(center.X, center.Y))
			if c.Glyph < '0' || c.Glyph > '9' {
				t.Errorf("%v %v: the middle of the brick shows %c, want a digit in\n%v", o.Glyphs, o.Tier, c.Glyph, &f)
			}
			th := &v.theme
			if c.Bg != th.Back || c.Attr&cell.Reverse != 0 || o.Tier < cell.Mono &&
				(c.Fg == th.Good || c.Fg == th.Bad || c.Fg == th.Accent) {
				t.Errorf("%v %v: the points are %06x on %06x, want a neutral color on Back",
					o.Glyphs, o.Tier, c.Fg, c.Bg)
			}
		}
	}
}

// TestNothingCutsPoints checks that labels of points are complete in every frame of a game with many drops. Only balls
// may hide parts of them.
func TestNothingCutsPoints(t *testing.T) {
	pack := levels.Shipped()
	g, err := engine.New(engine.Config{Setup: engine.Setup{First: 4, Seed: 5, Drops: 60}, Levels: pack.Levels})
	if err != nil {
		t.Fatal(err)
	}
	v, b := NewView(Options{}), bot.New(1)
	var f cell.Frame
	f.Resize(80, 24)
	seen := 0
	for g.Tick < 60*engine.TicksPerSecond {
		g.Step(engine.Input{b.Play(g), engine.Idle})
		v.Observe(g.Events)
		if g.Tick%8 != 0 {
			continue
		}
		v.Draw(&f, g)
		for _, a := range v.pointLabelAreas {
			seen++
			for x := a.X; x < a.X+a.W; x++ {
				if c := f.At(x, a.Y).Glyph; !v.ballAt(x-v.l.x, a.Y-v.l.y) && !strings.ContainsRune("+,0123456789", c) {
					t.Fatalf("tick %d: %c in the points at %v, want only digits, commas and +:\n%v", g.Tick, c, a, &f)
				}
			}
		}
	}
	if seen < 200 {
		t.Errorf("the frames contain %d labels, want at least 200", seen)
	}
}
