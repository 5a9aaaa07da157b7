package engine

import "slices"

// This file copies games, and estimates their memory and the work of their steps.

// Clone returns an independent copy of g.
func (g *Game) Clone() *Game {
	c := *g
	c.Balls = append(make([]Ball, 0, cap(g.Balls)), g.Balls...)
	c.Bricks = slices.Clone(g.Bricks)
	c.Paddles = slices.Clone(g.Paddles)
	c.Events = append(make([]Event, 0, cap(g.Events)), g.Events...)
	c.Emitters = slices.Clone(g.Emitters)
	c.Wires = slices.Clone(g.Wires)
	c.crossings = nil
	c.timedBricks = append(make([]int32, 0, cap(g.timedBricks)), g.timedBricks...)
	c.Drops = append(make([]Drop, 0, cap(g.Drops)), g.Drops...)
	c.Drones = slices.Clone(g.Drones)
	c.Bolts = append(make([]Bolt, 0, cap(g.Bolts)), g.Bolts...)
	c.magnets = slices.Clone(g.magnets)
	c.opposites = slices.Clone(g.opposites)
	c.world = g.world.Clone()
	return &c
}

// Size returns the approximate size of a copy of g in bytes.
func (g *Game) Size() int {
	const brick, ball, event = 24, 80, 96
	return 2048 + brick*len(g.Bricks) + ball*len(g.Balls) + event*cap(g.Events) + g.world.Size()
}

// Work returns the total work of all steps so far, in units of about 0.25 μs. Callers use it to
// limit the time for playing an untrusted recording. A typical tick has 5 to 10 units. Work is not
// part of the state, and a game that begins from a [Start] begins with 0.
func (g *Game) Work() uint64 { return g.work }

// Contributions to [Game.Work].
const (
	workPerTick    = 4 // work per tick
	workPerMover   = 2 // work per tick and moving brick
	workPerContact = 6 // work per contact
	checksPerUnit  = 8 // checks of balls, timers and bricks that count as one unit of work
)

// tickWork returns the work of the next tick. It does not include the work for contacts.
func (g *Game) tickWork() uint64 {
	checks := len(g.Balls)*(1+len(g.magnets)) + len(g.timedBricks) + 4*len(g.Drops) +
		(len(g.Emitters)+4*len(g.Drones))*len(g.Bricks) + 2*len(g.Wires)*(len(g.Balls)+len(g.Drops)+len(g.Bolts))
	return uint64(workPerTick + workPerMover*g.world.NumMovers() + checks/checksPerUnit)
}
