package engine

import (
	"math"

	"arkterm/engine/geom"
)

// A Bot plays. It sees what a player sees, works out where the ball comes down,
// and picks the shot that breaks the most. It is the attract mode and the test
// player. It keeps a random stream of its own, so that watching it changes
// nothing in the game.
type Bot struct {
	row    StrengthRow
	rng    random
	ball   int     // that the plan is for
	course uint32  // of that ball when the plan was made
	since  float64 // the same
	goal   float64 // where the middle of the paddle should be …
	when   float64 // … in so many seconds
	at     float64 // where it is asked to be now
	begun  bool
	fired  bool

	news   int    // the ball whose course has changed since the plan …
	newsOf uint32 // … the course that it has now …
	newsAt uint64 // … and the tick in which it was first looked at

	foresight
}

// NewBot returns a bot that plays well. Bots with other seeds prefer other shots.
func NewBot(seed uint64) *Bot { return &Bot{row: plainBot, rng: random(seed ^ 0xb07), ball: -1} }

const (
	botSpeed     = 64.0 // units/s: as a quick hand moves
	botHurry     = 200.0
	botLookahead = 14 // contacts of a falling ball that it thinks through
	botShots     = 19 // offsets that it considers for a return
	botDepth     = 6  // contacts of each that it thinks through
	botThink     = TicksPerSecond / 3
	botPause     = 24                 // ticks between two looks at what Fire could do
	botPatience  = 2 * TicksPerSecond // in Serve, then any aim will do
)

// Play returns what the bot asks for in the next tick.
func (b *Bot) Play(g *Game) Control {
	c := Idle
	if len(g.Paddles) == 0 {
		return c
	}
	p := &g.Paddles[0]
	if !b.begun {
		b.begun, b.at, b.goal = true, p.X, p.X
	}
	speed := b.row.Speed
	switch {
	case g.Phase == Serve:
		b.ball, b.goal = -1, g.W/2
		if !b.fired && b.wantsServe(g) {
			c.Buttons = Fire
		}
	case g.Phase == Play:
		if !b.fired && (g.Recall || b.wantsFire(g, p)) {
			c.Buttons = Fire
		}
		if b.row.Foresight {
			speed = b.foresee(g, p)
		} else {
			speed = b.follow(g, p)
		}
	}
	b.fired = c.Buttons&Fire != 0
	step := speed / TicksPerSecond
	goal := b.goal
	if g.Phase == Play && b.row.Drops {
		goal = b.detour(g, p)
	}
	b.at += max(-step, min(step, goal-b.at))
	c.Target = int16(max(0, min(g.W, b.at)) * 64)
	return c
}

// wantsServe reports whether the aim points at something worth hitting.
func (b *Bot) wantsServe(g *Game) bool {
	age := g.Tick - g.Since
	if age < botThink || age%12 != 0 {
		return false
	}
	i := len(g.Balls) / 2
	worth := b.worth(g, g.BallAt(i), g.serveAim(i), g.Balls[i].R)
	return worth > 1.2 || age > botPatience
}

// follow makes a plan for the ball that comes down first, whenever a course has
// changed, and returns how fast to move for it.
func (b *Bot) follow(g *Game, p *Paddle) float64 {
	first, when, x, clear := -1, never, 0.0, false
	for i := range g.Balls {
		if at, t, free := b.landing(g, p, i); t < when {
			first, when, x, clear = i, t, at, free
		}
	}
	b.when = when
	if first < 0 {
		return b.row.Speed
	}
	ball := &g.Balls[first]
	changed := first != b.ball || ball.course != b.course || ball.since != b.since
	if changed && b.notices(g, first) {
		x += b.errs()
		b.ball, b.course, b.since = first, ball.course, ball.since
		b.goal = max(p.Half, min(g.W-p.Half, x))
		if clear {
			b.goal = b.aimFor(g, p, x, ball.R)
		}
	}
	return b.haste(when)
}

// haste returns how fast to move to be at the goal in so many seconds.
func (b *Bot) haste(when float64) float64 {
	if far := b.goal - b.at; far > b.row.Speed*when || -far > b.row.Speed*when {
		return b.row.Hurry
	}
	return b.row.Speed
}

// wantsFire reports whether there is something to let go or to shoot at.
func (b *Bot) wantsFire(g *Game, p *Paddle) bool {
	if g.Tick%botPause != 0 {
		return false
	}
	if g.holding(0) {
		return b.rng.below(4) == 0
	}
	if g.Shots == 0 && !g.Running(DropWeapon) {
		return false
	}
	c := g.cast(geom.Vec{X: p.X, Y: p.Y - p.R}, geom.Vec{Y: -1}, 0, -1, false)
	return c.Brick >= 0 && g.Bricks[c.Brick].Kind.Needed()
}

// detour returns where the paddle should be right now: where the plan says or, if
// there is time for it until the ball comes, at a good drop, and not under a bad
// one.
func (b *Bot) detour(g *Game, p *Paddle) float64 {
	line := p.Y - p.R - DropRadius
	soonest, goal := b.when, b.goal
	for k := range g.Drops {
		d := &g.Drops[k]
		t := (line - d.At.Y) / d.V.Y
		x := max(p.Half, min(g.W-p.Half, d.At.X))
		back := max(0, t) + float64((math.Abs(x-b.goal)+1)/b.row.Speed)
		if Drops[d.Kind].Side != Bad && t > -0.2 && back < soonest {
			soonest, goal = back, x
		}
	}
	return b.dodge(g, p, line, goal)
}

// dodge moves a goal aside that a bad drop is about to fall on, unless the ball
// comes down there just as soon.
func (b *Bot) dodge(g *Game, p *Paddle, line, goal float64) float64 {
	const near = 0.4 // seconds
	reach := p.Half + DropRadius + 0.5
	for k := range g.Drops {
		d := &g.Drops[k]
		t := (line - d.At.Y) / d.V.Y
		if b.row.Foresight {
			t = max(t, 0) // one beside the paddle is there for 0.7 s, but a ball cannot wait
		}
		aside := goal - d.At.X
		if Drops[d.Kind].Side != Bad || t > near || b.when < t+2*near || math.Abs(aside) >= reach {
			continue
		}
		left, right := d.At.X-reach, d.At.X+reach
		if right > g.W-p.Half || aside < 0 && left >= p.Half {
			return left
		}
		return right
	}
	return goal
}

// landing follows ball i until it is level with the paddle, and returns where
// that is, in how many seconds, and whether nothing but walls is on the way.
func (b *Bot) landing(g *Game, p *Paddle, i int) (x, t float64, clear bool) {
	ball := &g.Balls[i]
	line := p.Y - p.R - ball.R
	at, d, speed := g.BallAt(i), ball.V.Unit(), ball.V.Norm()
	if speed == 0 || ball.Held || at.Y > line {
		return 0, never, false
	}
	clear = true
	skip, length := -1, 0.0
	for range b.row.Lookahead {
		c := g.cast(at, d, ball.R, skip, false)
		if d.Y > 0 {
			if down := (line - at.Y) / d.Y; down <= c.Dist {
				return at.X + float64(d.X*down), (length + down) / speed, clear
			}
		}
		length += c.Dist
		at, d, skip = g.onward(at, d, ball.R, c)
		clear = clear && c.Brick < 0
	}
	return at.X, length / speed, false
}

// aimFor returns where the paddle should be when a ball comes down at x: the
// offset decides where the ball goes next.
func (b *Bot) aimFor(g *Game, p *Paddle, x, r float64) float64 {
	// On the round ends the paddle is lower than its line: a flat ball would
	// pass over them.
	flat := float64((p.Half - p.R) / (p.Half + r) * b.row.Swing)
	best, goal := -1.0, max(p.Half, min(g.W-p.Half, x))
	from := geom.Vec{X: x, Y: p.Y - p.R - r}
	for k := range b.row.Shots {
		o := float64(k-b.row.Shots/2) / float64(max(1, b.row.Shots/2)) * flat
		at := x - float64(o*(p.Half+r))
		if at < p.Half || at > g.W-p.Half {
			continue
		}
		worth := b.worth(g, from, clampAim(aim(o), 1), r) + float64(b.rng.below(1000))/4000
		if worth > best {
			best, goal = worth, at
		}
	}
	return goal
}

// worth follows a shot for some contacts and adds up what it breaks: the sooner
// the better.
func (b *Bot) worth(g *Game, at, d geom.Vec, r float64) float64 {
	worth, skip := 0.0, -1
	for k := range b.row.Depth {
		c := g.cast(at, d, r, skip, false)
		if c.Brick < 0 && c.N.Y < 0 {
			break // down to the paddle's line
		}
		if c.Brick >= 0 && g.Bricks[c.Brick].Kind.Needed() {
			worth += 2 / float64(k+1)
		}
		at, d, skip = g.onward(at, d, r, c)
	}
	return worth
}

// onward returns where a disc of radius r goes on after what it meets, and the
// brick that it comes from: it bounces, or comes out of the other portal.
func (g *Game) onward(at, d geom.Vec, r float64, c Touch) (geom.Vec, geom.Vec, int) {
	at = at.Along(d, c.Dist)
	if c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
		to := int(g.Bricks[c.Brick].Pair)
		out, _ := g.outOf(&g.Bricks[c.Brick].Shape, &g.Bricks[to].Shape, at, d, r)
		return out, d, to
	}
	return at, geom.Reflect(d, c.N), c.Brick
}
