package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file is what drops do: at once, or as long as they run.

// An effect is a drop that runs.
type effect struct {
	left uint32 // ticks
	of   uint32 // ticks that were left when it was last caught: what a bar is full at
	by   uint8  // the paddle that caught it last
}

// What drops do, in numbers.
const (
	widenBy     = 1.8 // units that half of the paddle's width changes by
	paceShare   = 0.3 // that balls are faster or slower
	sizeShare   = 0.6 // that balls grow by, and that they shrink to
	weakPercent = 40  // of hits that do nothing
	moreTicks   = 7 * TicksPerSecond
	holdTicks   = 3 * TicksPerSecond // that a caught ball lies on the paddle
	breakPoints = 10_000
	maxBalls    = 24   // in the field, at most
	twinTurn    = 20.0 // degrees between a ball and its twin
	maxEffect   = 99 * TicksPerSecond
)

// Running reports whether a drop of the kind runs.
func (g *Game) Running(k DropKind) bool { return g.effects[k].left > 0 }

// TimeLeft returns how many ticks a drop of the kind still runs, and of how many
// when it was last caught.
func (g *Game) TimeLeft(k DropKind) (left, of int) {
	return int(g.effects[k].left), int(g.effects[k].of)
}

// take does what a drop does that paddle by has caught.
func (g *Game) take(k DropKind, by int) {
	row := &Drops[k]
	points := g.pay(row.Points)
	g.Card.Caught++
	g.Card.Drop += points
	g.earn(points)
	if row.Seconds > 0 {
		g.begin(k, by)
		return
	}
	switch k {
	case DropExpand:
		g.widen(by, widenBy)
	case DropShrink:
		g.widen(by, -widenBy)
	case DropLife:
		g.winLife()
	case DropExtraBall:
		g.addHeld(normalBall, by)
	case DropHeavyBall:
		g.addHeld(heavyBall, by)
	case DropLightBall:
		g.addHeld(lightBall, by)
	case DropChance:
		g.take(g.drawDrop(DropChance), by)
	case DropJoker:
		g.joker(by)
	case DropEndAll:
		g.endEffects()
		for j := range g.Paddles {
			_, g.Paddles[j].want, _ = g.widths(j)
		}
	case DropMoreTime:
		for k := range g.effects {
			if e := &g.effects[k]; e.left > 0 {
				e.extend(moreTicks)
			}
		}
	case DropDisrupt:
		g.twins(1, 2)
	case DropSplit:
		g.twins(len(g.Balls), 1)
	case DropZap:
		g.zap()
	}
}

// begin lets a drop run that paddle by has caught, or run longer, and ends those that
// it excludes.
func (g *Game) begin(k DropKind, by int) {
	row := &Drops[k]
	for j := range g.effects {
		if DropKind(j) != k && row.Group != Alone && Drops[j].Group == row.Group {
			g.effects[j] = effect{}
		}
	}
	ticks := row.Seconds * TicksPerSecond
	if row.Side == Good {
		ticks *= g.row().Longer
	}
	g.effects[k].extend(ticks)
	g.effects[k].by = uint8(by)
	if row.Group == OfPace {
		g.setPace()
	}
}

func (e *effect) extend(ticks int) {
	e.left = min(e.left+uint32(ticks), maxEffect)
	e.of = e.left
}

// runEffects lets a tick pass for what runs, in Play only.
func (g *Game) runEffects() {
	if g.Phase != Play {
		return
	}
	for k := range g.effects {
		e := &g.effects[k]
		if e.left == 0 {
			continue
		}
		if e.left--; e.left == 0 {
			e.of = 0
			if Drops[k].Group == OfPace {
				g.setPace()
			}
			g.emit(Event{Kind: DropEnded, Ball: -1, Brick: -1, Value: k})
		}
	}
	if p := &g.world.Capsules[len(g.Paddles)-1]; g.Running(DropBreak) && p.X >= g.W-p.Half-tolerance {
		g.Card.WayOut = g.pay(breakPoints)
		g.earn(g.Card.WayOut)
		g.enterPhase(Clear)
		g.emit(Event{Kind: LevelLeft, Ball: -1, Brick: -1, Value: g.Card.WayOut})
	}
}

// endEffects ends all that runs.
func (g *Game) endEffects() {
	paced := g.Running(DropFastBalls) || g.Running(DropSlowBalls)
	g.effects = [DropKinds]effect{}
	if paced {
		g.setPace()
	}
}

// Pace returns the speed that balls should have, in units/s: the ramp's and what
// runs.
func (g *Game) Pace() float64 {
	switch {
	case g.Running(DropFastBalls):
		return float64(g.Speed * (1 + paceShare))
	case g.Running(DropSlowBalls):
		return float64(g.Speed * (1 - paceShare))
	}
	return g.Speed
}

// setPace gives all balls in flight the speed that they should have.
func (g *Game) setPace() {
	for i := range g.Balls {
		d := &g.world.Discs[i]
		if speed := d.V.Norm(); !d.Held && speed > 0 {
			g.world.Turn(i, d.V.Mul(g.Pace()/speed))
		}
	}
	g.world.Rebuild()
}

// joker takes the good drops that fall and destroys the bad ones.
func (g *Game) joker(by int) {
	var good [maxDrops]DropKind
	n, kept := 0, 0
	for _, d := range g.Drops {
		switch Drops[d.Kind].Side {
		case Good:
			good[n] = d.Kind
			n++
			g.emit(Event{Kind: DropCaught, Ball: -1, Brick: -1, At: d.At, Value: int(d.Kind)})
		case Bad:
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

// zap makes walls breakable, though they need not be broken, and shows what hides.
func (g *Game) zap() {
	for k := range g.Bricks {
		b := &g.Bricks[k]
		b.Unseen = false
		if b.Hits > 0 && Kinds[b.Kind].Zaps {
			b.Kind = Cracked
			g.setHits(k, Kinds[Cracked].Hits)
		}
	}
}

// A form is what a ball is when nothing runs.
type form uint8

// The forms.
const (
	normalBall form = iota
	heavyBall
	lightBall
	stormBall
)

// forms says what each form is.
var forms = [...]struct{ r, mass float64 }{
	normalBall: {BallRadius, 1},
	heavyBall:  {0.8, 4},
	lightBall:  {0.45, 0.25},
	stormBall:  {0.25, 1},
}

// addHeld puts one more ball on paddle k, if there may be one.
func (g *Game) addHeld(f form, k int) {
	if len(g.Balls) == maxBalls {
		return
	}
	row := &forms[f]
	g.addBall(Ball{form: f, held: holdTicks, by: uint8(k)}, world.Disc{R: row.r, Mass: row.mass, Held: true})
	g.world.Rebuild()
}

// hold lets ball i stick to paddle k where it has touched it.
func (g *Game) hold(i, k int) {
	b, half := &g.Balls[i], g.world.Capsules[k].Half
	b.seat = geom.Clamp(g.BallAt(i).X-g.world.CapsuleX(k), -half, half)
	b.held = holdTicks
	g.world.Hold(i)
}

// liesOn reports whether ball i lies on paddle k.
func (g *Game) liesOn(i, k int) bool { return g.world.Discs[i].Held && int(g.Balls[i].by) == k }

// Holding reports whether a ball lies on paddle k.
func (g *Game) Holding(k int) bool {
	for i := range g.Balls {
		if g.liesOn(i, k) {
			return true
		}
	}
	return false
}

// nobody is no paddle.
const nobody = -1

// letGo sends the held balls off whose time is up, or all that lie on the paddle
// of: away from it, in the direction that the place chooses. One whose way another
// ball or a brick bars waits.
func (g *Game) letGo(of int) {
	gone := false
	for i := range g.Balls {
		b, r := &g.Balls[i], g.world.Discs[i].R
		if !g.world.Discs[i].Held {
			continue
		}
		if of != nobody && of != int(b.by) {
			continue
		}
		if b.held > 0 && of == nobody {
			b.held--
			continue
		}
		b.held = 0
		p := &g.Paddles[b.by]
		at := g.BallAt(i).Add(p.Away(geom.Vec{Y: -clearance}))
		if g.world.Room(at, r, i, -1) < r-tolerance {
			continue
		}
		o := b.seat / (g.world.Capsules[b.by].Half + r)
		g.launch(i, at, p.Away(ClampAim(Aim(o), o)).Mul(g.Pace()))
		gone = true
	}
	if gone {
		g.world.Rebuild()
	}
}

// launch lets ball i, which is held, go.
func (g *Game) launch(i int, at, v geom.Vec) {
	b := &g.Balls[i]
	b.fruitless, b.usefulAt, b.nudgedAt = 0, g.Tick, g.Tick
	g.world.Launch(i, at, v)
	g.emit(Event{Kind: BallServed, Ball: i, Brick: -1, At: at})
}

// twins gives each of the first n balls in flight so many others beside it, as far
// as there is room.
func (g *Game) twins(n, each int) {
	for i := range len(g.Balls) { // the last one may be lost in this very tick
		if g.world.Discs[i].Held || n == 0 {
			continue
		}
		n--
		for k := range each {
			if len(g.Balls) < maxBalls {
				g.twin(i, k)
			}
		}
	}
	g.world.Rebuild()
}

// twin puts a ball like ball i beside it, at the first of twelve places around it
// that has room. It flies to the other side of ball i than the last one.
func (g *Game) twin(i, k int) {
	b, d := g.Balls[i], g.world.Discs[i]
	at := g.BallAt(i)
	const places, gap = 12, 0.05
	for place := range places {
		p := at.Along(geom.Direction(float64(place)*360/places), 2*d.R+gap)
		if g.world.Room(p, d.R+clearance, -1, -1) < d.R+clearance || g.behind(p.Y, d.R) {
			continue
		}
		turn := geom.Direction(twinTurn)
		if k%2 == 1 {
			turn.Y = -turn.Y
		}
		b.fruitless, b.usefulAt, b.nudgedAt = 0, g.Tick, g.Tick
		d.From, d.V = p, d.V.Turn(turn)
		g.addBall(b, d)
		g.emit(Event{Kind: BallServed, Ball: len(g.Balls) - 1, Brick: -1, At: p})
		return
	}
}
