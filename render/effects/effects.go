// Package effects remembers what has happened in a game for as long as one sees it: flashes, sparks, points,
// trails, the way from one level to the next. It never changes the game, and draws nothing.
package effects

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// Effects are in bounded arrays, the oldest replaced first: a storm of events costs no more than a few.
const (
	maxFlashes  = 16
	maxSparks   = 48
	maxPops     = 8
	maxDots     = 4 * crowdFrom // of trails: see trailEvery, and how long they are drawn
	maxShots    = 64
	maxContacts = 64
	maxPaid     = 64
	crowdFrom   = 6 // with more balls there are no trails and sparks: the link is busy enough
)

// The duration of effects, in ticks.
const (
	FlashTicks = 8
	FlashPause = engine.TicksPerSecond/3 + 1 // between two flashes of a brick: see light
	trailEvery = 10                          // between two dots of a trail
)

// firstSeed starts the random numbers of the effects, separate from the game's.
const firstSeed = 0x9e3779b97f4a7c15

// A State is what is remembered of a game. Times are ticks observed, unless it says otherwise.
type State struct {
	Now        uint64 // ticks observed
	rng        uint64
	Flashes    Ring[Flash]
	Lit        []uint64 // by brick: when it last flashed; 0: never
	Sparks     Ring[Spark]
	Pops       Ring[Pop]
	Trail      Ring[TrailDot]
	Shots      Ring[ShotLine]
	Shoved     Ring[Shoved]
	gusts      [2]uint64 // the ticks after those of the players' last gusts
	MissedAt   [2]uint64 // when they had too little for a shove; 0: never
	Contacts   Ring[ShownContact]
	Transition Transition
	Shaken     uint64        // when the walls were last shaken; 0: never
	Hurt       bool          // shaken by a lost ball or a landed row
	Caught     spec.DropKind // the last drop caught
	CaughtAt   uint64
	Said       Said          // about the end of a level
	Finale     bool          // Game.Finale at the last Draw
	Paid       Ring[Payment] // by buckets
	Phase      int           // of the boss, the last one begun
	PhaseAt    uint64
	Blast      Blast  // of the boss, the last one
	CaughtHigh bool   // it acts in the upper half of the field
	dotted     uint64 // the game's tick of the trail's last dots
	Tick       uint64 // of the game at the last Draw
	Balls      []Disc // current balls

	CaughtBenefit spec.Benefit // whether the last drop caught helps or harms where it acts
}

// A Disc is a ball on the picture.
type Disc struct {
	X, Y, R float64
	Faint   bool // of a storm: the paddle has not returned it yet
}

// A Shoved is a ball at the moment of a shove.
type Shoved struct {
	At    geom.Vec
	Up    bool
	Since uint64 // the game's tick
}

// A Flash is a brick that lights up.
type Flash struct {
	Brick int
	Born  uint64
}

// A TrailDot is a dot of a ball's trail.
type TrailDot struct {
	Disc
	Born uint64 // the game's tick
}

// A Ring holds the last few items. It has memory for them from the first one on: all rings together would take 11 KB
// of a view.
type Ring[T any] struct {
	items   []T
	n, most uint32 // items put since the last clear, and how many are held
}

// ring returns an empty Ring of so many items.
func ring[T any](most uint32) Ring[T] { return Ring[T]{most: most} }

// Put adds an item, in place of the oldest one if there are too many.
func (r *Ring[T]) Put(v T) {
	if r.items == nil {
		r.items = make([]T, r.most)
	}
	r.items[r.n%r.most] = v
	r.n++
}

// Last returns the i-th last item, from 0 on.
func (r *Ring[T]) Last(i int) *T { return &r.items[(r.n-1-uint32(i))%r.most] }

// Len returns the number of items held.
func (r *Ring[T]) Len() int { return int(min(r.n, r.most)) }

// Clear forgets all items.
func (r *Ring[T]) Clear() { r.n = 0 }

// New returns a state in which nothing has happened.
func New() State {
	return State{
		rng:     firstSeed,
		Flashes: ring[Flash](maxFlashes), Sparks: ring[Spark](maxSparks), Pops: ring[Pop](maxPops),
		Trail: ring[TrailDot](maxDots), Shots: ring[ShotLine](maxShots), Shoved: ring[Shoved](mostShoved),
		Contacts: ring[ShownContact](maxContacts), Paid: ring[Payment](maxPaid),
	}
}

// Clear forgets all but the balls.
func (e *State) Clear() {
	e.Flashes.Clear()
	e.Sparks.Clear()
	e.Pops.Clear()
	e.Trail.Clear()
	e.Shots.Clear()
	e.Contacts.Clear()
	e.Shoved.Clear()
	e.Paid.Clear()
	e.gusts, e.MissedAt = [2]uint64{}, [2]uint64{}
	e.Transition, e.Shaken, e.Caught, e.Phase, e.Blast = Transition{}, 0, spec.NoDrop, 0, Blast{}
	e.Said = Said{}
	clear(e.Lit)
}

// Random returns a number in [0, 1): splitmix64.
func (e *State) Random() float64 {
	e.rng += 0x9e3779b97f4a7c15
	z := e.rng
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// Follow records the balls, and adds dots to their trails. Dots rest, which costs fewer
// bytes than a tail that follows the ball.
func (e *State) Follow(g *engine.Game) {
	if g.Tick < e.Tick {
		s := e.Transition // already the current one
		e.Clear()
		e.Transition, e.dotted = s, 0
	}
	e.Tick, e.Finale = g.Tick, g.Finale
	e.feel(g)
	e.Balls = e.Balls[:0]
	storm, waits := engine.Modes[g.Mode].Storm, false
	for i := range g.Balls {
		if b := &g.Balls[i]; b.Gone || g.Disc(i).Held && storm && waits {
			continue // held balls all lie in the same place
		}
		waits = waits || g.Disc(i).Held
		at := g.BallAt(i)
		e.Balls = append(e.Balls, Disc{X: at.X, Y: at.Y, R: g.Disc(i).R, Faint: storm && !g.Balls[i].Returned})
	}
	if g.Phase != engine.Play || e.Crowded() || g.Tick < e.dotted+trailEvery {
		return
	}
	e.dotted = g.Tick
	for _, b := range e.Balls {
		e.Trail.Put(TrailDot{b, g.Tick})
	}
}

// Crowded reports whether there are too many balls for trails and sparks.
func (e *State) Crowded() bool { return len(e.Balls) > crowdFrom }

// Covered reports whether a ball is so close to a dot of a trail that the dot would look like a bulge of
// the ball.
func (e *State) Covered(d *TrailDot) bool {
	for _, b := range e.Balls {
		dx, dy := b.X-d.X, b.Y-d.Y
		if dx*dx+dy*dy < 4*b.R*b.R {
			return true
		}
	}
	return false
}

// The flight of sparks, in ticks, units and seconds.
const (
	SparkTicks  = 48  // 200 ms
	ShardTicks  = 72  // 300 ms
	gravity     = 70. // of shards, units/s²
	SparkRadius = 0.2
	ShardRadius = 0.34
	ShardFrom   = 0.45 // where shards start, in radii of the brick from its middle
	SparkEvery  = 16   // ticks between two positions of a spark: two frames at 30 fps
)

// A Spark is one flying speck.
type Spark struct {
	At, V geom.Vec // units, units/s
	Hue   cell.Color
	Born  uint64
	Life  uint64 // ticks
	Shard bool   // falls, and is larger
}

// Place returns the position of s at an age in ticks.
func (s *Spark) Place(age uint64) geom.Vec {
	t := float64(age/SparkEvery*SparkEvery) / engine.TicksPerSecond
	at := s.At.Along(s.V, t)
	if s.Shard {
		at.Y += gravity / 2 * t * t
	}
	return at
}

// A Pop shows the points for a broken brick in its place.
type Pop struct {
	Brick  int
	Points int
	More   bool // multiplied by the combo
	Born   uint64
}

// A Blast is where a boss has begun a phase, or died.
type Blast struct {
	At    geom.Vec
	Shape geom.Polygon // what falls apart; without corners for a phase
	Since uint64
}

// A ShotLine is the trace of a recent laser shot.
type ShotLine struct {
	At   geom.Vec // its end
	From int      // the paddle that fired it
	Born uint64
}

// A ShownContact is a recent contact, for the debug overlay.
type ShownContact struct {
	At, N geom.Vec
	Born  uint64
}

// The duration of transitions, in ticks.
const (
	EnterTicks  = 132 // the wave that brings the bricks, 550 ms
	EnterFlash  = 12  // the flash of each brick at first
	LeaveTicks  = 120 // the wave that takes the walls
	RocketEvery = 54  // between two fireworks over a cleared level
	RocketCount = 8
	RocketSize  = 9 // sparks of each
)

// A Transition leads from one level to the next: the remaining walls of a cleared level fall apart, and the
// bricks of a new one build up.
type Transition struct {
	Kind  transitionKind
	Since uint64 // ticks observed
}

// Due returns when the wave of a transition reaches a brick. It runs down from the upper left to bring
// bricks, and up from below to take them.
func (s *Transition) Due(p *geom.Polygon, w, h float64) uint64 {
	center, _ := p.Circle()
	if s.Kind == Leaving {
		return s.Since + uint64(LeaveTicks*(1-center.Y/h))
	}
	return s.Since + uint64((EnterTicks-EnterFlash)*(0.35*center.X/w+0.65*min(1.4*center.Y/h, 1)))
}

// A transitionKind is what becomes of the bricks.
type transitionKind uint8

const (
	noTransition transitionKind = iota
	Entering
	Leaving
)

// A Payment is what a bucket has paid.
type Payment struct {
	X      float64 // where the ball came down
	Points int
	Born   uint64
}

// Said is what a view has to say about the end of a level.
type Said struct {
	Last  bool // one brick is left; else the finale has begun, with so many left
	Left  int
	Since uint64 // ticks observed; 0: nothing is to be said
}

// CaughtTicks is how long the name of a caught drop is shown: 1 s.
const CaughtTicks = engine.TicksPerSecond

// Missed reports whether player k has just tried to shove with too little in the meter.
func (e *State) Missed(k int) bool { return e.MissedAt[k] > 0 && e.Now-e.MissedAt[k] < MissTicks }

// MissTicks is how long a meter shows that it had not enough for a shove.
const MissTicks = engine.TicksPerSecond / 2

// feel remembers the balls of a gust that has just begun.
func (e *State) feel(g *engine.Game) {
	for k := range g.Paddles {
		s := &g.Shoves[k]
		if s.Gust == engine.Calm || s.Since+1 == e.gusts[k] {
			continue
		}
		e.gusts[k] = s.Since + 1
		EachShoved(g, k, func(b Shoved) { e.Shoved.Put(b) })
	}
}

// mostShoved is the greatest number of balls with strokes beside them.
const mostShoved = 6

// EachShoved calls put for the first few balls of player k, whose gust blows.
func EachShoved(g *engine.Game, k int, put func(Shoved)) {
	s := &g.Shoves[k]
	for i := range min(len(g.Balls), mostShoved) {
		if !g.Disc(i).Held && g.Sender(i) == k {
			up := s.Gust == engine.Upward || s.Gust == engine.Steeper && g.Disc(i).V.Y <= 0
			put(Shoved{g.BallAt(i), up, s.Since})
		}
	}
}
