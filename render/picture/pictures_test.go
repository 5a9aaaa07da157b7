package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"arkterm/render"
	"arkterm/render/cell"
)

// TestImageHasTheBlocks checks the color of each pixel of each block.
func TestImageHasTheBlocks(t *testing.T) {
	if testing.Short() { // the comparison of pixels is slow
		return
	}
	const fg, bg = 0xff8000, 0x102030
	for _, glyphs := range glyphSets {
		if glyphs == cell.ASCII || glyphs == cell.Braille {
			continue
		}
		sub := glyphs.SubCells()
		for mask, r := range glyphs.Blocks() {
			var f cell.Frame
			f.Resize(1, 1)
			f.Cells[0] = cell.Cell{Glyph: r, Fg: fg, Bg: bg, Attr: 0}
			img := Image(&f)
			for y := range pngH {
				for x := range pngW {
					want := cell.Color(bg)
					if mask>>(y*sub[1]/pngH*sub[0]+x*sub[0]/pngW)&1 == 1 {
						want = fg
					}
					if img.RGBAAt(x, y) != rgba(want) {
						t.Fatalf("%v, mask %#x: the pixel at %d, %d is %v, want %v",
							glyphs, mask, x, y, img.RGBAAt(x, y), rgba(want))
					}
				}
			}
		}
	}
}

// TestImageHasTheShapes checks that the image of a glyph has the right color at the glyph's sample points.
func TestImageHasTheShapes(t *testing.T) {
	const fg, bg = 0xff8000, 0x102030
	for _, glyphs := range glyphSets {
		for _, s := range glyphs.Shapes() {
			for k, r := range [...]rune{s.Glyph, s.Inverse} {
				if r == 0 {
					continue
				}
				var f cell.Frame
				f.Resize(1, 1)
				f.Cells[0] = cell.Cell{Glyph: r, Fg: fg, Bg: bg, Attr: 0}
				img := Image(&f)
				wrong := 0
				for i := range cell.SamplesPerCell {
					col, row := i%cell.SamplesX, i/cell.SamplesX
					x, y := int(cell.SampleX(col, row)*pngW), int(cell.SampleY(row)*pngH)
					lit := int(s.Mask>>i&1) != k
					if shown := isNearer(img.RGBAAt(x, y), fg, bg); shown != lit {
						wrong++
					}
				}
				// Some samples may have the wrong color. A pixel on the line of a slanted glyph may be mostly on the
				// other side of the line than its sample, and a triangle has two lines. The side of a block of eighths
				// may be within a row of samples.
				const maxWrong = cell.SamplesX
				if wrong > maxWrong {
					t.Errorf("%v %U: %d samples have the wrong color, want at most %d", glyphs, r, wrong, maxWrong)
				}
			}
		}
	}
}

// isNearer reports whether c is nearer to a than to b.
func isNearer(c color.RGBA, a, b cell.Color) bool {
	got := cell.RGB(int(c.R), int(c.G), int(c.B))
	return cell.Dist2(got, a) < cell.Dist2(got, b)
}

// TestSVGDrawsMosaicsAsShapes checks that an SVG draws mosaics as polygons and not as text.
func TestSVGDrawsMosaicsAsShapes(t *testing.T) {
	var f cell.Frame
	f.Resize(2, 1)
	f.Cells[0] = cell.Cell{Glyph: 0x1fb4a, Fg: 0xff8000}
	f.Cells[1] = cell.Cell{Glyph: '▃', Fg: 0x0080ff}
	var b strings.Builder
	if err := SVG(&b, &f); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`fill="#ff8000" d="M12 8L12 24L0 24z"`,
		`fill="#0080ff" d="M12 15L24 15L24 24L12 24z"`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("SVG does not contain %s:\n%s", want, &b)
		}
	}
	if strings.Contains(b.String(), "<text") {
		t.Errorf("SVG contains a text element, want none:\n%s", &b)
	}
}

// TestPNGHasPaletteAndPixels checks that a PNG is small and has a palette and the pixels of the image.
func TestPNGHasPaletteAndPixels(t *testing.T) {
	if testing.Short() { // the comparison of pixels is slow
		return
	}
	for _, glyphs := range glyphSets {
		g, v := rowsGameAfter(t, render.Options{Glyphs: glyphs}, 700)
		var f cell.Frame
		f.Resize(80, 24)
		v.Draw(&f, g)
		var b bytes.Buffer
		if err := PNG(&b, &f); err != nil {
			t.Fatal(err)
		}
		if b.Len() > 40<<10 {
			t.Errorf("%v: the PNG has %d bytes, want at most 40 KiB", glyphs, b.Len())
		}
		got, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := got.(*image.Paletted); !ok {
			t.Errorf("%v: decoded as %T, want a paletted image", glyphs, got)
		}
		want := Image(&f)
		for y := range f.H * pngH {
			for x := range f.W * pngW {
				if r, g, b, _ := got.At(x, y).RGBA(); [3]uint32{r >> 8, g >> 8, b >> 8} != rgbAt(want, x, y) {
					t.Fatalf("%v: pixel at %d, %d of the PNG = %v, want %v", glyphs, x, y, got.At(x, y), want.At(x, y))
				}
			}
		}
	}
}

// rgbAt returns the color of a pixel.
func rgbAt(img *image.RGBA, x, y int) [3]uint32 {
	c := img.RGBAAt(x, y)
	return [3]uint32{uint32(c.R), uint32(c.G), uint32(c.B)}
}
