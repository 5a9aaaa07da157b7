package engine

import (
	"math"

	"arkterm/engine/geom"
)

// This file bounds how often a ball touches anything within a tick. Between two sides
// that are exactly as far apart as it is wide, no time passes from one contact to the
// next: there would be no end of them.

// maxContacts is how many contacts a ball has within a tick. Between sides that leave it
// some room it has few; with as many as this it went from side to side each 16 μs. The next
// thing that it meets in that tick stops it where it is until the tick is over, along with what
// moves it. Then it goes on along that side with the speed that it had: out of the slot, if that
// has an end. Without rules balls may be so fast that they have more, and mean it.
const (
	maxContacts     = 256
	maxContactsFree = 1 << 13
)

// slip is how much nearer to a side a ball may come in the tick after that, as a share
// of its speed, and slide along all the same: the sides of a slot are parallel as far as numbers
// go, but not farther. In 12 s, when it may be recalled, it would sink in by 5e-10 units.
const slip = 1e-12

// tires counts a contact of the ball of track tr, and reports whether that is one too many.
func (g *Game) tires(tr *track) bool {
	if tr.tick != g.Tick {
		tr.tick, tr.contacts = g.Tick, 0
	}
	tr.contacts++
	return tr.contacts > maxContacts && (!g.free || tr.contacts > maxContactsFree)
}

// rest stops ball i, which touches something with the normal n, for the rest of the tick.
func (g *Game) rest(i int, n geom.Vec) {
	b := &g.Balls[i]
	if b.V == (geom.Vec{}) {
		return
	}
	along := geom.Vec{X: -n.Y, Y: n.X}
	if b.V.Dot(along) < 0 {
		along = along.Neg()
	}
	b.goesOn = along.Unit().Mul(b.V.Norm())
	if math.Abs(b.goesOn.X) < slip*math.Abs(b.goesOn.Y) {
		b.goesOn.X = 0 // the field's walls are where they are
	}
	g.energy -= b.kinetic()
	g.setCourse(i, g.BallAt(i), geom.Vec{}, g.now)
	g.resting++
	g.predict(i)
}

// wake lets ball i go on, if it rests. The caller predicts what it meets.
func (g *Game) wake(i int) {
	b := &g.Balls[i]
	if b.goesOn == (geom.Vec{}) {
		return
	}
	g.setCourse(i, g.BallAt(i), b.goesOn, g.now)
	b.goesOn, b.slidesTo = geom.Vec{}, g.Tick+2
	g.energy += b.kinetic()
	g.resting--
}

// wakeAll ends the tick for the balls that rest.
func (g *Game) wakeAll() {
	if g.resting == 0 {
		return
	}
	for i := range g.Balls {
		if g.Balls[i].goesOn != (geom.Vec{}) {
			g.wake(i)
			g.predict(i)
		}
	}
}

// slips reports whether ball b slides along what it would touch with the normal n.
func (g *Game) slips(b *Ball, n geom.Vec) bool {
	return b.slidesTo > g.Tick && b.V.Dot(n) > -slip*b.V.Norm()
}
