// Package picture writes frames of cells as image files.
//
// One frame can be written as a PNG or an SVG, and an [Animation] as a GIF or an animated SVG. The same frames
// always yield the same bytes.
package picture
