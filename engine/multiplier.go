package engine

// This file contains the multiplier: what makes the points for hits more.

// A Multiplier is something for which hits pay more: an index into [Multipliers].
type Multiplier uint8

// The multipliers.
const (
	ComboMultiplier  Multiplier = iota // bricks broken since a ball came off the paddle
	ChainMultiplier                    // returns in a row
	BallsMultiplier                    // balls in play
	FinaleMultiplier                   // the last bricks of a level
)

// A MultiplierRow describes one multiplier. The game's is 1 and the sum of what all of them add.
type MultiplierRow struct {
	Name  string
	Help  string // what is counted, for people
	Steps []Step // by what is counted, ascending

	count func(g *Game) int
}

// A Step is how much a multiplier adds from some count on.
type Step struct {
	From     int
	Quarters int // of the points of a hit
}

// ComboFrom is the number of bricks, broken before a ball comes back to the paddle, that make a combo.
const MinCombo = 4

// Multipliers has a row for each multiplier. The combo and the chain are what a player works for: the
// one rewards a shot, the other the aim of many shots.
var Multipliers = [...]MultiplierRow{
	ComboMultiplier: {
		"combo", "bricks in the combo",
		[]Step{{MinCombo, 2}, {8, 4}, {16, 8}},
		func(g *Game) int { return g.Combo },
	},
	ChainMultiplier: {
		"chain", "returns in the chain",
		[]Step{{2, 1}, {4, 2}, {6, 3}, {8, 4}},
		func(g *Game) int { return g.Chain },
	},
	BallsMultiplier: {
		"balls", "balls in play",
		[]Step{{2, 1}, {3, 2}, {4, 3}},
		(*Game).countedBalls,
	},
	FinaleMultiplier: {
		"finale", "the last three bricks, counted down",
		[]Step{{1, 2}, {2, 4}, {3, 8}},
		func(g *Game) int {
			if !g.Finale {
				return 0
			}
			return finaleBricks + 1 - g.BricksLeft
		},
	},
}

// ballsThatCount returns the number of balls in play; those of a storm do not count.
func (g *Game) countedBalls() int {
	if g.rules().Storm {
		return 0
	}
	return len(g.Balls)
}

// Adds returns how many quarters multiplier m adds now.
func (g *Game) MultiplierBonus(m Multiplier) int {
	row := &Multipliers[m]
	count, quarters := row.count(g), 0
	for _, s := range row.Steps {
		if count < s.From {
			break
		}
		quarters = s.Quarters
	}
	return quarters
}

// Unmultiplied is the least value of [Game.Multiplier], which counts quarters: the factor 1.
const UnitMultiplier = 4

// Multiplier returns the factor of the next hit's points, in quarters.
func (g *Game) Multiplier() int {
	quarters := UnitMultiplier
	for m := range Multipliers {
		quarters += g.MultiplierBonus(Multiplier(m))
	}
	return quarters
}

// returned counts the return of ball i in the chain: one of which a hit was paid since the last return
// makes it longer, any other one ends it.
func (g *Game) updateChain(i int) {
	b := &g.Balls[i]
	if b.hitPaid {
		g.Chain++
		g.Tally.BestChain = max(g.Tally.BestChain, g.Chain)
	} else {
		g.Chain = 0
	}
	b.hitPaid = false
}
