package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
)

// This file decides when bots shove. They shove to direct balls toward bricks, to make a course steeper, and to
// reach a ball that they would otherwise miss.

// Parameters of the bots' shoves.
const (
	shoveInterval = 12  // ticks between checks
	shoveClear    = 0.3 // seconds for which a ball must touch nothing; a shove takes 0.25 s
	maxShoveBalls = 4   // maximum number of balls in play
	maxFlatSine   = 0.3 // sine of 17°, the maximum angle from horizontal of a course that the bot makes steeper

	// Seconds without a hit after which a bot in co-op shoves. Before that, its partner moves to the expected position
	// of the ball.
	shoveIdleInCoop = 4

	maxSaveTime = 0.8 // seconds before a ball lands; a prediction for a later time may change
)

// shoveButton returns the button of the shove that the bot makes now, or 0.
func (b *Bot) shoveButton(g *engine.Game, p *paddle) engine.Button {
	s := &g.Shoves[b.paddle]
	if b.abilities.ShoveAfter == 0 || s.Meter < engine.ShoveCost {
		return 0
	}
	active := s.Kind != engine.NoShove && g.Tick-s.Began < engine.ShoveTicks
	if active && b.willSlowTime && g.Tick >= s.SlowUntil {
		b.willSlowTime = false
		return engine.Up // the second shove, which slows time
	}
	if active || g.Tick%shoveInterval != 0 || len(g.Balls) > maxShoveBalls {
		return 0
	}
	if kind := b.savingShove(g, p); kind != engine.NoShove {
		return b.button(g, p, kind)
	}
	return b.button(g, p, b.bestShove(g, p))
}

// button returns the button of a shove. It returns 0 for the steeper shove if Fire currently has another function.
func (b *Bot) button(g *engine.Game, p *paddle, kind engine.ShoveKind) engine.Button {
	if kind == engine.ShoveSteeper && !g.FireShoves(b.paddle) {
		return 0
	}
	return engine.ShoveKinds[kind].Button
}

// bestShove returns the shove that increases the value of the bot's balls the most, or NoShove if no increase is
// large enough. The required increase is smaller if the meter is fuller or the last hit is longer ago.
func (b *Bot) bestShove(g *engine.Game, p *paddle) engine.ShoveKind {
	idle := float64(g.TicksSinceHit()) / engine.TicksPerSecond
	// With several balls in play, a bot with foresight does not shove. A shove turns all balls that the player touched
	// last, so several of them could land at the same time.
	if idle < b.abilities.ShoveAfter || len(g.Balls) > 1 && b.abilities.Foresight {
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

// shoveGain returns the increase of the value of ball i due to a shove. If the ball reaches the paddle soon,
// only a steeper course counts, because the bot will choose a new direction at the paddle.
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
	if math.Abs(d.Y) < maxFlatSine && kind == engine.ShoveSteeper {
		gain = 1.5
	}
	if b.abilities.Depth == 0 {
		return gain
	}
	after, direction := b.afterShove(g, p, i, kind)
	if d.Y > 0 && after.Y > g.H/2 {
		return gain
	}
	return gain + b.shotValue(g, p, after, direction, ball.R) - b.shotValue(g, p, at, d, ball.R)
}

// savingShove returns the shove after which the bot reaches a ball that it would miss, or NoShove. If only slow motion
// is sufficient, it returns the first of two shoves. The second shove slows time.
func (b *Bot) savingShove(g *engine.Game, p *paddle) engine.ShoveKind {
	i := b.ball
	if !b.abilities.CatchesDrops || i < 0 || i >= len(g.Balls) || g.Disc(i).Held || g.LastPaddle(i) != b.paddle {
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
		b.willSlowTime = true
		return engine.ShoveUp
	}
	return engine.NoShove
}

// landingAfter returns the position x and the time t in seconds at which ball i reaches the height of the paddle after
// a shove. It assumes that the ball touches only side walls. If the ball does not fly toward the paddle, t is infinite
// (the constant never).
func (b *Bot) landingAfter(g *engine.Game, p *paddle, i int, kind engine.ShoveKind) (x, t float64) {
	ball := g.Disc(i)
	at, d := b.afterShove(g, p, i, kind)
	down := contactY(g, p, ball.R) - at.Y
	if d.Y <= 0 || down < 0 {
		return 0, never
	}
	length := down / d.Y
	return foldX(at.X+float64(d.X*length), g.W), length/ball.V.Norm() + float64(engine.ShoveTicks)/engine.TicksPerSecond
}

// afterShove returns the position and the direction of ball i after a shove. It assumes that during the shove, the
// ball flies in the mean of its directions before and after it.
func (b *Bot) afterShove(g *engine.Game, p *paddle, i int, kind engine.ShoveKind) (at, d geom.Vec) {
	ball := g.Disc(i)
	d = p.Orient(g.VelocityAfterShove(i, kind).Unit())
	mean := p.Orient(ball.V.Unit()).Add(d).Unit()
	return toView(g, p, g.BallAt(i)).Along(mean, float64(ball.V.Norm()*engine.ShoveTicks)/engine.TicksPerSecond), d
}

// missDistance returns the distance by which the paddle will miss a ball that lands at x in t seconds. It is
// negative if the paddle reaches the ball.
func (b *Bot) missDistance(p *paddle, x, t float64) float64 {
	return math.Abs(x-p.X) - p.Half - float64(b.abilities.HurrySpeed*t)
}
