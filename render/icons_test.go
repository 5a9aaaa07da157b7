package render

import (
	"strings"
	"testing"

	"arkterm/render/raster"
)

// icons contains the icons of bricks by name.
var icons = map[string]*raster.Icon{
	"groove": &grooveIcon, "crack": &crackIcon, "gloss": &glossIcon, "confetti": &confettiIcon, "dashes": &dashesIcon,
	"cross": &crossIcon, "ember": &emberIcon,
	"leaves": &leavesIcon, "tree": &treeIcon, "cap": &capIcon, "ring": &ringIcon, "chevrons": &chevronsIcon,
	"chevronsDown": &chevronsDownIcon, "poles": &polesIcon,
	"fuse": &fuseIcon,
}

// TestDrawnIconsHaveTwoColorsPerCell checks the bitmaps of icons for sextants, quadrants, octants and half blocks. They
// are three columns wide and two rows high. No cell may have more than two inks.
func TestDrawnIconsHaveTwoColorsPerCell(t *testing.T) {
	sizes := [...]struct{ w, h, across, down int }{{6, 6, 2, 3}, {6, 4, 2, 2}, {6, 8, 2, 4}, {3, 4, 1, 2}}
	for name, icon := range icons {
		if len(icon.Bitmaps) != len(sizes) || len(icon.Parts) == 0 {
			t.Errorf("%s: %d bitmaps and %d parts, want 4 bitmaps and some parts", name, len(icon.Bitmaps),
				len(icon.Parts))
			continue
		}
		for i, size := range sizes {
			rows := strings.Split(icon.Bitmaps[i], "|")
			if len(rows) != size.h {
				t.Errorf("%s: bitmap %d has %d rows, want %d", name, i, len(rows), size.h)
				continue
			}
			cells := map[[2]int]string{}
			for y, row := range rows {
				if len(row) != size.w || strings.Trim(row, ". #ox") != "" {
					t.Errorf("%s: a bitmap has the row %q, want %d characters of \". #ox\"", name, row, size.w)
				}
				for x, ink := range row {
					at := [2]int{x / size.across, y / size.down}
					if !strings.ContainsRune(cells[at], ink) {
						cells[at] += string(ink)
					}
				}
			}
			for at, inks := range cells {
				if len(inks) > 2 {
					t.Errorf("%s of %d×%d: cell %v has the inks %q, want at most two", name, size.w, size.h, at, inks)
				}
			}
		}
	}
}
