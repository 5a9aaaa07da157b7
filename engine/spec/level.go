// Package spec contains the game's data. It has tables of bricks, drops, drones and bosses, and the
// types that describe a level. Package engine implements the rules, and package levels the file
// formats.
package spec

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// NumHues is the number of brick colors. Colors do not affect the game.
const NumHues = 8

// A Level describes a level, independent of its file format.
type Level struct {
	Name   string
	Author string
	Balls  int // balls per serve, 1 to MaxServeBalls; 0 means 1
	Shots  int // laser shots at the start of the level
	Drops  int // chance that a brick without a drop releases a random one, in percent
	Speed  int // ball speed in percent, MinSpeed to MaxSpeed; 0 means 100
	Bricks []BrickSpec

	World    string // name of its world, or ""; does not affect the game
	ParTime  int    // ticks in Play for the speed bonus; 0 means a default that depends on the bricks
	ParScore int    // points for the score star at a difficulty that pays 100 percent; 0 means no such star

	Emitters []EmitterSpec // sources of beams, at most MaxEmitters

	Drones DroneSpec // drones that enter through gates in the ceiling
	Boss   BossSpec  // boss whose death clears the level

	Challenge Challenge // used in the mode Challenges only
}

// A BrickSpec places one brick of a level.
type BrickSpec struct {
	Kind  Kind
	Hue   uint8        // 0 ≤ Hue < NumHues
	Shape geom.Polygon // outline in field units, with 3 to 8 corners, inside the field

	Hits    uint8    // initial hits; 0 means the maximum of its kind
	Pair    uint8    // number of a pair of portals or trip wires, 1 to MaxPairs; 0 for other bricks
	PassDir geom.Vec // unit vector along which a gate lets balls pass; 0, 0 for other bricks

	Drop    DropKind // drop that it releases when broken
	Dormant bool     // absent until a seed next to it is broken

	Motion Motion // drift and rotation; Shape is the initial position
}

// A Motion describes how a brick moves. The zero Motion means a brick at rest.
type Motion = world.Motion

// Limits of a Motion. [Level.Check] returns an error for faster motions.
const (
	MaxSpin  = world.MaxSpin  // degrees per second
	MaxDrift = world.MaxDrift // units/s
)

// MaxShots is the maximum number of laser shots at the start of a level.
const MaxShots = 99

// Limits of a level's ball speed, in percent.
const (
	MinSpeed = 50
	MaxSpeed = 150
)

// MaxServeBalls is the maximum number of balls per serve.
const MaxServeBalls = 3

// The default size of the field. It is as wide as 15 columns of standard hexagons, which are 5
// units wide and 4 units high, with 4 units between columns. A Config may set another size.
const (
	FieldW = 61.0
	FieldH = 48.0
)

// PaddleY is the y of the paddle's center in a field of height FieldH.
const PaddleY = FieldH - 3

// PaddleHalfHeight is half the height of a paddle.
const PaddleHalfHeight = 0.8

// LowestBrick is the maximum y of a brick in a field of height FieldH. It leaves six units free
// above the paddle, which equals three terminal rows.
const LowestBrick = PaddleY - PaddleHalfHeight - 6

// An EmitterSpec places an emitter in a level. An emitter is the source of a beam.
type EmitterSpec struct {
	At      geom.Vec
	Degrees float64 // initial direction: 0 is right, 90 is down
	Spin    float64 // degrees per second, clockwise
	On, Off int     // duration of the on and off states, in ticks; 0, 0 means always on
	Elapsed int     // ticks of the first on-off cycle that are already over at the start of the level
}

// valid reports whether e is valid in a field of w × h units.
func (e *EmitterSpec) valid(w, h float64) bool {
	return e.At.X >= 0 && e.At.X <= w && e.At.Y >= 0 && e.At.Y <= h &&
		math.Abs(e.Degrees) <= 360 && math.Abs(e.Spin) <= MaxSpin &&
		e.On >= 0 && e.Off >= 0 && e.Elapsed >= 0 && e.On <= 1<<20 && e.Off <= 1<<20 && e.Elapsed <= 1<<21 &&
		(e.On > 0 || e.Off == 0)
}

// MaxEmitters is the maximum number of emitters in a level.
const MaxEmitters = 8

// Check returns an error if l is invalid for a field of w × h units.
func (l *Level) Check(w, h float64) error {
	if l.Balls < 0 || l.Balls > MaxServeBalls {
		return fmt.Errorf("%d balls per serve, want 1 to %d", l.Balls, MaxServeBalls)
	}
	if l.Shots < 0 || l.Shots > MaxShots {
		return fmt.Errorf("%d shots, want 0 to %d", l.Shots, MaxShots)
	}
	if l.Drops < 0 || l.Drops > 100 {
		return fmt.Errorf("drops %d %%, want 0 to 100", l.Drops)
	}
	if l.Speed != 0 && (l.Speed < MinSpeed || l.Speed > MaxSpeed) {
		return fmt.Errorf("speed %d %%, want %d to %d", l.Speed, MinSpeed, MaxSpeed)
	}
	if len(l.Emitters) > MaxEmitters {
		return fmt.Errorf("%d emitters, want at most %d", len(l.Emitters), MaxEmitters)
	}

	for j := range l.Emitters {
		if !l.Emitters[j].valid(w, h) {
			return fmt.Errorf("emitter %d is invalid: %+v", j+1, l.Emitters[j])
		}
	}

	for j := range l.Bricks {
		b := &l.Bricks[j]
		if int(b.Kind) >= len(Kinds) || b.Hue >= NumHues || b.Shape.N() < 3 {
			return fmt.Errorf("brick %d has the kind %d, the hue %d and %d corners, want at most %d, %d and at least 3",
				j+1, b.Kind, b.Hue, b.Shape.N(), len(Kinds)-1, NumHues-1)
		}
		if !b.Motion.Valid() {
			return fmt.Errorf("brick %d: invalid motion %+v", j+1, b.Motion)
		}
		if err := b.CheckKind(); err != nil {
			return fmt.Errorf("brick %d: %w", j+1, err)
		}
	}

	if err := l.Challenge.check(); err != nil {
		return err
	}
	if err := l.checkEnemies(w, h); err != nil {
		return err
	}
	return l.checkPairs()
}

// CheckVersus returns an error unless l leaves as much room at the ceiling as at the floor. In a
// match, the second paddle needs this room.
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
			return fmt.Errorf("brick %d reaches y %.1f, want at least %.1f, because a match has a paddle there",
				j+1, lo.Y, FieldH-LowestBrick)
		}
	}
	return nil
}
