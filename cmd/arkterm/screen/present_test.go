package screen

import (
	"math/rand/v2"
	"testing"

	"github.com/gdamore/tcell/v2"

	"arkterm/render/cell"
)

// newSimulation returns a tcell simulation screen of w × h cells.
func newSimulation(t *testing.T, w, h int) tcell.SimulationScreen {
	t.Helper()
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	s.SetSize(w, h)
	return s
}

// simulated returns the text and the style of a cell of a simulation screen.
func simulated(s tcell.SimulationScreen, x, y int) (string, tcell.Style) {
	cells, w, _ := s.GetContents()
	c := cells[y*w+x]
	return string(c.Runes), c.Style
}

// randomCell sets a random cell, or two cells for a wide glyph.
func randomCell(rng *rand.Rand, f *cell.Frame) {
	texts := []string{"a", "b", " ", "▀", "世", "e\u0301", "\U0001fb00", "語"}
	st := cell.Style{
		Fg: cell.Color(rng.IntN(4) * 0x3f1122), Bg: cell.Color(rng.IntN(3) * 0x203040),
		Attr: cell.Attr(rng.IntN(8)),
	}
	glyph, columns, _ := cell.Next(texts[rng.IntN(len(texts))])
	f.Put(rng.IntN(f.W), rng.IntN(f.H), glyph, columns, st)
}

func TestPresenterShowsFrames(t *testing.T) {
	s := newSimulation(t, 20, 5)
	p := NewPresenter(s)
	rng := rand.New(rand.NewPCG(1, 2))
	var f cell.Frame
	f.Resize(20, 5)
	for n := range 2000 {
		if n%500 == 499 {
			w, h := 15+rng.IntN(10), 3+rng.IntN(5)
			s.SetSize(w, h)
			f.Resize(w, h)
		}
		for range rng.IntN(8) {
			randomCell(rng, &f)
		}
		if err := p.Show(&f); err != nil {
			t.Fatal(err)
		}
		for i, c := range f.Cells {
			x, y := i%f.W, i/f.W
			glyph := cell.VisibleGlyph(f.Cells, f.W, i)
			if glyph == cell.Tail {
				continue
			}
			want := string(cell.AppendGlyph(nil, glyph))
			if glyph == 0 {
				want = " "
			}
			text, style := simulated(s, x, y)
			if fg, bg, attrs := style.Decompose(); text != want || fg.Hex() != int32(c.Fg) || bg.Hex() != int32(c.Bg) ||
				style != tcell.StyleDefault.Foreground(fg).Background(bg).Attributes(attrs) ||
				!sameAttrs(c.Attr, attrs) {
				t.Fatalf("frame %d, column %d, row %d shows %q in %v, want %q in %v", n, x, y, text, style, want, c)
			}
		}
	}
}

// sameAttrs reports whether bold, dim and reverse are equal in a and b.
func sameAttrs(a cell.Attr, b tcell.AttrMask) bool {
	return a&cell.Bold != 0 == (b&tcell.AttrBold != 0) && a&cell.Dim != 0 == (b&tcell.AttrDim != 0) &&
		a&cell.Reverse != 0 == (b&tcell.AttrReverse != 0)
}

// A counter is a screen that counts calls of Put and Show. Its Show does nothing.
type counter struct {
	tcell.Screen
	puts, shows int
}

func (c *counter) Put(x, y int, text string, s tcell.Style) (string, int) {
	c.puts++
	return c.Screen.Put(x, y, text, s)
}

func (c *counter) Show() { c.shows++ }

func TestPresenterPutsOnlyChanges(t *testing.T) {
	c := &counter{Screen: newSimulation(t, 80, 24)}
	p := NewPresenter(c)
	var f cell.Frame
	f.Resize(80, 24)
	_ = p.Show(&f)
	if c.puts != 80*24 {
		t.Errorf("the first frame puts %d cells, want all", c.puts)
	}
	c.puts = 0
	f.Text(3, 2, "world", cell.Style{Fg: 0xffffff})
	f.Cursor = cell.Cursor{X: 3, Y: 2, Placed: true}
	_ = p.Show(&f)
	_ = p.Show(&f)
	if _, _, visible := c.Screen.(tcell.SimulationScreen).GetCursor(); c.puts != 5 || visible {
		t.Errorf("the second frame puts %d cells, want 5; cursor visible: %v, want false", c.puts, visible)
	}
	if c.shows != 3 {
		t.Errorf("%d calls of Show, want 3", c.shows)
	}

	// A narrow frame has no characters of ambiguous width.
	f.Text(0, 0, "▀", cell.Style{})
	f.NoAmbiguousWidth = true
	_ = p.Show(&f)
	if text, _, _ := c.Get(0, 0); text != "?" {
		t.Errorf("a narrow frame shows %q, want ?", text)
	}

	c.puts = 0
	p.Forget()
	if _ = p.Show(&f); c.puts != 80*24 {
		t.Errorf("after Forget, Show puts %d cells, want all", c.puts)
	}
}

func TestPresenterDoesNotAllocate(t *testing.T) {
	p := NewPresenter(&counter{Screen: newSimulation(t, 80, 24)})
	var frames [2]cell.Frame
	for k, text := range []string{"the quick brown fox ▀▄█ 世界", "a lazy dog e\u0301 \U0001fb00"} {
		frames[k].Resize(80, 24)
		for y := range 24 {
			frames[k].Text(k+y, y, text, cell.Style{Fg: cell.Color(k + 1), Bg: cell.Color(y)})
		}
		_ = p.Show(&frames[k])
	}
	n := 0
	if allocs := testing.AllocsPerRun(50, func() {
		n++
		_ = p.Show(&frames[n%2])
	}); allocs > 0 {
		t.Errorf("Show allocates %v times, want 0", allocs)
	}
}

// A frameScreen is a FrameScreen that stores the last frame.
type frameScreen struct {
	tcell.Screen
	shown *cell.Frame
}

func (w *frameScreen) ShowFrame(f *cell.Frame) error {
	w.shown = f
	return ErrGone
}

func TestPresenterPassesFramesOn(t *testing.T) {
	w, f := &frameScreen{}, &cell.Frame{}
	if err := NewPresenter(w).Show(f); err != ErrGone || w.shown != f {
		t.Errorf("Show = %v, and the screen shows %p; want ErrGone and %p", err, w.shown, f)
	}
}

// A shared frame is copied, because only a FrameScreen can encode it.
func TestPresenterShowsSharedFrames(t *testing.T) {
	s := newSimulation(t, 10, 2)
	from := newSharedFrame(10, 2, 1)
	from.Text(0, 0, "shared", cell.Style{Fg: 1})
	_ = NewPresenter(s).Show(&cell.Frame{W: 10, H: 2, Shared: from})
	if text, _ := simulated(s, 5, 0); text != "d" {
		t.Errorf("column 5 shows %q, want d", text)
	}
}
