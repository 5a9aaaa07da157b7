package bot

import "arkterm/engine"

// botCrowd is the number of balls above which a bot does not predict them one by one.
const maxPredicted = 32

// crowd sets the goal to where most balls come down soon, and returns the speed to move at. It
// ignores bricks: in a storm their effect is known too late.
func (b *Bot) planForCrowd(g *engine.Game, p *paddle) float64 {
	const bins, soon = 32, 0.6 // seconds
	var value [bins]float64
	line := p.Y - p.R

	// Balls that come down soon, by place: the sooner, the more they count.
	for i := range g.Balls {
		ball := g.Disc(i)
		at := g.BallAt(i)
		if ball.Held || ball.V.Y <= 0 || at.Y > line {
			continue
		}
		t := (line - at.Y) / ball.V.Y
		if t > soon {
			continue
		}
		x := foldX(at.X+float64(ball.V.X*t), g.W)
		value[min(bins-1, int(x/g.W*bins))] += 1 / (0.1 + t)
	}

	// Where the paddle reaches the most of them.
	best, goal := 0.0, b.target
	reach := max(1, int(p.Half/g.W*bins))
	for k := range value {
		sum := 0.0
		for j := max(0, k-reach); j <= min(bins-1, k+reach); j++ {
			sum += value[j]
		}
		if sum > best {
			best, goal = sum, (float64(k)+0.5)*g.W/bins
		}
	}

	b.ball, b.arrival = -1, 0
	b.target = max(p.Half, min(g.W-p.Half, goal))
	return b.abilities.HurrySpeed
}

// bounced returns where a straight path to x ends if it bounces off the side walls, at most once
// off each.
func foldX(x, w float64) float64 {
	if x < 0 {
		x = -x
	}
	if x > w {
		x = 2*w - x
	}
	return max(0, min(w-1e-9, x))
}
