// Package picture writes frames of cells as image files. [PNG] and [SVG] write one frame. An [Animation] can be written
// as a GIF or an animated SVG. The same frames always yield the same bytes.
package picture
