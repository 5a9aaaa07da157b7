package engine

import "arkterm/engine/spec"

// This file adds points and the extra lives that they earn.

// firstLifeScores are the scores for the first extra lives. They are low, to help beginners. Above
// them, each multiple of lifeInterval earns a life.
var firstLifeScores = [...]int{10_000, 30_000, 60_000}

// lifeInterval is the difference between the scores for further extra lives.
const lifeInterval = 100_000

// NextLife returns the lowest score above the argument that earns a life. The scores that earn
// lives are 10,000, 30,000, 60,000 and each multiple of 100,000.
func NextLife(score int) int {
	for _, life := range firstLifeScores {
		if score < life {
			return life
		}
	}
	return (score/lifeInterval + 1) * lifeInterval
}

// addPoints adds points and the lives that they earn.
func (g *Game) addPoints(points int) {
	for life := NextLife(g.Score); g.Score+points >= life; life = NextLife(life) {
		g.gainLife()
	}
	g.Score += points
}

// gainLife adds a life, up to the maximum.
func (g *Game) gainLife() {
	switch row := g.modeRow(); {
	case row.gainLife != nil:
		row.gainLife(g)
	case !row.UnlimitedLives && g.Lives < g.maxLives():
		g.Lives++
		g.emit(Event{Kind: LifeGained, Ball: -1, Brick: -1})
	}
}

// loseLife subtracts a life for a lost ball.
func (g *Game) loseLife() {
	switch row := g.modeRow(); {
	case row.loseLife != nil:
		row.loseLife(g)
	case !row.UnlimitedLives:
		g.Lives--
	}
}

// scalePoints converts points to the points that are paid at the game's difficulty and in its mode.
func (g *Game) scalePoints(points int) int {
	if g.modeRow().NoPoints {
		return 0
	}
	points = points * g.difficultyRow().PointsPercent / 100
	if percent := g.modeRow().PointsPercent; percent > 0 {
		points = points * percent / 100
	}
	return points
}

// payHits adds the points for hits on brick k to the tally. It returns the points including the
// multiplier. Hits that the brick had regained pay nothing, because they were paid before.
func (g *Game) payHits(k, hits int) int {
	b := &g.Bricks[k]
	unpaid := min(hits, int(b.regained))
	b.regained -= uint8(unpaid)
	base := (hits - unpaid) * g.pointsPerHit(k)
	points, total := g.scalePoints(base), g.scalePoints(base*g.Multiplier()/UnitMultiplier)
	if spec.Kinds[b.Kind].Drone {
		g.Tally.DronePoints += points
	} else {
		g.Tally.HitPoints += points
	}
	g.Tally.MultiplierPoints += total - points
	return total
}

// countBroken adds the broken brick k to the combo and the tally.
func (g *Game) countBroken(k int) {
	g.Combo++
	g.BestCombo = max(g.BestCombo, g.Combo)
	g.Tally.BestCombo = max(g.Tally.BestCombo, g.Combo)
	if spec.Kinds[g.Bricks[k].Kind].Drone {
		g.Tally.Drones++
	} else {
		g.Tally.Bricks++
	}
}

// pointsPerHit returns the points for a hit on brick k.
func (g *Game) pointsPerHit(k int) int {
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
