package engine

import (
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

// LowestBrick is how far down a brick may reach in a field of height FieldH: it
// leaves three rows of a terminal, six units, free above the paddle.
const LowestBrick = PaddleY - paddleHalfHeight - 6
