package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// levelIsAppearing reports whether the bricks of a new level are still appearing. The result is false after the serve,
// so that every brick that a ball can hit is visible.
func (v *View) levelIsAppearing(g *engine.Game) bool {
	s := &v.effects.transition
	return s.kind == enterTransition && v.opts.Effects == FullEffects && g.Phase == engine.Serve &&
		v.effects.now < s.since+enterTicks
}

// A brickWave determines which bricks are visible during a transition.
type brickWave struct {
	transition
	running bool   // false if all bricks are visible
	now     uint64 // current time, in observed ticks
}

// currentWave returns the wave for the current transition of g. It is not running if there is no transition.
func (v *View) currentWave(g *engine.Game) brickWave {
	w := brickWave{v.effects.transition, false, v.effects.now}
	isLeaving := w.kind == leaveTransition && v.opts.Effects == FullEffects && g.Phase == engine.Clear
	w.running = isLeaving || v.levelIsAppearing(g)
	return w
}

// hits returns the hits with which brick k is drawn, or 0 if the brick has not appeared yet or has disappeared.
func (w *brickWave) hits(g *engine.Game, k int) uint8 {
	if w.running {
		if gone := w.now >= w.timeOf(g.Shape(k), g.W, g.H); gone == (w.kind == leaveTransition) {
			return 0
		}
	}
	return g.Bricks[k].Hits
}

// eachAppearingBrick calls put for the bricks that have just appeared.
func (v *View) eachAppearingBrick(g *engine.Game, put func(b *brick)) {
	if !v.levelIsAppearing(g) {
		return
	}
	s, now := &v.effects.transition, v.effects.now
	for i := range v.board.bricks {
		b := &v.board.bricks[i]
		if due := s.timeOf(b.Shape, g.W, g.H); b.Hits > 0 && !b.Hidden && now >= due && now < due+enterFlash {
			put(b)
		}
	}
}

// advanceTransition advances the transition of a cleared level by one tick. It starts the shards of bricks that
// disappear, and fireworks.
func (v *View) advanceTransition() {
	e := &v.effects
	s := &e.transition
	if s.kind != leaveTransition || v.opts.Effects != FullEffects || v.l.tooSmall || v.l.fw == 0 {
		return
	}
	for k := range v.board.bricks {
		if b := &v.board.bricks[k]; b.Hits > 0 && !b.Hidden && e.now == s.timeOf(b.Shape, v.l.fw, v.l.fh) {
			v.startShards(k, geom.Vec{})
		}
	}
	age := e.now - s.since
	if age%rocketInterval != 0 || age == 0 || age > rocketInterval*rocketCount {
		return
	}
	at := geom.Vec{X: v.l.fw * (0.15 + 0.7*e.random()), Y: v.l.fh * (0.12 + 0.5*e.random())}
	c := cell.Snap256(v.theme.Hues[int(e.random()*spec.NumHues)])
	for i := range rocketSize {
		d := geom.Direction(360 * float64(i) / rocketSize)
		e.sparks.put(spark{at: at, v: d.Mul(11 + 3*e.random()), hue: c, born: e.now, duration: shardTicks, shard: true})
	}
}
