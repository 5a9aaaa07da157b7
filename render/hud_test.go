package render

import (
	"fmt"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/cell"
)

// TestHUDFits checks frames of every width from 40 to 120 columns. Texts must be complete, and the last column of the
// panel must be blank.
func TestHUDFits(t *testing.T) {
	g, v := gameAfter(t, Options{Names: []string{"A name of many columns"}}, 1)
	g.Score, g.Lives = 234567, engine.MaxLives
	g.Balls[0].ChargedUntil, g.Paddles[0].StunnedUntil = g.Tick+engine.ChargeTicks, g.Tick+engine.StunTicks
	for w := MinW; w <= 120; w++ {
		for _, h := range []int{MinH, 20, 24, 40} {
			var f cell.Frame
			f.Resize(w, h)
			v.Draw(&f, g)
			s := f.String()
			for _, want := range []string{"234,567", "space: serve", strings.Repeat("●", engine.MaxLives)} {
				if !strings.Contains(s, want) && !strings.Contains(strings.ReplaceAll(s, "● ", "●"), want) {
					t.Errorf("%d×%d: the frame does not contain %q:\n%s", w, h, want, s)
				}
			}
			if v.l.hasStrip {
				continue
			}
			for y := range h {
				if c := f.At(v.l.hx+v.l.hw-1, y); c.Glyph != ' ' {
					t.Fatalf("%d×%d: %q in the margin of row %d, want a blank in\n%s", w, h, c.Glyph, y, s)
				}
			}
		}
	}
}

// TestNothingCoversThePaddle checks frames of every small size with every hint. Nothing may be drawn over the rows of
// the paddle and the ball.
func TestNothingCoversThePaddle(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	hints := []func(*engine.Game){
		func(*engine.Game) {},
		func(g *engine.Game) { g.Shots = 99 },
		func(g *engine.Game) { g.Phase, g.CanRecall, g.Shots = engine.Play, true, 99 },
		func(g *engine.Game) { g.Phase, g.Shots = engine.Play, 9 },
	}
	for _, glyphs := range allGlyphs {
		for i, change := range hints {
			g, v := gameAfter(t, Options{Glyphs: glyphs, Names: []string{"Honeycomb"}}, 1)
			change(g)
			g.Score = 1234567
			for w := MinW; w <= 80; w++ {
				for h := MinH; h <= 24; h++ {
					var f, field cell.Frame
					f.Resize(w, h)
					field.Resize(w, h)
					v.Draw(&f, g)
					if glyphs != cell.ASCII {
						v.repaintMoving(g)
					}
					v.compose(&field)
					if glyphs == cell.ASCII {
						v.drawMovingASCII(&field, g, v.board.bricks)
					}

					checkPaddle(t, v, g, &f, &field)
					if s := f.String(); (i < 3 || w > 45) && !strings.Contains(s, v.hint(g)) ||
						!strings.Contains(s, "1,234,567") {
						t.Errorf("%v %d×%d: the frame does not contain %q:\n%s", glyphs, w, h, v.hint(g), s)
					}
					if t.Failed() {
						return
					}
				}
			}
		}
	}
}

// checkPaddle checks that f contains a paddle, and that the rows of the paddle and the ball are the same in f and in
// field, which is a picture of the field without text.
func checkPaddle(t *testing.T, v *View, g *engine.Game, f, field *cell.Frame) {
	t.Helper()
	p, l := g.Capsule(0), &v.l
	_, top := l.cellAt(0, p.Y-p.R-2*g.Disc(0).R)
	for y := top; y < l.y+l.rows; y++ {
		for x := l.x; x < l.x+l.cols; x++ {
			if got, want := *f.At(x, y), *field.At(x, y); got != want {
				t.Errorf("%v %d×%d: cell %d, %d is %q, want %q as in the field\n%v", v.opts.Glyphs, f.W, f.H, x, y,
					got.Glyph,
					want.Glyph, f)
				return
			}
		}
	}
	first, row := l.cellAt(p.X-p.Half+1, p.Y)
	last, _ := l.cellAt(p.X+p.Half-1, p.Y)
	for x := first; x <= last; x++ {
		if c := f.At(x, row); c.Glyph == ' ' && c.Bg == v.theme.Back {
			t.Errorf("%v %d×%d: the cell at %d, %d is empty, want a part of the paddle:\n%v", v.opts.Glyphs, f.W, f.H,
				x, row, f)
			return
		}
	}
}

// TestManyLivesAreANumber checks that a number replaces the dots if there are too many lives.
func TestManyLivesAreANumber(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 30}} {
		g := newTestGame(t)
		g.Lives = 12
		var f cell.Frame
		f.Resize(size[0], size[1])
		NewView(Options{}).Draw(&f, g)
		if !strings.Contains(f.String(), "●×12") {
			t.Errorf("%v: the frame does not contain ●×12:\n%v", size, &f)
		}
	}
}

// TestPanelDoesNotMove checks that the permanent parts of the panel do not move when a hint or a drop appears or
// disappears, in any mode at any height.
func TestPanelDoesNotMove(t *testing.T) {
	for mode := range engine.Modes {
		if engine.Modes[mode].Paddles > 1 {
			continue
		}
		pack := levels.PackFor(engine.Mode(mode), 20261124, levels.Shipped())
		g, err := engine.New(engine.Config{Setup: engine.Setup{
			Mode: engine.Mode(mode), Seed: 1,
			Day: dayFor(engine.Mode(mode)),
		}, Levels: pack.Levels})
		if err != nil {
			t.Fatal(err)
		}
		v := NewView(Options{Names: levels.LevelNames(pack)})
		for _, size := range [][2]int{{80, 24}, {90, 27}, {100, 30}, {120, 36}, {200, 60}} {
			var f cell.Frame
			f.Resize(size[0], size[1])
			place := func() string {
				v.Draw(&f, g)
				at := ""
				for y := range f.H {
					for _, label := range []string{"SCORE", "COMBO", "SPEED", "SHOVE", "bricks"} {
						if strings.Contains(rowText(&f, y)[v.l.rightWall:], label) {
							at += fmt.Sprintf("%s in %d, ", label, y)
						}
					}
				}
				return at
			}

			g.Phase = engine.Serve
			serve := place()
			g.Phase = engine.Play
			play := place()
			g.Drops = append(g.Drops[:0], engine.Drop{Kind: spec.DropExpand, At: geom.Vec{X: 10, Y: 10}})
			falls := place()
			g.Drops = g.Drops[:0]
			if serve == "" || serve != play || play != falls {
				t.Errorf("%s at %v: position %q at the serve, %q in play, %q with a drop, want no change",
					engine.Modes[mode].Name, size, serve, play, falls)
			}
		}
	}
}

// dayFor returns a day for modes that need one, and 0 for other modes.
func dayFor(m engine.Mode) engine.Day {
	if engine.Modes[m].Dated {
		return 20261124
	}
	return 0
}

// rowText returns a row of a frame with one byte per column. Other characters than ASCII become question marks.
func rowText(f *cell.Frame, y int) string {
	var b strings.Builder
	for _, c := range f.Cells[y*f.W : (y+1)*f.W] {
		if c.Glyph < 128 {
			b.WriteByte(byte(c.Glyph))
		} else {
			b.WriteByte('?')
		}
	}
	return b.String()
}

// TestStripShowsMeters checks that the strip shows the shove meter of each player.
func TestStripShowsMeters(t *testing.T) {
	for mode, want := range map[engine.Mode]int{engine.Campaign: 1, engine.Storm: 1, engine.Arkanong: 2} {
		pack := levels.PackFor(mode, 0, levels.Shipped())
		g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: mode, Seed: 1}, Levels: pack.Levels})
		if err != nil {
			t.Fatal(err)
		}
		g.Phase = engine.Play
		var f cell.Frame
		f.Resize(41, 17)
		v := NewView(Options{Glyphs: cell.ASCII})
		v.Draw(&f, g)
		if got := strings.Count(rowText(&f, v.l.hy), "= - -"); got != want {
			t.Errorf("%s: %d meters in %q, want %d", engine.Modes[mode].Name, got, rowText(&f, v.l.hy), want)
		}
	}
}

// TestStormHasOneStar checks that a storm has only one goal, to break all bricks.
func TestStormHasOneStar(t *testing.T) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Storm, Seed: 1}, Levels: levels.Storm().Levels})
	if err != nil {
		t.Fatal(err)
	}
	var f cell.Frame
	f.Resize(80, 24)
	NewView(Options{}).Draw(&f, g)
	if s := f.String(); !strings.Contains(s, "☆ 105 bricks") || strings.Contains(s, "no ball lost") ||
		strings.Contains(s, "left") {
		t.Errorf("the goals of a storm differ from 105 bricks alone:\n%s", s)
	}
}
