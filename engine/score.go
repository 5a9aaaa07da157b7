package engine

import "arkterm/engine/spec"

// This file contains points, and the lives that they earn.

// firstLives are the scores that earn the first lives: soon, for those who need them most. Each nextLives
// points earn one after these.
var firstLives = [...]int{10_000, 30_000, 60_000}

const nextLives = 100_000

// NextLife returns the score that earns the life after the one at score: 10,000, 30,000, 60,000, and
// then each 100,000.
func NextLife(score int) int {
	for _, life := range firstLives {
		if score < life {
			return life
		}
	}
	return (score/nextLives + 1) * nextLives
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

// payHits adds the worth of hits at brick k to the tally, and returns the points with the multiplier.
// A hit that the brick had regained has been paid before.
func (g *Game) payHits(k, hits int) int {
	b := &g.Bricks[k]
	again := min(hits, int(b.healed))
	b.healed -= uint8(again)
	base := (hits - again) * g.worth(k)
	points, all := g.pay(base), g.pay(base*g.Multiplier()/Unmultiplied)
	if spec.Kinds[b.Kind].Drone {
		g.Tally.Drone += points
	} else {
		g.Tally.Points += points
	}
	g.Tally.More += all - points
	return all
}

// countBroken counts the broken brick k in the combo and the tally.
func (g *Game) countBroken(k int) {
	g.Combo++
	g.BestCombo = max(g.BestCombo, g.Combo)
	g.Tally.Best = max(g.Tally.Best, g.Combo)
	if spec.Kinds[g.Bricks[k].Kind].Drone {
		g.Tally.Drones++
	} else {
		g.Tally.Bricks++
	}
}

// worth returns the points for a hit at brick k.
func (g *Game) worth(k int) int {
	row := &spec.Kinds[g.Bricks[k].Kind]
	if !row.Drone {
		return row.Points
	}
	for i := range g.Drones {
		if g.Drones[i].Brick == k {
			return spec.Drones[g.Drones[i].Kind].Points
		}
	}
	return 0
}
