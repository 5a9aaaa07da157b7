package engine

import "arkterm/engine/spec"

// This file implements the effects of drops.

// An effect is the state of an active drop effect.
type effect struct {
	ticksLeft uint32 // ticks until it ends; 0 if it is not active
	duration  uint32 // ticksLeft directly after the last catch, when the gauge is full
	paddle    uint8  // paddle for which it last started
}

// Parameters of the effects of drops.
const (
	widthChange    = 1.8                 // change of half of the paddle width, in units
	speedChange    = 0.3                 // relative change of the ball speed
	tinyFactor     = 0.6                 // factor of the radius of tiny balls
	hugeFactor     = 1.6                 // factor of the radius of huge balls
	weakPercent    = 40                  // percentage of hits that do not count
	moreTimeTicks  = 7 * TicksPerSecond  // added to each active effect by DropMoreTime
	holdTicks      = 3 * TicksPerSecond  // maximum time for which a paddle holds a ball
	exitPoints     = 5000                // points for leaving through the gate of DropExit
	maxBalls       = 24                  // maximum number of balls, except in storms
	twinAngle      = 20.0                // degrees between a ball and its copy
	maxEffectTicks = 99 * TicksPerSecond // maximum remaining time of an effect
)

// Running reports whether the effect of drop k is active.
func (g *Game) Running(k spec.DropKind) bool { return g.effects[k].ticksLeft > 0 }

// EffectTicks returns the remaining ticks of the effect of drop k, and how many remained directly
// after the last catch. Both are 0 if the effect is not active.
func (g *Game) EffectTicks(k spec.DropKind) (left, duration int) {
	return int(g.effects[k].ticksLeft), int(g.effects[k].duration)
}

// applyDrop applies drop k, which the given paddle has caught.
func (g *Game) applyDrop(k spec.DropKind, paddle int) {
	row := &spec.Drops[k]
	points := g.scalePoints(row.Points)
	g.Tally.DropsCaught++
	g.Tally.DropPoints += points
	g.addPoints(points)

	target := g.dropTarget(k, paddle)
	if row.Seconds > 0 {
		g.startEffect(k, target)
		return
	}

	switch k {
	case spec.DropExpand:
		g.widen(paddle, widthChange)
	case spec.DropShrink:
		g.widen(target, -widthChange)
	case spec.DropSteal:
		g.widen(target, -widthChange)
		g.widen(paddle, widthChange)
	case spec.DropLife:
		g.gainLife()
	case spec.DropExtraBall:
		g.addHeld(normalBall, paddle)
	case spec.DropHeavyBall:
		g.addHeld(heavyBall, paddle)
	case spec.DropLightBall:
		g.addHeld(lightBall, paddle)
	case spec.DropChance:
		g.applyDrop(g.randomDrop(spec.DropChance), paddle)
	case spec.DropJoker:
		g.applyJoker(paddle)
	case spec.DropCancel:
		g.endEffects()
		for j := range g.Paddles {
			_, g.Paddles[j].targetHalf, _ = g.widths(j)
		}
	case spec.DropMoreTime:
		for k := range g.effects {
			if e := &g.effects[k]; e.ticksLeft > 0 {
				e.extend(moreTimeTicks)
			}
		}
	case spec.DropThreeBalls:
		g.addTwins(1, 2)
	case spec.DropSplit:
		g.addTwins(len(g.Balls), 1)
	case spec.DropZap:
		g.applyZap()
	}
}

// dropTarget returns the paddle that drop k affects if the given paddle catches it. In a match,
// drops that harm a paddle affect the opponent's.
func (g *Game) dropTarget(k spec.DropKind, paddle int) (to int) {
	if !g.Versus() || spec.Drops[k].Traits&spec.SentToOpponent == 0 {
		return paddle
	}
	to = 1 - paddle
	g.emit(Event{Kind: DropSent, Ball: -1, Brick: -1, At: g.paddleMiddle(to), Value: int(k)})
	return to
}

// startEffect starts or extends the effect of drop k on the given paddle, and ends other effects of
// the same group.
func (g *Game) startEffect(k spec.DropKind, paddle int) {
	row := &spec.Drops[k]
	for j := range g.effects {
		if spec.DropKind(j) != k && row.Group != spec.NoGroup && spec.Drops[j].Group == row.Group {
			g.effects[j] = effect{}
		}
	}

	ticks := row.Seconds * TicksPerSecond
	if row.Benefit == spec.Good {
		ticks *= g.difficultyRow().GoodDropFactor
	}

	g.effects[k].extend(ticks)
	g.effects[k].paddle = uint8(paddle)
	if row.Group == spec.SpeedGroup {
		g.setBallSpeeds()
	}
}

// extend adds ticks to the effect, up to maxEffectTicks.
func (e *effect) extend(ticks int) {
	e.ticksLeft = min(e.ticksLeft+uint32(ticks), maxEffectTicks)
	e.duration = e.ticksLeft
}

// runEffects advances the active effects by one tick, in Play only. If DropExit is active and the
// paddle touches the right wall, the level ends.
func (g *Game) runEffects() {
	if g.Phase != Play {
		return
	}
	for k := range g.effects {
		if g.effects[k].ticksLeft > 0 {
			g.runEffect(spec.DropKind(k))
		}
	}
	if p := &g.world.Capsules[len(g.Paddles)-1]; g.Running(spec.DropExit) && p.X >= g.W-p.Half-tolerance {
		g.Tally.ExitPoints = g.scalePoints(exitPoints)
		g.addPoints(g.Tally.ExitPoints)
		g.enterPhase(Clear)
		g.emit(Event{Kind: LevelExited, Ball: -1, Brick: -1, Value: g.Tally.ExitPoints})
	}
}

// runEffect advances an active effect by one tick.
func (g *Game) runEffect(k spec.DropKind) {
	e := &g.effects[k]
	if e.ticksLeft--; e.ticksLeft > 0 {
		return
	}
	e.duration = 0
	if spec.Drops[k].Group == spec.SpeedGroup {
		g.setBallSpeeds()
	}
	g.emit(Event{Kind: DropEnded, Ball: -1, Brick: -1, Value: int(k)})
}

// endEffects ends all active effects.
func (g *Game) endEffects() {
	changesSpeed := g.Running(spec.DropFast) || g.Running(spec.DropSlow)
	g.effects = [spec.NumDrops]effect{}
	if changesSpeed {
		g.setBallSpeeds()
	}
}

// BallSpeed returns the speed that balls should have, in units/s. It is Game.Speed, adjusted for
// the level, the active effects and the end of the level.
func (g *Game) BallSpeed() float64 {
	speed := g.Speed
	if percent := g.levels[g.Level].Speed; percent > 0 {
		speed = float64(speed * float64(percent) / 100)
	}
	switch {
	case g.Running(spec.DropFast):
		speed = float64(speed * (1 + speedChange))
	case g.Running(spec.DropSlow):
		speed = float64(speed * (1 - speedChange))
	}
	return float64(speed * g.endSpeedFactor())
}

// setBallSpeeds sets all balls in flight to BallSpeed.
func (g *Game) setBallSpeeds() {
	for i := range g.Balls {
		d := &g.world.Discs[i]
		if speed := d.V.Norm(); !d.Held && speed > 0 {
			g.world.Turn(i, d.V.Mul(g.BallSpeed()/speed))
		}
	}
	g.world.Rebuild()
}

// applyJoker applies all good falling drops to the given paddle and removes the bad ones.
func (g *Game) applyJoker(paddle int) {
	var good [maxDrops]spec.DropKind
	n, kept := 0, 0
	for _, d := range g.Drops {
		switch g.BenefitOf(d.Kind) {
		case spec.Good:
			good[n] = d.Kind
			n++
			g.emit(Event{Kind: DropCaught, Ball: -1, Brick: -1, At: d.At, Value: int(d.Kind)})
		case spec.Bad:
			g.emit(Event{Kind: DropLost, Ball: -1, Brick: -1, At: d.At, Value: int(d.Kind)})
		default:
			g.Drops[kept] = d
			kept++
		}
	}

	g.Drops = g.Drops[:kept]
	for _, k := range good[:n] {
		g.applyDrop(k, paddle)
	}
}

// applyZap turns walls, metal and chaos into bricks that are breakable but not required. It also
// reveals hidden bricks.
func (g *Game) applyZap() {
	g.layout++
	for k := range g.Bricks {
		b := &g.Bricks[k]
		b.Hidden = false
		if newKind := spec.Kinds[b.Kind].ZapKind; b.Hits > 0 && newKind != 0 {
			b.Kind = newKind
			g.setHits(k, spec.Kinds[newKind].Hits)
		}
	}
}

// RunsFor reports whether the effect of drop k is active for a paddle. In a match, effects are
// active only for the paddle for which they last started. Otherwise they are active for both.
func (g *Game) RunsFor(k spec.DropKind, paddle int) bool {
	e := &g.effects[k]
	return e.ticksLeft > 0 && (int(e.paddle) == paddle || !g.Versus())
}

// EffectPaddle returns the paddle for which the effect of drop k last started.
func (g *Game) EffectPaddle(k spec.DropKind) int { return int(g.effects[k].paddle) }
