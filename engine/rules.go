package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Rules is the version number of the rules and of the physics. Recordings store it. Increment it
// with every change after which the same inputs can produce a different game.
const Rules = 9

// Growth of the ball speed, in units/s.
const (
	StartSpeed     = 27.0 // crosses the height of the field in 1.8 s
	TopSpeed       = 43.0 // crosses it in 1.1 s
	returnSpeedup  = 0.4  // added at each return; TopSpeed is reached after 40 returns
	ceilingSpeedup = 2.0  // added when a served ball first touches the ceiling
)

// minSpeedShare is the minimum speed of a ball after touching another ball, as a fraction of
// BallSpeed.
const minSpeedShare = 0.5

// afterWall applies the contact of ball i with a wall. The normal of the contact is n.
func (g *Game) afterWall(i int, n geom.Vec) {
	b := &g.Balls[i]
	g.emit(Event{Kind: WallHit, Ball: i, Brick: -1, At: g.contactPoint(i, n), N: n})
	if n.Y > 0 && !b.touchedCeiling && g.Phase == Play && !g.Versus() {
		b.touchedCeiling = true
		g.raiseSpeed(ceilingSpeedup)
	}
	if n.Y < 0 && g.Saves > 0 && !g.FloorClosed {
		g.Saves-- // after the last one, the floor opens at the end of the tick
		g.emit(Event{Kind: BallSaved, Ball: i, Brick: -1, At: g.contactPoint(i, n)})
	}
	g.countIdleContact(i, n)
}

// raiseSpeed increases the ball speed, up to the difficulty's maximum.
func (g *Game) raiseSpeed(change float64) {
	if !g.modeRow().ConstantSpeed {
		g.Speed = min(g.difficultyRow().TopSpeed, g.Speed+change)
	}
}

// afterMover applies the contact of ball i with the moving brick k. The normal of the contact is n.
// The motion of the brick has changed the speed of the ball, so afterMover sets it to BallSpeed.
func (g *Game) afterMover(i, k int, n geom.Vec) {
	v := g.world.Discs[i].V
	if speed := v.Norm(); speed > 0 {
		g.world.Redirect(i, v.Mul(g.BallSpeed()/speed))
	}
	g.afterBrick(i, k, n)
}

// afterBalls applies the contact of the balls i and j, with the normal n from j to i. The bounce is
// exact, but a ball that is nearly at rest afterwards keeps some speed. Otherwise it would never
// return.
func (g *Game) afterBalls(i, j int, n geom.Vec) {
	g.emit(Event{Kind: BallHit, Ball: i, Other: j, Brick: -1, At: g.contactPoint(i, n), N: n})
	g.Balls[i].cannonUntil, g.Balls[j].cannonUntil = g.Tick+cannonTicks, g.Tick+cannonTicks
	g.keepMoving(i, n)
	g.keepMoving(j, n.Neg())
}

// keepMoving accelerates ball i in the direction of the unit vector away, which points away from
// the other ball, if ball i is slower than the minimum speed.
func (g *Game) keepMoving(i int, away geom.Vec) {
	v := g.world.Discs[i].V
	minSpeed := float64(minSpeedShare * g.BallSpeed())
	if v.Norm() < minSpeed {
		g.world.Redirect(i, v.Along(away, minSpeed-v.Dot(away)))
	}
}

// afterPaddle applies the contact of ball i with paddle k. The normal of the contact is n. At the
// front of the paddle, the point of contact determines the new direction of the ball. At the back,
// the ball bounces. In both cases it leaves at BallSpeed, regardless of the paddle's motion.
func (g *Game) afterPaddle(i, k int, n geom.Vec) {
	b := &g.Balls[i]
	g.emit(Event{Kind: PaddleHit, Ball: i, Brick: -1, At: g.contactPoint(i, n), N: n})
	if g.Phase == Play {
		row := g.modeRow()
		g.raiseSpeed(float64(returnSpeedup * float64(max(1, row.SpeedUpFactor, g.twistRow().SpeedUpFactor))))
		g.Combo = 0
		g.updateChain(i)
		g.chargeMeter(k, returnCharge)
		if row.ballReturned != nil {
			row.ballReturned(g, i, k)
		}
	}

	b.cannonUntil, b.paddle = 0, uint8(k)
	g.countUsefulContact(i)
	d, front := g.world.Discs[i].V.Unit(), g.Paddles[k].Orient(n).Y < 0
	if front {
		d = g.returnDirection(i, k)
	}

	g.world.Redirect(i, d.Mul(g.BallSpeed()))
	if front && g.Phase == Play && g.RunsFor(spec.DropCatch, k) {
		g.holdBall(i, k)
		g.emit(Event{Kind: BallHeld, Ball: i, Brick: -1, At: g.BallAt(i)})
	}
}

// restoreSpeed sets the speed of a slow ball i to BallSpeed. It does not change a ball that is
// flying toward a paddle in the same half of the field, because the player is already moving toward
// its landing point.
func (g *Game) restoreSpeed(i int) {
	v, y := g.world.Discs[i].V, g.world.At(i).Y
	approaching := v.Y > 0 && y > g.H/2 || g.Versus() && v.Y < 0 && y < g.H/2
	if approaching || g.Phase != Play {
		return
	}
	if speed, target := v.Norm(), g.BallSpeed(); speed < target*(1-1e-9) && speed > 0 {
		g.world.Redirect(i, v.Mul(target/speed))
	}
}
