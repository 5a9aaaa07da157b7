package engine

import "arkterm/engine/spec"

// This file is the timers of bricks: fuses that burn, bricks that heal or grow.

// setClock lets the clock of brick k run for so many ticks.
func (g *Game) setClock(k, ticks int) {
	b := &g.Bricks[k]
	if b.clock == 0 && !g.hasClock(k) {
		g.clocked = append(g.clocked, int32(k))
	}
	b.clock = uint16(ticks)
}

// hasClock reports whether brick k is among those whose clocks are looked at.
func (g *Game) hasClock(k int) bool {
	for _, j := range g.clocked {
		if int(j) == k {
			return true
		}
	}
	return false
}

// heal starts the clock of brick k if it heals and has not all of its hits.
func (g *Game) heal(k int) {
	b := &g.Bricks[k]
	if row := &spec.Kinds[b.Kind]; row.Heals > 0 && b.Hits < row.Hits && b.clock == 0 {
		g.setClock(k, row.Heals)
	}
}

// light lets the fuse of brick k burn, which is broken.
func (g *Game) light(k, ticks int) {
	g.Bricks[k].Lit = true
	g.setClock(k, ticks)
	center, _ := g.Shape(k).Circle()
	g.emit(Event{Kind: BrickLit, Ball: -1, Brick: k, At: center})
}

// runClocks lets a tick pass for every brick whose clock runs, in the order in
// which they were started. Fuses burn in every phase; healing and growing wait
// for a ball in play.
func (g *Game) runClocks() {
	if len(g.clocked) == 0 || g.Phase.Ended() {
		return
	}
	grown := false
	for j := range len(g.clocked) { // those that others start have to wait
		k := int(g.clocked[j])
		b := &g.Bricks[k]
		if b.clock == 0 || g.Phase != Play && !b.Lit {
			continue
		}
		if b.clock--; b.clock == 0 {
			grown = g.ring(k) || grown
		}
	}
	if grown {
		g.world.Renew()
	}
	n := 0
	for _, k := range g.clocked {
		if g.Bricks[k].clock > 0 {
			g.clocked[n] = k
			n++
		}
	}
	g.clocked = g.clocked[:n]
}

// ring does what the clock of brick k has waited for, and reports whether a brick
// stands where none was.
func (g *Game) ring(k int) (grown bool) {
	b := &g.Bricks[k]
	center, _ := g.Shape(k).Circle()
	switch {
	case b.Lit:
		b.Lit = false
		g.explode(k)
	case b.Hits > 0:
		g.setHits(k, b.Hits+1)
		g.emit(Event{Kind: BrickHealed, Ball: -1, Brick: k, At: center})
		g.heal(k)
	case g.crowded(g.Shape(k)):
		b.clock = 1 // until there is room
	default:
		b.Kind = spec.Sprout
		g.setHits(k, spec.Kinds[spec.Sprout].Hits)
		g.emit(Event{Kind: BrickGrown, Ball: -1, Brick: k, At: center})
		return true
	}
	return false
}

// explode breaks the neighbours of brick k that can be broken, whatever hits
// they have left.
func (g *Game) explode(k int) {
	center, _ := g.Shape(k).Circle()
	g.emit(Event{Kind: BrickExploded, Ball: -1, Brick: k, At: center})
	for j := range g.Bricks {
		if b := &g.Bricks[j]; b.Hits > 0 && spec.Kinds[b.Kind].Breaks && g.neighbours(k, j) {
			at, _ := g.Shape(j).Circle()
			g.damage(j, int(b.Hits), Event{Ball: -1, At: at})
		}
	}
}
