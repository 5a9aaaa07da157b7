package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file limits the number of contacts of a disc within a tick. A slot is the space between two parallel sides
// exactly one diameter apart. In a slot, no time passes between contacts, so there would be infinitely many. After
// MaxContacts, the disc sleeps until the end of the tick, and a mover that touches it also stops. After the disc wakes,
// it slides along the side at its previous speed, and leaves the slot if the slot has an end. If the two sides form a
// narrow angle (a wedge), the disc leaves along the bisector instead.

// A sleepState is the state of a disc that got stuck.
type sleepState struct {
	wakeVelocity geom.Vec // velocity after waking; zero if the disc is awake
	slidesUntil  float64  // on courses that begin before this time of the epoch, the disc slides along sides
}

// Slides reports whether disc i, which got stuck between sides, slides along sides on its current course instead of
// touching them.
func (w *World) Slides(i int) bool { return w.slept && w.Discs[i].Since < w.sleepStates[i].slidesUntil }

// slideTolerance is the maximum speed toward a side at which a disc still slides along it, as a fraction of its speed.
// The sides of a slot are parallel only up to rounding. In 12 s, a disc at 40 units/s could sink in by 5e-10 units.
const slideTolerance = 1e-12

// maxWedgedContacts is the maximum number of contacts in a tick for a disc that has touched movers or capsules
// maxTouches times. These bodies have stopped by then, but may have left a gap of any width.
const maxWedgedContacts = 256

// exceedsMaxContacts counts a contact of disc i, and reports whether the total exceeds MaxContacts.
func (w *World) exceedsMaxContacts(i int) bool {
	tr := &w.tracks[i]
	if tr.tick != uint32(w.tick) {
		tr.tick, tr.contacts = uint32(w.tick), 0
	}
	limit := min(w.MaxContacts, maxCounted)
	if w.hasMovingBodies() && w.approaches[i].touches >= maxTouches {
		limit = min(limit, maxWedgedContacts)
	}
	tr.contacts = min(tr.contacts, maxCounted) + 1
	if int(tr.contacts) <= limit {
		return false
	}
	w.must("Next", w.validate())
	return true
}

// maxCounted is the maximum number of contacts in a tick that a track can count.
const maxCounted = 1<<16 - 2

// sleep stops disc i, which touches a surface with the normal n, for the rest of the tick.
func (w *World) sleep(i int, n geom.Vec) {
	d := &w.Discs[i]
	if d.V == (geom.Vec{}) {
		return
	}
	out, ok := w.escapeDirection(i)
	if !ok {
		if out = (geom.Vec{X: -n.Y, Y: n.X}).Unit(); d.V.Dot(out) < 0 {
			out = out.Neg()
		}
		if math.Abs(out.X) < slideTolerance*math.Abs(out.Y) {
			out.X = 0 // exactly parallel to a side wall
		}
	}
	wakeVelocity := out.Mul(d.V.Norm())
	w.sleepStates[i].wakeVelocity, w.slept = wakeVelocity, true
	w.addEnergy(-d.kinetic())
	w.setCourse(i, w.At(i), geom.Vec{})
	w.sleeping++
	w.predict(i)
}

// escapeDirection returns the direction in which disc i leaves a wedge. This is the bisector of two touched sides at an
// acute angle, and it must point away from all touched sides. escapeDirection returns false in a slot, or if there is
// no such direction.
func (w *World) escapeDirection(i int) (out geom.Vec, ok bool) {
	var t touchedSides
	w.touchedBy(i, &t)
	normals := t.normals[:t.n]
	best := slideTolerance
	for k, a := range normals {
		for _, b := range normals[:k] {
			if a.Dot(b) >= 0 {
				continue
			}
			u := a.Add(b).Unit()
			away := 1.0
			for _, n := range normals {
				away = min(away, u.Dot(n))
			}
			if away > best {
				best, out, ok = away, u, true
			}
		}
	}
	return out, ok
}

// touchedSides lists the unit normals of the sides that a disc touches, at most eight.
type touchedSides struct {
	normals [8]geom.Vec
	n       int
}

// add adds a normal if the side is touched.
func (t *touchedSides) add(n geom.Vec, ok bool) {
	if ok && t.n < len(t.normals) {
		t.normals[t.n] = n
		t.n++
	}
}

// touchedBy adds the sides that disc i touches.
func (w *World) touchedBy(i int, t *touchedSides) {
	d, at, reach := &w.Discs[i], w.At(i), w.tolerance(i)
	side, ceiling, floor := w.margin(d.R)
	t.add(geom.Vec{X: 1}, !w.wrapX && at.X <= side+reach)
	t.add(geom.Vec{X: -1}, !w.wrapX && at.X >= w.W-side-reach)
	t.add(geom.Vec{Y: 1}, !w.wrapY && at.Y <= ceiling+reach)
	t.add(geom.Vec{Y: -1}, !w.wrapY && at.Y >= w.H-floor-reach)

	for m := range image(images) {
		s, ok := w.imageOffset(m)
		if !ok {
			continue
		}
		q := at.Sub(s)
		for k := range w.Obstacles {
			o := &w.Obstacles[k]
			if !o.Gone && !o.Moves && !o.Admits(q, d.V, d.R) && !w.avoids(i, AtObstacle, k) {
				_, n, ok := o.Shape.Overlap(q, d.R+reach)
				t.add(n, ok)
			}
		}
		for k := range w.movers {
			if o := w.movers[k].obstacle; !w.Obstacles[o].Gone && !w.avoids(i, AtMover, o) {
				shape := w.ShapeNow(k)
				_, n, ok := shape.Overlap(q, d.R+reach)
				t.add(n, ok)
			}
		}
	}
	for k := range w.Capsules {
		c := &w.Capsules[k]
		_, n, ok := c.shape.Overlap(geom.Vec{X: at.X - w.CapsuleX(k), Y: at.Y - c.Y}, d.R+c.R+reach)
		t.add(n, ok && !w.avoids(i, AtCapsule, k))
	}
}

// wake wakes disc i if it sleeps. The caller must then predict its next contact.
func (w *World) wake(i int) {
	r := &w.sleepStates[i]
	if r.wakeVelocity == (geom.Vec{}) {
		return
	}
	w.setCourse(i, w.At(i), r.wakeVelocity)
	r.wakeVelocity, r.slidesUntil = geom.Vec{}, w.tickEnd(int(w.tick%TicksPerSecond)+1)
	w.addEnergy(w.Discs[i].kinetic())
	w.sleeping--
}

// forgetSleep clears the sleep state of disc i without restoring its velocity, because the disc is removed or
// redirected.
func (w *World) forgetSleep(i int) {
	if r := &w.sleepStates[i]; r.wakeVelocity != (geom.Vec{}) {
		r.wakeVelocity = geom.Vec{}
		w.sleeping--
	}
}

// wakeAll wakes all discs at the end of the tick.
func (w *World) wakeAll() {
	for i := range w.Discs {
		if w.sleepStates[i].wakeVelocity != (geom.Vec{}) {
			w.wake(i)
			w.predict(i)
		}
	}
}

// slides reports whether disc i slides along a surface with the normal n. Contacts with that surface are then ignored.
// The result is the same throughout a course, so it does not matter when a contact is predicted.
func (w *World) slides(i int, n geom.Vec) bool {
	if !w.Slides(i) {
		return false
	}
	v := w.Discs[i].V
	return v.Dot(n) > -slideTolerance*v.Norm()
}
