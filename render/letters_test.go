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

// oneBrickGame returns a game in play with a single standard brick.
func oneBrickGame(t testing.TB) *engine.Game {
	t.Helper()
	shape, err := geom.NewPolygon(geom.Vec{X: 29, Y: 16}, geom.Vec{X: 32, Y: 16}, geom.Vec{X: 33, Y: 18},
		geom.Vec{X: 32, Y: 20}, geom.Vec{X: 29, Y: 20}, geom.Vec{X: 28, Y: 18})
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.New(engine.Config{Levels: []spec.Level{{Name: "One", Bricks: []spec.BrickSpec{{Shape: shape}}}}})
	if err != nil {
		t.Fatal(err)
	}
	g.Phase = engine.Play
	return g
}

// eachKind changes the first brick of g to each kind of brick that a level can contain, and calls put with the name of
// the kind. For gates it calls put four times, once for each direction. It skips kinds that differ from a plain brick
// only in the number of hits.
func eachKind(g *engine.Game, put func(name string)) {
	for k := range spec.Kinds[:spec.NumPlacedKinds] {
		b, row := &g.Bricks[0], &spec.Kinds[k]
		if kindRows[k].icon == nil && row.Hits > 1 {
			continue
		}
		*b = engine.Brick{Kind: spec.Kind(k), Hits: row.Hits, Hue: b.Hue, Pair: -1}
		if row.Opening != spec.OneWay {
			put(row.Name)
			continue
		}
		for name, direction := range map[string]geom.Vec{
			"right": {X: 1}, "left": {X: -1}, "down": {Y: 1},
			"up": {Y: -1},
		} {
			g.Obstacle(0).PassDir = direction
			put(row.Name + " " + name)
		}
		g.Obstacle(0).PassDir = geom.Vec{}
	}
}

// TestKindsDiffer checks that the pictures of all kinds of brick differ in every glyph set, theme and tier with several
// hues, and in other sizes with one theme for each glyph set and tier.
func TestKindsDiffer(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	g := oneBrickGame(t)
	for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}} {
		for _, glyphs := range allGlyphs {
			for i, th := range theme.All {
				for _, tier := range allTiers {
					if size[0] != 80 && i != (size[0]/20+int(glyphs)+int(tier))%len(theme.All) {
						continue
					}
					hues := []uint8{0}
					if size[0] == 80 && tier < cell.Mono {
						hues = []uint8{0, 1, 3, 7}
					}
					v := NewView(Options{Glyphs: glyphs, Tier: tier, Theme: th})
					for _, hue := range hues {
						g.Bricks[0].Hue = hue
						checkKindsDiffer(t, g, v, size)
					}
				}
			}
		}
	}
}

// checkKindsDiffer checks that the pictures of all kinds differ in a view.
func checkKindsDiffer(t *testing.T, g *engine.Game, v *View, size [2]int) {
	t.Helper()
	var f cell.Frame
	f.Resize(size[0], size[1])
	seen := map[string]string{}
	eachKind(g, func(name string) {
		v.Draw(&f, g)
		f.Reduce(v.opts.Tier)
		s := brickPicture(v, &f)
		if other, ok := seen[s]; ok {
			t.Errorf("%v %v %s %v, hue %d: %s looks the same as %s", size, v.opts.Glyphs, v.opts.Theme.Name,
				v.opts.Tier,
				g.Bricks[0].Hue, name, other)
		}
		seen[s] = name
	})
}

// brickPicture returns the cells of the field around brick 0, as the terminal shows them.
func brickPicture(v *View, f *cell.Frame) string {
	var all strings.Builder
	at := v.board.CellsOf(v.board.bricks[0].Shape).Grown()
	for y := at.Y0; y < at.Y1; y++ {
		for x := at.X0; x < at.X1; x++ {
			c := f.At(x+v.l.x, y+v.l.y)
			fg, bg := c.VisibleColors()
			fmt.Fprintf(&all, "%c %x %x ", c.Glyph, fg, bg)
		}
	}
	return all.String()
}

// TestHiddenBricksAreNotDrawn checks that a hidden brick is not drawn.
func TestHiddenBricksAreNotDrawn(t *testing.T) {
	for _, o := range allOptions() {
		g := oneBrickGame(t)
		g.Bricks[0] = engine.Brick{}
		gone := drawFrame(o, g).String()
		g.Bricks[0] = engine.Brick{Kind: spec.Hidden, Hits: 4, Hidden: true}
		if got := drawFrame(o, g).String(); got != gone {
			t.Errorf("%v %v: a hidden brick changes the frame, want no change:\n%s", o.Glyphs, o.Tier, got)
		}
	}
}

// TestPairedPortalsShareAPulse checks that both portals of a pair have the same color at any time, that the color
// changes, and that other pairs have other colors. With reduced motion the colors must be constant. Without colors,
// portals show the number of their pair.
func TestPairedPortalsShareAPulse(t *testing.T) {
	g := newTestGame(t)
	g.Phase = engine.Play
	for k, pair := range map[int]int32{3: 9, 9: 3, 5: 24, 24: 5} {
		g.Bricks[k].Kind, g.Bricks[k].Hits, g.Bricks[k].Pair = spec.Portal, 1, pair
	}
	ring := func(v *View, k int) cell.Color { return inkOf(&v.theme, &v.board.bricks[k], 0) }
	for _, effects := range []Effects{FullEffects, NoEffects} {
		v := NewView(Options{Effects: effects})
		var f cell.Frame
		f.Resize(80, 24)
		colors := map[cell.Color]bool{}
		for g.Tick = 0; g.Tick < 8*pulseTicks; g.Tick += pulseTicks {
			v.Draw(&f, g)
			if ring(v, 3) != ring(v, 9) || ring(v, 5) != ring(v, 24) || ring(v, 3) == ring(v, 5) {
				t.Errorf("%v: first pair has %06x and %06x, second pair has %06x and %06x; want one color in each pair",
					effects, ring(v, 3), ring(v, 9), ring(v, 5), ring(v, 24))
			}
			colors[ring(v, 3)] = true
		}
		if want := 3; effects == FullEffects && len(colors) != want || effects == NoEffects && len(colors) != 1 {
			t.Errorf("%v: the color of a pair has %d values over time, want 3, or 1 without effects", effects,
				len(colors))
		}
	}

	v := NewView(Options{Tier: cell.Mono})
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	for k, want := range map[int]rune{3: '1', 9: '1', 5: '2', 24: '2'} {
		center, _ := g.Shape(k).Circle()
		if c := f.At(v.l.cellAt(center.X, center.Y)); c.Glyph != want {
			t.Errorf("portal %d has the text %c, want %c\n%v", k, c.Glyph, want, &f)
		}
	}
}

// TestBumperFlash checks that the flash of a bumper is larger and longer than the flash of other bricks, and that it
// ends.
func TestBumperFlash(t *testing.T) {
	lit := func(kind spec.Kind, ticks int) (n int) {
		g := oneBrickGame(t)
		g.Bricks[0] = engine.Brick{Kind: kind, Hits: 1, Pair: -1}
		v := NewView(Options{Glyphs: cell.Sextant})
		var rest, f cell.Frame
		rest.Resize(80, 24)
		f.Resize(80, 24)
		v.Draw(&rest, g)
		v.Observe([]engine.Event{{Kind: engine.BrickHit, Ball: -1, Brick: 0, At: geom.Vec{X: 30, Y: 21}}})
		v.effects.sparks.clear()
		for range ticks {
			v.Observe(nil)
		}
		v.Draw(&f, g)
		at := v.board.CellsOf(v.board.bricks[0].Shape).Grown()
		for y := at.Y0; y < at.Y1; y++ {
			for x := at.X0; x < at.X1; x++ {
				if *f.At(x+v.l.x, y+v.l.y) != *rest.At(x+v.l.x, y+v.l.y) {
					n++
				}
			}
		}
		return n
	}

	if a, b := lit(spec.Bumper, 1), lit(spec.Wall, 1); a <= b {
		t.Errorf("a flash changes %d cells of a bumper and %d of a wall, want more for the bumper", a, b)
	}
	if a, b := lit(spec.Bumper, flashTicks), lit(spec.Wall, flashTicks); a == 0 || b != 0 {
		t.Errorf("after %d ticks, flashes change %d cells of a bumper and %d of a wall, want some and 0",
			flashTicks, a, b)
	}
	if n := lit(spec.Bumper, bumperFlashTicks); n != 0 {
		t.Errorf("after its end, the flash of a bumper has %d cells, want 0", n)
	}
}

// TestKindTextsDisappear checks that the text on a brick disappears with the brick.
func TestKindTextsDisappear(t *testing.T) {
	g := oneBrickGame(t)
	g.Bricks[0] = engine.Brick{Kind: spec.Regrow, Hits: 3}
	v := NewView(Options{Glyphs: cell.ASCII})
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	if !strings.Contains(f.String(), "+3") {
		t.Errorf("the frame does not contain +3:\n%v", &f)
	}
	g.Bricks[0].Hits = 0
	v.Draw(&f, g)
	if strings.Contains(f.String(), "+3") {
		t.Errorf("the frame contains +3 after the brick is removed, want no text:\n%v", &f)
	}
}
