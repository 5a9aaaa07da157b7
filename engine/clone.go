package engine

import "slices"

// This file is copies of a game, and what one costs.

// Clone returns an independent copy, to look ahead with or to come back to.
func (g *Game) Clone() *Game {
	c := *g
	c.Balls = append(make([]Ball, 0, cap(g.Balls)), g.Balls...)
	c.Bricks = slices.Clone(g.Bricks)
	c.Paddles = slices.Clone(g.Paddles)
	c.Events = append(make([]Event, 0, cap(g.Events)), g.Events...)
	c.Emitters = slices.Clone(g.Emitters)
	c.crossings = nil
	c.timed = append(make([]int32, 0, cap(g.timed)), g.timed...)
	c.Drops = append(make([]Drop, 0, cap(g.Drops)), g.Drops...)
	c.Drones = slices.Clone(g.Drones)
	c.Bolts = append(make([]Bolt, 0, cap(g.Bolts)), g.Bolts...)
	c.magnets = slices.Clone(g.magnets)
	c.world = g.world.Clone()
	return &c
}

// Size returns about how many bytes a copy of g takes.
func (g *Game) Size() int {
	const brick, ball, event = 24, 80, 80
	return 2048 + brick*len(g.Bricks) + ball*len(g.Balls) + event*cap(g.Events) + g.world.Size()
}

// Cost returns about what the next tick costs, with a tick of an ordinary level
// as the unit: so that whoever plays a stranger's recording can bound the time
// that it takes, and not only the ticks. Bricks that move are looked at in every
// tick, beams look at every brick, and so do drones, some times each.
func (g *Game) Cost() int {
	looks := g.world.Movers()*(1+len(g.Balls)) + len(g.magnets)*len(g.Balls) + len(g.timed) + len(g.Drops)
	return 1 + (looks+(len(g.Emitters)+4*len(g.Drones))*len(g.Bricks)/4)/costly
}

// costly is how many looks at a brick take as long as an ordinary tick.
const costly = 4
