package engine

import (
	"fmt"
	"math"
)

// A Start is the state that a game carries into a level: with the same levels, a game set up with
// it continues bit for bit as the one that it was taken from. It links the recordings of a
// campaign, one for each level.
type Start struct {
	Level       int    // index of the level
	Tick        uint64 // of the game, when the level begins
	Score       int
	Lives       int
	BestCombo   int
	RandomState uint64 // state of the game's random stream

	Players [2]PlayerStart // the second one is zero with one paddle
	Server  int            // the paddle that serves

	Easiest     Difficulty // easiest difficulty of the game, if there were several; else Usual
	UsedAssists Assist     // assists that were on so far

	TicksLeft int // Game.TicksLeft
	Storm     int // remaining balls of a storm

	Hash uint64 // of the game then, also the last state of the level before; 0: unknown
}

// A PlayerStart is the part of a Start for one player.
type PlayerStart struct {
	Fire     bool   // Fire is pressed
	LastShot uint64 // the tick of the last shot, or 0

	Paddle       float64 // its middle
	PaddleV      float64 // its velocity in the last tick, units/s
	Dir          int8    // direction of the last key: −1, 0, 1
	Held         uint16  // ticks for which it was held, as far as they count
	StunnedUntil uint64  // a beam has stunned it until this tick
}

// Start returns the present start, if a level begins now and no tick of it has been played. A match
// has only one beginning, whatever its boards.
func (g *Game) Start() (s Start, ok bool) {
	if g.Tick != g.levelBegan || !g.rules().Chained {
		return Start{}, false
	}
	s = Start{
		Level: g.Level, Tick: g.Tick, Score: g.Score, Lives: g.Lives, BestCombo: g.BestCombo,
		RandomState: uint64(g.rng), Server: g.Server, Easiest: g.easiest, UsedAssists: g.UsedAssists, TicksLeft: g.TicksLeft, Storm: g.StormBalls.Waiting,
		Hash: g.Hash(),
	}
	for k := range g.Paddles {
		p, c := &g.Paddles[k], &g.world.Capsules[k]
		s.Players[k] = PlayerStart{
			Fire: g.fire[k], LastShot: g.lastShot[k],
			Paddle: c.X, PaddleV: c.V, Dir: p.keyDir, Held: p.keyTicks, StunnedUntil: p.StunnedUntil,
		}
	}
	return s, true
}

// resume is the part of New that applies a Start; the level is set up after it.
func (g *Game) resume(s *Start) {
	g.Level, g.Tick, g.Score, g.Lives, g.BestCombo = s.Level, s.Tick, s.Score, s.Lives, s.BestCombo
	g.rng = Random(s.RandomState)
	g.easiest, g.UsedAssists = s.Easiest, g.UsedAssists|s.UsedAssists
	g.TicksLeft, g.StormBalls.Waiting = s.TicksLeft, s.Storm
	g.Server = s.Server
	for k := range g.Paddles {
		q, p := &s.Players[k], &g.Paddles[k]
		g.fire[k], g.lastShot[k] = q.Fire, q.LastShot
		p.StunnedUntil, p.keyDir, p.keyTicks = q.StunnedUntil, q.Dir, q.Held
		g.world.ResumeCapsule(k, q.Paddle, q.PaddleV)
	}
	g.world.SetTick(s.Tick)
}

// checkStart returns an error if c.Start is impossible.
func (c *Config) checkStart() error {
	s := c.Start
	switch {
	case s == nil:
		return nil
	case s.Level < 0 || s.Level >= len(c.Levels):
		return fmt.Errorf("level %d, there are %d", s.Level+1, len(c.Levels))
	case s.Tick > MaxTicks:
		return fmt.Errorf("tick %d, at most %d", s.Tick, uint64(MaxTicks))
	case s.Score < 0 || s.Score > MaxScore || s.BestCombo < 0 || s.BestCombo > MaxScore:
		return fmt.Errorf("score %d, combo %d", s.Score, s.BestCombo)
	case s.Easiest != DefaultDifficulty && s.Easiest > c.Difficulty.OrMedium():
		return fmt.Errorf("easier than %s at %s", Difficulties[s.Easiest].Name, Difficulties[c.Difficulty].Name)
	case s.Lives < 1 || s.Lives > s.maxLives(c):
		return fmt.Errorf("%d lives, want 1 to %d", s.Lives, s.maxLives(c))
	case s.TicksLeft < 0 || s.TicksLeft > MaxTimeLimit || (s.TicksLeft > 0) != (Modes[c.Mode].TimeLimit > 0):
		return fmt.Errorf("%d ticks of the time limit of %s", s.TicksLeft, c.Mode)
	case s.Storm < 0 || s.Storm > c.Storm || (s.Storm > 0) != Modes[c.Mode].Storm:
		return fmt.Errorf("%d balls of a storm of %d", s.Storm, c.Storm)
	case !Modes[c.Mode].Chained:
		return fmt.Errorf("%s has none", c.Mode)
	case Modes[c.Mode].Paddles == 1 && (s.Players[1] != PlayerStart{} || s.Server != 0):
		return fmt.Errorf("a second paddle in the mode %s", c.Mode)
	case s.Server < 0 || s.Server >= Modes[c.Mode].Paddles:
		return fmt.Errorf("paddle %d serves", s.Server+1)
	}

	for k := range Modes[c.Mode].Paddles {
		if err := s.Players[k].check(c, s.Tick); err != nil {
			return fmt.Errorf("player %d: %w", k+1, err)
		}
	}

	if left, right := s.Players[0].Paddle, s.Players[1].Paddle; Modes[c.Mode].Paddles > 1 && !(right-left >= 2*c.startHalf()-tolerance) {
		return fmt.Errorf("paddles at %g and %g", left, right)
	}
	return nil
}

// check returns an error if s is impossible at the given tick.
func (s *PlayerStart) check(c *Config, tick uint64) error {
	switch {
	case !(s.Paddle >= c.startHalf() && s.Paddle <= c.W-c.startHalf()):
		return fmt.Errorf("the paddle at %g", s.Paddle)
	case !(math.Abs(s.PaddleV) <= 2*TargetSpeed*DefaultTimeSpeed/minTimeSpeed):
		return fmt.Errorf("the paddle at a speed of %g", s.PaddleV)
	case s.Dir < -1 || s.Dir > 1 || s.Held > KeyRamp:
		return fmt.Errorf("direction %d held for %d ticks", s.Dir, s.Held)
	case s.LastShot > tick || s.StunnedUntil > tick+StunTicks+1:
		return fmt.Errorf("shot at tick %d, stunned to tick %d", s.LastShot, s.StunnedUntil)
	}
	return nil
}

// mostLives returns the greatest number of lives in a game that begins with s.
func (s *Start) maxLives(c *Config) int {
	d := c.Difficulty.OrMedium()
	if s.Easiest != DefaultDifficulty {
		d = s.Easiest
	}
	return Difficulties[d].maxLives(c.Assists | s.UsedAssists)
}

// MaxLevels is the greatest number of levels in a recorded game.
const MaxLevels = 1000

// MaxTicks is the greatest length of a recorded game: four hours.
const MaxTicks = 4 * 3600 * TicksPerSecond

// MaxScore is more than can be reached in MaxTicks, and small enough to avoid overflows.
const MaxScore = 1 << 30
