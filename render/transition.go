package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/effects"
)

// entering reports whether the bricks still build up. Once a ball flies they are all there: nothing that
// can be hit is hidden.
func (v *View) entering(g *engine.Game) bool {
	s := &v.effects.Transition
	return s.Kind == effects.Entering && v.o.Effects == FullEffects && g.Phase == engine.Serve && v.effects.Now < s.Since+effects.EnterTicks
}

// A wave tells which bricks a transition shows.
type wave struct {
	effects.Transition
	runs bool
	now  uint64
}

// shown returns the wave over the bricks of g, if there is one.
func (v *View) shown(g *engine.Game) wave {
	w := wave{v.effects.Transition, false, v.effects.Now}
	out := w.Kind == effects.Leaving && v.o.Effects == FullEffects && g.Phase == engine.Clear
	w.runs = out || v.entering(g)
	return w
}

// hits returns the hits to draw brick k with: 0 if the wave has not brought it yet, or has taken it.
func (w *wave) hits(g *engine.Game, k int) uint8 {
	if w.runs {
		if gone := w.now >= w.Due(g.Shape(k), g.W, g.H); gone == (w.Kind == effects.Leaving) {
			return 0
		}
	}
	return g.Bricks[k].Hits
}

// eachArrival calls put for the bricks that have just appeared.
func (v *View) eachArrival(g *engine.Game, put func(b *brick)) {
	if !v.entering(g) {
		return
	}
	s, now := &v.effects.Transition, v.effects.Now
	for i := range v.base.bricks {
		b := &v.base.bricks[i]
		if due := s.Due(b.Shape, g.W, g.H); b.Hits > 0 && !b.Unseen && now >= due && now < due+effects.EnterFlash {
			put(b)
		}
	}
}

// celebrate advances a transition by one tick: walls break when the wave takes them, and fireworks rise
// over a cleared level.
func (v *View) celebrate() {
	e := &v.effects
	s := &e.Transition
	if s.Kind != effects.Leaving || v.o.Effects != FullEffects || v.l.small || v.l.fw == 0 {
		return
	}
	for k := range v.base.bricks {
		if b := &v.base.bricks[k]; b.Hits > 0 && !b.Unseen && e.Now == s.Due(b.Shape, v.l.fw, v.l.fh) {
			v.shatter(k, geom.Vec{})
		}
	}
	age := e.Now - s.Since
	if age%effects.RocketEvery != 0 || age == 0 || age > effects.RocketEvery*effects.RocketCount {
		return
	}
	at := geom.Vec{X: v.l.fw * (0.15 + 0.7*e.Random()), Y: v.l.fh * (0.12 + 0.5*e.Random())}
	c := cell.Snap256(v.theme.Hues[int(e.Random()*spec.Hues)])
	for i := range effects.RocketSize {
		d := geom.Direction(360 * float64(i) / effects.RocketSize)
		e.Sparks.Put(effects.Spark{At: at, V: d.Mul(11 + 3*e.Random()), Hue: c, Born: e.Now, Life: effects.ShardTicks, Shard: true})
	}
}
