package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file bounds how often a disc touches anything within a tick. Between two sides
// that are exactly as far apart as it is wide, no time passes from one contact to the
// next: there would be no end of them. A disc that has had MaxContacts is tired: it
// sleeps until the tick is over, along with what moves it. Then it goes on along that
// side with the speed that it had: out of the slot, if that has an end.

// slip is how much nearer to a side a disc may come in the tick after that, as a share
// of its speed, and slide along all the same: the sides of a slot are parallel as far as
// numbers go, but not farther. In 12 s it would sink in by 5e-10 units at 40 units/s.
const slip = 1e-12

// tired counts a contact of disc i, and reports whether that is one too many.
func (w *World) tired(i int) bool {
	tr := &w.tracks[i]
	if tr.tick != w.tick {
		tr.tick, tr.contacts = w.tick, 0
	}
	tr.contacts++
	return int(tr.contacts) > w.MaxContacts
}

// sleep stops disc i, which touches something with the normal n, for the rest of the tick.
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
		d.wakesAs.X = 0 // the field's walls are where they are
	}
	w.energy -= d.kinetic()
	w.setCourse(i, w.At(i), geom.Vec{})
	w.asleep++
	w.predict(i)
}

// wake lets disc i go on, if it sleeps. The caller predicts what it meets.
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

// forgetSleep is for disc i that is taken away, or sent elsewhere: it does not go on
// as it would have.
func (w *World) forgetSleep(i int) {
	if d := &w.Discs[i]; d.wakesAs != (geom.Vec{}) {
		d.wakesAs = geom.Vec{}
		w.asleep--
	}
}

// wakeAll ends the tick for the discs that sleep.
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

// slips reports whether disc d slides along what it would touch with the normal n.
func (w *World) slips(d *Disc, n geom.Vec) bool {
	return d.slidesTo > w.tick && d.V.Dot(n) > -slip*d.V.Norm()
}
