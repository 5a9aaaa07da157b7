package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/effects"
	"arkterm/render/raster"
)

// Sparks fly where things touch, and shards where a brick breaks. They pass behind everything: over bricks
// they would be noise in cells of two colours.

// The numbers of sparks.
const (
	contactSparks = 1
	hitSparks     = 3
	lossSparks    = 10
	catchSparks   = 8
	blastSparks   = 14
	shardCount    = 4
)

// sparks returns how many of n sparks fly with the chosen effects.
func (v *View) sparks(n int) int {
	switch v.o.Effects {
	case FullEffects:
		return n
	case SomeEffects:
		return n / 2
	}
	return 0
}

// burst starts up to n sparks at the place of ev, away from the thing that was hit.
func (v *View) burst(ev *engine.Event, n int) {
	e := &v.effects
	c := v.theme.Spark
	if k := ev.Brick; k >= 0 && k < len(v.base.bricks) {
		b := &v.base.bricks[k]
		c = cell.Glow(hueOf(&v.theme, b))
		if !spec.Kinds[b.Kind].Breaks {
			c, n = v.theme.Spark, 2
		}
	}
	if ev.Kind == engine.BallLost {
		c = v.theme.Alarm
	}
	for range v.sparks(n) {
		d := geom.Direction(e.Random() * 360)
		e.Sparks.Put(effects.Spark{
			At: ev.At, V: d.Mul(6 + 14*e.Random()).Add(ev.N.Mul(8)),
			Hue: cell.Snap256(c), Born: e.Now, Life: effects.SparkTicks,
		})
	}
}

// shatter starts the shards of a brick that was hit from the side of n.
func (v *View) shatter(k int, n geom.Vec) {
	if k < 0 || k >= len(v.base.bricks) {
		return
	}
	e, b := &v.effects, &v.base.bricks[k]
	center, radius := b.Shape.Circle()
	c, turn := cell.Snap256(hueOf(&v.theme, b)), e.Random()*60
	count := v.sparks(shardCount)
	for i := range count {
		d := geom.Direction(turn + 360*float64(i)/float64(count))
		e.Sparks.Put(effects.Spark{
			At: center.Along(d, effects.ShardFrom*radius), V: d.Mul(7 + 9*e.Random()).Sub(n.Mul(5)),
			Hue: c, Born: e.Now + uint64(e.Random()*effects.SparkEvery), Life: effects.ShardTicks, Shard: true,
		})
	}
}

func (v *View) drawSparks() {
	v.eachSpark(func(x, y, radius float64, c cell.Color) {
		v.over.Speck(x, y, radius, raster.NewPixel(c, raster.InkFront))
	})
}

// eachSpark calls put for each flying spark. They move in steps of two frames at 30 fps: in each frame
// they would cost twice the bytes, for a motion too short to follow.
func (v *View) eachSpark(put func(x, y, radius float64, c cell.Color)) {
	e := &v.effects
	if v.o.Effects == NoEffects {
		return
	}
	for i := range e.Sparks.Len() {
		s := e.Sparks.Last(i)
		if e.Now < s.Born || e.Now-s.Born >= s.Life {
			continue
		}
		age := e.Now - s.Born
		c, radius := s.Hue, effects.SparkRadius
		if s.Shard {
			radius = effects.ShardRadius
		}
		if 2*age >= s.Life {
			c = cell.Snap256(cell.Mix(c, v.theme.Back, 10))
			radius = effects.SparkRadius
		}
		at := s.Place(age)
		put(at.X, at.Y, radius, c)
	}
}
