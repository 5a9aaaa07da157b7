package engine

import (
	"fmt"
	"math"
)

// A Start is the state of a game at the start of a level. A game that begins from a Start with the
// same levels continues bit for bit like the original game. Recordings store the Start of each
// level, so that a playback can begin with any level.
type Start struct {
	Level       int    // index of the level
	Tick        uint64 // ticks since the start of the game
	Score       int
	Lives       int
	BestCombo   int
	RandomState uint64 // state of the game's random stream

	Players [2]PlayerStart // the second one is zero in modes with one paddle
	Server  int            // paddle that serves

	Easiest     Difficulty // easiest difficulty if there were several, otherwise DefaultDifficulty
	UsedAssists Assist     // assists that were on in any tick so far

	TicksLeft int // ticks until the game ends, if the mode has a time limit
	Storm     int // remaining balls in a storm

	// Hash is Game.Hash in this tick, or 0 if unknown. The recording of the previous level ends with
	// the same hash.
	Hash uint64
}

// A PlayerStart is the state of one player in a Start.
type PlayerStart struct {
	Fire     bool   // whether Fire is pressed
	LastShot uint64 // tick of the last shot, or 0

	Paddle       float64 // x of the paddle's center
	PaddleV      float64 // velocity of the paddle in the last tick, units/s
	Dir          int8    // direction of the last key: −1, 0, 1
	Held         uint16  // ticks for which the key has been held, at most KeyRamp
	StunnedUntil uint64  // tick before which the paddle cannot move, because a beam stunned it
}

// Start returns the state at the start of the current level. ok is false unless the level starts in
// this tick and the mode is Chained.
func (g *Game) Start() (s Start, ok bool) {
	if g.Tick != g.levelBegan || !g.modeRow().Chained {
		return Start{}, false
	}

	s = Start{
		Level: g.Level, Tick: g.Tick, Score: g.Score, Lives: g.Lives, BestCombo: g.BestCombo,
		RandomState: uint64(g.rng), Server: g.Server, Easiest: g.easiest, UsedAssists: g.UsedAssists,
		TicksLeft: g.TicksLeft, Storm: g.StormBalls.Waiting,
		Hash: g.Hash(),
	}

	for k := range g.Paddles {
		p, c := &g.Paddles[k], &g.world.Capsules[k]
		s.Players[k] = PlayerStart{
			Fire: g.fireHeld[k], LastShot: g.lastShot[k],
			Paddle: c.X, PaddleV: c.V, Dir: p.keyDir, Held: p.keyTicks, StunnedUntil: p.StunnedUntil,
		}
	}

	return s, true
}

// resume copies s to a new game. The caller sets up the level afterwards.
func (g *Game) resume(s *Start) {
	g.Level, g.Tick, g.Score, g.Lives, g.BestCombo = s.Level, s.Tick, s.Score, s.Lives, s.BestCombo
	g.rng = Random(s.RandomState)
	g.easiest, g.UsedAssists = s.Easiest, g.UsedAssists|s.UsedAssists
	g.TicksLeft, g.StormBalls.Waiting = s.TicksLeft, s.Storm
	g.Server = s.Server
	for k := range g.Paddles {
		q, p := &s.Players[k], &g.Paddles[k]
		g.fireHeld[k], g.lastShot[k] = q.Fire, q.LastShot
		p.StunnedUntil, p.keyDir, p.keyTicks = q.StunnedUntil, q.Dir, q.Held
		g.world.ResumeCapsule(k, q.Paddle, q.PaddleV)
	}
	g.world.SetTick(s.Tick)
}

// checkStart returns an error if c.Start is invalid.
func (c *Config) checkStart() error {
	s := c.Start
	switch {
	case s == nil:
		return nil
	case s.Level < 0 || s.Level >= len(c.Levels):
		return fmt.Errorf("level %d, want 1 to %d", s.Level+1, len(c.Levels))
	case s.Tick > MaxTicks:
		return fmt.Errorf("tick %d, want at most %d", s.Tick, uint64(MaxTicks))
	case s.Score < 0 || s.Score > MaxScore || s.BestCombo < 0 || s.BestCombo > MaxScore:
		return fmt.Errorf("score %d and best combo %d, want 0 to %d", s.Score, s.BestCombo, MaxScore)
	case s.Easiest != DefaultDifficulty && s.Easiest > c.Difficulty.OrMedium():
		return fmt.Errorf("easiest difficulty %s is not easier than %s",
			Difficulties[s.Easiest].Name, Difficulties[c.Difficulty].Name)
	case s.Lives < 1 || s.Lives > s.maxLives(c):
		return fmt.Errorf("%d lives, want 1 to %d", s.Lives, s.maxLives(c))
	case s.TicksLeft < 0 || s.TicksLeft > MaxTimeLimit || (s.TicksLeft > 0) != (Modes[c.Mode].TimeLimit > 0):
		return fmt.Errorf("%d ticks left, which mode %s does not allow", s.TicksLeft, c.Mode)
	case s.Storm < 0 || s.Storm > c.Storm || (s.Storm > 0) != Modes[c.Mode].Storm:
		return fmt.Errorf("%d balls left in a storm of %d in mode %s, want 1 to all in a storm, otherwise 0",
			s.Storm, c.Storm, c.Mode)
	case !Modes[c.Mode].Chained:
		return fmt.Errorf("games in mode %s cannot continue from a saved state", c.Mode)
	case Modes[c.Mode].Paddles == 1 && (s.Players[1] != PlayerStart{} || s.Server != 0):
		return fmt.Errorf("mode %s has no second paddle", c.Mode)
	case s.Server < 0 || s.Server >= Modes[c.Mode].Paddles:
		return fmt.Errorf("serving paddle %d, want 1 to %d", s.Server+1, Modes[c.Mode].Paddles)
	}

	for k := range Modes[c.Mode].Paddles {
		if err := s.Players[k].check(c, s.Tick); err != nil {
			return fmt.Errorf("player %d: %w", k+1, err)
		}
	}

	if left, right := s.Players[0].Paddle, s.Players[1].Paddle; Modes[c.Mode].Paddles > 1 &&
		!(right-left >= 2*c.startHalf()-tolerance) {
		return fmt.Errorf("paddles at %g and %g overlap", left, right)
	}

	return nil
}

// check returns an error if s is invalid for a start at the given tick.
func (s *PlayerStart) check(c *Config, tick uint64) error {
	const maxPaddleV = 2 * TargetSpeed * DefaultTimeSpeed / minRate
	switch {
	case !(s.Paddle >= c.startHalf() && s.Paddle <= c.W-c.startHalf()):
		return fmt.Errorf("paddle at x %g, want %g to %g", s.Paddle, c.startHalf(), c.W-c.startHalf())
	case !(math.Abs(s.PaddleV) <= maxPaddleV):
		return fmt.Errorf("paddle velocity %g, want at most %g in both directions", s.PaddleV, maxPaddleV)
	case s.Dir < -1 || s.Dir > 1 || s.Held > KeyRamp:
		return fmt.Errorf("key direction %d for %d ticks, want -1 to 1 for at most %d", s.Dir, s.Held, int(KeyRamp))
	case s.LastShot > tick || s.StunnedUntil > tick+StunTicks+1:
		return fmt.Errorf("last shot at tick %d and end of the stun at tick %d, want at most %d and %d",
			s.LastShot, s.StunnedUntil, tick, tick+StunTicks+1)
	}
	return nil
}

// maxLives returns the maximum number of lives in a game that begins with s.
func (s *Start) maxLives(c *Config) int {
	d := c.Difficulty.OrMedium()
	if s.Easiest != DefaultDifficulty {
		d = s.Easiest
	}
	return Difficulties[d].maxLives(c.Assists | s.UsedAssists)
}

// MaxLevels is the maximum number of levels in a recorded game.
const MaxLevels = 1000

// MaxTicks is the maximum length of a recorded game. It equals four hours.
const MaxTicks = 4 * 3600 * TicksPerSecond

// MaxScore is the maximum score in a recorded game. It cannot be reached within MaxTicks, and
// prevents overflows.
const MaxScore = 1 << 30
