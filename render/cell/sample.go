package cell

import "math"

// PreviewW and PreviewH are the size of a preview, in cells.
const PreviewW, PreviewH = 6, 3

// Preview returns a hexagon as rows of text in the glyph set. It lets a player check whether the terminal can draw
// the glyphs.
func (g Glyphs) Preview() (rows [PreviewH]string) {
	if g == ASCII {
		return [...]string{" ____ ", "/    \\", "\\____/"}
	}
	blocks, sub := g.Blocks(), g.SubCells()
	w, h := PreviewW*sub[0], PreviewH*sub[1]
	for row := range rows {
		for col := range PreviewW {
			if g == Mosaic {
				rows[row] += string(g.nearest(maskOf(func(x, y float64) bool {
					return inSample((float64(col)+x)/PreviewW, (float64(row)+y)/PreviewH)
				})))
				continue
			}
			mask := 0
			for k := range sub[0] * sub[1] {
				x := (float64(col*sub[0]+k%sub[0]) + 0.5) / float64(w)
				y := (float64(row*sub[1]+k/sub[0]) + 0.5) / float64(h)
				if inSample(x, y) {
					mask |= 1 << k
				}
			}
			rows[row] += string(blocks[mask])
		}
	}
	return rows
}

// inSample reports whether a point is inside the hexagon. Coordinates are fractions of the preview's size. The
// corners at the sides and the upper edge touch the border of the preview.
func inSample(x, y float64) bool {
	x, y = math.Abs(2*x-1), math.Abs(2*y-1)
	return x+y/2 <= 1
}

// nearest returns the glyph of g that differs from m in the fewest samples, among the glyphs whose inverse is also
// in g. A text has one color, so the inverse is needed for a symmetric hexagon.
func (g Glyphs) nearest(m Mask) rune {
	best, minDiff := ' ', SamplesPerCell
	for _, s := range g.Shapes() {
		n := (s.Mask ^ m).Count()
		switch {
		case s.Glyph == 0 || s.Inverse == 0:
		case n < minDiff:
			best, minDiff = s.Glyph, n
		case SamplesPerCell-n < minDiff:
			best, minDiff = s.Inverse, SamplesPerCell-n
		}
	}
	return best
}
