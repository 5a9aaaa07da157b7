package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// entering reports whether the bricks still build up. They are all there as soon as a ball
// flies: nothing that can be hit is hidden.
func (v *View) entering(g *engine.Game) bool {
	s := &v.effects.transition
	return s.kind == entering && v.o.Effects == FullEffects && g.Phase == engine.Serve && v.effects.now < s.since+enterTicks
}

// bricks returns the bricks to draw: those of g, or those that the wave has reached.
func (v *View) bricks(g *engine.Game) []brick {
	s := &v.effects.transition
	out := s.kind == leaving && v.o.Effects == FullEffects && g.Phase == engine.Clear
	v.built = bricksOf(v.built[:0], g)
	if !out && !v.entering(g) {
		return v.built
	}
	for i := range v.built {
		b := &v.built[i]
		if gone := v.effects.now >= s.due(b, g.W, g.H); gone == out {
			b.Hits = 0
		}
	}
	return v.built
}

// eachArrival calls put for the bricks that have just come.
func (v *View) eachArrival(g *engine.Game, put func(b *brick)) {
	if !v.entering(g) {
		return
	}
	s, now := &v.effects.transition, v.effects.now
	for i := range v.built {
		b := &v.built[i]
		if due := s.due(b, g.W, g.H); b.Hits > 0 && !b.Unseen && now >= due && now < due+enterFlash {
			put(b)
		}
	}
}

// celebrate goes on with a transition by one tick: walls break to pieces when the wave takes
// them, and fireworks rise over a cleared level.
func (v *View) celebrate() {
	e := &v.effects
	s := &e.transition
	if s.kind != leaving || v.o.Effects != FullEffects || v.l.small || v.l.fw == 0 {
		return
	}
	for k := range v.base.bricks {
		if b := &v.base.bricks[k]; b.Hits > 0 && !b.Unseen && e.now == s.due(b, v.l.fw, v.l.fh) {
			v.shatter(k, geom.Vec{})
		}
	}
	age := e.now - s.since
	if age%rocketEvery != 0 || age == 0 || age > rocketEvery*rocketCount {
		return
	}
	at := geom.Vec{X: v.l.fw * (0.15 + 0.7*e.random()), Y: v.l.fh * (0.12 + 0.5*e.random())}
	c := cell.Snap256(v.theme.Hues[int(e.random()*engine.Hues)])
	for i := range rocketSize {
		d := geom.Direction(360 * float64(i) / rocketSize)
		e.sparks.put(spark{at: at, v: d.Mul(11 + 3*e.random()), hue: c, born: e.now, life: shardTicks, shard: true})
	}
}
