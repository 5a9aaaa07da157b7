package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/effects"
)

// Observe records the events of one tick. Call it once for each tick, with or without events: it also
// advances the effects.
func (v *View) Observe(events []engine.Event) {
	e := &v.effects
	e.Now++

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
	engine.WallHit:       {sparks: contactSparks, fewOnly: true},
	engine.PaddleHit:     {sparks: contactSparks, fewOnly: true},
	engine.BallHit:       {sparks: contactSparks, fewOnly: true},
	engine.BrickHit:      {light: paused, sparks: hitSparks, fewOnly: true},
	engine.BrickBroken:   {light: inAnyEvent, shards: 1},
	engine.RowLanded:     {shake: hurt, shards: 1},
	engine.BallLost:      {shake: hurt, sparks: lossSparks, fewOnly: true},
	engine.BrickExploded: {shake: jolt, sparks: blastSparks},
	engine.BrickLit:      {sparks: hitSparks},
	engine.BallBumped:    {sparks: hitSparks},
	engine.BallTravelled: {sparks: hitSparks},
	engine.BallScattered: {sparks: hitSparks},
	engine.BrickGrown:    {sparks: hitSparks},
	engine.BrickHealed:   {sparks: hitSparks},
	engine.DropCaught:    {sparks: catchSparks},
	engine.BossBlocked:   {sparks: contactSparks},
	engine.BoltOut:       {sparks: contactSparks},
	engine.VolleyShot:    {sparks: contactSparks},
	engine.DroneBegun:    {sparks: contactSparks},
	engine.BossChanged:   {shake: jolt, light: paused, sparks: blastSparks},
	engine.BossKilled:    {shake: jolt, light: inAnyEvent, shards: bossShards, around: true},
	engine.Cannon:        {sparks: catchSparks},
	engine.ShotFired:     {sparks: hitSparks},
	engine.BoltHit:       {shake: jolt, sparks: blastSparks},
	engine.DropSent:      {sparks: catchSparks},
	engine.BallBent:      {sparks: hitSparks},
	engine.FinaleBegun:   {shake: jolt},
	engine.LastBrick:     {shake: jolt},
	engine.BrickOverdue:  {sparks: hitSparks},
	engine.BrickBurst:    {light: inAnyEvent, shards: 2, around: true, sparks: blastSparks},
	engine.BucketPaid:    {sparks: catchSparks},
}

// respond starts the effects of an event.
func (v *View) respond(ev *engine.Event) {
	e := &v.effects
	if int(ev.Kind) >= len(responses) {
		return
	}
	r := &responses[ev.Kind]
	if r.fewOnly && e.Crowded() {
		return
	}

	v.shake(r.shake)
	switch r.light {
	case paused:
		v.light(ev.Brick, effects.FlashPause)
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
		e.Contacts.Put(effects.ShownContact{At: ev.At, N: ev.N, Born: e.Now})
	case engine.BrickBroken:
		e.Contacts.Put(effects.ShownContact{At: ev.At, N: ev.N, Born: e.Now})
		v.pop(ev)
	case engine.Cannon:
		v.popMore(ev)
	case engine.ShoveMissed:
		e.MissedAt[ev.Value] = e.Now
	case engine.LevelBegun:
		e.Clear()
		e.Transition = effects.Transition{Kind: effects.Entering, Since: e.Now}
	case engine.FinaleBegun:
		e.Said = effects.Said{Left: ev.Value, Since: e.Now}
	case engine.LastBrick:
		e.Said = effects.Said{Last: true, Since: e.Now}
	case engine.BucketPaid:
		e.Paid.Put(effects.Payment{X: ev.At.X, Points: ev.Value, Born: e.Now})
	case engine.LevelClear:
		e.Transition = effects.Transition{Kind: effects.Leaving, Since: e.Now}
	case engine.DropCaught:
		v.catch(ev, v.benefitOf(spec.DropKind(ev.Value)))
	case engine.DropSent:
		v.catch(ev, spec.Bad)
	case engine.BossChanged:
		e.Phase, e.PhaseAt = ev.Value, e.Now
		e.Blast = effects.Blast{At: ev.At, Since: e.Now}
	case engine.BossKilled:
		e.Blast = effects.Blast{At: ev.At, Since: e.Now}
		if k := ev.Brick; k >= 0 && k < len(v.base.bricks) {
			e.Blast.Shape = *v.base.bricks[k].Shape
		}
	case engine.ShotFired:
		e.Shots.Put(effects.ShotLine{At: ev.At, From: ev.Value, Born: e.Now})
	}
}

// catch remembers the drop of ev, to be named at the end of the field where it acts.
func (v *View) catch(ev *engine.Event, b spec.Benefit) {
	e := &v.effects
	e.Caught, e.CaughtAt, e.CaughtHigh, e.CaughtBenefit = spec.DropKind(ev.Value), e.Now, ev.At.Y < v.l.fh/2, b
}

// shake shakes the walls.
func (v *View) shake(b blow) {
	if e := &v.effects; b != noBlow {
		e.Shaken, e.Hurt = e.Now, b == hurt
	}
}

// light lets a brick flash, unless it did less than pause ticks ago: three flashes a second are the most
// allowed (WCAG 2.3.1), and many balls can hit many bricks. A breaking brick always flashes.
func (v *View) light(k int, pause uint64) {
	e := &v.effects
	if k < 0 || k >= len(v.base.bricks) {
		return
	}
	if len(e.Lit) != len(v.base.bricks) {
		e.Lit = make([]uint64, len(v.base.bricks))
	}
	if e.Lit[k] != 0 && e.Now < e.Lit[k]+pause {
		return
	}
	e.Lit[k] = e.Now
	e.Flashes.Put(effects.Flash{Brick: k, Born: e.Now})
}
