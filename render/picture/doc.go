// Package picture writes frames of cells as image files: PNG and SVG for one frame, GIF and animated SVG
// for an [Animation]. The same frames give the same bytes.
package picture
