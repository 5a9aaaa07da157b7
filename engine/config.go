package engine

import (
	"errors"
	"fmt"
	"math"

	"arkterm/engine/spec"
)

// A Config is the configuration of a game. Only Levels is required.
type Config struct {
	Setup
	Levels []spec.Level

	Start *Start // start of the level at which a game continues, instead of First and Lives; nil for a new game

	// For tests and benchmarks.

	W, H        float64 // size of the field; 0 means FieldW, FieldH
	ClosedFloor bool    // the floor is a wall in any mode
}

// StartLives and MaxLives are the initial and the maximum number of lives at medium difficulty.
const (
	StartLives = 5
	MaxLives   = 7
)

// BallRadius is the radius of a normal ball, in units.
const BallRadius = 0.6

// paddleHalf is half of the paddle width at medium difficulty, in units.
const paddleHalf = 4.2

// maxField is the maximum width and height of a field, in units. The range of Control.Target limits
// it.
const maxField = math.MaxInt16 / 64

// fill replaces zero values with defaults. It returns an error if a value is out of range.
func (c *Config) fill() error {
	if len(c.Levels) == 0 {
		return errors.New("engine: no levels")
	}
	if int(c.Mode) >= len(Modes) {
		return fmt.Errorf("engine: unknown mode %d", c.Mode)
	}
	if c.First < 0 || c.First >= len(c.Levels) {
		return fmt.Errorf("engine: first level %d, want 0 to %d", c.First, len(c.Levels)-1)
	}

	setDefault(&c.W, spec.FieldW)
	setDefault(&c.H, spec.FieldH)
	if int(c.Difficulty) >= len(Difficulties) {
		return fmt.Errorf("engine: unknown difficulty %d", c.Difficulty)
	}
	row := &Difficulties[c.Difficulty]
	if c.Day != 0 && (c.Mode != Daily || !c.Day.valid()) {
		return fmt.Errorf("engine: invalid day %s in mode %s", c.Day, c.Mode)
	}

	if err := c.Setup.check(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if err := c.fillMode(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	setDefault(&c.Speed, DefaultTimeSpeed)
	if err := c.Terms().check(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	setDefault(&c.Lives, row.Lives+row.maxLives(c.Assists)-row.MaxLives)

	if !(c.W >= 16 && c.W <= maxField && c.H >= 16 && c.H <= maxField) {
		return fmt.Errorf("engine: field of %g × %g, want 16 to %d", c.W, c.H, maxField)
	}
	if limit := row.maxLives(c.Assists); c.Lives < 1 || c.Lives > limit {
		return fmt.Errorf("engine: %d lives, want 1 to %d", c.Lives, limit)
	}
	if err := c.checkPaddles(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if err := c.checkStart(); err != nil {
		return fmt.Errorf("engine: start: %w", err)
	}

	for k := range c.Levels {
		l := &c.Levels[k]
		if err := l.Check(c.W, c.H); err != nil {
			return fmt.Errorf("engine: level %d: %w", k+1, err)
		}
		if l.ParTime < 0 || l.ParTime > MaxTicks || l.ParScore < 0 || l.ParScore > MaxScore {
			return fmt.Errorf("engine: level %d: par of %d ticks and %d points, want 0 to %d and 0 to %d",
				k+1, l.ParTime, l.ParScore, MaxTicks, MaxScore)
		}
	}
	return nil
}

// fillMode fills in and checks the fields that only the game's mode uses. It returns an error if a
// field of another mode is set.
func (c *Config) fillMode() error {
	row := &Modes[c.Mode]
	if c.Storm != 0 && !row.Storm {
		return fmt.Errorf("mode %s does not allow a storm of %d balls", c.Mode, c.Storm)
	}
	if c.WinPoints != 0 && !c.Mode.Versus() {
		return fmt.Errorf("mode %s does not allow %d points that win a match", c.Mode, c.WinPoints)
	}
	if row.fillConfig == nil {
		return nil
	}
	return row.fillConfig(c)
}

// setDefault sets *p to value if it is zero.
func setDefault[T int | float64](p *T, value T) {
	if *p == 0 {
		*p = value
	}
}
