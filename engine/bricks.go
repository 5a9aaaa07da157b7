package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements the effects of hits on bricks. Fuses, healing and growth are in
// brick_timers.go and sprouts.go. The table of kinds is in package spec.

// setUpBricks creates the bricks of l, followed by the absent bricks that seeds can grow.
func (g *Game) setUpBricks(l *spec.Level) {
	g.world.ClearObstacles()
	g.Bricks, g.BricksLeft = g.Bricks[:0], 0
	g.timedBricks, g.magnets = g.timedBricks[:0], g.magnets[:0]
	g.Bricks = reserve(g.Bricks, len(l.Bricks))
	g.world.ReserveObstacles(len(l.Bricks))
	g.setUpWires(l)

	for k := range l.Bricks {
		s := &l.Bricks[k]
		row := &spec.Kinds[s.Kind]
		b := Brick{
			Kind: s.Kind, Hue: s.Hue, Hits: s.Hits, Drop: s.Drop,
			Hidden: row.Hides, Pair: -1,
		}

		if row.Opening == spec.ToPair {
			b.Pair = int32(l.FindPair(k))
		}
		if b.Hits == 0 {
			b.Hits = row.Hits
		}
		if s.Dormant {
			b.Hits = 0
		} else if s.Kind.Needed() {
			g.BricksLeft++
		}

		if row.PullReach > 0 {
			g.magnets = append(g.magnets, int32(k))
		}

		g.addBrick(b, world.Obstacle{Shape: &s.Shape, PassDir: s.PassDir}, s.Motion)
		g.startHealing(k)
	}

	for k := range l.Bricks {
		if spec.Kinds[l.Bricks[k].Kind].SproutTicks > 0 && !l.Bricks[k].Motion.Moves() {
			g.addSproutPlaces(l, k)
		}
	}
	g.findWireTargets()

	g.timedBricks = reserve(g.timedBricks, len(g.Bricks))
}

// addBrick adds a brick and its obstacle. A brick without hits is absent.
func (g *Game) addBrick(b Brick, o world.Obstacle, m spec.Motion) {
	o.Gone = b.Hits == 0
	g.layout++
	g.Bricks = append(g.Bricks, b)
	if m.Moves() {
		g.world.AddMover(o, m)
	} else {
		g.world.AddObstacle(o)
	}
}

// setHits sets the remaining hits of brick k. A brick without hits is removed from the world
// immediately. After a brick at rest reappears, the caller must call world.Renew, because a disc
// may have passed through its area earlier on its current course.
func (g *Game) setHits(k int, hits uint8) {
	g.Bricks[k].Hits = hits
	g.layout++
	if hits == 0 {
		g.world.RemoveObstacle(k)
	} else {
		g.world.RestoreObstacle(k)
	}
}

// reserve returns s with a capacity of at least n elements.
func reserve[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	return append(make([]T, 0, n), s...)
}

// afterBrick applies the contact of ball i with brick k. The normal of the contact is n.
func (g *Game) afterBrick(i, k int, n geom.Vec) {
	b, brick := &g.Balls[i], &g.Bricks[k]
	e := Event{Kind: BrickHit, Ball: i, Brick: k, At: g.contactPoint(i, n), N: n}
	row := &spec.Kinds[brick.Kind]
	g.lastHitter = b.paddle

	if row.Tough {
		g.hitBoss(i, n, e)
		return
	}

	strong := g.pierces(i, k)
	if !strong && (row.Scatters || g.Running(spec.DropScatter)) {
		g.scatter(i, n)
	}
	if b.Dim || !strong && !g.hitCounts(brick) {
		g.emit(e)
		g.countIdleContact(i, n)
	} else {
		hits := 1
		switch {
		case strong:
			hits = int(brick.Hits)
		case b.ChargedUntil > g.Tick:
			hits = 2
		}

		g.damage(k, hits, e)
		g.applySplash(k)
		g.countUsefulContact(i)
		g.restoreSpeed(i)
	}

	if row.SpeedGain > 0 {
		g.bump(i, row.SpeedGain)
	}
}

// contactPoint returns the point where ball i touches a surface with the normal n.
func (g *Game) contactPoint(i int, n geom.Vec) geom.Vec {
	return g.BallAt(i).Along(n, -g.world.Discs[i].R)
}

// pierces reports whether ball i breaks brick k and passes through it, because balls are strong.
func (g *Game) pierces(i, k int) bool {
	row := &spec.Kinds[g.Bricks[k].Kind]
	return !g.Balls[i].Dim && g.Running(spec.DropEnergy) && (row.Breakable || row.StrongOnly) && !row.Tough
}

// hitCounts reports whether the hit of a normal ball on the brick counts. While DropWeak is active,
// it decides at random.
func (g *Game) hitCounts(brick *Brick) bool {
	return spec.Kinds[brick.Kind].Breakable && !(g.Running(spec.DropWeak) && g.rng.Below(100) < weakPercent)
}

// applySplash applies the effects of active drops after a hit on brick k. Explosive balls also hit
// the neighbors of the brick. Fireballs break the brick and light its fuse.
func (g *Game) applySplash(k int) {
	switch b := &g.Bricks[k]; {
	case g.Running(spec.DropExplosive):
		for j := range g.Bricks {
			if n := &g.Bricks[j]; n.Hits > 0 && spec.Kinds[n.Kind].Breakable && g.areNeighbors(k, j) {
				at, _ := g.Shape(j).Circle()
				g.damage(j, 1, Event{Ball: -1, At: at})
			}
		}
	case g.Running(spec.DropFire) && !b.Lit:
		center, _ := g.Shape(k).Circle()
		if b.Hits > 0 {
			g.damage(k, int(b.Hits), Event{Ball: -1, At: center})
		}
		if b.timer == 0 {
			g.lightFuse(k, spec.Kinds[spec.Bomb].FuseTicks)
		}
	}
}

// damage takes hits from brick k and pays the points for them. If this breaks the last required
// brick, it clears the level. The caller sets the ball and the place in e. damage sets the other
// fields and emits e as BrickHit or BrickBroken.
func (g *Game) damage(k, hits int, e Event) {
	brick := &g.Bricks[k]
	tough := spec.Kinds[brick.Kind].Tough
	if tough {
		if g.Tick < g.Boss.immuneUntil {
			return
		}
		hits = min(hits, maxToughHits)
	}

	hits = min(hits, int(brick.Hits))
	g.setHits(k, brick.Hits-uint8(hits))
	brick.Hidden = false
	if !spec.Kinds[brick.Kind].Drone {
		g.ticksSinceHit = 0
	}

	// The points are computed before the brick extends the combo.
	e.Kind, e.Brick, e.Value = BrickHit, k, g.payHits(k, hits)
	if e.Ball >= 0 && e.Value > 0 {
		g.Balls[e.Ball].hitPaid = true
	}
	if brick.Hits == 0 {
		e.Kind = BrickBroken
		g.countBroken(k)
	}

	g.emit(e)
	g.addPoints(e.Value)
	g.chargeMeter(int(g.lastHitter), hits*hitCharge)
	if tough {
		g.afterBossHit()
	}

	if brick.Hits > 0 {
		g.startHealing(k)
		return
	}

	g.applyBreak(k, e)
}

// applyBreak applies all consequences of breaking brick k. The event e describes how it broke.
func (g *Game) applyBreak(k int, e Event) {
	kind := g.Bricks[k].Kind
	g.payCannon(e.Ball, k)
	if broken := g.modeRow().brickBroken; broken != nil {
		broken(g, e.Ball, k)
	}
	if kind.Needed() {
		g.countBrickGone()
	}
	if spec.Kinds[kind].Drone {
		g.openBoss()
	} else {
		g.releaseDrop(k)
	}

	g.startTimerAfterBreak(k)
	if g.BricksLeft == 0 && g.Phase == Play {
		g.clearLevel(e)
	}
}

// scatter sends ball i in a random direction within 75° of the normal n of the surface that it
// touched.
func (g *Game) scatter(i int, n geom.Vec) {
	const reach = 750 // tenths of a degree
	turn := geom.Direction(float64(g.rng.Below(2*reach+1)-reach) / 10)
	g.world.Redirect(i, n.Turn(turn).Mul(g.world.Discs[i].V.Norm()))
	g.emit(Event{Kind: BallScattered, Ball: i, Brick: -1, At: g.BallAt(i), N: n})
}

// bump increases the speed of ball i by gain units/s, up to the difficulty's maximum.
func (g *Game) bump(i int, gain float64) {
	v := g.world.Discs[i].V
	speed := v.Norm()
	top := g.difficultyRow().TopSpeed
	if speed == 0 || speed >= top {
		return
	}
	g.world.Redirect(i, v.Mul(min(top, speed+gain)/speed))
	g.emit(Event{Kind: BallBumped, Ball: i, Brick: -1, At: g.BallAt(i)})
}

// startTimerAfterBreak starts the fuse or the growth that follows the break of brick k.
func (g *Game) startTimerAfterBreak(k int) {
	b := &g.Bricks[k]
	b.timer = 0 // stops healing
	switch row := &spec.Kinds[b.Kind]; {
	case row.FuseTicks > 0:
		g.lightFuse(k, row.FuseTicks)
	case row.SproutTicks > 0:
		g.startSprouts(k, row.SproutTicks)
	}
}

// Two bricks are neighbors if the gap between them is at most half of the first brick's
// circumradius. In a honeycomb, each brick has six neighbors.
const (
	neighborShare  = 0.5
	maxNeighborGap = 2.5 // units; applies to large bricks
)

// AreNeighbors reports whether brick b is a neighbor of brick a.
func AreNeighbors(a, b *geom.Polygon) bool {
	ca, ra := a.Circle()
	cb, rb := b.Circle()
	reach := min(float64(neighborShare*ra), maxNeighborGap)
	maxDistance := reach + ra + rb
	return ca.Sub(cb).Norm2() <= float64(maxDistance*maxDistance) && a.Gap(b) <= reach
}

// areNeighbors reports whether brick j is a neighbor of brick k.
func (g *Game) areNeighbors(k, j int) bool {
	return j != k && AreNeighbors(g.Shape(k), g.Shape(j))
}
