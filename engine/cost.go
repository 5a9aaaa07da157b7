package engine

// Cost returns about what the next tick costs, with a tick of an ordinary level
// as the unit: so that whoever plays a stranger's recording can bound the time
// that it takes, and not only the ticks. Bricks that move are looked at in every
// tick, beams look at every brick, and so do drones, some times each.
func (g *Game) Cost() int {
	looks := g.world.Movers()*(1+len(g.Balls)) + len(g.magnets)*len(g.Balls) + len(g.clocked) + len(g.Drops)
	return 1 + (looks+(len(g.Emitters)+4*len(g.Drones))*len(g.Bricks)/4)/costly
}

// costly is how many looks at a brick take as long as an ordinary tick.
const costly = 4
