// Package raster draws shapes on sub-cells, which are the parts of a cell that glyphs can light.
//
// A [Grid] holds the sub-cells of resting things, and an [Overlay] those of moving things in front. The package draws polygons
// as stamps of whole sub-cells, discs, and lines. For each cell it finds the glyph and the two colors nearest to the sub-cells
// ([Partition], [StampCell]), or, in cells with bricks, nearest to finer samples ([Outline], [Picker]).
//
// The package knows shapes and colors, but no rules. Lengths are in units of the field, y points down, and the light comes
// from the upper left.
package raster
