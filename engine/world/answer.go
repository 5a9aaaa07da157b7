package world

import (
	"fmt"

	"arkterm/engine/geom"
)

// This file contains the answers to a contact, and the other changes that an owner can make to a
// disc.

// reply records the answer to c. It panics if c is not the contact that Next reported last, or was
// answered before. Of two discs, either may be the Disc of c.
func (w *World) reply(c Contact, a answer) {
	m := &w.lastContact
	swapped := m.partner.kind == AtDisc && int(m.disc) == c.Other && int(m.partner.other) == c.Disc
	if m.answer != pending || int(m.disc) != c.Disc && !swapped {
		panic(fmt.Sprintf("world: tick %d: disc %d has no contact to answer", w.tick, c.Disc))
	}
	w.lastContact.answer = a
}

// Bounce reflects the disc of c: the velocity along the normal is reversed, the velocity along the
// side stays. Off a capsule or mover, that holds in the frame of the point of contact, as off an
// infinitely heavy body; MaxSpeed limits what the disc gains. Two discs exchange momentum along the
// line of their middles; with equal masses that swaps their velocities along it. There is no
// friction.
func (w *World) Bounce(c Contact) {
	w.reply(c, bounced)
	i := c.Disc
	at, v := w.At(i), w.Discs[i].V
	switch c.Kind {
	case AtSide, AtEnd:
		w.bounceWall(i, c, at, v)
	case AtObstacle:
		w.setCourse(i, at, geom.Reflect(v, c.N))
		w.tracks[i].origin = w.lastContact.partner
	case AtCapsule, AtMover:
		w.bounceMover(i, at, v)
	case AtDisc:
		w.bounceDiscs(i, c.Other)
	default:
		panic("world: nothing to bounce off at an exit")
	}
}

// bounceWall reflects disc i off a wall. It sets the coordinate to exactly where the wall has it,
// so that a disc never drifts outside.
func (w *World) bounceWall(i int, c Contact, at, v geom.Vec) {
	r := w.Discs[i].R
	switch {
	case c.N.X > 0:
		at.X = r
	case c.N.X < 0:
		at.X = w.W - r
	case c.N.Y > 0:
		at.Y = r
	default:
		at.Y = w.H - r
	}
	if c.Kind == AtSide {
		v.X = -v.X
	} else {
		v.Y = -v.Y
	}
	w.setCourse(i, at, v)
}

func (w *World) bounceMover(i int, at, v geom.Vec) {
	d, u := &w.Discs[i], w.lastContact.u
	before := d.kinetic()
	after := u.Add(geom.Reflect(v.Sub(u), w.lastContact.n))
	if speed := after.Norm(); speed > w.MaxSpeed {
		if most := max(w.MaxSpeed, v.Norm()); speed > most {
			after = after.Mul(most / speed)
		}
	}
	w.setCourse(i, at, after)
	w.tracks[i].origin = w.lastContact.partner
	w.addEnergy(d.kinetic() - before)
}

func (w *World) bounceDiscs(i, j int) {
	a, b := &w.Discs[i], &w.Discs[j]
	pa, pb := w.At(i), w.At(j)
	va, vb := geom.Exchange(a.V, b.V, w.between(i, j), a.Mass, b.Mass)
	w.setCourse(i, pa, va)
	w.setCourse(j, pb, vb)
	w.tracks[i].origin = origin{AtDisc, int32(j), b.course}
	w.tracks[j].origin = origin{AtDisc, int32(i), a.course}
}

// Pass lets the disc of c pass through the obstacle that it met.
func (w *World) Pass(c Contact) {
	w.reply(c, passed)
	i := c.Disc
	w.setCourse(i, w.At(i), w.Discs[i].V)
	w.tracks[i].origin = w.lastContact.partner
}

// Place moves the disc of c to at, with the same velocity, as if it had just come off the obstacle
// from. There must be room for it; see Room.
func (w *World) Place(c Contact, at geom.Vec, from int) {
	w.reply(c, bounced)
	i := c.Disc
	w.discIndex.invalidate()
	w.setCourse(i, at, w.Discs[i].V)
	w.tracks[i].origin = origin{kind: AtObstacle, other: int32(from)}
}

// Hold takes disc i out of all motion: it stands still and nothing touches it until Launch releases
// it. It answers a contact of that disc: of two discs that meet, the other one flies straight on. Right after
// the answer, it leaves that as it is.
func (w *World) Hold(i int) {
	w.forgetSleep(i)
	d := &w.Discs[i]
	w.addEnergy(-d.kinetic())
	d.V, d.Held = geom.Vec{}, true
	if w.still() {
		w.energy, w.maxEnergy = 0, 0 // clear rounding errors
	}
	d.course++
	w.discIndex.invalidate()
	w.tracks[i], w.approaches[i] = noTrack, noApproach
	if !w.stale {
		w.schedule(i, &w.tracks[i])
	}
	if w.awaitsAnswer(i) {
		w.lastContact.answer = dropped
	}
}

// still reports whether no disc flies.
func (w *World) still() bool {
	for i := range w.Discs {
		if !w.Discs[i].Held {
			return false
		}
	}
	return true
}

// Launch sends disc i off from at with the velocity v, between contacts. The disc is no longer
// held. Nothing is checked: the place and the velocity have to be such that [World.Accepts] would
// accept the disc there. What it overlaps all the same it leaves if they part, and bounces off at once
// if they approach.
func (w *World) Launch(i int, at, v geom.Vec) {
	w.forgetSleep(i)
	d := &w.Discs[i]
	w.addEnergy(-d.kinetic())
	d.Held = false
	w.setCourse(i, at, v)
	w.addEnergy(d.kinetic())
	w.discIndex.invalidate()
	if !w.stale {
		w.predictOne(i)
	}
}

// predictOne predicts disc i, whose owner has given it a new course.
func (w *World) predictOne(i int) {
	w.predict(i)
	if w.overfull() {
		w.predictAll()
	}
}

// Redirect changes the velocity of disc i right after one of its contacts was answered; Next
// predicts its new course.
func (w *World) Redirect(i int, v geom.Vec) {
	d := &w.Discs[i]
	w.addEnergy(-d.kinetic())
	d.V = v
	w.addEnergy(d.kinetic())
}

// Turn changes the velocity of disc i between contacts.
func (w *World) Turn(i int, v geom.Vec) {
	w.forgetSleep(i)
	d := &w.Discs[i]
	w.addEnergy(-d.kinetic())
	w.setCourse(i, w.At(i), v)
	w.addEnergy(d.kinetic())
	if !w.stale {
		w.predictOne(i)
	}
}
