// Package spec describes what levels are made of: the tables of the kinds of bricks, drops, drones
// and bosses, and what a level says about each. It is data only: package engine implements its
// effects, and package levels its file formats.
package spec

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// Hues is the number of colours of bricks. They do not affect the game.
const NumHues = 8

// A Level is a board as the engine needs it, independent of its source.
type Level struct {
	Name   string
	Author string
	Balls  int // balls served at once, 1 to MaxServed; 0 means 1
	Shots  int // laser shots of the paddle when the level begins
	Drops  int // percent of the bricks without a drop of their own that release a random one
	Speed  int // percent of the usual speed that balls have, MinSpeed to MaxSpeed; 0 means 100
	Bricks []BrickSpec

	World    string // its world, or ""; does not affect the game
	ParTime  int    // ticks in play for the speed bonus; 0: derived from its bricks
	ParScore int    // points for a star, at a difficulty that pays 100 percent; 0: there is no such star

	Emitters []EmitterSpec // at most MaxEmitters

	Drones DroneSpec // what enters through gates in the ceiling
	Boss   BossSpec  // the level is cleared when it is dead

	Challenge Challenge // in the mode of challenges: its twist, and what its medals take
}

// A BrickSpec places one brick of a level.
type BrickSpec struct {
	Kind  Kind
	Hue   uint8        // 0 ≤ Hue < Hues
	Shape geom.Polygon // in field units, 3 to 8 corners, inside the field

	Hits uint8    // initial hits; 0: the most that its kind has
	Pair uint8    // number of a portal's pair, from 1: its two portals lead to each other
	Way  geom.Vec // a gate's: the unit vector along which balls pass

	Holds   DropKind // what falls when it breaks
	Dormant bool     // a sprout's: it is absent until a seed makes it grow

	Motion Motion // its drift and spin; Shape is where it begins
}

// A Motion is how a brick moves. The zero Motion rests.
type Motion = world.Motion

// Limits of a Motion: New refuses faster ones.
const (
	MaxSpin  = world.MaxSpin  // degrees per second
	MaxDrift = world.MaxDrift // units/s
)

// MaxShots is the greatest number of laser shots that a level can give.
const MaxShots = 99

// Limits of a level's speed, in percent.
const (
	MinSpeed = 50
	MaxSpeed = 150
)

// MaxServed is the greatest number of balls that a level can serve at once.
const MaxServeBalls = 3

// The field of the game. It is as wide as 15 columns of the standard hexagons, which are 5 × 4
// units and 4 units from column to column. A Config may set another size.
const (
	FieldW = 61.0
	FieldH = 48.0
)

// PaddleY is the height of the paddle's middle in a field of height FieldH.
// Levels keep their bricks above LowestBrick.
const PaddleY = FieldH - 3

// PaddleHalfHeight is half the height of a paddle.
const PaddleHalfHeight = 0.8

// LowestBrick is the lowest y of a brick in a field of height FieldH: it leaves three rows of a
// terminal, six units, free above the paddle.
const LowestBrick = PaddleY - PaddleHalfHeight - 6

// An EmitterSpec places a source of a beam in a level.
type EmitterSpec struct {
	At      geom.Vec
	Degrees float64 // direction when the level begins: 0 to the right, 90 down
	Spin    float64 // degrees per second, clockwise
	On, Off int     // ticks that it shines and rests in turn; 0, 0: it always shines
	Elapsed int     // ticks of that cycle that have passed when the level begins
}

func (e *EmitterSpec) valid(w, h float64) bool {
	return e.At.X >= 0 && e.At.X <= w && e.At.Y >= 0 && e.At.Y <= h &&
		math.Abs(e.Degrees) <= 360 && math.Abs(e.Spin) <= MaxSpin &&
		e.On >= 0 && e.Off >= 0 && e.Elapsed >= 0 && e.On <= 1<<20 && e.Off <= 1<<20 && e.Elapsed <= 1<<21 &&
		(e.On > 0 || e.Off == 0)
}

// MaxEmitters is the greatest number of emitters in a level.
const MaxEmitters = 8

// Check returns an error if l is invalid for a field of w × h.
func (l *Level) Check(w, h float64) error {
	if l.Balls < 0 || l.Balls > MaxServeBalls {
		return fmt.Errorf("serves %d balls, want 1 to %d", l.Balls, MaxServeBalls)
	}
	if l.Shots < 0 || l.Shots > MaxShots {
		return fmt.Errorf("%d shots, want 0 to %d", l.Shots, MaxShots)
	}
	if l.Drops < 0 || l.Drops > 100 {
		return fmt.Errorf("%d %% drops, want 0 to 100", l.Drops)
	}
	if l.Speed != 0 && (l.Speed < MinSpeed || l.Speed > MaxSpeed) {
		return fmt.Errorf("%d %% speed, want %d to %d", l.Speed, MinSpeed, MaxSpeed)
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
		if int(b.Kind) >= len(Kinds) || b.Hue >= NumHues || b.Shape.N() < 3 {
			return fmt.Errorf("brick %d: kind %d, hue %d, %d corners", j+1, b.Kind, b.Hue, b.Shape.N())
		}
		if !b.Motion.Valid() {
			return fmt.Errorf("brick %d: motion %+v", j+1, b.Motion)
		}
		if err := b.CheckKind(); err != nil {
			return fmt.Errorf("brick %d: %w", j+1, err)
		}
	}

	if err := l.Challenge.check(); err != nil {
		return err
	}
	if err := l.checkSpecs(w, h); err != nil {
		return err
	}
	return l.checkPortalPairs()
}

// Faceable returns nil if l leaves as much room at the ceiling as at the floor, as a match needs
// for the paddle there, otherwise an error that says what is in the way.
func (l *Level) CheckVersus() error {
	const rounding = 1e-9
	for j := range l.Bricks {
		b := &l.Bricks[j]
		lo, _ := b.Shape.Bounds()
		if b.Motion.Moves() {
			center, radius := b.Shape.Circle()
			lo.Y = min(center.Y, center.Y+b.Motion.Path.Y) - radius
		}
		if lo.Y < FieldH-LowestBrick-rounding {
			return fmt.Errorf("brick %d reaches up to %.1f, where a match has a paddle: want %.1f", j+1, lo.Y, FieldH-LowestBrick)
		}
	}
	return nil
}
