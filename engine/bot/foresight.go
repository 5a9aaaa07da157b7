package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file contains the strategy of the strongest bot, which predicts the next few balls instead
// of only the first, anew in each tick.

// A foresight is the state of this strategy between ticks.
type fallPlan struct {
	falls   [maxFalls]fall
	n       int     // number of falls
	due     float64 // seconds until the planned ball comes down, when last seen
	hasShot bool    // the plan chose a shot, since the ball's way was clear
}

// foreseen is the number of balls that it predicts, the right urgent ones.
const maxFalls = 6

// A fall is a ball that comes down to the paddle.
type fall struct {
	ball  int
	x     float64 // its middle at that time
	t     float64 // seconds until then
	clear bool    // it meets only walls before
}

// foresee makes a plan for the first ball that can be reached, so that the following ones can be
// reached too, and returns the speed to move at.
func (b *Bot) planForAll(g *engine.Game, p *paddle) float64 {
	b.findFalls(g, p)
	b.arrival = never
	first := b.firstReachable(g, p)
	if first < 0 {
		return b.planWithoutBall(g)
	}
	f := b.falls[first]
	b.arrival = f.t
	lo, hi := b.placeRange(g, p, first)
	const same = 0.25         // units or seconds: a magnet or a turning brick changes a course a little in each tick
	again := f.t > b.due+same // the ball has been returned since
	b.due = f.t
	if f.ball != b.ball || again || f.clear != b.hasShot || math.Abs(f.x-b.landingX) > same {
		b.ball, b.landingX, b.hasShot = f.ball, f.x, f.clear
		b.target = clamp(f.x, lo, hi)
		if f.clear {
			b.target = b.bestShot(g, p, f, lo, hi)
		}
	}
	b.target = clamp(b.target, lo, hi)
	return b.neededSpeed(f.t - b.stuckTime(g, p))
}

// survey predicts where the balls come down, and keeps the right urgent ones in order.
func (b *Bot) findFalls(g *engine.Game, p *paddle) {
	b.n = 0
	for i := range g.Balls {
		x, t, clear := b.landing(g, p, i)
		if t == never {
			continue
		}
		k := b.n
		if k < maxFalls {
			b.n++
		} else if k--; b.falls[k].t <= t {
			continue
		}
		for ; k > 0 && b.falls[k-1].t > t; k-- {
			b.falls[k] = b.falls[k-1]
		}
		b.falls[k] = fall{i, x, t, clear}
	}
}

// firstInReach returns the index of the first fall that the paddle can reach, 0 if it can reach
// none, and −1 if nothing falls.
func (b *Bot) firstReachable(g *engine.Game, p *paddle) int {
	if b.n == 0 {
		return -1
	}
	stuck := b.stuckTime(g, p)
	for k := range b.n {
		f := &b.falls[k]
		gap := math.Abs(f.x-p.X) - p.Half
		if gap <= float64(b.abilities.HurrySpeed*max(0, f.t-stuck)) {
			return k
		}
	}
	return 0
}

// stuckFor returns the number of seconds for which the paddle cannot move.
func (b *Bot) stuckTime(g *engine.Game, p *paddle) float64 {
	ticks := 0
	if g.RunsFor(spec.DropFrozen, b.paddle) {
		ticks, _ = g.EffectTicks(spec.DropFrozen)
	}
	if g.Tick < p.StunnedUntil {
		ticks = max(ticks, int(p.StunnedUntil-g.Tick))
	}
	return float64(ticks) / engine.TicksPerSecond
}

// window returns the range of the paddle's middle for the first fall that keeps as many later ones
// as possible in reach.
func (b *Bot) placeRange(g *engine.Game, p *paddle, first int) (lo, hi float64) {
	const sure = 0.7 // share of its speed that it relies on
	flat := p.Half - p.R
	f := &b.falls[first]
	left, right := b.paddleRange(g, p)
	lo, hi = clamp(f.x-flat, left, right), clamp(f.x+flat, left, right)
	for k := first + 1; k < b.n; k++ {
		next := &b.falls[k]
		reach := flat + float64(sure*b.abilities.HurrySpeed*(next.t-f.t))
		if l, h := max(lo, next.x-reach), min(hi, next.x+reach); l <= h {
			lo, hi = l, h
		}
	}
	return lo, hi
}

// bestShot returns the best place of the paddle in the window for the fall: the offset decides the
// ball's next direction, and bad drops fall on some places.
func (b *Bot) bestShot(g *engine.Game, p *paddle, f fall, lo, hi float64) float64 {
	r := g.Disc(f.ball).R
	from := geom.Vec{X: f.x, Y: paddleLine(g, p, r)}
	best, goal := math.Inf(-1), clamp(f.x, lo, hi)
	for k := range b.abilities.Shots {
		at := lo + float64((hi-lo)*(float64(k)/float64(b.abilities.Shots-1)))
		value := b.shotValue(g, p, from, g.Aim((f.x-at)/(p.Half+r), 1), r) + b.randomBonus(g)
		if value -= b.dropCost(g, p, at, f.t); value > best {
			best, goal = value, at
		}
	}
	return goal
}

// harm returns the cost of having the paddle at a place in t seconds, when bad drops may fall on
// it.
func (b *Bot) dropCost(g *engine.Game, p *paddle, at, t float64) float64 {
	const cost = 3 // more than the value of one brick
	sum := 0.0
	for k := range g.Drops {
		d := dropInView(g, p, k)
		y := d.At.Y + float64(d.V.Y*t)
		if g.BenefitOf(d.Kind) == spec.Bad && math.Abs(y-paddleLine(g, p, -p.R)) < 2*(engine.DropRadius+p.R) && math.Abs(d.At.X-at) < p.Half+engine.DropRadius+0.5 {
			sum += cost
		}
	}
	return sum
}
