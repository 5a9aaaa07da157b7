// Package raster draws on sub-cells, the parts of a cell that glyphs can light: on a [Grid] of them, and on
// an [Overlay] for whatever moves over it. It paints polygons as stamps of whole sub-cells, discs, and lines.
// For a cell it finds the glyph and the two colours that show it best: from its sub-cells ([Partition],
// [StampCell]), or, where bricks are, from samples finer than those ([Outline], [Picker]).
//
// It knows shapes and colours, but no game. Lengths are in units of the field, y points down, and the light
// comes from the upper left.
package raster
