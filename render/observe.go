package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Observe records the events of one tick. Call it once for each tick, with or without events: it also
// advances the effects.
func (v *View) Observe(events []engine.Event) {
	e := &v.effects
	e.now++

	broken := 0
	for i := range events {
		ev := &events[i]
		v.note(ev)
		v.respond(ev)
		if ev.Kind == engine.BrickBroken {
			broken++
		}
	}

	if broken >= explosion {
		v.shake(jolt)
	}
	v.celebrate()
}

// explosion is the number of bricks broken in one tick that shakes the walls.
const explosion = 3

// A response holds the effects of an event.
type response struct {
	shake   blow
	light   lighting // of the brick
	shards  int      // how many times the brick's shards fly
	around  bool     // to all sides, not only away from the hit
	sparks  int
	fewOnly bool // only with few balls: many touch something all the time
}

// A blow is a reason for the walls to shake.
type blow uint8

const (
	noBlow blow = iota
	jolt
	hurt // a ball was lost, or a row landed
)

// A lighting is whether a brick flashes.
type lighting uint8

const (
	noLight    lighting = iota
	paused              // unless it just did
	inAnyEvent          // always: it will not flash again
)

// responses has a row for each kind of event with effects.
var responses = [...]response{
	engine.WallHit:        {sparks: contactSparks, fewOnly: true},
	engine.PaddleHit:      {sparks: contactSparks, fewOnly: true},
	engine.BallHit:        {sparks: contactSparks, fewOnly: true},
	engine.BrickHit:       {light: paused, sparks: hitSparks, fewOnly: true},
	engine.BrickBroken:    {light: inAnyEvent, shards: 1},
	engine.RowLanded:      {shake: hurt, shards: 1},
	engine.BallLost:       {shake: hurt, sparks: lossSparks, fewOnly: true},
	engine.BrickExploded:  {shake: jolt, sparks: blastSparks},
	engine.FuseLit:        {sparks: hitSparks},
	engine.BallBumped:     {sparks: hitSparks},
	engine.BallTeleported: {sparks: hitSparks},
	engine.BallScattered:  {sparks: hitSparks},
	engine.BrickGrown:     {sparks: hitSparks},
	engine.BrickHealed:    {sparks: hitSparks},
	engine.DropCaught:     {sparks: catchSparks},
	engine.BossBlocked:    {sparks: contactSparks},
	engine.BoltDestroyed:  {sparks: contactSparks},
	engine.VolleyShot:     {sparks: contactSparks},
	engine.DroneEntered:   {sparks: contactSparks},
	engine.BossChanged:    {shake: jolt, light: paused, sparks: blastSparks},
	engine.BossKilled:     {shake: jolt, light: inAnyEvent, shards: bossShards, around: true},
	engine.Cannon:         {sparks: catchSparks},
	engine.ShotFired:      {sparks: hitSparks},
	engine.BoltHit:        {shake: jolt, sparks: blastSparks},
	engine.DropSent:       {sparks: catchSparks},
	engine.BallTurned:     {sparks: hitSparks},
	engine.FinaleStarted:  {shake: jolt},
	engine.LastBrick:      {shake: jolt},
	engine.BrickOverdue:   {sparks: hitSparks},
	engine.BrickBurst:     {light: inAnyEvent, shards: 2, around: true, sparks: blastSparks},
	engine.BucketPaid:     {sparks: catchSparks},
}

// respond starts the effects of an event.
func (v *View) respond(ev *engine.Event) {
	e := &v.effects
	if int(ev.Kind) >= len(responses) {
		return
	}
	r := &responses[ev.Kind]
	if r.fewOnly && e.crowded() {
		return
	}

	v.shake(r.shake)
	switch r.light {
	case paused:
		v.light(ev.Brick, flashPause)
	case inAnyEvent:
		v.light(ev.Brick, 0)
	}

	from := ev.N
	if r.around {
		from = geom.Vec{}
	}
	for range r.shards {
		v.shatter(ev.Brick, from)
	}
	v.burst(ev, r.sparks)
}

// note records events that are shown for a while.
func (v *View) note(ev *engine.Event) {
	e := &v.effects
	switch ev.Kind {
	case engine.WallHit, engine.PaddleHit, engine.BrickHit, engine.BallHit:
		e.contacts.put(shownContact{at: ev.At, n: ev.N, born: e.now})
	case engine.BrickBroken:
		e.contacts.put(shownContact{at: ev.At, n: ev.N, born: e.now})
		v.pop(ev)
	case engine.Cannon:
		v.popMore(ev)
	case engine.ShoveMissed:
		e.missedAt[ev.Value] = e.now
	case engine.LevelStarted:
		e.clear()
		e.transition = transition{kind: entering, since: e.now}
	case engine.FinaleStarted:
		e.news = levelNews{left: ev.Value, since: e.now}
	case engine.LastBrick:
		e.news = levelNews{last: true, since: e.now}
	case engine.BucketPaid:
		e.paid.put(payment{x: ev.At.X, points: ev.Value, born: e.now})
	case engine.LevelClear:
		e.transition = transition{kind: leaving, since: e.now}
	case engine.DropCaught:
		v.catch(ev, v.benefitOf(spec.DropKind(ev.Value)))
	case engine.DropSent:
		v.catch(ev, spec.Bad)
	case engine.BossChanged:
		e.phase, e.phaseAt = ev.Value, e.now
		e.blast = bossBlast{at: ev.At, since: e.now}
	case engine.BossKilled:
		e.blast = bossBlast{at: ev.At, since: e.now}
		if k := ev.Brick; k >= 0 && k < len(v.base.bricks) {
			e.blast.shape = *v.base.bricks[k].Shape
		}
	case engine.ShotFired:
		e.shots.put(shotLine{at: ev.At, from: ev.Value, born: e.now})
	}
}

// catch remembers the drop of ev, to be named at the end of the field where it acts.
func (v *View) catch(ev *engine.Event, b spec.Benefit) {
	e := &v.effects
	e.caught, e.caughtAt, e.caughtHigh, e.caughtBenefit = spec.DropKind(ev.Value), e.now, ev.At.Y < v.l.fh/2, b
}

// shake shakes the walls.
func (v *View) shake(b blow) {
	if e := &v.effects; b != noBlow {
		e.shaken, e.hurt = e.now, b == hurt
	}
}

// light lets a brick flash, unless it did less than pause ticks ago: three flashes a second are the most
// allowed (WCAG 2.3.1), and many balls can hit many bricks. A breaking brick always flashes.
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
	e.flashes.put(brickFlash{brick: k, born: e.now})
}
