// Package picture writes frames of cells as image files.
//
// One frame can be a PNG or an SVG, and an [Animation] a GIF or an animated SVG. The same frames give the same bytes.
package picture
