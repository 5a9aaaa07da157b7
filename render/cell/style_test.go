package cell

import (
	"fmt"
	"testing"
	"unsafe"
)

// TestAttr checks that the parts of an attribute do not overlap, and that a cell has no padding.
func TestAttr(t *testing.T) {
	var f Frame
	a := f.Extra(Extra{Underline: Default, URL: "a:"})
	b := f.Extra(Extra{Underline: Indexed(3)})
	if a == 0 || b == 0 || a == b || f.Extra(Extra{Underline: Default, URL: "a:"}) != a {
		t.Fatalf("attributes of two extras: %b and %b, want two nonzero values that stay the same", a, b)
	}
	if f.Extras[a.Extra()].URL != "a:" || f.Extras[b.Extra()].Underline != Indexed(3) || Attr(0).Extra() != -1 {
		t.Errorf("Extra() = %d and %d, want the indices of the two extras in %v", a.Extra(), b.Extra(), f.Extras)
	}
	if plain := f.Extra(Extra{Underline: Default, ID: "no URL"}); plain != 0 {
		t.Errorf("Frame.Extra of an extra without an effect = %b, want 0", plain)
	}

	var all Attr
	for n, part := range []Attr{Bold, Dim, Reverse, Italic, Blink, StrikeThrough, Underlined, ExtraMask} {
		if all&part != 0 {
			t.Errorf("attribute %d, %b, overlaps the previous attributes, %b", n, part, all)
		}
		all |= part
	}
	for style, a := range []Attr{0, Underline, DoubleUnderline, CurlyUnderline, DottedUnderline, DashedUnderline} {
		if got := (a | all&^Underlined).UnderlineStyle(); got != style || a&^Underlined != 0 {
			t.Errorf("attribute %b: UnderlineStyle() = %d, want %d", a, got, style)
		}
	}
	if size := unsafe.Sizeof(Cell{}); size != 16 {
		t.Errorf("Sizeof(Cell{}) = %d, want 16", size)
	}
}

func TestExtrasAreLimited(t *testing.T) {
	var f Frame
	last := Attr(0)
	for n := range MaxExtras {
		last = f.Extra(Extra{Underline: Default, URL: fmt.Sprint(n)})
	}
	if last.Extra() != MaxExtras-1 {
		t.Fatalf("index of the last extra = %d, want %d", last.Extra(), MaxExtras-1)
	}
	if more := f.Extra(Extra{Underline: Default, URL: "more"}); more != 0 {
		t.Errorf("Frame.Extra beyond the limit = %b, want 0", more)
	}
	if again := f.Extra(Extra{Underline: Default, URL: "7"}); again.Extra() != 7 {
		t.Errorf("index of a known extra in a full table: %d, want 7", again.Extra())
	}
	f.ClearExtras()
	if a := f.Extra(Extra{Underline: Default, URL: "more"}); a.Extra() != 0 || len(f.Extras) != 1 {
		t.Errorf("after ClearExtras: index %d of %d extras, want 0 of 1", a.Extra(), len(f.Extras))
	}
}

// TestColorsInPictures checks that pictures use xterm's palette, and light gray on black as the default colors.
func TestColorsInPictures(t *testing.T) {
	for _, c := range []struct {
		cell                 Cell
		tier                 Tier
		fg, bg               Color // result of VisibleColors
		reducedFg, reducedBg Color // colors after Reduce
		name                 string
	}{
		{Cell{Fg: 0x123456, Bg: 0xffffff}, Truecolor, 0x123456, 0xffffff, 0x123456, 0xffffff, "sRGB colors"},
		{Cell{Fg: Default, Bg: Default}, Truecolor, DefaultFg, DefaultBg, DefaultFg, DefaultBg, "default colors"},
		{
			Cell{Fg: Default, Bg: Default, Attr: Reverse},
			Truecolor, DefaultBg, DefaultFg, DefaultFg, DefaultBg,
			"default colors in reverse",
		},
		{Cell{Fg: Indexed(9), Bg: Indexed(232)}, Truecolor, 0xff0000, 0x080808, 0xff0000, 0x080808, "palette colors"},
		{Cell{Fg: Indexed(196), Bg: Indexed(16)}, Colors16, 0xff0000, 0, 0xff0000, 0, "palette colors with 16 colors"},
		{Cell{Fg: Indexed(196), Bg: Indexed(21)}, Mono, 0xff0000, 0x0000ff, DefaultFg, DefaultBg, "no colors"},
	} {
		if fg, bg := c.cell.VisibleColors(); fg != c.fg || bg != c.bg {
			t.Errorf("VisibleColors of %s = %06x on %06x, want %06x on %06x", c.name, fg, bg, c.fg, c.bg)
		}
		f := Frame{W: 1, H: 1, Cells: []Cell{c.cell}}
		if f.Reduce(c.tier); f.Cells[0].Fg != c.reducedFg || f.Cells[0].Bg != c.reducedBg {
			t.Errorf("Reduce(%v) of %s = %06x on %06x, want %06x on %06x", c.tier, c.name, f.Cells[0].Fg, f.Cells[0].Bg,
				c.reducedFg, c.reducedBg)
		}
	}
}
