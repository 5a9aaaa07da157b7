package world

import (
	"cmp"
	"fmt"
	"iter"

	"arkterm/engine/geom"
)

// This file implements Tick, which most callers use, and Kick.

// A Touch describes a contact in detail.
type Touch struct {
	Contact
	Time   float64  // seconds since the world began
	At     geom.Vec // point of contact
	Normal geom.Vec // unit normal toward Disc; N is not normalized for two discs
	Speed  float64  // speed of approach along the normal, in units/s; not negative
}

// Tick simulates a tick and yields its contacts in order. The loop body may respond to a contact. Without a response,
// the disc bounces, and a disc that leaves the field is held. The loop body may also add, remove and kick discs. After
// a break, the tick is not complete, and the next call continues it.
//
//	for range 10 * world.TicksPerSecond {
//		for c := range w.Tick() {
//			fmt.Printf("%.3f s: disc %d\n", c.Time, c.Disc)
//		}
//	}
func (w *World) Tick() iter.Seq[Touch] {
	return func(yield func(Touch) bool) {
		end := w.tickEnd(int(w.tick % TicksPerSecond))
		if w.substepsLeft == 0 {
			end = w.Begin()
		}
		if w.Coast(end) {
			return
		}
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			more := yield(w.describe(c))
			switch {
			case w.lastContact.response != pending:
			case c.Kind == AtExit:
				w.Hold(c.Disc)
			default:
				w.Bounce(c)
			}
			if !more {
				return
			}
		}
	}
}

// describe returns the details of c, which Next has just returned.
func (w *World) describe(c Contact) Touch {
	d, at := &w.Discs[c.Disc], w.At(c.Disc)
	t := Touch{Contact: c, Time: w.Time(), Normal: c.N}
	u := w.lastContact.u
	switch c.Kind {
	case AtDisc:
		t.Normal, u = c.N.Unit(), w.Discs[c.Other].V
	case AtCapsule, AtMover:
	default:
		u = geom.Vec{}
	}
	t.At = at.Along(t.Normal, -d.R)
	t.Speed = max(0, u.Sub(d.V).Dot(t.Normal))
	return t
}

// Time returns the simulated time in seconds. Within a tick, it is the time of the last contact. The result is rounded,
// so use [World.Now] to compare contacts that are close in time.
func (w *World) Time() float64 {
	ticks := w.tick
	if w.substepsLeft == 0 && ticks > 0 {
		ticks-- // the epoch shifts when the next tick begins
	}
	return float64(ticks/TicksPerSecond) + w.now
}

// Kick applies an impulse to disc i, so its velocity changes by impulse/Mass. It may be called at any time, also within
// a tick. Kick panics if disc i has a pending contact, or if a coordinate of the new velocity exceeds MaxDiscSpeed.
// Kicking a held disc has no effect.
func (w *World) Kick(i int, impulse geom.Vec) {
	w.requireNoPendingContact(i)
	d := &w.Discs[i]
	if d.Held {
		return
	}
	w.wake(i)
	w.Turn(i, d.V.Along(impulse, 1/d.Mass))
}

// Accelerate adds a/TicksPerSecond to the velocities of all discs that are not held. Call it only between two ticks. If
// it is called before each tick, it simulates a uniform field of acceleration a, for example gravity. Each call
// predicts all discs again.
//
// Discs fly straight within a tick. To follow the parabola of the initial velocity v, start a disc with the velocity
// v−a/480. Without contacts, the disc is on the parabola at the end of each tick, and at most |a|/460,800 units away
// from it within a tick. A contact with a wall at the speed u changes the energy per mass by at most |a|·u/240, with
// either sign.
func (w *World) Accelerate(a geom.Vec) {
	w.must("Accelerate", cmp.Or(w.betweenTicks(), inRange("a", -MaxDiscSpeed, MaxDiscSpeed, a.X, a.Y)))
	for i := range w.Discs {
		d := &w.Discs[i]
		if d.Held {
			continue
		}
		v := d.V.Along(a, 1.0/TicksPerSecond)
		w.must("Accelerate", validVelocity(v))
		w.addEnergy(-d.kinetic())
		w.setCourse(i, w.At(i), v)
		w.addEnergy(d.kinetic())
	}
	if !w.stale {
		w.predictAll()
	}
}

// requireNoPendingContact panics if disc i has a pending contact.
func (w *World) requireNoPendingContact(i int) {
	if w.hasPendingContact(i) {
		panic(fmt.Sprintf("world: tick %d: disc %d has a pending contact", w.tick, i))
	}
}

// hasPendingContact reports whether disc i has a pending contact.
func (w *World) hasPendingContact(i int) bool {
	return w.lastContact.response == pending && w.lastContact.isWith(i)
}

// isWith reports whether disc i takes part in the contact.
func (m *pendingContact) isWith(i int) bool {
	return int(m.disc) == i || m.partner.kind == AtDisc && int(m.partner.other) == i
}
