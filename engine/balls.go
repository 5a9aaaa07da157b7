package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file implements the kinds of balls, and adds, holds, launches and duplicates balls.

// A ballKind determines the radius and the mass of a ball. Drops can change the radius for a while,
// without changing the kind.
type ballKind uint8

// The kinds of ball.
const (
	normalBall ballKind = iota
	heavyBall
	lightBall
	stormBall
)

// ballKinds has a row for each kind of ball.
var ballKinds = [...]struct{ r, mass float64 }{
	normalBall: {r: BallRadius, mass: 1},
	heavyBall:  {r: 0.8, mass: 4},
	lightBall:  {r: 0.45, mass: 0.25},
	stormBall:  {r: 0.25, mass: 1},
}

// addBall adds a ball and its disc.
func (g *Game) addBall(b Ball, d world.Disc) {
	g.Balls = append(g.Balls, b)
	g.world.AddDisc(d)
}

// removeBalls removes all balls.
func (g *Game) removeBalls() {
	g.Balls = g.Balls[:0]
	g.world.RemoveDiscs()
}

// removeBall removes ball i from the game.
func (g *Game) removeBall(i int) {
	g.Balls = append(g.Balls[:i], g.Balls[i+1:]...)
	g.world.RemoveDisc(i)
}

// addHeld adds a ball of the given kind that paddle k holds, unless there are already maxBalls
// balls.
func (g *Game) addHeld(kind ballKind, k int) {
	if len(g.Balls) == maxBalls {
		return
	}
	row := &ballKinds[kind]
	g.addBall(Ball{kind: kind, ticksToLaunch: holdTicks, paddle: uint8(k)},
		world.Disc{R: row.r, Mass: row.mass, Held: true})
	g.world.Rebuild()
}

// holdBall attaches ball i to paddle k at the point of contact.
func (g *Game) holdBall(i, k int) {
	b, half := &g.Balls[i], g.world.Capsules[k].Half
	b.offset = geom.Clamp(g.BallAt(i).X-g.world.CapsuleX(k), -half, half)
	b.ticksToLaunch = holdTicks
	g.world.Hold(i)
}

// isHeldBy reports whether paddle k holds ball i.
func (g *Game) isHeldBy(i, k int) bool { return g.world.Discs[i].Held && int(g.Balls[i].paddle) == k }

// HoldsBall reports whether paddle k holds a ball.
func (g *Game) HoldsBall(k int) bool {
	for i := range g.Balls {
		if g.isHeldBy(i, k) {
			return true
		}
	}
	return false
}

// noPaddle is an index that means no paddle.
const noPaddle = -1

// launchHeld launches the balls that the given paddle holds. If paddle is noPaddle, it launches all
// balls whose holding time has expired. The offset of a ball from the paddle's center determines
// its direction. A ball waits while another ball or a brick is in the way.
func (g *Game) launchHeld(paddle int) {
	launched := false
	for i := range g.Balls {
		b, r := &g.Balls[i], g.world.Discs[i].R
		if !g.world.Discs[i].Held {
			continue
		}
		if paddle != noPaddle && paddle != int(b.paddle) {
			continue
		}
		if b.ticksToLaunch > 0 && paddle == noPaddle {
			b.ticksToLaunch--
			continue
		}

		b.ticksToLaunch = 0
		p := &g.Paddles[b.paddle]
		at := g.BallAt(i).Add(p.Orient(geom.Vec{Y: -clearance}))
		if g.world.Room(at, r, i, -1) < r-tolerance {
			continue
		}
		o := b.offset / (g.world.Capsules[b.paddle].Half + r)
		g.launch(i, at, p.Orient(g.Aim(o, o)).Mul(g.BallSpeed()))
		launched = true
	}

	if launched {
		g.world.Rebuild()
	}
}

// launch launches the held ball i from the point start with the velocity v.
func (g *Game) launch(i int, start, v geom.Vec) {
	b := &g.Balls[i]
	b.resetStuck(g.distanceFlown)
	g.world.Launch(i, start, v)
	g.emit(Event{Kind: BallServed, Ball: i, Brick: -1, At: start})
}

// addTwins adds copies of the first n balls in flight, the given number for each ball. Copies
// without room next to their ball are omitted.
func (g *Game) addTwins(n, copies int) {
	for i := range len(g.Balls) { // the new copies are not copied
		if g.world.Discs[i].Held || n == 0 {
			continue
		}
		n--
		for k := range copies {
			if len(g.Balls) < maxBalls {
				g.addTwin(i, k)
			}
		}
	}
	g.world.Rebuild()
}

// addTwin adds a copy of ball i at the first free one of twelve positions around the ball. The copy
// flies at an angle of 20° to the ball: clockwise from its direction if k is even, otherwise
// counterclockwise. If no position is free, addTwin adds nothing.
func (g *Game) addTwin(i, k int) {
	b, d := g.Balls[i], g.world.Discs[i]
	at := g.BallAt(i)
	const places, gap = 12, 0.05
	for place := range places {
		p := at.Along(geom.Direction(float64(place)*360/places), 2*d.R+gap)
		if g.world.Room(p, d.R+clearance, -1, -1) < d.R+clearance || g.isPastPaddle(p.Y, d.R) {
			continue
		}

		turn := geom.Direction(twinAngle)
		if k%2 == 1 {
			turn.Y = -turn.Y
		}

		b.resetStuck(g.distanceFlown)
		d.From, d.V = p, d.V.Turn(turn)
		g.addBall(b, d)
		g.emit(Event{Kind: BallServed, Ball: len(g.Balls) - 1, Brick: -1, At: p})
		return
	}
}
