package spec

import (
	"errors"
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A Kind is a kind of brick: an index into [Kinds].
type Kind uint8

// The kinds of brick. To add one, add a constant here and a row in Kinds.
const (
	Plain    Kind = iota
	Double        // takes two hits and shows how many remain
	Triple        // takes three hits
	Wall          // unbreakable
	Quad          // takes four hits
	Hidden        // invisible before its first hit
	Regrow        // regains hits
	Bomb          // explodes when broken
	Seed          // lets sprouts grow around it when broken
	Sprout        // grown from a seed
	Metal         // only strong balls break it
	Chaos         // like Metal, and reflects balls in random directions
	Bumper        // speeds balls up
	Portal        // connected to another portal
	Gate          // passable in one direction
	Magnet        // attracts balls
	Cracked       // breakable, but optional
	Tripwire      // connected to another tripwire by a beam

	// Bodies of enemies. Levels cannot place them.
	DroneBody  // body of a drone; see Drones
	ShieldBody // part of the shield around a boss
	BossBody   // body of a boss; see Bosses
)

// NumPlacedKinds is the number of kinds that a level can place. These are the kinds before
// DroneBody.
const NumPlacedKinds = int(DroneBody)

// A KindRow describes one kind of brick. The engine reads its columns and does not test for
// specific kinds.
type KindRow struct {
	Name string // name in level files
	Mark rune   // letter in text pictures of levels; 0 shows the number of hits
	Help string // description for players

	Hits       uint8 // maximum number of hits, and the default for a new brick
	Breakable  bool  // hits of all balls count
	StrongOnly bool  // only hits of strong balls count; balls are strong while DropEnergy is active
	Optional   bool  // the level can be cleared without breaking it
	Points     int   // points for each hit that counts, before the multiplier

	Hides       bool    // invisible before its first hit
	HealTicks   int     // ticks at a ball speed of 27 units/s until it regains a hit; 0 means never
	FuseTicks   int     // ticks from its last hit to its explosion; 0 means no explosion
	SproutTicks int     // ticks from its last hit until sprouts grow around it; 0 means never
	Scatters    bool    // reflects balls in random directions
	SpeedGain   float64 // units/s that it adds to a ball, up to the top speed
	Opening     Opening // conditions under which balls pass
	PullReach   float64 // distance from its center within which it turns balls toward itself, in units
	PullRate    float64 // maximum rate at which it turns balls, degrees/s
	ZapKind     Kind    // kind after DropZap; 0 means unchanged
	Wired       bool    // a beam connects it to the other brick of its pair
	Fragile     bool    // breaking it costs time under the twist TwistFragile
	Drone       bool    // counts as a drone in scores, and holds no drop
	CanSprout   bool    // seeds can grow it, so levels can place it as Dormant
	Immovable   bool    // cannot drift or rotate
	Tough       bool    // strong balls bounce off too, and a contact or explosion takes at most three hits
}

// An Opening describes how balls pass through a brick.
type Opening uint8

// The openings.
const (
	Solid  Opening = iota // balls always bounce
	OneWay                // balls moving along PassDir pass, others bounce
	ToPair                // balls leave through the other portal
)

// Kinds has a row for each kind of brick.
var Kinds = [...]KindRow{
	Plain:  {Name: "plain", Hits: 1, Breakable: true, Points: 100, Help: "breaks at the first hit"},
	Double: {Name: "double", Hits: 2, Breakable: true, Points: 100, Help: "takes two hits"},
	Triple: {Name: "triple", Hits: 3, Breakable: true, Points: 100, Help: "takes three hits"},
	Quad:   {Name: "quad", Hits: 4, Breakable: true, Points: 100, Help: "takes four hits"},
	Wall:   {Name: "wall", Hits: 1, ZapKind: Cracked, Help: "never breaks"},
	Hidden: {
		Name: "hidden", Mark: 'h', Hits: 4, Breakable: true, Points: 100, Hides: true,
		Help: "invisible until it is hit",
	},
	Regrow: {
		Name: "regrow", Mark: 'r', Hits: 3, Breakable: true, Points: 200, HealTicks: 4 * world.TicksPerSecond,
		Help: "slowly regains up to three hits",
	},
	Bomb: {
		Name: "bomb", Mark: '*', Hits: 1, Breakable: true, Points: 200, FuseTicks: 150 * world.TicksPerSecond / 1000,
		Help: "explodes after a hit, breaks its neighbors and triggers bombs",
	},
	Seed: {
		Name: "seed", Mark: '!', Hits: 1, Breakable: true, Points: 200, SproutTicks: world.TicksPerSecond / 2,
		Help: "half a second after a hit, sprouts grow in the empty places around it",
	},
	Sprout: {
		Name: "sprout", Hits: 1, Breakable: true, Points: 100, CanSprout: true,
		Help: "grows from a seed; breaks at the first hit",
	},
	Metal: {
		Name: "metal", Mark: '#', Hits: 1, StrongOnly: true, Points: 1000, ZapKind: Cracked,
		Help: "only energy balls break it",
	},
	Chaos: {
		Name: "chaos", Mark: '@', Hits: 1, StrongOnly: true, Points: 1000, Scatters: true, ZapKind: Cracked,
		Help: "reflects balls in random directions; only energy balls break it",
	},
	Bumper: {
		Name: "bumper", Mark: 'B', Hits: 1, SpeedGain: 6,
		Help: "speeds balls up",
	},
	Portal: {
		Name: "portal", Mark: 'O', Hits: 1, Opening: ToPair, Immovable: true,
		Help: "moves a ball to its paired portal; a wall if the exit is blocked",
	},
	Gate: {
		Name: "gate", Mark: '>', Hits: 1, Opening: OneWay, Immovable: true,
		Help: "lets balls pass along its arrow; a wall from other directions",
	},
	Magnet: {
		Name: "magnet", Mark: 'U', Hits: 1, PullReach: 9, PullRate: 120,
		Help: "pulls nearby balls toward itself",
	},
	Cracked: {
		Name: "cracked", Hits: 1, Breakable: true, Optional: true, Points: 50, ZapKind: Cracked, Fragile: true,
		Help: "breakable, but not required",
	},
	Tripwire: {
		Name: "tripwire", Mark: 'T', Hits: 1, Wired: true, Immovable: true,
		Help: "a beam connects it to its pair; cutting the beam hits the bricks next to both",
	},

	DroneBody: {
		Name: "drone", Hits: 1, Breakable: true, Optional: true, Drone: true,
		Help: "enters through a gate in the ceiling",
	},
	ShieldBody: {
		Name: "shield", Hits: ShieldHits, Breakable: true, Optional: true, Points: 100, Help: "rotates around a boss",
	},
	BossBody: {
		Name: "boss", Hits: maxBossHits, Breakable: true, Points: 300, Tough: true,
		Help: "vulnerable only at its weak sides",
	},
}

// HashNumber returns the number that represents the kind in hashes. The numbers of enemy bodies are
// fixed. Therefore a new kind of brick does not change the hashes of existing games.
func (k Kind) HashNumber() Kind {
	const first, bodies = 17, 3
	switch {
	case k >= DroneBody:
		return k - DroneBody + first
	case k >= first:
		return k + bodies
	}
	return k
}

// Needed reports whether all bricks of the kind must be broken to clear a level.
func (k Kind) Needed() bool { return Kinds[k].Breakable && !Kinds[k].Optional }

// Paired reports whether each brick of the kind belongs to a pair.
func (row *KindRow) Paired() bool { return row.Opening == ToPair || row.Wired }

// MaxPairs is the maximum number of pairs of portals and trip wires in a level.
const MaxPairs = 9

// CheckKind returns an error if a property of s is invalid for its kind.
func (s *BrickSpec) CheckKind() error {
	row := &Kinds[s.Kind]
	switch {
	case int(s.Kind) >= NumPlacedKinds:
		return fmt.Errorf("levels cannot place the kind %s", row.Name)
	case s.Hits > row.Hits:
		return fmt.Errorf("%d hits, want at most %d for %s", s.Hits, row.Hits, row.Name)
	case row.Immovable && s.Motion.Moves():
		return fmt.Errorf("%s cannot move", row.Name)
	case row.Paired() != (s.Pair > 0) || s.Pair > MaxPairs:
		return fmt.Errorf("%s with pair number %d, want 1 to %d for portals and trip wires, otherwise 0",
			row.Name, s.Pair, MaxPairs)
	case (row.Opening == OneWay) != (s.PassDir != geom.Vec{}):
		return fmt.Errorf("%s with direction %v, want a unit vector for gates, otherwise 0, 0", row.Name, s.PassDir)
	case s.Dormant && (!row.CanSprout || s.Motion.Moves()):
		return fmt.Errorf("dormant %s, want a sprout that does not move", row.Name)
	case s.Drop >= NumDrops || s.Drop != NoDrop && !row.Breakable && !row.StrongOnly:
		return fmt.Errorf("%s cannot hold drop %d", row.Name, s.Drop)
	case s.PassDir != geom.Vec{} && !(math.Abs(s.PassDir.Norm()-1) < 1e-9):
		return errors.New("the direction of the gate is not a unit vector")
	}

	return nil
}

// checkPairs returns an error unless each pair number is used by exactly two bricks, of the same
// kind.
func (l *Level) checkPairs() error {
	var ends [MaxPairs + 1]int
	var kinds [MaxPairs + 1]Kind
	for k := range l.Bricks {
		b := &l.Bricks[k]
		if n := ends[b.Pair]; b.Pair > 0 && n > 0 && kinds[b.Pair] != b.Kind {
			return fmt.Errorf("%s and %s have pair number %d, want the same kind",
				Kinds[kinds[b.Pair]].Name, Kinds[b.Kind].Name, b.Pair)
		}
		ends[b.Pair]++
		kinds[b.Pair] = b.Kind
	}
	for pair := 1; pair <= MaxPairs; pair++ {
		if n := ends[pair]; n != 0 && n != 2 {
			return fmt.Errorf("%d bricks of kind %s with pair number %d, want 2", n, Kinds[kinds[pair]].Name, pair)
		}
	}
	return nil
}

// FindPair returns the index of the brick that is paired with brick k, or −1 if there is none.
func (l *Level) FindPair(k int) int {
	for j := range l.Bricks {
		if j != k && l.Bricks[k].Pair > 0 && l.Bricks[j].Pair == l.Bricks[k].Pair {
			return j
		}
	}
	return -1
}
