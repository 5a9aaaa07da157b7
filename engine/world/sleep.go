package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file bounds the contacts of a disc within a tick. Between two sides exactly as far apart as
// the disc is wide, no time passes from one contact to the next, and there would be no end of them.
// After MaxContacts the disc sleeps until the end of the tick, along with the mover that touches
// it. Then it slides along the side at the speed that it had, out of the slot if it has an end.

// A rest is what is left to do for a disc that got stuck.
type sleepState struct {
	wakeVelocity geom.Vec // while it sleeps: its velocity on waking, else zero
	slidesUntil  uint64   // after it has slept: before this tick it slides along sides
}

// SlidesTo returns the tick before which disc i slides along sides instead of touching them,
// because it got stuck between them; 0: it never was stuck.
func (w *World) SlidesUntil(i int) uint64 { return w.sleepStates[i].slidesUntil }

// slip is how much nearer to a side a disc may come in the tick after that and still slide, as a
// share of its speed: the sides of a slot are parallel only up to rounding. In 12 s it would sink
// in by 5e-10 units at 40 units/s.
const slideTolerance = 1e-12

// wedgedContacts is the greatest number of contacts in a tick of a disc that has already touched
// movers or capsules maxTouches times: they stand still by now, and may have left it a gap of any
// width.
const maxWedgedContacts = 256

// tired counts a contact of disc i, and reports whether it exceeds MaxContacts.
func (w *World) exceedsMaxContacts(i int) bool {
	tr := &w.tracks[i]
	if tr.tick != uint32(w.tick) {
		tr.tick, tr.contacts = uint32(w.tick), 0
	}
	most := min(w.MaxContacts, maxCounted)
	if w.steers() && w.approaches[i].touches >= maxTouches {
		most = min(most, maxWedgedContacts)
	}
	tr.contacts = min(tr.contacts, maxCounted) + 1
	return int(tr.contacts) > most
}

// countable is the greatest number of contacts in a tick that a track counts.
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
	wakesAs := along.Unit().Mul(d.V.Norm())
	if math.Abs(wakesAs.X) < slideTolerance*math.Abs(wakesAs.Y) {
		wakesAs.X = 0 // the field's walls do not move
	}
	w.sleepStates[i].wakeVelocity = wakesAs
	w.addEnergy(-d.kinetic())
	w.setCourse(i, w.At(i), geom.Vec{})
	w.sleeping++
	w.predict(i)
}

// wake ends the sleep of disc i, if it sleeps. The caller predicts its next contact.
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

// forgetSleep ends the sleep of disc i, which is removed or redirected, without restoring its
// velocity.
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

// slips reports whether disc i slides along a surface with the normal n instead of touching it.
func (w *World) slides(i int, n geom.Vec) bool {
	if w.slidingUntil <= w.tick || w.sleepStates[i].slidesUntil <= w.tick {
		return false
	}
	v := w.Discs[i].V
	return v.Dot(n) > -slideTolerance*v.Norm()
}
