// Package spec is what levels are made of: the tables of the kinds of bricks, drops, drones and
// bosses, and what a level says of each. All of it is data: what becomes of it in a game is
// the engine's matter, how a level is written down that of package levels.
package spec

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// Hues is how many colours a level can tell its bricks apart by. They mean
// nothing to the rules.
const Hues = 8

// A Level is a board: what the engine needs to know of one, wherever it came
// from.
type Level struct {
	Name   string
	Author string
	Balls  int // balls served at once, 1 to MaxServed; 0 means 1
	Shots  int // laser shots that the paddle has when the level begins
	Drops  int // percent of the bricks that hold nothing which let something fall all the same
	Bricks []BrickSpec

	World    string // that it belongs to, or ""; means nothing to the rules
	ParTime  int    // ticks in play from which on there is no bonus for speed; 0: as its bricks say
	ParScore int    // points that earn a star at a difficulty that pays 100 percent; 0: there is no such star

	Emitters []EmitterSpec // at most MaxEmitters

	Drones DroneSpec // what comes through gates in the ceiling
	Boss   BossSpec  // it is cleared when that is dead
}

// A BrickSpec places one brick of a level.
type BrickSpec struct {
	Kind  Kind
	Hue   uint8        // 0 ≤ Hue < Hues
	Shape geom.Polygon // in field units, 3 to 8 corners, inside the field

	Hits uint8    // hits that it takes at first; 0: as many as its kind can
	Pair uint8    // a portal's number, from 1: the two that share it lead to each other
	Way  geom.Vec // a gate's: the unit vector along which it lets balls through

	Holds DropKind // what falls when it is broken
	Later bool     // a sprout's: it is not there before a seed lets it grow

	Motion Motion // how it drifts and turns; Shape is where it sets out
}

// A Motion is how a brick moves. The zero Motion rests.
type Motion = world.Motion

// Limits of a Motion: New refuses what is faster.
const (
	MaxSpin  = world.MaxSpin  // degrees per second
	MaxDrift = world.MaxDrift // units/s
)

// MaxShots is the most laser shots that a level can give.
const MaxShots = 99

// MaxServed is the most balls that a level can serve at once.
const MaxServed = 3

// The field of the game. A Config may ask for another one.
const (
	FieldW = 64.0
	FieldH = 48.0
)

// PaddleY is the height of the paddle's middle in a field of height FieldH.
// Levels keep their bricks above LowestBrick.
const PaddleY = FieldH - 3

// PaddleHalfHeight is half of how high a paddle is.
const PaddleHalfHeight = 0.8

// LowestBrick is how far down a brick may reach in a field of height FieldH: it
// leaves three rows of a terminal, six units, free above the paddle.
const LowestBrick = PaddleY - PaddleHalfHeight - 6

// An EmitterSpec places a source of a beam in a level.
type EmitterSpec struct {
	At      geom.Vec
	Degrees float64 // where it points when the level begins: 0 to the right, 90 down
	Spin    float64 // degrees per second, clockwise
	On, Off int     // ticks that it shines and rests, in turns; 0, 0: it always shines
	Elapsed int     // ticks of that cycle which are over when the level begins
}

func (e *EmitterSpec) valid(w, h float64) bool {
	return e.At.X >= 0 && e.At.X <= w && e.At.Y >= 0 && e.At.Y <= h &&
		math.Abs(e.Degrees) <= 360 && math.Abs(e.Spin) <= MaxSpin &&
		e.On >= 0 && e.Off >= 0 && e.Elapsed >= 0 && e.On <= 1<<20 && e.Off <= 1<<20 && e.Elapsed <= 1<<21 &&
		(e.On > 0 || e.Off == 0)
}

// MaxEmitters is the most emitters that a level can have.
const MaxEmitters = 8

// Check says what of l is out of range, for a field of w × h.
func (l *Level) Check(w, h float64) error {
	if l.Balls < 0 || l.Balls > MaxServed {
		return fmt.Errorf("serves %d balls, want 1 to %d", l.Balls, MaxServed)
	}
	if l.Shots < 0 || l.Shots > MaxShots {
		return fmt.Errorf("%d shots, want 0 to %d", l.Shots, MaxShots)
	}
	if l.Drops < 0 || l.Drops > 100 {
		return fmt.Errorf("%d %% drops, want 0 to 100", l.Drops)
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
		if !b.Motion.Valid() {
			return fmt.Errorf("brick %d: motion %+v", j+1, b.Motion)
		}
		if err := b.CheckKind(); err != nil {
			return fmt.Errorf("brick %d: %w", j+1, err)
		}
	}
	if err := l.checkSpecs(w, h); err != nil {
		return err
	}
	return l.checkPortals()
}

// Faceable returns nil if l leaves as much room at the ceiling as at the floor, which
// a match needs for the paddle there, and else says what does not.
func (l *Level) Faceable() error {
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
