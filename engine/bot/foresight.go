package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file implements the strategy of the strongest bot. In each tick, it predicts the next arrivals of all balls
// instead of only the first one.

// An arrivalPlan is the state of this strategy between ticks.
type arrivalPlan struct {
	arrivals    [maxArrivals]arrival
	n           int     // number of elements of arrivals in use
	lastArrival float64 // seconds until the planned ball lands, at the last update
	hasShot     bool    // the plan includes a shot, because only walls were in the way of the ball
}

// maxArrivals is the maximum number of predicted arrivals. The earliest ones are kept.
const maxArrivals = 6

// An arrival is the predicted arrival of a ball at the height of the paddle.
type arrival struct {
	ball  int     // index of the ball
	x     float64 // x of its center on arrival
	t     float64 // seconds until arrival
	clear bool    // the ball touches only walls until it lands
}

// planForAll plans for the first reachable ball, so that the paddle can also reach the following balls. It returns the
// speed of the paddle.
func (b *Bot) planForAll(g *engine.Game, p *paddle) float64 {
	b.predictArrivals(g, p)
	b.arrival = never
	first := b.firstReachable(g, p)
	if first < 0 {
		return b.planWithoutBall(g)
	}
	f := b.arrivals[first]
	b.arrival = f.t
	lo, hi := b.placeRange(g, p, first)
	// A magnet or a turning brick changes a course slightly in each tick.
	const tolerance = 0.25                 // units or seconds
	again := f.t > b.lastArrival+tolerance // the ball has been returned since
	b.lastArrival = f.t
	if f.ball != b.ball || again || f.clear != b.hasShot || math.Abs(f.x-b.landingX) > tolerance {
		b.ball, b.landingX, b.hasShot = f.ball, f.x, f.clear
		b.target = clamp(f.x, lo, hi)
		if f.clear {
			b.target = b.bestShot(g, p, f, lo, hi)
		}
	}
	b.target = clamp(b.target, lo, hi)
	return b.neededSpeed(f.t - b.stuckTime(g, p))
}

// predictArrivals predicts where the balls land and stores the earliest arrivals in order.
func (b *Bot) predictArrivals(g *engine.Game, p *paddle) {
	b.n = 0
	for i := range g.Balls {
		x, t, clear := b.landing(g, p, i)
		if t == never {
			continue
		}
		k := b.n
		if k < maxArrivals {
			b.n++
		} else if k--; b.arrivals[k].t <= t {
			continue
		}
		for ; k > 0 && b.arrivals[k-1].t > t; k-- {
			b.arrivals[k] = b.arrivals[k-1]
		}
		b.arrivals[k] = arrival{i, x, t, clear}
	}
}

// firstReachable returns the index of the first arrival that the paddle can reach. It returns 0 if it can reach none,
// and −1 if there are no arrivals.
func (b *Bot) firstReachable(g *engine.Game, p *paddle) int {
	if b.n == 0 {
		return -1
	}
	stuck := b.stuckTime(g, p)
	for k := range b.n {
		f := &b.arrivals[k]
		gap := math.Abs(f.x-p.X) - p.Half
		if gap <= float64(b.abilities.HurrySpeed*max(0, f.t-stuck)) {
			return k
		}
	}
	return 0
}

// stuckTime returns the number of seconds for which the paddle cannot move.
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

// placeRange returns the positions of the paddle from which it can return the ball of arrival number i, as a range of
// its center. It narrows the range so that the paddle can also reach as many later arrivals as possible.
func (b *Bot) placeRange(g *engine.Game, p *paddle, i int) (lo, hi float64) {
	const safeShare = 0.7 // fraction of its maximum speed with which the bot calculates
	flat := p.Half - p.R
	f := &b.arrivals[i]
	left, right := b.paddleRange(g, p)
	lo, hi = clamp(f.x-flat, left, right), clamp(f.x+flat, left, right)
	for k := i + 1; k < b.n; k++ {
		next := &b.arrivals[k]
		reach := flat + float64(safeShare*b.abilities.HurrySpeed*(next.t-f.t))
		if l, h := max(lo, next.x-reach), min(hi, next.x+reach); l <= h {
			lo, hi = l, h
		}
	}
	return lo, hi
}

// bestShot returns the center of the paddle, from lo to hi, for the best shot at the arrival f. The offset of the
// ball from the center determines the ball's next direction. Positions where bad drops fall are worth less.
func (b *Bot) bestShot(g *engine.Game, p *paddle, f arrival, lo, hi float64) float64 {
	r := g.Disc(f.ball).R
	from := geom.Vec{X: f.x, Y: contactY(g, p, r)}
	best, target := math.Inf(-1), clamp(f.x, lo, hi)
	for k := range b.abilities.Shots {
		at := lo + float64((hi-lo)*(float64(k)/float64(b.abilities.Shots-1)))
		value := b.shotValue(g, p, from, g.Aim((f.x-at)/(p.Half+r), 1), r) + b.randomBonus(g)
		if value -= b.dropCost(g, p, at, f.t); value > best {
			best, target = value, at
		}
	}
	return target
}

// dropCost returns the cost of the bad drops that fall on the paddle if its center is at x in t seconds.
func (b *Bot) dropCost(g *engine.Game, p *paddle, x, t float64) float64 {
	const cost = 3 // more than the value of a brick
	sum := 0.0
	for k := range g.Drops {
		d := dropInView(g, p, k)
		y := d.At.Y + float64(d.V.Y*t)
		atPaddle := math.Abs(y-contactY(g, p, -p.R)) < 2*(engine.DropRadius+p.R) &&
			math.Abs(d.At.X-x) < p.Half+engine.DropRadius+0.5
		if g.BenefitOf(d.Kind) == spec.Bad && atPaddle {
			sum += cost
		}
	}
	return sum
}
