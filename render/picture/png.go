package picture

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"arkterm/render/cell"
)

// Size of a cell in pixels. Both numbers are divisible by the numbers of sub-cells of every glyph set.
const pngW, pngH = 12, 24

// PNG writes f as a PNG, with a palette if it has at most 256 colors. The same frame always yields the same bytes.
func PNG(w io.Writer, f *cell.Frame) error {
	e := png.Encoder{CompressionLevel: png.BestCompression}
	return e.Encode(w, paletted(Image(f)))
}

// Image returns f as an image. Blocks are exact rectangles, lines have no gaps, and text is in Go Mono. This font has
// no characters of two columns, so Image draws empty boxes for them.
func Image(f *cell.Frame) *image.RGBA {
	f = withVisibleGlyphs(f)
	img := image.NewRGBA(image.Rect(0, 0, f.W*pngW, f.H*pngH))
	for i := range f.Cells {
		drawCell(img, image.Pt(i%f.W*pngW, i/f.W*pngH), &f.Cells[i])
	}
	return img
}

// drawCell draws a cell with its upper left corner at the given point.
func drawCell(img *image.RGBA, at image.Point, c *cell.Cell) {
	fg, bg := c.VisibleColors()
	fill(img, at, pngW, pngH, bg)
	if lit, ok := blockParts()[c.Glyph]; ok {
		drawParts(img, at, lit, fg)
		return
	}
	inside := shapeOf(c.Glyph)
	if inside == nil {
		inside = halfBox(c.Glyph)
	}
	if inside != nil {
		drawShape(img, at, inside, fg, bg)
		return
	}
	drawLetter(img, at, cell.Base(c.Glyph), c.Attr&cell.Bold != 0, fg, bg)
}

// rgba returns an opaque image color.
func rgba(c cell.Color) color.RGBA {
	r, g, b := c.RGB()
	return color.RGBA{uint8(r), uint8(g), uint8(b), 255}
}

// fill fills an area of w × h pixels. Package image/draw would add 60 KB to the program.
func fill(img *image.RGBA, at image.Point, w, h int, c cell.Color) {
	for y := range h {
		for x := range w {
			img.SetRGBA(at.X+x, at.Y+y, rgba(c))
		}
	}
}

// drawParts fills the parts of a cell that lit contains with the color fg.
func drawParts(img *image.RGBA, at image.Point, lit partMask, fg cell.Color) {
	const w, h = pngW / partsX, pngH / partsY
	for y := range partsY {
		for x := range partsX {
			if lit.has(x, y) {
				fill(img, at.Add(image.Pt(x*w, y*h)), w, h, fg)
			}
		}
	}
}

// samplesPerSide is the square root of the number of sample points in a pixel.
const samplesPerSide = 4

// drawShape draws a shape in fg over bg, antialiased.
func drawShape(img *image.RGBA, at image.Point, inside func(x, y float64) bool, fg, bg cell.Color) {
	for y := range pngH {
		for x := range pngW {
			n := 0
			for k := range samplesPerSide * samplesPerSide {
				dx, dy := (float64(k%samplesPerSide)+0.5)/samplesPerSide, (float64(k/samplesPerSide)+0.5)/samplesPerSide
				if inside(float64(x)+dx, float64(y)+dy) {
					n++
				}
			}
			if n > 0 {
				img.SetRGBA(at.X+x, at.Y+y, rgba(cell.Mix(bg, fg, roundToQuarters(n))))
			}
		}
	}
}

// roundToQuarters rounds a share in sixteenths to quarters of the whole, so that images have few colors.
func roundToQuarters(share int) int { return (share + 2) / 4 * 4 }

// shapeOf returns a function that reports whether a point is in the shape of a glyph. It returns nil for glyphs that
// are blocks or are drawn with the font. Coordinates are in pixels from the upper left corner of the cell.
func shapeOf(r rune) func(x, y float64) bool {
	const midX, midY, thick = pngW / 2, pngH / 2, 2
	if mask, ok := cell.BrailleDots(r); ok {
		return func(x, y float64) bool { return onDot(mask, x, y) }
	}
	if corners := cornersOf(r); corners != nil {
		return func(x, y float64) bool { return insidePolygon(corners, x/pngW, y/pngH) }
	}

	switch r {
	case '─':
		return func(_, y float64) bool { return math.Abs(y-midY) < thick/2 }
	case '━':
		return func(_, y float64) bool { return math.Abs(y-midY) < thick }
	case '│':
		return func(x, _ float64) bool { return math.Abs(x-midX) < thick/2 }
	case '▏':
		return func(x, _ float64) bool { return x < thick }
	case '▕':
		return func(x, _ float64) bool { return x > pngW-thick }
	case '▔':
		return func(_, y float64) bool { return y < thick }
	case '╭':
		return func(x, y float64) bool { return onCorner(x, y) }
	case '╮':
		return func(x, y float64) bool { return onCorner(pngW-x, y) }
	case '╯':
		return func(x, y float64) bool { return onCorner(pngW-x, pngH-y) }
	case '╰':
		return func(x, y float64) bool { return onCorner(x, pngH-y) }
	case '●':
		return func(x, y float64) bool { return math.Hypot(x-midX, y-midY) < 4.4 }
	case '★', '☆':
		return func(x, y float64) bool {
			x, y = x-midX, y-midY
			return inStar(x, y, 5.8) && (r == '★' || !inStar(x, y, 3.2))
		}
	case '▸':
		return func(x, y float64) bool { return x > 2 && math.Abs(y-midY) < (10-x)*0.7 }
	case '◂':
		return func(x, y float64) bool { return x < pngW-2 && math.Abs(y-midY) < (x-2)*0.7 }
	case '▾':
		return func(x, y float64) bool { return y > midY-4 && math.Abs(x-midX) < (midY+4-y)*0.7 }
	case '▴':
		return func(x, y float64) bool { return y < midY+4 && math.Abs(x-midX) < (y-midY+4)*0.7 }
	}
	return nil
}

// onCorner reports whether a point is on the glyph ╭, a rounded line from the right side of a cell to its bottom.
func onCorner(x, y float64) bool {
	const radius = pngW / 2
	if y > pngH/2+radius {
		return math.Abs(x-pngW/2) < 1
	}
	return math.Abs(math.Hypot(x-pngW/2-radius, y-pngH/2-radius)-radius) < 1
}

// inStar reports whether a point is in a five-pointed star with one point up, centered at the origin, with the
// outer radius r.
func inStar(x, y, r float64) bool {
	const inner = 0.45 // inner radius, relative to r
	turn := math.Mod(math.Atan2(x, -y)+2*math.Pi, 2*math.Pi/5)
	half := math.Abs(turn - math.Pi/5) // angle from the nearest inner corner
	// In polar coordinates, the edge runs from (inner·r, 0°) to (r, 36°).
	ax, ay := inner*r, 0.0
	bx, by := r*math.Cos(math.Pi/5), r*math.Sin(math.Pi/5)
	px, py := math.Hypot(x, y)*math.Cos(half), math.Hypot(x, y)*math.Sin(half)
	return (bx-ax)*(py-ay)-(by-ay)*(px-ax) >= 0
}

// onDot reports whether a point is on one of the braille dots in mask.
func onDot(mask int, x, y float64) bool {
	const w, h, radius = pngW / 2, pngH / 4, 2.1
	i, j := int(x/w), int(y/h)
	return mask>>(2*j+i)&1 == 1 && math.Hypot(x-(float64(i)+0.5)*w, y-(float64(j)+0.5)*h) < radius
}

// paletted returns img with a palette in order of first use, or img itself if it has more than 256 colors.
func paletted(img *image.RGBA) image.Image {
	index := make(map[color.RGBA]uint8)
	out := image.NewPaletted(img.Bounds(), nil)
	for i := range out.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}
		n, ok := index[c]
		if !ok {
			if len(index) == 256 {
				return img
			}
			n = uint8(len(index))
			index[c] = n
			out.Palette = append(out.Palette, c)
		}
		out.Pix[i] = n
	}
	return out
}
