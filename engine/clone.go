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
	c.timedBricks = append(make([]int32, 0, cap(g.timedBricks)), g.timedBricks...)
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

// Work returns how much the steps so far have done, in units of about a quarter of a microsecond, so that the time of
// playing an untrusted recording can be bounded. An ordinary tick is 5 to 10 of them. It is no part of the state:
// playing on from a [Start] begins with none.
func (g *Game) Work() uint64 { return g.work }

// What contributes to [Game.Work].
const (
	workTick      = 4
	workMover     = 2 // of a brick that moves, in each tick
	workContact   = 6
	checksPerUnit = 8 // so many looks at a ball, a timer or a brick are one
)

// tickWork returns the work of the tick about to be played, but for its contacts.
func (g *Game) tickWork() uint64 {
	looks := len(g.Balls)*(1+len(g.magnets)) + len(g.timedBricks) + 4*len(g.Drops) + (len(g.Emitters)+4*len(g.Drones))*len(g.Bricks)
	return uint64(workTick + workMover*g.world.Movers() + looks/checksPerUnit)
}
