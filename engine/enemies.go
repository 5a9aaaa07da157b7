package engine

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file contains the common parts of drones and bosses: setup, motion and invariants.

// enemies is the state that controls when drones enter.
type enemies struct {
	rng          Random // random stream of drones and the boss, derived from Game.rng at the start of the level
	ticksToDrone int    // ticks until the next drone enters
	nextGate     int    // index of the next drone's gate; −1 if the boss will release the drone
	droneDue     bool   // the field has fewer drones than the maximum, so the next one can enter
}

// setUpEnemies adds the bodies of drones and of the boss after all bricks of l. It does not advance
// the game's random stream, so that a level that begins from a [Start] derives the same stream.
func (g *Game) setUpEnemies(l *spec.Level) {
	g.Drones, g.Boss, g.Bolts, g.enemies = g.Drones[:0], Boss{}, g.Bolts[:0], enemies{}
	if !l.HasEnemies() || g.modeRow().NoEnemies {
		return
	}

	stream := g.rng
	interval := l.Drones.Interval
	setDefault(&interval, bossDroneTicks)
	g.enemies = enemies{rng: Random(stream.Next()), ticksToDrone: min(interval, firstDroneTicks), nextGate: -1}
	slots := l.Drones.Max
	if l.Boss.Kind != spec.NoBoss {
		g.setUpBoss(l)
		for _, p := range spec.Bosses[l.Boss.Kind].Phases {
			slots = max(slots, p.MaxDrones)
		}
	}

	shape := geom.Regular(droneSides, geom.Vec{}, spec.DroneRadius, 0)
	for i := range slots {
		k, m := g.addBody(spec.DroneBody, firstDroneBody+world.Body(i), shape,
			geom.Vec{X: -2 * spec.DroneRadius, Y: -2 * spec.DroneRadius})
		g.Drones = append(g.Drones, Drone{Brick: k, mover: m})
	}

	g.timedBricks = reserve(g.timedBricks, len(g.Bricks))
	if cap(g.Bolts) < maxBolts {
		g.Bolts = make([]Bolt, 0, maxBolts)
	}
}

// addBody adds a brick that the engine steers, and places it at the given center. The shape is
// relative to the center. The brick has no hits, so it is absent until the caller sets hits.
// addBody returns the indices of the brick and of its mover. A body of the boss follows the boss
// even while it is absent, because a shield can reappear.
func (g *Game) addBody(kind spec.Kind, body world.Body, shape geom.Polygon, center geom.Vec) (brick, mover int) {
	g.Bricks = append(g.Bricks, Brick{Kind: kind, Pair: -1})
	m := g.world.AddBody(world.Obstacle{Shape: &shape, Gone: true, Follows: body == bossBody}, body, center)
	return len(g.Bricks) - 1, m
}

// setUpBoss places the boss of l and its shields.
func (g *Game) setUpBoss(l *spec.Level) {
	row := &spec.Bosses[l.Boss.Kind]
	b := &g.Boss
	*b = Boss{
		Kind: l.Boss.Kind, home: l.Boss.At, target: l.Boss.At, side: 1, ticksToVolley: row.Phases[0].VolleyTicks,
		ticksToLay: row.Phases[0].LayTicks, lastHit: g.Tick,
	}

	b.Brick, b.mover = g.addBody(spec.BossBody, bossBody, geom.Regular(6, geom.Vec{}, row.Radius, row.CornerAngle),
		b.home)
	g.setHits(b.Brick, row.Hits)
	g.Bricks[b.Brick].Hue = row.Hue
	g.BricksLeft++
	if l.ParTime == 0 {
		g.Tally.Par += parPerBossHit * int(row.Hits)
	}
	if row.Ring == 0 {
		return
	}

	b.firstShield = len(g.Bricks)
	for k := range 6 {
		j, _ := g.addBody(spec.ShieldBody, bossBody, shield(row.Ring, k), b.home)
		g.Bricks[j].Hue = row.Hue
		if row.Phases[0].Shields>>k&1 != 0 {
			g.setHits(j, spec.ShieldHits)
		}
	}
}

// shield returns the outline of shield k of a ring around the origin with the given inner radius.
// The shield is parallel to side k of a hexagon with its first corner at 0°.
func shield(inner float64, k int) geom.Polygon {
	a, b := geom.Direction(float64(60*k)+ringGap), geom.Direction(float64(60*k+60)-ringGap)
	const outer = spec.RingThickness
	p, err := geom.NewPolygon(a.Mul(inner), a.Mul(inner+outer), b.Mul(inner+outer), b.Mul(inner))
	if err != nil {
		panic("engine: create the shape of a shield: " + err.Error())
	}
	return p
}

// steerEnemies sets the motion of the drones and the boss for this tick.
func (g *Game) steerEnemies() {
	if len(g.Drones) == 0 && g.Boss.Kind == spec.NoBoss {
		return
	}
	g.steerBoss()
	g.steerDrones()
}

// updateEnemies advances drones, boss and bolts by one tick, after all objects have moved.
func (g *Game) updateEnemies() {
	if len(g.Drones) == 0 && g.Boss.Kind == spec.NoBoss {
		return
	}
	g.moveBolts()
	g.updateBoss()
	g.endTouchedDrones()
	g.admitDrones()
}

// clearEnemies removes drones and bolts, after a lost life and before a level.
func (g *Game) clearEnemies() {
	g.Bolts = g.Bolts[:0]
	for i := range g.Drones {
		g.setHits(g.Drones[i].Brick, 0)
	}
	g.enemies.ticksToDrone = max(g.enemies.ticksToDrone, gateTicks+1)
}

// hashEnemies adds the state of drones, boss and bolts to the hash, if the level has any.
func (g *Game) hashEnemies(d *spec.Hasher) {
	if len(g.Drones) == 0 && g.Boss.Kind == spec.NoBoss {
		return
	}
	d.Word(uint64(g.enemies.rng))
	d.Int(g.enemies.ticksToDrone)
	d.Int(g.enemies.nextGate)

	for i := range g.Drones {
		r := &g.Drones[i]
		if !g.isPresent(i) {
			continue
		}
		d.Word(uint64(r.Kind)<<16 | uint64(uint8(r.gate))<<1 | spec.Bit(r.Entering))
		d.Float(r.heading.X)
		d.Float(r.heading.Y)
		d.Float(r.side)
		d.Int(r.ticksToTurn)
	}

	for k := range g.world.NumMovers() {
		m := g.world.Pose(k)
		if m.Body == 0 || m.Body != bossBody && g.Bricks[m.Obstacle].Hits == 0 {
			continue
		}
		d.Float(m.At.X)
		d.Float(m.At.Y)
		d.Float(m.Angle)
	}

	for _, b := range g.Bolts {
		for _, x := range [...]float64{b.At.X, b.At.Y, b.V.X, b.V.Y} {
			d.Float(x)
		}
	}

	if b := &g.Boss; b.Kind != spec.NoBoss {
		d.Word(uint64(b.Phase)<<16 | uint64(b.pendingShields)<<8 | spec.Bit(b.Open))
		d.Float(b.target.X)
		d.Float(b.target.Y)
		d.Float(b.side)
		d.Int(b.ticksToVolley)
		d.Int(b.ticksToLay)
		d.Word(b.immuneUntil)
		d.Word(b.lastHit)
	}
}

// checkEnemies checks the invariants of drones, boss and bolts.
func (g *Game) checkEnemies() error {
	for i := range g.Drones {
		if !g.isPresent(i) {
			continue
		}
		d, at := &g.Drones[i], g.DroneAt(i)
		shape := g.Shape(d.Brick)
		if !at.Finite() || !(math.Abs(d.heading.Norm()-1) < tolerance) {
			return fmt.Errorf("drone %d at %v has heading %v, want a unit vector", i, at, d.heading)
		}

		lo, hi := shape.Bounds()
		if lo.X < 0 || hi.X > g.W || hi.Y > g.H+2*spec.DroneRadius || lo.Y < 0 && !d.Entering {
			return fmt.Errorf("drone %d at %v is outside the field", i, at)
		}

		for k := range g.Bricks {
			if b := &g.Bricks[k]; k != d.Brick && b.Hits > 0 && shape.Near(g.Shape(k)) && shape.Overlaps(g.Shape(k)) {
				return fmt.Errorf("drone %d at %v overlaps brick %d, a %s", i, at, k, spec.Kinds[b.Kind].Name)
			}
		}

		for k := range g.Paddles {
			for j := range shape.N() {
				if g.world.Capsules[k].Distance(shape.Corner(j)) < 0 {
					return fmt.Errorf("drone %d at %v overlaps paddle %d", i, at, k)
				}
			}
		}
	}

	for k := range g.Bolts {
		if b := &g.Bolts[k]; !b.At.Finite() || !b.V.Finite() || b.At.Y > g.H+BoltRadius {
			return fmt.Errorf("bolt %d is %+v, want finite numbers and a place above the floor", k, *b)
		}
	}
	return g.checkBoss()
}

// checkBoss checks the position, the phase and the shields of a living boss.
func (g *Game) checkBoss() error {
	if !g.bossAlive() {
		return nil
	}

	b, row, at := &g.Boss, &spec.Bosses[g.Boss.Kind], g.BossAt()
	if !at.Finite() || math.Abs(at.X-b.home.X) > row.Roam.X+tolerance ||
		math.Abs(at.Y-b.home.Y) > row.Roam.Y+tolerance {
		return fmt.Errorf("boss at %v, want at most %v from %v", at, row.Roam, b.home)
	}
	if b.Phase < spec.NumBossPhases-1 && g.Bricks[b.Brick].Hits <= row.Phases[b.Phase+1].StartHits {
		return fmt.Errorf("boss has %d hits in phase %d, want more than %d", g.Bricks[b.Brick].Hits, b.Phase,
			row.Phases[b.Phase+1].StartHits)
	}

	for k := range g.world.NumMovers() {
		if m := g.world.Pose(k); m.Body == bossBody && (m.At != at || m.Angle != g.world.Pose(b.mover).Angle) {
			return fmt.Errorf("brick %d does not move with the boss", m.Obstacle)
		}
	}

	return nil
}
