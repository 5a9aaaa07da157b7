package engine

import (
	"math"

	"arkterm/engine/geom"
)

// This file contains the phase between Play and Clear: the balls come down into buckets, which pay.

// Buckets are the points of the buckets, from the left wall to the right one. They are equally wide.
// What the paddle catches pays twice as much.
var BucketPoints = [...]int{25, 50, 100, 150, 100, 50, 25}

// CaughtFactor is the factor of the points of a ball that the paddle catches.
const CatchFactor = 2

// How balls come down.
const (
	bonusTicks = 7 * TicksPerSecond / 2 // at most; what has not come down pays as the least bucket
	skipTicks  = TicksPerSecond / 2     // after which Fire ends it
	fallSpeed  = 36.0                   // units/s at least
	fallTurn   = 150.0                  // degrees a second toward straight down …
	fallSlope  = 0.42261826174069944    // … up to sin 25° from it: on a wall it must not come down in the same place
)

// bonus begins the phase in which the balls come down, if the mode has it and a ball flies. It reports
// whether it does.
func (g *Game) startBonus(e Event) bool {
	if !g.rules().Buckets || !g.anyInFlight() {
		return false
	}
	g.enterPhase(Bonus)
	g.emit(Event{Kind: BonusStarted, Ball: e.Ball, Brick: e.Brick})
	return true
}

// flies reports whether a ball is not held.
func (g *Game) anyInFlight() bool {
	for i := range g.Balls {
		if !g.world.Discs[i].Held {
			return true
		}
	}
	return false
}

// bringDown turns the balls of the bonus phase down, pays for those that have come down, and ends the
// phase after the last one.
func (g *Game) runBonus() {
	if g.Phase != Bonus {
		return
	}
	for i := len(g.Balls) - 1; i >= 0; i-- {
		switch at := g.BallAt(i); {
		case g.world.Discs[i].Held:
			g.payBall(i, int(g.Balls[i].paddle))
		case at.Y > g.world.Capsules[0].Y:
			g.payBall(i, noPaddle)
		default:
			g.turnDown(i)
		}
	}
	if len(g.Balls) == 0 {
		g.finishLevel(Event{Ball: -1, Brick: -1})
	}
}

// endBonus ends the bonus phase: balls that are still up pay as the least bucket.
func (g *Game) endBonus() {
	for range g.Balls {
		g.payBucket(Event{Kind: BucketPaid, Ball: -1, Brick: -1, At: g.BallAt(0), Value: g.scalePoints(BucketPoints[0])})
		g.removeBall(0)
	}
	g.finishLevel(Event{Ball: -1, Brick: -1})
}

// BucketAt returns the bucket below a place in the field.
func (g *Game) BucketAt(x float64) int {
	return max(0, min(len(BucketPoints)-1, int(math.Floor(x*float64(len(BucketPoints))/g.W))))
}

// bank pays for ball i, which has come down: to a paddle, or to none.
func (g *Game) payBall(i, paddle int) {
	at := g.BallAt(i)
	points := BucketPoints[g.BucketAt(at.X)]
	if paddle != noPaddle {
		points *= CatchFactor
	}
	g.payBucket(Event{Kind: BucketPaid, Ball: -1, Brick: -1, At: at, Value: g.scalePoints(points)})
	g.removeBall(i)
}

// payBucket pays what the event e says.
func (g *Game) payBucket(e Event) {
	g.Tally.Bucketed++
	g.Tally.BucketPoints += e.Value
	g.addPoints(e.Value)
	g.emit(e)
}

// pullDown turns the course of ball i down by a tick, and makes it fast enough.
func (g *Game) turnDown(i int) {
	was := g.world.Discs[i].V
	speed := was.Norm()
	if speed == 0 {
		return
	}
	v := was
	if was.Y < 0 || max(was.X, -was.X) > float64(fallSlope*speed) {
		turn := geom.Direction(fallTurn / TicksPerSecond)
		if was.X < 0 || was.X == 0 && g.BallAt(i).X > g.W/2 {
			turn.Y = -turn.Y
		}
		v = was.Turn(turn)
	}
	if fast := max(speed, fallSpeed); fast != speed || v != was {
		g.world.Turn(i, v.Mul(fast/v.Norm()))
	}
}
