package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// svgW and svgH are the size of a cell in a picture, in its units.
const svgW, svgH = 10, 20

// SVG writes f as a picture. Blocks become exact rectangles, so that no viewer's
// font shows seams between them; all of one colour are one path. Other glyphs
// are text in a monospaced font, stretched to their cells.
func (f *Frame) SVG(w io.Writer) error {
	b := bufio.NewWriter(w)
	back := f.commonBack()
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d">`+"\n",
		f.W*svgW, f.H*svgH)
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="#%06x"/>`+"\n", uint32(back))
	f.svgBlocks(b, back)
	f.svgLines(b)
	f.svgText(b)
	b.WriteString("</svg>\n")
	return b.Flush()
}

// commonBack returns the most frequent background.
func (f *Frame) commonBack() Color {
	count := make(map[Color]int)
	var best Color
	for _, c := range f.Cells {
		_, bg := c.shown()
		if count[bg]++; count[bg] > count[best] {
			best = bg
		}
	}
	return best
}

// shown returns the colours of c with its attributes applied.
func (c *Cell) shown() (fg, bg Color) {
	fg, bg = c.Fg, c.Bg
	if c.Attr&Dim != 0 {
		fg = mix(bg, fg, 8)
	}
	if c.Attr&Reverse != 0 {
		fg, bg = bg, fg
	}
	return fg, bg
}

// quarters returns the set of lit quarters that a glyph is, as in quadrants.
func quarters(r rune) (mask int, ok bool) {
	if r == 0 {
		return 0, true
	}
	for m, q := range quadrants {
		if q == r {
			return m, true
		}
	}
	return 0, false
}

// svgBlocks draws backgrounds and blocks as one path for each colour, of runs of
// quarter cells.
func (f *Frame) svgBlocks(b *bufio.Writer, back Color) {
	w, h := 2*f.W, 2*f.H
	quarter := make([]Color, w*h)
	for i, c := range f.Cells {
		fg, bg := c.shown()
		mask, _ := quarters(c.Glyph)
		for k := range 4 {
			at := (2*(i/f.W)+k/2)*w + 2*(i%f.W) + k%2
			quarter[at] = bg
			if mask>>k&1 != 0 {
				quarter[at] = fg
			}
		}
	}
	paths := make(map[Color]*strings.Builder)
	var order []Color
	for y := range h {
		for x := 0; x < w; {
			c, from := quarter[y*w+x], x
			for x < w && quarter[y*w+x] == c {
				x++
			}
			if c == back || y > 0 && sameRun(quarter, w, h, y-1, from, x, c) {
				continue
			}
			n := 1
			for y+n < h && sameRun(quarter, w, h, y+n, from, x, c) {
				n++
			}
			p := paths[c]
			if p == nil {
				p = new(strings.Builder)
				paths[c] = p
				order = append(order, c)
			}
			fmt.Fprintf(p, "M%d %dh%dv%dh-%[3]dz", from*svgW/2, y*svgH/2, (x-from)*svgW/2, n*svgH/2)
		}
	}
	b.WriteString(`<g shape-rendering="crispEdges">` + "\n")
	for _, c := range order {
		fmt.Fprintf(b, `<path fill="#%06x" d="%s"/>`+"\n", uint32(c), paths[c])
	}
	b.WriteString("</g>\n")
}

// sameRun reports whether row y has a run of colour c from exactly x0 to x1.
func sameRun(q []Color, w, h, y, x0, x1 int, c Color) bool {
	row := q[y*w : (y+1)*w]
	for _, v := range row[x0:x1] {
		if v != c {
			return false
		}
	}
	return (x0 == 0 || row[x0-1] != c) && (x1 == w || row[x1] != c)
}

// svgText draws the other glyphs, neighbours of one style together. Each gets its
// own place: a viewer's font may be wider or narrower than our cells.
func (f *Frame) svgText(b *bufio.Writer) {
	fmt.Fprintf(b, `<g font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="%.1f">`+"\n", svgW/0.602)
	for y := range f.H {
		row := f.Cells[y*f.W : (y+1)*f.W]
		for x := 0; x < f.W; {
			from := x
			for x < f.W && isText(&row[x]) && sameStyle(&row[x], &row[from]) {
				x++
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

func isText(c *Cell) bool {
	_, block := quarters(c.Glyph)
	return !block && lines[c.Glyph] == ""
}

func sameStyle(a, b *Cell) bool { return a.Fg == b.Fg && a.Attr == b.Attr && a.Bg == b.Bg }

func svgRun(b *bufio.Writer, run []Cell, x, y int) {
	fg, _ := run[0].shown()
	weight := ""
	if run[0].Attr&Bold != 0 {
		weight = ` font-weight="bold"`
	}
	b.WriteString(`<text x="`)
	for i := range run {
		fmt.Fprintf(b, "%d ", (x+i)*svgW)
	}
	fmt.Fprintf(b, `" y="%d" fill="#%06x"%s>`, y*svgH+svgH*3/4, uint32(fg), weight)
	for i := range run {
		b.WriteString(escaper.Replace(string(run[i].Glyph)))
	}
	b.WriteString("</text>\n")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// lines holds the way of box-drawing glyphs through their cell.
var lines = map[rune]string{
	'─': "M%d %dm0 10h10",
	'│': "M%d %dm5 0v20",
	'▏': "M%d %dm.7 0v20",
	'▕': "M%d %dm9.3 0v20",
	'▔': "M%d %dm0 .7h10",
	'▁': "M%d %dm0 19.3h10",
	'╭': "M%d %dm5 20v-5q0-5 5-5",
	'╮': "M%d %dm0 10q5 0 5 5v5",
	'╯': "M%d %dm5 0v5q0 5-5 5",
	'╰': "M%d %dm5 0v5q0 5 5 5",
}

// svgLines draws box-drawing glyphs, so that they meet.
func (f *Frame) svgLines(b *bufio.Writer) {
	paths := make(map[Color]*strings.Builder)
	var order []Color
	for i, c := range f.Cells {
		way := lines[c.Glyph]
		if way == "" {
			continue
		}
		fg, _ := c.shown()
		p := paths[fg]
		if p == nil {
			p = new(strings.Builder)
			paths[fg] = p
			order = append(order, fg)
		}
		fmt.Fprintf(p, way, i%f.W*svgW, i/f.W*svgH)
	}
	for _, c := range order {
		fmt.Fprintf(b, `<path fill="none" stroke="#%06x" stroke-width="1.5" d="%s"/>`+"\n", uint32(c), paths[c])
	}
}
