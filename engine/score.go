package engine

import "arkterm/engine/spec"

// This file contains points, and the lives that they earn.

// ComboFrom is the number of bricks, broken before the ball comes back to the paddle, that make a
// combo.
const ComboFrom = 4

// Combos lists the multipliers, in halves, by the number of bricks in the combo from which they hold, the
// greatest first.
var Combos = [...]struct{ Bricks, Halves int }{{16, 6}, {8, 4}, {ComboFrom, 3}, {0, 2}}

// Multiplier returns the factor of the next brick's points, in halves: 2, 3, 4 or 6.
func (g *Game) Multiplier() int {
	for _, c := range Combos {
		if g.Combo >= c.Bricks {
			return c.Halves
		}
	}
	return Combos[len(Combos)-1].Halves
}

// NextLife returns the score that earns the life after the one at score: 20,000, 60,000, and then
// each 60,000.
func NextLife(score int) int {
	if score < 20_000 {
		return 20_000
	}
	return (score/60_000 + 1) * 60_000
}

// earn adds points, and the lives that they earn.
func (g *Game) earn(points int) {
	for life := NextLife(g.Score); g.Score+points >= life; life = NextLife(life) {
		g.winLife()
	}
	g.Score += points
}

// winLife adds a life, unless there are too many.
func (g *Game) winLife() {
	switch row := g.rules(); {
	case row.winLife != nil:
		row.winLife(g)
	case !row.Deathless && g.Lives < g.mostLives():
		g.Lives++
		g.emit(Event{Kind: LifeWon, Ball: -1, Brick: -1})
	}
}

// loseLife takes a life for a lost ball.
func (g *Game) loseLife() {
	switch row := g.rules(); {
	case row.loseLife != nil:
		row.loseLife(g)
	case !row.Deathless:
		g.Lives--
	}
}

// pay returns the share of points that the difficulty and the mode pay.
func (g *Game) pay(points int) int {
	if g.rules().Pointless {
		return 0
	}
	points = points * g.row().Share / 100
	if share := g.rules().Share; share > 0 {
		points = points * share / 100
	}
	return points
}

// payHits adds the worth of hits at brick k to the tally, and returns the points including the
// combo. A hit that the brick had regained has been paid before.
func (g *Game) payHits(k, hits int) int {
	b := &g.Bricks[k]
	again := min(hits, int(b.healed))
	b.healed -= uint8(again)
	base := (hits - again) * g.worth(k)
	points, all := g.pay(base), g.pay(base*g.Multiplier()/2)
	if b.Kind == spec.DroneBody {
		g.Tally.Drone += points
	} else {
		g.Tally.Points += points
	}
	g.Tally.Combo += all - points
	return all
}

// countBroken counts the broken brick k in the combo and the tally.
func (g *Game) countBroken(k int) {
	g.Combo++
	g.BestCombo = max(g.BestCombo, g.Combo)
	g.Tally.Best = max(g.Tally.Best, g.Combo)
	if g.Bricks[k].Kind == spec.DroneBody {
		g.Tally.Drones++
	} else {
		g.Tally.Bricks++
	}
}

// worth returns the points for a hit at brick k.
func (g *Game) worth(k int) int {
	kind := g.Bricks[k].Kind
	if kind != spec.DroneBody {
		return spec.Kinds[kind].Points
	}
	for i := range g.Drones {
		if g.Drones[i].Brick == k {
			return spec.Drones[g.Drones[i].Kind].Points
		}
	}
	return 0
}
