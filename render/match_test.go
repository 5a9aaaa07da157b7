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

// matchAfter returns a game with three bricks that two bots have played for the given number of ticks.
func matchAfter(t testing.TB, mode engine.Mode, ticks int) *engine.Game {
	t.Helper()
	l := spec.Level{Name: "Three"}
	for i := range 3 {
		l.Bricks = append(l.Bricks, spec.BrickSpec{
			Kind: spec.Double, Hue: 4,
			Shape: geom.Regular(6, geom.Vec{X: 20 + 12*float64(i), Y: 24}, 2.5, 30),
		})
	}
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: mode, Seed: 3}, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	one, two := bot.New(1), bot.New(2)
	for range ticks {
		g.Step(engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)})
	}
	return g
}

// TestMatchPictures compares pictures of a match, at the serve and in flight, with a panel and with a strip.
func TestMatchPictures(t *testing.T) {
	serve := matchAfter(t, engine.Arkanong, 40)
	flight := matchAfter(t, engine.Arkanong, 300)
	var b strings.Builder
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.ASCII, cell.Braille} {
		for _, size := range [][2]int{{80, 24}, {40, 16}} {
			for i, g := range []*engine.Game{serve, flight} {
				v := NewView(Options{
					Glyphs: glyphs, Tier: cell.Truecolor, Names: []string{"Three"},
					Players: [2]string{"YOU", "ABLE"},
				})
				var f cell.Frame
				f.Resize(size[0], size[1])
				v.Draw(&f, g)
				fmt.Fprintf(&b, "%v %d×%d, picture %d\n%s\n", glyphs, size[0], size[1], i+1, f.String())
			}
		}
	}
	compareGolden(t, "match.txt", []byte(b.String()))
}

// TestPaddlesDiffer checks that the two paddles differ in color. In ASCII and without colors they differ by a digit.
func TestPaddlesDiffer(t *testing.T) {
	for _, mode := range []engine.Mode{engine.Arkanong, engine.Coop} {
		g := matchAfter(t, mode, 40)
		for _, theme := range theme.All {
			for _, o := range []Options{
				{Tier: cell.Truecolor},
				{Tier: cell.Colors16},
				{Tier: cell.Mono},
				{Tier: cell.Truecolor, Glyphs: cell.ASCII},
			} {
				o.Theme = theme
				v := NewView(o)
				var f cell.Frame
				f.Resize(80, 24)
				v.Draw(&f, g)
				var cells [2]cell.Cell
				for k := range cells {
					col, row := v.l.cellAt(g.Capsule(k).X, g.Capsule(k).Y)
					cells[k] = *f.At(col, row)
				}
				digits := cells[0].Glyph == '1' && cells[1].Glyph == '2'
				if cells[0] == cells[1] || (o.Tier == cell.Mono || o.Glyphs == cell.ASCII) != digits {
					t.Errorf("%s, %s, tier %v, %v: the paddles are %q and %q, want 1 and 2 if there are no colors",
						mode, theme.Name, o.Tier, o.Glyphs, cells[0].Glyph, cells[1].Glyph)
				}
			}
		}
	}
}

// TestMatchCeilingIsOpen checks that no ceiling is drawn in a match until a drop closes it.
func TestMatchCeilingIsOpen(t *testing.T) {
	g := matchAfter(t, engine.Arkanong, 40)
	v := NewView(Options{Tier: cell.Truecolor})
	var f cell.Frame
	f.Resize(100, 24)
	v.Draw(&f, g)
	count := func() (n int) {
		for x := v.l.x; x < v.l.x+v.l.cols; x++ {
			if f.At(x, v.l.y).Glyph != ' ' {
				n++
			}
		}
		return n
	}
	if n := count(); n > 12 { // enough for the paddle and dust
		t.Errorf("with an open ceiling, %d of %d cells of the first row are not blank, want at most 12", n, v.l.cols)
	}
	g.CeilingClosed = true
	v.Draw(&f, g)
	if n := count(); n < v.l.cols-4 {
		t.Errorf("with a closed ceiling, %d of %d cells of the first row are not blank, want at least %d", n, v.l.cols,
			v.l.cols-4)
	}
	if allocs := testing.AllocsPerRun(20, func() { v.Draw(&f, g) }); allocs > 0 {
		t.Errorf("Draw allocates %v times per frame, want 0", allocs)
	}
}

// TestHUDHasTheOrderOfThePaddles checks that names and shove meters are in the order in which a player sees the
// paddles. A panel lists the upper player first. In a strip, the lower player is first.
func TestHUDHasTheOrderOfThePaddles(t *testing.T) {
	g := matchAfter(t, engine.Arkanong, 300)
	g.Phase = engine.Play
	o := Options{Glyphs: cell.ASCII}
	o.Players = [2]string{"ONE", "TWO"}
	for _, o.Flipped = range []bool{false, true} {
		above, below, numbers := "TWO", "ONE", []string{"SHOVE 2", "SHOVE 1"}
		if o.Flipped {
			above, below, numbers = "ONE", "TWO", []string{"SHOVE 1", "SHOVE 2"}
		}
		var f cell.Frame
		f.Resize(80, 24)
		NewView(o).Draw(&f, g)
		at, text := 0, f.String()
		for _, want := range append([]string{above, below}, numbers...) {
			i := strings.Index(text[at:], want)
			if i < 0 {
				t.Fatalf("flipped %v: %q is missing or in the wrong order:\n%s", o.Flipped, want, text)
			}
			at += i
		}

		f.Resize(41, 17)
		v := NewView(o)
		v.Draw(&f, g)
		strip := rowText(&f, v.l.hy)
		if i, j := strings.Index(strip, below), strings.Index(strip, above); i < 0 || j < i {
			t.Errorf("flipped %v: the strip is %q, want %s before %s", o.Flipped, strip, below, above)
		}
	}
}

// TestUpperPlayerSeesOwnPaddleBelow checks that the upper player sees the field upside down, with upright letters,
// and the rest of the frame unchanged.
func TestUpperPlayerSeesOwnPaddleBelow(t *testing.T) {
	g := matchAfter(t, engine.Arkanong, 300)
	for _, glyphs := range []cell.Glyphs{cell.ASCII, cell.Quadrant, cell.Mosaic} {
		var upright, flipped cell.Frame
		upright.Resize(80, 24)
		flipped.Resize(80, 24)
		o := Options{Glyphs: glyphs, Tier: cell.Truecolor}
		NewView(o).Draw(&upright, g)
		o.Flipped = true
		v := NewView(o)
		v.Draw(&flipped, g)
		a, b := g.Capsule(0), g.Capsule(1)
		_, lower := v.l.cellAt(a.X, a.Y)
		_, upper := v.l.cellAt(b.X, b.Y)
		if want := 2*v.l.y + v.l.rows - 1 - upper; want != lower {
			t.Fatalf("the paddles are in rows %d and %d of %d, want rows at the same distance from the middle", lower,
				upper,
				v.l.rows)
		}
		for x := v.l.x; x < v.l.x+v.l.cols; x++ {
			if p, q := flipped.At(x, lower), upright.At(x, upper); p.Glyph == ' ' != (q.Glyph == ' ') {
				t.Errorf("%s, column %d: %q below, want %q as above", glyphs, x, p.Glyph, q.Glyph)
				break
			}
		}
		if n := testing.AllocsPerRun(10, func() { v.Draw(&flipped, g) }); n != 0 {
			t.Errorf("%s: Draw allocates %v times per frame, want 0", glyphs, n)
		}
	}
}

// TestUpperPlayerHasUprightIconsAndOwnHints checks that icons are upright for the upper player, except icons that
// show a direction, and that hints refer to the player's own paddle.
func TestUpperPlayerHasUprightIconsAndOwnHints(t *testing.T) {
	g := matchAfter(t, engine.Arkanong, 300)
	lower, upper := NewView(Options{}), NewView(Options{
		Flipped: true, OwnPaddle: 1,
		Keys: HintKeys{Fire: "ANN", Fire2: "F"},
	})
	for k := range spec.Kinds {
		b := &brick{Brick: engine.Brick{Kind: spec.Kind(k), Hits: 1}, PassDir: geom.Vec{Y: 1}}
		turned := lower.lookOf(b).FlipY != upper.lookOf(b).FlipY
		if directional := spec.Kinds[k].Opening == spec.OneWay; turned == directional {
			t.Errorf("%s: FlipY differs for the upper player: %v, want %v", spec.Kinds[k].Name, turned, !turned)
		}
	}

	one, two := bot.New(1), bot.New(2)
	for range 100_000 {
		if g.TicksSinceHit() > shoveHintTicks && g.FireShoves(1) {
			break
		}
		g.Step(engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)})
	}
	g.Shoves[0].Meter, g.Shoves[1].Meter = 0, engine.ShoveFull
	if text := upper.hint(g); text != "F: shove" {
		t.Errorf("hint with a full own meter = %q, want \"F: shove\"", text)
	}
	g.Shoves[0].Meter, g.Shoves[1].Meter = engine.ShoveFull, 0
	if text := upper.hint(g); text != "" {
		t.Errorf("hint with only the opponent's meter full = %q, want \"\"", text)
	}
}

// TestShovesHaveTheColorsOfThePaddles checks that the shoves of players with names have the colors of their
// paddles.
func TestShovesHaveTheColorsOfThePaddles(t *testing.T) {
	for _, mode := range []engine.Mode{engine.Arkanong, engine.Coop} {
		for _, named := range []bool{false, true} {
			var o Options
			if named {
				o.Players = [2]string{"YOU", "ANN"}
			}
			v := NewView(o)
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, matchAfter(t, mode, 300))
			for k, label := range []string{"SHOVE 1", "SHOVE 2"} {
				want := v.theme.Soft
				if named {
					want = v.paddleInks[k].body
				}
				for y, line := range strings.Split(f.String(), "\n") {
					if before, _, found := strings.Cut(line, label); found &&
						f.Cells[y*f.W+cell.Width(before)].Fg != want {
						t.Errorf("%s, named %v: the color of %s is %06x, want %06x", engine.Modes[mode].Title, named,
							label,
							f.Cells[y*f.W+cell.Width(before)].Fg, want)
					}
				}
			}
		}
	}
}

// TestReturningBricksAreAnnounced checks that the outline of a returning brick is drawn, that it first is dotted, and
// that drawing it does not allocate.
func TestReturningBricksAreAnnounced(t *testing.T) {
	middle := geom.Vec{X: spec.FieldW / 2, Y: spec.FieldH / 2}
	l := spec.Level{Bricks: []spec.BrickSpec{{Kind: spec.Plain, Hue: 4, Shape: geom.Regular(6, middle, 4, 30)}}}
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Arkanong}, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	one, two := bot.New(1), bot.New(2)
	playUntilGrowing := func(left int) {
		for range 20 * engine.TicksPerSecond {
			if g.Step(engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)}); g.TicksToGrow(0) == left {
				return
			}
		}
		t.Fatalf("TicksToGrow(0) = %d after 20 s, want %d before", g.TicksToGrow(0), left)
	}

	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.Mosaic, cell.ASCII, cell.Braille} {
		var cells []int
		for _, left := range []int{0, 200, 60} {
			playUntilGrowing(left)
			v := NewView(Options{Glyphs: glyphs})
			var f cell.Frame
			f.Resize(120, 40)
			v.Draw(&f, g)
			n := 0
			for y := v.l.y; y < v.l.y+v.l.rows; y++ {
				for x := v.l.x; x < v.l.x+v.l.cols; x++ {
					if c := v.theme.Hues[4]; f.At(x, y).Fg == cell.Snap256(c) || f.At(x, y).Bg == cell.Snap256(c) {
						n++
					}
				}
			}
			cells = append(cells, n)
			if allocs := testing.AllocsPerRun(5, func() { v.Draw(&f, g) }); allocs > 0 {
				t.Errorf("%v: Draw allocates %v times per frame, want 0", glyphs, allocs)
			}
		}
		if cells[1] == 0 || cells[2] < cells[1] {
			t.Errorf("%v: %d, then %d cells have the brick's color; want more than 0, and no decrease", glyphs,
				cells[1], cells[2])
		}
	}
}

// TestSentDropsHaveANotice checks that a sent drop flies across the field. For two seconds, a notice next to the target
// paddle must name the drop and its sender. Balls must be in front of the notice.
func TestSentDropsHaveANotice(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		g := matchAfter(t, engine.Arkanong, 300)
		g.Phase = engine.Play
		v := NewView(Options{Glyphs: cell.Quadrant, Players: [2]string{"ANN", "BOB"}, Flipped: flipped})
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		before := f.String()
		for to, name := range []string{"BOB", "ANN"} {
			p := g.Capsule(to)
			v.Observe([]engine.Event{{
				Kind: engine.DropSent, Ball: -1, Brick: -1, At: geom.Vec{X: p.X, Y: p.Y}, Value: int(spec.DropMirror),
			}})
			v.Draw(&f, g)
			want := " mirror  from " + name + " "
			isUpper := to == 1 != flipped
			lines := strings.Split(f.String(), "\n")
			i := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, want) })
			if i < 0 || (i < len(lines)/2) != isUpper {
				t.Fatalf("flipped %v, paddle %d: %q is in row %d, want it near the paddle:\n%s", flipped, to, want, i,
					f.String())
			}
			flying := strings.Count(f.String(), spec.Drops[spec.DropMirror].Icon)
			for range sentFlightTicks {
				v.Observe(nil)
			}
			v.Draw(&f, g)
			if left := strings.Count(f.String(), spec.Drops[spec.DropMirror].Icon); flying != 1 || left != 0 {
				t.Errorf("flipped %v, paddle %d: %d drops are flying, and %d after the flight, want 1 and 0", flipped,
					to, flying,
					left)
			}
			if n := testing.AllocsPerRun(5, func() { v.Draw(&f, g) }); n > 0 {
				t.Errorf("Draw allocates %v times per frame, want 0", n)
			}

			row, col := i, cell.Width(lines[i][:strings.Index(lines[i], want)])+3
			if flipped {
				row = 2*v.l.y + v.l.rows - 1 - i
			}
			v.effects.balls[0] = shownBall{
				x: (float64(col-v.l.x) + 0.5) * v.l.cellW, y: (float64(row-v.l.y) + 0.5) * v.l.cellH, r: 0.1,
			}
			under := *f.At(col, i)
			f.Set(col, i, 'o', cell.Style{})
			if v.drawSentNotices(&f, g); f.At(col, i).Glyph != 'o' || under.Glyph == 'o' {
				t.Errorf("flipped %v, paddle %d: the notice covers a ball, want the ball in front", flipped, to)
			}
			for range sentTicks {
				v.Observe(nil)
			}
			v.Draw(&f, g)
			if f.String() != before {
				t.Errorf("flipped %v, paddle %d: the notice is drawn after sentTicks, want it removed:\n%s", flipped,
					to, f.String())
			}
		}
	}
}

// TestHUDShowsTheSeries checks that the games won in a series are next to the names of the players, in a panel and in a
// strip.
func TestHUDShowsTheSeries(t *testing.T) {
	g := matchAfter(t, engine.Arkanong, 300)
	g.Phase = engine.Play
	for _, flipped := range []bool{false, true} {
		v := NewView(Options{Players: [2]string{"ANN", "BOB"}, Flipped: flipped, Series: 2, Wins: [2]int{1, 2}})
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		lines := strings.Split(f.String(), "\n")
		for name, want := range map[string]string{"ANN": "★☆", "BOB": "★★"} {
			i := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, name) })
			if !strings.Contains(lines[i+1], want) {
				t.Errorf("flipped %v, %s: %q below the name, want %s", flipped, name, lines[i+1], want)
			}
		}
		f.Resize(41, 17)
		v.Draw(&f, g)
		strip := strings.Split(f.String(), "\n")[v.l.hy]
		if !strings.Contains(strip, "ANN★☆ 0") || !strings.Contains(strip, "BOB★★ 0") {
			t.Errorf("flipped %v: strip %q, want ANN★☆ 0 and BOB★★ 0", flipped, strip)
		}
		if n := testing.AllocsPerRun(5, func() { v.Draw(&f, g) }); n > 0 {
			t.Errorf("Draw allocates %v times per frame, want 0", n)
		}
	}
}
