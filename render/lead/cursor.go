package lead

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A Follow says what the terminal's cursor stands at while a game is played, so that what enlarges a part of the screen
// shows the right one.
type Follow uint8

// What the cursor can follow.
const (
	Nothing Follow = iota
	Paddle         // the player's: the view moves when the player does, and the ball comes into it from above
	Ball           // the one nearest to the paddle's height
)

var followNames = [...]string{"off", "paddle", "ball"}

func (f Follow) String() string { return followNames[f] }

// FollowNames returns the names of all that the cursor can follow.
func FollowNames() []string { return followNames[:] }

// ParseFollow returns the value with the name, and whether there is one.
func ParseFollow(name string) (f Follow, ok bool) {
	for i, n := range followNames {
		if n == name {
			return Follow(i), true
		}
	}
	return Nothing, false
}

// Cursor returns where the cursor is to stand. It is not placed if there is nothing to follow.
func (l Field) Cursor(g *engine.Game, f Follow) (c cell.Cursor) {
	if f == Nothing || len(g.Paddles) == 0 {
		return c
	}
	p := g.Capsule(0)
	at := geom.Vec{X: p.X, Y: p.Y}
	if f == Ball {
		low := -1.0
		for i := range g.Balls {
			if b := g.BallAt(i); !g.Balls[i].Gone && b.Y > low {
				at, low = b, b.Y
			}
		}
	}
	part := l.part(0, at, 0, 0)
	return cell.Cursor{X: part.X, Y: part.Y, Placed: true}
}
