package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file contains the kinds of balls, and how balls are added, held, launched and doubled.

// A ballKind is the kind of a ball, apart from effects.
type ballKind uint8

// The kinds of ball.
const (
	normalBall ballKind = iota
	heavyBall
	lightBall
	stormBall
)

// ballKinds has a row for each kind.
var ballKinds = [...]struct{ r, mass float64 }{
	normalBall: {BallRadius, 1},
	heavyBall:  {0.8, 4},
	lightBall:  {0.45, 0.25},
	stormBall:  {0.25, 1},
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

// takeBall removes ball i from the game.
func (g *Game) removeBall(i int) {
	g.Balls = append(g.Balls[:i], g.Balls[i+1:]...)
	g.world.RemoveDisc(i)
}

// addHeld adds a held ball on paddle k, unless there are too many balls.
func (g *Game) addHeld(f ballKind, k int) {
	if len(g.Balls) == maxBalls {
		return
	}
	row := &ballKinds[f]
	g.addBall(Ball{kind: f, launchIn: holdTicks, paddle: uint8(k)}, world.Disc{R: row.r, Mass: row.mass, Held: true})
	g.world.Rebuild()
}

// hold makes ball i stick to paddle k where it has touched it.
func (g *Game) holdBall(i, k int) {
	b, half := &g.Balls[i], g.world.Capsules[k].Half
	b.offset = geom.Clamp(g.BallAt(i).X-g.world.CapsuleX(k), -half, half)
	b.launchIn = holdTicks
	g.world.Hold(i)
}

// liesOn reports whether ball i lies on paddle k.
func (g *Game) isHeldBy(i, k int) bool { return g.world.Discs[i].Held && int(g.Balls[i].paddle) == k }

// Holding reports whether a ball lies on paddle k.
func (g *Game) Holding(k int) bool {
	for i := range g.Balls {
		if g.isHeldBy(i, k) {
			return true
		}
	}
	return false
}

// noPaddle stands for no paddle in place of an index.
const noPaddle = -1

// launchHeld launches the held balls whose time is up, or all on the paddle of. The place on the
// paddle decides the direction. A ball waits while another ball or a brick is in its way.
func (g *Game) launchHeld(of int) {
	gone := false
	for i := range g.Balls {
		b, r := &g.Balls[i], g.world.Discs[i].R
		if !g.world.Discs[i].Held {
			continue
		}
		if of != noPaddle && of != int(b.paddle) {
			continue
		}
		if b.launchIn > 0 && of == noPaddle {
			b.launchIn--
			continue
		}

		b.launchIn = 0
		p := &g.Paddles[b.paddle]
		at := g.BallAt(i).Add(p.Orient(geom.Vec{Y: -clearance}))
		if g.world.Room(at, r, i, -1) < r-tolerance {
			continue
		}
		o := b.offset / (g.world.Capsules[b.paddle].Half + r)
		g.launch(i, at, p.Orient(g.Aim(o, o)).Mul(g.BallSpeed()))
		gone = true
	}

	if gone {
		g.world.Rebuild()
	}
}

// launch launches the held ball i.
func (g *Game) launch(i int, at, v geom.Vec) {
	b := &g.Balls[i]
	b.resetStuck(g.distanceFlown)
	g.world.Launch(i, at, v)
	g.emit(Event{Kind: BallServed, Ball: i, Brick: -1, At: at})
}

// twins adds each balls beside each of the first n balls in flight, as far as there is room.
func (g *Game) addTwins(n, each int) {
	for i := range len(g.Balls) { // the last ball may be lost in this very tick
		if g.world.Discs[i].Held || n == 0 {
			continue
		}
		n--
		for k := range each {
			if len(g.Balls) < maxBalls {
				g.addTwin(i, k)
			}
		}
	}
	g.world.Rebuild()
}

// twin adds a ball like ball i beside it, at the first of twelve places around it with room. k
// alternates the side to which it flies.
func (g *Game) addTwin(i, k int) {
	b, d := g.Balls[i], g.world.Discs[i]
	at := g.BallAt(i)
	const places, gap = 12, 0.05
	for place := range places {
		p := at.Along(geom.Direction(float64(place)*360/places), 2*d.R+gap)
		if g.world.Room(p, d.R+clearance, -1, -1) < d.R+clearance || g.isPastPaddle(p.Y, d.R) {
			continue
		}
		turn := geom.Direction(twinTurn)
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
