package widget

import (
	"testing"

	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// TestBigLettersLightTheirPixels compares each cell of a text in big letters with the pixels of the font, in every
// glyph set, in the largest and the smallest size.
func TestBigLettersLightTheirPixels(t *testing.T) {
	const text, ink = "A1", cell.Color(0xff8000)
	for _, l := range testLooks() {
		sub := l.Glyphs.SubCells()
		for _, maxRows := range []int{40, 3} {
			var f cell.Frame
			f.Resize(160, 40)
			before := cell.Cell{Glyph: '~', Fg: 1, Bg: 2}
			for i := range f.Cells {
				f.Cells[i] = before
			}
			place, ok := l.FitBig(text, 3, 2, 150, maxRows)
			if !ok || place.H > maxRows || place.X != 3+(150-place.W)/2 || place.Y != 2 {
				t.Fatalf("%v: FitBig = %+v, %v, want the text centered in %d rows", l.Glyphs, place, ok, maxRows)
			}
			l.DrawBig(&f, place, text, func(int, int) cell.Color { return ink })
			for y := range f.H {
				for x := range f.W {
					lit := 0
					for k := range sub[0] * sub[1] {
						column, row := (x-place.X)*sub[0]+k%sub[0], (y-place.Y)*sub[1]+k/sub[0]
						if column < 0 || row < 0 {
							continue
						}
						if _, rows := raster.BigColumn(text, column/place.PixelW); row/place.PixelH < 8 &&
							rows>>(row/place.PixelH)&1 == 1 {
							lit |= 1 << k
						}
					}
					want := cell.Cell{Glyph: l.Blocks[lit], Fg: ink, Bg: l.Theme.Back}
					switch {
					case lit == 0:
						want = before
					case l.Glyphs == cell.ASCII:
						want.Glyph, want.Attr = '#', cell.Bold
					case l.Tier == cell.Mono:
						want.Fg, want.Attr = l.Theme.Text, cell.Bold
					case l.Blocks[lit] == l.Blocks[len(l.Blocks)-1] && l.Glyphs != cell.Braille:
						want.Bg = ink
					}
					if got := f.Cells[y*f.W+x]; got != want {
						t.Fatalf("%v %v, %d rows: cell %d, %d is %+v, want %+v\n%v",
							l.Glyphs, l.Tier, maxRows, x, y, got, want, &f)
					}
				}
			}
		}
	}
}

// TestBigLettersThatDoNotFit checks that FitBig returns false for text that is too wide or too high.
func TestBigLettersThatDoNotFit(t *testing.T) {
	for _, l := range testLooks() {
		if _, ok := l.FitBig("WWWWWWWW", 0, 0, 7, 40); ok {
			t.Errorf("%v: FitBig of eight letters in 7 columns = true, want false", l.Glyphs)
		}
		if _, ok := l.FitBig("W", 0, 0, 80, 0); ok {
			t.Errorf("%v: FitBig of a letter in 0 rows = true, want false", l.Glyphs)
		}
	}
}

// asciiLook returns a look for tests that compare text.
func asciiLook() *Look {
	t := theme.All[0].ForTier(cell.Truecolor)
	return &Look{Theme: &t, Glyphs: cell.ASCII, Blocks: cell.ASCII.Blocks()}
}

// TestBannersBreakAtBlanks draws banners in areas where all words, one word or no word fits on a line.
func TestBannersBreakAtBlanks(t *testing.T) {
	for _, c := range []struct{ w, h, rows int }{{80, 20, 5}, {30, 20, 11}, {10, 20, 1}, {80, 4, 1}} {
		var f cell.Frame
		f.Resize(c.w, c.h)
		asciiLook().DrawBanner(&f, "GO ON", Area{W: c.w, H: c.h})
		top, bottom := -1, -1
		for y := range f.H {
			for x := range f.W {
				if f.At(x, y).Glyph > ' ' {
					if top < 0 {
						top = y
					}
					bottom = y
				}
			}
		}
		if got := bottom - top + 1; got != c.rows || top < 0 {
			t.Errorf("%d×%d: the banner has %d rows, want %d\n%v", c.w, c.h, got, c.rows, &f)
		}
		if up, down := top, c.h-1-bottom; up-down > 1 || down-up > 1 {
			t.Errorf("%d×%d: %d rows above the banner and %d below, want it centered\n%v", c.w, c.h, up, down, &f)
		}
	}
}
