package world

import (
	"cmp"
	"fmt"

	"arkterm/engine/geom"
)

// This file implements the responses to a contact, and the other changes that a caller can make to a disc.

// recordResponse records the response to c. It panics unless c is the contact that Next returned last, and pending.
func (w *World) recordResponse(c Contact, r response) {
	m := &w.lastContact
	if m.response != pending || int(m.disc) != c.Disc || m.partner.kind != c.Kind || m.n != c.N {
		panic(fmt.Sprintf("world: tick %d: disc %d has no pending contact", w.tick, c.Disc))
	}
	w.lastContact.response = r
}

// Bounce reflects the disc of c. It reverses the velocity along the normal and keeps the velocity along the side. A
// capsule or mover acts like an infinitely heavy body: its velocity does not change, and the reflection applies to the
// velocity relative to the point of contact. MaxSpeed then limits the speed that the disc gains. Two discs exchange
// momentum along the line between their centers. With equal masses, they swap their velocities along it. There is no
// friction.
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
		w.bounceDiscs(i, c.Other, c.N)
	default:
		w.must("Bounce", fmt.Errorf("a disc cannot bounce at a contact of kind %v", c.Kind))
	}
}

// BounceWith is like Bounce, but with a coefficient of restitution from 0 to 1. The coefficient is the speed along the
// normal after the contact, divided by the speed of approach. Bounce corresponds to 1. At 0, a capsule or mover that
// moves toward the disc stops for the rest of the tick.
func (w *World) BounceWith(c Contact, restitution float64) {
	w.must("BounceWith", inRange("restitution", 0, 1, restitution))
	before, other := w.Discs[c.Disc].V, geom.Vec{}
	if c.Kind == AtDisc {
		other = w.Discs[c.Other].V
	}
	w.Bounce(c)
	w.damp(c.Disc, before, restitution)
	if c.Kind == AtDisc {
		w.damp(c.Other, other, restitution)
	}
}

// damp reduces the change of velocity of disc i in an elastic contact. The change is proportional to 1 + restitution.
func (w *World) damp(i int, before geom.Vec, restitution float64) {
	change := w.Discs[i].V.Sub(before)
	w.Redirect(i, before.Along(change, float64(0.5*(1+restitution))))
}

// bounceWall reflects disc i off a wall. It sets the coordinate to the exact position of the contact, so that the disc
// never drifts outside.
func (w *World) bounceWall(i int, c Contact, center, v geom.Vec) {
	r := w.Discs[i].R
	switch {
	case c.N.X > 0:
		center.X = r
	case c.N.X < 0:
		center.X = w.W - r
	case c.N.Y > 0:
		center.Y = r
	default:
		center.Y = w.H - r
	}
	if c.Kind == AtSide {
		v.X = -v.X
	} else {
		v.Y = -v.Y
	}
	w.setCourse(i, center, v)
}

// bounceMover reflects disc i off the capsule or mover of the last contact, in the frame of the point of contact.
func (w *World) bounceMover(i int, center, v geom.Vec) {
	d, u := &w.Discs[i], w.lastContact.u
	oldEnergy := d.kinetic()
	newV := u.Add(geom.Reflect(v.Sub(u), w.lastContact.n))
	if speed := newV.Norm(); !(speed <= w.MaxSpeed) {
		w.must("Bounce", w.validate())
		if limit := max(w.MaxSpeed, v.Norm()); speed > limit {
			newV = newV.Mul(limit / speed)
		}
	}
	w.setCourse(i, center, newV)
	w.tracks[i].origin = w.lastContact.partner
	w.addEnergy(d.kinetic() - oldEnergy)
}

// bounceDiscs exchanges momentum between discs i and j along the displacement from j to i.
func (w *World) bounceDiscs(i, j int, apart geom.Vec) {
	a, b := &w.Discs[i], &w.Discs[j]
	pa, pb := w.At(i), w.At(j)
	va, vb := geom.Exchange(a.V, b.V, apart, a.Mass, b.Mass)
	w.setCourse(i, pa, va)
	w.setCourse(j, pb, vb)
	w.tracks[i].origin = origin{AtDisc, int32(j), b.course}
	w.tracks[j].origin = origin{AtDisc, int32(i), a.course}
}

// Pass lets the disc of c pass through the obstacle or mover that it touched. It panics for other contacts.
func (w *World) Pass(c Contact) {
	if c.Kind != AtObstacle && c.Kind != AtMover {
		w.must("Pass", fmt.Errorf("Kind is %v, want %v or %v", c.Kind, AtObstacle, AtMover))
	}
	w.recordResponse(c, passed)
	i := c.Disc
	w.setCourse(i, w.At(i), w.Discs[i].V)
	w.tracks[i].origin = w.lastContact.partner
}

// Place moves the disc of c to the given center with unchanged velocity, as if it had just left obstacle k. The place
// must be free; see Room. Place panics if center is outside of the field, or if there is no obstacle k.
func (w *World) Place(c Contact, center geom.Vec, k int) {
	i := c.Disc
	w.must("Place", cmp.Or(w.acceptsPlace(w.Discs[i].R, center, w.Discs[i].V),
		inRange("k", 0, float64(len(w.Obstacles)-1), float64(k))))
	w.recordResponse(c, bounced)
	w.discIndex.invalidate()
	w.setCourse(i, center, w.Discs[i].V)
	w.tracks[i].origin = origin{kind: AtObstacle, other: int32(k)}
}

// Hold removes disc i from the simulation. The disc stops, and nothing touches it until Launch releases it. If disc i
// has a pending contact, Hold is the response to that contact. The other disc of such a contact continues straight. A
// response that the caller has already given remains in effect.
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
	w.tracks[i] = noTrack
	if w.hasMovingBodies() {
		w.approaches[i], w.reach[i] = noApproach, never
	}
	clear(w.visitsOf(i))
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

// Launch moves disc i to the given center and sets its velocity to v. The disc is no longer held. Launch panics if the
// disc has a pending contact, or if an argument is out of range or outside of the field. The place should be free; see
// [World.Accepts]. A disc that overlaps another body bounces off immediately if the two approach. If they separate, the
// disc leaves the body and no contact is reported.
func (w *World) Launch(i int, center, v geom.Vec) {
	w.must("Launch", cmp.Or(validBody(&w.Discs[i]), w.acceptsPlace(w.Discs[i].R, center, v)))
	w.requireNoPendingContact(i)
	w.forgetSleep(i)
	d := &w.Discs[i]
	w.addEnergy(-d.kinetic())
	d.Held = false
	w.setCourse(i, center, v)
	w.addEnergy(d.kinetic())
	w.discIndex.invalidate()
	if d.R > w.maxRadius { // too wide for the cells
		w.stale = true
	}
	if !w.stale {
		w.tracks[i].layer = w.grid.layerOf(d.R)
		w.predictOne(i)
	}
}

// predictOne predicts the next contact of disc i after the caller has changed its course.
func (w *World) predictOne(i int) {
	w.predict(i)
	if w.overfull() {
		w.predictAll()
	}
}

// Redirect changes the velocity of disc i directly after the response to one of its contacts. Next predicts the new
// course. At other times, Redirect does the same as [World.Turn].
func (w *World) Redirect(i int, v geom.Vec) {
	d, m := &w.Discs[i], &w.lastContact
	if responded := m.response == bounced || m.response == passed; !responded || !m.isWith(i) || d.Held {
		w.Turn(i, v)
		return
	}
	w.must("Redirect", validVelocity(v))
	w.addEnergy(-d.kinetic())
	d.V = v
	w.addEnergy(d.kinetic())
}

// Turn changes the velocity of disc i to v. It panics if the disc is held or has a pending contact.
func (w *World) Turn(i int, v geom.Vec) {
	w.must("Turn", validVelocity(v))
	w.requireNoPendingContact(i)
	d := &w.Discs[i]
	if d.Held {
		w.must("Turn", fmt.Errorf("disc %d is held; call Launch to release it", i))
	}
	w.forgetSleep(i)
	w.addEnergy(-d.kinetic())
	w.setCourse(i, w.At(i), v)
	w.addEnergy(d.kinetic())
	if !w.stale {
		w.predictOne(i)
	}
}
