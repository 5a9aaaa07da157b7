package engine

// A Landing is the point where a ball reaches the height of the first paddle.
type Landing struct {
	Ball    int     // index
	X       float64 // x of the ball's center
	Seconds float64 // time until the landing at constant speed
}

// maxLandingLegs is the maximum number of straight legs that NextLanding follows.
const maxLandingLegs = 10

// NextLanding predicts which ball lands first, and where. It assumes that all other objects are at
// rest, and that each ball bounces off at most the given number of bricks without breaking them. ok
// is false if no landing can be predicted.
func (g *Game) NextLanding(bricks int) (first Landing, ok bool) {
	if g.Phase != Play || len(g.Paddles) == 0 {
		return first, false
	}
	for i := range g.Balls {
		if g.Balls[i].Gone || g.world.Discs[i].Held {
			continue
		}
		if l, down := g.landing(i, bricks); down && (!ok || l.Seconds < first.Seconds) {
			first, ok = l, true
		}
	}
	return first, ok
}

// landing predicts the landing of ball i under the assumptions of NextLanding. down is false if
// there is none.
func (g *Game) landing(i, bricks int) (l Landing, down bool) {
	b, p := &g.world.Discs[i], &g.world.Capsules[0]
	at, d, from := g.BallAt(i), b.V.Unit(), -1
	contactY, length := p.Y-p.R-b.R, 0.0
	for range maxLandingLegs {
		c := g.SweepVisible(at, d, b.R, from)
		if below := (contactY - at.Y) / d.Y; d.Y > 0 && at.Y <= contactY && below <= c.Dist {
			length += below
			return Landing{i, at.Along(d, below).X, length / b.V.Norm()}, true
		}

		if c.Brick >= 0 {
			bricks--
		}
		if bricks < 0 || c.Dist >= never {
			break
		}

		length += c.Dist
		at, d, from = g.AfterHit(at, d, b.R, c)
	}

	return l, false
}
