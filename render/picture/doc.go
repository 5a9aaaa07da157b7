// Package picture turns frames of cells into files that are looked at without a terminal: PNG and SVG
// for one frame, and for an [Animation] of frames GIF and a moving SVG. The same frames give the same bytes.
package picture
