package spec

import "arkterm/engine/parse"

// A DropKind is a kind of drop: an index into [Drops].
type DropKind uint8

// The kinds of drop. A new one is a constant here, a row in Drops and, unless it only starts an
// effect, a case in Game.take.
const (
	NoDrop DropKind = iota
	Drop200Points
	Drop500Points
	Drop1000Points
	Drop2000Points
	Drop5000Points
	DropGold
	DropExpand
	DropShrink
	DropLife
	DropCatch
	DropEnergy
	DropExtraBall
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
	DropCancel
	DropMoreTime
	DropExplosive
	DropAttract
	DropPlague
	DropWeak
	DropExit
	DropThreeBalls
	DropSplit
	DropFire
	DropZap
	DropTiny
	DropHuge
	DropHeavyBall
	DropLightBall
	DropSteal
	DropMirror

	NumDrops = iota // number of kinds, including NoDrop
)

// A Benefit says whom a drop helps.
type Benefit int8

// The benefits. A drop's outline and colour show its benefit: round, pointed at the bottom, square.
const (
	Good    Benefit = 1
	Bad     Benefit = -1
	Neutral Benefit = 0
)

// A Group is a set of drops whose effects end each other: only the last one caught runs.
type Group uint8

// The groups.
const (
	NoGroup    Group = iota // it does not end any other
	HitGroup                // effect of the balls' hits
	SpeedGroup              // speed of balls
	PullGroup               // drops that come to the paddle
	SizeGroup               // size of balls
)

// Traits are properties of drops for which some modes exclude them.
type Traits uint8

// The traits.
const (
	AddsBalls      Traits = 1 << iota // it makes or holds balls
	NotVersus                         // it is pointless for two opponents
	VersusOnly                        // … and for any others
	SentToOpponent                    // among opponents it acts on the other one
	ExitsLevel                        // it leads out of the level
)

// A DropRow describes one kind of drop.
type DropRow struct {
	Name    string // in level files
	Label   string // for players, at most 14 columns
	Letter  rune   // in LBreakout's files, and on the drop if only ASCII is drawn
	Icon    string // on the drop otherwise: one to three characters
	Benefit Benefit
	Seconds int // duration of the effect, added for each one caught; 0 means an immediate effect
	Group   Group
	Weight  int // relative frequency among random drops; 0 means never
	Points  int
	Traits  Traits
	Help    string // description for people
}

// Drops has a row for each kind of drop.
var Drops = [NumDrops]DropRow{
	Drop200Points: {
		Name: "200-points", Label: "200 points", Letter: '0', Icon: "200", Weight: 4, Points: 200, Traits: NotVersus,
		Help: "200 points",
	},
	Drop500Points: {
		Name: "500-points", Label: "500 points", Letter: '1', Icon: "500", Weight: 4, Points: 500, Traits: NotVersus,
		Help: "500 points",
	},
	Drop1000Points: {
		Name: "1000-points", Label: "1,000 points", Letter: '2', Icon: "1k", Weight: 3, Points: 1000, Traits: NotVersus,
		Help: "1,000 points",
	},
	Drop2000Points: {
		Name: "2000-points", Label: "2,000 points", Letter: '3', Icon: "2k", Weight: 2, Points: 2000, Traits: NotVersus,
		Help: "2,000 points",
	},
	Drop5000Points: {
		Name: "5000-points", Label: "5,000 points", Letter: '4', Icon: "5k", Points: 5000, Traits: NotVersus,
		Help: "5,000 points",
	},
	DropGold: {
		Name: "gold", Label: "gold", Letter: 'g', Icon: "◊", Benefit: Good, Seconds: 20, Weight: 2, Points: 100, Traits: NotVersus,
		Help: "bricks that hold nothing drop 1,000 points",
	},
	DropExpand: {
		Name: "expand", Label: "expand", Letter: '+', Icon: "+", Benefit: Good, Weight: 8, Points: 100,
		Help: "the paddle grows by 3.6 units, as far as there is room",
	},
	DropShrink: {
		Name: "shrink", Label: "shrink", Letter: '-', Icon: "–", Benefit: Bad, Weight: 5, Traits: SentToOpponent,
		Help: "the paddle shrinks by 3.6 units",
	},
	DropLife: {
		Name: "life", Label: "life", Letter: 'l', Icon: "♥", Benefit: Good, Weight: 1, Points: 100, Traits: NotVersus,
		Help: "another ball",
	},
	DropCatch: {
		Name: "catch", Label: "catch", Letter: 's', Icon: "U", Benefit: Good, Seconds: 20, Weight: 5, Points: 100, Traits: AddsBalls,
		Help: "balls stick to the paddle until Fire, 3 s at most",
	},
	DropEnergy: {
		Name: "energy", Label: "energy", Letter: 'm', Icon: "»", Benefit: Good, Seconds: 5, Group: HitGroup, Weight: 3, Points: 100,
		Help: "balls go through bricks and break metal and chaos too",
	},
	DropExtraBall: {
		Name: "extra-ball", Label: "extra ball", Letter: 'b', Icon: "●", Benefit: Good, Weight: 6, Points: 100, Traits: AddsBalls,
		Help: "one more ball on the paddle",
	},
	DropFloor: {
		Name: "floor", Label: "floor", Letter: 'w', Icon: "▬", Benefit: Good, Seconds: 10, Weight: 4, Points: 100,
		Help: "the floor is closed",
	},
	DropFrozen: {
		Name: "frozen", Label: "frozen", Letter: 'f', Icon: "*", Benefit: Bad, Seconds: 1, Weight: 3, Traits: SentToOpponent,
		Help: "the paddle cannot move",
	},
	DropWeapon: {
		Name: "weapon", Label: "weapon", Letter: 'p', Icon: "↑", Benefit: Good, Seconds: 5, Weight: 4, Points: 100,
		Help: "Fire shoots, each 150 ms",
	},
	DropChance: {
		Name: "chance", Label: "chance", Letter: '?', Icon: "?", Weight: 4, Points: 100,
		Help: "any of the others",
	},
	DropFast: {
		Name: "fast", Label: "fast", Letter: '>', Icon: ">", Benefit: Bad, Seconds: 20, Group: SpeedGroup, Weight: 4,
		Help: "balls are 30 % faster",
	},
	DropSlow: {
		Name: "slow", Label: "slow", Letter: '<', Icon: "<", Benefit: Good, Seconds: 20, Group: SpeedGroup, Weight: 5, Points: 100,
		Help: "balls are 30 % slower",
	},
	DropJoker: {
		Name: "joker", Label: "joker", Letter: 'j', Icon: "☻", Benefit: Good, Weight: 2, Points: 100, Traits: NotVersus,
		Help: "takes all good drops that fall, and destroys the bad ones",
	},
	DropDark: {
		Name: "dark", Label: "dark", Letter: 'd', Icon: "■", Benefit: Bad, Seconds: 20, Weight: 3,
		Help: "only what is near a ball can be seen",
	},
	DropScatter: {
		Name: "scatter", Label: "scatter", Letter: 'c', Icon: "×", Benefit: Bad, Seconds: 10, Weight: 3,
		Help: "balls leave bricks in any direction",
	},
	DropGhost: {
		Name: "ghost", Label: "ghost", Letter: '~', Icon: "~", Benefit: Bad, Seconds: 20, Weight: 3, Traits: SentToOpponent,
		Help: "the paddle can hardly be seen",
	},
	DropCancel: {
		Name: "cancel", Label: "cancel", Letter: '!', Icon: "Ø", Weight: 2, Points: 100,
		Help: "ends all that runs, good or bad",
	},
	DropMoreTime: {
		Name: "more-time", Label: "more time", Letter: '&', Icon: "∞", Weight: 2, Points: 100,
		Help: "7 s more for all that runs",
	},
	DropExplosive: {
		Name: "explosive", Label: "explosive", Letter: '*', Icon: "¤", Benefit: Good, Seconds: 10, Group: HitGroup, Weight: 3, Points: 100,
		Help: "a hit hits the brick's neighbours as well",
	},
	DropAttract: {
		Name: "attract", Label: "attract", Letter: '}', Icon: "∩", Benefit: Good, Seconds: 20, Group: PullGroup, Weight: 3, Points: 100,
		Help: "good drops come to the paddle",
	},
	DropPlague: {
		Name: "plague", Label: "plague", Letter: '{', Icon: "Ж", Benefit: Bad, Seconds: 20, Group: PullGroup, Weight: 3,
		Help: "bad drops come to the paddle",
	},
	DropWeak: {
		Name: "weak", Label: "weak", Letter: 'W', Icon: "½", Benefit: Bad, Seconds: 10, Group: HitGroup, Weight: 3,
		Help: "two hits of five do nothing",
	},
	DropExit: {
		Name: "exit", Label: "exit", Letter: 'B', Icon: "→", Benefit: Good, Seconds: 10, Weight: 1, Points: 100, Traits: NotVersus | ExitsLevel,
		Help: "a gate in the right wall leads to the next level: 5,000 points",
	},
	DropThreeBalls: {
		Name: "three-balls", Label: "three balls", Letter: 'D', Icon: "3", Benefit: Good, Weight: 4, Points: 100, Traits: AddsBalls,
		Help: "two more balls beside the first",
	},
	DropSplit: {
		Name: "split", Label: "split", Letter: 'S', Icon: "÷", Benefit: Good, Weight: 3, Points: 100, Traits: AddsBalls,
		Help: "every ball becomes two",
	},
	DropFire: {
		Name: "fire", Label: "fire", Letter: 'F', Icon: "☼", Benefit: Good, Seconds: 10, Group: HitGroup, Weight: 2, Points: 100,
		Help: "each brick that is hit explodes as a bomb does",
	},
	DropZap: {
		Name: "zap", Label: "zap", Letter: 'Z', Icon: "Z", Benefit: Good, Weight: 2, Points: 100,
		Help: "walls, metal and chaos can be broken, what hides is seen",
	},
	DropTiny: {
		Name: "tiny", Label: "tiny", Letter: 'T', Icon: "•", Benefit: Bad, Seconds: 20, Group: SizeGroup, Weight: 3,
		Help: "balls shrink to three fifths",
	},
	DropHuge: {
		Name: "huge", Label: "huge", Letter: 'U', Icon: "O", Benefit: Good, Seconds: 20, Group: SizeGroup, Weight: 4, Points: 100,
		Help: "balls grow by three fifths, as far as there is room",
	},
	DropHeavyBall: {
		Name: "heavy-ball", Label: "heavy ball", Letter: 'H', Icon: "▼", Benefit: Good, Weight: 3, Points: 100, Traits: AddsBalls,
		Help: "one more ball, large and of four times the mass",
	},
	DropLightBall: {
		Name: "light-ball", Label: "light ball", Letter: 'L', Icon: "▲", Benefit: Good, Weight: 3, Points: 100, Traits: AddsBalls,
		Help: "one more ball, small and of a quarter of the mass",
	},
	DropSteal: {
		Name: "steal", Label: "steal", Letter: '$', Icon: "⇄", Benefit: Bad, Weight: 5, Traits: VersusOnly | SentToOpponent,
		Help: "takes 3.6 units of the opponent's width, for your own paddle",
	},
	DropMirror: {
		Name: "mirror", Label: "mirror", Letter: 'M', Icon: "↔", Benefit: Bad, Seconds: 6, Weight: 4, Traits: VersusOnly | SentToOpponent,
		Help: "the paddle moves left where the player asks for right",
	},
}

// BenefitIn returns whom the drop helps, of those who catch it: in a match, what harms a paddle is
// sent to the opponent, and helps.
func (r *DropRow) BenefitIn(match bool) Benefit {
	if match && r.Traits&SentToOpponent != 0 {
		return Good
	}
	return r.Benefit
}

func (d DropKind) String() string { return Drops[d].Name }

// oldDropNames are the names that earlier versions wrote to level files and field guides.
var oldDropNames = map[string]DropKind{
	"score200": Drop200Points, "score500": Drop500Points, "score1000": Drop1000Points, "score2000": Drop2000Points,
	"score5000": Drop5000Points, "ball": DropExtraBall, "end": DropCancel, "time": DropMoreTime, "break": DropExit,
	"triple": DropThreeBalls, "heavy": DropHeavyBall, "light": DropLightBall,
}

// ParseDrop returns the drop with the given name. It accepts the names of earlier versions.
func ParseDrop(name string) (DropKind, error) {
	if k, ok := oldDropNames[name]; ok {
		return k, nil
	}
	return parse.Name(name, NoDrop+1, NumDrops)
}
