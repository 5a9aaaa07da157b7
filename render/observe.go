package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// Observe records the events of one tick and advances the effects. Call it once for each tick, with or without
// events.
func (v *View) Observe(events []engine.Event) {
	e := &v.effects
	e.now++

	broken := 0
	for i := range events {
		ev := &events[i]
		v.recordEvent(ev)
		v.respond(ev)
		if ev.Kind == engine.BrickBroken {
			broken++
		}
	}

	if broken >= explosionBricks {
		v.startShake(joltShake)
	}
	v.advanceTransition()
}

// explosionBricks is the minimum number of bricks that must break in one tick to shake the walls.
const explosionBricks = 3

// A response contains the effects of an event.
type response struct {
	shake         shakeCause
	flash         flashMode // flash of the brick
	shards        int       // number of groups of shards that fly from the brick
	allSides      bool      // shards fly in all directions, not only away from the hit
	sparks        int       // number of sparks
	unlessCrowded bool      // no effect if there are many balls, because the event is too frequent then
}

// A shakeCause is a reason for the walls to shake.
type shakeCause uint8

const (
	noShake   shakeCause = iota
	joltShake            // any other cause, such as an explosion
	lossShake            // a ball was lost or a row landed
)

// A flashMode determines whether a brick flashes.
type flashMode uint8

const (
	noFlash      flashMode = iota
	flashLimited           // flashes unless the brick has flashed recently
	flashAlways            // always flashes, because the brick will not flash again
)

// responses contains a row for each kind of event with effects.
var responses = [...]response{
	engine.WallHit:        {sparks: contactSparks, unlessCrowded: true},
	engine.PaddleHit:      {sparks: contactSparks, unlessCrowded: true},
	engine.BallHit:        {sparks: contactSparks, unlessCrowded: true},
	engine.BrickHit:       {flash: flashLimited, sparks: hitSparks, unlessCrowded: true},
	engine.BrickBroken:    {flash: flashAlways, shards: 1},
	engine.RowLanded:      {shake: lossShake, shards: 1},
	engine.BallLost:       {shake: lossShake, sparks: lossSparks, unlessCrowded: true},
	engine.BrickExploded:  {shake: joltShake, sparks: blastSparks},
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
	engine.BossChanged:    {shake: joltShake, flash: flashLimited, sparks: blastSparks},
	engine.BossKilled:     {shake: joltShake, flash: flashAlways, shards: bossShards, allSides: true},
	engine.Cannon:         {sparks: catchSparks},
	engine.ShotFired:      {sparks: hitSparks},
	engine.BoltHit:        {shake: joltShake, sparks: blastSparks},
	engine.DropSent:       {sparks: catchSparks},
	engine.BallTurned:     {sparks: hitSparks},
	engine.FinaleStarted:  {shake: joltShake},
	engine.LastBrick:      {shake: joltShake},
	engine.BossOpened:     {sparks: blastSparks},
	engine.BallSaved:      {sparks: catchSparks},
	engine.BrickOverdue:   {sparks: hitSparks},
	engine.BrickBurst:     {flash: flashAlways, shards: 2, allSides: true, sparks: blastSparks},
	engine.BucketPaid:     {sparks: catchSparks},
	engine.WireCut:        {flash: flashLimited, sparks: blastSparks},
}

// respond starts the effects of an event.
func (v *View) respond(ev *engine.Event) {
	e := &v.effects
	if int(ev.Kind) >= len(responses) {
		return
	}
	r := &responses[ev.Kind]
	if r.unlessCrowded && e.isCrowded() {
		return
	}

	v.startShake(r.shake)
	switch r.flash {
	case flashLimited:
		v.startFlash(ev.Brick, flashPause)
	case flashAlways:
		v.startFlash(ev.Brick, 0)
	}

	from := ev.N
	if r.allSides {
		from = geom.Vec{}
	}
	for range r.shards {
		v.startShards(ev.Brick, from)
	}
	v.startSparks(ev, r.sparks)
}

// recordEvent records an event that later frames show.
func (v *View) recordEvent(ev *engine.Event) {
	e := &v.effects
	switch ev.Kind {
	case engine.WallHit, engine.PaddleHit, engine.BrickHit, engine.BallHit:
		e.contacts.put(shownContact{at: ev.At, n: ev.N, born: e.now})
	case engine.BrickBroken:
		e.contacts.put(shownContact{at: ev.At, n: ev.N, born: e.now})
		v.addPointLabel(ev)
	case engine.Cannon:
		v.addCannonPoints(ev)
	case engine.ShoveMissed:
		e.missedAt[ev.Value] = e.now
	case engine.LevelStarted:
		e.clear()
		e.transition = transition{kind: enterTransition, since: e.now}
	case engine.FinaleStarted:
		e.announcement = levelAnnouncement{bricksLeft: ev.Value, announcedAt: e.now}
	case engine.LastBrick:
		e.announcement = levelAnnouncement{label: &text.HUD.LastBrick, announcedAt: e.now}
		if ev.Brick >= 0 {
			e.announcement.label = &text.HUD.LastHit
		}
	case engine.BallSaved:
		e.announcement = levelAnnouncement{label: &text.HUD.Saved, announcedAt: e.now}
	case engine.BossOpened:
		e.announcement = levelAnnouncement{label: &text.HUD.AllSidesWeak, announcedAt: e.now}
	case engine.BucketPaid:
		e.payments.put(payment{x: ev.At.X, points: ev.Value, born: e.now})
	case engine.LevelClear:
		e.transition = transition{kind: leaveTransition, since: e.now}
	case engine.DropCaught:
		v.recordCaught(ev, v.benefitOf(spec.DropKind(ev.Value)))
	case engine.DropSent:
		v.recordSent(ev)
	case engine.BossChanged:
		e.bossPhase, e.bossPhaseAt = ev.Value, e.now
		e.blast = bossBlast{at: ev.At, since: e.now}
	case engine.BossKilled:
		e.blast = bossBlast{at: ev.At, since: e.now}
		if k := ev.Brick; k >= 0 && k < len(v.board.bricks) {
			e.blast.shape = *v.board.bricks[k].Shape
		}
	case engine.ShotFired:
		e.shots.put(shotLine{at: ev.At, from: ev.Value, born: e.now})
	}
}

// recordCaught records the drop caught in ev, and its benefit. The label of the drop appears in the half of the field
// in which the drop was caught.
func (v *View) recordCaught(ev *engine.Event, b spec.Benefit) {
	e := &v.effects
	e.caughtDrop, e.caughtAt, e.caughtInUpperHalf, e.caughtBenefit = spec.DropKind(ev.Value), e.now, ev.At.Y < v.l.fh/2,
		b
}

// startShake starts a shake of the walls, unless the cause is noShake.
func (v *View) startShake(b shakeCause) {
	if e := &v.effects; b != noShake {
		e.shakenAt, e.shakeIsLoss = e.now, b == lossShake
	}
}

// startFlash starts a flash of brick k, unless the last one started less than pause ticks ago. Without the pause, balls
// that hit a brick often could cause more than the three flashes per second that WCAG 2.3.1 allows.
func (v *View) startFlash(k int, pause uint64) {
	e := &v.effects
	if k < 0 || k >= len(v.board.bricks) {
		return
	}
	if len(e.lastFlash) != len(v.board.bricks) {
		e.lastFlash = make([]uint64, len(v.board.bricks))
	}
	if e.lastFlash[k] != 0 && e.now < e.lastFlash[k]+pause {
		return
	}
	e.lastFlash[k] = e.now
	e.flashes.put(brickFlash{brick: k, born: e.now})
}
