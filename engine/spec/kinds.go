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

// The kinds of brick. A new one is a constant here and a row in Kinds.
const (
	Plain   Kind = iota // breaks at the first hit
	Double              // takes two hits, and shows how many remain
	Triple              // takes three
	Wall                // never breaks, and need not be broken
	Quad                // takes four
	Hidden              // invisible until it is hit
	Regrow              // regains its hits
	Bomb                // explodes
	Seed                // makes bricks grow around it
	Sprout              // grown by a seed
	Metal               // broken by strong balls only
	Chaos               // the same, and it scatters balls
	Bumper              // makes balls faster
	Portal              // leads to another portal
	Gate                // lets balls through one way
	Magnet              // bends the path of balls
	Cracked             // a wall that can be broken

	// Bodies of the game's own, which a level cannot place.
	DroneBody  // see Drones
	ShieldBody // of a boss
	BossBody   // see Bosses
)

// PlacedKinds is the number of kinds that a level can place: those before DroneBody.
const NumPlacedKinds = int(DroneBody)

// A KindRow describes one kind of brick. Its columns alone decide how balls, drops and scores treat a
// brick. The engine never compares kinds for that.
type KindRow struct {
	Name string // in level files
	Mark rune   // letter in pictures of levels as text; 0 shows the number of hits
	Help string // description for people

	Hits       uint8 // greatest number of hits, and that of a new brick by default
	Breakable  bool  // hits of any ball count
	StrongOnly bool  // hits of a strong ball count
	Optional   bool  // it need not be broken to clear the level
	Points     int   // for each hit that counts, before the combo

	Hides       bool    // invisible before its first hit
	HealTicks   int     // ticks in which balls fly at 27 units/s until it regains a hit, or 0
	FuseTicks   int     // ticks from its last hit until it explodes, or 0
	SproutTicks int     // ticks from its last hit until bricks grow around it, or 0
	Scatters    bool    // a ball leaves in a random direction
	SpeedGain   float64 // units/s that a ball gains, up to the top speed
	Opening     Opening // how balls get through, if at all
	PullReach   float64 // units from its middle within which it turns balls toward itself …
	PullRate    float64 // … by up to this many degrees a second
	ZapKind     Kind    // kind that DropZap turns it into; 0 if DropZap does not change it
	Fragile     bool    // a broken one costs time in a challenge with that twist
	Drone       bool    // body of a drone: it is paid and counted as a drone, and holds no drop
	CanSprout   bool    // a seed can make it grow, so a level can place it for later
	Immovable   bool    // it cannot drift or turn
	Tough       bool    // even strong balls bounce, and it loses at most toughHits at once
}

// An Opening says how balls get through a brick.
type Opening uint8

// The openings.
const (
	Solid  Opening = iota // a ball bounces
	OneWay                // a ball that moves along Way passes, any other bounces
	ToPair                // a ball comes out of the other portal
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
		Help: "cannot be seen until it is hit",
	},
	Regrow: {
		Name: "regrow", Mark: 'r', Hits: 3, Breakable: true, Points: 200, HealTicks: 4 * world.TicksPerSecond,
		Help: "gets a hit back each 108 units that balls fly, up to three; that hit pays no more",
	},
	Bomb: {
		Name: "bomb", Mark: '*', Hits: 1, Breakable: true, Points: 200, FuseTicks: 150 * world.TicksPerSecond / 1000,
		Help: "150 ms after its hit it breaks its neighbours, and bombs among them do the same",
	},
	Seed: {
		Name: "seed", Mark: '!', Hits: 1, Breakable: true, Points: 200, SproutTicks: world.TicksPerSecond / 2,
		Help: "half a second after its hit a sprout grows in each empty place around it",
	},
	Sprout: {Name: "sprout", Hits: 1, Breakable: true, Points: 100, CanSprout: true, Help: "what a seed lets grow; breaks at the first hit"},
	Metal: {
		Name: "metal", Mark: '#', Hits: 1, StrongOnly: true, Points: 1000, ZapKind: Cracked,
		Help: "breaks only to an energy ball",
	},
	Chaos: {
		Name: "chaos", Mark: '@', Hits: 1, StrongOnly: true, Points: 1000, Scatters: true, ZapKind: Cracked,
		Help: "sends a ball off in any direction; breaks only to an energy ball",
	},
	Bumper: {Name: "bumper", Mark: 'B', Hits: 1, SpeedGain: 6, Help: "makes a ball 6 units/s faster, up to the top speed"},
	Portal: {
		Name: "portal", Mark: 'O', Hits: 1, Opening: ToPair, Immovable: true,
		Help: "a ball comes out of the other one of its pair, as if the two were one place; a wall while there is no room",
	},
	Gate: {
		Name: "gate", Mark: '>', Hits: 1, Opening: OneWay, Immovable: true,
		Help: "lets through what moves along its arrow, and is a wall to the rest",
	},
	Magnet: {
		Name: "magnet", Mark: 'U', Hits: 1, PullReach: 9, PullRate: 120,
		Help: "turns balls within 9 units toward itself, by up to 120° a second",
	},
	Cracked: {Name: "cracked", Hits: 1, Breakable: true, Optional: true, Points: 50, ZapKind: Cracked, Fragile: true, Help: "may be broken, and need not"},

	DroneBody:  {Name: "drone", Hits: 1, Breakable: true, Optional: true, Drone: true, Help: "is what came through a gate in the ceiling"},
	ShieldBody: {Name: "shield", Hits: ShieldHits, Breakable: true, Optional: true, Points: 100, Help: "turns around a boss"},
	BossBody:   {Name: "boss", Hits: maxBossHits, Breakable: true, Points: 300, Tough: true, Help: "is hurt at its weak sides only"},
}

// Hashed returns the number of the kind in hashes. Those of the game's own bodies are fixed, so
// that a new kind of brick does not change the hashes of other games.
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

// Needed reports whether bricks of the kind must be broken to clear a level.
func (k Kind) Needed() bool { return Kinds[k].Breakable && !Kinds[k].Optional }

// MaxPairs is the greatest number of portal pairs in a level.
const MaxPairs = 9

// CheckKind returns an error if s does not suit its kind.
func (s *BrickSpec) CheckKind() error {
	row := &Kinds[s.Kind]
	switch {
	case int(s.Kind) >= NumPlacedKinds:
		return fmt.Errorf("no level places a %s", row.Name)
	case s.Hits > row.Hits:
		return fmt.Errorf("%d hits, %s takes at most %d", s.Hits, row.Name, row.Hits)
	case row.Immovable && s.Motion.Moves():
		return fmt.Errorf("%s cannot move", row.Name)
	case (row.Opening == ToPair) != (s.Pair > 0) || s.Pair > MaxPairs:
		return fmt.Errorf("%s with the pair %d", row.Name, s.Pair)
	case (row.Opening == OneWay) != (s.Way != geom.Vec{}):
		return fmt.Errorf("%s with the way %v", row.Name, s.Way)
	case s.Dormant && (!row.CanSprout || s.Motion.Moves()):
		return fmt.Errorf("%s that grows later, or moves", row.Name)
	case s.Holds >= NumDrops || s.Holds != NoDrop && !row.Breakable && !row.StrongOnly:
		return fmt.Errorf("%s holds drop %d", row.Name, s.Holds)
	case s.Way != geom.Vec{} && !(math.Abs(s.Way.Norm()-1) < 1e-9):
		return errors.New("its way is no unit vector")
	}
	return nil
}

// checkPortalPairs returns an error if a portal is not one of two in a pair.
func (l *Level) checkPortalPairs() error {
	var ends [MaxPairs + 1]int
	for k := range l.Bricks {
		ends[l.Bricks[k].Pair]++
	}
	for pair := 1; pair <= MaxPairs; pair++ {
		if n := ends[pair]; n != 0 && n != 2 {
			return fmt.Errorf("%d portals with the number %d, want two", n, pair)
		}
	}
	return nil
}

// FindPair returns the index of the portal that l's brick k leads to, or −1.
func (l *Level) FindPair(k int) int {
	for j := range l.Bricks {
		if j != k && l.Bricks[k].Pair > 0 && l.Bricks[j].Pair == l.Bricks[k].Pair {
			return j
		}
	}
	return -1
}
