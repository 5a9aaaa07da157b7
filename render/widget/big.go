package widget

import (
	"strings"

	"arkterm/render/cell"
	"arkterm/render/raster"
)

// A BigText is the position and the scale of a text in big letters.
type BigText struct {
	X, Y, W, H     int // area in cells
	PixelW, PixelH int // size of a pixel of a letter in sub-cells
}

// bigScales are the possible sizes of a letter's pixel in sub-cells, for each glyph set, largest first. All except
// the last are approximately square.
var bigScales = [...][][2]int{
	cell.Quadrant: {{12, 6}, {8, 4}, {6, 3}, {4, 2}, {2, 1}, {1, 1}},
	cell.Half:     {{6, 6}, {4, 4}, {3, 3}, {2, 2}, {1, 1}},
	cell.ASCII:    {{6, 3}, {4, 2}, {2, 1}, {1, 1}},
	cell.Sextant:  {{12, 9}, {8, 6}, {6, 4}, {4, 3}, {2, 2}, {1, 1}},
	cell.Mosaic:   {{12, 9}, {8, 6}, {6, 4}, {4, 3}, {2, 2}, {1, 1}},
	cell.Diagonal: {{12, 9}, {8, 6}, {6, 4}, {4, 3}, {2, 2}, {1, 1}},
	cell.Octant:   {{12, 12}, {8, 8}, {6, 6}, {4, 4}, {3, 3}, {2, 2}, {1, 1}},
	cell.Braille:  {{12, 12}, {8, 8}, {6, 6}, {4, 4}, {3, 3}, {2, 2}, {1, 1}},
}

// FitBig returns the position and the largest scale at which s fits into w×h cells. The text starts in row y and is
// centered in the w columns from column x. ok is false if no size fits.
func (l *Look) FitBig(s string, x, y, w, h int) (t BigText, ok bool) {
	sub := l.Glyphs.SubCells()
	n := raster.BigWidth(s)
	for _, p := range bigScales[l.Glyphs] {
		t = BigText{PixelW: p[0], PixelH: p[1]}
		t.W, t.H = (n*t.PixelW+sub[0]-1)/sub[0], (raster.BigRows*t.PixelH+sub[1]-1)/sub[1]
		if t.W <= w && t.H <= h {
			t.X, t.Y = x+(w-t.W)/2, y
			return t, true
		}
	}
	return BigText{}, false
}

// DrawBig draws s at the position and the scale of t. color returns the color of a row of a letter, by the indices of
// both. Cells without letter pixels do not change.
func (l *Look) DrawBig(f *cell.Frame, t BigText, s string, color func(letter, row int) cell.Color) {
	sub := l.Glyphs.SubCells()
	for i := range t.W {
		var letters [cell.MaxSubCells]int
		var lit [cell.MaxSubCells]uint8 // lit pixels, by column of sub-cells
		for k := range sub[0] {
			letters[k], lit[k] = raster.BigColumn(s, (i*sub[0]+k)/t.PixelW)
		}
		for j := range t.H {
			var p [cell.MaxSubCells]raster.Pixel
			inked := false
			for k := range sub[0] * sub[1] {
				x, y := k%sub[0], (j*sub[1]+k/sub[0])/t.PixelH
				p[k] = raster.NewPixel(l.Theme.Back, 0)
				if lit[x]>>y&1 == 1 {
					p[k] = raster.NewPixel(color(letters[x], y), 255)
					inked = true
				}
			}
			if c := f.At(t.X+i, t.Y+j); inked && c != nil {
				*c = l.cellOf(p[:sub[0]*sub[1]], l.Theme.Back, cell.Bold)
			}
		}
	}
}

// BannerRows is the maximum height of a line of a banner, in rows.
const BannerRows = 5

// DrawBanner draws s in big letters over the middle of an area. If s does not fit on one line, each word gets its own
// line. If the words do not fit either, DrawBanner uses normal letters.
func (l *Look) DrawBanner(f *cell.Frame, s string, area Area) {
	lines := strings.Fields(s)
	if t, ok := l.FitBig(s, 0, 0, area.W-2, BannerRows); ok && t.PixelW > 1 {
		lines = []string{s}
	}
	var texts [4]BigText
	total, n := 0, min(len(lines), len(texts))
	for i := range n {
		t, ok := l.FitBig(lines[i], area.X+1, 0, area.W-2, min(BannerRows, (area.H-2)/n-1))
		if !ok {
			l.smallBanner(f, area, s)
			return
		}
		texts[i] = t
		total += t.H + 1
	}
	y := area.Y + (area.H-total+1)/2
	l.Dim(f, area.X, y-1, area.W, total+1, BannerDim)
	for i := range n {
		texts[i].Y = y
		l.DrawBig(f, texts[i], lines[i], func(_, row int) cell.Color { return l.GoldRow(row) })
		y += texts[i].H + 1
	}
}

// BannerDim is the brightness of the picture behind a banner, in sixteenths.
const BannerDim = 5

// GoldRow returns the color of a row of big letters. The letters are lit from above.
func (l *Look) GoldRow(row int) cell.Color {
	if l.Theme.IsLight() { // its Flash is dark, so letters would be darker at the top
		return l.Theme.Accent
	}
	return cell.Mix(cell.Mix(l.Theme.Accent, l.Theme.Flash, 8-2*row), 0, max(0, 2*row-3))
}

// smallBanner draws s in normal letters.
func (l *Look) smallBanner(f *cell.Frame, area Area, s string) {
	w := cell.Width(s)
	x, y := area.X+(area.W-w)/2, area.Y+area.H/2
	l.Dim(f, area.X, y-1, area.W, 3, BannerDim)
	f.Text(x, y, s, cell.Style{Fg: l.Theme.Accent, Bg: l.Theme.Back, Attr: cell.Bold})
}

// Dim darkens a part of f to k/16 of its brightness.
func (l *Look) Dim(f *cell.Frame, x, y, w, h, k int) {
	for j := max(y, 0); j < min(y+h, f.H); j++ {
		for i := max(x, 0); i < min(x+w, f.W); i++ {
			c := &f.Cells[j*f.W+i]
			if l.Tier == cell.Mono {
				c.Attr = c.Attr&^cell.Bold | cell.Dim
				continue
			}
			c.Fg, c.Bg = l.Theme.Fade(c.Fg, k), l.Theme.Fade(c.Bg, k)
			c.Attr &^= cell.Bold
		}
	}
}
