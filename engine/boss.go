package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file implements the behavior of bosses. Their table is in package spec.

// Body numbers of enemies in the world. A boss and its shields are one body. Each drone slot is a
// separate body.
const (
	bossBody       world.Body = 1
	firstDroneBody world.Body = 2
)

// Parameters of bosses.
const (
	maxToughHits     = 3                   // maximum hits lost to one contact with a strong ball, or to one explosion
	ringGap          = 3.0                 // degrees of free space at each end of a shield
	bossReach        = 16.0                // distance from its center within which a boss attracts balls, in units
	bossDroneTicks   = 4 * TicksPerSecond  // ticks between two drones, if the level does not set an interval
	bossImmuneTicks  = TicksPerSecond / 4  // time after a hit during which the boss cannot be hit
	phaseImmuneTicks = TicksPerSecond      // time after the start of a phase during which the boss cannot be hit
	parPerBossHit    = 8 * TicksPerSecond  // part of the par time for each hit of the boss, unless the level sets a par
	bossOpenTicks    = 20 * TicksPerSecond // time without a hit after which the boss opens
	layTicks         = TicksPerSecond / 2  // time until a sprout that a boss lays has grown
)

// A Boss is the state of the level's boss.
type Boss struct {
	Kind  spec.BossKind // NoBoss if the level has no boss
	Phase int           // index into BossRow.Phases
	Brick int           // index of the brick that is its body, which has no hits when the boss is dead
	Open  bool          // all sides are weak and its shields are down, until the next hit

	mover          int      // index of the mover of its body
	firstShield    int      // index of the brick of its first shield
	home           geom.Vec // center of the area where it moves
	target         geom.Vec // point toward which it drifts
	side           float64  // −1 or 1, the direction of its rotation
	ticksToVolley  int      // ticks until the next volley
	ticksToLay     int      // ticks until it lays the next sprouts
	pendingShields uint8    // bit set of shields that appear when their place is free
	immuneUntil    uint64   // tick before which it cannot be hit
	lastHit        uint64   // tick of the last hit or opening
}

// bossAlive reports whether the level has a boss that is alive.
func (g *Game) bossAlive() bool { return g.Boss.Kind != spec.NoBoss && g.Bricks[g.Boss.Brick].Hits > 0 }

// bossPhase returns the boss's current phase, or nil if there is no living boss.
func (g *Game) bossPhase() *spec.BossPhase {
	if !g.bossAlive() {
		return nil
	}
	return &spec.Bosses[g.Boss.Kind].Phases[g.Boss.Phase]
}

// BossHits returns the remaining and the initial hits of the boss, or 0, 0 without a boss.
func (g *Game) BossHits() (left, initial int) {
	if g.Boss.Kind == spec.NoBoss {
		return 0, 0
	}
	return int(g.Bricks[g.Boss.Brick].Hits), int(spec.Bosses[g.Boss.Kind].Hits)
}

// WeakSides returns the sides of the boss where hits count, as a bit set: bit k for side k of its
// shape.
func (g *Game) WeakSides() uint8 {
	p := g.bossPhase()
	switch {
	case p == nil:
		return 0
	case g.Boss.Open:
		return spec.AllSides
	}
	return p.WeakSides
}

// BossImmune reports whether hits on the boss currently do not count.
func (g *Game) BossImmune() bool { return g.bossAlive() && g.Tick < g.Boss.immuneUntil }

// TicksToVolley returns the ticks until the boss shoots, or −1 if it does not shoot.
func (g *Game) TicksToVolley() int {
	if p := g.bossPhase(); p == nil || !g.shoots(p) {
		return -1
	}
	return g.Boss.ticksToVolley
}

// shoots reports whether the boss shoots in phase p. It never shoots in games without bad drops.
func (g *Game) shoots(p *spec.BossPhase) bool {
	return p.VolleyTicks > 0 && !g.difficultyRow().NoBadDrops && !g.modeRow().NoBadDrops
}

// steerBoss sets the velocity and spin of the boss and its shields for this tick.
func (g *Game) steerBoss() {
	p := g.bossPhase()
	if p == nil {
		return
	}

	b := &g.Boss
	m := g.world.Pose(b.mover)
	step := p.Speed / TicksPerSecond
	toTarget := b.target.Sub(m.At)
	if step > 0 && toTarget.Norm() <= step {
		b.target = g.randomBossTarget()
		toTarget = b.target.Sub(m.At)
	}

	v, spin := geom.Vec{}, float64(p.Spin*b.side*(math.Pi/180))
	if distance := toTarget.Norm(); distance > step && step > 0 {
		v = toTarget.Mul(p.Speed / distance)
	}
	if p.RockAngle > 0 {
		spin = g.rockingSpin(m.Angle, p)
	}

	for k := range g.world.NumMovers() {
		if g.world.Pose(k).Body == bossBody {
			g.world.Steer(k, v, spin)
		}
	}
}

// randomBossTarget returns a random position for the boss to drift to.
func (g *Game) randomBossTarget() geom.Vec {
	const steps = 1000
	b, roam := &g.Boss, spec.Bosses[g.Boss.Kind].Roam
	x := float64(g.enemies.rng.Below(2*steps+1)-steps) / steps
	y := float64(g.enemies.rng.Below(2*steps+1)-steps) / steps
	return geom.Vec{X: b.home.X + float64(roam.X*x), Y: b.home.Y + float64(roam.Y*y)}
}

// rockingSpin returns the spin, in radians/s, of a boss that rotates back and forth. The spin
// reverses when the boss reaches the maximum angle of its phase p. The argument turned is the
// current angle of the boss in radians.
func (g *Game) rockingSpin(turned float64, p *spec.BossPhase) float64 {
	b, limit := &g.Boss, float64(p.RockAngle*(math.Pi/180))
	switch {
	case turned >= limit:
		b.side = -1
	case turned <= -limit:
		b.side = 1
	}
	return float64(p.Spin * b.side * (math.Pi / 180))
}

// updateBoss advances shields, volleys and sprouts of the boss by one tick, and opens the boss
// after a long time without a hit.
func (g *Game) updateBoss() {
	p := g.bossPhase()
	if p == nil || g.Phase != Play {
		return
	}

	b := &g.Boss
	g.raiseShields()
	if g.shoots(p) {
		if b.ticksToVolley--; b.ticksToVolley <= 0 {
			b.ticksToVolley = p.VolleyTicks
			g.shootVolley(p)
		}
	}
	if p.LayTicks > 0 {
		if b.ticksToLay--; b.ticksToLay <= 0 {
			b.ticksToLay = p.LayTicks
			for range p.SproutsPerLay {
				g.laySprout()
			}
		}
	}

	if g.Tick-b.lastHit >= bossOpenTicks {
		g.weakenBoss()
	}
}

// laySprout starts the growth of a sprout in a random place where a brick was broken. The sprout
// pays no points, because a boss can lay any number of sprouts.
func (g *Game) laySprout() {
	n, place := 0, -1
	for k := range g.Bricks {
		if g.canLaySprout(k) {
			n++
		}
	}
	if n == 0 {
		return
	}
	n = g.enemies.rng.Below(n)
	for k := range g.Bricks {
		if g.canLaySprout(k) {
			if n--; n < 0 {
				place = k
				break
			}
		}
	}
	g.setTimer(place, layTicks)
	g.Bricks[place].regained = spec.Kinds[spec.Sprout].Hits
	g.BricksLeft++
}

// canLaySprout reports whether a boss can lay a sprout where brick k was broken.
func (g *Game) canLaySprout(k int) bool {
	b := &g.Bricks[k]
	row := &spec.Kinds[b.Kind]
	return b.Hits == 0 && b.timer == 0 && row.Breakable && !row.Drone && !row.Tough && !g.world.Obstacles[k].Moves
}

// crackWalls turns the walls of the level into bricks that balls can break.
func (g *Game) crackWalls() {
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && b.Kind == spec.Wall {
			b.Kind = spec.Kinds[b.Kind].ZapKind
			center, _ := g.Shape(k).Circle()
			g.emit(Event{Kind: BrickHit, Ball: -1, Brick: k, At: center})
		}
	}
}

// openBoss makes all sides of a boss weak and removes its shields, until the next hit.
func (g *Game) openBoss() {
	b := &g.Boss
	if !g.bossAlive() || b.Open {
		return
	}
	b.Open, b.pendingShields = true, 0
	if spec.Bosses[b.Kind].Ring > 0 {
		for k := b.firstShield; k < b.firstShield+6; k++ {
			if g.Bricks[k].Hits > 0 {
				g.setHits(k, 0)
				center, _ := g.Shape(k).Circle()
				g.emit(Event{Kind: BrickBroken, Ball: -1, Brick: k, At: center})
			}
		}
	}
	g.emit(Event{Kind: BossOpened, Ball: -1, Brick: b.Brick, At: g.BossAt()})
}

// weakenBoss opens the boss. If the boss has more than one hit left, it also loses a hit.
func (g *Game) weakenBoss() {
	b := &g.Boss
	g.openBoss()
	b.lastHit = g.Tick
	if hits := g.Bricks[b.Brick].Hits; hits > 1 {
		g.setHits(b.Brick, hits-1)
		g.emit(Event{Kind: BrickHit, Ball: -1, Brick: b.Brick, At: g.BossAt()})
		g.nextPhase()
	}
}

// BossAt returns the center of the boss. The level must have a boss.
func (g *Game) BossAt() geom.Vec { return g.world.Pose(g.Boss.mover).At }

// raiseShields adds pending shields whose place is free.
func (g *Game) raiseShields() {
	b := &g.Boss
	for k := range 6 {
		bit := uint8(1) << k
		if b.pendingShields&bit == 0 {
			continue
		}

		brick := &g.Bricks[b.firstShield+k]
		if brick.Hits > 0 {
			b.pendingShields &^= bit
			continue
		}

		if brick.timer > 0 || g.isOccupied(g.Shape(b.firstShield+k)) {
			continue
		}

		b.pendingShields &^= bit
		brick.Kind = spec.ShieldBody
		g.setHits(b.firstShield+k, spec.ShieldHits)
		center, _ := g.Shape(b.firstShield + k).Circle()
		g.emit(Event{Kind: BrickGrown, Ball: -1, Brick: b.firstShield + k, At: center})
	}
}

// isWeakAt reports whether a contact with the normal n hits a weak side. The contact is on the side
// whose normal, in the boss's current orientation, is nearest to n. If two sides are equally near,
// the first one counts.
func (g *Game) isWeakAt(n geom.Vec) bool {
	shape := g.world.ShapeNow(g.Boss.mover)
	best, side := math.Inf(-1), 0
	for k := range shape.N() {
		if d := shape.Normal(k).Dot(n); d > best {
			best, side = d, k
		}
	}
	return g.WeakSides()>>side&1 != 0
}

// WillBeWeak reports whether a hit with the normal n would count after the given number of seconds.
// It assumes that the spin of the boss remains the same, and ignores the rotation of a boss that
// rocks back and forth. It returns true while balls are strong.
func (g *Game) WillBeWeak(n geom.Vec, seconds float64) bool {
	if p := g.bossPhase(); p != nil && p.RockAngle == 0 {
		n = n.Turn(geom.Rotation(-float64(g.world.Pose(g.Boss.mover).Spin * min(seconds, 4))))
	}
	return g.Running(spec.DropEnergy) || g.isWeakAt(n)
}

// hitBoss applies the contact of ball i with the boss. The normal of the contact is n, and e is the
// event to emit. While DropEnergy is active, balls are strong and their hits count on all sides.
func (g *Game) hitBoss(i int, n geom.Vec, e Event) {
	b, hits := &g.Balls[i], 1
	strong := g.Running(spec.DropEnergy)
	switch {
	case strong:
		hits = maxToughHits
	case b.ChargedUntil > g.Tick || g.Running(spec.DropFire):
		hits = 2
	}

	if g.Tick < g.Boss.immuneUntil || !strong && !g.isWeakAt(n) || !g.hitCounts(&g.Bricks[e.Brick]) {
		e.Kind = BossBlocked
		g.emit(e)
		g.countIdleContact(i, n)
		return
	}

	g.damage(e.Brick, hits, e)
	if g.Phase != Play {
		return
	}
	if g.Running(spec.DropExplosive) {
		g.applySplash(e.Brick)
	}

	g.countUsefulContact(i)
	g.restoreSpeed(i)
}

// afterBossHit closes the boss, starts its next phase or kills it, after a hit that counted.
func (g *Game) afterBossHit() {
	b := &g.Boss
	if b.Open {
		b.pendingShields = spec.Bosses[b.Kind].Phases[b.Phase].Shields
	}
	b.Open, b.lastHit, b.immuneUntil = false, g.Tick, g.Tick+bossImmuneTicks
	if !g.bossAlive() {
		g.killBoss()
		return
	}
	g.nextPhase()
}

// nextPhase starts a later phase if the boss has few enough hits left. It also announces the last
// hit.
func (g *Game) nextPhase() {
	b, row, oldPhase := &g.Boss, &spec.Bosses[g.Boss.Kind], g.Boss.Phase
	if g.Bricks[b.Brick].Hits == 1 {
		g.emit(Event{Kind: LastBrick, Ball: -1, Brick: b.Brick, At: g.BossAt()})
	}
	for b.Phase < spec.NumBossPhases-1 && g.Bricks[b.Brick].Hits <= row.Phases[b.Phase+1].StartHits {
		b.Phase++
	}
	if b.Phase == oldPhase {
		return
	}
	b.immuneUntil = g.Tick + phaseImmuneTicks
	p := &row.Phases[b.Phase]
	b.pendingShields, b.ticksToVolley, b.ticksToLay = p.Shields, p.VolleyTicks, 0
	if b.Open {
		b.pendingShields = 0
	}
	if p.CracksWalls {
		g.crackWalls()
	}
	g.emit(Event{Kind: BossChanged, Ball: -1, Brick: b.Brick, At: g.BossAt(), Value: b.Phase + 1})
}

// killBoss pays the points for the boss and removes it, its shields and bolts, the drones, and all
// remaining required bricks.
func (g *Game) killBoss() {
	points := g.scalePoints(spec.Bosses[g.Boss.Kind].Points)
	g.Tally.BossPoints = points
	g.addPoints(points)
	g.emit(Event{Kind: BossKilled, Ball: -1, Brick: g.Boss.Brick, At: g.BossAt(), Value: points})

	g.Bolts = g.Bolts[:0]
	g.Boss.pendingShields = 0
	for i := range g.Drones {
		if g.isPresent(i) {
			g.endDrone(i, 0)
		}
	}

	for k := range g.Bricks {
		b := &g.Bricks[k]
		if k == g.Boss.Brick || b.Hits > 0 && b.Kind != spec.ShieldBody && !b.Kind.Needed() {
			continue
		}
		if b.Hits > 0 {
			center, _ := g.Shape(k).Circle()
			g.emit(Event{Kind: BrickBroken, Ball: -1, Brick: k, At: center})
		}
		g.setHits(k, 0)
		if !b.Lit {
			b.timer = 0 // stops the growth of a sprout
		}
	}

	g.BricksLeft = 1 // the boss itself, which applyBreak subtracts
}
