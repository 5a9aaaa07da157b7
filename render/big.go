package render

import (
	"strings"

	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// A bigText is the place of big letters: pixels of pw×ph sub-cells, from the cell x, y.
type bigText struct {
	x, y, w, h int // cells
	pw, ph     int
}

// bigScales are the sizes of a big letter's pixel in sub-cells, for each glyph set, largest first. All but
// the last are about square.
var bigScales = [...][][2]int{
	cell.Quadrant: {{12, 6}, {8, 4}, {6, 3}, {4, 2}, {2, 1}, {1, 1}},
	cell.Half:     {{6, 6}, {4, 4}, {3, 3}, {2, 2}, {1, 1}},
	cell.ASCII:    {{6, 3}, {4, 2}, {2, 1}, {1, 1}},
	cell.Sextant:  {{12, 9}, {8, 6}, {6, 4}, {4, 3}, {2, 2}, {1, 1}},
	cell.Mosaic:   {{12, 9}, {8, 6}, {6, 4}, {4, 3}, {2, 2}, {1, 1}},
	cell.Octant:   {{12, 12}, {8, 8}, {6, 6}, {4, 4}, {3, 3}, {2, 2}, {1, 1}},
	cell.Braille:  {{12, 12}, {8, 8}, {6, 6}, {4, 4}, {3, 3}, {2, 2}, {1, 1}},
}

// fitBig centres s in w columns from x, in the largest size that fits w×h cells. It returns false if none
// fits.
func (v *View) fitBig(s string, x, y, w, h int) (bigText, bool) {
	sub := v.o.Glyphs.SubCells()
	n := raster.BigWidth(s)
	for _, p := range bigScales[v.o.Glyphs] {
		t := bigText{pw: p[0], ph: p[1]}
		t.w, t.h = (n*t.pw+sub[0]-1)/sub[0], (raster.BigRows*t.ph+sub[1]-1)/sub[1]
		if t.w <= w && t.h <= h {
			t.x, t.y = x+(w-t.w)/2, y
			return t, true
		}
	}
	return bigText{}, false
}

// drawBig draws s. color returns the colour of a row of a letter. Cells without a letter stay as they are.
func (v *View) drawBig(f *cell.Frame, t bigText, s string, color func(letter, row int) cell.Color) {
	sub := v.o.Glyphs.SubCells()
	for j := range t.h {
		for i := range t.w {
			var p [cell.MaxSubCells]raster.Pixel
			lit := false
			for k := range sub[0] * sub[1] {
				x, y := (i*sub[0]+k%sub[0])/t.pw, (j*sub[1]+k/sub[0])/t.ph
				p[k] = raster.NewPixel(v.theme.Back, 0)
				if letter, ok := raster.BigPixel(s, x, y); ok && y < raster.BigRows {
					p[k] = raster.NewPixel(color(letter, y), 255)
					lit = true
				}
			}
			if c := f.At(t.x+i, t.y+j); lit && c != nil {
				*c = v.bigCell(p[:sub[0]*sub[1]])
			}
		}
	}
}

// bigCell returns one cell of big letters.
func (v *View) bigCell(p []raster.Pixel) cell.Cell {
	if v.o.Glyphs == cell.ASCII {
		return cell.Cell{Glyph: '#', Fg: p[0].Color(), Bg: v.theme.Back, Attr: cell.Bold}
	}
	if v.o.Tier == cell.Mono {
		mask := raster.InkMask(p)
		return cell.Cell{Glyph: v.blocks[mask], Fg: v.theme.Text, Bg: v.theme.Back, Attr: cell.Bold}
	}
	if v.o.Glyphs == cell.Braille {
		mask := raster.InkMask(p)
		return cell.Cell{Glyph: v.blocks[mask], Fg: raster.DotColor(p, mask), Bg: v.theme.Back, Attr: 0}
	}
	s := raster.Partition(p)
	return cell.Cell{Glyph: v.blocks[s.Mask], Fg: s.Fg, Bg: s.Bg}
}

// bannerHigh is the most rows of a line of a banner.
const bannerHigh = 5

// Banner draws s in big letters over the middle of the field: a countdown, the end of a level. A line that
// does not fit is broken at blanks; if that does not fit either, the letters are small.
func (v *View) Banner(f *cell.Frame, s string) { v.banner(f, s, v.stage(f)) }

// Headline is like Banner, in the upper third of the field, above the tally of the level.
func (v *View) Headline(f *cell.Frame, s string) {
	area := v.stage(f)
	area.h = max(area.h/tallyShare-1, 3)
	v.banner(f, s, area)
}

// banner is like Banner, in the middle of an area.
func (v *View) banner(f *cell.Frame, s string, area stage) {
	lines := strings.Fields(s)
	if t, ok := v.fitBig(s, 0, 0, area.w-2, bannerHigh); ok && t.pw > 1 {
		lines = []string{s}
	}
	var place [4]bigText
	total, n := 0, min(len(lines), len(place))
	for i := range n {
		t, ok := v.fitBig(lines[i], area.x+1, 0, area.w-2, min(bannerHigh, (area.h-2)/n-1))
		if !ok {
			v.smallBanner(f, area, s)
			return
		}
		place[i] = t
		total += t.h + 1
	}
	y := area.y + (area.h-total+1)/2
	v.dim(f, area.x, y-1, area.w, total+1, bannerDim)
	for i := range n {
		place[i].y = y
		v.drawBig(f, place[i], lines[i], func(_, row int) cell.Color { return v.goldRow(row) })
		y += place[i].h + 1
	}
}

// bannerDim is the brightness of the picture behind a banner, in sixteenths.
const bannerDim = 5

// goldRow returns the colour of a row of big letters: lit from above.
func (v *View) goldRow(row int) cell.Color {
	if v.theme.Bright() { // darker at the top would look upside down
		return v.theme.Accent
	}
	return cell.Mix(cell.Mix(v.theme.Accent, v.theme.Flash, 8-2*row), 0, max(0, 2*row-3))
}

func (v *View) smallBanner(f *cell.Frame, area stage, s string) {
	w := cell.Width(s)
	x, y := area.x+(area.w-w)/2, area.y+area.h/2
	v.dim(f, area.x, y-1, area.w, 3, bannerDim)
	f.Text(x, y, s, cell.Style{Fg: v.theme.Accent, Bg: v.theme.Back, Attr: cell.Bold})
}

// stage returns the field, or all of f if it shows no game or that is too narrow.
func (v *View) stage(f *cell.Frame) stage {
	l := &v.l
	if f.W != l.w || f.H != l.h {
		fit := newLayout(f.W, f.H, spec.FieldW, spec.FieldH, v.o.Aspect, v.o.Glyphs.SubCells())
		l = &fit
	}
	if l.small || l.cols < MinW-2 {
		return stage{0, 0, f.W, f.H} // all the room there is
	}
	if l.alone {
		return v.middle(f)
	}
	return stage{l.x, l.y, l.cols, l.rows}
}

// dim reduces a part of f to k sixteenths of its brightness.
func (v *View) dim(f *cell.Frame, x, y, w, h, k int) {
	for j := max(y, 0); j < min(y+h, f.H); j++ {
		for i := max(x, 0); i < min(x+w, f.W); i++ {
			c := &f.Cells[j*f.W+i]
			if v.o.Tier == cell.Mono {
				c.Attr = c.Attr&^cell.Bold | cell.Dim
				continue
			}
			c.Fg, c.Bg = v.theme.Fade(c.Fg, k), v.theme.Fade(c.Bg, k)
			c.Attr &^= cell.Bold
		}
	}
}
