package render

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// Effects is the amount of decoration. It never changes the game.
type Effects uint8

// The amounts of effects.
const (
	FullEffects Effects = iota
	SomeEffects         // no shake, trails, fireworks or building up of levels; few sparks
	NoEffects           // nothing moves but the game itself: reduced motion
)

var effectNames = [...]string{"full", "some", "none"}

// String returns the name of e, as ParseEffects takes it.
func (e Effects) String() string { return effectNames[e] }

// ParseEffects returns the amount with the name s: full, some or none.
func ParseEffects(s string) (Effects, error) {
	for i, name := range effectNames {
		if s == name {
			return Effects(i), nil
		}
	}
	return 0, fmt.Errorf("unknown effects %q, want full, some or none", s)
}

// Effects are in bounded arrays, the oldest replaced first: a storm of events costs no more than a few.
const (
	maxFlashes = 16
	maxSparks  = 48
	maxPops    = 8
	crowdFrom  = 6 // with more balls there are no trails and sparks: the link is busy enough
)

// The duration of effects, in ticks.
const (
	flashTicks = 8
	flashPause = engine.TicksPerSecond/3 + 1 // between two flashes of a brick: see light
	trailEvery = 10                          // between two dots of a trail
)

// firstSeed starts the random numbers of the effects, separate from the game's.
const firstSeed = 0x9e3779b97f4a7c15

// effects is a View's memory of recent events.
type effects struct {
	now        uint64 // ticks observed
	rng        uint64
	flashes    ring[flash]
	lit        []uint64 // by brick: when it last flashed; 0: never
	sparks     ring[spark]
	pops       ring[pop]
	trail      ring[trailDot]
	shots      ring[shotLine]
	shoved     ring[shoved]
	gusts      [2]uint64 // the ticks after those of the players' last gusts
	missedAt   [2]uint64 // when they had too little for a shove; 0: never
	contacts   ring[shownContact]
	transition transition
	shaken     uint64        // when the walls were last shaken; 0: never
	hurt       bool          // shaken by a lost ball or a landed row
	caught     spec.DropKind // the last drop caught
	caughtAt   uint64
	said       said          // about the end of a level
	finale     bool          // Game.Finale at the last Draw
	paid       ring[payment] // by buckets
	phase      int           // of the boss, the last one begun
	phaseAt    uint64
	blast      blast  // of the boss, the last one
	caughtHigh bool   // it acts in the upper half of the field
	dotted     uint64 // the game's tick of the trail's last dots
	tick       uint64 // of the game at the last Draw
	balls      []disc // current balls

	caughtBenefit spec.Benefit // whether the last drop caught helps or harms where it acts
}

// A disc is a ball on the picture.
type disc struct {
	x, y, r float64
	faint   bool // of a storm: the paddle has not returned it yet
}

// A shoved is a ball at the moment of a shove.
type shoved struct {
	at    geom.Vec
	up    bool
	since uint64 // the game's tick
}

type flash struct {
	brick int
	born  uint64
}

type trailDot struct {
	disc
	born uint64 // the game's tick
}

// A ring holds the last few items.
type ring[T any] struct {
	items [64]T
	n     int // items put since the last clear
}

func (r *ring[T]) put(v T) {
	r.items[r.n%len(r.items)] = v
	r.n++
}

// last returns the i-th last item.
func (r *ring[T]) last(i int) *T { return &r.items[(r.n-1-i)%len(r.items)] }

func (r *ring[T]) len() int { return min(r.n, len(r.items)) }

func (e *effects) clear() {
	e.flashes.n, e.sparks.n, e.pops.n, e.trail.n, e.shots.n, e.contacts.n, e.shoved.n = 0, 0, 0, 0, 0, 0, 0
	e.gusts, e.missedAt = [2]uint64{}, [2]uint64{}
	e.transition, e.shaken, e.caught, e.phase, e.blast = transition{}, 0, spec.NoDrop, 0, blast{}
	e.said, e.paid.n = said{}, 0
	clear(e.lit)
}

// random returns a number in [0, 1): splitmix64.
func (e *effects) random() float64 {
	e.rng += 0x9e3779b97f4a7c15
	z := e.rng
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// follow records the balls, and adds dots to their trails. Dots rest, which costs fewer
// bytes than a tail that follows the ball.
func (e *effects) follow(g *engine.Game) {
	if g.Tick < e.tick {
		s := e.transition // already the current one
		e.clear()
		e.transition, e.dotted = s, 0
	}
	e.tick, e.finale = g.Tick, g.Finale
	e.feel(g)
	e.balls = e.balls[:0]
	storm, waits := engine.Modes[g.Mode].Storm, false
	for i := range g.Balls {
		if b := &g.Balls[i]; b.Gone || g.Disc(i).Held && storm && waits {
			continue // held balls all lie in the same place
		}
		waits = waits || g.Disc(i).Held
		at := g.BallAt(i)
		e.balls = append(e.balls, disc{x: at.X, y: at.Y, r: g.Disc(i).R, faint: storm && !g.Balls[i].Returned})
	}
	if g.Phase != engine.Play || e.crowded() || g.Tick < e.dotted+trailEvery {
		return
	}
	e.dotted = g.Tick
	for _, b := range e.balls {
		e.trail.put(trailDot{b, g.Tick})
	}
}

// crowded reports whether there are too many balls for trails and sparks.
func (e *effects) crowded() bool { return len(e.balls) > crowdFrom }

// covered reports whether a ball is so close to a dot of a trail that the dot would look like a bulge of
// the ball.
func (e *effects) covered(d *trailDot) bool {
	for _, b := range e.balls {
		dx, dy := b.x-d.x, b.y-d.y
		if dx*dx+dy*dy < 4*b.r*b.r {
			return true
		}
	}
	return false
}

// The flight of sparks, in ticks, units and seconds.
const (
	sparkTicks  = 48  // 200 ms
	shardTicks  = 72  // 300 ms
	gravity     = 70. // of shards, units/s²
	sparkRadius = 0.2
	shardRadius = 0.34
	shardFrom   = 0.45 // where shards start, in radii of the brick from its middle
	sparkEvery  = 16   // ticks between two positions of a spark: two frames at 30 fps
)

// A spark is one flying speck.
type spark struct {
	at, v geom.Vec // units, units/s
	hue   cell.Color
	born  uint64
	life  uint64 // ticks
	shard bool   // falls, and is larger
}

// place returns the position of s at an age in ticks.
func (s *spark) place(age uint64) geom.Vec {
	t := float64(age/sparkEvery*sparkEvery) / engine.TicksPerSecond
	at := s.at.Along(s.v, t)
	if s.shard {
		at.Y += gravity / 2 * t * t
	}
	return at
}

// A pop shows the points for a broken brick in its place.
type pop struct {
	brick  int
	points int
	more   bool // multiplied by the combo
	born   uint64
}

// A blast is where a boss has begun a phase, or died.
type blast struct {
	at    geom.Vec
	shape geom.Polygon // what falls apart; without corners for a phase
	since uint64
}

// A shotLine is the trace of a recent laser shot.
type shotLine struct {
	at   geom.Vec // its end
	from int      // the paddle that fired it
	born uint64
}

// A shownContact is a recent contact, for the debug overlay.
type shownContact struct {
	at, n geom.Vec
	born  uint64
}

// The duration of transitions, in ticks.
const (
	enterTicks  = 132 // the wave that brings the bricks, 550 ms
	enterFlash  = 12  // the flash of each brick at first
	leaveTicks  = 120 // the wave that takes the walls
	rocketEvery = 54  // between two fireworks over a cleared level
	rocketCount = 8
	rocketSize  = 9 // sparks of each
)

// A transition leads from one level to the next: the remaining walls of a cleared level fall apart, and the
// bricks of a new one build up.
type transition struct {
	kind  transitionKind
	since uint64 // ticks observed
}

// due returns when the wave of a transition reaches a brick. It runs down from the upper left to bring
// bricks, and up from below to take them.
func (s *transition) due(p *geom.Polygon, w, h float64) uint64 {
	center, _ := p.Circle()
	if s.kind == leaving {
		return s.since + uint64(leaveTicks*(1-center.Y/h))
	}
	return s.since + uint64((enterTicks-enterFlash)*(0.35*center.X/w+0.65*min(1.4*center.Y/h, 1)))
}

type transitionKind uint8

const (
	noTransition transitionKind = iota
	entering
	leaving
)

// A payment is what a bucket has paid.
type payment struct {
	x      float64 // where the ball came down
	points int
	born   uint64
}

// said is what a view has to say about the end of a level.
type said struct {
	last  bool // one brick is left; else the finale has begun, with so many left
	left  int
	since uint64 // ticks observed; 0: nothing is to be said
}

// caughtTicks is how long the name of a caught drop is shown: 1 s.
const caughtTicks = engine.TicksPerSecond

// missed reports whether player k has just tried to shove with too little in the meter.
func (e *effects) missed(k int) bool { return e.missedAt[k] > 0 && e.now-e.missedAt[k] < missTicks }

// missTicks is how long a meter shows that it had not enough for a shove.
const missTicks = engine.TicksPerSecond / 2

// feel remembers the balls of a gust that has just begun.
func (e *effects) feel(g *engine.Game) {
	for k := range g.Paddles {
		s := &g.Shoves[k]
		if s.Gust == engine.Calm || s.Since+1 == e.gusts[k] {
			continue
		}
		e.gusts[k] = s.Since + 1
		eachShoved(g, k, func(b shoved) { e.shoved.put(b) })
	}
}

// mostShoved is the greatest number of balls with strokes beside them.
const mostShoved = 6

// eachShoved calls put for the first few balls of player k, whose gust blows.
func eachShoved(g *engine.Game, k int, put func(shoved)) {
	s := &g.Shoves[k]
	for i := range min(len(g.Balls), mostShoved) {
		if !g.Disc(i).Held && g.Sender(i) == k {
			up := s.Gust == engine.Upward || s.Gust == engine.Steeper && g.Disc(i).V.Y <= 0
			put(shoved{g.BallAt(i), up, s.Since})
		}
	}
}
