package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// This file contains challenges: each is one level with a twist of the rules, and medals for what
// was measured in it.

// A Trial is the state of a challenge.
type Trial struct {
	Returns int // balls that came off the paddle

	touches int        // the same, since the last serve
	failed  bool       // the twist takes the balls at the end of the tick
	hardest Difficulty // of those that it was played at
}

func init() {
	Modes[Challenges].hooks = hooks{
		fill: fillOneBall, setUp: (*Game).setUpTrial, seat: (*Game).seatTrial, returned: (*Game).returnInTrial, broken: (*Game).brokenInTrial,
		lose: (*Game).loseInTrial, missed: (*Game).missedInTrial, watch: (*Game).watchTrial, tick: (*Game).runTrial,
		winLife: (*Game).winNothing, hash: (*Game).hashTrial, check: (*Game).checkTrial,
	}
	Modes[Classic].hooks = hooks{fill: fillOneBall, winLife: (*Game).winNothing}
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

func (g *Game) winNothing() {}

// Challenge returns the challenge of the present level; in other modes it is an ordinary one.
func (g *Game) Challenge() *spec.Challenge {
	if !g.rules().Rooms {
		return &noChallenge
	}
	return &g.levels[g.Level].Challenge
}

var noChallenge spec.Challenge

// twist returns the row of the challenge's twist.
func (g *Game) twist() *spec.TwistRow { return &spec.Twists[g.Challenge().Twist] }

// Shunned reports whether the paddle has to keep away from balls.
func (g *Game) Shunned() bool { return g.twist().Untouched }

// lean returns the factor of the offset at which a ball touches the paddle.
func (g *Game) lean() float64 {
	if g.twist().Contrary {
		return -1
	}
	return 1
}

// setUpTrial begins a challenge.
func (g *Game) setUpTrial() {
	g.Trial = Trial{hardest: g.Difficulty.Known()}
	g.TimeLimit = g.row().slower(g.Challenge().Limit)
	g.floor = g.floor || g.twist().Closed
}

// slower returns a time at medium difficulty as the difficulty has it, where balls are slower or faster.
func (r *DifficultyRow) slower(ticks int) int {
	return int(float64(float64(ticks)*StartSpeed) / r.Slow)
}

// seatTrial puts the level's balls on the paddle, under what never ends.
func (g *Game) seatTrial() {
	g.Trial.touches = 0
	g.runAlways()
	g.seatServed()
}

// runAlways renews what never ends.
func (g *Game) runAlways() {
	if g.twist().Shoves {
		g.Shoves[0].Meter = ShoveFull
	}
	k := g.twist().Always
	if k == spec.NoDrop {
		return
	}
	if !g.Running(k) {
		g.begin(k, 0)
	}
	g.effects[k].ticksLeft, g.effects[k].of = maxEffect, maxEffect
}

// runTrial advances the challenge by a tick.
func (g *Game) runTrial() {
	if g.Phase != Play {
		return
	}
	g.Trial.hardest = max(g.Trial.hardest, g.Difficulty.Known())
	g.runAlways()
	if g.Challenge().Limit == 0 {
		return
	}
	if g.TimeLimit--; g.TimeLimit <= 0 {
		g.finish(Over)
	}
}

// returnInTrial counts a ball that came off the paddle, and applies the twist to it.
func (g *Game) returnInTrial(_, paddle int) {
	t := g.twist()
	g.Trial.Returns++
	g.Trial.touches++
	if t.Melts > 0 {
		g.widen(paddle, -t.Melts)
	}
	if t.Untouched || t.Returns > 0 && g.Trial.touches > t.Returns {
		g.fail()
	}
}

// brokenInTrial applies the twist to the brick k that has broken.
func (g *Game) brokenInTrial(_, k int) {
	t := g.twist()
	g.TimeLimit = min(g.TimeLimit+t.Breath, MaxTimeLimit)
	if t.Costs > 0 && spec.Kinds[g.Bricks[k].Kind].Fragile {
		g.TimeLimit = max(1, g.TimeLimit-t.Costs) // the last tick ends the game
		g.emit(Event{Kind: TimeLost, Ball: -1, Brick: k, Value: t.Costs})
	}
}

func (g *Game) loseInTrial(int) (stays bool) {
	if g.twist().All {
		g.fail()
	}
	return false
}

func (g *Game) missedInTrial(k spec.DropKind) {
	if g.twist().Hungry && spec.Drops[k].Benefit != spec.Bad {
		g.fail()
	}
}

// fail lets the twist take the balls.
func (g *Game) fail() {
	if g.Phase == Play && !g.Trial.failed {
		g.Trial.failed = true
		g.emit(Event{Kind: TrialFailed, Ball: -1, Brick: -1})
	}
}

// watchTrial takes the balls after the twist was broken. That they are lost is the common rule.
func (g *Game) watchTrial() (over bool) {
	if g.Trial.failed {
		g.Trial.failed = false
		g.removeBalls()
		g.world.Rebuild()
	}
	return false
}

// Measured returns what the medals of the challenge are given for, so far.
func (g *Game) Measured() int { return measured[g.Challenge().Measure](g) }

// measured are the functions of [spec.Measures].
var measured = [len(spec.Measures)]func(g *Game) int{
	spec.ByTime:    func(g *Game) int { return g.Tally.Ticks },
	spec.ByReturns: func(g *Game) int { return g.Trial.Returns },
	spec.ByBricks:  func(g *Game) int { return g.Tally.Bricks },
	spec.ByCombo:   func(g *Game) int { return g.Tally.Best },
	spec.ByDrops:   func(g *Game) int { return g.Tally.Caught },
	spec.ByCannons: func(g *Game) int { return g.Tally.Cannons },
	spec.ByPoints:  func(g *Game) int { return g.Tally.Total() - g.Tally.SpeedBonus - g.Tally.CleanBonus },
	spec.ByDrones:  func(g *Game) int { return g.Tally.Drones },
}

// Medals returns what bronze, silver and gold take in the present level: as much as at the hardest difficulty that
// it was played at, since what was quick or worth much at that one would be gold at an easier one.
func (g *Game) Medals() [spec.Golds]int {
	return MedalsAt(g.Challenge(), max(g.Trial.hardest, g.Difficulty.Known()))
}

// MedalsAt returns what bronze, silver and gold take at a difficulty: more time where balls are
// slower, and fewer points where less is paid.
func MedalsAt(c *spec.Challenge, d Difficulty) (medals [spec.Golds]int) {
	row := &Difficulties[d]
	for i, take := range c.Medals {
		switch {
		case spec.Measures[c.Measure].Clock:
			take = row.slower(take)
		case c.Measure == spec.ByPoints:
			take = take * row.Share / 100
		}
		medals[i] = take
	}
	return medals
}

// Medal returns the medal of the challenge: while it is played the one that it would be if it ended
// now, if the measure does not need the level to be cleared.
func (g *Game) Medal() spec.Medal {
	c := g.Challenge()
	if spec.Measures[c.Measure].Least && (g.BricksLeft > 0 || g.Tally.WayOut > 0) {
		return spec.NoMedal
	}
	return c.Measure.Earned(g.Measured(), g.Medals())
}

func (g *Game) hashTrial(d *spec.Hasher) {
	d.Int(g.TimeLimit)
	d.Int(g.Trial.Returns)
	d.Int(g.Trial.touches)
	d.Bool(g.Trial.failed)
	d.Int(int(g.Trial.hardest))
}

func (g *Game) checkTrial() error {
	t, row := &g.Trial, g.twist()
	switch {
	case t.touches < 0 || t.touches > t.Returns:
		return fmt.Errorf("%d returns, of these %d since the serve", t.Returns, t.touches)
	case t.hardest == Usual || int(t.hardest) >= len(Difficulties):
		return fmt.Errorf("difficulty %d is the hardest", t.hardest)
	case t.failed && g.Phase == Play:
		return fmt.Errorf("a challenge that was failed goes on")
	case g.TimeLimit < 0 || g.TimeLimit > MaxTimeLimit || (g.TimeLimit > 0) && g.Challenge().Limit == 0:
		return fmt.Errorf("%d ticks of the limit", g.TimeLimit)
	case row.Always != spec.NoDrop && g.Phase == Play && !g.Running(row.Always):
		return fmt.Errorf("%s does not run", spec.Drops[row.Always].Name)
	}
	return nil
}
