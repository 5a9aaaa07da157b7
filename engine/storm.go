package engine

import (
	"fmt"
	"slices"

	"arkterm/engine/digest"
	"arkterm/engine/world"
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

// seatStorm puts the balls of a storm that are left back on the paddle, or a new storm.
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

// serveStorm lets the balls go, one after the other.
func (g *Game) serveStorm() {
	g.enterPhase(Play)
	g.damageAt = g.Tick
}

// pour lets the next ball of a storm go, while there are such: in the direction of the aim, which
// swings on. Where another ball is in its way it waits.
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

// bringBack puts one of the balls that a storm has lost back on the paddle: for a brick that was
// broken.
func (g *Game) bringBack() {
	if i := slices.IndexFunc(g.Balls, func(b Ball) bool { return b.Gone }); i >= 0 {
		g.Balls[i].Gone = false
		g.Swarm.Waiting++
	}
}

// loseOne takes ball i of a storm out of the game. Its place stays: else all the others
// would have to be predicted anew.
func (g *Game) loseOne(i int) (stays bool) {
	g.Balls[i].Gone = true
	g.world.Hold(i)
	g.Swarm.Flying--
	return true
}

// thin takes what is left of a storm along into the next level: a quarter of it at least.
func (g *Game) thin() {
	g.Swarm = Swarm{Waiting: max(g.Swarm.Waiting+g.Swarm.Flying, g.storm/stormLeast, 1)}
}

// storms reports whether any ball of a storm is left.
func (g *Game) storms() bool { return g.Swarm != Swarm{} }

func (g *Game) hashStorm(d *digest.Sum) {
	d.Int(g.Swarm.Waiting)
	d.Int(g.Swarm.Flying)
}

// checkStorm checks that the balls of a storm are where they are counted.
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
