package terminals

import (
	"image"
	"image/color"
	"testing"

	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// encoded returns a screen that shows a frame.
func encoded(f *cell.Frame, tier cell.Tier) *ansi.Emulator {
	s := ansi.NewEmulator(f.W, f.H)
	var e ansi.Encoder
	e.SetTier(tier)
	s.Write(e.Frame(nil, f))
	return s
}

// TestRedraw tests that the redrawn bytes of a game show the same cells, in all tiers.
func TestRedraw(t *testing.T) {
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256, cell.Colors16, cell.Colors8} {
		sent := encoded(frameOf("moved", cell.Quadrant, tier), tier)
		again := ansi.NewEmulator(cols, rows)
		again.Write(redraw(sent))
		if cell := sameCells.differs(sent, again); cell != "" {
			t.Errorf("%v: %s", tier, cell)
		}
	}
}

// TestLikeness tests which differences count.
func TestLikeness(t *testing.T) {
	for _, test := range []struct {
		a, b       string
		text, cell bool // counts as different
	}{
		{"abc", "abc", false, false},
		{"abc", "abd", true, true},
		{"\x1b[31mabc", "\x1b[32mabc", false, true},
		{"\x1b[31m█", "\x1b[41m ", false, false},
		{"▀", "▄", false, true},
	} {
		a, b := ansi.NewEmulator(10, 1), ansi.NewEmulator(10, 1)
		a.Write([]byte(test.a))
		b.Write([]byte(test.b))
		if text, cell := sameText.differs(a, b) != "", sameCells.differs(a, b) != ""; text != test.text ||
			cell != test.cell {
			t.Errorf("%q and %q: text differs %v, cells differ %v", test.a, test.b, text, cell)
		}
	}
}

// TestCompare compares a picture of a frame with the frame, before and after a cell has changed.
func TestCompare(t *testing.T) {
	f := frameOf("card", cell.Quadrant, cell.Truecolor)
	img := picture.Image(f)
	r := &result{grid: grid{0, 0, float64(img.Rect.Dx()) / cols, float64(img.Rect.Dy()) / rows}}
	var c count
	if err := c.add(r, img, f); err != nil || c.wrong > 0 || c.all < 1000 {
		t.Errorf("%+v, %v", c, err)
	}
	fill(img, r.grid.cell(5, 3), color.RGBA{0, 255, 0, 255})
	c = count{}
	if err := c.add(r, img, f); err != nil || c.wrong != 1 {
		t.Errorf("one changed cell: %+v, %v", c, err)
	}
}

// TestStrayCells finds a cell that the program has not written.
func TestStrayCells(t *testing.T) {
	f := frameOf("moved", cell.Quadrant, cell.Truecolor)
	redrawn := picture.Image(f)
	left := &image.RGBA{Pix: append([]uint8(nil), redrawn.Pix...), Stride: redrawn.Stride, Rect: redrawn.Rect}
	r := &result{grid: grid{0, 0, float64(left.Rect.Dx()) / cols, float64(left.Rect.Dy()) / rows}}
	sent := encoded(f, cell.Truecolor)
	if all := r.strayCells("game", left, redrawn, sent); len(all) > 0 {
		t.Errorf("stray cells %q", all)
	}
	fill(left, r.grid.cell(5, 3), color.RGBA{0, 255, 0, 255})
	fill(left, r.grid.cell(6, 3), color.RGBA{0, 255, 0, 255})
	if all := r.strayCells("game", left, redrawn, sent); len(all) != 1 {
		t.Errorf("two stray cells side by side: %q", all)
	}
}

func fill(img *image.RGBA, area image.Rectangle, c color.RGBA) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			img.SetRGBA(x, y, c)
		}
	}
}

// TestColors tests the parameters that select a color of a screen.
func TestColors(t *testing.T) {
	for color, want := range map[string]string{
		"": "", "3": ";33", "9": ";91", "200": ";38;5;200",
		"1,2,3": ";38;2;1;2;3",
	} {
		if got := colorParams(color, 30); got != want {
			t.Errorf("%q: %q, want %q", color, got, want)
		}
	}
}
