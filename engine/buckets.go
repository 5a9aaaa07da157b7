package engine

import (
	"math"

	"arkterm/engine/geom"
)

// This file implements the phase Bonus between Play and Clear. The balls fall into buckets, which
// pay points.

// BucketPoints are the points of the buckets, from left to right. All buckets have the same width.
var BucketPoints = [...]int{25, 50, 100, 150, 100, 50, 25}

// CatchFactor is the factor of the points for a ball that the paddle catches.
const CatchFactor = 2

// Parameters of the fall.
const (
	bonusTicks   = 7 * TicksPerSecond / 2 // maximum duration; then endBonus pays for balls in flight
	skipTicks    = TicksPerSecond / 2     // time after which Fire can end the phase
	fallSpeed    = 36.0                   // minimum speed, units/s
	fallTurnRate = 150.0                  // degrees/s by which balls turn downward
	// sin 25°; a ball stops turning at this angle from vertical, so that balls at a wall spread out
	fallSlope = 0.42261826174069944
)

// startBonus starts the phase Bonus if the mode has it and a ball is in flight. It reports whether
// it started the phase. The event e names the ball and the brick that cleared the level.
func (g *Game) startBonus(e Event) bool {
	if !g.modeRow().HasBuckets || !g.anyInFlight() {
		return false
	}
	g.enterPhase(Bonus)
	g.emit(Event{Kind: BonusStarted, Ball: e.Ball, Brick: e.Brick})
	return true
}

// anyInFlight reports whether any ball is in flight.
func (g *Game) anyInFlight() bool {
	for i := range g.Balls {
		if !g.world.Discs[i].Held {
			return true
		}
	}
	return false
}

// runBonus steers the balls downward, pays for each ball that has reached a bucket, and ends the
// phase when no ball is left.
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

// endBonus ends the phase. Each ball in flight earns as many points as a ball in the first bucket.
func (g *Game) endBonus() {
	for range g.Balls {
		g.payBucket(Event{
			Kind: BucketPaid, Ball: -1, Brick: -1, At: g.BallAt(0),
			Value: g.scalePoints(BucketPoints[0]),
		})
		g.removeBall(0)
	}
	g.finishLevel(Event{Ball: -1, Brick: -1})
}

// BucketAt returns the index of the bucket at x.
func (g *Game) BucketAt(x float64) int {
	return max(0, min(len(BucketPoints)-1, int(math.Floor(x*float64(len(BucketPoints))/g.W))))
}

// payBall pays for ball i and removes it. A paddle has caught the ball or, if paddle is noPaddle, a
// bucket has received it.
func (g *Game) payBall(i, paddle int) {
	at := g.BallAt(i)
	points := BucketPoints[g.BucketAt(at.X)]
	if paddle != noPaddle {
		points *= CatchFactor
	}
	g.payBucket(Event{Kind: BucketPaid, Ball: -1, Brick: -1, At: at, Value: g.scalePoints(points)})
	g.removeBall(i)
}

// payBucket pays the points of the event e.
func (g *Game) payBucket(e Event) {
	g.Tally.Bucketed++
	g.Tally.BucketPoints += e.Value
	g.addPoints(e.Value)
	g.emit(e)
}

// turnDown turns the course of ball i downward by one tick of fallTurnRate. It increases the speed
// of the ball to fallSpeed if the ball is slower.
func (g *Game) turnDown(i int) {
	old := g.world.Discs[i].V
	speed := old.Norm()
	if speed == 0 {
		return
	}

	v := old
	if old.Y < 0 || max(old.X, -old.X) > float64(fallSlope*speed) {
		turn := geom.Direction(fallTurnRate / TicksPerSecond)
		if old.X < 0 || old.X == 0 && g.BallAt(i).X > g.W/2 {
			turn.Y = -turn.Y
		}
		v = old.Turn(turn)
	}

	if fast := max(speed, fallSpeed); fast != speed || v != old {
		g.world.Turn(i, v.Mul(fast/v.Norm()))
	}
}
