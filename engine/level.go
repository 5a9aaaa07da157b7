package engine

import "arkterm/engine/geom"

// A Kind is a kind of brick: an index into [Kinds].
type Kind uint8

// The kinds of brick. A new one is a constant here and a row in Kinds.
const (
	Plain  Kind = iota // breaks at the first hit
	Double             // takes two hits, and shows how many are left
	Triple             // takes three
	Wall               // never breaks and does not count toward completion
)

// Kinds says what each kind of brick is.
var Kinds = [...]struct {
	Name   string // as level files spell it
	Hits   uint8  // hits that a new one takes
	Breaks bool   // whether hits count at all; else it is there for ever
	Points int    // for each hit that counts, before the combo
}{
	Plain:  {"plain", 1, true, 100},
	Double: {"double", 2, true, 100},
	Triple: {"triple", 3, true, 100},
	Wall:   {"wall", 1, false, 0},
}

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
	Bricks []BrickSpec

	Emitters []EmitterSpec // at most MaxEmitters
}

// A BrickSpec places one brick of a level.
type BrickSpec struct {
	Kind  Kind
	Hue   uint8        // 0 ≤ Hue < Hues
	Shape geom.Polygon // in field units, 3 to 8 corners, inside the field

	Motion Motion // how it drifts and turns; Shape is where it sets out
}

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
