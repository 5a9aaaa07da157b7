package picture

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"arkterm/engine/race"
	"arkterm/render"
	"arkterm/render/cell"
)

// TestImageHasTheBlocks checks the colour of each pixel of each block.
func TestImageHasTheBlocks(t *testing.T) {
	if race.Long(t, "pictures compared by the pixel, in one goroutine") {
		return
	}
	const fg, bg = 0xff8000, 0x102030
	for _, glyphs := range ladder {
		if glyphs == cell.ASCII || glyphs == cell.Braille {
			continue
		}
		sub := glyphs.SubCells()
		for mask, r := range glyphs.Blocks() {
			var f cell.Frame
			f.Resize(1, 1)
			f.Cells[0] = cell.Cell{Glyph: r, Fg: fg, Bg: bg, Attr: 0}
			img, err := Image(&f)
			if err != nil {
				t.Fatal(err)
			}
			for y := range pngH {
				for x := range pngW {
					want := cell.Color(bg)
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

// TestPNGIsSmallAndExact checks that the file has a palette and the pixels of the image.
func TestPNGIsSmallAndExact(t *testing.T) {
	if race.Long(t, "pictures compared by the pixel, in one goroutine") {
		return
	}
	for _, glyphs := range ladder {
		g, v := played(t, render.Options{Glyphs: glyphs}, 700)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		var b bytes.Buffer
		if err := PNG(&b, &f); err != nil {
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
		want, err := Image(&f)
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
