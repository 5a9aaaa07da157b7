package engine

import "slices"

// This file contains copies of a game, and their cost.

// Clone returns an independent copy.
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

// Size returns the approximate size of a copy of g in bytes.
func (g *Game) Size() int {
	const brick, ball, event = 24, 80, 96
	return 2048 + brick*len(g.Bricks) + ball*len(g.Balls) + event*cap(g.Events) + g.world.Size()
}

// Cost returns the approximate cost of the next tick, in ticks of an ordinary level, so that the
// time of playing an untrusted recording can be bounded. Moving bricks are checked in every tick;
// beams check every brick, and drones do so several times each.
func (g *Game) Cost() int {
	looks := g.world.Movers()*(1+len(g.Balls)) + len(g.magnets)*len(g.Balls) + len(g.timed) + len(g.Drops)
	return 1 + (looks+(len(g.Emitters)+4*len(g.Drones))*len(g.Bricks)/4)/costly
}

// costly is the number of brick checks that take as long as an ordinary tick.
const costly = 4
