package engine

// This file implements the multipliers of the points for hits.

// A Multiplier increases the points for hits. It is an index into [Multipliers].
type Multiplier uint8

// The multipliers.
const (
	ComboMultiplier  Multiplier = iota // bricks broken since the last return
	ChainMultiplier                    // consecutive returns that led to a hit
	BallsMultiplier                    // balls in play
	FinaleMultiplier                   // last bricks of a level
)

// A MultiplierRow describes one multiplier. The factor of the points is 1 plus the bonuses of all
// multipliers.
type MultiplierRow struct {
	Name  string
	Help  string // description of the count for players
	Steps []Step // bonuses in ascending order of From

	count func(g *Game) int // count that selects the step
}

// A Step is the bonus of a multiplier while its count is at least From.
type Step struct {
	From     int
	Quarters int // bonus in quarters of the points of a hit
}

// MinCombo is the minimum number of bricks of a combo.
const MinCombo = 4

// Multipliers has a row for each multiplier. The combo rewards one good shot, and the chain a
// series of well-aimed shots.
var Multipliers = [...]MultiplierRow{
	ComboMultiplier: {
		Name: "combo", Help: "bricks in the combo",
		Steps: []Step{{From: MinCombo, Quarters: 2}, {From: 8, Quarters: 4}, {From: 16, Quarters: 8}},
		count: func(g *Game) int { return g.Combo },
	},
	ChainMultiplier: {
		Name: "chain", Help: "returns in a row with a hit",
		Steps: []Step{{From: 2, Quarters: 1}, {From: 4, Quarters: 2}, {From: 6, Quarters: 3}, {From: 8, Quarters: 4}},
		count: func(g *Game) int { return g.Chain },
	},
	BallsMultiplier: {
		Name: "balls", Help: "balls in play",
		Steps: []Step{{From: 2, Quarters: 1}, {From: 3, Quarters: 2}, {From: 4, Quarters: 3}},
		count: (*Game).countedBalls,
	},
	FinaleMultiplier: {
		Name: "finale", Help: "bricks left in the finale",
		Steps: []Step{{From: 1, Quarters: 2}, {From: 2, Quarters: 4}, {From: 3, Quarters: 8}},
		count: func(g *Game) int {
			if !g.Finale {
				return 0
			}
			return finaleBricks + 1 - g.BricksLeft
		},
	},
}

// countedBalls returns the number of balls in play. In a storm it returns 0.
func (g *Game) countedBalls() int {
	if g.modeRow().Storm {
		return 0
	}
	return len(g.Balls)
}

// MultiplierBonus returns the current bonus of multiplier m, in quarters.
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

// UnitMultiplier is the result of [Game.Multiplier] without bonuses. It means the factor 1, in
// quarters.
const UnitMultiplier = 4

// Multiplier returns the factor by which the points for the next hit are multiplied, in quarters.
// It is at least UnitMultiplier.
func (g *Game) Multiplier() int {
	quarters := UnitMultiplier
	for m := range Multipliers {
		quarters += g.MultiplierBonus(Multiplier(m))
	}
	return quarters
}

// updateChain extends the chain when ball i returns to the paddle after a hit that paid points.
// Otherwise it ends the chain.
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
