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
	DropExtraBall
	DropFloor
	DropFrozen
	DropWeapon
	DropChance
	DropFastBalls
	DropSlowBalls
	DropJoker
	DropDark
	DropScatter
	DropGhostPaddle
	DropEndAll
	DropMoreTime
	DropExplosive
	DropGoodMagnet
	DropBadMagnet
	DropWeak
	DropBreak
	DropDisrupt
	DropSplit
	DropFireball
	DropZap
	DropSmallBalls
	DropLargeBalls
	DropHeavyBall
	DropLightBall
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
	Name    string // as level files spell it
	Word    string // what players read, at most 14 columns
	Letter  rune   // in LBreakout's files, and on the drop where only ASCII is drawn
	Icon    string // on the drop elsewhere: a character, or up to three
	Benefit Benefit
	Seconds int // duration of its effect, added again for each one caught; 0: it acts at once
	Group   Group
	Weight  int // relative frequency among random drops; 0: never
	Points  int
	Traits  Traits
	Says    string
}

// Drops has a row for each kind of drop.
var Drops = [DropKinds]DropRow{
	Drop200:         {"score200", "200 points", '0', "200", Neither, 0, Alone, 4, 200, ForOne, "200 points"},
	Drop500:         {"score500", "500 points", '1', "500", Neither, 0, Alone, 4, 500, ForOne, "500 points"},
	Drop1000:        {"score1000", "1,000 points", '2', "1k", Neither, 0, Alone, 3, 1000, ForOne, "1,000 points"},
	Drop2000:        {"score2000", "2,000 points", '3', "2k", Neither, 0, Alone, 2, 2000, ForOne, "2,000 points"},
	Drop5000:        {"score5000", "5,000 points", '4', "5k", Neither, 0, Alone, 0, 5000, ForOne, "5,000 points"},
	DropGold:        {"gold", "gold", 'g', "◊", Good, 20, Alone, 2, 100, ForOne, "bricks that hold nothing drop 1,000 points"},
	DropExpand:      {"expand", "expand", '+', "+", Good, 0, Alone, 8, 100, 0, "the paddle grows by 3.6 units, as far as there is room"},
	DropShrink:      {"shrink", "shrink", '-', "–", Bad, 0, Alone, 5, 0, Sent, "the paddle shrinks by 3.6 units"},
	DropLife:        {"life", "life", 'l', "♥", Good, 0, Alone, 1, 100, ForOne, "another ball"},
	DropCatch:       {"catch", "catch", 's', "U", Good, 20, Alone, 5, 100, OfBalls, "balls stick to the paddle until Fire, 3 s at most"},
	DropEnergy:      {"energy", "energy", 'm', "»", Good, 5, OfHits, 3, 100, 0, "balls go through bricks and break metal and chaos too"},
	DropExtraBall:   {"ball", "extra ball", 'b', "●", Good, 0, Alone, 6, 100, OfBalls, "one more ball on the paddle"},
	DropFloor:       {"floor", "floor", 'w', "▬", Good, 10, Alone, 4, 100, 0, "the floor is closed"},
	DropFrozen:      {"frozen", "frozen", 'f', "*", Bad, 1, Alone, 3, 0, Sent, "the paddle cannot move"},
	DropWeapon:      {"weapon", "weapon", 'p', "↑", Good, 5, Alone, 4, 100, 0, "Fire shoots, each 150 ms"},
	DropChance:      {"chance", "chance", '?', "?", Neither, 0, Alone, 4, 100, 0, "any of the others"},
	DropFastBalls:   {"fast", "fast", '>', ">", Bad, 20, OfPace, 4, 0, 0, "balls are 30 % faster"},
	DropSlowBalls:   {"slow", "slow", '<', "<", Good, 20, OfPace, 5, 100, 0, "balls are 30 % slower"},
	DropJoker:       {"joker", "joker", 'j', "☻", Good, 0, Alone, 2, 100, ForOne, "takes all good drops that fall, and destroys the bad ones"},
	DropDark:        {"dark", "dark", 'd', "■", Bad, 20, Alone, 3, 0, 0, "only what is near a ball can be seen"},
	DropScatter:     {"scatter", "scatter", 'c', "×", Bad, 10, Alone, 3, 0, 0, "balls leave bricks in any direction"},
	DropGhostPaddle: {"ghost", "ghost", '~', "~", Bad, 20, Alone, 3, 0, Sent, "the paddle can hardly be seen"},
	DropEndAll:      {"end", "end of all", '!', "Ø", Neither, 0, Alone, 2, 100, 0, "ends all that runs, good or bad"},
	DropMoreTime:    {"time", "more time", '&', "∞", Neither, 0, Alone, 2, 100, 0, "7 s more for all that runs"},
	DropExplosive:   {"explosive", "blasts", '*', "¤", Good, 10, OfHits, 3, 100, 0, "a hit hits the brick's neighbours as well"},
	DropGoodMagnet:  {"attract", "magnet", '}', "∩", Good, 20, OfPull, 3, 100, 0, "good drops come to the paddle"},
	DropBadMagnet:   {"plague", "plague", '{', "Ж", Bad, 20, OfPull, 3, 0, 0, "bad drops come to the paddle"},
	DropWeak:        {"weak", "weak", 'W', "½", Bad, 10, OfHits, 3, 0, 0, "two hits of five do nothing"},
	DropBreak:       {"break", "exit", 'B', "→", Good, 10, Alone, 1, 100, ForOne | WayOut, "a gate in the right wall leads to the next level: 5,000 points"},
	DropDisrupt:     {"triple", "three balls", 'D', "3", Good, 0, Alone, 4, 100, OfBalls, "two more balls beside the first"},
	DropSplit:       {"split", "split", 'S', "÷", Good, 0, Alone, 3, 100, OfBalls, "every ball becomes two"},
	DropFireball:    {"fire", "fire", 'F', "☼", Good, 10, OfHits, 2, 100, 0, "each brick that is hit explodes as a bomb does"},
	DropZap:         {"zap", "zap", 'Z', "Z", Good, 0, Alone, 2, 100, 0, "walls, metal and chaos can be broken, what hides is seen"},
	DropSmallBalls:  {"tiny", "tiny", 'T', "•", Bad, 20, OfSizes, 3, 0, 0, "balls shrink to three fifths"},
	DropLargeBalls:  {"huge", "huge", 'U', "O", Good, 20, OfSizes, 4, 100, 0, "balls grow by three fifths, as far as there is room"},
	DropHeavyBall:   {"heavy", "heavy ball", 'H', "▼", Good, 0, Alone, 3, 100, OfBalls, "one more ball, large and of four times the mass"},
	DropLightBall:   {"light", "light ball", 'L', "▲", Good, 0, Alone, 3, 100, OfBalls, "one more ball, small and of a quarter of the mass"},
	DropSteal:       {"steal", "steal", '$', "⇄", Bad, 0, Alone, 5, 0, ForTwo | Sent, "takes 3.6 units of the opponent's width, for your own paddle"},
	DropMirror:      {"mirror", "mirror", 'M', "↔", Bad, 6, Alone, 4, 0, ForTwo | Sent, "the paddle moves left where the player asks for right"},
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
