package world

import (
	"fmt"

	"arkterm/engine/geom"
)

// This file implements the responses to a contact, and the other changes that a caller can make to a disc.

// recordResponse records the response to c. It panics unless c is the contact that Next returned last, and pending.
// For two discs, either may be the Disc of c.
func (w *World) recordResponse(c Contact, r response) {
	m := &w.lastContact
	swapped := m.partner.kind == AtDisc && int(m.disc) == c.Other && int(m.partner.other) == c.Disc
	if m.response != pending || int(m.disc) != c.Disc && !swapped {
		panic(fmt.Sprintf("world: tick %d: disc %d has no pending contact", w.tick, c.Disc))
	}
	w.lastContact.response = r
}

// Bounce reflects the disc of c. It reverses the velocity along the normal and keeps the velocity along the side. For a
// capsule or mover, this applies in the frame of the point of contact, as for an infinitely heavy body, and MaxSpeed
// limits the speed that the disc gains. Two discs exchange momentum along the line between their centers. With equal
// masses, they swap their velocities along it. There is no friction.
func (w *World) Bounce(c Contact) {
	w.recordResponse(c, bounced)
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
		panic("world: bounce at an exit")
	}
}

// bounceWall reflects disc i off a wall. It sets the coordinate to the exact position of the contact, so that the disc
// never drifts outside.
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

// bounceMover reflects disc i off the capsule or mover of the last contact, in the frame of the point of contact.
func (w *World) bounceMover(i int, at, v geom.Vec) {
	d, u := &w.Discs[i], w.lastContact.u
	oldEnergy := d.kinetic()
	newV := u.Add(geom.Reflect(v.Sub(u), w.lastContact.n))
	if speed := newV.Norm(); speed > w.MaxSpeed {
		if limit := max(w.MaxSpeed, v.Norm()); speed > limit {
			newV = newV.Mul(limit / speed)
		}
	}
	w.setCourse(i, at, newV)
	w.tracks[i].origin = w.lastContact.partner
	w.addEnergy(d.kinetic() - oldEnergy)
}

// bounceDiscs exchanges momentum between discs i and j along the line between their centers.
func (w *World) bounceDiscs(i, j int) {
	a, b := &w.Discs[i], &w.Discs[j]
	pa, pb := w.At(i), w.At(j)
	va, vb := geom.Exchange(a.V, b.V, w.between(i, j), a.Mass, b.Mass)
	w.setCourse(i, pa, va)
	w.setCourse(j, pb, vb)
	w.tracks[i].origin = origin{AtDisc, int32(j), b.course}
	w.tracks[j].origin = origin{AtDisc, int32(i), a.course}
}

// Pass lets the disc of c pass through the obstacle that it touched.
func (w *World) Pass(c Contact) {
	w.recordResponse(c, passed)
	i := c.Disc
	w.setCourse(i, w.At(i), w.Discs[i].V)
	w.tracks[i].origin = w.lastContact.partner
}

// Place moves the disc of c to at with unchanged velocity, as if it had just left the obstacle from. The place must be
// free; see Room.
func (w *World) Place(c Contact, at geom.Vec, from int) {
	w.recordResponse(c, bounced)
	i := c.Disc
	w.discIndex.invalidate()
	w.setCourse(i, at, w.Discs[i].V)
	w.tracks[i].origin = origin{kind: AtObstacle, other: int32(from)}
}

// Hold removes disc i from the simulation. The disc stops, and nothing touches it until Launch releases it. If disc
// i has a pending contact, Hold is the response to it. If that contact is with another disc, the other disc continues
// straight. If the caller has already responded to the contact, that response remains in effect.
func (w *World) Hold(i int) {
	w.forgetSleep(i)
	d := &w.Discs[i]
	w.addEnergy(-d.kinetic())
	d.V, d.Held = geom.Vec{}, true
	if w.allHeld() {
		w.energy, w.maxEnergy = 0, 0 // clear rounding errors
	}
	d.course++
	w.discIndex.invalidate()
	w.tracks[i], w.approaches[i], w.reach[i] = noTrack, noApproach, never
	if !w.stale {
		w.schedule(i, &w.tracks[i])
	}
	if w.hasPendingContact(i) {
		w.lastContact.response = dropped
	}
}

// allHeld reports whether all discs are held.
func (w *World) allHeld() bool {
	for i := range w.Discs {
		if !w.Discs[i].Held {
			return false
		}
	}
	return true
}

// Launch moves disc i to at, between contacts, with the velocity v. The disc is no longer held. [World.Accepts]
// must accept the disc at that place with that velocity; Launch does not check it. If the disc overlaps another
// body anyway, it leaves the body if the two separate, and bounces off immediately if they approach.
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

// predictOne predicts the next contact of disc i, whose course the caller has changed.
func (w *World) predictOne(i int) {
	w.predict(i)
	if w.overfull() {
		w.predictAll()
	}
}

// Redirect changes the velocity of disc i directly after the response to one of its contacts. Next predicts the new
// course.
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
