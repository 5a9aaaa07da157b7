package picture

import (
	"bytes"
	_ "embed"
	"image"
	"image/png"
	"sync"

	"arkterm/render/cell"
)

// The letters of Go Mono as bitmaps of the size of a cell, because the program does not contain a renderer for outline
// fonts. Run TestFont with -update to draw these files.
var (
	//go:embed gomono/letters.png
	fontPNG []byte

	//go:embed gomono/letters.txt
	fontText string
)

// fontColumns is the number of letters in a row of the font's image. For each of the two styles, regular and bold, the
// image contains the empty box that replaces missing letters, and then the letters of gomono/letters.txt.
const fontColumns = 64

// A bitmapFont is a font in a regular and a bold style. A pixel of its image is the coverage, 0 to 4 quarters.
type bitmapFont struct {
	image *image.Paletted
	index map[rune]int // positions of letters within a style
	count int          // number of letters per style
}

// loadFont returns the font. It decodes the font on the first call.
var loadFont = sync.OnceValue(func() *bitmapFont {
	img, err := png.Decode(bytes.NewReader(fontPNG))
	if err != nil {
		panic("picture: gomono/letters.png: " + err.Error())
	}
	f := &bitmapFont{image: img.(*image.Paletted), index: make(map[rune]int), count: 1}
	for _, r := range fontText {
		f.index[r] = f.count
		f.count++
	}
	return f
})

// drawLetter draws a letter in fg over bg. If the font does not contain the letter, it draws an empty box.
func drawLetter(img *image.RGBA, at image.Point, r rune, bold bool, fg, bg cell.Color) {
	f := loadFont()
	k := f.index[r]
	if bold {
		k += f.count
	}
	from := image.Pt(k%fontColumns*pngW, k/fontColumns*pngH)
	for y := range pngH {
		for x := range pngW {
			if quarters := f.image.ColorIndexAt(from.X+x, from.Y+y); quarters > 0 {
				img.SetRGBA(at.X+x, at.Y+y, rgba(cell.Mix(bg, fg, 4*int(quarters))))
			}
		}
	}
}
