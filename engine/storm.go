package engine

import (
	"fmt"
	"slices"

	"arkterm/engine/digest"
	"arkterm/engine/world"
)

// This file contains storms: hundreds of small balls, which the paddle launches one after the
// other. All are in Game.Balls from one serve to the next, in the order of launch, so that adding
// or losing one does not require predicting the others anew.

// Swarm counts the balls of a storm.
type Swarm struct {
	Waiting int // on the paddle
	Flying  int
}

// Size of a storm, and its rate.
const (
	UsualStorm = 200
	MaxStorm   = 1000
	pourTicks  = 3 // between two balls: 80 a second
	stormLeast = 4 // the least number of balls at the beginning of a level is the storm's size divided by this
)

func init() {
	Modes[Storm].hooks = hooks{
		fill: fillStorm, seat: (*Game).seatStorm, serve: (*Game).serveStorm, pour: (*Game).pour, broken: (*Game).bringBack,
		lose: (*Game).loseOne, inFlight: (*Game).storms, nextLevel: (*Game).thin, hash: (*Game).hashStorm, check: (*Game).checkStorm,
	}
}

// fillStorm completes a configuration with a number of balls.
func fillStorm(c *Config) error {
	set(&c.Storm, UsualStorm)
	return nil
}

// seatStorm puts the remaining balls of a storm back on the paddle, or a new storm.
func (g *Game) seatStorm() {
	n := g.Swarm.Waiting + g.Swarm.Flying
	if n == 0 {
		n = g.storm
	}
	row := &ballKinds[stormBall]
	g.removeBalls()
	for range n {
		g.addBall(Ball{kind: stormBall}, world.Disc{R: row.r, Mass: row.mass, Held: true})
	}
	g.Swarm = Swarm{Waiting: n}
}

// serveStorm begins to launch the balls one after the other.
func (g *Game) serveStorm() {
	g.enterPhase(Play)
	g.damageAt = g.Tick
}

// pour launches the next waiting ball of a storm in the direction of the aim, which keeps swinging.
// It waits while another ball is in the way.
func (g *Game) pour() {
	s := &g.Swarm
	if s.Waiting == 0 || (g.Tick-g.Since)%pourTicks != 0 {
		return
	}
	i := 0
	for !g.waits(i) {
		i++
	}
	at, r := g.BallAt(i), g.world.Discs[i].R
	at.Y -= clearance
	if g.world.Room(at, r, i, -1) < r-tolerance {
		return
	}
	g.launch(i, at, g.ServeAim(i).Mul(g.Pace()))
	s.Waiting--
	s.Flying++
}

// waits reports whether ball i of a storm lies on the paddle.
func (g *Game) waits(i int) bool { return g.world.Discs[i].Held && !g.Balls[i].Gone }

// bringBack puts a lost ball of a storm back on the paddle, in return for a broken brick.
func (g *Game) bringBack() {
	if i := slices.IndexFunc(g.Balls, func(b Ball) bool { return b.Gone }); i >= 0 {
		g.Balls[i].Gone = false
		g.Swarm.Waiting++
	}
}

// loseOne marks ball i of a storm as lost. It keeps its index: otherwise all others would have to
// be predicted anew.
func (g *Game) loseOne(i int) (stays bool) {
	g.Balls[i].Gone = true
	g.world.Hold(i)
	g.Swarm.Flying--
	return true
}

// thin carries the remaining balls of a storm into the next level, at least a quarter of its size.
func (g *Game) thin() {
	g.Swarm = Swarm{Waiting: max(g.Swarm.Waiting+g.Swarm.Flying, g.storm/stormLeast, 1)}
}

// storms reports whether a storm has any balls.
func (g *Game) storms() bool { return g.Swarm != Swarm{} }

func (g *Game) hashStorm(d *digest.Sum) {
	d.Int(g.Swarm.Waiting)
	d.Int(g.Swarm.Flying)
}

// checkStorm checks that the balls of a storm match their counts.
func (g *Game) checkStorm() error {
	var got Swarm
	for i := range g.Balls {
		switch b := &g.Balls[i]; {
		case !g.world.Discs[i].Held:
			got.Flying++
		case !b.Gone:
			got.Waiting++
		}
	}
	if got != g.Swarm {
		return fmt.Errorf("balls of the storm: %+v, counted as %+v", got, g.Swarm)
	}
	return nil
}
