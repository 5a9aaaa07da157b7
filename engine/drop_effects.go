package engine

import "arkterm/engine/spec"

// This file contains the effects of drops.

// An effect is the state of a running drop.
type effect struct {
	ticksLeft uint32 // ticks until it ends
	of        uint32 // ticks when it was last caught, for a full gauge
	by        uint8  // the paddle that it last began for
}

// The effects of drops.
const (
	widenBy     = 1.8 // change of half of the paddle's width, in units
	speedChange = 0.3 // change of the balls' speed, relative
	sizeChange  = 0.6 // growth of balls, relative; also the size that they shrink to
	weakPercent = 40  // of hits that do nothing
	moreTicks   = 7 * TicksPerSecond
	holdTicks   = 3 * TicksPerSecond // for which a caught ball is held
	exitPoints  = 5000
	maxBalls    = 24   // greatest number in the field
	twinTurn    = 20.0 // degrees between a ball and its twin
	maxEffect   = 99 * TicksPerSecond
)

// Running reports whether a drop of kind k runs.
func (g *Game) Running(k spec.DropKind) bool { return g.effects[k].ticksLeft > 0 }

// TimeLeft returns the ticks for which a drop of kind k still runs, and their number when it was
// last caught.
func (g *Game) EffectTicks(k spec.DropKind) (left, of int) {
	return int(g.effects[k].ticksLeft), int(g.effects[k].of)
}

// take applies a drop that paddle by has caught.
func (g *Game) applyDrop(k spec.DropKind, by int) {
	row := &spec.Drops[k]
	points := g.scalePoints(row.Points)
	g.Tally.DropsCaught++
	g.Tally.DropPoints += points
	g.addPoints(points)

	to := g.dropTarget(k, by)
	if row.Seconds > 0 {
		g.startEffect(k, to)
		return
	}

	switch k {
	case spec.DropExpand:
		g.widen(by, widenBy)
	case spec.DropShrink:
		g.widen(to, -widenBy)
	case spec.DropSteal:
		g.widen(to, -widenBy)
		g.widen(by, widenBy)
	case spec.DropLife:
		g.gainLife()
	case spec.DropExtraBall:
		g.addHeld(normalBall, by)
	case spec.DropHeavyBall:
		g.addHeld(heavyBall, by)
	case spec.DropLightBall:
		g.addHeld(lightBall, by)
	case spec.DropChance:
		g.applyDrop(g.randomDrop(spec.DropChance), by)
	case spec.DropJoker:
		g.applyJoker(by)
	case spec.DropCancel:
		g.endEffects()
		for j := range g.Paddles {
			_, g.Paddles[j].targetHalf, _ = g.widths(j)
		}
	case spec.DropMoreTime:
		for k := range g.effects {
			if e := &g.effects[k]; e.ticksLeft > 0 {
				e.extend(moreTicks)
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

// sent returns the paddle that a drop acts on which paddle by has caught: among opponents, what harms
// is for the other one.
func (g *Game) dropTarget(k spec.DropKind, by int) (to int) {
	if !g.Versus() || spec.Drops[k].Traits&spec.SentToOpponent == 0 {
		return by
	}
	to = 1 - by
	g.emit(Event{Kind: DropSent, Ball: -1, Brick: -1, At: g.paddleMiddle(to), Value: int(k)})
	return to
}

// begin starts or extends the effect of a drop on paddle by, and ends those that it excludes.
func (g *Game) startEffect(k spec.DropKind, by int) {
	row := &spec.Drops[k]
	for j := range g.effects {
		if spec.DropKind(j) != k && row.Group != spec.NoGroup && spec.Drops[j].Group == row.Group {
			g.effects[j] = effect{}
		}
	}
	ticks := row.Seconds * TicksPerSecond
	if row.Benefit == spec.Good {
		ticks *= g.row().GoodDropFactor
	}
	g.effects[k].extend(ticks)
	g.effects[k].by = uint8(by)
	if row.Group == spec.SpeedGroup {
		g.setBallSpeeds()
	}
}

func (e *effect) extend(ticks int) {
	e.ticksLeft = min(e.ticksLeft+uint32(ticks), maxEffect)
	e.of = e.ticksLeft
}

// runEffects advances the running effects by a tick, in Play only.
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

// runEffect advances a running effect by a tick.
func (g *Game) runEffect(k spec.DropKind) {
	e := &g.effects[k]
	if e.ticksLeft--; e.ticksLeft > 0 {
		return
	}
	e.of = 0
	if spec.Drops[k].Group == spec.SpeedGroup {
		g.setBallSpeeds()
	}
	g.emit(Event{Kind: DropEnded, Ball: -1, Brick: -1, Value: int(k)})
}

// endEffects ends all running effects.
func (g *Game) endEffects() {
	paced := g.Running(spec.DropFast) || g.Running(spec.DropSlow)
	g.effects = [spec.NumDrops]effect{}
	if paced {
		g.setBallSpeeds()
	}
}

// Pace returns the desired speed of balls in units/s: that of the ramp, changed by running effects
// in the level and toward its end.
func (g *Game) BallSpeed() float64 {
	pace := g.Speed
	if share := g.levels[g.Level].Speed; share > 0 {
		pace = float64(pace * float64(share) / 100)
	}
	switch {
	case g.Running(spec.DropFast):
		pace = float64(pace * (1 + speedChange))
	case g.Running(spec.DropSlow):
		pace = float64(pace * (1 - speedChange))
	}
	return float64(pace * g.endSpeedFactor())
}

// setPace sets the speed of all balls in flight to the Pace.
func (g *Game) setBallSpeeds() {
	for i := range g.Balls {
		d := &g.world.Discs[i]
		if speed := d.V.Norm(); !d.Held && speed > 0 {
			g.world.Turn(i, d.V.Mul(g.BallSpeed()/speed))
		}
	}
	g.world.Rebuild()
}

// joker takes the falling good drops and destroys the bad ones.
func (g *Game) applyJoker(by int) {
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
		g.applyDrop(k, by)
	}
}

// zap makes walls breakable, though not required, and reveals hidden bricks.
func (g *Game) applyZap() {
	for k := range g.Bricks {
		b := &g.Bricks[k]
		b.Unseen = false
		if to := spec.Kinds[b.Kind].ZapKind; b.Hits > 0 && to != 0 {
			b.Kind = to
			g.setHits(k, spec.Kinds[to].Hits)
		}
	}
}

// RunsFor reports whether a drop of kind k runs for the paddle. Effects run for both partners, but
// among opponents only for the one that it last began for.
func (g *Game) RunsFor(k spec.DropKind, paddle int) bool {
	e := &g.effects[k]
	return e.ticksLeft > 0 && (int(e.by) == paddle || !g.Versus())
}

// Owner returns the paddle that the running drop of kind k last began for.
func (g *Game) EffectPaddle(k spec.DropKind) int { return int(g.effects[k].by) }
