package render

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/picture"
	"arkterm/render/widget"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

// compareGolden compares got with a file in testdata. With -update it writes the file instead.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test ./render -update renews it): got\n%s\nwant\n%s", name, got, want)
	}
}

// allGlyphs contains the tested glyph sets, in order of preference.
var allGlyphs = []cell.Glyphs{
	cell.Mosaic, cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII, cell.Octant,
	cell.Braille,
}

// scriptedPlayer returns the input of the player in golden files. Unlike the bot, its strategy never changes. It serves
// after 0.75 s, and moves the paddle back and forth below the lowest ball.
func scriptedPlayer(g *engine.Game) engine.Control {
	c := engine.Idle
	if (g.Tick-g.PhaseBegan)%engine.TicksPerSecond == 180 && g.Phase != engine.Play {
		c.Buttons = engine.Fire
	}
	low := spec.FieldW / 2.0
	for i, y := 0, 0.0; i < len(g.Balls); i++ {
		if at := g.BallAt(i); at.Y > y && g.Phase == engine.Play {
			low, y = at.X, at.Y
		}
	}
	swing := (math.Abs(float64(g.Tick%400)-200) - 100) / 50 // -2 to 2
	c.Target = int16(64 * min(max(low+swing, 0), spec.FieldW))
	return c
}

// gameAfter returns a game that scriptedPlayer has played for the given number of ticks, and a view that has observed
// it.
func gameAfter(t testing.TB, o Options, ticks int) (*engine.Game, *View) {
	t.Helper()
	g, v := newTestGame(t), NewView(o)
	var f cell.Frame
	f.Resize(80, 24)
	for range ticks {
		g.Step(engine.Input{scriptedPlayer(g), engine.Idle})
		v.Observe(g.Events)
		if g.Tick%8 == 0 {
			v.Draw(&f, g)
		}
	}
	return g, v
}

// playUntil plays until the game is in the given phase, with the paddle at the left wall.
func playUntil(t testing.TB, g *engine.Game, v *View, phase engine.Phase) {
	t.Helper()
	for range 60 * engine.TicksPerSecond {
		if g.Phase == phase {
			return
		}
		g.Step(engine.Input{engine.Control{Target: 0}})
		v.Observe(g.Events)
	}
	t.Fatalf("the phase is %v after one minute, want %v", g.Phase, phase)
}

// Golden files have 80×24 cells. Tests such as TestPicturesShowAllObjects check the frames of other sizes and tiers.

func TestPictures(t *testing.T) {
	for _, glyphs := range allGlyphs {
		t.Run(glyphs.String(), func(t *testing.T) {
			g, v := gameAfter(t, Options{Glyphs: glyphs, Names: []string{"Honeycomb"}}, 1500)
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			compareGolden(t, fmt.Sprintf("play-%v.txt", glyphs), []byte(f.String()))
		})
	}
}

// TestGlyphsOfTiers checks that frames with 256 colors have nearly the same glyphs as frames in true color. Cells with
// three colors may differ, because other colors may be nearest.
func TestGlyphsOfTiers(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for _, size := range [][2]int{{120, 40}, {41, 17}, {200, 60}} {
			draw := func(tier cell.Tier) *cell.Frame {
				g, v := gameAfter(t, Options{Glyphs: glyphs, Tier: tier, Names: []string{"Honeycomb"}}, 1500)
				f := new(cell.Frame)
				f.Resize(size[0], size[1])
				v.Draw(f, g)
				return f
			}
			all, few := draw(cell.Truecolor), draw(cell.Colors256)
			differing := 0
			for i := range all.Cells {
				if all.Cells[i].Glyph != few.Cells[i].Glyph {
					differing++
				}
			}
			if differing > len(all.Cells)/50 {
				t.Errorf("%v %v: %d of %d glyphs differ between truecolor\n%s\nand 256 colors, want at most 2 %%\n%s",
					glyphs, size, differing, len(all.Cells), all, few)
			}
		}
	}
}

// TestPicturesOfTiers compares glyphs and colors, as a terminal of each tier shows them.
func TestPicturesOfTiers(t *testing.T) {
	for _, tier := range allTiers {
		g, v := gameAfter(t, Options{Tier: tier, Names: []string{"Honeycomb"}}, 1500)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		f.Reduce(tier)
		compareGolden(t, fmt.Sprintf("tier-%v.txt", tier), []byte(styledText(&f)))
	}
}

// styledText returns a text form of f with colors. It contains the glyphs, then the runs of styles in each row, with a
// letter for each style, and then a legend of the letters. Cells that look the same have the same letter.
func styledText(f *cell.Frame) string {
	var runs, legend strings.Builder
	letters := map[cell.Cell]rune{}
	for y := range f.H {
		row := f.Cells[y*f.W : (y+1)*f.W]
		for x := 0; x < f.W; {
			n := 1
			for x+n < f.W && styleOf(row[x+n]) == styleOf(row[x]) {
				n++
			}
			s := styleOf(row[x])
			letter, ok := letters[s]
			if !ok {
				letter = rune('A' + len(letters))
				if letter > 'Z' {
					letter = rune('a' + len(letters) - 26)
				}
				letters[s] = letter
				fmt.Fprintf(&legend, "%c %06x on %06x", letter, uint32(s.Fg), uint32(s.Bg))
				for i, name := range []string{"bold", "dim", "reverse"} {
					if s.Attr>>i&1 == 1 {
						legend.WriteString(" " + name)
					}
				}
				legend.WriteString("\n")
			}
			fmt.Fprintf(&runs, "%d%c", n, letter)
			x += n
		}
		runs.WriteString("\n")
	}
	return f.String() + "\n" + runs.String() + "\n" + legend.String()
}

// styleOf returns c without its glyph. If one of its colors is not visible, both colors are equal.
func styleOf(c cell.Cell) cell.Cell {
	switch c.Glyph {
	case ' ', 0:
		c.Fg = c.Bg
	case '█':
		c.Bg = c.Fg
	}
	c.Glyph = 0
	return c
}

func TestPicturesOfPhases(t *testing.T) {
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.ASCII} {
		o := Options{Glyphs: glyphs, Tier: cell.Mono, Names: []string{"Honeycomb"}}
		draw := func(name string, phase engine.Phase, ticks int) {
			g, v := gameAfter(t, o, ticks)
			if phase != engine.Serve {
				playUntil(t, g, v, phase)
			}
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			compareGolden(t, fmt.Sprintf("%s-%v.txt", name, glyphs), []byte(f.String()))
		}
		draw("serve", engine.Serve, 60)
		draw("lost", engine.Lost, 900)
	}
}

func TestPicturesOfDialogs(t *testing.T) {
	pause := widget.Dialog{
		Title: "Paused", Lines: []string{"The game waits for you."},
		Buttons: []string{"Resume", "Restart", "Quit"}, Footer: "arrows choose, space takes",
	}
	keys := widget.Dialog{Title: "Keys", Lines: []string{
		"move      arrows, A D, H L, mouse", "fire      space, enter, click", "pause     P", "menu      Q, Esc",
		"help      ?", "restart   R", "one more", "and one", "two more", "three", "four",
	}, Buttons: []string{"Back"}, Footer: "any key"}
	long := widget.Dialog{
		Title: "A title that is longer than the card is wide",
		Lines: []string{"a line that goes on and on until it is cut at the frame"},
		Buttons: []string{
			"The first of many", "A second one", "Number three", "The fourth", "Five", "Six", "Seven",
			"Eight", "Nine", "Ten", "Eleven", "The last one",
		}, Selected: 10,
	}
	menu := widget.Dialog{Buttons: []string{"Play", "Keys", "Quit"}, Footer: "arkterm 0.1"}
	for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.ASCII} {
		g, v := gameAfter(t, Options{Glyphs: glyphs, Names: []string{"Honeycomb"}}, 700)
		show := func(name string, draw func(*cell.Frame)) {
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)
			draw(&f)
			compareGolden(t, fmt.Sprintf("%s-%v.txt", name, glyphs), []byte(f.String()))
		}
		show("pause", func(f *cell.Frame) { v.DrawDialog(f, pause) })
		show("keys", func(f *cell.Frame) { v.DrawDialog(f, keys) })
		show("long", func(f *cell.Frame) { v.DrawDialog(f, long) })
		show("title", func(f *cell.Frame) { v.DrawTitle(f, g, menu) })
		show("three", func(f *cell.Frame) { v.DrawBanner(f, "3") })
		show("clear", func(f *cell.Frame) { v.DrawBanner(f, "LEVEL CLEAR") })
	}
}

func TestTooSmall(t *testing.T) {
	g := newTestGame(t)
	v := NewView(Options{})
	var all bytes.Buffer
	for _, size := range [][2]int{{1, 1}, {2, 2}, {19, 7}, {39, 16}, {40, 15}, {80, 1}} {
		var f cell.Frame
		f.Resize(size[0], size[1])
		v.Draw(&f, g)
		fmt.Fprintf(&all, "%d×%d\n%s", size[0], size[1], f.String())
	}
	compareGolden(t, "too-small.txt", all.Bytes())
}

func TestSVG(t *testing.T) {
	g, v := gameAfter(t, Options{Names: []string{"Honeycomb"}}, 1500)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	v.DrawDialog(&f, widget.Dialog{Title: "<&>", Buttons: []string{"Back"}})
	var b bytes.Buffer
	if err := picture.SVG(&b, &f); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 64<<10 {
		t.Errorf("the SVG has %d bytes, want at most 64 KiB", b.Len())
	}
	compareGolden(t, "card.svg", b.Bytes())
}
