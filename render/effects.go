package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// This file records recent events for visual effects: flashes, sparks, points, trails, and transitions between
// levels. It neither changes the game nor draws.

// Maximum numbers of effects. A new effect replaces the oldest one, so that many events do not take more time or bytes.
const (
	maxFlashes     = 16
	maxSparks      = 48
	maxPointLabels = 8
	maxDots        = 4 * maxTrailBalls // dots of all trails; a ball has at most trailTicks/trailInterval, rounded up
	maxShots       = 64
	maxContacts    = 64
	maxPayments    = 64
	maxShovedBalls = 6  // maximum number of balls with strokes next to them
	maxBright      = 24 // maximum number of bright balls; only storms have more
	maxTrailBalls  = 6  // with more balls there are no trails and sparks, because the link is busy
)

// Durations and intervals, in ticks.
const (
	flashTicks       = 8
	flashPause       = engine.TicksPerSecond/3 + 1 // minimum time between two flashes of a brick; see startFlash
	trailInterval    = 10                          // interval of the dots of a trail
	labelTicks       = engine.TicksPerSecond       // duration of the labels of caught drops and boss phases
	missedShoveTicks = engine.TicksPerSecond / 2   // time that a shove meter shows a failed attempt
)

// effectSeed seeds the random numbers of the effects, which are independent of the game's random numbers.
const effectSeed = 0x9e3779b97f4a7c15

// An effectState contains recent events of a game. Times are numbers of observed ticks, unless a comment calls them
// game ticks.
type effectState struct {
	now               uint64 // number of observed ticks
	rng               uint64
	flashes           ringBuffer[brickFlash]
	lastFlash         []uint64 // by brick: time of the last flash; 0 if none
	sparks            ringBuffer[spark]
	pointLabels       ringBuffer[pointLabel]
	trail             ringBuffer[trailDot]
	shots             ringBuffer[shotLine]
	shovedBalls       ringBuffer[shovedBall]
	lastShoves        [2]uint64 // by player: 1 + game tick at the start of the last shove; 0 if none
	missedAt          [2]uint64 // by player: time of the last shove with too little charge; 0 if none
	contacts          ringBuffer[shownContact]
	transition        transition
	shakenAt          uint64        // time of the last shake of the walls; 0 if none
	shakeIsLoss       bool          // the cause of the shake was a lost ball or a landed row
	caughtDrop        spec.DropKind // last caught drop
	caughtAt          uint64
	announcement      levelAnnouncement   // announcement about the end of a level
	inFinale          bool                // the last drawn game was in the finale of its level
	payments          ringBuffer[payment] // points paid by buckets
	bossPhase         int                 // last phase that the boss has entered; 0 if none
	bossPhaseAt       uint64              // time at which the boss entered this phase
	blast             bossBlast           // last new phase or death of a boss
	caughtInUpperHalf bool                // the last drop was caught in the upper half of the field
	lastDots          uint64              // game tick of the newest trail dots
	lastTick          uint64              // game tick of the last Draw
	balls             []shownBall         // current balls
	ballsDimmed       bool                // there are more than maxBright balls, so all are drawn darker

	caughtBenefit spec.Benefit // benefit of the last caught drop for the affected player
	sentDrops     [2]sentDrop  // by target paddle
}

// A shownBall is a visible ball.
type shownBall struct {
	x, y, r float64
	faint   bool // a ball in a storm that the paddle has not returned yet
}

// A shovedBall is a ball at the start of a shove.
type shovedBall struct {
	at    geom.Vec
	up    bool   // the shove pushes the ball up, not down
	since uint64 // game tick
}

// A brickFlash is a flash of a brick.
type brickFlash struct {
	brick int    // index of the brick
	born  uint64 // start of the flash
}

// A trailDot is a dot in the trail of a ball.
type trailDot struct {
	shownBall
	born uint64 // game tick
}

// A ringBuffer contains the newest max items. It allocates its memory on the first put, so that views without effects
// need less memory. All buffers of a view take 11 KB.
type ringBuffer[T any] struct {
	items      []T
	count, max uint32 // number of items since the last clear, and maximum number of stored items
}

// newRingBuffer returns an empty buffer for max items.
func newRingBuffer[T any](max uint32) ringBuffer[T] { return ringBuffer[T]{max: max} }

// put adds an item. If the buffer is full, the item replaces the oldest item.
func (r *ringBuffer[T]) put(v T) {
	if r.items == nil {
		r.items = make([]T, r.max)
	}
	r.items[r.count%r.max] = v
	r.count++
}

// last returns the item that is i items older than the newest item.
func (r *ringBuffer[T]) last(i int) *T { return &r.items[(r.count-1-uint32(i))%r.max] }

// len returns the number of stored items.
func (r *ringBuffer[T]) len() int { return int(min(r.count, r.max)) }

// clear removes all items.
func (r *ringBuffer[T]) clear() { r.count = 0 }

// newEffects returns a state without effects.
func newEffects() effectState {
	return effectState{
		rng:     effectSeed,
		flashes: newRingBuffer[brickFlash](maxFlashes), sparks: newRingBuffer[spark](maxSparks),
		pointLabels: newRingBuffer[pointLabel](maxPointLabels),
		trail:       newRingBuffer[trailDot](maxDots), shots: newRingBuffer[shotLine](maxShots),
		shovedBalls: newRingBuffer[shovedBall](maxShovedBalls),
		contacts:    newRingBuffer[shownContact](maxContacts), payments: newRingBuffer[payment](maxPayments),
	}
}

// clear removes all effects except the balls.
func (e *effectState) clear() {
	e.flashes.clear()
	e.sparks.clear()
	e.pointLabels.clear()
	e.trail.clear()
	e.shots.clear()
	e.contacts.clear()
	e.shovedBalls.clear()
	e.payments.clear()
	e.lastShoves, e.missedAt, e.sentDrops = [2]uint64{}, [2]uint64{}, [2]sentDrop{}
	e.transition, e.shakenAt, e.caughtDrop, e.bossPhase, e.blast = transition{}, 0, spec.NoDrop, 0, bossBlast{}
	e.announcement = levelAnnouncement{}
	clear(e.lastFlash)
}

// random returns a number in [0, 1), using splitmix64.
func (e *effectState) random() float64 {
	e.rng += 0x9e3779b97f4a7c15
	z := e.rng
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// recordBalls records the balls of g. Every trailInterval ticks it also adds a dot to the trail of each ball. If g is a
// new game or has jumped back, recordBalls first removes all effects except the transition.
func (e *effectState) recordBalls(g *engine.Game) {
	if g.Tick < e.lastTick {
		s := e.transition // keep the transition, because Observe has started it for g
		e.clear()
		e.transition, e.lastDots = s, 0
	}
	e.lastTick, e.inFinale = g.Tick, g.Finale
	e.recordShoves(g)
	e.ballsDimmed = len(g.Balls) > maxBright
	e.balls = e.balls[:0]
	storm, hasHeld := engine.Modes[g.Mode].Storm, false
	for i := range g.Balls {
		if b := &g.Balls[i]; b.Gone || g.Disc(i).Held && storm && hasHeld {
			continue // all held balls have the same position
		}
		hasHeld = hasHeld || g.Disc(i).Held
		at := g.BallAt(i)
		e.balls = append(e.balls, shownBall{x: at.X, y: at.Y, r: g.Disc(i).R, faint: g.Balls[i].Dim})
	}
	if g.Phase != engine.Play || e.isCrowded() || g.Tick < e.lastDots+trailInterval {
		return
	}
	e.lastDots = g.Tick
	for _, b := range e.balls {
		e.trail.put(trailDot{b, g.Tick})
	}
}

// isCrowded reports whether there are too many balls for trails and sparks.
func (e *effectState) isCrowded() bool { return len(e.balls) > maxTrailBalls }

// isCovered reports whether a dot is so close to a ball that it would look like a part of the ball.
func (e *effectState) isCovered(d *trailDot) bool {
	for _, b := range e.balls {
		dx, dy := b.x-d.x, b.y-d.y
		if dx*dx+dy*dy < 4*b.r*b.r {
			return true
		}
	}
	return false
}

// Constants of sparks and shards.
const (
	sparkTicks    = 48  // duration of a spark in ticks: 200 ms
	shardTicks    = 72  // duration of a shard in ticks: 300 ms
	gravity       = 70. // acceleration of shards in units/s²
	sparkRadius   = 0.2 // radius of a spark in units
	shardRadius   = 0.34
	shardStart    = 0.45 // distance from the center where shards start, in radii of the brick
	sparkInterval = 16   // ticks between two positions of a spark: two frames at 30 fps
)

// A spark is a flying spark or a shard of a brick.
type spark struct {
	at, v    geom.Vec // position and velocity at the start, in units and units/s
	hue      cell.Color
	born     uint64
	duration uint64 // duration in ticks
	shard    bool   // the spark is a shard, which falls and is larger
}

// position returns the position of s at an age in ticks.
func (s *spark) position(age uint64) geom.Vec {
	t := float64(age/sparkInterval*sparkInterval) / engine.TicksPerSecond
	at := s.at.Along(s.v, t)
	if s.shard {
		at.Y += gravity / 2 * t * t
	}
	return at
}

// A pointLabel shows the points for a broken brick.
type pointLabel struct {
	brick      int
	points     int
	multiplied bool // the points were multiplied by the combo
	born       uint64
}

// A bossBlast is the effect that shows a new phase or the death of a boss.
type bossBlast struct {
	at    geom.Vec
	shape geom.Polygon // shape of a dead boss, which falls apart; empty for a new phase
	since uint64
}

// A shotLine is the trace of a recent laser shot.
type shotLine struct {
	at   geom.Vec // end of the shot
	from int      // index of the paddle that fired it
	born uint64
}

// A shownContact is a recent contact in the debug overlay.
type shownContact struct {
	at, n geom.Vec
	born  uint64
}

// Durations of transitions in ticks.
const (
	enterTicks     = 132 // time until all bricks have appeared: 550 ms
	enterFlash     = 12  // duration of the flash of a brick that appears
	leaveTicks     = 120 // time until all walls have disappeared
	rocketInterval = 54  // interval of the fireworks over a cleared level
	rocketCount    = 8
	rocketSize     = 9 // number of sparks of a firework
)

// A transition animates a change of level: the bricks of a new level appear gradually, or the remaining walls of a
// cleared level fall apart.
type transition struct {
	kind  transitionKind
	since uint64 // start, in observed ticks
}

// timeOf returns when the brick with the shape p appears or disappears, in observed ticks. w and h are the size of the
// field. Bricks appear from the upper left to the lower right, and disappear from the bottom to the top.
func (s *transition) timeOf(p *geom.Polygon, w, h float64) uint64 {
	center, _ := p.Circle()
	if s.kind == leaveTransition {
		return s.since + uint64(leaveTicks*(1-center.Y/h))
	}
	return s.since + uint64((enterTicks-enterFlash)*(0.35*center.X/w+0.65*min(1.4*center.Y/h, 1)))
}

// A transitionKind determines what a transition animates.
type transitionKind uint8

const (
	noTransition    transitionKind = iota
	enterTransition                // the bricks of a new level appear
	leaveTransition                // the walls of a cleared level disappear
)

// A payment records the points that a bucket has paid.
type payment struct {
	x      float64 // position of the ball
	points int
	born   uint64
}

// A levelAnnouncement announces the end of a level, a boss whose sides are all weak, or a saved ball.
type levelAnnouncement struct {
	label       *string // nil for the start of the finale
	bricksLeft  int     // number of bricks at the start of the finale
	announcedAt uint64  // time of the announcement; 0 if none
}

// hasMissedShove reports whether player k tried to shove with too little charge in the last missedShoveTicks.
func (e *effectState) hasMissedShove(k int) bool {
	return e.missedAt[k] > 0 && e.now-e.missedAt[k] < missedShoveTicks
}

// recordShoves records the affected balls of each shove that has begun since the last call.
func (e *effectState) recordShoves(g *engine.Game) {
	for k := range g.Paddles {
		s := &g.Shoves[k]
		if s.Kind == engine.NoShove || s.Began+1 == e.lastShoves[k] {
			continue
		}
		e.lastShoves[k] = s.Began + 1
		eachShovedBall(g, k, func(b shovedBall) { e.shovedBalls.put(b) })
	}
}

// eachShovedBall calls put for the balls that the active shove of player k affects, at most maxShovedBalls.
func eachShovedBall(g *engine.Game, k int, put func(shovedBall)) {
	s := &g.Shoves[k]
	for i := range min(len(g.Balls), maxShovedBalls) {
		if !g.Disc(i).Held && g.LastPaddle(i) == k {
			up := s.Kind == engine.ShoveUp || s.Kind == engine.ShoveSteeper && g.Disc(i).V.Y <= 0
			put(shovedBall{g.BallAt(i), up, s.Began})
		}
	}
}
