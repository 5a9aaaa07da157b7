package render

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Effects is how much happens beside the game itself. It never changes the game.
type Effects uint8

// The amounts of effects.
const (
	FullEffects Effects = iota
	SomeEffects         // no shake, no trail, no fireworks, levels do not build up; few sparks
	NoEffects           // nothing moves but what is played with: reduced motion
)

var effectNames = [...]string{"full", "some", "none"}

func (e Effects) String() string { return effectNames[e] }

// ParseEffects returns the amount that s names: full, some or none.
func ParseEffects(s string) (Effects, error) {
	for i, name := range effectNames {
		if s == name {
			return Effects(i), nil
		}
	}
	return 0, fmt.Errorf("unknown effects %q, want full, some or none", s)
}

// Effects are bounded arrays, oldest first out: a storm of events costs no more
// than a few.
const (
	maxFlashes = 16
	maxSparks  = 48
	maxPops    = 8
	crowdFrom  = 6 // more balls than these are seen without trails and sparks; the line is full already
)

// How long effects last, in ticks.
const (
	flashTicks = 8
	flashPause = engine.TicksPerSecond/3 + 1 // from one flash of a brick to the next: see light
	trailEvery = 10                          // ticks between two dots of a trail
	trailTicks = 36                          // 150 ms
)

// firstSeed starts the random stream of the effects. It is their own: no spark
// may change the game.
const firstSeed = 0x9e3779b97f4a7c15

// effects is what a View remembers of the last moments.
type effects struct {
	now        uint64 // ticks observed
	rng        uint64
	flashes    ring[flash]
	lit        []uint64 // when each brick last flashed; 0: never
	sparks     ring[spark]
	pops       ring[pop]
	trail      ring[trailDot]
	shots      ring[shotLine]
	contacts   ring[contact]
	scene      scene
	shaken     uint64          // when the walls were last shaken; 0: never
	hurt       bool            // by the loss of a ball
	caught     engine.DropKind // what was caught last
	caughtAt   uint64
	phase      int // of the boss that has begun last
	phaseAt    uint64
	caughtHigh bool   // in the upper half of the field
	dotted     uint64 // the game's tick when the trail's last dots were put
	tick       uint64 // of the game when it was last drawn
	balls      []disc // where the balls are
}

type disc struct{ x, y, r float64 }

type flash struct {
	brick int
	born  uint64
}

type trailDot struct {
	disc
	born uint64 // the game's tick
}

// A ring holds the last few of something.
type ring[T any] struct {
	items [64]T
	n     int // how many were ever put, up to the last clear
}

func (r *ring[T]) put(v T) {
	r.items[r.n%len(r.items)] = v
	r.n++
}

// last returns the i-th last item.
func (r *ring[T]) last(i int) *T { return &r.items[(r.n-1-i)%len(r.items)] }

func (r *ring[T]) len() int { return min(r.n, len(r.items)) }

// Observe takes in what happened in one tick. Call it once for each tick, with
// or without events: it is what makes sparks fly and fade.
func (v *View) Observe(events []engine.Event) {
	e := &v.effects
	e.now++
	broken := 0
	for i := range events {
		v.observe(&events[i])
		if events[i].Kind == engine.BrickBroken {
			broken++
		}
	}
	if broken >= explosion {
		e.shaken, e.hurt = e.now, false
	}
	v.celebrate()
}

// explosion is how many bricks that break in one tick shake the walls.
const explosion = 3

func (v *View) observe(ev *engine.Event) {
	e := &v.effects
	e.noteContact(ev)
	switch ev.Kind {
	case engine.LevelBegun:
		e.clear()
		e.scene = scene{entering, e.now}
	case engine.LevelClear:
		e.scene = scene{leaving, e.now}
	case engine.WallHit, engine.PaddleHit, engine.BallHit:
		if !e.crowded() {
			v.burst(ev, contactSparks)
		}
	case engine.BrickHit:
		if !e.crowded() {
			v.light(ev.Brick, flashPause)
			v.burst(ev, hitSparks)
		}
	case engine.BrickBroken:
		v.light(ev.Brick, 0)
		v.shatter(ev.Brick, ev.N)
		v.pop(ev)
	case engine.RowLanded:
		e.shaken, e.hurt = e.now, true
		v.shatter(ev.Brick, ev.N)
	case engine.BallLost:
		if e.crowded() {
			break // in a storm they fall all the time
		}
		e.shaken, e.hurt = e.now, true
		v.burst(ev, lossSparks)
	case engine.BrickExploded:
		e.shaken, e.hurt = e.now, false
		v.burst(ev, blastSparks)
	case engine.BrickLit, engine.BallBumped, engine.BallTravelled, engine.BallScattered, engine.BrickGrown, engine.BrickHealed:
		v.burst(ev, hitSparks)
	case engine.DropCaught:
		e.caught, e.caughtAt, e.caughtHigh = engine.DropKind(ev.Value), e.now, ev.At.Y < v.l.fh/2
		v.burst(ev, catchSparks)
	case engine.BossBlocked, engine.BoltOut, engine.VolleyShot, engine.DroneBegun:
		v.burst(ev, contactSparks)
	case engine.BossChanged:
		e.shaken, e.hurt, e.phase, e.phaseAt = e.now, false, ev.Value, e.now
		v.light(ev.Brick, flashPause)
		v.burst(ev, blastSparks)
	case engine.BossKilled:
		e.shaken, e.hurt = e.now, false
		v.light(ev.Brick, 0)
		for range bossShards {
			v.shatter(ev.Brick, geom.Vec{})
		}
	case engine.Cannon:
		v.popMore(ev)
		v.burst(ev, catchSparks)
	case engine.ShotFired:
		e.shots.put(shotLine{ev.At, ev.Value, e.now})
		v.burst(ev, hitSparks)
	}
}

func (e *effects) clear() {
	e.flashes.n, e.sparks.n, e.pops.n, e.trail.n, e.shots.n, e.contacts.n = 0, 0, 0, 0, 0, 0
	e.scene, e.shaken, e.caught, e.phase = scene{}, 0, engine.NoDrop, 0
	clear(e.lit)
}

// light lets a brick flash, unless it has done so less than pause ticks ago: three times in a
// second is as often as anything may flash (WCAG 2.3.1), and many balls can hit many
// bricks. When it breaks it always does.
func (v *View) light(k int, pause uint64) {
	e := &v.effects
	if k < 0 || k >= len(v.base.bricks) {
		return
	}
	if len(e.lit) != len(v.base.bricks) {
		e.lit = make([]uint64, len(v.base.bricks))
	}
	if e.lit[k] != 0 && e.now < e.lit[k]+pause {
		return
	}
	e.lit[k] = e.now
	e.flashes.put(flash{k, e.now})
}

// random returns a number in [0, 1): splitmix64.
func (e *effects) random() float64 {
	e.rng += 0x9e3779b97f4a7c15
	z := e.rng
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// follow notes where the balls are, and lets them leave their trails: dots that
// stay where they are, in one colour, which costs the wire less than ones that follow.
func (e *effects) follow(g *engine.Game) {
	if g.Tick < e.tick {
		s := e.scene // which has begun since
		e.clear()
		e.scene, e.dotted = s, 0
	}
	e.tick = g.Tick
	e.balls = e.balls[:0]
	storm, waits := engine.Modes[g.Mode].Storm, false
	for i := range g.Balls {
		if b := &g.Balls[i]; b.Gone || b.Held && storm && waits {
			continue // those that wait all lie in the same place
		}
		waits = waits || g.Balls[i].Held
		at := g.BallAt(i)
		e.balls = append(e.balls, disc{at.X, at.Y, g.Balls[i].R})
	}
	if g.Phase != engine.Play || e.crowded() || g.Tick < e.dotted+trailEvery {
		return
	}
	e.dotted = g.Tick
	for _, b := range e.balls {
		e.trail.put(trailDot{b, g.Tick})
	}
}

// crowded reports whether there are so many balls that what they touch shows no effects.
func (e *effects) crowded() bool { return len(e.balls) > crowdFrom }

// covered reports whether a ball is so near to a dot of a trail that it would
// look like a bulge of the ball.
func (e *effects) covered(d *trailDot) bool {
	for _, b := range e.balls {
		dx, dy := b.x-d.x, b.y-d.y
		if dx*dx+dy*dy < 4*b.r*b.r {
			return true
		}
	}
	return false
}

// trailSize is the radius of a trail's dot, in radii of the ball.
const trailSize = 0.7

func (v *View) drawTrail() {
	p := raster.NewPixel(v.theme.Trail, 50)
	v.eachTrailDot(func(d *trailDot) {
		if v.over.CrispDisc(trailSize * d.r) {
			v.over.StampDot(d.x, d.y, trailSize*d.r, p)
			return
		}
		v.over.SoftDisc(d.x, d.y, trailSize*d.r, p, p)
	})
}

// eachTrailDot calls put for each dot of a trail, the oldest first.
func (v *View) eachTrailDot(put func(d *trailDot)) {
	e := &v.effects
	if v.o.Effects != FullEffects || e.crowded() {
		return
	}
	for i := e.trail.len() - 1; i >= 0; i-- {
		d := e.trail.last(i)
		age := e.tick - d.born
		if age > trailTicks || e.covered(d) {
			continue
		}
		put(d)
	}
}

// flashShare is how much of a brick that is hit turns to the colour of flashes, in sixteenths.
const flashShare = 5

func (v *View) drawFlashes(g *engine.Game) {
	v.eachFlash(g, func(b *engine.Brick) {
		v.flash(b, raster.NewPixel(cell.Snap256(cell.Mix(cell.Glow(v.theme.hueOf(b)), v.theme.Flash, flashShare)), 255))
	})
}

// eachFlash calls put for each brick that was hit or has come just now. One that broke is
// lit up where it was.
func (v *View) eachFlash(g *engine.Game, put func(b *engine.Brick)) {
	e := &v.effects
	if v.o.Effects == NoEffects {
		return
	}
	v.eachArrival(g, put)
	for i := range min(e.flashes.len(), maxFlashes) {
		f := e.flashes.last(i)
		if e.now-f.born < flashTicks && f.brick < len(v.base.bricks) {
			put(&v.base.bricks[f.brick])
		}
	}
}

// flash fills a brick with one colour.
func (v *View) flash(b *engine.Brick, p raster.Pixel) {
	o := &v.over
	if b.Moves {
		o.Turned(o.AreaOf(&b.Shape), func(x, y float64) (raster.Pixel, bool) { return p, b.Shape.Contains(geom.Vec{X: x, Y: y}) })
		return
	}
	k := v.lookOf(b)
	s := o.StampOf(&b.Shape, &k)
	o.Touch(o.Cells(raster.Rect(s.X, s.Y, s.X+s.W, s.Y+s.H).And(o.All())))
	o.FillStamp(&s, o.All(), func(int) raster.Pixel { return p })
}
