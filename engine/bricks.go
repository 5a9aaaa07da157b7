package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// This file is what becomes of bricks: hits, fuses, growth. What the kinds are
// is in kinds.go.

// setUpBricks builds the bricks of l, and behind them places for those that
// seeds may let grow.
func (g *Game) setUpBricks(l *Level) {
	g.world.ClearObstacles()
	g.Bricks, g.Left = g.Bricks[:0], 0
	g.clocked, g.magnets = g.clocked[:0], g.magnets[:0]
	for k := range l.Bricks {
		s := &l.Bricks[k]
		row := &Kinds[s.Kind]
		b := Brick{
			Kind: s.Kind, Hue: s.Hue, Hits: s.Hits, Holds: s.Holds,
			Unseen: row.Hides, Pair: int32(l.findPair(k)),
		}
		if b.Hits == 0 {
			b.Hits = row.Hits
		}
		if s.Later {
			b.Hits = 0
		} else if s.Kind.Needed() {
			g.Left++
		}
		if row.Reach > 0 {
			g.magnets = append(g.magnets, int32(k))
		}
		g.addBrick(b, world.Obstacle{Shape: s.Shape, Way: s.Way}, s.Motion)
		g.heal(k)
	}
	for k := range l.Bricks {
		if Kinds[l.Bricks[k].Kind].Sows > 0 && !l.Bricks[k].Motion.Moves() {
			g.addPlaces(l, k)
		}
	}
	g.clocked = reserve(g.clocked, len(g.Bricks))
}

// addBrick adds a brick, and what it is to balls; it stands if it has hits.
func (g *Game) addBrick(b Brick, o world.Obstacle, m Motion) {
	o.Gone = b.Hits == 0
	g.Bricks = append(g.Bricks, b)
	if m.Moves() {
		g.world.AddMover(o, m)
	} else {
		g.world.AddObstacle(o)
	}
}

// setHits leaves brick k so many hits. With none it is out of the world at once;
// where one comes back that rests, the caller lets the world notice.
func (g *Game) setHits(k int, hits uint8) {
	g.Bricks[k].Hits = hits
	if hits == 0 {
		g.world.RemoveObstacle(k)
	} else {
		g.world.RestoreObstacle(k)
	}
}

// reserve returns s with room for n elements.
func reserve[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	return append(make([]T, 0, n), s...)
}

// afterBrick is the rule for a ball that came off brick k.
func (g *Game) afterBrick(i, k int, n geom.Vec) {
	b, brick := &g.Balls[i], &g.Bricks[k]
	e := Event{Kind: BrickHit, Ball: i, Brick: k, At: g.touched(i, n), N: n}
	row := &Kinds[brick.Kind]
	g.hurtBy = b.by
	if row.Tough {
		g.hitBoss(i, n, e)
		return
	}
	strong := g.pierces(k)
	if !strong && (row.Scatters || g.Running(DropScatter)) {
		g.scatter(i, n)
	}
	if !strong && !g.hurts(brick) {
		g.emit(e)
		g.fruitless(i, n)
	} else {
		hits := 1
		switch {
		case strong:
			hits = int(brick.Hits)
		case b.ChargedTo > g.Tick:
			hits = 2
		}
		g.damage(k, hits, e)
		g.spread(k)
		g.useful(i)
		g.takeSpeed(i)
	}
	if row.Bumps > 0 {
		g.bump(i, row.Bumps)
	}
}

// touched returns the point of ball i that touches something with the normal n.
func (g *Game) touched(i int, n geom.Vec) geom.Vec {
	return g.BallAt(i).Along(n, -g.world.Discs[i].R)
}

// pierces reports whether balls go through brick k and break it: they are strong.
func (g *Game) pierces(k int) bool {
	row := &Kinds[g.Bricks[k].Kind]
	return g.Running(DropEnergy) && (row.Breaks || row.Strong) && !row.Tough
}

// hurts reports whether a ball's hit counts at the brick.
func (g *Game) hurts(brick *Brick) bool {
	return Kinds[brick.Kind].Breaks && !(g.Running(DropWeak) && g.rng.Below(100) < weakPercent)
}

// spread is what a hit at brick k does beside it: an explosive ball hits the
// neighbours too, and what a fireball hits becomes a bomb.
func (g *Game) spread(k int) {
	switch b := &g.Bricks[k]; {
	case g.Running(DropExplosive):
		for j := range g.Bricks {
			if n := &g.Bricks[j]; n.Hits > 0 && Kinds[n.Kind].Breaks && g.neighbours(k, j) {
				at, _ := g.Shape(j).Circle()
				g.damage(j, 1, Event{Ball: -1, At: at})
			}
		}
	case g.Running(DropFireball) && !b.Lit:
		center, _ := g.Shape(k).Circle()
		if b.Hits > 0 {
			g.damage(k, int(b.Hits), Event{Ball: -1, At: center})
		}
		if b.clock == 0 {
			g.light(k, Kinds[Bomb].Fuse)
		}
	}
}

// light lets the fuse of brick k burn, which is broken.
func (g *Game) light(k, ticks int) {
	g.Bricks[k].Lit = true
	g.setClock(k, ticks)
	center, _ := g.Shape(k).Circle()
	g.emit(Event{Kind: BrickLit, Ball: -1, Brick: k, At: center})
}

// damage takes hits from brick k, which can break, pays for them, and clears
// the level with the last one. e says where and by what; it is emitted as
// BrickHit or BrickBroken.
func (g *Game) damage(k, hits int, e Event) {
	brick := &g.Bricks[k]
	tough, drone := Kinds[brick.Kind].Tough, brick.Kind == DroneBody
	if tough && g.Tick < g.Boss.calmTo {
		return
	}
	if tough {
		hits = min(hits, toughHits)
	}
	hits = min(hits, int(brick.Hits))
	g.setHits(k, brick.Hits-uint8(hits))
	brick.Unseen = false
	if !drone {
		g.damageAt = g.Tick
	}
	e.Kind, e.Brick = BrickHit, k
	base := hits * g.worth(k)
	e.Value = g.pay(base * g.Multiplier() / 2)
	if drone {
		g.Card.Drone += g.pay(base)
	} else {
		g.Card.Points += g.pay(base)
	}
	g.Card.Combo += e.Value - g.pay(base)
	if brick.Hits == 0 {
		e.Kind = BrickBroken
		g.Combo++
		g.BestCombo = max(g.BestCombo, g.Combo)
		g.Card.Best = max(g.Card.Best, g.Combo)
		if drone {
			g.Card.Drones++
		} else {
			g.Card.Bricks++
		}
	}
	g.emit(e)
	g.earn(e.Value)
	if tough {
		g.bossHurt()
	}
	if brick.Hits > 0 {
		g.heal(k)
		return
	}
	g.cannon(e.Ball, k)
	g.callHook(g.rules().broken)
	if brick.Kind.Needed() {
		g.Left--
	}
	if !drone {
		g.release(k)
	}
	g.aftermath(k)
	if g.Left == 0 && g.Phase == Play {
		g.clear(e)
	}
}

// Undamaged returns for how many ticks no brick has lost a hit.
func (g *Game) Undamaged() uint64 { return g.Tick - g.damageAt }

// worth returns the points that a hit at brick k pays.
func (g *Game) worth(k int) int {
	kind := g.Bricks[k].Kind
	if kind != DroneBody {
		return Kinds[kind].Points
	}
	for i := range g.Drones {
		if g.Drones[i].Brick == k {
			return Drones[g.Drones[i].Kind].Points
		}
	}
	return 0
}

// clear ends the level, unless the mode goes on without bricks: nothing that must be broken
// is left.
func (g *Game) clear(e Event) {
	if g.rules().Endless {
		return
	}
	g.enterPhase(Clear)
	g.callHook(g.rules().cleared)
	g.emit(Event{Kind: LevelClear, Ball: e.Ball, Brick: e.Brick, Value: g.closeCard()})
}

// scatter sends ball i, which came off something with the normal n, in a
// direction that chance chooses: within 75° of the normal.
func (g *Game) scatter(i int, n geom.Vec) {
	const reach = 750 // tenths of a degree
	turn := geom.Direction(float64(g.rng.Below(2*reach+1)-reach) / 10)
	g.world.Redirect(i, n.Turn(turn).Mul(g.world.Discs[i].V.Norm()))
	g.emit(Event{Kind: BallScattered, Ball: i, Brick: -1, At: g.BallAt(i), N: n})
}

// bump makes ball i faster by so many units/s, but not faster than the top speed.
func (g *Game) bump(i int, more float64) {
	v := g.world.Discs[i].V
	speed := v.Norm()
	top := g.row().Fast
	if speed == 0 || speed >= top {
		return
	}
	g.world.Redirect(i, v.Mul(min(top, speed+more)/speed))
	g.emit(Event{Kind: BallBumped, Ball: i, Brick: -1, At: g.BallAt(i)})
}

// aftermath lets what follows on the end of brick k begin.
func (g *Game) aftermath(k int) {
	b := &g.Bricks[k]
	b.clock = 0 // what has healed until now
	switch row := &Kinds[b.Kind]; {
	case row.Fuse > 0:
		g.light(k, row.Fuse)
	case row.Sows > 0:
		g.sow(k, row.Sows)
	}
}

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
	if row := &Kinds[b.Kind]; row.Heals > 0 && b.Hits < row.Hits && b.clock == 0 {
		g.setClock(k, row.Heals)
	}
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
		b.Kind = Sprout
		g.setHits(k, Kinds[Sprout].Hits)
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
		if b := &g.Bricks[j]; b.Hits > 0 && Kinds[b.Kind].Breaks && g.neighbours(k, j) {
			at, _ := g.Shape(j).Circle()
			g.damage(j, int(b.Hits), Event{Ball: -1, At: at})
		}
	}
}

// What counts as a neighbour: a brick that is nearer than half the way from this
// one's middle to its farthest corner. In a honeycomb these are the six around it.
const (
	neighbourShare = 0.5
	neighbourMost  = 2.5 // units, however large the brick
)

// Neighbours reports whether the brick b is one of those around a.
func Neighbours(a, b *geom.Polygon) bool {
	ca, ra := a.Circle()
	cb, rb := b.Circle()
	reach := min(float64(neighbourShare*ra), neighbourMost)
	far := reach + ra + rb
	return ca.Sub(cb).Norm2() <= float64(far*far) && a.Gap(b) <= reach
}

// neighbours reports whether brick j is one of the neighbours of brick k.
func (g *Game) neighbours(k, j int) bool {
	return j != k && Neighbours(g.Shape(k), g.Shape(j))
}

// sow lets sprouts grow in the empty places around brick k.
func (g *Game) sow(k, ticks int) {
	for j := range g.Bricks {
		if b := &g.Bricks[j]; b.Hits == 0 && b.clock == 0 && !g.world.Obstacles[j].Moves && g.neighbours(k, j) {
			g.setClock(j, ticks)
			g.Left++ // the level is not cleared before they are
		}
	}
}

// addPlaces adds the places around the seed k that are empty from the start: as
// bricks that are gone. They are where a honeycomb would have them: beyond each
// side as far as that is from the middle, and a tenth for the gap.
func (g *Game) addPlaces(l *Level, k int) {
	const spread = 2 / 0.9
	home := &l.Bricks[k].Shape
	center, _ := home.Circle()
	for side := range home.N() {
		next := (side + 1) % home.N()
		middle := home.Corner(side).Lerp(home.Corner(next), 0.5)
		place := home.Moved(geom.Mover{Pivot: center, V: middle.Sub(center).Mul(spread)}, 1)
		if g.placeFree(l, &place) {
			g.addBrick(Brick{Kind: Sprout, Hue: l.Bricks[k].Hue, Pair: -1}, world.Obstacle{Shape: place}, Motion{})
		}
	}
}

// placeFree reports whether a brick could always stand at p: inside of the field
// and away from bricks, from the paths of those that move, and from emitters.
func (g *Game) placeFree(l *Level, p *geom.Polygon) bool {
	const apart = 1e-3
	if lo, hi := p.Bounds(); lo.X < 0 || lo.Y < 0 || hi.X > g.W || hi.Y > g.H-(FieldH-LowestBrick) || g.Faces() && lo.Y < FieldH-LowestBrick {
		return false
	}
	center, radius := p.Circle()
	if lo, hi := l.Boss.Room(); l.Boss.Kind != NoBoss && center.X+radius > lo.X && center.X-radius < hi.X && center.Y+radius > lo.Y && center.Y-radius < hi.Y {
		return false
	}
	for j := range g.Bricks {
		other := g.Shape(j)
		c, r := other.Circle()
		if g.world.Obstacles[j].Moves {
			c, _ = geom.ClosestOnSegment(c, c.Add(l.Bricks[j].Motion.Path), center)
		}
		d := c.Sub(center).Norm() - r - radius
		if d < apart && (g.world.Obstacles[j].Moves || p.Overlaps(other) || p.Gap(other) < apart) {
			return false
		}
	}
	for _, e := range l.Emitters {
		if p.Distance(e.At) < apart {
			return false
		}
	}
	return true
}

// crowded reports whether a ball or a drone is where a brick is to grow.
func (g *Game) crowded(p *geom.Polygon) bool {
	for i := range g.Drones {
		if g.there(i) && p.Distance(g.DroneAt(i)) < DroneRadius+clearance {
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
