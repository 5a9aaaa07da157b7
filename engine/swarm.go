package engine

import (
	"fmt"
	"slices"

	"arkterm/engine/geom"
)

// This file is storms: hundreds of small balls, which the paddle lets go one after the
// other. All of them are in Game.Balls from the serve to the next one, in the order in which they
// go; none of those that come and go makes the others be predicted anew.

// Swarm counts the balls of a storm.
type Swarm struct {
	Waiting int // on the paddle
	Flying  int
}

// How many balls a storm has, and how fast they come.
const (
	UsualStorm = 200
	MaxStorm   = 1000
	pourTicks  = 3 // from ball to ball: 80 a second
	stormLeast = 4 // the part of it that is there when a level begins, at least
)

// fillStorm does for storms what fill does for the rest.
func (c *Config) fillStorm() error {
	if !Modes[c.Mode].Storm {
		if c.Storm != 0 {
			return fmt.Errorf("a storm of %d balls in the mode %s", c.Storm, c.Mode)
		}
		return nil
	}
	set(&c.Storm, UsualStorm)
	return nil
}

// unstormy reports whether drops of the kind are not for storms: those that make balls,
// and that hold them.
func unstormy(k DropKind) bool {
	switch k {
	case DropCatch, DropExtraBall, DropHeavyBall, DropLightBall, DropDisrupt, DropSplit:
		return true
	}
	return false
}

// seatSwarm puts the balls of a storm that are left back on the paddle, or a new storm.
func (g *Game) seatSwarm() {
	n := g.Swarm.Waiting + g.Swarm.Flying
	if n == 0 {
		n = g.storm
	}
	row := &forms[stormBall]
	g.Balls = g.Balls[:0]
	for range n {
		g.Balls = append(g.Balls, Ball{R: row.r, Mass: row.mass, form: stormBall, Held: true})
	}
	g.Swarm = Swarm{Waiting: n}
	g.Recall = false
	g.Combo = 0
	g.rebuild()
}

// pour lets the next ball of a storm go, while there are such: in the direction of the aim, which
// swings on. Where another ball is in its way it waits.
func (g *Game) pour() {
	s := &g.Swarm
	if s.Waiting == 0 || (g.Tick-g.Since)%pourTicks != 0 {
		return
	}
	i := slices.IndexFunc(g.Balls, func(b Ball) bool { return b.Held && !b.Gone })
	at := g.BallAt(i)
	at.Y -= clearance
	if g.room(at, g.Balls[i].R, i, -1) < g.Balls[i].R-tolerance {
		return
	}
	g.launch(i, at, g.ServeAim(i).Mul(g.Pace()))
	g.energy += g.Balls[i].kinetic()
	g.enter(i)
	g.predict(i)
	s.Waiting--
	s.Flying++
}

// bringBack puts one of the balls that a storm has lost back on the paddle: for a brick that was
// broken.
func (g *Game) bringBack() {
	if i := slices.IndexFunc(g.Balls, func(b Ball) bool { return b.Gone }); i >= 0 && g.rules().Storm {
		g.Balls[i].Gone = false
		g.Swarm.Waiting++
	}
}

// loseOne takes ball i of a storm out of the game.
func (g *Game) loseOne(i int) {
	b := &g.Balls[i]
	g.energy -= b.kinetic()
	b.V, b.Held, b.Gone = geom.Vec{}, true, true
	b.course++
	g.park(i)
	if g.Swarm.Flying--; g.Swarm.Flying == 0 {
		g.energy = 0 // what rounding has left of it
	}
}

// thin takes what is left of a storm along into the next level: a quarter of it at least.
func (g *Game) thin() {
	if g.rules().Storm {
		g.Swarm = Swarm{Waiting: max(g.Swarm.Waiting+g.Swarm.Flying, g.storm/stormLeast, 1)}
	}
}

// inFlight reports whether any ball is, or soon will be.
func (g *Game) inFlight() bool {
	if g.rules().Storm {
		return g.Swarm != Swarm{}
	}
	return len(g.Balls) > 0
}
