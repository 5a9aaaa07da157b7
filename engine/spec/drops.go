package spec

import "arkterm/engine/parse"

// A DropKind is a kind of drop: an index into [Drops].
type DropKind uint8

// The kinds of drop. To add one, add a constant here and a row in Drops. If it does more than start
// an effect, also add a case to Game.applyDrop.
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

// A Benefit describes whether a drop helps the player who catches it.
type Benefit int8

// The benefits. Each has its own color and outline: good drops are round, bad drops are pointed at
// the bottom, and neutral drops are square.
const (
	Good    Benefit = 1
	Bad     Benefit = -1
	Neutral Benefit = 0
)

// A Group is a set of drops whose effects exclude each other. Only the effect of the last drop
// caught is active.
type Group uint8

// The groups.
const (
	NoGroup    Group = iota // does not end other effects
	HitGroup                // effects on hits
	SpeedGroup              // effects on the speed of balls
	PullGroup               // effects on falling drops
	SizeGroup               // effects on the size of balls
)

// Traits are properties of drops. Modes exclude drops by their traits.
type Traits uint8

// The traits.
const (
	AddsBalls      Traits = 1 << iota // adds balls, or makes the paddle hold balls
	NotVersus                         // useless in a match
	VersusOnly                        // useful only in a match
	SentToOpponent                    // affects the opponent in a match
	ExitsLevel                        // ends the level
)

// A DropRow describes one kind of drop.
type DropRow struct {
	Name    string // name in files, with hyphens
	Label   string // name for players, with spaces, at most 14 columns
	Letter  rune   // shown on the drop in ASCII; also the letter in LBreakout's files
	Icon    string // shown on the drop otherwise, one to three characters
	Benefit Benefit
	Seconds int // duration of the effect, added at each catch; 0 means an immediate effect
	Group   Group
	Weight  int // relative frequency among random drops; 0 means never
	Points  int // points for catching it
	Traits  Traits
	Help    string // description of the effect for players
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
		Name: "gold", Label: "gold", Letter: 'g', Icon: "◊", Benefit: Good, Seconds: 20, Weight: 2, Points: 100,
		Traits: NotVersus,
		Help:   "bricks without a drop release 1,000 points",
	},
	DropExpand: {
		Name: "expand", Label: "expand", Letter: '+', Icon: "+", Benefit: Good, Weight: 8, Points: 100,
		Help: "widens the paddle",
	},
	DropShrink: {
		Name: "shrink", Label: "shrink", Letter: '-', Icon: "–", Benefit: Bad, Weight: 5, Traits: SentToOpponent,
		Help: "narrows the paddle",
	},
	DropLife: {
		Name: "life", Label: "life", Letter: 'l', Icon: "♥", Benefit: Good, Weight: 1, Points: 100, Traits: NotVersus,
		Help: "an extra life",
	},
	DropCatch: {
		Name: "catch", Label: "catch", Letter: 's', Icon: "U", Benefit: Good, Seconds: 20, Weight: 5, Points: 100,
		Traits: AddsBalls,
		Help:   "balls stick to the paddle until Fire, for up to 3 s",
	},
	DropEnergy: {
		Name: "energy", Label: "energy", Letter: 'm', Icon: "»", Benefit: Good, Seconds: 5, Group: HitGroup, Weight: 3,
		Points: 100,
		Help:   "balls pass through bricks, even metal and chaos",
	},
	DropExtraBall: {
		Name: "extra-ball", Label: "extra ball", Letter: 'b', Icon: "●", Benefit: Good, Weight: 6, Points: 100,
		Traits: AddsBalls,
		Help:   "adds a ball on the paddle",
	},
	DropFloor: {
		Name: "floor", Label: "floor", Letter: 'w', Icon: "▬", Benefit: Good, Seconds: 10, Weight: 4, Points: 100,
		Help: "closes the floor",
	},
	DropFrozen: {
		Name: "frozen", Label: "frozen", Letter: 'f', Icon: "*", Benefit: Bad, Seconds: 1, Weight: 3,
		Traits: SentToOpponent,
		Help:   "the paddle cannot move",
	},
	DropWeapon: {
		Name: "weapon", Label: "weapon", Letter: 'p', Icon: "↑", Benefit: Good, Seconds: 5, Weight: 4, Points: 100,
		Help: "hold Fire to shoot",
	},
	DropChance: {
		Name: "chance", Label: "chance", Letter: '?', Icon: "?", Weight: 4, Points: 100,
		Help: "a random other drop",
	},
	DropFast: {
		Name: "fast", Label: "fast", Letter: '>', Icon: ">", Benefit: Bad, Seconds: 20, Group: SpeedGroup, Weight: 4,
		Help: "balls are 30% faster",
	},
	DropSlow: {
		Name: "slow", Label: "slow", Letter: '<', Icon: "<", Benefit: Good, Seconds: 20, Group: SpeedGroup, Weight: 5,
		Points: 100,
		Help:   "balls are 30% slower",
	},
	DropJoker: {
		Name: "joker", Label: "joker", Letter: 'j', Icon: "☻", Benefit: Good, Weight: 2, Points: 100, Traits: NotVersus,
		Help: "collects all good drops and destroys the bad ones",
	},
	DropDark: {
		Name: "dark", Label: "dark", Letter: 'd', Icon: "■", Benefit: Bad, Seconds: 20, Weight: 3,
		Help: "hides everything that is not near a ball",
	},
	DropScatter: {
		Name: "scatter", Label: "scatter", Letter: 'c', Icon: "×", Benefit: Bad, Seconds: 10, Weight: 3,
		Help: "balls bounce off bricks in random directions",
	},
	DropGhost: {
		Name: "ghost", Label: "ghost", Letter: '~', Icon: "~", Benefit: Bad, Seconds: 20, Weight: 3,
		Traits: SentToOpponent,
		Help:   "makes the paddle hard to see",
	},
	DropCancel: {
		Name: "cancel", Label: "cancel", Letter: '!', Icon: "Ø", Weight: 2, Points: 100,
		Help: "ends all active effects, good or bad",
	},
	DropMoreTime: {
		Name: "more-time", Label: "more time", Letter: '&', Icon: "∞", Weight: 2, Points: 100,
		Help: "adds 7 s to all active effects",
	},
	DropExplosive: {
		Name: "explosive", Label: "explosive", Letter: '*', Icon: "¤", Benefit: Good, Seconds: 10, Group: HitGroup,
		Weight: 3, Points: 100,
		Help: "each hit also hits the brick's neighbors",
	},
	DropAttract: {
		Name: "attract", Label: "attract", Letter: '}', Icon: "∩", Benefit: Good, Seconds: 20, Group: PullGroup,
		Weight: 3,
		Points: 100,
		Help:   "good drops move toward the paddle",
	},
	DropPlague: {
		Name: "plague", Label: "plague", Letter: '{', Icon: "Ж", Benefit: Bad, Seconds: 20, Group: PullGroup, Weight: 3,
		Help: "bad drops move toward the paddle",
	},
	DropWeak: {
		Name: "weak", Label: "weak", Letter: 'W', Icon: "½", Benefit: Bad, Seconds: 10, Group: HitGroup, Weight: 3,
		Help: "two of five hits do nothing",
	},
	DropExit: {
		Name: "exit", Label: "exit", Letter: 'B', Icon: "→", Benefit: Good, Seconds: 10, Weight: 1, Points: 100,
		Traits: NotVersus | ExitsLevel,
		Help:   "opens a gate to the next level, for 5,000 points",
	},
	DropThreeBalls: {
		Name: "three-balls", Label: "three balls", Letter: 'D', Icon: "3", Benefit: Good, Weight: 4, Points: 100,
		Traits: AddsBalls,
		Help:   "adds two balls next to the first one",
	},
	DropSplit: {
		Name: "split", Label: "split", Letter: 'S', Icon: "÷", Benefit: Good, Weight: 3, Points: 100, Traits: AddsBalls,
		Help: "splits every ball into two",
	},
	DropFire: {
		Name: "fire", Label: "fire", Letter: 'F', Icon: "☼", Benefit: Good, Seconds: 10, Group: HitGroup, Weight: 2,
		Points: 100,
		Help:   "each brick that you hit explodes like a bomb",
	},
	DropZap: {
		Name: "zap", Label: "zap", Letter: 'Z', Icon: "Z", Benefit: Good, Weight: 2, Points: 100,
		Help: "makes all bricks breakable, and reveals hidden ones",
	},
	DropTiny: {
		Name: "tiny", Label: "tiny", Letter: 'T', Icon: "•", Benefit: Bad, Seconds: 20, Group: SizeGroup, Weight: 3,
		Help: "shrinks balls to three fifths",
	},
	DropHuge: {
		Name: "huge", Label: "huge", Letter: 'U', Icon: "O", Benefit: Good, Seconds: 20, Group: SizeGroup, Weight: 4,
		Points: 100,
		Help:   "enlarges balls by three fifths",
	},
	DropHeavyBall: {
		Name: "heavy-ball", Label: "heavy ball", Letter: 'H', Icon: "▼", Benefit: Good, Weight: 3, Points: 100,
		Traits: AddsBalls,
		Help:   "adds a large ball with four times the mass",
	},
	DropLightBall: {
		Name: "light-ball", Label: "light ball", Letter: 'L', Icon: "▲", Benefit: Good, Weight: 3, Points: 100,
		Traits: AddsBalls,
		Help:   "adds a small ball with a quarter of the mass",
	},
	DropSteal: {
		Name: "steal", Label: "steal", Letter: '$', Icon: "⇄", Benefit: Bad, Weight: 5,
		Traits: VersusOnly | SentToOpponent,
		Help:   "takes a part of the opponent's paddle",
	},
	DropMirror: {
		Name: "mirror", Label: "mirror", Letter: 'M', Icon: "↔", Benefit: Bad, Seconds: 6, Weight: 4,
		Traits: VersusOnly | SentToOpponent,
		Help:   "reverses left and right for the paddle",
	},
}

// BenefitIn returns the benefit for the player who catches the drop. In a match, drops that harm a
// paddle affect the opponent, so they are good.
func (r *DropRow) BenefitIn(match bool) Benefit {
	if match && r.Traits&SentToOpponent != 0 {
		return Good
	}
	return r.Benefit
}

func (d DropKind) String() string { return Drops[d].Name }

// oldDropNames are the names that earlier versions used in level files and field guides.
var oldDropNames = [...]struct {
	name string
	kind DropKind
}{
	{"score200", Drop200Points},
	{"score500", Drop500Points},
	{"score1000", Drop1000Points},
	{"score2000", Drop2000Points},
	{"score5000", Drop5000Points},
	{"ball", DropExtraBall},
	{"end", DropCancel},
	{"time", DropMoreTime},
	{"break", DropExit},
	{"triple", DropThreeBalls},
	{"heavy", DropHeavyBall},
	{"light", DropLightBall},
}

// ParseDrop returns the drop with the given name. It accepts the names of earlier versions.
func ParseDrop(name string) (DropKind, error) {
	for _, old := range oldDropNames {
		if name == old.name {
			return old.kind, nil
		}
	}
	return parse.Name(name, NoDrop+1, NumDrops)
}
