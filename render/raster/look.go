package raster

import (
	"arkterm/engine/geom"
)

// Inks of bricks and of objects in front of bricks. The ink decides which pixels are preferred in a cell, and which are
// lit on terminals without colors; see [Pixel].
const (
	InkLit = 250 // parts that are always lit on terminals without colors
	// base ink of bricks; the number of the hue or kind is added, so all parts of a brick have the same ink
	InkFace = 140

	// InkFront is the ink of objects in front of bricks: paddles, flashes and light. InkBall is the ink of balls,
	// which keep their shape in front of everything.
	InkFront = 254
	InkBall  = 255
)

// A Look is the appearance of one brick.
type Look struct {
	Face, Lit, Dark    Pixel // colors of the face, of edges toward the light, and of edges away from the light
	Upper, Lower, Hole Pixel // colors of the upper half, of the lower half, and of holes
	Pips               int   // number of hits that the brick needs, if that is shown; see hits.go
	Cracks             int   // number of hits taken
	Wall               bool  // the brick is a wall; without colors it has a slot in the middle
	FewShades          bool  // there are no intermediate shades of the color, so edges are either lit or dark
	Flat               bool  // the brick has no edges
	Drained            int   // height of the dark part at the top, in sixteenths of the brick

	Icon         *Icon // nil if there is no icon
	Window       Pixel // background of the icon, and color of its dark parts
	Inks         [NumInks]Pixel
	FlipX, FlipY bool // the icon is mirrored horizontally or vertically
}

// lightDirection points to the light in the upper left. The direction is slightly steeper than 45°, because sub-cells
// are higher than wide.
var lightDirection = geom.Vec{X: -0.6, Y: -0.8}
