package render

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
)

// aMap returns a map of three worlds; the first is cleared.
func aMap() *Map {
	m := &Map{Title: "MAP", Foot: "esc", Lines: []string{"about it", "more"}, Selected: 4}
	for w, name := range []string{"Dawn", "Tide", "Ember"} {
		world := MapWorld{Name: name}
		for i := range 10 {
			l := MapLevel{Open: w == 0 || w == 1 && i == 0, All: engine.AllStars}
			if w == 0 {
				l.Earned = engine.StarCleared | engine.Stars(i%8)<<1
			}
			world.Levels = append(world.Levels, l)
		}
		m.Worlds = append(m.Worlds, world)
	}
	return m
}

// In every frame, glyph set and tier, every level becomes visible by scrolling, and its cells lead back to
// it.
func TestMapShowsEveryLevel(t *testing.T) {
	for _, o := range allOptions() {
		v := NewView(o)
		for _, size := range [][2]int{{MinW, MinH}, {80, 24}, {160, 50}} {
			var f cell.Frame
			f.Resize(size[0], size[1])
			m := aMap()
			for m.Selected = 0; m.Selected < 30; m.Selected += 9 {
				v.Map(&f, m)
				seen := false
				for y := 0; y < f.H && !seen; y++ {
					for x := 0; x < f.W && !seen; x += 2 {
						seen = v.MapAt(&f, m, x, y) == m.Selected
					}
				}
				if s := f.String(); !seen || !strings.Contains(s, "about it") || !strings.Contains(s, "more") || !strings.Contains(s, "esc") {
					t.Fatalf("%v %v %v: level %d\n%s", o.Glyphs, o.Tier, size, m.Selected+1, s)
				}
			}
		}
	}
}

// A set of thousands of levels scrolls, and one of a single level is one.
func TestMapsOfAnySize(t *testing.T) {
	v := NewView(Options{})
	for _, n := range []int{1, 3, 18, 3420} {
		m := &Map{Worlds: []MapWorld{{Name: "W", Levels: make([]MapLevel, n)}}}
		for _, size := range [][2]int{{MinW, MinH}, {80, 24}, {300, 90}} {
			var f cell.Frame
			f.Resize(size[0], size[1])
			for _, m.Selected = range []int{0, n / 2, n - 1} {
				v.Map(&f, m)
				if n > 1000 && m.Selected == n-1 && !strings.Contains(f.String(), "3420") {
					t.Errorf("%v: the last of %d is not there\n%s", size, n, f.String())
				}
				if up := v.MapStep(&f, m, 0, -1); up > m.Selected {
					t.Errorf("%v: above %d is %d", size, m.Selected, up)
				}
				if on := v.MapStep(&f, m, 1, 0); on != min(m.Selected+1, n-1) {
					t.Errorf("%v: after %d comes %d", size, m.Selected, on)
				}
			}
		}
	}
}

// The stars of a level are distinguishable without colours.
func TestMapStatesDiffer(t *testing.T) {
	for _, size := range [][2]int{{MinW, MinH}, {80, 24}, {160, 50}} {
		var f cell.Frame
		f.Resize(size[0], size[1])
		seen := map[string]string{}
		for name, l := range map[string]MapLevel{
			"closed": {All: engine.AllStars},
			"open":   {Open: true, All: engine.AllStars},
			"some":   {Open: true, All: engine.AllStars, Earned: engine.StarCleared},
			"all":    {Open: true, All: engine.AllStars, Earned: engine.AllStars},
		} {
			v := NewView(Options{Tier: cell.Mono, Glyphs: cell.ASCII})
			m := &Map{Worlds: []MapWorld{{Name: "W", Levels: []MapLevel{{Open: true}, l}}}}
			v.Map(&f, m)
			rows := strings.SplitAfter(f.String(), "\n") // without the world's number of stars
			var s string
			for _, row := range rows {
				if !strings.Contains(row, "W ") {
					s += row
				}
			}
			if other, ok := seen[s]; ok {
				t.Errorf("%v: %s is as %s\n%s", size, name, other, s)
			}
			seen[s] = name
		}
	}
}
