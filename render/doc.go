// Package render turns a game into cells of a terminal.
//
// A [View] draws an [engine.Game] into a [cell.Frame] of coloured glyphs: bricks, balls and paddle
// through a raster finer than the cells ([arkterm/render/raster]), the rest as text. What becomes of
// the frame is the affair of others: [arkterm/render/ansi] sends it to a terminal, and
// [arkterm/render/picture] makes files of it.
//
// Draw is the list of layers, in draw.go. What a View remembers from frame to frame stands in view.go, and
// in effects.go what it was shown of the last moments; the layers stand below, a file each.
//
// The package knows neither files nor the time of day. What moves is a function
// of the game's ticks and of the events that it was shown; drawing the same
// game twice gives the same frame.
//
// Lengths are in units of the field, y downward, unless a name says cells or
// sub-cells. A cell is Aspect times as wide as it is high.
package render
