// Package raster draws shapes on sub-cells, which are parts of a cell that glyphs can light separately. A [Grid]
// contains the sub-cells of resting objects. An [Overlay] contains the sub-cells of the moving objects in front of
// them. The package draws discs, lines, and polygons as stamps of whole sub-cells. For each cell it selects the glyph
// and the two colors nearest to the sub-cells ([Partition], [StampCell]). In cells with bricks it uses finer samples
// ([Outline], [Picker]).
//
// The package does not depend on the rules of the game. Lengths are in units of the field, y grows downward, and the
// light comes from the upper left.
package raster
