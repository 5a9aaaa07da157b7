package cell

import "math"

// SampleW and SampleH are the size of a Sample, in cells.
const SampleW, SampleH = 6, 3

// Sample returns a hexagon as rows of text in the glyph set. The player sees from it whether the terminal
// can draw them.
func (g Glyphs) Sample() (rows [SampleH]string) {
	if g == ASCII {
		return [...]string{" ____ ", "/    \\", "\\____/"}
	}
	blocks, sub := g.Blocks(), g.SubCells()
	w, h := SampleW*sub[0], SampleH*sub[1]
	for row := range rows {
		for col := range SampleW {
			mask := 0
			for k := range sub[0] * sub[1] {
				// The distance of the sub-cell from the middle; 1 is the hexagon's corner or upper side.
				x := math.Abs(float64(2*(col*sub[0]+k%sub[0])+1)/float64(w) - 1)
				y := math.Abs(float64(2*(row*sub[1]+k/sub[0])+1)/float64(h) - 1)
				if x+y/2 <= 1 {
					mask |= 1 << k
				}
			}
			rows[row] += string(blocks[mask])
		}
	}
	return rows
}
