package engine

import (
	"fmt"
	"slices"

	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file contains storms: hundreds of small balls, which the paddle launches one after the
// other. All are in Game.Balls from one serve to the next, in the order of launch, so that adding
// or losing one does not require predicting the others anew; those that the storm has not got, or
// has lost, are Gone.
//
// A lost ball comes back for a brick that a ball has broken which the paddle had returned, not for
// those that a ball breaks on its first flight: with these a storm went on for ever, and best with a
// paddle that nobody moved.

// Swarm counts the balls of a storm.
type StormBalls struct {
	Waiting int // on the paddle
	Flying  int
}

// Size of a storm, and its rate.
const (
	DefaultStorm     = 200
	MaxStorm         = 1000
	stormLaunchTicks = 3 // between two balls: 80 a second
	minStormDivisor  = 4 // the least number of balls at the beginning of a level, or after a storm was lost, is the storm's size divided by this
)

func init() {
	Modes[Storm].hooks = hooks{
		fill: fillStorm, placeBalls: (*Game).placeStormBalls, serve: (*Game).serveStorm, launchNext: (*Game).launchStormBall, ballReturned: (*Game).countStormReturn, brickBroken: (*Game).returnLostBall,
		ballLost: (*Game).loseStormBall, hasBalls: (*Game).stormHasBalls, nextLevel: (*Game).carryStormOver, hash: (*Game).hashStorm, check: (*Game).checkStorm,
	}
}

// fillStorm completes a configuration with a number of balls.
func fillStorm(c *Config) error {
	set(&c.Storm, DefaultStorm)
	return nil
}

// seatStorm puts the remaining balls of a storm back on the paddle; if there are none, those of a
// new one: all to begin with, and a part after a storm was lost.
func (g *Game) placeStormBalls() {
	n := g.StormBalls.Waiting + g.StormBalls.Flying
	switch {
	case n > 0:
	case g.Tick == 0:
		n = g.stormSize
	default:
		n = g.minStormBalls()
	}
	row := &ballKinds[stormBall]
	g.removeBalls()
	for i := range g.stormSize {
		g.addBall(Ball{kind: stormBall, Gone: i >= n}, world.Disc{R: row.r, Mass: row.mass, Held: true})
	}
	g.StormBalls = StormBalls{Waiting: n}
}

// leastStorm returns the number of balls that a level or a new storm begins with at least.
func (g *Game) minStormBalls() int { return max(g.stormSize/minStormDivisor, 1) }

// serveStorm begins to launch the balls one after the other.
func (g *Game) serveStorm() {
	g.enterPhase(Play)
}

// pour launches the next waiting ball of a storm in the direction of the aim, which keeps swinging.
// It waits while another ball is in the way.
func (g *Game) launchStormBall() {
	s := &g.StormBalls
	if s.Waiting == 0 || (g.Tick-g.PhaseBegan)%stormLaunchTicks != 0 {
		return
	}
	i := 0
	for !g.isWaiting(i) {
		i++
	}
	at, r := g.BallAt(i), g.world.Discs[i].R
	at.Y -= clearance
	if g.world.Room(at, r, i, -1) < r-tolerance {
		return
	}
	g.launch(i, at, g.ServeAim(i).Mul(g.BallSpeed()))
	s.Waiting--
	s.Flying++
}

// waits reports whether ball i of a storm lies on the paddle.
func (g *Game) isWaiting(i int) bool { return g.world.Discs[i].Held && !g.Balls[i].Gone }

// countStormReturn notes that ball i of a storm has come off the paddle.
func (g *Game) countStormReturn(i, _ int) { g.Balls[i].Returned = true }

// bringBack puts a lost ball of a storm back on the paddle, in return for a brick that ball i has
// broken, if the paddle has returned that one before. An i of −1 stands for what a ball has started,
// as a bomb, and counts.
func (g *Game) returnLostBall(i, _ int) {
	if i >= 0 && !g.Balls[i].Returned {
		return
	}
	if i := slices.IndexFunc(g.Balls, func(b Ball) bool { return b.Gone }); i >= 0 {
		g.Balls[i].Gone = false
		g.StormBalls.Waiting++
	}
}

// loseOne marks ball i of a storm as lost. It keeps its index: otherwise all others would have to
// be predicted anew.
func (g *Game) loseStormBall(i int) (stays bool) {
	g.Balls[i].Gone, g.Balls[i].Returned = true, false
	g.world.Hold(i)
	g.StormBalls.Flying--
	return true
}

// thin carries the remaining balls of a storm into the next level, at least a quarter of its size.
func (g *Game) carryStormOver() {
	g.StormBalls = StormBalls{Waiting: max(g.StormBalls.Waiting+g.StormBalls.Flying, g.minStormBalls())}
}

// storms reports whether a storm has any balls.
func (g *Game) stormHasBalls() bool { return g.StormBalls != StormBalls{} }

func (g *Game) hashStorm(d *spec.Hasher) {
	d.Int(g.StormBalls.Waiting)
	d.Int(g.StormBalls.Flying)
}

// checkStorm checks that the balls of a storm match their counts.
func (g *Game) checkStorm() error {
	var got StormBalls
	for i := range g.Balls {
		switch b := &g.Balls[i]; {
		case !g.world.Discs[i].Held:
			got.Flying++
		case !b.Gone:
			got.Waiting++
		}
	}
	if got != g.StormBalls {
		return fmt.Errorf("balls of the storm: %+v, counted as %+v", got, g.StormBalls)
	}
	return nil
}
