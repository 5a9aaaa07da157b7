// Package render draws a game in the cells of a terminal.
//
// A [View] draws an [engine.Game] into a [cell.Frame] of coloured glyphs: bricks, balls and paddle on a
// raster finer than the cells ([arkterm/render/raster]), the rest as text. [arkterm/render/ansi] sends a
// frame to a terminal, and [arkterm/render/picture] writes it to a file.
//
// Draw, in draw.go, is the list of layers; each layer has its own file. A View's state is in view.go, and
// its memory of recent events in effects.go.
//
// The package knows neither files nor the time of day. All motion is a function of the game's ticks and the
// observed events; drawing the same game twice gives the same frame.
//
// Lengths are in units of the field, y downward, unless a name says cells or sub-cells. A cell is Aspect
// times as wide as it is high.
package render
