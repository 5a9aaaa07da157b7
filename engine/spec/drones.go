package spec

import "arkterm/engine/world"

// A DroneKind is a kind of drone: an index into [Drones].
type DroneKind uint8

// The kinds of drone. A new one is a constant here and a row in Drones.
const (
	Cone DroneKind = iota
	Orb
	Chaser
	Moth

	DroneKinds = iota // number of kinds
)

// A Law decides how a drone moves.
type Law uint8

// The laws.
const (
	Zigzags Law = iota // down, and to either side in turns of half a second to one and a half
	Circles            // in circles, and slowly down
	Leans              // toward the nearest ball
	Strays             // in random directions
)

// A DroneRow describes one kind of drone.
type DroneRow struct {
	Name   string // as level files spell it
	Mark   rune   // the letter shown for it
	Law    Law
	Speed  float64 // units/s
	Turn   float64 // degrees/s by which its direction turns, if the law turns it
	Sink   float64 // units/s that it sinks in addition
	Spin   float64 // degrees/s of its body
	Stays  bool    // it avoids the lower part of the field
	Points int
	Hue    uint8
	Says   string
}

// Drones has a row for each kind of drone.
var Drones = [DroneKinds]DroneRow{
	Cone:   {"cone", 'v', Zigzags, 7, 0, 0, 90, false, 100, 1, "zigzags down, and out through the floor"},
	Orb:    {"orb", 'o', Circles, 9, 100, 1.5, -60, false, 100, 4, "circles and sinks, and leaves through the floor"},
	Chaser: {"chaser", 'x', Leans, 6, 120, 0, 240, true, 150, 0, "turns to the nearest ball, in the upper part of the field"},
	Moth:   {"moth", 'w', Strays, 10, 0, 0, 30, true, 100, 6, "flies this way and that, in the upper part of the field"},
}

func (d DroneKind) String() string { return Drones[d].Name }

// MaxDrones is the greatest number of drones in the field at once.
const MaxDrones = 3

// DroneRadius is the distance of a drone's corners from its middle.
const DroneRadius = 1.4

// A DroneSpec says which drones enter a level. The zero DroneSpec means none.
type DroneSpec struct {
	Most  int       // in the field at once, at most MaxDrones
	Every int       // ticks between two of them
	Gates []float64 // where they enter through the ceiling: one or two x
	Kinds []DroneKind
}

const MaxGates = 2

const leastEvery = world.TicksPerSecond

const mostEvery = 600 * world.TicksPerSecond

const gateMargin = DroneRadius + DroneKeep // least distance of a gate's middle from a side wall

const DroneKeep = 0.3 // units between a drone and what stands or drifts
