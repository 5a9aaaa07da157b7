package raster

import (
	"arkterm/engine/geom"
)

// The ink of the parts of a brick.
const (
	InkLit  = 250 // on terminals without colours
	InkFace = 140 // the hue is added to it, which identifies the brick's parts

	// InkFront is the ink of things that no brick may hide: paddles, flashes, light. InkBall is that of balls,
	// which nothing may hide: they keep their shape in front of everything.
	InkFront = 254
	InkBall  = 255
)

// A Look is the appearance of one brick.
type Look struct {
	Face, Lit, Dark    Pixel
	Upper, Lower, Hole Pixel // of stamps
	Pips               int   // hits that the brick takes, if they show: see hits.go
	Cracks             int   // hits taken
	Rivet              bool  // a wall: without colours, it has a slot in the middle
	Pure               bool  // edges are either lit or dark
	Flat               bool  // no edges
	Drained            int   // sixteenths of its height, from the top, that are dark

	Icon         *Icon // nil: none
	Window       Pixel // its ground, and what is dark on it
	Inks         [NumInks]Pixel
	FlipX, FlipY bool // the icon is mirrored, left to right or upside down
}

// lightFrom points to the light: the upper left, a little steeper than 45° because sub-cells are higher
// than wide.
var lightFrom = geom.Vec{X: -0.6, Y: -0.8}
