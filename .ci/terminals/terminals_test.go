package terminals

import (
	"image"
	"image/color"
	"testing"

	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// encoded returns an emulated terminal that shows a frame.
func encoded(f *cell.Frame, tier cell.Tier) *ansi.Emulator {
	s := ansi.NewEmulator(f.W, f.H)
	var e ansi.Encoder
	e.SetTier(tier)
	s.Write(e.Frame(nil, f))
	return s
}

// TestRedraw tests that the output of redraw shows the same cells, in all tiers.
func TestRedraw(t *testing.T) {
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256, cell.Colors16, cell.Colors8} {
		sent := encoded(frameOf("moved", cell.Quadrant, tier), tier)
		again := ansi.NewEmulator(cols, rows)
		again.Write(redraw(sent))
		if cell := sameCells.differs(sent, again); cell != "" {
			t.Errorf("redraw in tier %v shows other cells, want the same: %s", tier, cell)
		}
	}
}

// TestSimilarity tests which differences count.
func TestSimilarity(t *testing.T) {
	for _, test := range []struct {
		a, b       string
		text, cell bool // expected differences by sameText and by sameCells
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
			t.Errorf("%q and %q: text differs: %v, cells differ: %v; want %v, %v", test.a, test.b, text, cell,
				test.text, test.cell)
		}
	}
}

// TestCount compares a picture of a frame with the frame, before and after a cell of the picture is changed.
func TestCount(t *testing.T) {
	f := frameOf("card", cell.Quadrant, cell.Truecolor)
	img := picture.Image(f)
	r := &result{grid: grid{0, 0, float64(img.Rect.Dx()) / cols, float64(img.Rect.Dy()) / rows}}
	var c count
	if err := c.add(r, img, f); err != nil || c.wrong > 0 || c.compared < 1000 {
		t.Errorf("the picture of the frame has the count %+v (error %v), want no wrong cells", c, err)
	}
	fillArea(img, r.grid.cell(5, 3), color.RGBA{0, 255, 0, 255})
	c = count{}
	if err := c.add(r, img, f); err != nil || c.wrong != 1 {
		t.Errorf("the picture with one changed cell has the count %+v (error %v), want one wrong cell", c, err)
	}
}

// TestStrayCells tests that strayCells finds cells that the program has not sent.
func TestStrayCells(t *testing.T) {
	f := frameOf("moved", cell.Quadrant, cell.Truecolor)
	redrawn := picture.Image(f)
	left := &image.RGBA{Pix: append([]uint8(nil), redrawn.Pix...), Stride: redrawn.Stride, Rect: redrawn.Rect}
	r := &result{grid: grid{0, 0, float64(left.Rect.Dx()) / cols, float64(left.Rect.Dy()) / rows}}
	sent := encoded(f, cell.Truecolor)
	if all := r.strayCells("game", left, redrawn, sent); len(all) > 0 {
		t.Errorf("stray cells in an unchanged picture: %q, want none", all)
	}
	fillArea(left, r.grid.cell(5, 3), color.RGBA{0, 255, 0, 255})
	fillArea(left, r.grid.cell(6, 3), color.RGBA{0, 255, 0, 255})
	if all := r.strayCells("game", left, redrawn, sent); len(all) != 1 {
		t.Errorf("two adjacent stray cells: %q, want one description", all)
	}
}

// fillArea fills an area with a color.
func fillArea(img *image.RGBA, area image.Rectangle, c color.RGBA) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			img.SetRGBA(x, y, c)
		}
	}
}

// TestColorParams tests the SGR parameters of colors.
func TestColorParams(t *testing.T) {
	for color, want := range map[string]string{
		"": "", "3": ";33", "9": ";91", "200": ";38;5;200",
		"1,2,3": ";38;2;1;2;3",
	} {
		if got := colorParams(color, 30); got != want {
			t.Errorf("colorParams(%q, 30) = %q, want %q", color, got, want)
		}
	}
}
