// Package lead says which parts of a game's picture a player needs first, where a terminal is too slow for all of it:
// the paddle, and what comes to it. It knows where things are, not how they are drawn.
package lead

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A Field is where a game's field lies in a frame.
type Field struct {
	X, Y         int     // the first cell
	CellW, CellH float64 // a cell, in units
}

// The IDs of parts: the first one of each kind. Balls come last, of which a storm has hundreds, and no ID is far from the
// others: encoders have a table by ID.
const (
	paddleID = 1
	dropID   = 4
	boltID   = 36
	ballID   = 60
)

// Sizes, in units: of what a paddle reaches, of what a ball does soon, of the aim's line as far as it is followed, and
// of drops and bolts.
const (
	paddleReach = 1.0
	ballReach   = 6.0
	aimReach    = 14.0
	dropReach   = 2.5
	boltReach   = 2.0
)

// fewBalls is the most balls whose surroundings go before the rest of the picture.
const fewBalls = 6

// nears is into how many bands of a height of near units the balls are divided by their distance from a paddle. What
// is farther away is in the last one.
const nears, near = 4, 8.0

// Append appends the parts of g's picture, most urgent first: paddles, then balls, bolts and drops, those near a paddle
// first, then where balls will soon be.
func (l Field) Append(dst []cell.Part, g *engine.Game) []cell.Part {
	for k := range g.Paddles {
		c := g.Capsule(k)
		dst = append(dst, l.part(paddleID+k, geom.Vec{X: c.X, Y: c.Y}, c.Half+c.R+paddleReach, c.R))
	}
	if g.Phase == engine.Serve {
		c := g.Capsule(g.Server)
		dst = append(dst, l.part(0, geom.Vec{X: c.X, Y: c.Y}, aimReach, aimReach))
	}
	for i := range g.Bolts {
		dst = append(dst, l.part(boltID+i, g.Bolts[i].At, boltReach, boltReach))
	}

	for band := range nears {
		for i := range g.Balls {
			if at := g.BallAt(i); !g.Balls[i].Gone && bandOf(g, at.Y) == band {
				r := g.Disc(i).R
				dst = append(dst, l.part(ballID+i, at, r, r))
			}
		}
		for i := range g.Drops {
			if d := &g.Drops[i]; bandOf(g, d.At.Y) == band {
				dst = append(dst, l.part(dropID+i, d.At, dropReach, dropReach))
			}
		}
	}

	for i := range g.Balls[:min(len(g.Balls), fewBalls)] {
		dst = append(dst, l.part(0, g.BallAt(i), ballReach, ballReach))
	}
	return dst
}

// bandOf returns the band of a height.
func bandOf(g *engine.Game, y float64) int {
	far := spec.PaddleY - y
	if g.Mode.Faces() {
		far = min(far, y-g.Capsule(1).Y)
	}
	return min(max(int(far/near), 0), nears-1)
}

// part returns the cells around a point, up to a distance on both axes.
func (l Field) part(id int, at geom.Vec, x, y float64) cell.Part {
	if id > cell.MaxPartID {
		id = 0
	}
	left, top := l.X+floor((at.X-x)/l.CellW), l.Y+floor((at.Y-y)/l.CellH)
	right, bottom := l.X+floor((at.X+x)/l.CellW), l.Y+floor((at.Y+y)/l.CellH)
	return cell.Part{X: left, Y: top, W: right - left + 1, H: bottom - top + 1, ID: id}
}

// floor returns the largest whole number not above v, which is more than −1000.
func floor(v float64) int { return int(v+1000) - 1000 }
