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
	paceShare   = 0.3 // change of the balls' speed, relative
	sizeShare   = 0.6 // growth of balls, relative; also the size that they shrink to
	weakPercent = 40  // of hits that do nothing
	moreTicks   = 7 * TicksPerSecond
	holdTicks   = 3 * TicksPerSecond // for which a caught ball is held
	breakPoints = 5000
	maxBalls    = 24   // greatest number in the field
	twinTurn    = 20.0 // degrees between a ball and its twin
	maxEffect   = 99 * TicksPerSecond
)

// Running reports whether a drop of kind k runs.
func (g *Game) Running(k spec.DropKind) bool { return g.effects[k].ticksLeft > 0 }

// TimeLeft returns the ticks for which a drop of kind k still runs, and their number when it was
// last caught.
func (g *Game) TimeLeft(k spec.DropKind) (left, of int) {
	return int(g.effects[k].ticksLeft), int(g.effects[k].of)
}

// take applies a drop that paddle by has caught.
func (g *Game) take(k spec.DropKind, by int) {
	row := &spec.Drops[k]
	points := g.pay(row.Points)
	g.Tally.Caught++
	g.Tally.Drop += points
	g.earn(points)

	to := g.sent(k, by)
	if row.Seconds > 0 {
		g.begin(k, to)
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
		g.winLife()
	case spec.DropBall:
		g.addHeld(normalBall, by)
	case spec.DropHeavy:
		g.addHeld(heavyBall, by)
	case spec.DropLight:
		g.addHeld(lightBall, by)
	case spec.DropChance:
		g.take(g.drawDrop(spec.DropChance), by)
	case spec.DropJoker:
		g.joker(by)
	case spec.DropEnd:
		g.endEffects()
		for j := range g.Paddles {
			_, g.Paddles[j].want, _ = g.widths(j)
		}
	case spec.DropTime:
		for k := range g.effects {
			if e := &g.effects[k]; e.ticksLeft > 0 {
				e.extend(moreTicks)
			}
		}
	case spec.DropTriple:
		g.twins(1, 2)
	case spec.DropSplit:
		g.twins(len(g.Balls), 1)
	case spec.DropZap:
		g.zap()
	}
}

// sent returns the paddle that a drop acts on which paddle by has caught: among opponents, what harms
// is for the other one.
func (g *Game) sent(k spec.DropKind, by int) (to int) {
	if !g.Faces() || spec.Drops[k].Traits&spec.Sent == 0 {
		return by
	}
	to = 1 - by
	g.emit(Event{Kind: DropSent, Ball: -1, Brick: -1, At: g.paddleMiddle(to), Value: int(k)})
	return to
}

// begin starts or extends the effect of a drop on paddle by, and ends those that it excludes.
func (g *Game) begin(k spec.DropKind, by int) {
	row := &spec.Drops[k]
	for j := range g.effects {
		if spec.DropKind(j) != k && row.Group != spec.Alone && spec.Drops[j].Group == row.Group {
			g.effects[j] = effect{}
		}
	}
	ticks := row.Seconds * TicksPerSecond
	if row.Benefit == spec.Good {
		ticks *= g.row().Longer
	}
	g.effects[k].extend(ticks)
	g.effects[k].by = uint8(by)
	if row.Group == spec.OfPace {
		g.setPace()
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
		g.Tally.WayOut = g.pay(breakPoints)
		g.earn(g.Tally.WayOut)
		g.enterPhase(Clear)
		g.emit(Event{Kind: LevelLeft, Ball: -1, Brick: -1, Value: g.Tally.WayOut})
	}
}

// runEffect advances a running effect by a tick.
func (g *Game) runEffect(k spec.DropKind) {
	e := &g.effects[k]
	if e.ticksLeft--; e.ticksLeft > 0 {
		return
	}
	e.of = 0
	if spec.Drops[k].Group == spec.OfPace {
		g.setPace()
	}
	g.emit(Event{Kind: DropEnded, Ball: -1, Brick: -1, Value: int(k)})
}

// endEffects ends all running effects.
func (g *Game) endEffects() {
	paced := g.Running(spec.DropFast) || g.Running(spec.DropSlow)
	g.effects = [spec.DropKinds]effect{}
	if paced {
		g.setPace()
	}
}

// Pace returns the desired speed of balls in units/s: that of the ramp, changed by running effects
// in the level and toward its end.
func (g *Game) Pace() float64 {
	pace := g.Speed
	if share := g.levels[g.Level].Speed; share > 0 {
		pace = float64(pace * float64(share) / 100)
	}
	switch {
	case g.Running(spec.DropFast):
		pace = float64(pace * (1 + paceShare))
	case g.Running(spec.DropSlow):
		pace = float64(pace * (1 - paceShare))
	}
	return float64(pace * g.hurry())
}

// setPace sets the speed of all balls in flight to the Pace.
func (g *Game) setPace() {
	for i := range g.Balls {
		d := &g.world.Discs[i]
		if speed := d.V.Norm(); !d.Held && speed > 0 {
			g.world.Turn(i, d.V.Mul(g.Pace()/speed))
		}
	}
	g.world.Rebuild()
}

// joker takes the falling good drops and destroys the bad ones.
func (g *Game) joker(by int) {
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
		g.take(k, by)
	}
}

// zap makes walls breakable, though not required, and reveals hidden bricks.
func (g *Game) zap() {
	for k := range g.Bricks {
		b := &g.Bricks[k]
		b.Unseen = false
		if to := spec.Kinds[b.Kind].Zapped; b.Hits > 0 && to != 0 {
			b.Kind = to
			g.setHits(k, spec.Kinds[to].Hits)
		}
	}
}

// RunsFor reports whether a drop of kind k runs for the paddle. Effects run for both partners, but
// among opponents only for the one that it last began for.
func (g *Game) RunsFor(k spec.DropKind, paddle int) bool {
	e := &g.effects[k]
	return e.ticksLeft > 0 && (int(e.by) == paddle || !g.Faces())
}

// Owner returns the paddle that the running drop of kind k last began for.
func (g *Game) Owner(k spec.DropKind) int { return int(g.effects[k].by) }
