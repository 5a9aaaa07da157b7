package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// This file contains the behaviour of bosses, and what hurts them. Package spec has their table.

// Body numbers: each drone has one, a boss and its shields share one.
const (
	bossBody       world.Body = 1
	firstDroneBody world.Body = 2
)

// Numbers of bosses.
const (
	maxToughHits     = 3   // that a strong ball or an explosion takes at most
	ringGap          = 3.0 // degrees at either end of a shield
	bossReach        = 16.0
	bossDroneTicks   = 4 * TicksPerSecond
	bossImmuneTicks  = TicksPerSecond / 4  // ticks after a hit during which the boss cannot be hurt …
	phaseImmuneTicks = TicksPerSecond      // … and after the beginning of a phase
	parPerBossHit    = 8 * TicksPerSecond  // for each of its hits
	bossOpenTicks    = 20 * TicksPerSecond // ticks without a hit until all sides open
)

// A Boss is the present state of the level's boss.
type Boss struct {
	Kind  spec.BossKind // NoBoss: there is none
	Phase int           // index in its row's Phases
	Brick int           // index of its body; it is dead when that has no hits
	Open  bool          // it was not hurt for long: all sides are weak until one is hit

	mover          int
	firstShield    int      // index of the brick of its first shield
	home           geom.Vec // middle of the area that it roams
	target         geom.Vec // where it drifts to
	side           float64  // −1 or 1: the direction in which it turns
	volleyIn       int      // ticks until the next volley
	pendingShields uint8    // shields that appear as soon as there is room
	immuneUntil    uint64   // before this tick it cannot be hurt
	lastHurt       uint64   // the tick in which it was last hurt or opened
}

// bossAlive reports whether the level has a boss that is not dead.
func (g *Game) bossAlive() bool { return g.Boss.Kind != spec.NoBoss && g.Bricks[g.Boss.Brick].Hits > 0 }

// bossPhase returns the boss's current phase, or nil without a boss.
func (g *Game) bossPhase() *spec.BossPhase {
	if !g.bossAlive() {
		return nil
	}
	return &spec.Bosses[g.Boss.Kind].Phases[g.Boss.Phase]
}

// BossHits returns the boss's remaining and initial hits; 0, 0 without a boss.
func (g *Game) BossHits() (left, of int) {
	if g.Boss.Kind == spec.NoBoss {
		return 0, 0
	}
	return int(g.Bricks[g.Boss.Brick].Hits), int(spec.Bosses[g.Boss.Kind].Hits)
}

// WeakSides returns the sides of the boss that can be hurt now: bit k for side k of
// its shape.
func (g *Game) WeakSides() uint8 {
	p := g.bossPhase()
	switch {
	case p == nil:
		return 0
	case g.Boss.Open:
		return spec.AllSides
	}
	return p.Weak
}

// BossCalm reports whether the boss cannot be hurt for a moment.
func (g *Game) BossImmune() bool { return g.bossAlive() && g.Tick < g.Boss.immuneUntil }

// VolleyIn returns the ticks until the boss shoots, or −1 if it does not.
func (g *Game) TicksToVolley() int {
	if p := g.bossPhase(); p == nil || !g.shoots(p) {
		return -1
	}
	return g.Boss.volleyIn
}

// shoots reports whether the boss shoots in the phase p. It does not where bad drops are excluded.
func (g *Game) shoots(p *spec.BossPhase) bool {
	return p.VolleyTicks > 0 && !g.row().NoBadDrops && !g.rules().NoBadDrops
}

// steerBoss sets the motion of the boss and its shields in this tick.
func (g *Game) steerBoss() {
	p := g.bossPhase()
	if p == nil {
		return
	}
	b := &g.Boss
	m := g.world.Pose(b.mover)
	step := p.Speed / TicksPerSecond
	to := b.target.Sub(m.At)
	if step > 0 && to.Norm() <= step {
		b.target = g.randomBossTarget()
		to = b.target.Sub(m.At)
	}
	v, spin := geom.Vec{}, float64(p.Spin*b.side*(math.Pi/180))
	if far := to.Norm(); far > step && step > 0 {
		v = to.Mul(p.Speed / far)
	}
	if p.RockAngle > 0 {
		spin = g.rockingSpin(m.Angle, p)
	}
	for k := range g.world.Movers() {
		if g.world.Pose(k).Body == bossBody {
			g.world.Steer(k, v, spin)
		}
	}
}

// roam returns a random place for the boss to drift to.
func (g *Game) randomBossTarget() geom.Vec {
	const steps = 1000
	b, far := &g.Boss, spec.Bosses[g.Boss.Kind].Roam
	x := float64(g.enemy.rng.Below(2*steps+1)-steps) / steps
	y := float64(g.enemy.rng.Below(2*steps+1)-steps) / steps
	return geom.Vec{X: b.home.X + float64(far.X*x), Y: b.home.Y + float64(far.Y*y)}
}

// rock returns the spin in radians/s of a boss that turns back and forth: it turns back at the
// angle of its phase.
func (g *Game) rockingSpin(turned float64, p *spec.BossPhase) float64 {
	b, most := &g.Boss, float64(p.RockAngle*(math.Pi/180))
	switch {
	case turned >= most:
		b.side = -1
	case turned <= -most:
		b.side = 1
	}
	return float64(p.Spin * b.side * (math.Pi / 180))
}

// driveBoss updates the boss by a tick, except for its motion.
func (g *Game) updateBoss() {
	p := g.bossPhase()
	if p == nil || g.Phase != Play {
		return
	}
	b := &g.Boss
	g.raiseShields()
	if g.shoots(p) {
		if b.volleyIn--; b.volleyIn <= 0 {
			b.volleyIn = p.VolleyTicks
			g.shootVolley(p)
		}
	}
	if g.Tick-b.lastHurt >= bossOpenTicks {
		g.openBoss()
	}
}

// openBoss opens all sides of a boss that was not hurt for long, and takes a hit from it, but never
// the last one: that is left to the player.
func (g *Game) openBoss() {
	b := &g.Boss
	b.Open, b.lastHurt = true, g.Tick
	if hits := g.Bricks[b.Brick].Hits; hits > 1 {
		g.setHits(b.Brick, hits-1)
		g.emit(Event{Kind: BrickHit, Ball: -1, Brick: b.Brick, At: g.BossAt()})
		g.nextPhase()
	}
}

// BossAt returns the middle of the boss.
func (g *Game) BossAt() geom.Vec { return g.world.Pose(g.Boss.mover).At }

// raiseShields adds the shields of the phase, each as soon as its place is free.
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

// weakAt reports whether a contact with the normal n hurts the boss: it counts for the side whose
// own normal, in the boss's present orientation, is nearest; at a tie for the first.
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

// WeakIn reports whether a contact with the normal n would hurt the boss after the given number of
// seconds at its present spin.
func (g *Game) WillBeWeak(n geom.Vec, seconds float64) bool {
	if p := g.bossPhase(); p != nil && p.RockAngle == 0 {
		n = n.Turn(geom.Rotation(-float64(g.world.Pose(g.Boss.mover).Spin * min(seconds, 4))))
	}
	return g.Running(spec.DropEnergy) || g.isWeakAt(n)
}

// hitBoss applies the contact of ball i with the boss; e says where it was. Strong balls hurt it
// from any side.
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

// bossHurt applies the consequences of a hit that the boss has lost.
func (g *Game) afterBossHit() {
	b := &g.Boss
	b.Open, b.lastHurt, b.immuneUntil = false, g.Tick, g.Tick+bossImmuneTicks
	if !g.bossAlive() {
		g.killBoss()
		return
	}
	g.nextPhase()
}

// nextPhase begins the phase for the boss's remaining hits.
func (g *Game) nextPhase() {
	b, row, was := &g.Boss, &spec.Bosses[g.Boss.Kind], g.Boss.Phase
	for b.Phase < spec.NumBossPhases-1 && g.Bricks[b.Brick].Hits <= row.Phases[b.Phase+1].From {
		b.Phase++
	}
	if b.Phase == was {
		return
	}
	b.immuneUntil = g.Tick + phaseImmuneTicks
	b.pendingShields, b.volleyIn = row.Phases[b.Phase].Shields, row.Phases[b.Phase].VolleyTicks
	g.emit(Event{Kind: BossChanged, Ball: -1, Brick: b.Brick, At: g.BossAt(), Value: b.Phase + 1})
}

// killBoss removes the boss and everything that depends on it: its shields and bolts, the drones,
// and the bricks that must be broken.
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
			b.timer = 0 // nothing grows there any more
		}
	}

	g.BricksLeft = 1 // the boss itself, which damage will count
}
