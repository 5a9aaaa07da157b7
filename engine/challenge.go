package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file implements challenges. A challenge is a level with a special rule, the twist, and with
// medals for one measured value.

// A ChallengeState is the state of a challenge.
type ChallengeState struct {
	Returns int // number of returns off the paddle

	returnsSinceServe int        // number of returns since the last serve
	failed            bool       // the twist removes all balls at the end of the tick
	hardest           Difficulty // hardest difficulty at which the challenge was played
}

func init() {
	Modes[Challenges].hooks = hooks{
		fillConfig: fillOneLife, setUp: (*Game).setUpChallenge, placeBalls: (*Game).placeChallengeBalls,
		ballReturned: (*Game).countChallengeReturn, brickBroken: (*Game).challengeBrickBroken,
		ballLost: (*Game).challengeBallLost, dropMissed: (*Game).challengeDropMissed,
		playTick: (*Game).removeFailedBalls,
		endTick:  (*Game).runChallenge,
		gainLife: (*Game).gainNoLife, hash: (*Game).hashChallenge, check: (*Game).checkChallenge,
	}
	Modes[Classic].hooks = hooks{fillConfig: fillOneLife, gainLife: (*Game).gainNoLife}
}

// fillOneLife sets the default number of lives to one, plus the lives of AssistLives.
func fillOneLife(c *Config) error {
	lives := 1
	if c.Assists&AssistLives != 0 {
		lives += extraLives
	}
	setDefault(&c.Lives, lives)
	return nil
}

// gainNoLife is the hook gainLife of modes without extra lives.
func (g *Game) gainNoLife() {}

// Challenge returns the challenge of the current level. In other modes it returns the zero
// Challenge.
func (g *Game) Challenge() *spec.Challenge {
	if !g.modeRow().HasChallenges {
		return &noChallenge
	}
	return &g.levels[g.Level].Challenge
}

// noChallenge is the challenge of levels in other modes.
var noChallenge spec.Challenge

// twistRow returns the table row of the challenge's twist.
func (g *Game) twistRow() *spec.TwistRow { return &spec.Twists[g.Challenge().Twist] }

// MustAvoidBalls reports whether the player must not touch balls with the paddle.
func (g *Game) MustAvoidBalls() bool { return g.twistRow().NoReturns }

// aimSign returns −1 if the twist reverses the aim of the paddle, otherwise 1.
func (g *Game) aimSign() float64 {
	if g.twistRow().ReversedAim {
		return -1
	}
	return 1
}

// setUpChallenge resets the state of the challenge and applies its limit and floor.
func (g *Game) setUpChallenge() {
	g.ChallengeState = ChallengeState{hardest: g.Difficulty.OrMedium()}
	g.TicksLeft = g.difficultyRow().scaleTime(g.Challenge().Limit)
	g.floorAlwaysClosed = g.floorAlwaysClosed || g.twistRow().ClosedFloor
}

// scaleTime converts a time for medium difficulty to this difficulty, in proportion to the speed of
// balls.
func (r *DifficultyRow) scaleTime(ticks int) int {
	return int(float64(float64(ticks)*StartSpeed) / r.StartSpeed)
}

// placeChallengeBalls puts the level's balls on the paddle and starts the constant effects of the
// twist.
func (g *Game) placeChallengeBalls() {
	g.ChallengeState.returnsSinceServe = 0
	g.renewConstantEffects()
	g.placeServeBalls()
}

// renewConstantEffects keeps the constant effects of the twist active.
func (g *Game) renewConstantEffects() {
	if g.twistRow().EndlessShoves {
		g.Shoves[0].Meter = ShoveFull
	}
	k := g.twistRow().ConstantDrop
	if k == spec.NoDrop {
		return
	}
	if !g.Running(k) {
		g.startEffect(k, 0)
	}
	g.effects[k].ticksLeft, g.effects[k].duration = maxEffectTicks, maxEffectTicks
}

// runChallenge advances the challenge by one tick, in Play only.
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

// countChallengeReturn counts a return. By the rules of the twist, the return can make the paddle
// narrower or fail the challenge.
func (g *Game) countChallengeReturn(_, paddle int) {
	t := g.twistRow()
	g.ChallengeState.Returns++
	g.ChallengeState.returnsSinceServe++
	if t.WidthLoss > 0 {
		g.widen(paddle, -t.WidthLoss)
	}
	if t.NoReturns || t.MaxReturns > 0 && g.ChallengeState.returnsSinceServe > t.MaxReturns {
		g.failChallenge()
	}
}

// challengeBrickBroken changes the time left after brick k has broken, by the rules of the twist.
// Each brick adds TicksPerBrick. A fragile brick then subtracts CrackedCost.
func (g *Game) challengeBrickBroken(_, k int) {
	t := g.twistRow()
	g.TicksLeft = min(g.TicksLeft+t.TicksPerBrick, MaxTimeLimit)
	if t.CrackedCost > 0 && spec.Kinds[g.Bricks[k].Kind].Fragile {
		g.TicksLeft = max(1, g.TicksLeft-t.CrackedCost) // the next tick ends the game
		g.emit(Event{Kind: TimeLost, Ball: -1, Brick: k, Value: t.CrackedCost})
	}
}

// challengeBallLost removes all balls if the twist requires it. It returns false, because the lost
// ball itself is always removed.
func (g *Game) challengeBallLost(int) (stays bool) {
	if g.twistRow().LoseAll {
		g.failChallenge()
	}
	return false
}

// challengeDropMissed removes all balls if the twist requires the player to catch drop k.
func (g *Game) challengeDropMissed(k spec.DropKind) {
	if g.twistRow().MustCatch && spec.Drops[k].Benefit != spec.Bad {
		g.failChallenge()
	}
}

// failChallenge makes the twist remove all balls at the end of the tick.
func (g *Game) failChallenge() {
	if g.Phase == Play && !g.ChallengeState.failed {
		g.ChallengeState.failed = true
		g.emit(Event{Kind: ChallengeFailed, Ball: -1, Brick: -1})
	}
}

// removeFailedBalls removes all balls if the player broke the rule of the twist. The common rules
// then take a life.
func (g *Game) removeFailedBalls() (over bool) {
	if g.ChallengeState.failed {
		g.ChallengeState.failed = false
		g.removeBalls()
		g.world.Rebuild()
	}
	return false
}

// MeasuredValue returns the value that decides the medal, in the unit of the challenge's
// [spec.Measure].
func (g *Game) MeasuredValue() int { return measureFuncs[g.Challenge().Measure](g) }

// measureFuncs has a function for each of [spec.Measures].
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

// MedalThresholds returns the values for bronze, silver and gold in the current level, at the
// hardest difficulty at which the level was played. Otherwise, players could collect points at a
// hard difficulty and then switch to an easier one with lower thresholds.
func (g *Game) MedalThresholds() [spec.NumMedals]int {
	return MedalThresholdsAt(g.Challenge(), max(g.ChallengeState.hardest, g.Difficulty.OrMedium()))
}

// MedalThresholdsAt returns the values for bronze, silver and gold at a difficulty. Times are
// longer at difficulties with slower balls. Points are lower at difficulties with a smaller
// PointsPercent.
func MedalThresholdsAt(c *spec.Challenge, d Difficulty) (medals [spec.NumMedals]int) {
	row := &Difficulties[d]
	for i, threshold := range c.Medals {
		switch {
		case spec.Measures[c.Measure].IsTime:
			threshold = row.scaleTime(threshold)
		case c.Measure == spec.ByPoints:
			threshold = threshold * row.PointsPercent / 100
		}
		medals[i] = threshold
	}
	return medals
}

// Medal returns the medal that the player has earned with the current value. If lower values are
// better, it returns NoMedal until the level is cleared.
func (g *Game) Medal() spec.Medal {
	c := g.Challenge()
	if spec.Measures[c.Measure].LowerIsBetter && (g.BricksLeft > 0 || g.Tally.ExitPoints > 0) {
		return spec.NoMedal
	}
	return c.Measure.MedalFor(g.MeasuredValue(), g.MedalThresholds())
}

// hashChallenge adds the state of the challenge to the hash.
func (g *Game) hashChallenge(d *spec.Hasher) {
	d.Int(g.TicksLeft)
	d.Int(g.ChallengeState.Returns)
	d.Int(g.ChallengeState.returnsSinceServe)
	d.Bool(g.ChallengeState.failed)
	d.Int(int(g.ChallengeState.hardest))
}

// checkChallenge checks the state of the challenge.
func (g *Game) checkChallenge() error {
	t, row := &g.ChallengeState, g.twistRow()
	switch {
	case t.returnsSinceServe < 0 || t.returnsSinceServe > t.Returns:
		return fmt.Errorf("%d returns since the serve, want 0 to %d, the number of all returns",
			t.returnsSinceServe, t.Returns)
	case t.hardest == DefaultDifficulty || int(t.hardest) >= len(Difficulties):
		return fmt.Errorf("unknown hardest difficulty %d", t.hardest)
	case t.failed && g.Phase == Play:
		return fmt.Errorf("play continues after the player broke the rule of the challenge")
	case g.TicksLeft < 0 || g.TicksLeft > MaxTimeLimit || (g.TicksLeft > 0) && g.Challenge().Limit == 0:
		return fmt.Errorf("%d ticks left, want 0 to %d, and 0 without a time limit", g.TicksLeft, MaxTimeLimit)
	case row.ConstantDrop != spec.NoDrop && g.Phase == Play && !g.Running(row.ConstantDrop):
		return fmt.Errorf("constant effect %s is not active", spec.Drops[row.ConstantDrop].Name)
	}
	return nil
}
