package world

import (
	"fmt"
	"iter"
	"math"

	"arkterm/engine/geom"
)

// This file is the world as most owners use it: a tick as a loop over its contacts, and kicks.

// A Touch is a contact with what can be known of it. Of two discs, Disc is the one with the lower index.
type Touch struct {
	Contact
	Time   float64  // seconds since the world began
	At     geom.Vec // the point in which the two touch
	Normal geom.Vec // unit, toward Disc; N is not, between two discs
	Speed  float64  // units/s at which the two approach along the normal; never negative
}

// Tick plays a tick and yields its contacts in order. The body of the loop may answer a contact; one
// that it leaves unanswered bounces, and a disc that leaves the field is held. It may as well add,
// remove and kick discs. After a break the tick is not over: the next call goes on with it.
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
			case w.lastContact.answer != pending:
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

// touch returns the contact that Next has just reported with what can be known of it.
func (w *World) describe(c Contact) Touch {
	if c.Kind == AtDisc && c.Disc > c.Other {
		c.Disc, c.Other, c.N = c.Other, c.Disc, c.N.Neg()
	}
	d, at := &w.Discs[c.Disc], w.At(c.Disc)
	t := Touch{Contact: c, Time: w.Time(), Normal: c.N}
	u := w.lastContact.u
	switch c.Kind {
	case AtDisc:
		t.Normal, u = c.N.Unit(), w.Discs[c.Other].V
	case AtSide, AtEnd, AtExit, AtObstacle:
		u = geom.Vec{}
	}
	t.At = at.Along(t.Normal, -d.R)
	t.Speed = max(0, u.Sub(d.V).Dot(t.Normal))
	return t
}

// Time returns the time in seconds since the world began, within a tick as well. It is exact to the
// last bit of its size: for contacts that are near to each other, compare [World.Now].
func (w *World) Time() float64 {
	ticks := w.tick
	if w.substepsLeft == 0 && ticks > 0 {
		ticks-- // the epoch shifts when the next tick begins
	}
	return float64(ticks/TicksPerSecond) + w.now
}

// Kick gives disc i an impulse: its velocity changes by impulse/Mass. It may come at any time, between
// two ticks or within one; if disc i has a contact that is not answered yet, Kick panics, as it does if
// the disc becomes faster than MaxDiscSpeed in one direction. A held disc stays where it is.
func (w *World) Kick(i int, impulse geom.Vec) {
	w.requireAnswered(i)
	d := &w.Discs[i]
	if d.Held {
		return
	}
	w.wake(i)
	v := d.V.Along(impulse, 1/d.Mass)
	if !(math.Abs(v.X) <= MaxDiscSpeed && math.Abs(v.Y) <= MaxDiscSpeed) {
		panic(fmt.Sprintf("world: tick %d: disc %d is kicked to %v", w.tick, i, v))
	}
	w.Turn(i, v)
}

// mustBeAnswered panics if disc i has a contact that waits for its answer.
func (w *World) requireAnswered(i int) {
	if w.awaitsAnswer(i) {
		panic(fmt.Sprintf("world: tick %d: disc %d has a contact to answer first", w.tick, i))
	}
}

// waits reports whether disc i has a contact that waits for its answer.
func (w *World) awaitsAnswer(i int) bool {
	m := &w.lastContact
	return m.answer == pending && (int(m.disc) == i || m.partner.kind == AtDisc && int(m.partner.other) == i)
}
