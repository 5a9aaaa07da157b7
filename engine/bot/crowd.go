package bot

import "arkterm/engine"

// maxPredicted is the maximum number of balls that a bot predicts individually.
const maxPredicted = 32

// planForCrowd sets the target to the position where most balls land soon, and returns the speed of the paddle. It
// assumes that the balls touch no bricks until then.
func (b *Bot) planForCrowd(g *engine.Game, p *paddle) float64 {
	const (
		bins = 32  // number of positions across the field
		soon = 0.6 // maximum time until a ball arrives, in seconds
	)
	var value [bins]float64
	y := p.Y - p.R

	// Find the balls that land soon, by position. Earlier balls have a higher weight.
	for i := range g.Balls {
		ball := g.Disc(i)
		at := g.BallAt(i)
		if ball.Held || ball.V.Y <= 0 || at.Y > y {
			continue
		}
		t := (y - at.Y) / ball.V.Y
		if t > soon {
			continue
		}
		x := foldX(at.X+float64(ball.V.X*t), g.W)
		value[min(bins-1, int(x/g.W*bins))] += 1 / (0.1 + t)
	}

	// Find the position where the paddle reaches the highest total weight.
	best, target := 0.0, b.target
	reach := max(1, int(p.Half/g.W*bins))
	for k := range value {
		sum := 0.0
		for j := max(0, k-reach); j <= min(bins-1, k+reach); j++ {
			sum += value[j]
		}
		if sum > best {
			best, target = sum, (float64(k)+0.5)*g.W/bins
		}
	}

	b.ball, b.arrival = -1, 0
	b.target = max(p.Half, min(g.W-p.Half, target))
	return b.abilities.HurrySpeed
}

// foldX returns the x at which a horizontal path to x ends, after it bounces off each side wall at most once.
func foldX(x, w float64) float64 {
	if x < 0 {
		x = -x
	}
	if x > w {
		x = 2*w - x
	}
	return max(0, min(w-1e-9, x))
}
