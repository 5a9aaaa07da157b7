package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file bounds the contacts of a disc within a tick. Between two sides exactly as far apart as
// the disc is wide, no time passes from one contact to the next, and there would be no end of them.
// After MaxContacts the disc sleeps until the end of the tick, along with the mover that touches
// it. Then it slides along the side at the speed that it had, out of the slot if it has an end.

// slip is how much nearer to a side a disc may come in the tick after that and still slide, as a
// share of its speed: the sides of a slot are parallel only up to rounding. In 12 s it would sink
// in by 5e-10 units at 40 units/s.
const slip = 1e-12

// wedgedContacts is the greatest number of contacts in a tick of a disc that has already touched
// movers or capsules maxTouches times: they stand still by now, and may have left it a gap of any
// width.
const wedgedContacts = 256

// tired counts a contact of disc i, and reports whether it exceeds MaxContacts.
func (w *World) tired(i int) bool {
	tr := &w.tracks[i]
	if tr.tick != w.tick {
		tr.tick, tr.contacts = w.tick, 0
	}
	tr.contacts++
	most := w.MaxContacts
	if tr.touches >= maxTouches {
		most = min(most, wedgedContacts)
	}
	return int(tr.contacts) > most
}

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
	d.wakesAs = along.Unit().Mul(d.V.Norm())
	if math.Abs(d.wakesAs.X) < slip*math.Abs(d.wakesAs.Y) {
		d.wakesAs.X = 0 // the field's walls do not move
	}
	w.energy -= d.kinetic()
	w.setCourse(i, w.At(i), geom.Vec{})
	w.asleep++
	w.predict(i)
}

// wake ends the sleep of disc i, if it sleeps. The caller predicts its next contact.
func (w *World) wake(i int) {
	d := &w.Discs[i]
	if d.wakesAs == (geom.Vec{}) {
		return
	}
	w.setCourse(i, w.At(i), d.wakesAs)
	d.wakesAs, d.slidesTo = geom.Vec{}, w.tick+2
	w.energy += d.kinetic()
	w.asleep--
}

// forgetSleep ends the sleep of disc i, which is removed or redirected, without restoring its
// velocity.
func (w *World) forgetSleep(i int) {
	if d := &w.Discs[i]; d.wakesAs != (geom.Vec{}) {
		d.wakesAs = geom.Vec{}
		w.asleep--
	}
}

// wakeAll wakes all discs at the end of the tick.
func (w *World) wakeAll() {
	if w.asleep == 0 {
		return
	}
	for i := range w.Discs {
		if w.Discs[i].wakesAs != (geom.Vec{}) {
			w.wake(i)
			w.predict(i)
		}
	}
}

// slips reports whether disc d slides along a surface with the normal n instead of touching it.
func (w *World) slips(d *Disc, n geom.Vec) bool {
	return d.slidesTo > w.tick && d.V.Dot(n) > -slip*d.V.Norm()
}
