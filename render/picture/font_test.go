package picture

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

var update = flag.Bool("update", false, "update the files of the font")

// TestFont draws all letters of Go Mono and compares them with the embedded files.
func TestFont(t *testing.T) {
	regular, bold := parseFont(t, gomono.TTF), parseFont(t, gomonobold.TTF)
	letters := lettersOf(t, regular)
	var picture bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&picture, drawLetters(t, []rune(letters), regular, bold)); err != nil {
		t.Fatal(err)
	}

	if *update {
		for name, data := range map[string][]byte{
			"gomono/letters.png": picture.Bytes(),
			"gomono/letters.txt": []byte(letters),
		} {
			if err := os.WriteFile(name, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if letters != fontText {
		t.Errorf("gomono/letters.txt = %q, want %q", fontText, letters)
	}
	got, err := png.Decode(bytes.NewReader(fontPNG))
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.(*image.Paletted).Pix, want.(*image.Paletted).Pix) {
		t.Error("the letters in gomono/letters.png differ from Go Mono; run go test -run TestFont -update")
	}
}

// parseFont parses a TrueType font.
func parseFont(t *testing.T, ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// lettersOf returns the visible characters of a font, in ascending order.
func lettersOf(t *testing.T, f *opentype.Font) string {
	var b strings.Builder
	for r := ' ' + 1; r <= unicode.MaxRune; r++ {
		glyph, err := f.GlyphIndex(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		if glyph != 0 && unicode.IsGraphic(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// drawLetters draws the empty box and the letters in each font.
func drawLetters(t *testing.T, letters []rune, fonts ...*opentype.Font) *image.Paletted {
	const baseline = 17 // distance from the top of a cell
	letters = append([]rune{unicode.MaxRune}, letters...)
	quarters := color.Palette{color.Gray{0}, color.Gray{0x40}, color.Gray{0x80}, color.Gray{0xC0}, color.Gray{0xFF}}
	rows := (len(fonts)*len(letters) + fontColumns - 1) / fontColumns
	img := image.NewPaletted(image.Rect(0, 0, fontColumns*pngW, rows*pngH), quarters)

	for i, f := range fonts {
		// The characters are 0.6 times as wide as the font's size, so they have the width of a cell.
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 20, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			t.Fatal(err)
		}
		for j, r := range letters {
			k := i*len(letters) + j
			at := image.Pt(k%fontColumns*pngW, k/fontColumns*pngH)
			target := img.SubImage(image.Rectangle{at, at.Add(image.Pt(pngW, pngH))}).(*image.Paletted)
			to, mask, from, _, ok := face.Glyph(fixed.P(at.X, at.Y+baseline), r)
			if !ok && r != unicode.MaxRune {
				t.Fatalf("Glyph(%q) reports false, want true", r)
			}
			for y := to.Min.Y; y < to.Max.Y; y++ {
				for x := to.Min.X; x < to.Max.X; x++ {
					_, _, _, coverage := mask.At(from.X+x-to.Min.X, from.Y+y-to.Min.Y).RGBA()
					share := roundToQuarters(int(coverage>>8) * 16 / 255)
					target.SetColorIndex(x, y, uint8(share/4))
				}
			}
		}
		face.Close()
	}
	return img
}
