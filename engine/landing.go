package engine

// A Landing is a predicted point where a ball reaches the height of a paddle.
type Landing struct {
	Ball    int     // index of the ball
	X       float64 // x of the ball's center
	Seconds float64 // time until the landing at constant speed
}

// maxLandingSegments is the maximum number of straight segments that NextLanding follows.
const maxLandingSegments = 10

// NextLanding predicts which ball reaches the height of paddle k first, and where. It assumes that
// all other objects are at rest, and that each ball bounces off at most the given number of bricks
// without breaking them. In a match, it does not predict returns. ok is false if no landing can be
// predicted.
func (g *Game) NextLanding(k, bricks int) (first Landing, ok bool) {
	if g.Phase != Play || k >= len(g.Paddles) {
		return first, false
	}
	for i := range g.Balls {
		if g.Balls[i].Gone || g.world.Discs[i].Held {
			continue
		}
		if l, lands := g.landing(i, k, bricks); lands && (!ok || l.Seconds < first.Seconds) {
			first, ok = l, true
		}
	}
	return first, ok
}

// landing predicts the landing of ball i at paddle k under the assumptions of NextLanding. lands is
// false if there is none.
func (g *Game) landing(i, k, bricks int) (l Landing, lands bool) {
	b := &g.world.Discs[i]
	at, d, from := g.BallAt(i), b.V.Unit(), -1
	contactY, length := g.FrontY(k, b.R), 0.0
	for range maxLandingSegments {
		c := g.SweepVisible(at, d, b.R, from)
		if dist := (contactY - at.Y) / d.Y; d.Y > 0 != g.Paddles[k].Top && dist >= 0 && dist <= c.Dist {
			length += dist
			return Landing{i, at.Along(d, dist).X, length / b.V.Norm()}, true
		}

		if c.Brick >= 0 {
			bricks--
		}
		if bricks < 0 || c.Dist >= never || g.Versus() && c.Brick < 0 && c.N.Y != 0 {
			break
		}

		length += c.Dist
		at, d, from = g.AfterHit(at, d, b.R, c)
	}

	return l, false
}
