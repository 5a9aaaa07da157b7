package engine

import "arkterm/engine/geom"

// Rules is the version of the rules and of the motion. A recording names the one
// that it was made by: whatever makes the same inputs another game makes it one
// more.
const Rules = 5

// How the speed of balls grows, in units/s.
const (
	StartSpeed   = 27.0 // crosses the field's 48 units in 1.8 s
	TopSpeed     = 43.0 // in 1.1 s
	returnSpeed  = 0.4  // more for each return off the paddle: 40 returns to the top
	ceilingSpeed = 2.0  // more when a served ball first touches the ceiling
)

// The aim off a paddle. It is the only place where a ball's direction is chosen
// or clamped; everywhere else a bounce is exact, so that players can predict it.
const (
	aimSlope   = 0.729              // tan of the angle from vertical = aimSlope·o + aimCurve·o³ …
	aimCurve   = 1.003              // … close to 60°·o^1.2 for an offset o in [0, 1]
	aimCarry   = 0.12               // of the paddle's velocity is added to the ball's
	carryLimit = 80.0               // units/s of the paddle that count at most: what keys reach
	minAimX    = 0.0871557427476582 // sin 5°: never nearer to vertical
	maxAimX    = 0.9396926207859083 // sin 70°: never nearer to horizontal
)

// The stuck guard.
const (
	nudgeHits    = 48                  // fruitless contacts of a ball before it is nudged
	nudgeTicks   = 8 * TicksPerSecond  // or fruitless time
	recallTicks  = 12 * TicksPerSecond // Fire may call the balls back
	weakenTicks  = 20 * TicksPerSecond // the lone last brick loses a hit
	slowestShare = 0.5                 // of Speed: no ball is left slower by another
	minNudge     = 2                   // degrees
	nudgeSpread  = 5                   // degrees; a nudge is less than minNudge + nudgeSpread
	nudgeSteps   = 100                 // of a nudge, per degree
)

// How long phases last when nobody presses Fire, and when Fire first counts.
const (
	lostTicks  = 1 * TicksPerSecond
	clearTicks = 5 * TicksPerSecond / 2
	calmTicks  = TicksPerSecond / 4
)

// The aim of a serve swings from side to side until Fire.
const (
	swingTicks = 2 * TicksPerSecond // there and back
	swingReach = 0.9                // offset at the ends
)

// ComboFrom is how many bricks, broken before the ball comes back to the paddle, are a combo.
const ComboFrom = 4

// combos says from how many bricks on points are multiplied, in halves.
var combos = [...]struct{ bricks, halves int }{{16, 6}, {8, 4}, {ComboFrom, 3}, {0, 2}}

// Multiplier returns what the next brick's points are multiplied by, in halves:
// 2, 3, 4 or 6.
func (g *Game) Multiplier() int {
	for _, c := range combos {
		if g.Combo >= c.bricks {
			return c.halves
		}
	}
	return combos[len(combos)-1].halves
}

// nextLife returns the score that brings the life after the one at score:
// 20,000, 60,000, and then each 60,000.
func nextLife(score int) int {
	if score < 20_000 {
		return 20_000
	}
	return (score/60_000 + 1) * 60_000
}

// earn adds points, and the lives that they bring.
func (g *Game) earn(points int) {
	for life := nextLife(g.Score); g.Score+points >= life; life = nextLife(life) {
		g.winLife()
	}
	g.Score += points
}

// winLife adds a life, if there may be one more.
func (g *Game) winLife() {
	switch row := g.rules(); {
	case row.winLife != nil:
		row.winLife(g)
	case !row.Deathless && g.Lives < g.mostLives():
		g.Lives++
		g.emit(Event{Kind: LifeWon, Ball: -1, Brick: -1})
	}
}

// loseLife takes what a lost ball costs.
func (g *Game) loseLife() {
	switch row := g.rules(); {
	case row.loseLife != nil:
		row.loseLife(g)
	case !row.Deathless:
		g.Lives--
	}
}

// pay returns the share of points that the difficulty and the mode pay.
func (g *Game) pay(points int) int {
	if g.rules().Pointless {
		return 0
	}
	points = points * g.row().Share / 100
	if share := g.rules().Share; share > 0 {
		points = points * share / 100
	}
	return points
}

// afterWall is the rule for a ball that came off a wall.
func (g *Game) afterWall(i int, n geom.Vec) {
	b := &g.Balls[i]
	g.emit(Event{Kind: WallHit, Ball: i, Brick: -1, At: g.touched(i, n), N: n})
	if n.Y > 0 && !b.ceiling && g.Phase == Play && !g.Faces() {
		b.ceiling = true
		g.quicken(ceilingSpeed)
	}
	g.fruitless(i, n)
}

// quicken goes on along the ramp.
func (g *Game) quicken(by float64) {
	if !g.rules().Steady {
		g.Speed = min(g.row().Fast, g.Speed+by)
	}
}

// afterMover is the rule for a ball that came off brick k, which moves. What the
// brick's motion gave to the ball or took from it is made good, as at the paddle.
func (g *Game) afterMover(i, k int, n geom.Vec) {
	v := g.world.Discs[i].V
	if speed := v.Norm(); speed > 0 {
		g.world.Redirect(i, v.Mul(g.Pace()/speed))
	}
	g.afterBrick(i, k, n)
}

// afterBalls is the rule for two balls that came off each other; n points from
// j to i. The bounce is exact, but a ball that was left nearly at rest would
// never come down: it keeps some speed.
func (g *Game) afterBalls(i, j int, n geom.Vec) {
	g.emit(Event{Kind: BallHit, Ball: i, Brick: -1, At: g.touched(i, n), N: n})
	g.Balls[i].sentTo, g.Balls[j].sentTo = g.Tick+cannonTicks, g.Tick+cannonTicks
	g.keepMoving(i, n)
	g.keepMoving(j, n.Neg())
}

// keepMoving pushes ball i along the unit vector away until it leaves with a
// share of the ramp's speed. It only ever parts the two faster.
func (g *Game) keepMoving(i int, away geom.Vec) {
	v := g.world.Discs[i].V
	least := float64(slowestShare * g.Pace())
	if v.Norm() < least {
		g.world.Redirect(i, v.Along(away, least-v.Dot(away)))
	}
}

// afterPaddle is the rule for a ball that came off paddle k with the normal n.
// In front the ball is aimed; from behind it bounces. Both ways it leaves with
// the ramp's speed, whatever the paddle's own motion gave to it.
func (g *Game) afterPaddle(i, k int, n geom.Vec) {
	b := &g.Balls[i]
	g.emit(Event{Kind: PaddleHit, Ball: i, Brick: -1, At: g.touched(i, n), N: n})
	if g.Phase == Play {
		row := g.rules()
		g.quicken(float64(returnSpeed * float64(max(1, row.Quicker))))
		g.Combo = 0
		if row.returned != nil {
			row.returned(g, k)
		}
	}
	b.sentTo, b.by = 0, uint8(k)
	g.useful(i)
	d, front := g.world.Discs[i].V.Unit(), g.Paddles[k].Away(n).Y < 0
	if front {
		d = g.aimOff(i, k)
	}
	g.world.Redirect(i, d.Mul(g.Pace()))
	if front && g.Phase == Play && g.RunsFor(DropCatch, k) {
		g.hold(i, k)
		g.emit(Event{Kind: BallHeld, Ball: i, Brick: -1, At: g.BallAt(i)})
	}
}

// aimOff returns the direction in which paddle k sends ball i: the offset of
// the hit chooses the angle, the motion of the paddle adds a little.
func (g *Game) aimOff(i, k int) geom.Vec {
	b, p := &g.world.Discs[i], &g.world.Capsules[k]
	o := (g.world.At(i).X - g.world.CapsuleX(k)) / (p.Half + b.R)
	carry := float64(aimCarry * max(-carryLimit, min(carryLimit, p.V)))
	d := Aim(o)
	d.X += carry / g.Pace()
	lean := b.V.X
	if lean == 0 {
		lean = g.rng.Sign()
	}
	return g.Paddles[k].Away(ClampAim(d, lean))
}

// Aim returns the direction (a unit vector, upward) that the offset o from the
// middle of a paddle chooses; o counts from −1 to 1.
func Aim(o float64) geom.Vec {
	o = max(-1, min(1, o))
	cube := float64(float64(o*o) * o)
	return geom.Vec{X: float64(aimSlope*o) + float64(aimCurve*cube), Y: -1}.Unit()
}

// ClampAim returns d, which points upward, as a unit vector that is neither
// nearly vertical nor nearly horizontal. lean is the side to take where d has
// none.
func ClampAim(d geom.Vec, lean float64) geom.Vec {
	d = d.Unit()
	side := 1.0
	if d.X < 0 || d.X == 0 && lean < 0 {
		side = -1
	}
	switch x := side * d.X; {
	case x < minAimX:
		return geom.Vec{X: side * minAimX, Y: -0.9961946980917455} // cos 5°
	case x > maxAimX:
		return geom.Vec{X: side * maxAimX, Y: -0.3420201433256687} // cos 70°
	}
	return d
}

// takeSpeed lets ball i take up the ramp's speed, unless it is falling in the
// lower half of the field, or rising in the upper half to a paddle there: the
// player is already aiming for it.
func (g *Game) takeSpeed(i int) {
	v, y := g.world.Discs[i].V, g.world.At(i).Y
	falling := v.Y > 0 && y > g.H/2 || g.Faces() && v.Y < 0 && y < g.H/2
	if falling || g.Phase != Play {
		return
	}
	if speed, pace := v.Norm(), g.Pace(); speed < pace*(1-1e-9) && speed > 0 {
		g.world.Redirect(i, v.Mul(pace/speed))
	}
}

// useful notes that ball i did something: it hurt a brick or met the paddle.
func (g *Game) useful(i int) {
	b := &g.Balls[i]
	b.fruitless, b.nudgedAt, b.usefulAt = 0, g.Tick, g.Tick
	g.Recall = false
}

// fruitless notes that ball i touched something with the normal n and nothing
// came of it. A ball that does so for too long is in a loop, and gets a nudge.
func (g *Game) fruitless(i int, n geom.Vec) {
	if g.Phase != Play {
		return
	}
	g.takeSpeed(i)
	b := &g.Balls[i]
	b.fruitless++
	if b.fruitless < nudgeHits && g.Tick-b.nudgedAt < nudgeTicks {
		return
	}
	b.fruitless, b.nudgedAt = 0, g.Tick
	degrees := minNudge + float64(g.rng.Below(nudgeSpread*nudgeSteps))/nudgeSteps
	turn := geom.Direction(degrees)
	if g.rng.Sign() < 0 {
		turn.Y = -turn.Y
	}
	was := g.world.Discs[i].V
	v := was.Turn(turn)
	if v.Dot(n) <= 0 { // into what it has just left: the other way, then
		turn.Y = -turn.Y
		v = was.Turn(turn)
	}
	g.world.Redirect(i, v)
	g.emit(Event{Kind: BallNudged, Ball: i, Brick: -1, At: g.BallAt(i)})
}
