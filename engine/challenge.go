package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file contains challenges: each is one level with a twist of the rules, and medals for what
// was measured in it.

// A Trial is the state of a challenge.
type ChallengeState struct {
	Returns int // balls that came off the paddle

	returnsSinceServe int        // the same, since the last serve
	failed            bool       // the twist takes the balls at the end of the tick
	hardest           Difficulty // of those that it was played at
}

func init() {
	Modes[Challenges].hooks = hooks{
		fill: fillOneBall, setUp: (*Game).setUpChallenge, placeBalls: (*Game).placeChallengeBalls, ballReturned: (*Game).countChallengeReturn, brickBroken: (*Game).challengeBrickBroken,
		ballLost: (*Game).challengeBallLost, dropMissed: (*Game).challengeDropMissed, playTick: (*Game).takeFailedBalls, tick: (*Game).runChallenge,
		gainLife: (*Game).gainNoLife, hash: (*Game).hashChallenge, check: (*Game).checkChallenge,
	}
	Modes[Classic].hooks = hooks{fill: fillOneBall, gainLife: (*Game).gainNoLife}
}

// fillOneBall completes a configuration with a single life.
func fillOneBall(c *Config) error {
	lives := 1
	if c.Assists&AssistLives != 0 {
		lives += moreLives
	}
	set(&c.Lives, lives)
	return nil
}

func (g *Game) gainNoLife() {}

// Challenge returns the challenge of the present level; in other modes it is an ordinary one.
func (g *Game) Challenge() *spec.Challenge {
	if !g.rules().Challenges {
		return &noChallenge
	}
	return &g.levels[g.Level].Challenge
}

var noChallenge spec.Challenge

// twist returns the row of the challenge's twist.
func (g *Game) twist() *spec.TwistRow { return &spec.Twists[g.Challenge().Twist] }

// Shunned reports whether the paddle has to keep away from balls.
func (g *Game) MustAvoidBalls() bool { return g.twist().NoReturns }

// lean returns the factor of the offset at which a ball touches the paddle.
func (g *Game) aimSign() float64 {
	if g.twist().ReversedAim {
		return -1
	}
	return 1
}

// setUpTrial begins a challenge.
func (g *Game) setUpChallenge() {
	g.ChallengeState = ChallengeState{hardest: g.Difficulty.OrMedium()}
	g.TicksLeft = g.row().scaleTime(g.Challenge().Limit)
	g.floorAlwaysClosed = g.floorAlwaysClosed || g.twist().ClosedFloor
}

// slower returns a time at medium difficulty as the difficulty has it, where balls are slower or faster.
func (r *DifficultyRow) scaleTime(ticks int) int {
	return int(float64(float64(ticks)*StartSpeed) / r.StartSpeed)
}

// seatTrial puts the level's balls on the paddle, under what never ends.
func (g *Game) placeChallengeBalls() {
	g.ChallengeState.returnsSinceServe = 0
	g.renewConstantEffects()
	g.placeServeBalls()
}

// runAlways renews what never ends.
func (g *Game) renewConstantEffects() {
	if g.twist().EndlessShoves {
		g.Shoves[0].Meter = ShoveFull
	}
	k := g.twist().ConstantDrop
	if k == spec.NoDrop {
		return
	}
	if !g.Running(k) {
		g.startEffect(k, 0)
	}
	g.effects[k].ticksLeft, g.effects[k].of = maxEffect, maxEffect
}

// runTrial advances the challenge by a tick.
func (g *Game) runChallenge() {
	if g.Phase != Play {
		return
	}
	g.ChallengeState.hardest = max(g.ChallengeState.hardest, g.Difficulty.OrMedium())
	g.renewConstantEffects()
	if g.Challenge().Limit == 0 {
		return
	}
	if g.TicksLeft--; g.TicksLeft <= 0 {
		g.finish(Over)
	}
}

// returnInTrial counts a ball that came off the paddle, and applies the twist to it.
func (g *Game) countChallengeReturn(_, paddle int) {
	t := g.twist()
	g.ChallengeState.Returns++
	g.ChallengeState.returnsSinceServe++
	if t.WidthLoss > 0 {
		g.widen(paddle, -t.WidthLoss)
	}
	if t.NoReturns || t.MaxReturns > 0 && g.ChallengeState.returnsSinceServe > t.MaxReturns {
		g.failChallenge()
	}
}

// brokenInTrial applies the twist to the brick k that has broken.
func (g *Game) challengeBrickBroken(_, k int) {
	t := g.twist()
	g.TicksLeft = min(g.TicksLeft+t.TicksPerBrick, MaxTimeLimit)
	if t.CrackedCost > 0 && spec.Kinds[g.Bricks[k].Kind].Fragile {
		g.TicksLeft = max(1, g.TicksLeft-t.CrackedCost) // the last tick ends the game
		g.emit(Event{Kind: TimeLost, Ball: -1, Brick: k, Value: t.CrackedCost})
	}
}

func (g *Game) challengeBallLost(int) (stays bool) {
	if g.twist().LoseAll {
		g.failChallenge()
	}
	return false
}

func (g *Game) challengeDropMissed(k spec.DropKind) {
	if g.twist().MustCatch && spec.Drops[k].Benefit != spec.Bad {
		g.failChallenge()
	}
}

// fail lets the twist take the balls.
func (g *Game) failChallenge() {
	if g.Phase == Play && !g.ChallengeState.failed {
		g.ChallengeState.failed = true
		g.emit(Event{Kind: ChallengeFailed, Ball: -1, Brick: -1})
	}
}

// watchTrial takes the balls after the twist was broken. That they are lost is the common rule.
func (g *Game) takeFailedBalls() (over bool) {
	if g.ChallengeState.failed {
		g.ChallengeState.failed = false
		g.removeBalls()
		g.world.Rebuild()
	}
	return false
}

// Measured returns what the medals of the challenge are given for, so far.
func (g *Game) MeasuredValue() int { return measureFuncs[g.Challenge().Measure](g) }

// measured are the functions of [spec.Measures].
var measureFuncs = [len(spec.Measures)]func(g *Game) int{
	spec.ByTime:    func(g *Game) int { return g.Tally.Ticks },
	spec.ByReturns: func(g *Game) int { return g.ChallengeState.Returns },
	spec.ByBricks:  func(g *Game) int { return g.Tally.Bricks },
	spec.ByCombo:   func(g *Game) int { return g.Tally.BestCombo },
	spec.ByDrops:   func(g *Game) int { return g.Tally.DropsCaught },
	spec.ByCannons: func(g *Game) int { return g.Tally.Cannons },
	spec.ByPoints:  func(g *Game) int { return g.Tally.Total() - g.Tally.SpeedBonus - g.Tally.CleanBonus },
	spec.ByDrones:  func(g *Game) int { return g.Tally.Drones },
}

// Medals returns what bronze, silver and gold take in the present level: as much as at the hardest difficulty that
// it was played at, since what was quick or worth much at that one would be gold at an easier one.
func (g *Game) MedalThresholds() [spec.NumMedals]int {
	return MedalThresholdsAt(g.Challenge(), max(g.ChallengeState.hardest, g.Difficulty.OrMedium()))
}

// MedalsAt returns what bronze, silver and gold take at a difficulty: more time where balls are
// slower, and fewer points where less is paid.
func MedalThresholdsAt(c *spec.Challenge, d Difficulty) (medals [spec.NumMedals]int) {
	row := &Difficulties[d]
	for i, take := range c.Medals {
		switch {
		case spec.Measures[c.Measure].IsTime:
			take = row.scaleTime(take)
		case c.Measure == spec.ByPoints:
			take = take * row.PointsPercent / 100
		}
		medals[i] = take
	}
	return medals
}

// Medal returns the medal of the challenge: while it is played the one that it would be if it ended
// now, if the measure does not need the level to be cleared.
func (g *Game) Medal() spec.Medal {
	c := g.Challenge()
	if spec.Measures[c.Measure].LowerIsBetter && (g.BricksLeft > 0 || g.Tally.ExitPoints > 0) {
		return spec.NoMedal
	}
	return c.Measure.Earned(g.MeasuredValue(), g.MedalThresholds())
}

func (g *Game) hashChallenge(d *spec.Hasher) {
	d.Int(g.TicksLeft)
	d.Int(g.ChallengeState.Returns)
	d.Int(g.ChallengeState.returnsSinceServe)
	d.Bool(g.ChallengeState.failed)
	d.Int(int(g.ChallengeState.hardest))
}

func (g *Game) checkChallenge() error {
	t, row := &g.ChallengeState, g.twist()
	switch {
	case t.returnsSinceServe < 0 || t.returnsSinceServe > t.Returns:
		return fmt.Errorf("%d returns, of these %d since the serve", t.Returns, t.returnsSinceServe)
	case t.hardest == DefaultDifficulty || int(t.hardest) >= len(Difficulties):
		return fmt.Errorf("difficulty %d is the hardest", t.hardest)
	case t.failed && g.Phase == Play:
		return fmt.Errorf("a challenge that was failed goes on")
	case g.TicksLeft < 0 || g.TicksLeft > MaxTimeLimit || (g.TicksLeft > 0) && g.Challenge().Limit == 0:
		return fmt.Errorf("%d ticks of the limit", g.TicksLeft)
	case row.ConstantDrop != spec.NoDrop && g.Phase == Play && !g.Running(row.ConstantDrop):
		return fmt.Errorf("%s does not run", spec.Drops[row.ConstantDrop].Name)
	}
	return nil
}
