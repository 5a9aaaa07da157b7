package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file is how the strongest bot plays: it has the next few balls in mind, not
// only the first, and looks at them anew in each tick.

// A foresight is what it remembers of its last look.
type foresight struct {
	falls [foreseen]fall
	n     int     // how many of them there are
	from  float64 // where the ball comes down that the plan is for …
	due   float64 // … and in how many seconds it did when last seen
	aimed bool    // the plan chose a shot, as nothing was on the way
}

// foreseen is how many balls it has in mind, the most urgent ones.
const foreseen = 6

// A fall is a ball that comes down to the paddle.
type fall struct {
	ball  int
	x     float64 // where its middle is then
	t     float64 // in how many seconds
	clear bool    // nothing but walls is on its way
}

// foresee makes a plan for the first ball that can be reached, such that the ones
// after it can be reached too, and returns how fast to move.
func (b *Bot) foresee(g *engine.Game, p *paddle) float64 {
	b.survey(g, p)
	b.when = never
	first := b.firstInReach(g, p)
	if first < 0 {
		return b.rest(g)
	}
	f := b.falls[first]
	b.when = f.t
	lo, hi := b.window(g, p, first)
	const same = 0.25         // units or seconds: a magnet or a turning brick changes a course a little in each tick
	again := f.t > b.due+same // it has been up since
	b.due = f.t
	if f.ball != b.ball || again || f.clear != b.aimed || math.Abs(f.x-b.from) > same {
		b.ball, b.from, b.aimed = f.ball, f.x, f.clear
		b.goal = clamp(f.x, lo, hi)
		if f.clear {
			b.goal = b.bestShot(g, p, f, lo, hi)
		}
	}
	b.goal = clamp(b.goal, lo, hi)
	return b.haste(f.t - b.stuckFor(g, p))
}

// survey looks where the balls come down, and keeps the most urgent ones in order.
func (b *Bot) survey(g *engine.Game, p *paddle) {
	b.n = 0
	for i := range g.Balls {
		x, t, clear := b.landing(g, p, i)
		if t == never {
			continue
		}
		k := b.n
		if k < foreseen {
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

// firstInReach returns the first of the falls that the paddle can get to, the first
// of all if there is none, and −1 if nothing falls.
func (b *Bot) firstInReach(g *engine.Game, p *paddle) int {
	if b.n == 0 {
		return -1
	}
	stuck := b.stuckFor(g, p)
	for k := range b.n {
		f := &b.falls[k]
		gap := math.Abs(f.x-p.X) - p.Half
		if gap <= float64(b.row.Hurry*max(0, f.t-stuck)) {
			return k
		}
	}
	return 0
}

// stuckFor returns for how many seconds the paddle cannot move.
func (b *Bot) stuckFor(g *engine.Game, p *paddle) float64 {
	ticks := 0
	if g.RunsFor(spec.DropFrozen, b.paddle) {
		ticks, _ = g.TimeLeft(spec.DropFrozen)
	}
	if g.Tick < p.StunnedTo {
		ticks = max(ticks, int(p.StunnedTo-g.Tick))
	}
	return float64(ticks) / engine.TicksPerSecond
}

// window returns where the middle of the paddle may be for the first fall, so that
// as many as possible of the later ones are still in reach.
func (b *Bot) window(g *engine.Game, p *paddle, first int) (lo, hi float64) {
	const sure = 0.7 // of its speed, that it relies on
	flat := p.Half - p.R
	f := &b.falls[first]
	least, most := b.lane(g, p)
	lo, hi = clamp(f.x-flat, least, most), clamp(f.x+flat, least, most)
	for k := first + 1; k < b.n; k++ {
		next := &b.falls[k]
		reach := flat + float64(sure*b.row.Hurry*(next.t-f.t))
		if l, h := max(lo, next.x-reach), min(hi, next.x+reach); l <= h {
			lo, hi = l, h
		}
	}
	return lo, hi
}

// bestShot returns where in the window the paddle should be for the fall: the offset
// decides where the ball goes next, and bad drops come down on some of the places.
func (b *Bot) bestShot(g *engine.Game, p *paddle, f fall, lo, hi float64) float64 {
	r := g.Disc(f.ball).R
	from := geom.Vec{X: f.x, Y: line(g, p, r)}
	best, goal := math.Inf(-1), clamp(f.x, lo, hi)
	for k := range b.row.Shots {
		at := lo + float64((hi-lo)*(float64(k)/float64(b.row.Shots-1)))
		worth := b.worth(g, p, from, engine.ClampAim(engine.Aim((f.x-at)/(p.Half+r)), 1), r) + b.whim(g)
		if worth -= b.harm(g, p, at, f.t); worth > best {
			best, goal = worth, at
		}
	}
	return goal
}

// harm returns what a place costs that the paddle takes in t seconds: a bad drop is
// there then.
func (b *Bot) harm(g *engine.Game, p *paddle, at, t float64) float64 {
	const cost = 3 // more than one brick
	sum := 0.0
	for k := range g.Drops {
		d := seenDrop(g, p, k)
		y := d.At.Y + float64(d.V.Y*t)
		if spec.Drops[d.Kind].Side == spec.Bad && math.Abs(y-line(g, p, -p.R)) < 2*(engine.DropRadius+p.R) && math.Abs(d.At.X-at) < p.Half+engine.DropRadius+0.5 {
			sum += cost
		}
	}
	return sum
}
