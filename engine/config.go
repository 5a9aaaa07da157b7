package engine

import (
	"errors"
	"fmt"
	"slices"

	"arkterm/engine/geom"
)

// A Config says what game to play. Only Levels must be given.
type Config struct {
	Setup
	Levels []Level

	Start *Start // a level's start to go on from, in place of First and Lives; nil: the game's

	// The rest is for tests, benchmarks and storms.

	W, H     float64   // the field; 0: FieldW, FieldH
	Substeps int       // sub-steps a tick; 0: 2
	Floor    bool      // the floor is closed
	Free     bool      // no rules: nothing breaks, nobody aims, no phases but Play
	Balls    []NewBall // balls in the field from the start, with Free only
	NoPaddle bool      // with Free only

	// The paddle, with Free only: half of its width, half of its height and the
	// height of its middle. 0: the game's.
	PaddleHalf, PaddleR, PaddleY float64
}

// A NewBall is a ball that a Config puts in the field.
type NewBall struct {
	At, V   geom.Vec
	R, Mass float64 // 0: BallRadius, 1
}

// StartLives is how many balls a game of medium difficulty begins with, and
// MaxLives how many can be collected.
const (
	StartLives = 5
	MaxLives   = 7
)

// BallRadius is the radius of the game's balls.
const BallRadius = 0.6

// The game's paddle: 7.2 wide, 1.6 high.
const (
	paddleHalf       = 3.6
	paddleHalfHeight = 0.8
)

// maxField is the widest and highest field, in units.
const maxField = 4096

// fill puts defaults where c has zeros and says what is out of range.
func (c *Config) fill() error {
	if len(c.Levels) == 0 && c.Free {
		c.Levels = []Level{{}}
	}
	if len(c.Levels) == 0 {
		return errors.New("engine: no levels")
	}
	if int(c.Mode) >= len(Modes) {
		return fmt.Errorf("engine: mode %d", c.Mode)
	}
	if c.First < 0 || c.First >= len(c.Levels) {
		return fmt.Errorf("engine: first level %d, want 0 to %d", c.First, len(c.Levels)-1)
	}
	set(&c.W, FieldW)
	set(&c.H, FieldH)
	if int(c.Difficulty) >= len(Difficulties) {
		return fmt.Errorf("engine: difficulty %d", c.Difficulty)
	}
	row := &Difficulties[c.Difficulty]
	if c.Day != 0 && (c.Mode != Daily || !c.Day.valid()) {
		return fmt.Errorf("engine: the day %s in the mode %s", c.Day, c.Mode)
	}
	if err := c.Setup.check(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if err := c.fillMode(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	set(&c.Speed, UsualSpeed)
	if err := c.Terms().check(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	set(&c.Lives, row.Lives+row.mostLives(c.Assists)-row.MostLives)
	set(&c.Substeps, 2)
	if !(c.W >= 16 && c.W <= maxField && c.H >= 16 && c.H <= maxField) {
		return fmt.Errorf("engine: field of %g × %g, want 16 to %d", c.W, c.H, maxField)
	}
	if most := row.mostLives(c.Assists); c.Lives < 1 || c.Lives > most {
		return fmt.Errorf("engine: %d lives, want 1 to %d", c.Lives, most)
	}
	if c.Substeps < 1 || c.Substeps > 64 {
		return fmt.Errorf("engine: %d sub-steps, want 1 to 64", c.Substeps)
	}
	if !c.Free && (c.NoPaddle || len(c.Balls) > 0) {
		return errors.New("engine: NoPaddle and Balls need Free")
	}
	if !c.Free && (c.PaddleHalf != 0 || c.PaddleR != 0 || c.PaddleY != 0) {
		return errors.New("engine: another paddle needs Free")
	}
	_, usual, _ := row.widths(c.Assists.breadth(), c.W)
	set(&c.PaddleHalf, usual)
	set(&c.PaddleR, paddleHalfHeight)
	set(&c.PaddleY, c.H-(FieldH-PaddleY))
	if !(c.PaddleR > 0 && c.PaddleHalf > c.PaddleR && c.PaddleHalf <= c.W/2 && c.PaddleY >= c.PaddleR && c.PaddleY <= c.H-c.PaddleR) {
		return fmt.Errorf("engine: paddle of %g × %g at the height %g", 2*c.PaddleHalf, 2*c.PaddleR, c.PaddleY)
	}
	if err := c.checkPaddles(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if err := c.checkStart(); err != nil {
		return fmt.Errorf("engine: start: %w", err)
	}
	for k := range c.Levels {
		if err := c.Levels[k].check(c.W, c.H); err != nil {
			return fmt.Errorf("engine: level %d: %w", k+1, err)
		}
	}
	return c.fillBalls()
}

// fillMode has the mode complete and check what is its own, and checks that no other mode's
// is given.
func (c *Config) fillMode() error {
	row := &Modes[c.Mode]
	if c.Storm != 0 && !row.Storm {
		return fmt.Errorf("a storm of %d balls in the mode %s", c.Storm, c.Mode)
	}
	if c.To != 0 && !c.Mode.Faces() {
		return fmt.Errorf("points to win in the mode %s", c.Mode)
	}
	if row.fill == nil {
		return nil
	}
	return row.fill(c)
}

// check says what of l is out of range, for a field of w × h.
func (l *Level) check(w, h float64) error {
	if l.Balls < 0 || l.Balls > MaxServed {
		return fmt.Errorf("serves %d balls, want 1 to %d", l.Balls, MaxServed)
	}
	if l.Shots < 0 || l.Shots > MaxShots {
		return fmt.Errorf("%d shots, want 0 to %d", l.Shots, MaxShots)
	}
	if l.Drops < 0 || l.Drops > 100 {
		return fmt.Errorf("%d %% drops, want 0 to 100", l.Drops)
	}
	if l.ParTime < 0 || l.ParTime > MaxTicks || l.ParScore < 0 || l.ParScore > MaxScore {
		return fmt.Errorf("par of %d ticks and %d points", l.ParTime, l.ParScore)
	}
	if len(l.Emitters) > MaxEmitters {
		return fmt.Errorf("%d emitters, want at most %d", len(l.Emitters), MaxEmitters)
	}
	for j := range l.Emitters {
		if !l.Emitters[j].valid(w, h) {
			return fmt.Errorf("emitter %d: %+v", j+1, l.Emitters[j])
		}
	}
	for j := range l.Bricks {
		b := &l.Bricks[j]
		if int(b.Kind) >= len(Kinds) || b.Hue >= Hues || b.Shape.N() < 3 {
			return fmt.Errorf("brick %d: kind %d, hue %d, %d corners", j+1, b.Kind, b.Hue, b.Shape.N())
		}
		if !b.Motion.valid() {
			return fmt.Errorf("brick %d: motion %+v", j+1, b.Motion)
		}
		if err := b.checkKind(); err != nil {
			return fmt.Errorf("brick %d: %w", j+1, err)
		}
	}
	if err := l.checkSpecs(w, h); err != nil {
		return err
	}
	return l.checkPortals()
}

// fillBalls does for the balls of c what fill does for the rest.
func (c *Config) fillBalls() error {
	c.Balls = slices.Clone(c.Balls)
	for i := range c.Balls {
		b := &c.Balls[i]
		set(&b.R, BallRadius)
		set(&b.Mass, 1)
		if !(b.R >= 1e-3 && b.R < 8 && b.Mass > 0 && b.Mass < 1e15) || !b.At.Finite() || !b.V.Finite() {
			return fmt.Errorf("engine: ball %d: radius %g, mass %g, at %v, velocity %v", i, b.R, b.Mass, b.At, b.V)
		}
		if b.At.X < b.R || b.At.X > c.W-b.R || b.At.Y < b.R || b.At.Y > c.H-b.R {
			return fmt.Errorf("engine: ball %d at %v is outside of the field", i, b.At)
		}
	}
	return nil
}

func set[T int | float64](p *T, value T) {
	if *p == 0 {
		*p = value
	}
}
