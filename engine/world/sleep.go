package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file limits the number of contacts of a disc within a tick. Between two sides exactly one diameter apart, no
// time passes between contacts, so there would be infinitely many. After MaxContacts, the disc sleeps until the end of
// the tick, along with the mover that touches it. Then it slides along the side at its previous speed, out of the slot
// if it has an end.

// A sleepState is the state of a disc that got stuck.
type sleepState struct {
	wakeVelocity geom.Vec // velocity after waking; zero if the disc is awake
	slidesUntil  uint64   // tick before which the disc slides along sides
}

// SlidesUntil returns the tick before which disc i slides along sides instead of touching them because it got stuck
// between them. It returns 0 if the disc never got stuck.
func (w *World) SlidesUntil(i int) uint64 { return w.sleepStates[i].slidesUntil }

// slideTolerance is the maximum speed toward a side at which a disc still slides along it, as a fraction of its speed.
// The sides of a slot are parallel only up to rounding. In 12 s, a disc at 40 units/s could sink in by 5e-10 units.
const slideTolerance = 1e-12

// maxWedgedContacts is the maximum number of contacts in a tick for a disc that has touched movers or capsules
// maxTouches times. They have stopped by then, but may have left a gap of any width.
const maxWedgedContacts = 256

// exceedsMaxContacts counts a contact of disc i, and reports whether the total exceeds MaxContacts.
func (w *World) exceedsMaxContacts(i int) bool {
	tr := &w.tracks[i]
	if tr.tick != uint32(w.tick) {
		tr.tick, tr.contacts = uint32(w.tick), 0
	}
	limit := min(w.MaxContacts, maxCounted)
	if w.steers() && w.approaches[i].touches >= maxTouches {
		limit = min(limit, maxWedgedContacts)
	}
	tr.contacts = min(tr.contacts, maxCounted) + 1
	return int(tr.contacts) > limit
}

// maxCounted is the maximum number of contacts in a tick that a track can count.
const maxCounted = 1<<16 - 2

// sleep stops disc i, which touches a surface with the normal n, for the rest of the tick.
func (w *World) sleep(i int, n geom.Vec) {
	d := &w.Discs[i]
	if d.V == (geom.Vec{}) {
		return
	}
	along := geom.Vec{X: -n.Y, Y: n.X}
	if d.V.Dot(along) < 0 {
		along = along.Neg()
	}
	wakeVelocity := along.Unit().Mul(d.V.Norm())
	if math.Abs(wakeVelocity.X) < slideTolerance*math.Abs(wakeVelocity.Y) {
		wakeVelocity.X = 0 // exactly parallel to a side wall
	}
	w.sleepStates[i].wakeVelocity = wakeVelocity
	w.addEnergy(-d.kinetic())
	w.setCourse(i, w.At(i), geom.Vec{})
	w.sleeping++
	w.predict(i)
}

// wake wakes disc i if it sleeps. The caller predicts its next contact.
func (w *World) wake(i int) {
	r := &w.sleepStates[i]
	if r.wakeVelocity == (geom.Vec{}) {
		return
	}
	w.setCourse(i, w.At(i), r.wakeVelocity)
	r.wakeVelocity, r.slidesUntil = geom.Vec{}, w.tick+2
	w.slidingUntil = w.tick + 2
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
func (w *World) slides(i int, n geom.Vec) bool {
	if w.slidingUntil <= w.tick || w.sleepStates[i].slidesUntil <= w.tick {
		return false
	}
	v := w.Discs[i].V
	return v.Dot(n) > -slideTolerance*v.Norm()
}
