package spec

import "arkterm/engine/world"

// A DroneKind is a kind of drone: an index into [Drones].
type DroneKind uint8

// The kinds of drone. To add one, add a constant here and a row in Drones.
const (
	Cone DroneKind = iota
	Orb
	Chaser
	Moth

	NumDrones = iota // number of kinds
)

// A DroneMotion is a way in which drones move.
type DroneMotion uint8

// Drone motions.
const (
	MoveZigzag DroneMotion = iota // down, turning left or right every 0.5 to 1.5 s
	MoveCircle                    // in circles, sinking slowly
	MoveChase                     // toward the nearest ball
	MoveRandom                    // in random directions
)

// A DroneRow describes one kind of drone.
type DroneRow struct {
	Name      string // name in level files
	Mark      rune   // letter that represents the drone
	Motion    DroneMotion
	Speed     float64 // units/s
	TurnRate  float64 // degrees/s by which its direction turns, for MoveCircle and MoveChase
	SinkSpeed float64 // additional units/s downward
	Spin      float64 // clockwise rotation of its body, degrees/s
	StaysHigh bool    // avoids the lower part of the field
	Common    bool    // enters levels and boss fights that name no kinds
	Points    int     // points for destroying it
	Hue       uint8   // index of its color
	Help      string  // description for players
}

// Drones has a row for each kind of drone. A new kind must not be Common, because it would change
// the drones of recorded games.
var Drones = [NumDrones]DroneRow{
	Cone: {
		Name: "cone", Mark: 'v', Motion: MoveZigzag, Speed: 7, Spin: 90, Common: true, Points: 100, Hue: 1,
		Help: "zigzags down and leaves through the floor",
	},
	Orb: {
		Name: "orb", Mark: 'o', Motion: MoveCircle, Speed: 9, TurnRate: 100, SinkSpeed: 1.5, Spin: -60, Common: true,
		Points: 100, Hue: 4,
		Help: "circles, sinks, and leaves through the floor",
	},
	Chaser: {
		Name: "chaser", Mark: 'x', Motion: MoveChase, Speed: 6, TurnRate: 120, Spin: 240, StaysHigh: true, Common: true,
		Points: 150, Hue: 0,
		Help: "follows the nearest ball, in the upper part of the field",
	},
	Moth: {
		Name: "moth", Mark: 'w', Motion: MoveRandom, Speed: 10, Spin: 30, StaysHigh: true, Common: true, Points: 100,
		Hue:  6,
		Help: "flies in random directions, in the upper part of the field",
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

// MaxDrones is the maximum number of drones in the field.
const MaxDrones = 3

// DroneRadius is the distance of a drone's corners from its center, in units.
const DroneRadius = 1.4

// A DroneSpec describes the drones that enter a level. The zero DroneSpec means no drones.
type DroneSpec struct {
	Max      int         // maximum number in the field, at most MaxDrones
	Interval int         // ticks between the entries of two drones
	Gates    []float64   // x of each gate in the ceiling, 1 to MaxGates
	Kinds    []DroneKind // kinds that enter; none means CommonDrones
}

// MaxGates is the maximum number of gates in a level.
const MaxGates = 2

// Limits of DroneSpec.Interval, in ticks.
const (
	minDroneInterval = world.TicksPerSecond
	maxDroneInterval = 600 * world.TicksPerSecond
)

// gateMargin is the minimum distance of a gate's center from a side wall, in units.
const gateMargin = DroneRadius + DroneClearance

// DroneClearance is the distance, in units, that a drone keeps from walls, bricks, other drones and
// bosses.
const DroneClearance = 0.3
