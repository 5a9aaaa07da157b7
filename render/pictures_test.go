package render

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
)

// TestANSIShowsTheFrame: a terminal that is sent the text shows the frame.
func TestANSIShowsTheFrame(t *testing.T) {
	for _, o := range allOptions() {
		g, v := after(t, o, 700)
		var f Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		v.Card(&f, Card{Title: "Paused", Buttons: []string{"Resume", "Quit"}})
		var b bytes.Buffer
		if err := f.ANSI(&b, o.Tier); err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(b.String(), "\n")
		screen := newVT(80, 24)
		for y, row := range rows[:24] {
			screen.Write([]byte("\x1b[" + sprint(int32(y+1)) + ";1H" + row))
		}
		for i, c := range f.Cells {
			if got := screen.cells[i].r; got != max(c.Glyph, ' ') {
				t.Fatalf("%v %v: %q at %d, %d, want %q", o.Glyphs, o.Tier, got, i%80, i/80, c.Glyph)
			}
			if look := screen.cells[i].look; o.Tier == Mono && strings.ContainsAny(strings.ReplaceAll(look, "f", ""), ",;") {
				t.Fatalf("%v mono: %q", o.Glyphs, look)
			}
		}
		if !strings.HasSuffix(rows[0], "\x1b[m") || len(rows) != 25 {
			t.Errorf("%d rows, the first ends in %q", len(rows), rows[0])
		}
	}
}

// TestImageHasTheBlocks: each part of a cell has its colour, to the pixel.
func TestImageHasTheBlocks(t *testing.T) {
	const fg, bg = 0xff8000, 0x102030
	for _, glyphs := range allGlyphs {
		if glyphs == ASCII || glyphs == Braille {
			continue
		}
		sub := subCells[glyphs]
		for mask, r := range glyphs.blocks() {
			var f Frame
			f.Resize(1, 1)
			f.Cells[0] = Cell{r, fg, bg, 0}
			img, err := f.Image()
			if err != nil {
				t.Fatal(err)
			}
			for y := range pngH {
				for x := range pngW {
					want := Color(bg)
					if mask>>(y*sub[1]/pngH*sub[0]+x*sub[0]/pngW)&1 == 1 {
						want = fg
					}
					if img.RGBAAt(x, y) != rgba(want) {
						t.Fatalf("%v %#x: %v at %d, %d", glyphs, mask, img.RGBAAt(x, y), x, y)
					}
				}
			}
		}
	}
}

// TestImageDrawsEveryGlyph: no sign of ours is a blank, or the empty box of a missing one.
func TestImageDrawsEveryGlyph(t *testing.T) {
	picture := func(r rune) string {
		var f Frame
		f.Resize(1, 1)
		f.Cells[0] = Cell{r, 0xffffff, 0, 0}
		img, err := f.Image()
		if err != nil {
			t.Fatal(err)
		}
		return string(img.Pix)
	}
	blank, missing := picture(' '), picture('\u0bff')
	for _, glyphs := range allGlyphs {
		all := append([]rune{}, glyphs.blocks()...)
		m, w, b := hudMarks[glyphs], walls[glyphs], borders[glyphs]
		all = append(all, m.life, m.full, m.empty, m.times, m.next, m.shot)
		all = append(all, w.left, w.right, w.top, w.inLeft, w.inRight, w.inTop)
		for _, r := range append(all, b[:]...) {
			if p := picture(r); r != ' ' && (p == blank || p == missing) {
				t.Errorf("%v: %q is not drawn", glyphs, r)
			}
		}
	}
}

// TestPNGIsSmallAndExact: the file holds the picture, in a palette.
func TestPNGIsSmallAndExact(t *testing.T) {
	for _, glyphs := range allGlyphs {
		g, v := after(t, Options{Glyphs: glyphs}, 700)
		var f Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		var b bytes.Buffer
		if err := f.PNG(&b); err != nil {
			t.Fatal(err)
		}
		if b.Len() > 40<<10 {
			t.Errorf("%v: %d bytes", glyphs, b.Len())
		}
		got, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := got.(*image.Paletted); !ok {
			t.Errorf("%v: a %T, want a palette", glyphs, got)
		}
		want, err := f.Image()
		if err != nil {
			t.Fatal(err)
		}
		for y := range f.H * pngH {
			for x := range f.W * pngW {
				if r, g, b, _ := got.At(x, y).RGBA(); [3]uint32{r >> 8, g >> 8, b >> 8} != rgbAt(want, x, y) {
					t.Fatalf("%v: another pixel at %d, %d", glyphs, x, y)
				}
			}
		}
	}
}

func rgbAt(img *image.RGBA, x, y int) [3]uint32 {
	c := img.RGBAAt(x, y)
	return [3]uint32{uint32(c.R), uint32(c.G), uint32(c.B)}
}
