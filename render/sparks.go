package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Sparks fly when objects touch, and shards fly when a brick breaks. Neither is drawn in cells with other objects,
// where they would look like noise.

// Numbers of sparks by cause.
const (
	contactSparks = 1
	hitSparks     = 3
	lossSparks    = 10
	catchSparks   = 8
	blastSparks   = 14
	shardCount    = 4 // number of shards in a group
)

// sparkCount returns how many of n sparks are shown at the current setting of the effects.
func (v *View) sparkCount(n int) int {
	switch v.opts.Effects {
	case FullEffects:
		return n
	case SomeEffects:
		return n / 2
	}
	return 0
}

// startSparks starts up to n sparks at the position of ev. They fly away from the object that was hit.
func (v *View) startSparks(ev *engine.Event, n int) {
	e := &v.effects
	c := v.theme.Spark
	if k := ev.Brick; k >= 0 && k < len(v.board.bricks) {
		b := &v.board.bricks[k]
		c = cell.Glow(baseColor(&v.theme, b))
		if !spec.Kinds[b.Kind].Breakable {
			c, n = v.theme.Spark, 2
		}
	}
	if ev.Kind == engine.BallLost {
		c = v.theme.Alarm
	}
	for range v.sparkCount(n) {
		d := geom.Direction(e.random() * 360)
		e.sparks.put(spark{
			at: ev.At, v: d.Mul(6 + 14*e.random()).Add(ev.N.Mul(8)),
			hue: cell.Snap256(c), born: e.now, duration: sparkTicks,
		})
	}
}

// startShards starts the shards of brick k. n points from the brick toward the object that hit the brick, and most
// shards fly the other way. If n is zero, they fly evenly in all directions.
func (v *View) startShards(k int, n geom.Vec) {
	if k < 0 || k >= len(v.board.bricks) {
		return
	}
	e, b := &v.effects, &v.board.bricks[k]
	center, radius := b.Shape.Circle()
	c, turn := cell.Snap256(baseColor(&v.theme, b)), e.random()*60
	count := v.sparkCount(shardCount)
	for i := range count {
		d := geom.Direction(turn + 360*float64(i)/float64(count))
		e.sparks.put(spark{
			at: center.Along(d, shardStart*radius), v: d.Mul(7 + 9*e.random()).Sub(n.Mul(5)),
			hue: c, born: e.now + uint64(e.random()*sparkInterval), duration: shardTicks, shard: true,
		})
	}
}

// drawSparks paints the sparks.
func (v *View) drawSparks() {
	v.eachSpark(func(x, y, radius float64, c cell.Color) {
		v.overlay.Speck(x, y, radius, raster.NewPixel(c, raster.InkFront))
	})
}

// eachSpark calls put for each flying spark and shard. They move only in every second frame at 30 fps, because moving
// in each frame would take twice the bytes.
func (v *View) eachSpark(put func(x, y, radius float64, c cell.Color)) {
	e := &v.effects
	if v.opts.Effects == NoEffects {
		return
	}
	for i := range e.sparks.len() {
		s := e.sparks.last(i)
		if e.now < s.born || e.now-s.born >= s.duration {
			continue
		}
		age := e.now - s.born
		c, radius := s.hue, sparkRadius
		if s.shard {
			radius = shardRadius
		}
		if 2*age >= s.duration {
			c = cell.Snap256(cell.Mix(c, v.theme.Back, 10))
			radius = sparkRadius
		}
		at := s.position(age)
		put(at.X, at.Y, radius, c)
	}
}
