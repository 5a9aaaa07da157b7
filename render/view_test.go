package render

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// allOptions returns every combination of glyph set and tier.
func allOptions() (all []Options) {
	for _, g := range allGlyphs {
		for _, t := range allTiers {
			all = append(all, Options{Glyphs: g, Tier: t, Names: []string{"Honeycomb"}})
		}
	}
	return all
}

func TestDrawTwiceGivesTheSameFrame(t *testing.T) {
	for _, o := range allOptions() {
		g, v := gameAfter(t, o, 300)
		bot := bot.New(8)
		var a, b cell.Frame
		a.Resize(80, 24)
		b.Resize(80, 24)
		for range 2000 {
			g.Step(engine.Input{bot.Play(g)})
			v.Observe(g.Events)
			if g.Tick%5 != 0 {
				continue
			}
			hash := g.Hash()
			v.Draw(&a, g)
			v.Draw(&b, g)
			if !slices.Equal(a.Cells, b.Cells) {
				t.Fatalf("%v %v tick %d: the second Draw draws\n%[5]v\nwant the same as the first:\n%[4]v", o.Glyphs,
					o.Tier, g.Tick, &a, &b)
			}
			if g.Hash() != hash {
				t.Fatalf("tick %d: Draw changes the game, want no change", g.Tick)
			}
		}
	}
}

// TestDrawKeepsNoRemains compares a view that has drawn every frame with a new view. Remains of bricks, balls or
// flashes would differ.
func TestDrawKeepsNoRemains(t *testing.T) {
	for _, o := range allOptions() {
		o.Effects = NoEffects
		g, v := gameAfter(t, o, 100)
		bot := bot.New(9)
		var a, b cell.Frame
		a.Resize(80, 24)
		b.Resize(80, 24)
		for range 20 {
			for range 97 {
				g.Step(engine.Input{bot.Play(g)})
				v.Observe(g.Events)
				v.Draw(&a, g)
			}
			for range flashTicks {
				v.Observe(nil)
			}
			v.Draw(&a, g)
			NewView(o).Draw(&b, g)
			if !slices.Equal(a.Cells, b.Cells) {
				t.Fatalf("%v %v tick %d: a used view draws\n%v\nwant the same as a new view:\n%v",
					o.Glyphs, o.Tier, g.Tick, &a, &b)
			}
		}
	}
}

func TestDrawFitsAnySize(t *testing.T) {
	for _, o := range allOptions() {
		g, v := gameAfter(t, o, 200)
		var f cell.Frame
		for w := 1; w < 330; w = w*3/2 + 1 {
			for h := 1; h < 110; h = h*3/2 + 1 {
				f.Resize(w, h)
				v.Draw(&f, g)
				v.DrawDialog(&f, widget.Dialog{
					Title: "Paused", Lines: []string{"a", "b"},
					Buttons: []string{"Resume", "Quit"}, Footer: "foot",
				})
				v.DrawTitle(&f, g, widget.Dialog{Buttons: []string{"Play"}})
				v.DrawBanner(&f, "LEVEL CLEAR")
				v.FieldX(&f, w/2)
			}
		}
	}
}

func TestASCIIIsASCII(t *testing.T) {
	g, v := gameAfter(t, Options{Glyphs: cell.ASCII, Names: []string{"Naïve"}}, 0)
	bot := bot.New(3)
	var f cell.Frame
	for i := range 3000 {
		g.Step(engine.Input{bot.Play(g)})
		v.Observe(g.Events)
		if i%50 != 0 {
			continue
		}
		f.Resize([]int{80, 40, 20}[i/50%3], []int{24, 16, 8}[i/50%3])
		v.Draw(&f, g)
		switch i / 50 % 4 {
		case 0:
			v.DrawDialog(&f, widget.Dialog{
				Title: "Paused", Lines: []string{"a line"}, Buttons: []string{"Resume"},
				Footer: "foot",
			})
		case 1:
			v.DrawTitle(&f, g, widget.Dialog{Buttons: []string{"Play", "Quit"}})
		case 2:
			v.DrawBanner(&f, "GAME OVER")
		}
		for _, r := range f.String() {
			if r >= 0x80 && r != 'ï' {
				t.Fatalf("the frame contains %q, want only ASCII:\n%v", r, &f)
			}
		}
	}
}

func TestFrameHasNoControlCharacters(t *testing.T) {
	g, v := gameAfter(t, Options{Names: []string{"a\x1b[2Jb\n世\u202ec\u200dd\ue000"}}, 100)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	for _, c := range f.Cells {
		if c.Glyph != 0 && (c.Glyph < ' ' || cell.Printable(c.Glyph) != c.Glyph) {
			t.Errorf("the frame contains %q, want only printable characters", c.Glyph)
		}
	}
}

func TestStrengthShowsWithoutColor(t *testing.T) {
	for _, glyphs := range allGlyphs {
		seen := map[string]string{}
		for _, kind := range []spec.Kind{spec.Plain, spec.Double, spec.Triple, spec.Wall} {
			level := honeycomb()
			for i := range level.Bricks {
				level.Bricks[i].Kind = spec.Plain
			}
			level.Bricks[24].Kind = kind
			g, err := engine.New(engine.Config{Levels: []spec.Level{level}})
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range [][2]int{{80, 24}, {120, 40}, {60, 20}} {
				var f cell.Frame
				f.Resize(size[0], size[1])
				NewView(Options{Glyphs: glyphs, Tier: cell.Mono}).Draw(&f, g)
				s := f.String()
				if other, ok := seen[s]; ok {
					t.Errorf("%v %v: %s looks the same as %s\n%s", glyphs, size, spec.Kinds[kind].Name, other, s)
				}
				seen[s] = spec.Kinds[kind].Name
			}
		}
	}
}

func TestDrawDoesNotAllocate(t *testing.T) {
	for _, o := range allOptions() {
		g, v := gameAfter(t, o, 500)
		bot := bot.New(8)
		var f cell.Frame
		f.Resize(80, 24)
		n := testing.AllocsPerRun(500, func() {
			g.Step(engine.Input{bot.Play(g)})
			v.Observe(g.Events)
			v.Draw(&f, g)
		})
		if n > 0 {
			t.Errorf("%v %v: Draw allocates %v times per frame, want 0", o.Glyphs, o.Tier, n)
		}
	}
}

func TestEffectsEnd(t *testing.T) {
	g, v := gameAfter(t, Options{}, 300)
	for range 200 { // many events, more than the effects can store
		v.Observe([]engine.Event{
			{Kind: engine.BrickHit, Brick: 3, At: g.BallAt(0)},
			{Kind: engine.BrickBroken, Brick: 5},
			{Kind: engine.BallLost, Brick: -1},
		})
	}
	for range engine.TicksPerSecond {
		v.Observe(nil)
	}
	var a, b cell.Frame
	a.Resize(80, 24)
	b.Resize(80, 24)
	g.Phase, g.Tick = engine.Serve, g.Tick+engine.TicksPerSecond
	v.Draw(&a, g)
	NewView(Options{}).Draw(&b, g)
	if !slices.Equal(a.Cells, b.Cells) {
		t.Errorf("a view whose effects have ended draws\n%v\nwant the same as a new view:\n%v", &a, &b)
	}
}

func TestReducedMotionHasNoSparks(t *testing.T) {
	g, v := gameAfter(t, Options{Effects: NoEffects}, 1000)
	v.Observe([]engine.Event{{Kind: engine.BrickHit, Brick: 3, At: g.BallAt(0)}})
	if n := v.effects.sparks.len(); n > 0 {
		t.Errorf("a hit without effects starts %d sparks, want 0", n)
	}
}

func TestFieldX(t *testing.T) {
	g, v := gameAfter(t, Options{}, 10)
	for _, size := range [][2]int{{80, 24}, {40, 16}, {200, 60}, {300, 20}} {
		var f cell.Frame
		f.Resize(size[0], size[1])
		fresh := NewView(Options{})
		before := fresh.FieldX(&f, 20)
		v.Draw(&f, g)
		if got := v.FieldX(&f, 20); got != before {
			t.Errorf("%v: FieldX(20) = %v before the first frame and %v after it, want no change", size, before, got)
		}
		for col := 1; col < f.W; col++ {
			if v.FieldX(&f, col) <= v.FieldX(&f, col-1) {
				t.Errorf("%v: FieldX(%d) = %v, want more than in the previous column", size, col, v.FieldX(&f, col))
			}
		}
		// The mouse at the center of the paddle must set the paddle's position.
		col, _ := v.l.cellAt(g.Capsule(0).X, g.Capsule(0).Y)
		if x, unit := v.FieldX(&f, col), spec.FieldW/float64(v.l.cols); math.Abs(x-g.Capsule(0).X) > unit/2+1e-9 {
			t.Errorf("%v: FieldX = %v at the middle of the paddle, want about %v", size, x, g.Capsule(0).X)
		}
	}
}

func TestButtonAtFindsDrawnButtons(t *testing.T) {
	for _, titled := range []bool{false, true} {
		for _, n := range []int{1, 3, 9} {
			for _, size := range [][2]int{{80, 24}, {40, 16}, {200, 60}} {
				g, v := gameAfter(t, Options{}, 10)
				c := widget.Dialog{Title: "Choose", Lines: []string{"one of these"}}
				for i := range n {
					c.Buttons = append(c.Buttons, string(rune('A'+i)))
				}
				var f cell.Frame
				f.Resize(size[0], size[1])
				v.Draw(&f, g)
				if titled {
					v.DrawTitle(&f, g, c)
				} else {
					v.DrawDialog(&f, c)
				}

				found := 0
				for i := range f.Cells {
					col, row := i%f.W, i/f.W
					button := v.ButtonAt(&f, c, col, row)
					ground := f.Cells[i].Bg
					if (button >= 0) != (ground == v.theme.Button || ground == v.theme.Accent &&
						f.Cells[i].Glyph != '█') {
						t.Fatalf(
							"%v titled %v, %d buttons: ButtonAt(%[5]d, %[6]d) = %[4]d, want a button only on "+
								"buttons:\n%[7]v",
							size, titled, n, button, col, row, &f)
					}
					if r := f.Cells[i].Glyph; button >= 0 && r >= 'A' && r <= 'L' {
						found++
						if int(r-'A') != button {
							t.Errorf("ButtonAt the letter %q = %d, want %d", r, button, int(r-'A'))
						}
					}
				}
				if found != n {
					t.Errorf("%v: ButtonAt finds %d buttons, want %d", size, found, n)
				}
			}
		}
	}
}

// BenchmarkDraw draws 30 balls among unbreakable bricks, at 64 moments of a game, with and without encoding.
func BenchmarkDraw(b *testing.B) {
	for _, size := range benchSizes {
		for _, glyphs := range allGlyphs {
			for _, encoded := range []bool{false, true} {
				name := fmt.Sprintf("%v/%dx%d/draw", glyphs, size[0], size[1])
				if encoded {
					name = fmt.Sprintf("%v/%dx%d/frame", glyphs, size[0], size[1])
				}
				b.Run(name, func(b *testing.B) {
					v, w := NewView(Options{Glyphs: glyphs}), newOutput(cell.Truecolor)
					var f cell.Frame
					f.Resize(size[0], size[1])
					moments, i := momentsOf30Balls(b), 0
					frame := func() {
						v.Draw(&f, moments[i%len(moments)])
						if i++; encoded {
							w.encode(&f)
						}
					}
					for range 2 * len(moments) {
						frame()
					}
					b.ReportAllocs()
					for b.Loop() {
						frame()
					}
				})
			}
		}
	}
}

// momentsOf30Balls returns copies of a game with 30 balls at 64 moments, which are four ticks apart.
func momentsOf30Balls(t testing.TB) (moments []*engine.Game) {
	level := honeycomb()
	for i := range level.Bricks {
		level.Bricks[i].Kind = spec.Wall
	}
	level.Bricks = level.Bricks[:44]
	var balls []world.Disc
	for i := range 30 {
		at := geom.Vec{X: 4 + 5.5*float64(i%10), Y: 32 + 4*float64(i/10)}
		balls = append(balls, world.Disc{From: at, V: geom.Direction(137.5 * float64(i)).Mul(40), R: engine.BallRadius})
	}
	f := newFlight(t, level, true, balls)
	for range 64 {
		for range 4 {
			f.step(engine.Input{engine.Idle, engine.Idle})
		}
		moments = append(moments, f.g.Clone())
	}
	return moments
}

func TestDrawsEveryBallOfAStorm(t *testing.T) {
	var balls []world.Disc
	for i := range 300 {
		balls = append(balls, world.Disc{From: geom.Vec{X: 2 + 3*float64(i%20), Y: 2 + 3*float64(i/20)}, R: 0.25})
	}
	g := newFlight(t, spec.Level{}, false, balls).g
	for _, glyphs := range allGlyphs {
		v := NewView(Options{Glyphs: glyphs})
		var f cell.Frame
		f.Resize(144, 48)
		v.Draw(&f, g)
		for i := range g.Balls {
			at := g.BallAt(i)
			x, y := v.l.cellAt(at.X, at.Y)
			if c := f.At(x, y); c.Glyph == ' ' {
				t.Fatalf("%v: the cell of ball %d at %v is blank, want a part of the ball:\n%v", glyphs, i, at, &f)
			}
		}
	}
}

// TestFieldWithoutBricks checks that the previous level leaves no cells behind in a field without bricks.
func TestFieldWithoutBricks(t *testing.T) {
	g, v := gameAfter(t, Options{}, 10)
	var f, want cell.Frame
	f.Resize(80, 24)
	want.Resize(80, 24)
	v.Draw(&f, g)
	empty := *g
	empty.Bricks, empty.Phase = nil, engine.Over // in play, the aim line would look for bricks
	v.Draw(&f, &empty)
	NewView(Options{}).Draw(&want, &empty)
	if !slices.Equal(f.Cells, want.Cells) {
		t.Errorf("the frame is\n%v\nwant\n%v", &f, &want)
	}
	if f.At(0, 5).Glyph == 0 {
		t.Errorf("the field without bricks has no left wall:\n%v", &f)
	}
}

// TestOptionsChangeWhileRunning checks that after SetOptions, a view draws like a view that had the options from
// the start, and keeps its effects.
func TestOptionsChangeWhileRunning(t *testing.T) {
	for _, from := range allGlyphs {
		for _, o := range []Options{
			{Glyphs: cell.Sextant},
			{Glyphs: cell.ASCII, Tier: cell.Mono},
			{Glyphs: cell.Braille, Aspect: 0.6},
			{Tier: cell.Colors16},
		} {
			g, v := gameAfter(t, Options{Glyphs: from}, 700)
			_, want := gameAfter(t, o, 700)
			var a, b cell.Frame
			a.Resize(80, 24)
			b.Resize(80, 24)
			v.Draw(&a, g)
			v.SetOptions(o)
			v.Draw(&a, g)
			want.Draw(&b, g)
			if a.String() != b.String() {
				t.Errorf("%v to %+v:\n%v\nwant\n%v", from, o, &a, &b)
			}
			if v.effects.trail.len() == 0 {
				t.Errorf("%v to %+v: the trail has 0 dots, want the dots from before SetOptions", from, o)
			}
		}
	}
}
