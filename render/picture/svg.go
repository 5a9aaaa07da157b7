package picture

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"arkterm/render/cell"
)

// svgW and svgH are the size of a cell in SVG units. The parts of a cell have integer sizes in these units.
const svgW, svgH = 12, 24

// SVG writes f as an SVG. Blocks are exact rectangles, with one path for each color, because a font would show
// seams between them. Other glyphs are text in a monospaced font, positioned by cell.
func SVG(w io.Writer, f *cell.Frame) error {
	b := bufio.NewWriter(w)
	f = withVisibleGlyphs(f)
	svgHead(b, f)
	svgContent(b, f, commonBackground(f))
	b.WriteString("</svg>\n")
	return b.Flush()
}

// svgHead writes the start of an SVG, including a rectangle in the most frequent background color.
func svgHead(b *bufio.Writer, f *cell.Frame) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d">`+"\n",
		f.W*svgW, f.H*svgH)
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="#%06x"/>`+"\n", uint32(commonBackground(f)))
}

// svgContent draws all cells. It omits areas of the color back, because the caller has already filled the picture with
// that color.
func svgContent(b *bufio.Writer, f *cell.Frame, back cell.Color) {
	svgBlocks(b, f, back)
	svgPolygons(b, f)
	svgLines(b, f)
	svgDots(b, f)
	svgText(b, f)
}

// svgBlocks draws backgrounds and blocks, with one path for each color.
func svgBlocks(b *bufio.Writer, f *cell.Frame, back cell.Color) {
	w, h := partsX*f.W, partsY*f.H
	part := make([]cell.Color, w*h)
	for i, c := range f.Cells {
		fg, bg := c.VisibleColors()
		lit := blockParts()[c.Glyph]
		for y := range partsY {
			for x := range partsX {
				at := (partsY*(i/f.W)+y)*w + partsX*(i%f.W) + x
				part[at] = bg
				if lit.has(x, y) {
					part[at] = fg
				}
			}
		}
	}

	// Runs of the same color and columns in consecutive rows are merged into one rectangle.
	paths := make(map[cell.Color]*strings.Builder)
	var order []cell.Color
	for y := range h {
		for x := 0; x < w; {
			c, from := part[y*w+x], x
			for x < w && part[y*w+x] == c {
				x++
			}
			if c == back || y > 0 && sameRun(part, w, h, y-1, from, x, c) {
				continue
			}
			n := 1
			for y+n < h && sameRun(part, w, h, y+n, from, x, c) {
				n++
			}
			p := pathOf(paths, &order, c)
			fmt.Fprintf(p, "M%d %dh%dv%dh-%[3]dz", from*svgW/partsX, y*svgH/partsY, (x-from)*svgW/partsX, n*svgH/partsY)
		}
	}

	if len(order) == 0 {
		return
	}
	b.WriteString(`<g shape-rendering="crispEdges">` + "\n")
	for _, c := range order {
		fmt.Fprintf(b, `<path fill="#%06x" d="%s"/>`+"\n", uint32(c), paths[c])
	}
	b.WriteString("</g>\n")
}

// sameRun reports whether row y has a run of color c exactly from x0 to x1.
func sameRun(q []cell.Color, w, h, y, x0, x1 int, c cell.Color) bool {
	row := q[y*w : (y+1)*w]
	for _, v := range row[x0:x1] {
		if v != c {
			return false
		}
	}
	return (x0 == 0 || row[x0-1] != c) && (x1 == w || row[x1] != c)
}

// svgText draws the remaining glyphs, grouped by style. Each glyph has an explicit position, because the viewer's font
// may be wider or narrower than the cells.
func svgText(b *bufio.Writer, f *cell.Frame) {
	if !slices.ContainsFunc(f.Cells, func(c cell.Cell) bool { return isText(&c) }) {
		return
	}
	fmt.Fprintf(b, `<g font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="%.1f">`+"\n", svgW/0.602)
	for y := range f.H {
		row := f.Cells[y*f.W : (y+1)*f.W]
		for x := 0; x < f.W; {
			from := x
			for x < f.W && isText(&row[x]) && sameStyle(&row[x], &row[from]) {
				x++
				if cell.Special(row[x-1].Glyph) || x < f.W && cell.Special(row[x].Glyph) {
					break // a glyph with marks needs its own element, because each character would use a position
				}
			}
			if x == from {
				x++
				continue
			}
			svgRun(b, row[from:x], from, y)
		}
	}
	b.WriteString("</g>\n")
}

// isText reports whether c is drawn as text.
func isText(c *cell.Cell) bool {
	_, block := blockParts()[c.Glyph]
	_, dotted := cell.BrailleDots(c.Glyph)
	return c.Glyph != cell.Tail && !block && !dotted && lineStrokes[c.Glyph] == "" && cornersOf(c.Glyph) == nil
}

// sameStyle reports whether a and b have the same style.
func sameStyle(a, b *cell.Cell) bool { return a.Fg == b.Fg && a.Attr == b.Attr && a.Bg == b.Bg }

// svgRun draws adjacent cells of one style, starting in column x of row y, as a text element.
func svgRun(b *bufio.Writer, run []cell.Cell, x, y int) {
	fg, _ := run[0].VisibleColors()
	weight := ""
	if run[0].Attr&cell.Bold != 0 {
		weight = ` font-weight="bold"`
	}
	b.WriteString(`<text x="`)
	for i := range run {
		fmt.Fprintf(b, "%d ", (x+i)*svgW)
	}
	fmt.Fprintf(b, `" y="%d" fill="#%06x"%s>`, y*svgH+svgH*3/4, uint32(fg), weight)
	for i := range run {
		b.WriteString(escaper.Replace(string(cell.AppendGlyph(nil, run[i].Glyph))))
	}
	b.WriteString("</text>\n")
}

// escaper escapes text for SVG.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// lineStrokes contains the strokes of box-drawing glyphs within their cell, as SVG path data.
var lineStrokes = map[rune]string{
	'─': "M%d %dm0 12h12",
	'━': "M%d %dm0 11.1h12m0 1.8h-12",
	'│': "M%d %dm6 0v24",
	'▏': "M%d %dm.9 0v24",
	'▕': "M%d %dm11.1 0v24",
	'▔': "M%d %dm0 .9h12",
	'╭': "M%d %dm6 24v-6q0-6 6-6",
	'╮': "M%d %dm0 12q6 0 6 6v6",
	'╯': "M%d %dm6 0v6q0 6-6 6",
	'╰': "M%d %dm6 0v6q0 6 6 6",
}

// svgPolygons draws slanted glyphs and eighth blocks as polygons (see cornersOf), with one path for each color.
func svgPolygons(b *bufio.Writer, f *cell.Frame) {
	paths := make(map[cell.Color]*strings.Builder)
	var order []cell.Color
	for i, c := range f.Cells {
		corners := cornersOf(c.Glyph)
		if corners == nil {
			continue
		}
		fg, _ := c.VisibleColors()
		p := pathOf(paths, &order, fg)
		for k, at := range corners {
			fmt.Fprintf(p, "%c%v %v", "ML"[min(k, 1)], (float64(i%f.W)+at.x)*svgW, (float64(i/f.W)+at.y)*svgH)
		}
		p.WriteByte('z')
	}
	for _, c := range order {
		fmt.Fprintf(b, `<path fill="#%06x" d="%s"/>`+"\n", uint32(c), paths[c])
	}
}

// pathOf returns the path of a color. It adds a new color to order.
func pathOf(paths map[cell.Color]*strings.Builder, order *[]cell.Color, c cell.Color) *strings.Builder {
	p := paths[c]
	if p == nil {
		p = new(strings.Builder)
		paths[c] = p
		*order = append(*order, c)
	}
	return p
}

// svgLines draws box-drawing glyphs as connected strokes.
func svgLines(b *bufio.Writer, f *cell.Frame) {
	paths := make(map[cell.Color]*strings.Builder)
	var order []cell.Color
	for i, c := range f.Cells {
		path := lineStrokes[c.Glyph]
		if path == "" {
			continue
		}
		fg, _ := c.VisibleColors()
		fmt.Fprintf(pathOf(paths, &order, fg), path, i%f.W*svgW, i/f.W*svgH)
	}
	for _, c := range order {
		fmt.Fprintf(b, `<path fill="none" stroke="#%06x" stroke-width="1.8" d="%s"/>`+"\n", uint32(c), paths[c])
	}
}

// svgDots draws braille dots.
func svgDots(b *bufio.Writer, f *cell.Frame) {
	for i, c := range f.Cells {
		mask, _ := cell.BrailleDots(c.Glyph)
		fg, _ := c.VisibleColors()
		for k := range cell.MaxSubCells {
			if mask>>k&1 == 1 {
				x, y := float64(i%f.W)*svgW+(float64(k%2)+0.5)*svgW/2, float64(i/f.W)*svgH+(float64(k/2)+0.5)*svgH/4
				fmt.Fprintf(b, `<circle cx="%v" cy="%v" r="2" fill="#%06x"/>`+"\n", x, y, uint32(fg))
			}
		}
	}
}
