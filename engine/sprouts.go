package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements the growth of sprouts around seeds.

// startSprouts starts the growth of sprouts in all free places around brick k.
func (g *Game) startSprouts(k, ticks int) {
	for j := range g.Bricks {
		if b := &g.Bricks[j]; b.Hits == 0 && b.timer == 0 && !g.world.Obstacles[j].Moves && g.areNeighbors(k, j) {
			g.setTimer(j, ticks)
			g.BricksLeft++ // the level is not cleared until the sprouts are broken too
		}
	}
}

// addSproutPlaces adds absent bricks in the free places around seed k. Each place is the seed's
// shape, moved across one of its sides to the adjacent cell of a honeycomb.
func (g *Game) addSproutPlaces(l *spec.Level, k int) {
	seed := &l.Bricks[k].Shape
	center, _ := seed.Circle()
	for side := range seed.N() {
		next := (side + 1) % seed.N()
		middle := seed.Corner(side).Lerp(seed.Corner(next), 0.5)
		place := seed.Moved(geom.Mover{Pivot: center, V: middle.Sub(center).Mul(2)}, 1)
		if g.isFree(l, &place) {
			g.addBrick(Brick{Kind: spec.Sprout, Hue: l.Bricks[k].Hue, Pair: -1}, world.Obstacle{Shape: new(place)},
				spec.Motion{})
		}
	}
}

// isFree reports whether a sprout with the shape p would never overlap another object. It must be
// inside the field, overlap no other brick, and not touch moving bricks, the area of the boss,
// emitters and trip wires.
func (g *Game) isFree(l *spec.Level, p *geom.Polygon) bool {
	const (
		minDistance = 1e-3 // minimum distance from moving bricks and emitters
		maxOverlap  = 1e-6 // overlap of touching sides after rounding
	)
	if lo, hi := p.Bounds(); lo.X < 0 || lo.Y < 0 || hi.X > g.W || hi.Y > g.H-(spec.FieldH-spec.LowestBrick) ||
		g.Versus() && lo.Y < spec.FieldH-spec.LowestBrick {
		return false
	}

	center, radius := p.Circle()
	if lo, hi := l.Boss.Area(); l.Boss.Kind != spec.NoBoss && center.X+radius > lo.X && center.X-radius < hi.X &&
		center.Y+radius > lo.Y && center.Y-radius < hi.Y {
		return false
	}

	for j := range g.Bricks {
		other := g.Shape(j)
		c, r := other.Circle()
		if g.world.Obstacles[j].Moves {
			c, _ = geom.ClosestOnSegment(c, c.Add(l.Bricks[j].Motion.Path), center)
		}
		d := c.Sub(center).Norm() - r - radius
		if d < minDistance && (g.world.Obstacles[j].Moves || p.OverlapsBy(other, maxOverlap)) {
			return false
		}
	}

	for i := range g.Wires {
		w := &g.Wires[i]
		if _, blocks := p.Sweep(w.At[0], w.At[1].Sub(w.At[0]), minDistance); blocks {
			return false
		}
	}
	for _, e := range l.Emitters {
		if p.Distance(e.At) < minDistance {
			return false
		}
	}
	return true
}

// isOccupied reports whether a ball or a drone overlaps p, the place of a growing brick.
func (g *Game) isOccupied(p *geom.Polygon) bool {
	for i := range g.Drones {
		if g.isPresent(i) && p.Distance(g.DroneAt(i)) < spec.DroneRadius+clearance {
			return true
		}
	}
	for i := range g.Balls {
		if d := &g.world.Discs[i]; !d.Held && p.Distance(g.BallAt(i)) < d.R+clearance {
			return true
		}
	}
	return false
}
