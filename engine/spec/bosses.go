package spec

import (
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A BossKind is a kind of boss: an index into [Bosses].
type BossKind uint8

// The kinds of boss. A new one is a constant here and a row in Bosses.
const (
	NoBoss BossKind = iota
	Queen
	Bastion
	Heart

	NumBosses = iota // number of kinds, including NoBoss
)

// A BossRow describes one kind of boss: a hexagon that balls bounce off, which can be hurt at its
// weak sides only, and possibly a ring of shields that turns around it.
type BossRow struct {
	Name   string // as level files spell it
	Mark   rune
	Hue    uint8
	Help   string
	Hits   uint8
	Radius float64  // circumradius of its hexagon
	Corner float64  // degrees of the first corner; side k follows corner k, clockwise
	Ring   float64  // inner circumradius of its shields; 0: it has none
	Roam   geom.Vec // how far its middle may be from its place
	Points int      // for killing it
	Phases [NumBossPhases]BossPhase
}

// BossPhases is the number of phases of each boss.
const NumBossPhases = 3

// A BossPhase describes the boss's behaviour below a number of hits.
type BossPhase struct {
	From        uint8   // hits at which the phase begins; the first phase begins with all
	Speed       float64 // units/s of its drift
	Spin        float64 // degrees/s, clockwise, of boss and shields
	RockAngle   float64 // degrees at which it turns back; 0: it turns on
	Weak        uint8   // sides that can be hurt: bit k for side k
	Shields     uint8   // shields in the ring of six: bit k for the one before side k
	VolleyTicks int     // ticks between volleys; 0: it does not shoot
	Shots       int     // bolts in a volley …
	FanAngle    float64 // … and the degrees between them
	MaxDrones   int     // greatest number of its drones in the field at once
	PullRate    float64 // greatest degrees/s by which it turns balls toward itself; 0: none
}

const AllSides = 1<<6 - 1

// Bosses has a row for each kind of boss.
var Bosses = [NumBosses]BossRow{
	Queen: {
		Name: "queen", Mark: 'Q', Hue: 6, Hits: 8, Radius: 6.5, Roam: geom.Vec{X: 14, Y: 2.5}, Points: 5000,
		Help: "drifts, lets drones out, and is weak below",
		Phases: [NumBossPhases]BossPhase{
			{From: 8, Speed: 6, Weak: 0b000111, MaxDrones: 1, VolleyTicks: 4 * world.TicksPerSecond, Shots: 1},
			{From: 6, Speed: 9, Spin: 30, RockAngle: 30, Weak: 0b000111, MaxDrones: 2, VolleyTicks: 3 * world.TicksPerSecond, Shots: 1},
			{From: 3, Speed: 11, Spin: 40, RockAngle: 45, Weak: 0b000010, MaxDrones: 2, VolleyTicks: 5 * world.TicksPerSecond / 2, Shots: 1},
		},
	},
	Bastion: {
		Name: "bastion", Mark: 'B', Hue: 4, Hits: 14, Radius: 4.5, Ring: 8.5, Roam: geom.Vec{}, Points: 8000,
		Help: "stands behind a ring of shields that turns, and aims at the paddle",
		Phases: [NumBossPhases]BossPhase{
			{From: 14, Spin: 25, Weak: AllSides, Shields: 0b011011, VolleyTicks: 3 * world.TicksPerSecond, Shots: 1},
			{From: 9, Spin: -40, Weak: AllSides, Shields: 0b011111, VolleyTicks: 5 * world.TicksPerSecond / 2, Shots: 2, FanAngle: 8},
			{From: 5, Spin: 60, Weak: AllSides, Shields: 0b011111, VolleyTicks: 2 * world.TicksPerSecond, Shots: 3, FanAngle: 10},
		},
	},
	Heart: {
		Name: "heart", Mark: 'H', Hue: 5, Hits: 18, Radius: 6.5, Roam: geom.Vec{X: 10, Y: 4}, Points: 12_000,
		Help: "turns its weak sides away, draws balls to itself, and beats ever faster",
		Phases: [NumBossPhases]BossPhase{
			{From: 18, Speed: 4, Spin: 30, Weak: 0b011011, VolleyTicks: 5 * world.TicksPerSecond / 2, Shots: 2, FanAngle: 12},
			{From: 12, Speed: 7, Spin: -45, Weak: 0b001001, VolleyTicks: 5 * world.TicksPerSecond / 2, Shots: 3, FanAngle: 12, PullRate: 60},
			{From: 6, Speed: 10, Spin: 70, Weak: 0b010101, VolleyTicks: 2 * world.TicksPerSecond, Shots: 5, FanAngle: 10, MaxDrones: 2, PullRate: 90},
		},
	},
}

// Limits of bosses.
const (
	maxBossHits   = 24
	ShieldHits    = 2
	RingThickness = 1.5
	bossMargin    = 3.0 // units between it and the walls: a ball fits in between
)

// Reach returns the greatest distance of any part of the boss from its middle.
func (r *BossRow) Reach() float64 {
	if r.Ring > 0 {
		return r.Ring + RingThickness
	}
	return r.Radius
}

func (b BossKind) String() string { return Bosses[b].Name }

// A BossSpec places a boss in a level. The zero BossSpec is no boss.
type BossSpec struct {
	Kind BossKind
	At   geom.Vec // its middle, and that of the area it roams
}

// Room returns the corners of the rectangle that the boss can reach. Nothing else in the level may
// be in it.
func (s *BossSpec) Room() (lo, hi geom.Vec) {
	row := &Bosses[s.Kind]
	far := geom.Vec{X: row.Roam.X + row.Reach(), Y: row.Roam.Y + row.Reach()}
	return s.At.Sub(far), s.At.Add(far)
}

// Least and Most return the corners of the area that a boss's room must lie in, in the game's
// field.
func (s *BossSpec) AllowedMin() geom.Vec { return geom.Vec{X: bossMargin, Y: bossMargin} }

// Most is the lower right corner; see Least.
func (s *BossSpec) AllowedMax() geom.Vec { return geom.Vec{X: FieldW - bossMargin, Y: LowestBrick} }
