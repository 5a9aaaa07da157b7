package spec

// A DropKind is a kind of drop: an index into [Drops].
type DropKind uint8

// The kinds of drop. A new one is a constant here, a row in Drops and, unless it only starts an
// effect, a case in Game.take.
const (
	NoDrop DropKind = iota
	Drop200
	Drop500
	Drop1000
	Drop2000
	Drop5000
	DropGold
	DropExpand
	DropShrink
	DropLife
	DropCatch
	DropEnergy
	DropBall
	DropFloor
	DropFrozen
	DropWeapon
	DropChance
	DropFast
	DropSlow
	DropJoker
	DropDark
	DropScatter
	DropGhost
	DropEnd
	DropTime
	DropExplosive
	DropAttract
	DropPlague
	DropWeak
	DropExit
	DropTriple
	DropSplit
	DropFire
	DropZap
	DropTiny
	DropHuge
	DropHeavy
	DropLight
	DropSteal
	DropMirror

	DropKinds = iota // number of kinds, including NoDrop
)

// A Benefit says whom a drop helps.
type Benefit int8

// The benefits. A drop's outline and colour show its benefit: round, pointed at the bottom, square.
const (
	Good    Benefit = 1
	Bad     Benefit = -1
	Neither Benefit = 0
)

// A Group is a set of drops whose effects end each other: only the last one caught runs.
type Group uint8

// The groups.
const (
	Alone   Group = iota // it does not end any other
	OfHits               // effect of the balls' hits
	OfPace               // speed of balls
	OfPull               // drops that come to the paddle
	OfSizes              // size of balls
)

// Traits are properties of drops for which some modes exclude them.
type Traits uint8

// The traits.
const (
	OfBalls Traits = 1 << iota // it makes or holds balls
	ForOne                     // it is pointless for two opponents
	ForTwo                     // … and for any others
	Sent                       // among opponents it acts on the other one
	WayOut                     // it leads out of the level
)

// A DropRow describes one kind of drop.
type DropRow struct {
	Name    string // in level files
	Word    string // for players, at most 14 columns
	Letter  rune   // in LBreakout's files, and on the drop if only ASCII is drawn
	Icon    string // on the drop otherwise: one to three characters
	Benefit Benefit
	Seconds int // duration of the effect, added for each one caught; 0 means an immediate effect
	Group   Group
	Weight  int // relative frequency among random drops; 0 means never
	Points  int
	Traits  Traits
	Says    string // description for people
}

// Drops has a row for each kind of drop.
var Drops = [DropKinds]DropRow{
	Drop200: {
		Name: "score200", Word: "200 points", Letter: '0', Icon: "200", Weight: 4, Points: 200, Traits: ForOne,
		Says: "200 points",
	},
	Drop500: {
		Name: "score500", Word: "500 points", Letter: '1', Icon: "500", Weight: 4, Points: 500, Traits: ForOne,
		Says: "500 points",
	},
	Drop1000: {
		Name: "score1000", Word: "1,000 points", Letter: '2', Icon: "1k", Weight: 3, Points: 1000, Traits: ForOne,
		Says: "1,000 points",
	},
	Drop2000: {
		Name: "score2000", Word: "2,000 points", Letter: '3', Icon: "2k", Weight: 2, Points: 2000, Traits: ForOne,
		Says: "2,000 points",
	},
	Drop5000: {
		Name: "score5000", Word: "5,000 points", Letter: '4', Icon: "5k", Points: 5000, Traits: ForOne,
		Says: "5,000 points",
	},
	DropGold: {
		Name: "gold", Word: "gold", Letter: 'g', Icon: "◊", Benefit: Good, Seconds: 20, Weight: 2, Points: 100, Traits: ForOne,
		Says: "bricks that hold nothing drop 1,000 points",
	},
	DropExpand: {
		Name: "expand", Word: "expand", Letter: '+', Icon: "+", Benefit: Good, Weight: 8, Points: 100,
		Says: "the paddle grows by 3.6 units, as far as there is room",
	},
	DropShrink: {
		Name: "shrink", Word: "shrink", Letter: '-', Icon: "–", Benefit: Bad, Weight: 5, Traits: Sent,
		Says: "the paddle shrinks by 3.6 units",
	},
	DropLife: {
		Name: "life", Word: "life", Letter: 'l', Icon: "♥", Benefit: Good, Weight: 1, Points: 100, Traits: ForOne,
		Says: "another ball",
	},
	DropCatch: {
		Name: "catch", Word: "catch", Letter: 's', Icon: "U", Benefit: Good, Seconds: 20, Weight: 5, Points: 100, Traits: OfBalls,
		Says: "balls stick to the paddle until Fire, 3 s at most",
	},
	DropEnergy: {
		Name: "energy", Word: "energy", Letter: 'm', Icon: "»", Benefit: Good, Seconds: 5, Group: OfHits, Weight: 3, Points: 100,
		Says: "balls go through bricks and break metal and chaos too",
	},
	DropBall: {
		Name: "ball", Word: "extra ball", Letter: 'b', Icon: "●", Benefit: Good, Weight: 6, Points: 100, Traits: OfBalls,
		Says: "one more ball on the paddle",
	},
	DropFloor: {
		Name: "floor", Word: "floor", Letter: 'w', Icon: "▬", Benefit: Good, Seconds: 10, Weight: 4, Points: 100,
		Says: "the floor is closed",
	},
	DropFrozen: {
		Name: "frozen", Word: "frozen", Letter: 'f', Icon: "*", Benefit: Bad, Seconds: 1, Weight: 3, Traits: Sent,
		Says: "the paddle cannot move",
	},
	DropWeapon: {
		Name: "weapon", Word: "weapon", Letter: 'p', Icon: "↑", Benefit: Good, Seconds: 5, Weight: 4, Points: 100,
		Says: "Fire shoots, each 150 ms",
	},
	DropChance: {
		Name: "chance", Word: "chance", Letter: '?', Icon: "?", Weight: 4, Points: 100,
		Says: "any of the others",
	},
	DropFast: {
		Name: "fast", Word: "fast", Letter: '>', Icon: ">", Benefit: Bad, Seconds: 20, Group: OfPace, Weight: 4,
		Says: "balls are 30 % faster",
	},
	DropSlow: {
		Name: "slow", Word: "slow", Letter: '<', Icon: "<", Benefit: Good, Seconds: 20, Group: OfPace, Weight: 5, Points: 100,
		Says: "balls are 30 % slower",
	},
	DropJoker: {
		Name: "joker", Word: "joker", Letter: 'j', Icon: "☻", Benefit: Good, Weight: 2, Points: 100, Traits: ForOne,
		Says: "takes all good drops that fall, and destroys the bad ones",
	},
	DropDark: {
		Name: "dark", Word: "dark", Letter: 'd', Icon: "■", Benefit: Bad, Seconds: 20, Weight: 3,
		Says: "only what is near a ball can be seen",
	},
	DropScatter: {
		Name: "scatter", Word: "scatter", Letter: 'c', Icon: "×", Benefit: Bad, Seconds: 10, Weight: 3,
		Says: "balls leave bricks in any direction",
	},
	DropGhost: {
		Name: "ghost", Word: "ghost", Letter: '~', Icon: "~", Benefit: Bad, Seconds: 20, Weight: 3, Traits: Sent,
		Says: "the paddle can hardly be seen",
	},
	DropEnd: {
		Name: "end", Word: "end of all", Letter: '!', Icon: "Ø", Weight: 2, Points: 100,
		Says: "ends all that runs, good or bad",
	},
	DropTime: {
		Name: "time", Word: "more time", Letter: '&', Icon: "∞", Weight: 2, Points: 100,
		Says: "7 s more for all that runs",
	},
	DropExplosive: {
		Name: "explosive", Word: "blasts", Letter: '*', Icon: "¤", Benefit: Good, Seconds: 10, Group: OfHits, Weight: 3, Points: 100,
		Says: "a hit hits the brick's neighbours as well",
	},
	DropAttract: {
		Name: "attract", Word: "magnet", Letter: '}', Icon: "∩", Benefit: Good, Seconds: 20, Group: OfPull, Weight: 3, Points: 100,
		Says: "good drops come to the paddle",
	},
	DropPlague: {
		Name: "plague", Word: "plague", Letter: '{', Icon: "Ж", Benefit: Bad, Seconds: 20, Group: OfPull, Weight: 3,
		Says: "bad drops come to the paddle",
	},
	DropWeak: {
		Name: "weak", Word: "weak", Letter: 'W', Icon: "½", Benefit: Bad, Seconds: 10, Group: OfHits, Weight: 3,
		Says: "two hits of five do nothing",
	},
	DropExit: {
		Name: "break", Word: "exit", Letter: 'B', Icon: "→", Benefit: Good, Seconds: 10, Weight: 1, Points: 100, Traits: ForOne | WayOut,
		Says: "a gate in the right wall leads to the next level: 5,000 points",
	},
	DropTriple: {
		Name: "triple", Word: "three balls", Letter: 'D', Icon: "3", Benefit: Good, Weight: 4, Points: 100, Traits: OfBalls,
		Says: "two more balls beside the first",
	},
	DropSplit: {
		Name: "split", Word: "split", Letter: 'S', Icon: "÷", Benefit: Good, Weight: 3, Points: 100, Traits: OfBalls,
		Says: "every ball becomes two",
	},
	DropFire: {
		Name: "fire", Word: "fire", Letter: 'F', Icon: "☼", Benefit: Good, Seconds: 10, Group: OfHits, Weight: 2, Points: 100,
		Says: "each brick that is hit explodes as a bomb does",
	},
	DropZap: {
		Name: "zap", Word: "zap", Letter: 'Z', Icon: "Z", Benefit: Good, Weight: 2, Points: 100,
		Says: "walls, metal and chaos can be broken, what hides is seen",
	},
	DropTiny: {
		Name: "tiny", Word: "tiny", Letter: 'T', Icon: "•", Benefit: Bad, Seconds: 20, Group: OfSizes, Weight: 3,
		Says: "balls shrink to three fifths",
	},
	DropHuge: {
		Name: "huge", Word: "huge", Letter: 'U', Icon: "O", Benefit: Good, Seconds: 20, Group: OfSizes, Weight: 4, Points: 100,
		Says: "balls grow by three fifths, as far as there is room",
	},
	DropHeavy: {
		Name: "heavy", Word: "heavy ball", Letter: 'H', Icon: "▼", Benefit: Good, Weight: 3, Points: 100, Traits: OfBalls,
		Says: "one more ball, large and of four times the mass",
	},
	DropLight: {
		Name: "light", Word: "light ball", Letter: 'L', Icon: "▲", Benefit: Good, Weight: 3, Points: 100, Traits: OfBalls,
		Says: "one more ball, small and of a quarter of the mass",
	},
	DropSteal: {
		Name: "steal", Word: "steal", Letter: '$', Icon: "⇄", Benefit: Bad, Weight: 5, Traits: ForTwo | Sent,
		Says: "takes 3.6 units of the opponent's width, for your own paddle",
	},
	DropMirror: {
		Name: "mirror", Word: "mirror", Letter: 'M', Icon: "↔", Benefit: Bad, Seconds: 6, Weight: 4, Traits: ForTwo | Sent,
		Says: "the paddle moves left where the player asks for right",
	},
}

// BenefitIn returns whom the drop helps, of those who catch it: in a match, what harms a paddle is
// sent to the opponent, and helps.
func (r *DropRow) BenefitIn(match bool) Benefit {
	if match && r.Traits&Sent != 0 {
		return Good
	}
	return r.Benefit
}

func (d DropKind) String() string { return Drops[d].Name }
