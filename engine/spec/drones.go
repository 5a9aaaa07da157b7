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

	NumDrones = iota // number of kinds
)

// A Law decides how a drone moves.
type DroneMotion uint8

// The laws.
const (
	MoveZigzag DroneMotion = iota // down, and to either side in turns of half a second to one and a half
	MoveCircle                    // in circles, and slowly down
	MoveChase                     // toward the nearest ball
	MoveRandom                    // in random directions
)

// A DroneRow describes one kind of drone.
type DroneRow struct {
	Name      string // in level files
	Mark      rune   // letter shown for it
	Motion    DroneMotion
	Speed     float64 // units/s
	TurnRate  float64 // degrees/s by which its direction turns, if the law turns it
	SinkSpeed float64 // additional units/s downward
	Spin      float64 // degrees/s of its body
	StaysHigh bool    // avoids the lower part of the field
	Common    bool    // enters levels and boss fights that name no kinds
	Points    int
	Hue       uint8
	Help      string
}

// Drones has a row for each kind of drone. Another common kind would change the drones of recorded games.
var Drones = [NumDrones]DroneRow{
	Cone: {
		Name: "cone", Mark: 'v', Motion: MoveZigzag, Speed: 7, Spin: 90, Common: true, Points: 100, Hue: 1,
		Help: "zigzags down, and out through the floor",
	},
	Orb: {
		Name: "orb", Mark: 'o', Motion: MoveCircle, Speed: 9, TurnRate: 100, SinkSpeed: 1.5, Spin: -60, Common: true, Points: 100, Hue: 4,
		Help: "circles and sinks, and leaves through the floor",
	},
	Chaser: {
		Name: "chaser", Mark: 'x', Motion: MoveChase, Speed: 6, TurnRate: 120, Spin: 240, StaysHigh: true, Common: true, Points: 150, Hue: 0,
		Help: "turns to the nearest ball, in the upper part of the field",
	},
	Moth: {
		Name: "moth", Mark: 'w', Motion: MoveRandom, Speed: 10, Spin: 30, StaysHigh: true, Common: true, Points: 100, Hue: 6,
		Help: "flies this way and that, in the upper part of the field",
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
	Max      int       // in the field at once, at most MaxDrones
	Interval int       // ticks between two of them
	Gates    []float64 // where they enter through the ceiling: one or two x
	Kinds    []DroneKind
}

const MaxGates = 2

const minDroneInterval = world.TicksPerSecond

const maxDroneInterval = 600 * world.TicksPerSecond

const gateMargin = DroneRadius + DroneClearance // least distance of a gate's middle from a side wall

const DroneClearance = 0.3 // units between a drone and what stands or drifts
