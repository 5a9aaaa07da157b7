package widget

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// newTestMap returns a map of three worlds. The first is cleared.
func newTestMap() *LevelMap {
	m := &LevelMap{Title: "MAP", Footer: "esc", Lines: []string{"about it", "more"}, Selected: 4}
	for w, name := range []string{"Dawn", "Tide", "Ember"} {
		world := MapWorld{Name: name}
		for i := range 10 {
			l := MapLevel{Unlocked: w == 0 || w == 1 && i == 0, All: engine.AllStars}
			if w == 0 {
				l.Earned = engine.StarCleared | engine.Stars(i%8)<<1
			}
			world.Levels = append(world.Levels, l)
		}
		m.Worlds = append(m.Worlds, world)
	}
	return m
}

// newTestView returns a MapView for a glyph set and a tier.
func newTestView(g cell.Glyphs, t cell.Tier) *MapView {
	c := new(MapView)
	c.SetLook(Look{Glyphs: g, Tier: t, Blocks: g.Blocks(), Theme: &theme.Theme{
		Text: 0xffffff, Soft: 0x808080, Accent: 0xffc040, Chosen: 0x101010, Alarm: 0xff4040, Steel: 0x707070,
		Hues: [spec.NumHues]cell.Color{0xffd000, 0x40c0ff, 0x40ff80, 0xff8000, 0x4060ff, 0xff2020, 0xff40c0, 0xc0c0c0},
	}})
	return c
}

// TestMapShowsEveryLevel checks that every level can be scrolled into view, and that At returns it at its cells, in
// every frame size, glyph set and tier.
func TestMapShowsEveryLevel(t *testing.T) {
	for g := cell.Quadrant; g.Blocks() != nil && int(g) < 7; g++ {
		for tier := cell.Truecolor; tier <= cell.Mono; tier++ {
			c := newTestView(g, tier)
			for _, size := range [][2]int{{40, 16}, {41, 17}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}} {
				var f cell.Frame
				f.Resize(size[0], size[1])
				m := newTestMap()
				for m.Selected = 0; m.Selected < 30; m.Selected += 9 {
					c.Draw(&f, m)
					got, want := cellsOfSelected(c, &f, m), c.layout.picture.w*c.layout.tileSize().h
					if got != want {
						t.Fatalf("%v %v %v: At returns level %d at %d cells, want %d in\n%s", g, tier, size,
							m.Selected+1, got,
							want, f.String())
					}
					for _, text := range []string{"about it", "more", "esc"} {
						if !strings.Contains(f.String(), text) {
							t.Fatalf("%v %v %v: the map does not contain %q:\n%s", g, tier, size, text, f.String())
						}
					}
				}
			}
		}
	}
}

// cellsOfSelected returns the number of cells of f at which the map finds the selected level.
func cellsOfSelected(c *MapView, f *cell.Frame, m *LevelMap) (n int) {
	for i := range f.W * f.H {
		if c.At(f, m, i%f.W, i/f.W) == m.Selected {
			n++
		}
	}
	return n
}

// TestPicturesShowTheBricks checks that the picture of a level shows its bricks at their positions in their colors, and
// that the picture of a locked level is dim.
func TestPicturesShowTheBricks(t *testing.T) {
	board := &spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Plain, Hue: 1, Shape: geom.Regular(6, geom.Vec{X: 10, Y: 10}, 6, 0)},
		{Kind: spec.Wall, Hue: 1, Shape: geom.Regular(6, geom.Vec{X: 50, Y: 10}, 6, 0)},
	}}
	c := newTestView(cell.Quadrant, cell.Truecolor)
	var f cell.Frame
	f.Resize(80, 24)
	m := &LevelMap{
		Worlds:   []MapWorld{{Name: "W", Levels: []MapLevel{{Board: board, Unlocked: true}, {Board: board}}}},
		Selected: 1,
	}
	c.Draw(&f, m)

	at := func(level int, x, y float64) cell.Color {
		col, row := c.layout.corner(level)
		p := f.At(col+int(x/spec.FieldW*float64(c.layout.picture.w)),
			row+1+int(y/spec.LowestBrick*float64(c.layout.picture.h)))
		if p.Glyph == ' ' {
			return p.Bg
		}
		return p.Fg
	}
	if got := [...]cell.Color{at(0, 10, 10), at(0, 50, 10), at(0, 30, 30)}; got != [...]cell.Color{
		c.theme.Hues[1],
		c.theme.Steel, 0,
	} {
		t.Errorf("colors of a brick, a wall and an empty cell: %06x, want the hue, steel and 0\n%v", got, &f)
	}
	if got := at(1, 10, 10); got == 0 || cell.Luma(got) >= cell.Luma(c.theme.Hues[1])*3/4 {
		t.Errorf("color of a brick of a locked level: %06x, want a dim color", got)
	}
	if s := f.String(); !strings.Contains(s, "locked") {
		t.Errorf("the map does not contain \"locked\":\n%s", s)
	}
}

// TestMapMarksBossesAndErrors checks that a level with a boss is marked, and that the reason why a level is locked has
// the color of errors.
func TestMapMarksBossesAndErrors(t *testing.T) {
	c := newTestView(cell.ASCII, cell.Truecolor)
	var f cell.Frame
	f.Resize(80, 24)
	boss := &spec.Level{Boss: spec.BossSpec{Kind: spec.Queen, At: geom.Vec{X: 30, Y: 12}}}
	m := &LevelMap{Worlds: []MapWorld{{Name: "W", Levels: []MapLevel{
		{Unlocked: true},
		{Board: boss, All: engine.AllStars},
	}}}, Lines: []string{"2 Queen", "locked: clear level 1"}, Selected: 1}
	c.Draw(&f, m)
	if s := f.String(); !strings.Contains(s, "BOSS") {
		t.Errorf("the map does not contain \"BOSS\":\n%s", s)
	}
	row := c.layout.textRow + 1
	col := strings.Index(strings.Split(f.String(), "\n")[row], "locked")
	before := f.At(col, row).Fg
	m.LastIsError = true
	if c.Draw(&f, m); f.At(col, row).Fg == before || f.At(col, row).Fg != c.theme.Alarm {
		t.Errorf("the error has the color %06x, other lines have %06x; want the theme's Alarm",
			f.At(col, row).Fg, before)
	}
}

// TestMapsWithAnyNumberOfLevels checks that the last of thousands of levels is visible, and that Step moves by one
// level.
func TestMapsWithAnyNumberOfLevels(t *testing.T) {
	v := newTestView(cell.Quadrant, cell.Truecolor)
	for _, n := range []int{1, 3, 18, 3420} {
		m := &LevelMap{Worlds: []MapWorld{{Name: "W", Levels: make([]MapLevel, n)}}}
		for _, size := range [][2]int{{40, 16}, {80, 24}, {300, 90}} {
			var f cell.Frame
			f.Resize(size[0], size[1])
			for _, m.Selected = range []int{0, n / 2, n - 1} {
				v.Draw(&f, m)
				if n > 1000 && m.Selected == n-1 && !strings.Contains(f.String(), "3420") {
					t.Errorf("%v: the frame does not contain the last of %d levels:\n%s", size, n, f.String())
				}
				if above := v.Step(&f, m, 0, -1); above > m.Selected {
					t.Errorf("%v: Step(0, -1) from level %d = %d, want no higher level", size, m.Selected, above)
				}
				if next := v.Step(&f, m, 1, 0); next != min(m.Selected+1, n-1) {
					t.Errorf("%v: Step(1, 0) from level %d = %d, want the next level", size, m.Selected, next)
				}
			}
		}
	}
}

// TestMapStatesDiffer checks that locked and unlocked levels, and levels with different stars, look different even
// without colors.
func TestMapStatesDiffer(t *testing.T) {
	for _, size := range [][2]int{{40, 16}, {80, 24}, {160, 50}} {
		var f cell.Frame
		f.Resize(size[0], size[1])
		seen := map[string]string{}
		for name, l := range map[string]MapLevel{
			"closed": {All: engine.AllStars},
			"open":   {Unlocked: true, All: engine.AllStars},
			"some":   {Unlocked: true, All: engine.AllStars, Earned: engine.StarCleared},
			"all":    {Unlocked: true, All: engine.AllStars, Earned: engine.AllStars},
		} {
			v := newTestView(cell.ASCII, cell.Mono)
			m := &LevelMap{Worlds: []MapWorld{{Name: "W", Levels: []MapLevel{{Unlocked: true}, l}}}}
			v.Draw(&f, m)
			rows := strings.SplitAfter(f.String(), "\n") // omit the world's number of stars
			var s string
			for _, row := range rows {
				if !strings.Contains(row, "W ") {
					s += row
				}
			}
			if other, ok := seen[s]; ok {
				t.Errorf("%v: a level with the state %s looks the same as with %s\n%s", size, name, other, s)
			}
			seen[s] = name
		}
	}
}
