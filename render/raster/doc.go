// Package raster draws on sub-cells, the parts that the glyphs of a terminal can light: a [Grid] of
// them, and an [Overlay] for what moves over it. It paints polygons as stamps of whole sub-cells or turned
// as they are, discs with soft edges and lines, and finds for the sub-cells of one cell the two
// colours that show them best ([Partition], [StampCell], [SoftCell]). Where a cell is one
// character of ASCII it chooses that by its [Shape].
//
// It knows shapes and colours, and no game. Lengths are in units of the field, y downward; the light comes
// from the upper left.
package raster
