package caps

import "slices"

// pointers are the terminals whose pixels in reports of the mouse are those in which they tell the size of a cell. Of the
// others that have mode 1016, some report points, of which a screen has half as many, and some cells: there the
// mouse is left in cells.
var pointers = []row{
	{by: byVersion, name: "xterm", since: release{0, 3, 59}, source: "its patch 359 brought the mode; seen in 379"},
	{by: byVersion, name: "kitty", source: "seen in 0.26.5"},
	{by: byVersion, name: "foot", source: "seen in 1.13.1"},
	{by: byVersion, name: "ghostty", source: "SwiftTerm's issue 686 compares: the pixels of the screen for both"},
}

// PointsInPixels reports whether the mouse can be reported in pixels that lie in cells as the terminal tells their size.
func (c Caps) PointsInPixels() bool {
	return c.PixelMouse && slices.ContainsFunc(pointers, func(r row) bool { return r.fits(nil, c) })
}
