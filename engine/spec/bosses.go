package spec

import (
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A BossKind is a kind of boss: an index into [Bosses].
type BossKind uint8

// The kinds of boss. To add one, add a constant here and a row in Bosses.
const (
	NoBoss BossKind = iota
	Queen
	Bastion
	Heart

	NumBosses = iota // number of kinds, including NoBoss
)

// A BossRow describes one kind of boss. A boss is a hexagon that balls bounce off. Only hits at its
// weak sides count. Some bosses have a rotating ring of shields.
type BossRow struct {
	Name        string   // name in level files
	Mark        rune     // letter that represents the boss
	Hue         uint8    // index of its color
	Help        string   // description for players
	Hits        uint8    // initial hits
	Radius      float64  // circumradius of its hexagon
	CornerAngle float64  // angle of the first corner in degrees; side k starts at corner k, clockwise
	Ring        float64  // inner circumradius of the shield ring; 0 means no shields
	Roam        geom.Vec // maximum distance of the center from its initial position
	Points      int      // points for killing the boss
	Phases      [NumBossPhases]BossPhase
}

// NumBossPhases is the number of phases of each boss.
const NumBossPhases = 3

// A BossPhase describes the behavior of a boss in one phase. A phase starts when the boss has a
// certain number of remaining hits.
type BossPhase struct {
	StartHits      uint8   // remaining hits at which the phase starts; the first phase starts with all hits
	Speed          float64 // drift speed, units/s
	Spin           float64 // clockwise rotation of the boss and its shields, degrees/s
	RockAngle      float64 // angle from its initial orientation at which its spin reverses, in degrees; 0: never
	WeakSides      uint8   // sides where hits count: bit k for side k
	Shields        uint8   // shields of the ring of six: bit k for the shield in front of side k
	VolleyTicks    int     // ticks between volleys; 0 means the boss does not shoot
	BoltsPerVolley int     // bolts in a volley
	FanAngle       float64 // degrees between neighboring bolts of a volley
	MaxDrones      int     // maximum number of the boss's drones in the field
	PullRate       float64 // maximum rate at which it turns balls toward itself, degrees/s; 0 means no pull
	LayTicks       int     // ticks between the sprouts that it lays in empty places; 0 means never
	SproutsPerLay  int     // sprouts that it lays each time
	CracksWalls    bool    // the level's walls crack when the phase starts
}

// AllSides is the value of BossPhase.WeakSides for a boss whose six sides are all weak.
const AllSides = 1<<6 - 1

// Bosses has a row for each kind of boss.
var Bosses = [NumBosses]BossRow{
	Queen: {
		Name: "queen", Mark: 'Q', Hue: 6, Hits: 14, Radius: 6.5, Roam: geom.Vec{X: 14, Y: 2.5}, Points: 5000,
		Help: "drifts, releases drones and sprouts, is weak at the bottom",
		Phases: [NumBossPhases]BossPhase{
			{
				StartHits: 14, Speed: 6, WeakSides: 0b000111, MaxDrones: 1, VolleyTicks: 3 * world.TicksPerSecond,
				BoltsPerVolley: 1,
				LayTicks:       3 * world.TicksPerSecond, SproutsPerLay: 2,
			},
			{
				StartHits: 9, Speed: 9, Spin: 30, RockAngle: 30, WeakSides: 0b000111, MaxDrones: 2,
				VolleyTicks: 3 * world.TicksPerSecond, BoltsPerVolley: 2, FanAngle: 12,
				LayTicks: 3 * world.TicksPerSecond, SproutsPerLay: 3,
			},
			{
				StartHits: 4, Speed: 11, Spin: 40, RockAngle: 45, WeakSides: 0b000010, MaxDrones: 2,
				VolleyTicks: 5 * world.TicksPerSecond / 2, BoltsPerVolley: 3, FanAngle: 12,
				LayTicks: 2 * world.TicksPerSecond, SproutsPerLay: 3,
			},
		},
	},
	Bastion: {
		Name: "bastion", Mark: 'B', Hue: 4, Hits: 14, Radius: 4.5, Ring: 8.5, Roam: geom.Vec{}, Points: 8000,
		Help: "has a rotating ring of shields, and aims at the paddle",
		Phases: [NumBossPhases]BossPhase{
			{
				StartHits: 14, Spin: 25, WeakSides: AllSides, Shields: 0b011011, VolleyTicks: 3 * world.TicksPerSecond,
				BoltsPerVolley: 1,
			},
			{
				StartHits: 9, Spin: -40, WeakSides: AllSides, Shields: 0b011111,
				VolleyTicks: 5 * world.TicksPerSecond / 2, BoltsPerVolley: 2, FanAngle: 8, CracksWalls: true,
			},
			{
				StartHits: 5, Spin: 60, WeakSides: AllSides, Shields: 0b011111, VolleyTicks: 2 * world.TicksPerSecond,
				BoltsPerVolley: 3, FanAngle: 10, LayTicks: 4 * world.TicksPerSecond, SproutsPerLay: 2,
			},
		},
	},
	Heart: {
		Name: "heart", Mark: 'H', Hue: 5, Hits: 18, Radius: 6.5, Roam: geom.Vec{X: 10, Y: 4}, Points: 12_000,
		Help: "turns its weak sides away, and attracts balls",
		Phases: [NumBossPhases]BossPhase{
			{
				StartHits: 18, Speed: 4, Spin: 30, WeakSides: 0b011011, VolleyTicks: 5 * world.TicksPerSecond / 2,
				BoltsPerVolley: 2, FanAngle: 12,
			},
			{
				StartHits: 12, Speed: 7, Spin: -45, WeakSides: 0b001001, VolleyTicks: 5 * world.TicksPerSecond / 2,
				BoltsPerVolley: 3, FanAngle: 12,
				PullRate: 60, CracksWalls: true,
			},
			{
				StartHits: 6, Speed: 10, Spin: 70, WeakSides: 0b010101, VolleyTicks: 2 * world.TicksPerSecond,
				BoltsPerVolley: 5, FanAngle: 10, MaxDrones: 2, PullRate: 90,
				LayTicks: 3 * world.TicksPerSecond, SproutsPerLay: 2,
			},
		},
	},
}

// Limits and dimensions of bosses.
const (
	maxBossHits   = 24  // maximum number of hits
	ShieldHits    = 2   // initial hits of a shield
	RingThickness = 1.5 // thickness of a shield, in units
	bossMargin    = 3.0 // units between a boss and the walls, enough for a ball
)

// Reach returns the maximum distance of any part of the boss, including its shields, from its
// center.
func (r *BossRow) Reach() float64 {
	if r.Ring > 0 {
		return r.Ring + RingThickness
	}
	return r.Radius
}

func (b BossKind) String() string { return Bosses[b].Name }

// A BossSpec places a boss in a level. The zero BossSpec means no boss.
type BossSpec struct {
	Kind BossKind
	At   geom.Vec // initial center, and the center of the area where it moves
}

// Area returns the upper left and the lower right corner of the rectangle that the boss can reach.
// No brick may overlap it.
func (s *BossSpec) Area() (lo, hi geom.Vec) {
	row := &Bosses[s.Kind]
	reach := geom.Vec{X: row.Roam.X + row.Reach(), Y: row.Roam.Y + row.Reach()}
	return s.At.Sub(reach), s.At.Add(reach)
}

// AllowedMin returns the upper left corner of the rectangle that must contain the boss's area, in a
// field of the default size.
func (s *BossSpec) AllowedMin() geom.Vec { return geom.Vec{X: bossMargin, Y: bossMargin} }

// AllowedMax returns the lower right corner of the rectangle that AllowedMin describes.
func (s *BossSpec) AllowedMax() geom.Vec { return geom.Vec{X: FieldW - bossMargin, Y: LowestBrick} }
