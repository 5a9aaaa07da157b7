package engine

import "arkterm/engine/spec"

// This file implements the timers of bricks: fuses, healing and growth.

// setTimer starts the timer of brick k, or changes it, so that it expires after the given number of
// ticks.
func (g *Game) setTimer(k, ticks int) {
	b := &g.Bricks[k]
	if b.timer == 0 && !g.hasTimer(k) {
		g.timedBricks = append(g.timedBricks, int32(k))
	}
	b.timer = uint16(ticks)
}

// hasTimer reports whether brick k is in the list of running timers.
func (g *Game) hasTimer(k int) bool {
	for _, j := range g.timedBricks {
		if int(j) == k {
			return true
		}
	}
	return false
}

// startHealing starts the timer of brick k if it heals and has lost hits.
func (g *Game) startHealing(k int) {
	b := &g.Bricks[k]
	if row := &spec.Kinds[b.Kind]; row.HealTicks > 0 && b.Hits < row.Hits && b.timer == 0 {
		g.setTimer(k, row.HealTicks)
	}
}

// lightFuse lights the fuse of the broken brick k, which explodes after the given number of ticks.
func (g *Game) lightFuse(k, ticks int) {
	g.Bricks[k].Lit = true
	g.setTimer(k, ticks)
	center, _ := g.Shape(k).Circle()
	g.emit(Event{Kind: FuseLit, Ball: -1, Brick: k, At: center})
}

// updateTimers advances all running timers by one tick, in the order in which they were started.
// Fuses burn in all phases until the game ends. Returning bricks of a match advance in Play and
// Serve. Healing and growth advance only in Play. Healing also depends on the speed of the balls.
func (g *Game) updateTimers() {
	if len(g.timedBricks) == 0 || g.Phase.Ended() {
		return
	}

	grown := false
	for j := range len(g.timedBricks) { // timers that start in this loop begin to run in the next tick
		k := int(g.timedBricks[j])
		b := &g.Bricks[k]
		if b.timer == 0 || g.Phase != Play && !b.Lit && !(b.returning && g.Phase == Serve) {
			continue
		}

		elapsed := uint16(1)
		if b.Hits > 0 {
			elapsed = min(g.healTicks, b.timer)
		}
		if b.timer -= elapsed; b.timer == 0 {
			grown = g.timerExpired(k) || grown
		}
	}

	if grown {
		g.world.Renew()
	}

	n := 0
	for _, k := range g.timedBricks {
		if g.Bricks[k].timer > 0 {
			g.timedBricks[n] = k
			n++
		}
	}

	g.timedBricks = g.timedBricks[:n]
}

// timerExpired applies the effect of the expired timer of brick k: an explosion, a regained hit, or
// the appearance of the brick. It reports whether the brick has appeared.
func (g *Game) timerExpired(k int) (grown bool) {
	b := &g.Bricks[k]
	center, _ := g.Shape(k).Circle()
	switch {
	case b.Lit:
		b.Lit = false
		g.explode(k)
	case b.Hits > 0:
		g.setHits(k, b.Hits+1)
		b.regained++
		g.emit(Event{Kind: BrickHealed, Ball: -1, Brick: k, At: center})
		g.startHealing(k)
	case g.isOccupied(g.Shape(k)), b.returning && g.isOccupied(g.Shape(int(g.opposites[k]))):
		b.timer = 1 // try again in the next tick
	case b.returning:
		g.restoreBrick(k)
		return true
	default:
		b.Kind = spec.Sprout
		g.setHits(k, spec.Kinds[spec.Sprout].Hits)
		g.emit(Event{Kind: BrickGrown, Ball: -1, Brick: k, At: center})
		return true
	}

	return false
}

// TicksToGrow returns the ticks until the absent brick k appears, or 0 if it will not appear. The
// result remains 1 while another object occupies the place of the brick.
func (g *Game) TicksToGrow(k int) int {
	if b := &g.Bricks[k]; b.Hits == 0 && !b.Lit {
		return int(b.timer)
	}
	return 0
}

// explode breaks all breakable neighbors of brick k, regardless of their hits.
func (g *Game) explode(k int) {
	center, _ := g.Shape(k).Circle()
	g.emit(Event{Kind: BrickExploded, Ball: -1, Brick: k, At: center})
	for j := range g.Bricks {
		if b := &g.Bricks[j]; b.Hits > 0 && spec.Kinds[b.Kind].Breakable && g.areNeighbors(k, j) {
			at, _ := g.Shape(j).Circle()
			g.damage(j, int(b.Hits), Event{Ball: -1, At: at})
		}
	}
}
