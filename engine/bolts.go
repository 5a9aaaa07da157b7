package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A Bolt is what a boss shoots: it flies straight, over all bricks, and stuns the
// paddle that it meets.
type Bolt struct {
	At geom.Vec
	V  geom.Vec // units/s
}

// BoltRadius is the radius of the disc that a bolt is.
const BoltRadius = 0.4

// Bolts in numbers.
const (
	boltSpeed = 16.0 // units/s: two seconds from the ceiling's part of the field to the paddle
	maxBolts  = 24
)

// shootVolley sends the bolts of a volley off: toward where the paddle nearest to
// the boss is now, and the others beside that.
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
	for k := range p.Shots {
		if len(g.Bolts) == maxBolts {
			break
		}
		turn := geom.Direction(float64(p.Fan * (float64(k) - float64(float64(p.Shots-1)/2))))
		g.Bolts = append(g.Bolts, Bolt{At: start, V: d.Turn(turn).Mul(boltSpeed)})
	}
	g.emit(Event{Kind: VolleyShot, Ball: -1, Brick: g.Boss.Brick, At: start, Value: p.Shots})
}

// moveBolts lets the bolts fly for a tick. One that meets a paddle in it stuns it;
// a ball in flight puts one out.
func (g *Game) moveBolts() {
	if len(g.Bolts) == 0 {
		return
	}
	n := 0
	for _, b := range g.Bolts {
		from := b.At
		b.At = from.Along(b.V, 1.0/TicksPerSecond)
		switch {
		case g.boltMeets(from, b.At):
		case b.At.X < -BoltRadius || b.At.X > g.W+BoltRadius || b.At.Y < -BoltRadius || b.At.Y > g.H+BoltRadius:
		case g.ballNear(b.At, BoltRadius):
			g.emit(Event{Kind: BoltOut, Ball: -1, Brick: -1, At: b.At})
		default:
			g.Bolts[n] = b
			n++
		}
	}
	g.Bolts = g.Bolts[:n]
}

// boltMeets reports whether a bolt that moves from one point to the other meets a
// paddle, and stuns it.
func (g *Game) boltMeets(from, to geom.Vec) bool {
	for k := range g.Paddles {
		if g.paddleTouched(k, from, to, BoltRadius) {
			g.stun(k)
			return true
		}
	}
	return false
}
