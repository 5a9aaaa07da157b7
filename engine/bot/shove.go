package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
)

// This file contains how bots shove: toward bricks where a course leads to none, away from level, and to
// get a ball that they would miss.

// The shoves of bots.
const (
	shoveInterval = 12  // ticks between two looks
	shoveClear    = 0.3 // seconds for which a ball must touch nothing: a kind blows for a quarter of one
	maxShoveBalls = 4   // balls that it looks at; with more it has other worries
	nearLevel     = 0.3 // sine of 17°

	shoveIdleInCoop = 4   // seconds without a hit until one shoves whose partner goes to where the ball is expected
	maxSaveTime     = 0.8 // seconds before a ball comes down: what is later may change
)

// wantsShove returns the button of the shove that the bot makes now, or 0.
func (b *Bot) wantsShove(g *engine.Game, p *paddle) engine.Button {
	s := &g.Shoves[b.paddle]
	if b.abilities.ShoveAfter == 0 || s.Meter < engine.ShoveCost {
		return 0
	}
	blows := s.Kind != engine.NoShove && g.Tick-s.Began < engine.ShoveTicks
	if blows && b.slowNext && g.Tick >= s.SlowUntil {
		b.slowNext = false
		return engine.Up // the second one, which slows time
	}
	if blows || g.Tick%shoveInterval != 0 || len(g.Balls) > maxShoveBalls {
		return 0
	}
	if kind := b.savingShove(g, p); kind != engine.NoShove {
		return b.button(g, p, kind)
	}
	return b.button(g, p, b.bestShove(g, p))
}

// button returns the button of a kind. Where it chooses among those that Fire cannot be, it is Fire if that
// does the same.
func (b *Bot) button(g *engine.Game, p *paddle, kind engine.ShoveKind) engine.Button {
	if kind == engine.ShoveSteeper && !g.FireShoves(b.paddle) {
		return 0
	}
	return engine.ShoveKinds[kind].Button
}

// bestShove returns the kind by which the bot's balls break more bricks, or Calm if none is worth it. The
// fuller the meter and the longer ago the last hit, the less it must be worth.
func (b *Bot) bestShove(g *engine.Game, p *paddle) engine.ShoveKind {
	idle := float64(g.TicksSinceHit()) / engine.TicksPerSecond
	if idle < b.abilities.ShoveAfter || len(g.Balls) > 1 && b.abilities.Foresight { // its balls should not come down at once
		return engine.NoShove
	}
	if g.SideBySide() && idle < shoveIdleInCoop {
		return engine.NoShove
	}
	best, minGain := engine.NoShove, float64(2-float64(idle/4))-float64(g.Shoves[b.paddle].Meter)/engine.ShoveFull
	minGain = max(minGain, 0.2)
	for kind := engine.ShoveSteeper; int(kind) < len(engine.ShoveKinds); kind++ {
		gain := 0.0
		for i := range g.Balls {
			gain += b.shoveGain(g, p, i, kind)
		}
		if gain > minGain {
			best, minGain = kind, gain
		}
	}
	return best
}

// gain returns what ball i is worth more with a kind than without. A ball that comes down to the paddle will be
// aimed by that.
func (b *Bot) shoveGain(g *engine.Game, p *paddle, i int, kind engine.ShoveKind) float64 {
	ball := g.Disc(i)
	speed := ball.V.Norm()
	if ball.Held || g.LastPaddle(i) != b.paddle || speed == 0 {
		return 0
	}
	at, d := toView(g, p, g.BallAt(i)), p.Orient(ball.V.Unit())
	if sweepInView(g, p, at, d, ball.R, -1).Dist < speed*shoveClear {
		return 0
	}

	gain := 0.0
	if level := math.Abs(d.Y); level < nearLevel && kind == engine.ShoveSteeper {
		gain = 1.5
	}
	if b.abilities.Depth == 0 {
		return gain
	}
	after, to := b.afterShove(g, p, i, kind)
	if d.Y > 0 && after.Y > g.H/2 {
		return gain
	}
	return gain + b.shotValue(g, p, after, to, ball.R) - b.shotValue(g, p, at, d, ball.R)
}

// save returns the kind after which the bot reaches a ball that it would miss, or Calm. If none is
// enough but slow time is, it returns one, and slows time next.
func (b *Bot) savingShove(g *engine.Game, p *paddle) engine.ShoveKind {
	i := b.ball
	if !b.abilities.Drops || i < 0 || i >= len(g.Balls) || g.Disc(i).Held || g.LastPaddle(i) != b.paddle {
		return engine.NoShove
	}
	x, t, clear := b.landing(g, p, i)
	if !clear || t > maxSaveTime || b.missDistance(p, x, t) <= 0 {
		return engine.NoShove
	}
	for kind := engine.ShoveSteeper; int(kind) < len(engine.ShoveKinds); kind++ {
		if x, t := b.landingAfter(g, p, i, kind); t < never && b.missDistance(p, x, t) <= 0 {
			return kind
		}
	}
	if g.Shoves[b.paddle].Meter >= 2*engine.ShoveCost && b.missDistance(p, x, 2*t) <= 0 {
		b.slowNext = true
		return engine.ShoveUp
	}
	return engine.NoShove
}

// landingAfter returns where and in how many seconds ball i comes down to the paddle after a kind, if it meets
// nothing but walls at the sides.
func (b *Bot) landingAfter(g *engine.Game, p *paddle, i int, kind engine.ShoveKind) (x, t float64) {
	ball := g.Disc(i)
	at, d := b.afterShove(g, p, i, kind)
	down := paddleLine(g, p, ball.R) - at.Y
	if d.Y <= 0 || down < 0 {
		return 0, never
	}
	length := down / d.Y
	return foldX(at.X+float64(d.X*length), g.W), length/ball.V.Norm() + float64(engine.ShoveTicks)/engine.TicksPerSecond
}

// afterShove returns where ball i is after a kind, and its direction then: meanwhile it goes along the mean of
// its courses.
func (b *Bot) afterShove(g *engine.Game, p *paddle, i int, kind engine.ShoveKind) (at, d geom.Vec) {
	ball := g.Disc(i)
	d = p.Orient(g.VelocityAfterShove(i, kind).Unit())
	mean := p.Orient(ball.V.Unit()).Add(d).Unit()
	return toView(g, p, g.BallAt(i)).Along(mean, float64(ball.V.Norm()*engine.ShoveTicks)/engine.TicksPerSecond), d
}

// late returns by how many units the bot misses a ball that comes down at x in t seconds.
func (b *Bot) missDistance(p *paddle, x, t float64) float64 {
	return math.Abs(x-p.X) - p.Half - float64(b.abilities.HurrySpeed*t)
}
