package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A Bolt is a shot of a boss. It flies straight and passes over bricks. A paddle that it touches is
// stunned and becomes narrower.
type Bolt struct {
	At geom.Vec
	V  geom.Vec // units/s
}

// BoltRadius is the radius of a bolt, in units.
const BoltRadius = 0.4

// Limits and effects of bolts.
const (
	boltSpeed     = 16.0 // units/s; a bolt needs about two seconds from the upper part of the field to the paddle
	boltWidthLoss = 0.9  // reduction of half of the paddle width, in units; DropShrink reduces it by twice as much
	maxBolts      = 24   // maximum number of bolts in the field
)

// shootVolley shoots a volley of bolts. The center of the volley points to the paddle nearest to
// the boss.
func (g *Game) shootVolley(p *spec.BossPhase) {
	if len(g.Paddles) == 0 {
		return
	}

	at := g.BossAt()
	target := g.paddleMiddle(0)
	for k := range g.Paddles {
		if q := g.paddleMiddle(k); q.Sub(at).Norm2() < target.Sub(at).Norm2() {
			target = q
		}
	}

	d := target.Sub(at).Unit()
	start := at.Along(d, spec.Bosses[g.Boss.Kind].Radius)
	for k := range p.BoltsPerVolley {
		if len(g.Bolts) == maxBolts {
			break
		}
		turn := geom.Direction(float64(p.FanAngle * (float64(k) - float64(float64(p.BoltsPerVolley-1)/2))))
		g.Bolts = append(g.Bolts, Bolt{At: start, V: d.Turn(turn).Mul(boltSpeed)})
	}

	g.emit(Event{Kind: VolleyShot, Ball: -1, Brick: g.Boss.Brick, At: start, Value: p.BoltsPerVolley})
}

// moveBolts moves the bolts by one tick. Bolts end at paddles, at balls and outside the field. If a
// ball destroys a bolt, the boss opens; see openBoss.
func (g *Game) moveBolts() {
	if len(g.Bolts) == 0 {
		return
	}

	n := 0
	for _, b := range g.Bolts {
		from := b.At
		b.At = from.Along(b.V, 1.0/TicksPerSecond)
		g.crossWires(from, b.At, noPaddle)
		switch {
		case g.boltHitsPaddle(from, b.At):
		case b.At.X < -BoltRadius || b.At.X > g.W+BoltRadius || b.At.Y < -BoltRadius || b.At.Y > g.H+BoltRadius:
		case g.ballNear(b.At, BoltRadius):
			g.emit(Event{Kind: BoltDestroyed, Ball: -1, Brick: -1, At: b.At})
			g.openBoss()
		default:
			g.Bolts[n] = b
			n++
		}
	}

	g.Bolts = g.Bolts[:n]
}

// boltHitsPaddle reports whether a bolt that moves from start to end in this tick touches a paddle.
// If so, it stuns the paddle and makes it narrower, unless the paddle was stunned recently.
// Therefore only one bolt of a volley has an effect.
func (g *Game) boltHitsPaddle(start, end geom.Vec) bool {
	for k := range g.Paddles {
		if g.touchesPaddle(k, start, end, BoltRadius) {
			if g.stun(k) {
				g.widen(k, -boltWidthLoss)
				g.emit(Event{Kind: BoltHit, Ball: -1, Brick: -1, At: end, Value: k})
			}
			return true
		}
	}
	return false
}
