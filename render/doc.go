// Package render turns a game into cells of a terminal, and cells into the few
// bytes that change the terminal's picture.
//
// A [View] draws an [engine.Game] into a [cell.Frame] of coloured glyphs: bricks,
// balls and paddle through a raster finer than the cells, the rest as text. A
// [Painter] sends the cells that changed, and an [Output] behind it takes out what
// the terminal need not be told again.
//
// The package knows neither files nor the time of day. What moves is a function
// of the game's ticks and of the events that it was shown; drawing the same
// game twice gives the same frame.
//
// Lengths are in units of the field, y downward, unless a name says cells or
// sub-cells. A cell is Aspect times as wide as it is high.
package render
