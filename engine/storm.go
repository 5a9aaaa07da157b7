package engine

import (
	"fmt"
	"slices"

	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements storms. A storm has hundreds of small balls, which the paddle launches in
// sequence. Game.Balls contains all of them in the order of launch. Lost balls remain there and are
// marked as Gone, so that the contacts of the other balls need not be predicted again.
//
// A lost ball can come back to the paddle. This happens when a brick is broken by a ball that the
// paddle has hit at least once since the ball's launch. A lost ball that came back is dim until the
// paddle touches it. A dim ball bounces off bricks without hitting them. Without these rules,
// storms would last forever, even if the player never moved the paddle.

// StormBalls contains the numbers of balls in a storm that are not lost.
type StormBalls struct {
	Waiting int // balls held by the paddle
	Flying  int // balls in flight
}

// Size and launch rate of a storm.
const (
	DefaultStorm     = 200
	MaxStorm         = 1000
	stormLaunchTicks = 3                   // interval between two balls; 80 balls per second
	minStormDivisor  = 4                   // minStormBalls is 1/minStormDivisor of the storm's initial size
	maxFreshStorm    = 25                  // maximum of minStormBalls
	stormRestTicks   = 12 * TicksPerSecond // a storm is lost if the paddle does not move for this time
)

func init() {
	Modes[Storm].hooks = hooks{
		fillConfig: fillStorm, placeBalls: (*Game).placeStormBalls, serve: (*Game).serveStorm,
		launchNext: (*Game).launchStormBall, ballReturned: (*Game).countStormReturn,
		brickBroken: (*Game).returnLostBall,
		ballLost:    (*Game).loseStormBall, hasBalls: (*Game).stormHasBalls, nextLevel: (*Game).carryStormOver,
		playTick: (*Game).endRestingStorm, hash: (*Game).hashStorm, check: (*Game).checkStorm,
	}
}

// fillStorm sets the default number of balls.
func fillStorm(c *Config) error {
	setDefault(&c.Storm, DefaultStorm)
	return nil
}

// placeStormBalls puts the remaining balls on the paddle. If none remain, it starts a new storm.
// The first storm of a game has the full size. Each later storm has minStormBalls balls. At the
// start of a later storm or level, all balls after the first minStormBalls are dim.
func (g *Game) placeStormBalls() {
	n, initial := g.StormBalls.Waiting+g.StormBalls.Flying, g.minStormBalls()
	if g.Tick == 0 {
		initial = g.stormSize
	}
	if n == 0 {
		n = initial
	}
	row := &ballKinds[stormBall]
	g.removeBalls()
	g.stormRest = 0
	for i := range g.stormSize {
		g.addBall(Ball{kind: stormBall, Gone: i >= n, Dim: i >= min(n, initial)},
			world.Disc{R: row.r, Mass: row.mass, Held: true})
	}
	g.StormBalls = StormBalls{Waiting: n}
}

// minStormBalls returns the minimum number of balls at the start of a level or a new storm. It is
// limited because a quarter of a large storm would clear each level even if the paddle did not
// move.
func (g *Game) minStormBalls() int { return max(1, min(g.stormSize/minStormDivisor, maxFreshStorm)) }

// serveStorm starts the launch of the balls.
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

// endRestingStorm loses all balls if the paddle has not moved for stormRestTicks. Otherwise a wide
// paddle at rest could return balls by chance for several minutes.
func (g *Game) endRestingStorm() (over bool) {
	g.stormRest++
	if g.world.Capsules[0].V != 0 {
		g.stormRest = 0
	}
	if g.stormRest < stormRestTicks {
		return false
	}

	for i := range g.Balls {
		switch b := &g.Balls[i]; {
		case !g.world.Discs[i].Held:
			g.removeLostBall(i)
		case !b.Gone:
			b.Gone, b.Dim = true, true
		}
	}
	g.StormBalls.Waiting = 0
	return false
}

// StormExpires reports whether all balls of the storm will soon be lost because the paddle does not
// move.
func (g *Game) StormExpires() bool { return g.Phase == Play && g.stormRest >= stormRestTicks/2 }

// countStormReturn marks ball i as returned by the paddle. The hits of the ball count from now on.
func (g *Game) countStormReturn(i, _ int) { g.Balls[i].Returned, g.Balls[i].Dim = true, false }

// returnLostBall puts a lost ball back on the paddle because a brick broke. It does nothing if ball
// i broke the brick before the paddle returned ball i. If i is −1, no ball broke the brick
// directly, for example because a bomb broke it, and the break always counts.
func (g *Game) returnLostBall(i, _ int) {
	if i >= 0 && !g.Balls[i].Returned {
		return
	}
	if i := slices.IndexFunc(g.Balls, func(b Ball) bool { return b.Gone }); i >= 0 {
		g.Balls[i].Gone = false
		g.StormBalls.Waiting++
	}
}

// loseStormBall marks ball i as lost. The ball keeps its index. Otherwise the contacts of all later
// balls would have to be predicted again.
func (g *Game) loseStormBall(i int) (stays bool) {
	b := &g.Balls[i]
	b.Gone, b.Returned, b.Dim = true, false, true
	g.world.Hold(i)
	g.StormBalls.Flying--
	return true
}

// carryStormOver keeps the remaining balls for the next level. It adds balls if fewer than
// minStormBalls remain.
func (g *Game) carryStormOver() {
	g.StormBalls = StormBalls{Waiting: max(g.StormBalls.Waiting+g.StormBalls.Flying, g.minStormBalls())}
}

// stormHasBalls reports whether any balls remain.
func (g *Game) stormHasBalls() bool { return g.StormBalls != StormBalls{} }

// hashStorm adds the numbers of balls to the hash.
func (g *Game) hashStorm(d *spec.Hasher) {
	d.Int(g.StormBalls.Waiting)
	d.Int(g.StormBalls.Flying)
	d.Word(uint64(g.stormRest))
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
		return fmt.Errorf("storm has balls %+v, but StormBalls is %+v", got, g.StormBalls)
	}
	return nil
}
