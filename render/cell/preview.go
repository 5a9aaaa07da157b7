package cell

import "math"

// PreviewW and PreviewH are the size of a preview, in cells.
const PreviewW, PreviewH = 6, 3

// Preview returns a standard brick as rows of text, with the outline that it has at 80×24. With it, a player can check
// whether the terminal draws the glyphs. The first row is blank, except in ASCII, where it contains the brick's upper
// edge.
func (g Glyphs) Preview() (rows [PreviewH]string) {
	if g == ASCII {
		return [...]string{" ___  ", "/   \\ ", "\\___/ "}
	}
	blocks, sub := g.Blocks(), g.SubCells()
	for row := range rows {
		for col := range PreviewW {
			at := func(x, y float64) (float64, float64) { return float64(col) + x, float64(row-1) + y }
			if g == Mosaic {
				rows[row] += string(g.nearest(maskOf(func(x, y float64) bool {
					x, y = at(x, y)
					distance := math.Abs(y - 1) // distance from the middle row
					return distance <= 1 && x > 1.5*distance && x < 5.5-1.5*distance
				})))
				continue
			}
			mask := 0
			for k := range sub[0] * sub[1] {
				x, y := at((float64(k%sub[0])+0.5)/float64(sub[0]), (float64(k/sub[0])+0.5)/float64(sub[1]))
				distance := math.Abs(y - 1)
				distance += (distance - 0.5) / 100 // round ties as package raster does
				if distance <= 1 && math.Abs(x-2.5) < 2.5-distance {
					mask |= 1 << k
				}
			}
			rows[row] += string(blocks[mask])
		}
	}
	return rows
}

// nearest returns the glyph of g that differs from m in the fewest samples, among the glyphs whose inverse is also in
// g. Text in a single color cannot exchange the colors of a glyph, so without the inverses the hexagon would not be
// symmetric.
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
