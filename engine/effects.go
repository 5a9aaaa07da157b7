package engine

import "arkterm/engine/geom"

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
		for j := range g.slides {
			_, g.slides[j].want, _ = g.widths(j)
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
	if g.Phase != Play || g.free {
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
	if p := &g.Paddles[len(g.Paddles)-1]; g.Running(DropBreak) && p.X >= g.W-p.Half-tolerance {
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
		b := &g.Balls[i]
		if speed := b.V.Norm(); !b.Held && speed > 0 {
			g.setCourse(i, g.BallAt(i), b.V.Mul(g.Pace()/speed), g.now)
		}
	}
	g.rebuild()
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
			b.Kind, b.Hits = Cracked, Kinds[Cracked].Hits
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
	g.Balls = append(g.Balls, Ball{R: row.r, Mass: row.mass, form: f, Held: true, held: holdTicks, by: uint8(k)})
	g.rebuild()
}

// hold lets ball i stick to paddle k where it has touched it.
func (g *Game) hold(i, k int) {
	b := &g.Balls[i]
	p := &g.Paddles[k]
	b.seat = clamp(g.BallAt(i).X-g.paddleAt(k, g.now), -p.Half, p.Half)
	b.Held, b.held = true, holdTicks
	b.course++
	b.V = geom.Vec{}
	g.park(i)
}

// park takes ball i, which is held, out of all that predicts.
func (g *Game) park(i int) {
	g.tracks[i] = unknown
	g.grid.put(int32(i), -1)
	g.schedule(i, &g.tracks[i])
}

// Holding reports whether a ball lies on paddle k.
func (g *Game) Holding(k int) bool {
	for i := range g.Balls {
		if b := &g.Balls[i]; b.Held && int(b.by) == k {
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
		b := &g.Balls[i]
		if !b.Held {
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
		if g.room(at, b.R, i, -1) < b.R-tolerance {
			continue
		}
		o := b.seat / (p.Half + b.R)
		g.launch(i, at, p.Away(ClampAim(Aim(o), o)).Mul(g.Pace()))
		gone = true
	}
	if gone {
		g.rebuild()
	}
}

// launch lets ball i, which is held, go.
func (g *Game) launch(i int, at, v geom.Vec) {
	b := &g.Balls[i]
	b.Held = false
	b.fruitless, b.usefulAt, b.nudgedAt = 0, g.Tick, g.Tick
	g.setCourse(i, at, v, g.now)
	g.emit(Event{Kind: BallServed, Ball: i, Brick: -1, At: at})
}

// twins gives each of the first n balls in flight so many others beside it, as far
// as there is room.
func (g *Game) twins(n, each int) {
	for i := range len(g.Balls) { // the last one may be lost in this very tick
		if g.Balls[i].Held || n == 0 {
			continue
		}
		n--
		for k := range each {
			if len(g.Balls) < maxBalls {
				g.twin(i, k)
			}
		}
	}
	g.rebuild()
}

// twin puts a ball like ball i beside it, at the first of twelve places around it
// that has room. It flies to the other side of ball i than the last one.
func (g *Game) twin(i, k int) {
	b := g.Balls[i]
	at := g.BallAt(i)
	const places, gap = 12, 0.05
	for place := range places {
		p := at.Along(geom.Direction(float64(place)*360/places), 2*b.R+gap)
		if g.room(p, b.R+clearance, -1, -1) < b.R+clearance || g.behind(p.Y, b.R) {
			continue
		}
		turn := geom.Direction(twinTurn)
		if k%2 == 1 {
			turn.Y = -turn.Y
		}
		b.course, b.fruitless = 0, 0
		b.usefulAt, b.nudgedAt = g.Tick, g.Tick
		g.Balls = append(g.Balls, b)
		g.tracks = append(g.tracks, unknown)
		g.setCourse(len(g.Balls)-1, p, b.V.Turn(turn), g.now)
		g.emit(Event{Kind: BallServed, Ball: len(g.Balls) - 1, Brick: -1, At: p})
		return
	}
}
