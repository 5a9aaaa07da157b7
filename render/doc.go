// Package render draws a game in the cells of a terminal.
//
// A [View] draws an [engine.Game] into a [cell.Frame] of colored glyphs. It draws bricks, balls and paddles on a raster
// that is finer than the cells ([arkterm/render/raster]), and everything else as text. To resolve a cell means to
// choose the glyph and the two colors that are nearest to its part of the raster. Package [arkterm/render/ansi] encodes
// frames for a terminal, and [arkterm/render/picture] writes them to image files.
//
// [View.Draw] in draw.go calls one function for each layer. Most layers have a separate file. The state of a View is in
// view.go, and recent events are in effects.go.
//
// The package accesses neither files nor the clock. All motion depends only on the game's ticks and the observed
// events, so drawing the same game twice yields the same frame.
//
// Encoders send only the cells that change from frame to frame. Comments that mention bytes mean the size of these
// changes.
//
// Lengths are in units of the field, and y grows downward. Widths and heights in frames, layouts and text elements are
// in cells. A cell is Aspect times as wide as it is high; see [Options].
package render
