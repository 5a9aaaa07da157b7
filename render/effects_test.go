package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// TestEffectsNeverChangeTheGame compares a game drawn with all effects with a game drawn without. Their states must
// be equal, and drawing a tick twice must give the same frame.
func TestEffectsNeverChangeTheGame(t *testing.T) {
	a, b := newTestGame(t), newTestGame(t)
	full, none := NewView(Options{}), NewView(Options{Effects: NoEffects})
	bot, otherBot := bot.New(5), bot.New(5)
	var f, again cell.Frame
	f.Resize(80, 24)
	again.Resize(80, 24)
	for range 4000 {
		a.Step(engine.Input{bot.Play(a)})
		b.Step(engine.Input{otherBot.Play(b)})
		full.Observe(a.Events)
		none.Observe(b.Events)
		if a.Tick%16 == 0 {
			full.Draw(&f, a)
			full.Draw(&again, a)
			none.Draw(&again, b)
		}
		if a.Hash() != b.Hash() {
			t.Fatalf("tick %d: a game drawn with effects and a game drawn without have different states", a.Tick)
		}
	}
}

// TestNoEffectsShowsOnlyTheGame checks that observed events do not change the frame without effects.
func TestNoEffectsShowsOnlyTheGame(t *testing.T) {
	for _, glyphs := range allGlyphs {
		o := Options{Glyphs: glyphs, Effects: NoEffects}
		g, v := gameAfter(t, o, 900)
		for k := range g.Bricks {
			v.Observe([]engine.Event{
				{Kind: engine.BrickBroken, Brick: k, Value: 100},
				{Kind: engine.BallLost, Brick: -1},
				{Kind: engine.WallHit, Brick: -1},
			})
		}
		var a, b cell.Frame
		a.Resize(80, 24)
		b.Resize(80, 24)
		v.Draw(&a, g)
		NewView(o).Draw(&b, g)
		if !slices.Equal(a.Cells, b.Cells) {
			t.Errorf("%v: a used view draws\n%v\nwant the same as a new view:\n%v", glyphs, &a, &b)
		}
	}
}

// TestBrokenBrickFliesApart checks that a broken brick flashes, that its shards and points are shown, and that all of
// these disappear.
func TestBrokenBrickFliesApart(t *testing.T) {
	for _, glyphs := range allGlyphs {
		g, v := gameAfter(t, Options{Glyphs: glyphs}, 1)
		var f, rest cell.Frame
		f.Resize(80, 24)
		rest.Resize(80, 24)
		v.Draw(&f, g)
		g.Bricks[70].Hits = 0
		v.Draw(&rest, g)
		differ := func() (n int) {
			v.Draw(&f, g)
			for i := range f.Cells {
				if f.Cells[i] != rest.Cells[i] {
					n++
				}
			}
			return n
		}

		center, _ := g.Shape(70).Circle()
		v.Observe([]engine.Event{{Kind: engine.BrickBroken, Brick: 70, At: center, N: geom.Vec{Y: 1}, Value: 100}})
		if n := differ(); n < 6 {
			t.Errorf("%v: the flash has %d cells, want at least 6\n%v", glyphs, n, &f)
		}
		for range flashTicks + 30 {
			v.Observe(nil)
		}
		if n := differ(); n < 4 || !strings.Contains(f.String(), "+100") {
			t.Errorf("%v: shards and points have %d cells, want at least 4 and +100\n%v", glyphs, n, &f)
		}
		for range labelEnd {
			v.Observe(nil)
		}
		if n := differ(); n > 0 {
			t.Errorf("%v: effects changed %d cells after their end, want 0 in\n%v", glyphs, n, &f)
		}
	}
}

// TestLevelBuildsUp checks that the bricks of a new level appear gradually, and that all of them are shown immediately
// when a ball is in play.
func TestLevelBuildsUp(t *testing.T) {
	g, v := newTestGame(t), NewView(Options{})
	v.Observe(g.Events)
	var f, complete cell.Frame
	f.Resize(80, 24)
	complete.Resize(80, 24)
	last := -1
	for range enterTicks {
		v.Draw(&f, g)
		n := 0
		for i := range v.board.bricks {
			if v.board.bricks[i].Hits > 0 {
				n++
			}
		}
		if n < last {
			t.Fatalf("%d bricks are drawn, want at least the %d of the previous tick", n, last)
		}
		last = n
		v.Observe(nil)
	}

	v.Draw(&f, g)
	NewView(Options{}).Draw(&complete, g)
	if !slices.Equal(f.Cells, complete.Cells) {
		t.Errorf("the level at the end of the transition is\n%v\nwant\n%v", &f, &complete)
	}

	v.Observe([]engine.Event{{Kind: engine.LevelStarted, Ball: -1, Brick: -1}})
	g.Phase = engine.Play
	v.Draw(&f, g)
	for i := range v.board.bricks {
		if v.board.bricks[i].Hits == 0 {
			t.Fatalf("brick %d is not drawn, want all bricks drawn when a ball is in play", i)
		}
	}
}

// TestClearedLevelFallsApart checks that the remaining bricks of a cleared level disappear, with shards and fireworks.
func TestClearedLevelFallsApart(t *testing.T) {
	g, v := gameAfter(t, Options{}, 1)
	for i := range g.Bricks {
		if spec.Kinds[g.Bricks[i].Kind].Breakable {
			g.Bricks[i].Hits = 0
		}
	}
	g.Phase = engine.Clear
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	v.Observe([]engine.Event{{Kind: engine.LevelClear, Brick: 0}})
	maxSparks := 0
	for range leaveTicks + 2*rocketInterval {
		v.Draw(&f, g)
		v.Observe(nil)
		maxSparks = max(maxSparks, v.effects.sparks.len())
	}
	v.Draw(&f, g)
	for i := range v.board.bricks {
		if v.board.bricks[i].Hits > 0 {
			t.Fatalf("brick %d is drawn after the end of the transition, want no bricks", i)
		}
	}
	if maxSparks < 40 {
		t.Errorf("the transition has at most %d shards and sparks at a time, want at least 40", maxSparks)
	}
}

// TestLostBallShakesTheWalls checks that a lost ball lights the walls briefly, and only with full effects.
func TestLostBallShakesTheWalls(t *testing.T) {
	for effects := FullEffects; effects <= NoEffects; effects++ {
		g, v := gameAfter(t, Options{Effects: effects}, 700)
		v.effects.clear()
		var before, during, later cell.Frame
		for _, f := range []*cell.Frame{&before, &during, &later} {
			f.Resize(80, 24)
		}
		g.Phase, g.PhaseBegan, g.Balls = engine.Lost, g.Tick-engine.TicksPerSecond, nil
		v.Draw(&before, g)
		v.Observe([]engine.Event{{Kind: engine.BallLost, Ball: 0, Brick: -1, At: geom.Vec{X: -9, Y: 48}}})
		v.Draw(&during, g)
		walls := 0
		for i := range during.Cells {
			if during.Cells[i] != before.Cells[i] && during.Cells[i].Fg == v.theme.Alarm {
				walls++
			}
		}
		if lit := walls > 80; lit != (effects == FullEffects) {
			t.Errorf("%v: the walls have %d lit cells, want more than 80 only with full effects", effects, walls)
		}
		for range engine.TicksPerSecond {
			v.Observe(nil)
		}
		v.Draw(&later, g)
		if !slices.Equal(before.Cells, later.Cells) {
			t.Errorf("%v: after the end of the effect, the frame differs from the frame before:\n%v", effects, &later)
		}
	}
}

// TestHitsLeaveCracks checks that bricks with and without hits look different.
func TestHitsLeaveCracks(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.Sextant, cell.Octant, cell.Braille} {
		for _, size := range [][2]int{{80, 24}, {200, 60}} {
			seen := map[string]string{}
			show := func(name string, kind spec.Kind, hits uint8) {
				g := newTestGame(t)
				g.Bricks[24].Kind, g.Bricks[24].Hits = kind, hits
				var f cell.Frame
				f.Resize(size[0], size[1])
				NewView(Options{Glyphs: glyphs}).Draw(&f, g)
				key := fmt.Sprint(f.Cells)
				if other, ok := seen[key]; ok {
					t.Errorf("%v %v: %s looks the same as %s\n%v", glyphs, size, name, other, &f)
				}
				seen[key] = name
			}
			show("plain", spec.Plain, 1)
			show("double", spec.Double, 2)
			show("double hit once", spec.Double, 1)
			show("triple", spec.Triple, 3)
			show("triple hit once", spec.Triple, 2)
			show("triple hit twice", spec.Triple, 1)
		}
	}
}

// TestDustIsSparse checks that the field has few specks of dust, and no dust with reduced effects and some options.
func TestDustIsSparse(t *testing.T) {
	g, v := gameAfter(t, Options{}, 1)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	n := 0
	for _, c := range f.Cells {
		if c.Fg == v.theme.Dust && c.Glyph != ' ' {
			n++
		}
	}
	if n < 10 || n > 64*24/30 {
		t.Errorf("the frame has %d specks of dust, want 10 to 51\n%v", n, &f)
	}
	for _, o := range []Options{{Effects: NoEffects}, {Glyphs: cell.ASCII}, {Tier: cell.Mono}, {Theme: theme.All[4]}} {
		if NewView(o).decorationAt(0, 0) != (theme.Speck{}) {
			t.Errorf("%+v: speckAt(0, 0) returns a speck, want none", o)
		}
	}
}
