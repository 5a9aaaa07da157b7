// Package render draws a game in the cells of a terminal.
//
// A [View] draws an [engine.Game] into a [cell.Frame] of colored glyphs. Bricks, balls and paddles are drawn on a raster
// finer than the cells ([arkterm/render/raster]), the rest as text. [arkterm/render/ansi] sends a frame to a terminal, and
// [arkterm/render/picture] writes it to a file.
//
// [View.Draw] in draw.go lists the layers. Each layer has a file. The state of a View is in view.go, and its record of recent
// events in effects.go.
//
// The package accesses neither files nor the clock. All motion depends only on the game's ticks and the observed events, so
// drawing the same game twice gives the same frame.
//
// Lengths are in units of the field with y downward, except where a name contains cell or sub-cell. A cell is Aspect times
// as wide as it is high.
package render
