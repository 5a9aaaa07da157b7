package engine

import (
	"fmt"
	"slices"

	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements storms. A storm has hundreds of small balls, which the paddle launches in
// sequence. Game.Balls contains all of them in the order of launch. Lost balls stay there and
// are marked as Gone, so that the contacts of the other balls need not be predicted again.
//
// A ball returns to the storm when a ball breaks a brick after the paddle has returned that ball.
// Bricks broken on a ball's first flight do not count. Otherwise storms would last forever, even
// without moving the paddle.

// StormBalls counts the balls of a storm.
type StormBalls struct {
	Waiting int // held by the paddle
	Flying  int
}

// Size and launch rate of a storm.
const (
	DefaultStorm     = 200
	MaxStorm         = 1000
	stormLaunchTicks = 3 // interval between two balls; 80 balls per second
	minStormDivisor  = 4 // a level starts with at least this fraction of the storm's initial size
)

func init() {
	Modes[Storm].hooks = hooks{
		fillConfig: fillStorm, placeBalls: (*Game).placeStormBalls, serve: (*Game).serveStorm,
		launchNext: (*Game).launchStormBall, ballReturned: (*Game).countStormReturn,
		brickBroken: (*Game).returnLostBall,
		ballLost:    (*Game).loseStormBall, hasBalls: (*Game).stormHasBalls, nextLevel: (*Game).carryStormOver,
		hash: (*Game).hashStorm, check: (*Game).checkStorm,
	}
}

// fillStorm sets the default number of balls.
func fillStorm(c *Config) error {
	set(&c.Storm, DefaultStorm)
	return nil
}

// placeStormBalls puts the remaining balls on the paddle. If none remain, it starts a new storm.
// Only the first storm of a game has the full size.
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

// minStormBalls returns the minimum number of balls at the start of a level or a new storm.
func (g *Game) minStormBalls() int { return max(g.stormSize/minStormDivisor, 1) }

// serveStorm starts launching the balls.
func (g *Game) serveStorm() {
	g.enterPhase(Play)
}

// launchStormBall launches the next waiting ball in the direction of the aim, which keeps swinging.
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

// isWaiting reports whether ball i is on the paddle.
func (g *Game) isWaiting(i int) bool { return g.world.Discs[i].Held && !g.Balls[i].Gone }

// countStormReturn marks ball i as returned by the paddle.
func (g *Game) countStormReturn(i, _ int) { g.Balls[i].Returned = true }

// returnLostBall puts a lost ball back on the paddle because a brick broke. If ball i broke it
// directly, the paddle must have returned that ball before. An i of −1 means that the ball acted
// indirectly, for example through a bomb. This always counts.
func (g *Game) returnLostBall(i, _ int) {
	if i >= 0 && !g.Balls[i].Returned {
		return
	}
	if i := slices.IndexFunc(g.Balls, func(b Ball) bool { return b.Gone }); i >= 0 {
		g.Balls[i].Gone = false
		g.StormBalls.Waiting++
	}
}

// loseStormBall marks ball i as lost. The ball keeps its index, because the contacts of all later
// balls would have to be predicted again otherwise.
func (g *Game) loseStormBall(i int) (stays bool) {
	g.Balls[i].Gone, g.Balls[i].Returned = true, false
	g.world.Hold(i)
	g.StormBalls.Flying--
	return true
}

// carryStormOver keeps the remaining balls for the next level, but at least a quarter of the
// storm's size.
func (g *Game) carryStormOver() {
	g.StormBalls = StormBalls{Waiting: max(g.StormBalls.Waiting+g.StormBalls.Flying, g.minStormBalls())}
}

// stormHasBalls reports whether any balls remain.
func (g *Game) stormHasBalls() bool { return g.StormBalls != StormBalls{} }

func (g *Game) hashStorm(d *spec.Hasher) {
	d.Int(g.StormBalls.Waiting)
	d.Int(g.StormBalls.Flying)
}

// checkStorm checks that StormBalls matches the state of the balls.
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
		return fmt.Errorf("balls of the storm: %+v, want %+v as in StormBalls", got, g.StormBalls)
	}
	return nil
}
