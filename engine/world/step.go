package world

import (
	"fmt"

	"arkterm/engine/geom"
)

// This file advances time. A tick consists of sub-steps, and each sub-step runs from contact to contact.

// A pendingContact is the contact that Next returned last, and the response to it.
type pendingContact struct {
	response response
	disc     int32
	partner  origin   // the other body
	n        geom.Vec // Contact.N
	u        geom.Vec // for a capsule or mover: velocity of the point of contact
}

// A response is the caller's response to a contact.
type response uint8

const (
	noContact response = iota // no contact needs a response
	pending                   // Next has returned the contact; the caller has not responded yet
	bounced                   // the disc, or each of two discs, has a new course and must be predicted again
	passed                    // like bounced, but the disc passes through the obstacle
	dropped                   // the disc is held or removed
)

// Begin starts a tick, in which capsules and movers move to their targets. It returns the time at which the tick ends.
// It panics if w is a copy of a World made by an assignment, because the two would share memory.
func (w *World) Begin() (end float64) {
	if w.self != w || w.Substeps < 1 || w.substepsLeft > 0 {
		panic(w.beginError())
	}
	if w.stale {
		w.Rebuild()
	}
	n := int(w.tick % TicksPerSecond)
	if n == 0 && w.tick > 0 {
		w.shiftEpoch()
	}
	w.substepsLeft, w.start = w.Substeps, w.now
	if w.touched {
		w.releaseMovers()
	}
	end = w.tickEnd(n)
	if w.coasts(end) {
		w.substep++
		w.coasting, w.end = true, end
		return end
	}
	w.beginSubstep()
	return end
}

// beginError returns the reason why the tick cannot begin.
func (w *World) beginError() string {
	w.must("Begin", w.validate())
	return fmt.Sprintf("world: tick %d begins twice", w.tick)
}

// Coast completes the tick if there is no contact before the end that Begin returned, and reports whether it
// completed the tick. Most ticks of a world with few discs have no contact. Next would have the same effect, but is
// slower.
func (w *World) Coast(end float64) bool {
	if w.lastContact.response != noContact || w.stale || !w.coasting || end < w.end || w.nextReach <= w.end {
		return false
	}
	if t, _ := w.queue.first(); t <= w.end || w.window.until < w.end {
		return false
	}
	w.now = w.end
	w.endTick()
	return true
}

// Next advances the world to the next contact and returns it. If there is no contact before the time end, it
// advances to end. A tick is complete when Next has returned no contact for the end that Begin returned. After an
// earlier end, Next can be called again. Next panics if the last contact is pending.
func (w *World) Next(end float64) (c Contact, ok bool) {
	if w.lastContact.response != noContact || w.stale {
		w.applyResponse()
	}
	if w.substepsLeft > 0 && !(end >= w.now-timeResolution) {
		w.must("Next", fmt.Errorf("end is %g, want at least the current time %g", end, w.now))
	}

	for w.substepsLeft > 0 {
		if w.coasting && w.nextReach <= w.end {
			w.split()
		}
		until := min(w.end, end)
		for {
			t, rank := w.queue.first()
			if w.window.until < min(t, until) {
				w.now = w.window.until
				w.renewWindow()
				continue
			}
			if t > until {
				break
			}

			if w.queue.n >= preloadFrom && t > w.preloaded.until {
				w.preload(t)
			}
			w.now = roundTime(t)
			i, kind := rank.disc(), rank.kind()
			if kind == AtCapsule || kind == AtMover {
				ok = w.confirmMover(i, &w.approaches[i].contact, &c)
			} else {
				ok = w.confirm(i, &w.tracks[i], &c)
			}
			if ok {
				w.splitForCapsules()
				return c, true
			}
			if w.coasting && w.nextReach <= w.end {
				w.split()
				until = min(w.end, end)
			}
		}

		w.now = until
		if until < w.end {
			w.splitForCapsules()
			break
		}
		w.endSubstep()
	}
	return Contact{}, false
}

// coasts reports whether the tick that ends at end needs no sub-steps. This is the case if nothing is steered, or if
// the steered bodies are so far from all discs that their motion within the tick does not matter. It is then sufficient
// to move the capsules to their targets at the end.
func (w *World) coasts(end float64) bool {
	return !w.steered && w.nextReach > end
}

// splitForCapsules divides a coasting tick into sub-steps if the world contains capsules or movers. Next calls it
// before it returns within the tick, because the caller may then read the current positions of capsules and movers. A
// coasting tick computes only the positions at its end.
func (w *World) splitForCapsules() {
	if w.coasting && w.hasMovingBodies() {
		w.split()
	}
}

// split divides a coasting tick into sub-steps, and advances capsules and movers to the sub-step that contains the
// current time.
func (w *World) split() {
	w.coasting = false
	now := w.now
	w.now = w.tickEnd(int(w.tick%TicksPerSecond) - 1)
	// In the last sub-step, w.end can be before now, because roundTime can round the time of a contact up past the end
	// of the tick. Therefore, the loop also stops at the last sub-step.
	for w.end = w.substepEnd(); w.end < now && w.substepsLeft > 1; w.end = w.substepEnd() {
		w.beginCapsules(w.end - w.now)
		w.endCapsules()
		for k := range w.movers {
			if m := &w.movers[k]; !w.isIdle(m) {
				m.skip(w.now, w.end)
			}
		}
		w.substepsLeft--
		w.now = w.end
	}
	w.beginSubstep()
	w.now = now
}

// beginSubstep starts the first of the remaining sub-steps, and sets the courses of capsules and movers for it.
func (w *World) beginSubstep() {
	w.start, w.end = w.now, w.substepEnd()
	w.beginMotion()
}

// substepEnd returns the end of the first remaining sub-step.
func (w *World) substepEnd() float64 {
	return w.substepTime(w.Substeps - w.substepsLeft + 1)
}

// substepTime returns the time of the start of sub-step s of the tick.
func (w *World) substepTime(s int) float64 {
	return float64(int(w.tick%TicksPerSecond)*w.Substeps+s) / float64(TicksPerSecond*w.Substeps)
}

// endSubstep moves capsules and movers to their positions at the end of the sub-step. It then starts the next sub-step
// or ends the tick.
func (w *World) endSubstep() {
	if w.coasting || w.substepsLeft == 1 {
		w.endTick()
		return
	}
	w.endMotion()
	w.substepsLeft--
	w.beginSubstep()
}

// endTick ends the tick. It moves capsules and movers to their final positions and wakes sleeping discs.
func (w *World) endTick() {
	w.substepsLeft = 1 // also for a tick that coasted
	w.endMotion()
	w.coasting, w.substepsLeft, w.start = false, 0, w.end
	if w.sleeping > 0 {
		w.wakeAll()
	}
	w.tick++
}

// timeResolution is the minimum time in seconds between the starts of two courses.
const timeResolution = 0x1p-49

// roundTime rounds a time of the epoch to a multiple of 2⁻⁴⁹ s, which is 1.8e-15 s. Courses start only at such times,
// so that shiftEpoch can subtract a second from them without rounding. Otherwise, predictions made before and after the
// subtraction could differ in the last bit.
func roundTime(t float64) float64 { return (t + 8) - 8 }

// shiftEpoch starts a new epoch, by subtracting one second from all times. This keeps times small and therefore
// precise. The subtraction is exact for all courses that began less than 8 s ago; see roundTime. A prediction stores
// its time as t0 + dt. Only t0 is shifted, and the sum is computed when it is needed. Therefore, the sum does not
// depend on whether the prediction was made before or after the shift.
func (w *World) shiftEpoch() {
	w.now--
	w.end--
	w.nextReach--
	w.window.until--
	w.preloaded.until--
	for i := range w.Discs {
		w.Discs[i].Since--
		w.sleepStates[i].slidesUntil--
		tr := &w.tracks[i]
		tr.t0--
		tr.exit[0]--
		tr.exit[1]--
		if w.hasMovingBodies() {
			w.approaches[i].bandIn--
			w.approaches[i].bandOut--
			w.reach[i]--
		}
		t, rank := w.next(i, tr)
		w.queue.put(i, t, rank)
	}
	w.queue.replay()
}

// confirm sets out to the contact that the track of disc i predicts. It returns false if the partner has changed since
// the prediction, or if the disc falls asleep. The result is not returned by value because a Contact is too large for
// registers.
func (w *World) confirm(i int, tr *track, out *Contact) bool {
	if tr.kind == AtDisc {
		return w.confirmDisc(i, tr, out)
	}
	if tr.kind == AtEnter || tr.kind == AtLeave {
		return w.confirmSensor(i, tr.kind, int(tr.other), out)
	}
	if w.wraps() && w.crossSeam(i, tr.kind) {
		return false
	}

	d, n := &w.Discs[i], geom.Vec{}
	switch tr.kind {
	case AtSide:
		n.X = -1
		if d.V.X < 0 {
			n.X = 1
		}
	case AtEnd, AtExit:
		n.Y = -1
		if d.V.Y < 0 {
			n.Y = 1
		}
	case AtObstacle:
		o := &w.Obstacles[tr.other]
		if o.Gone {
			w.predict(i)
			return false
		}
		from := d.From
		if w.wraps() {
			s, _ := w.imageOffset(image(tr.stamp))
			from = from.Sub(s)
		}
		hit, _ := o.Shape.Sweep(from, d.V, d.R) // as in predictObstacles
		n = hit.N
	}

	if tr.kind != AtExit && w.exceedsMaxContacts(i) {
		w.sleep(i, n)
		return false
	}
	w.awaitResponse(i, tr.partner(), n)
	out.Kind, out.Disc, out.Other, out.N = tr.kind, i, int(tr.other), n
	return true
}

// confirmDisc is the version of confirm for two discs. The contact counts toward the maximum of each disc; see
// exceedsMaxContacts.
func (w *World) confirmDisc(i int, tr *track, out *Contact) bool {
	j := int(tr.other)
	if w.Discs[j].course != tr.stamp {
		w.predict(i)
		return false
	}
	if w.sleeping > 0 {
		w.wake(i)
		w.wake(j)
	}
	i, j = min(i, j), max(i, j)
	d := w.between(i, j)
	first, second := w.exceedsMaxContacts(i), w.exceedsMaxContacts(j)
	if first || second {
		w.sleep(i, d)
		w.sleep(j, d.Neg())
		return false
	}
	w.awaitResponse(i, origin{kind: AtDisc, other: int32(j)}, d)
	out.Kind, out.Disc, out.Other, out.N = AtDisc, i, j, d
	return true
}

// confirmMover is the version of confirm for a capsule or mover.
func (w *World) confirmMover(i int, c *contact, out *Contact) bool {
	if !w.isCurrent(c) {
		w.predict(i)
		return false
	}
	if w.exceedsMaxContacts(i) {
		n := c.n // block overwrites c
		w.block(c.partner())
		w.sleep(i, n)
		return false
	}
	other := int(c.other)
	if c.kind == AtMover {
		other = w.movers[c.other].obstacle
	}
	*out = Contact{Kind: c.kind, Disc: i, Other: other, N: c.n, Wedged: w.approaches[i].touches >= maxTouches}
	w.wake(i)
	w.awaitResponse(i, c.partner(), c.n)
	s, _ := w.imageOffset(c.image)
	at := w.At(i).Along(out.N, -w.Discs[i].R).Sub(s)
	w.lastContact.u = w.surfaceVelocity(w.lastContact.partner, at)
	return true
}

// awaitResponse records that the contact of disc i with a partner, with the normal n, needs a response.
func (w *World) awaitResponse(i int, partner origin, n geom.Vec) {
	m := &w.lastContact
	m.response, m.disc, m.partner, m.n = pending, int32(i), partner, n
}

// applyResponse updates the predictions of the discs in the last contact, according to the response of the caller. It
// panics if there was no response.
func (w *World) applyResponse() {
	m := &w.lastContact
	response, i := m.response, int(m.disc)
	if response == pending {
		panic(fmt.Sprintf("world: tick %d: no response to the contact of disc %d with %v %d",
			w.tick, i, m.partner.kind, m.partner.other))
	}
	m.response = noContact
	switch {
	case w.stale:
		w.Rebuild()
	case w.overfull():
		w.predictAll()
	}
	switch {
	case response == noContact || response == dropped:
	case m.partner.kind == AtDisc:
		w.predictUnlessHeld(i)
		w.predictUnlessHeld(int(m.partner.other))
	case w.Discs[i].Held:
	case w.hasMovingBodies() && (m.partner.kind == AtCapsule || m.partner.kind == AtMover):
		w.applyMoverResponse(i, response == passed)
	default:
		w.predict(i)
	}
}

// predictUnlessHeld predicts disc i unless it is held.
func (w *World) predictUnlessHeld(i int) {
	if !w.Discs[i].Held {
		w.predict(i)
	}
}

// applyMoverResponse is the version of applyResponse for a contact with a capsule or mover.
func (w *World) applyMoverResponse(i int, passes bool) {
	d, tr, m, a := &w.Discs[i], &w.tracks[i], &w.lastContact, &w.approaches[i]
	a.touches++
	w.touched = true
	a.lastTouched = tr.origin
	if parting := d.V.Sub(m.u).Dot(m.n); parting <= 0 && !passes || a.touches >= maxTouches {
		// The disc is too slow to move out of the way, or it cannot escape, so stop the mover.
		tr.origin = origin{}
		w.block(m.partner)
	}
	w.predict(i)
}
