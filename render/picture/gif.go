package picture

import (
	"image"
	"image/color"
	"image/gif"
	"io"
	"sort"

	"arkterm/render/cell"
)

// GIF writes a as a GIF that loops. Its palette consists of the 255 most frequent colors. Every other color is replaced
// by the nearest of these. Delays are rounded to hundredths of a second. The rounding errors do not accumulate.
func (a *Animation) GIF(w io.Writer) error {
	g := gifWriter{a: a, tiles: make(map[cell.Cell]*tile)}
	g.drawTiles()
	g.choosePalette()
	return gif.EncodeAll(w, g.encode())
}

// A tile is the picture of a cell.
type tile struct {
	rgb   [pngW * pngH]cell.Color
	index [pngW * pngH]uint8 // indices in the palette
	uses  int                // number of changed cells with this picture
}

// gifClear is the index of pixels that do not change.
const gifClear = 0

// A gifWriter writes an animation as a GIF. It draws each distinct cell only once.
type gifWriter struct {
	a       *Animation
	tiles   map[cell.Cell]*tile
	order   []*tile // tiles in order of first use
	palette color.Palette
}

// drawTiles draws the cells of all frames.
func (g *gifWriter) drawTiles() {
	img := image.NewRGBA(image.Rect(0, 0, pngW, pngH))
	for i := range g.a.frames {
		for _, c := range g.a.frames[i].cells {
			t := g.tiles[c.cell]
			if t == nil {
				t = new(tile)
				drawCell(img, image.Point{}, &c.cell)
				for k := range t.rgb {
					t.rgb[k] = cell.RGB(int(img.Pix[4*k]), int(img.Pix[4*k+1]), int(img.Pix[4*k+2]))
				}
				g.tiles[c.cell] = t
				g.order = append(g.order, t)
			}
			t.uses++
		}
	}
}

// choosePalette selects the palette and sets the palette index of each pixel.
func (g *gifWriter) choosePalette() {
	pixels := make(map[cell.Color]int)
	var all []cell.Color // colors in order of first use
	for _, t := range g.order {
		for _, c := range t.rgb {
			if pixels[c] == 0 {
				all = append(all, c)
			}
			pixels[c] += t.uses
		}
	}

	// Select the most frequent colors. Ties are broken by the color, so that the output is reproducible.
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return pixels[a] > pixels[b] || pixels[a] == pixels[b] && a < b
	})

	kept := all[:min(len(all), 255)]
	index := make(map[cell.Color]uint8, len(all))
	g.palette = color.Palette{color.RGBA{}}
	for i, c := range kept {
		index[c] = uint8(i + 1)
		g.palette = append(g.palette, rgba(c))
	}
	for _, c := range all[len(kept):] {
		index[c] = index[nearestIn(kept, c)]
	}

	for _, t := range g.order {
		for k, c := range t.rgb {
			t.index[k] = index[c]
		}
	}
}

// nearestIn returns the color of the palette that is nearest to c. In a tie, it returns the first of them.
func nearestIn(palette []cell.Color, c cell.Color) cell.Color {
	best := palette[0]
	for _, b := range palette {
		if cell.Dist2(b, c) < cell.Dist2(best, c) {
			best = b
		}
	}
	return best
}

// encode returns the GIF. Each image covers the bounding rectangle of the changes. Its unchanged pixels are
// transparent.
func (g *gifWriter) encode() *gif.GIF {
	a := g.a
	out := &gif.GIF{Config: image.Config{ColorModel: g.palette, Width: a.w * pngW, Height: a.h * pngH}}
	screen := make([]*tile, a.w*a.h)
	elapsed, written := 0, 0
	for i := range a.frames {
		s := &a.frames[i]
		out.Image = append(out.Image, g.drawFrame(s, screen))
		elapsed += s.ms
		delay := max((elapsed+5)/10-written, 2) // browsers replace shorter delays by 100 ms
		written += delay
		out.Delay = append(out.Delay, delay)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	return out
}

// drawFrame returns an image of the changes of s. It also stores the tiles of the changed cells in screen.
func (g *gifWriter) drawFrame(s *frameChanges, screen []*tile) *image.Paletted {
	var area image.Rectangle
	for _, c := range s.cells {
		at := image.Pt(int(c.at)%g.a.w, int(c.at)/g.a.w)
		area = area.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
	}
	area = image.Rect(area.Min.X*pngW, area.Min.Y*pngH, area.Max.X*pngW, area.Max.Y*pngH)
	img := image.NewPaletted(area, g.palette)
	for _, c := range s.cells {
		now, before := g.tiles[c.cell], screen[c.at]
		corner := img.PixOffset(int(c.at)%g.a.w*pngW, int(c.at)/g.a.w*pngH)
		for k, n := range now.index {
			if before != nil && before.index[k] == n {
				n = gifClear
			}
			img.Pix[corner+k/pngW*img.Stride+k%pngW] = n
		}
		screen[c.at] = now
	}
	return img
}
