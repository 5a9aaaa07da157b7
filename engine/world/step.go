package world

import (
	"fmt"

	"arkterm/engine/geom"
)

// This file advances time: a tick in sub-steps, a sub-step from contact to contact.

// A meeting is the contact that Next has reported last, and its answer.
type meeting struct {
	answer answer
	disc   int32
	with   origin   // the disc's partner
	n      geom.Vec // of a capsule or mover: normal toward the disc …
	u      geom.Vec // … and velocity of the point of contact
}

// An answer is the owner's answer to a contact.
type answer uint8

const (
	none    answer = iota // there is no contact to answer
	asked                 // Next has reported it
	bounced               // the disc, or both, must be predicted anew
	passed                // the same, and the disc passes through the obstacle
	dropped               // the disc is held or removed
)

// Begin begins a tick, in which capsules and movers move to their goals. It returns the time of the
// end of the tick.
func (w *World) Begin() (end float64) {
	if w.substepsLeft > 0 {
		panic(fmt.Sprintf("world: tick %d begins twice", w.tick))
	}
	if w.stale {
		w.Rebuild()
	}
	n := int(w.tick % TicksPerSecond)
	if n == 0 && w.tick > 0 {
		w.shiftEpoch()
	}
	w.substepsLeft = w.Substeps
	if w.touched {
		w.beginTick()
	}
	end = w.tickEnd(n)
	if w.coasts(end) {
		w.coasting, w.end = true, end
		return end
	}
	w.beginSubstep()
	return end
}

// Next advances everything to the next contact and returns it, or to the time end if there is none
// before. A tick is over when Next has returned no contact for the end that Begin returned; with an
// earlier end it can be called again. Next panics if the last contact was not answered.
func (w *World) Next(end float64) (c Contact, ok bool) {
	if w.met.answer != none || w.stale {
		w.settle()
	} else if w.coasting && end >= w.end && w.banded > w.end {
		if _, t, _ := w.queue.first(); t > w.end && w.window.until >= w.end {
			w.now = w.end
			w.endTick() // as most do, among few discs
			return c, false
		}
	}

	for w.substepsLeft > 0 {
		if w.coasting && w.banded <= w.end {
			w.divide()
		}
		until := min(w.end, end)
		for {
			i, t, kind := w.queue.first()
			if w.window.until < min(t, until) {
				w.now = w.window.until
				w.renewWindow()
				continue
			}
			if t > until {
				break
			}

			w.now = grain(t)
			if kind == AtCapsule || kind == AtMover {
				c, ok = w.meetMover(i, &w.approaches[i].mover)
			} else {
				c, ok = w.meet(i, &w.tracks[i])
			}
			if ok {
				w.divide()
				return c, true
			}
			if w.coasting && w.banded <= w.end {
				w.divide()
				until = min(w.end, end)
			}
		}

		w.now = until
		if until < w.end {
			w.divide()
			break
		}
		w.endSubstep()
	}
	return Contact{}, false
}

// coasts reports whether the tick that ends at end needs no sub-steps: nothing is steered, or it is
// so far from all discs that its way within the tick does not matter. Then it is enough to move the
// capsules to their goals at the end.
func (w *World) coasts(end float64) bool {
	return len(w.movers) == 0 && w.banded > end
}

// divide divides a tick that coasts into its sub-steps after all, because a disc comes near the
// capsules, or because the owner is about to look at them. The capsules have gone their way since
// the tick began.
func (w *World) divide() {
	if !w.coasting || len(w.Capsules) == 0 {
		return // nothing to see
	}
	w.split()
}

// split does that whether or not there are capsules.
func (w *World) split() {
	w.coasting = false
	now := w.now
	w.now = w.tickEnd(int(w.tick%TicksPerSecond) - 1)
	for w.end = w.substepEnd(); w.end < now; w.end = w.substepEnd() {
		w.beginCapsules(w.end - w.now)
		w.endCapsules()
		w.substepsLeft--
		w.now = w.end
	}
	w.beginSubstep()
	w.now = now
}

// beginSubstep gives everything that moves its course for one of the remaining sub-steps.
func (w *World) beginSubstep() {
	w.end = w.substepEnd()
	w.beginMovers()
}

// substepEnd returns the time of the end of the first of the remaining sub-steps.
func (w *World) substepEnd() float64 {
	s := int(w.tick%TicksPerSecond)*w.Substeps + w.Substeps - w.substepsLeft
	return float64(s+1) / float64(TicksPerSecond*w.Substeps)
}

// endSubstep moves everything to its place at the end of the sub-step, and begins the next one or
// ends the tick.
func (w *World) endSubstep() {
	if w.coasting || w.substepsLeft == 1 {
		w.endTick()
		return
	}
	w.endMovers()
	w.substepsLeft--
	w.beginSubstep()
}

// endTick ends the tick: everything is where it is to be, and discs that sleep wake.
func (w *World) endTick() {
	w.substepsLeft = 1 // also of a tick that coasted
	w.endMovers()
	w.coasting, w.substepsLeft = false, 0
	if w.asleep > 0 {
		w.wakeAll()
	}
	w.tick++
}

// grainLength is the least time in seconds by which two courses begin apart.
const grainLength = 0x1p-49

// grain rounds a time of the epoch to a multiple of 2⁻⁴⁹ s, which is 1.8e-15 s. Courses begin at
// such times only, so that shifting the epoch by a second is exact: otherwise predictions made
// before and after it could differ in the last bit.
func grain(t float64) float64 { return (t + 8) - 8 }

// shiftEpoch moves the epoch forward by a second, so that times stay small and their last bits
// fine. It is exact for all courses that began less than 8 s ago; see grain. The time of a
// prediction is added up anew from its two parts: it must not depend on whether it was made before
// or after.
func (w *World) shiftEpoch() {
	w.now--
	w.end--
	w.banded--
	w.window.until--
	for i := range w.Discs {
		w.Discs[i].Since--
		tr := &w.tracks[i]
		tr.t0--
		tr.exit[0]--
		tr.exit[1]--
		w.approaches[i].bandIn--
		w.approaches[i].bandOut--
		t, kind := w.next(i, tr)
		w.queue.put(i, t, kind)
	}
	w.queue.replay()
}

// meet returns the contact that the track of disc i predicts, unless its partner has changed since
// the prediction, or the disc falls asleep.
func (w *World) meet(i int, c *track) (Contact, bool) {
	if c.kind == AtDisc {
		return w.meetDisc(i, c)
	}
	if w.wraps() && w.atSeam(i, c.kind) {
		return Contact{}, false
	}
	met := Contact{Kind: c.kind, Disc: i, Other: int(c.other)}
	switch d := &w.Discs[i]; c.kind {
	case AtSide:
		met.N.X = -1
		if d.V.X < 0 {
			met.N.X = 1
		}
	case AtEnd, AtExit:
		met.N.Y = -1
		if d.V.Y < 0 {
			met.N.Y = 1
		}
	case AtObstacle:
		o := &w.Obstacles[c.other]
		if o.Gone {
			w.predict(i)
			return met, false
		}
		from := d.From
		if w.wraps() {
			s, _ := w.shift(image(c.stamp))
			from = from.Sub(s)
		}
		hit, _ := o.Shape.Sweep(from, d.V, d.R) // as predictObstacles has it
		met.N = hit.N
	}

	if c.kind != AtExit && w.tired(i) {
		w.sleep(i, met.N)
		return met, false
	}
	w.ask(i, c.with())
	return met, true
}

// meetDisc is meet for two discs.
func (w *World) meetDisc(i int, c *track) (Contact, bool) {
	j := int(c.other)
	if w.Discs[j].course != c.stamp {
		w.predict(i)
		return Contact{}, false
	}
	if w.asleep > 0 {
		w.wake(i)
		w.wake(j)
	}
	d := w.between(i, j)
	if w.tired(i) {
		w.sleep(i, d)
		w.sleep(j, d)
		return Contact{}, false
	}
	w.ask(i, c.with())
	return Contact{Kind: AtDisc, Disc: i, Other: j, N: d}, true
}

// meetMover is meet for a capsule or a mover.
func (w *World) meetMover(i int, c *contact) (Contact, bool) {
	met := Contact{Kind: c.kind, Disc: i, Other: int(c.other), N: c.n, Wedged: w.approaches[i].touches >= maxTouches}
	if c.kind == AtMover {
		met.Other = w.movers[c.other].obstacle
	}
	if !w.current(c) {
		w.predict(i)
		return met, false
	}
	if w.tired(i) {
		w.block(c.with())
		w.sleep(i, met.N)
		return met, false
	}
	w.wake(i)
	w.ask(i, c.with())
	s, _ := w.shift(c.image)
	w.met.n, w.met.u = c.n, w.surface(c.with(), w.At(i).Along(c.n, -w.Discs[i].R).Sub(s))
	return met, true
}

// ask records that the contact of disc i with the other party is to be answered.
func (w *World) ask(i int, with origin) {
	w.met.answer, w.met.disc, w.met.with = asked, int32(i), with
}

// settle predicts the consequences of the answer to the last contact.
func (w *World) settle() {
	m := &w.met
	answer, i := m.answer, int(m.disc)
	if answer == asked {
		panic(fmt.Sprintf("world: tick %d: no answer to the contact of disc %d (kind %d, index %d)", w.tick, i, m.with.kind, m.with.other))
	}
	m.answer = none
	switch {
	case w.stale:
		w.Rebuild()
	case w.overfull():
		w.predictAll()
	}
	switch {
	case answer == none || answer == dropped:
	case m.with.kind == AtDisc:
		w.predictUnlessHeld(i)
		w.predictUnlessHeld(int(m.with.other))
	case w.Discs[i].Held:
	case m.with.kind == AtCapsule || m.with.kind == AtMover:
		w.settleMover(i, answer == passed)
	default:
		w.predict(i)
	}
}

// predictUnlessHeld is predict for a disc that may be held by now.
func (w *World) predictUnlessHeld(i int) {
	if !w.Discs[i].Held {
		w.predict(i)
	}
}

// settleMover is settle for a contact with a capsule or a mover.
func (w *World) settleMover(i int, passes bool) {
	d, tr, m, a := &w.Discs[i], &w.tracks[i], &w.met, &w.approaches[i]
	a.touches++
	w.touched = true
	a.jam = tr.origin
	if parting := d.V.Sub(m.u).Dot(m.n); parting <= 0 && !passes || a.touches >= maxTouches {
		// The owner gave the disc less speed than it takes to get out of the way, or the disc has
		// no way out: the mover waits for it.
		tr.origin = origin{}
		w.block(m.with)
	}
	w.predict(i)
}
