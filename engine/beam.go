package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A Beam is a ray through the field at one moment. The first brick or wall stops it.
type Beam struct {
	From, Dir geom.Vec // Dir is a unit vector
	Length    float64  // distance from From to the end, in units
	N         geom.Vec // normal of the surface that stops it, toward the beam; zero if the beam starts inside a brick
	Brick     int      // index of the brick that stops it; −1 for a wall or the open floor
}

// End returns the end of the beam.
func (b *Beam) End() geom.Vec { return b.From.Along(b.Dir, b.Length) }

// A Crossing is a ball or a paddle that a beam crosses. The times of its Chord are distances from
// the start of the beam. The beam can start or end inside the object.
type Crossing struct {
	Paddle bool // true for a paddle, false for a ball
	Index  int  // index of the paddle or the ball
	geom.Chord
}

// TraceBeam returns the beam that begins at start in the direction of the unit vector d. The first
// brick or wall stops it. TraceBeam appends the balls and paddles that the beam crosses or touches
// to dst, nearest first. At equal distances, paddles precede balls, and lower indices precede
// higher ones.
func (g *Game) TraceBeam(start, d geom.Vec, dst []Crossing) (Beam, []Crossing) {
	hit := g.Sweep(start, d, 0, -1)
	b := Beam{From: start, Dir: d, Length: hit.Dist, N: hit.N, Brick: hit.Brick}
	for k := range g.world.Obstacles {
		if o := g.Obstacle(k); !o.Gone && o.Shape.Contains(start) {
			b.Length, b.N, b.Brick = 0, geom.Vec{}, k
			break
		}
	}

	first := len(dst)
	for k := range g.Paddles {
		p := &g.world.Capsules[k]
		flat := p.Half - p.R
		c := geom.RayCapsule(start, d, geom.Vec{X: p.X - flat, Y: p.Y}, geom.Vec{X: p.X + flat, Y: p.Y}, p.R)
		dst = appendCrossing(dst, first, Crossing{Paddle: true, Index: k, Chord: c.Clip(0, b.Length)})
	}

	for i := range g.Balls {
		c := geom.RayCircle(start, d, g.BallAt(i), g.world.Discs[i].R)
		dst = appendCrossing(dst, first, Crossing{Index: i, Chord: c.Clip(0, b.Length)})
	}
	return b, dst
}

// appendCrossing inserts c into dst[first:] in order of distance, unless the beam misses the
// object.
func appendCrossing(dst []Crossing, first int, c Crossing) []Crossing {
	if c.Kind == geom.Miss {
		return dst
	}
	dst = append(dst, c)
	for k := len(dst) - 1; k > first && dst[k].In < dst[k-1].In; k-- {
		dst[k], dst[k-1] = dst[k-1], dst[k]
	}
	return dst
}

// An Emitter is the current state of a beam's source.
type Emitter struct {
	Lit  bool // the beam is on
	Beam Beam // From and Dir are always valid, the other fields only if Lit
}

// Effects of beams and shots, in ticks.
const (
	ChargeTicks     = 2 * TicksPerSecond          // time after a beam during which a ball's hits count twice
	StunTicks       = TicksPerSecond / 2          // time after a beam during which a paddle cannot move
	stunImmuneTicks = 3 * TicksPerSecond / 2      // time after a stun during which a paddle cannot be stunned again
	shotInterval    = 150 * TicksPerSecond / 1000 // minimum time between two shots
)

// updateEmitters turns all emitters of the level to their directions at the end of this tick and
// applies their beams. A beam charges balls and stuns paddles.
func (g *Game) updateEmitters() {
	specs := g.levels[g.Level].Emitters
	for k := range specs {
		s, e := &specs[k], &g.Emitters[k]
		age := int(g.Tick - g.levelBegan)
		e.Beam = Beam{
			From: s.At, Dir: geom.Direction(s.Degrees + float64(s.Spin*float64(age)/TicksPerSecond)),
			Brick: -1,
		}
		e.Lit = s.On == 0 || (age+s.Elapsed)%(s.On+s.Off) < s.On
		if !e.Lit {
			continue
		}

		e.Beam, g.crossings = g.TraceBeam(e.Beam.From, e.Beam.Dir, g.crossings[:0])
		if g.Phase != Play {
			continue
		}

		for _, c := range g.crossings {
			g.applyBeam(c)
		}
	}
}

// applyBeam applies a beam to the object that it crosses. A ball becomes charged, and a paddle is
// stunned.
func (g *Game) applyBeam(c Crossing) {
	if !c.Paddle {
		g.Balls[c.Index].ChargedUntil = g.Tick + ChargeTicks
		return
	}
	g.stun(c.Index)
}

// stun stuns paddle k unless it was stunned recently. It reports whether it stunned the paddle.
func (g *Game) stun(k int) bool {
	p := &g.Paddles[k]
	if g.Tick < p.StunnedUntil+stunImmuneTicks && p.StunnedUntil > 0 {
		return false
	}
	p.StunnedUntil = g.Tick + 1 + StunTicks // from the next tick on
	g.emit(Event{Kind: PaddleStunned, Ball: -1, Brick: -1, At: g.paddleMiddle(k)})
	return true
}

// paddleMiddle returns the center of paddle k.
func (g *Game) paddleMiddle(k int) geom.Vec {
	p := &g.world.Capsules[k]
	return geom.Vec{X: p.X, Y: p.Y}
}

// shoot fires a laser shot from the center of paddle k, if shots are available. A shot is
// instantaneous and passes through balls. It takes one hit from the brick that stops it, and stuns
// the opponent's paddle.
func (g *Game) shoot(k int) {
	if !g.fireShoots(k) || g.Tick < g.lastShot[k]+shotInterval && g.lastShot[k] > 0 {
		return
	}
	if !g.RunsFor(spec.DropWeapon, k) {
		g.Shots--
	}

	g.lastShot[k] = g.Tick
	g.lastHitter = uint8(k)
	var b Beam
	b, g.crossings = g.TraceBeam(geom.Vec{X: g.world.Capsules[k].X, Y: g.FrontY(k, 0)},
		g.Paddles[k].Orient(geom.Vec{Y: -1}), g.crossings[:0])
	g.crossWires(b.From, b.End(), k)
	g.emit(Event{Kind: ShotFired, Ball: -1, Brick: b.Brick, At: b.End(), N: b.N, Value: k})
	for _, c := range g.crossings {
		if c.Paddle && c.Index != k {
			g.applyBeam(c)
		}
	}

	if b.Brick >= 0 && spec.Kinds[g.Bricks[b.Brick].Kind].Breakable &&
		(b.Brick != g.Boss.Brick || !g.bossAlive() || g.isWeakAt(b.N)) {
		g.damage(b.Brick, 1, Event{Ball: -1, At: b.End(), N: b.N})
	}
}
