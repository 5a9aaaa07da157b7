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
	Name   string // in level files
	Mark   rune   // letter shown for it
	Law    Law
	Speed  float64 // units/s
	Turn   float64 // degrees/s by which its direction turns, if the law turns it
	Sink   float64 // additional units/s downward
	Spin   float64 // degrees/s of its body
	Stays  bool    // avoids the lower part of the field
	Common bool    // enters levels and boss fights that name no kinds
	Points int
	Hue    uint8
	Says   string
}

// Drones has a row for each kind of drone. Another common kind would change the drones of recorded games.
var Drones = [DroneKinds]DroneRow{
	Cone: {
		Name: "cone", Mark: 'v', Law: Zigzags, Speed: 7, Spin: 90, Common: true, Points: 100, Hue: 1,
		Says: "zigzags down, and out through the floor",
	},
	Orb: {
		Name: "orb", Mark: 'o', Law: Circles, Speed: 9, Turn: 100, Sink: 1.5, Spin: -60, Common: true, Points: 100, Hue: 4,
		Says: "circles and sinks, and leaves through the floor",
	},
	Chaser: {
		Name: "chaser", Mark: 'x', Law: Leans, Speed: 6, Turn: 120, Spin: 240, Stays: true, Common: true, Points: 150, Hue: 0,
		Says: "turns to the nearest ball, in the upper part of the field",
	},
	Moth: {
		Name: "moth", Mark: 'w', Law: Strays, Speed: 10, Spin: 30, Stays: true, Common: true, Points: 100, Hue: 6,
		Says: "flies this way and that, in the upper part of the field",
	},
}

// CommonDrones are the kinds of drone that enter levels and boss fights that name no kinds.
var CommonDrones = func() (kinds []DroneKind) {
	for k, row := range Drones {
		if row.Common {
			kinds = append(kinds, DroneKind(k))
		}
	}
	return kinds
}()

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
