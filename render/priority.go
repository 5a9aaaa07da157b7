package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// On a slow link a frame is sent in parts. The most urgent parts are the paddles, followed by the balls, bolts and
// drops near a paddle.

// The first part ID of each kind of object. Balls have the highest IDs, because a storm has hundreds of balls. IDs are
// small, because encoders use tables indexed by ID.
const (
	paddleID = 1
	dropID   = 4
	boltID   = 36
	ballID   = 60
)

// Distances from an object's center to the edges of its part, in units.
const (
	paddleReach = 1.0  // distance of the edge from the ends of the paddle
	ballReach   = 6.0  // includes the positions that a ball will reach soon
	aimReach    = 14.0 // includes the first dots of the aim line
	dropReach   = 2.5
	boltReach   = 2.0
)

// maxBallReaches is the maximum number of balls whose surroundings are urgent.
const maxBallReaches = 6

// Balls and drops are sorted into bands by their distance from the nearest paddle. The last band has no upper limit.
const numBands, bandHeight = 4, 8.0 // bandHeight is the height of a band in units

// appendParts appends the parts of g's picture, most urgent first.
func (l *layout) appendParts(dst []cell.Part, g *engine.Game) []cell.Part {
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

	for band := range numBands {
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

	for i := range g.Balls[:min(len(g.Balls), maxBallReaches)] {
		dst = append(dst, l.part(0, g.BallAt(i), ballReach, ballReach))
	}
	return dst
}

// bandOf returns the index of the band that contains the y coordinate.
func bandOf(g *engine.Game, y float64) int {
	distance := spec.PaddleY - y
	if g.Mode.Versus() {
		distance = min(distance, y-g.Capsule(1).Y)
	}
	return min(max(int(distance/bandHeight), 0), numBands-1)
}

// part returns the part with the cells that are at most x units horizontally and y units vertically from a point.
func (l *layout) part(id int, at geom.Vec, x, y float64) cell.Part {
	if id > cell.MaxPartID {
		id = 0
	}
	left, top := l.cellAt(at.X-x, at.Y-y)
	right, bottom := l.cellAt(at.X+x, at.Y+y)
	return cell.Part{X: left, Y: top, W: right - left + 1, H: bottom - top + 1, ID: id}
}

// A Follow selects the object that the terminal's cursor follows during a game, so that screen magnifiers show the
// right part of the screen.
type Follow uint8

const (
	FollowNothing Follow = iota
	FollowPaddle         // the viewer's paddle
	FollowBall           // the lowest ball, as displayed
)

var followNames = [...]string{"off", "paddle", "ball"}

// String returns the name of f, in the form that ParseFollow accepts.
func (f Follow) String() string { return followNames[f] }

// FollowNames returns the names of all values of Follow.
func FollowNames() []string { return followNames[:] }

// ParseFollow returns the value with the given name.
func ParseFollow(name string) (Follow, error) {
	return parse.Name(name, FollowNothing, len(followNames))
}

// cursor returns the position of the object that the cursor follows, before the field is flipped.
func (v *View) cursor(g *engine.Game) (c cell.Cursor) {
	if v.opts.Cursor == FollowNothing || len(g.Paddles) == 0 {
		return c
	}

	p := g.Capsule(min(v.opts.OwnPaddle, len(g.Paddles)-1))
	at := geom.Vec{X: p.X, Y: p.Y}
	if v.opts.Cursor == FollowBall {
		lowest := math.Inf(-1)
		for i := range g.Balls {
			b := g.BallAt(i)
			y := b.Y
			if v.opts.Flipped {
				y = -y
			}
			if !g.Balls[i].Gone && y > lowest {
				at, lowest = b, y
			}
		}
	}
	c.X, c.Y = v.l.cellAt(at.X, at.Y)
	c.Placed = true
	return c
}
