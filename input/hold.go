package input

import (
	"slices"
	"time"

	"arkterm/engine"
)

// This file infers how long a key is held down if the terminal reports no releases.
//
// A terminal reports a held key as a press, then nothing for 200 to 660 ms, and then 8 to 60 repeats a second.
// Until the first repeat, a tap and a hold look the same. So the motion after a press must be small enough for a
// tap, and must not stop before the first repeat of a hold:
//
//   - For tapTicks the paddle moves at full speed, which is 2.1 units. Then it glides at decreasing speed for 2.2
//     units until 200 ms after the press, and creeps until the first repeat is due. So a tap is a step of about 4½
//     units, slightly more than half of the paddle's width. Nine tenths of the step are done after 200 ms. Down,
//     the opposite direction or the mouse end the step immediately.
//   - A press within tapGap of another press of the same direction shows that the earlier one was a tap, and that its
//     step was too short. On keyboards with a long delay, the step of the second press is therefore larger, about 7
//     units.
//   - After a press, the next event of the same direction counts as its first repeat if it arrives when the repeat is
//     due according to the learned delay. Otherwise it is another tap. A player who taps in exactly that rhythm is
//     misread, and gets a step of about the same size.
//   - Events less than minPressGap apart are always repeats, because people do not tap faster than 13 times a second.
//     Slower events, up to maxPeriod apart, are repeats if the keyboard is known to have that period, or if several
//     events after a pause follow each other more evenly than a hand can tap.
//   - After a repeat, the paddle moves on at full speed until the next repeat is due, and at a quarter of the speed
//     while that repeat may be late. If none arrives, it stops one period and minLate after the last repeat. If repeats
//     were late before, for example over a network, it stops later.
//   - Then it returns to the place where it was half a period after the last repeat, because the key went up in the
//     period after that repeat.
//   - A press of the opposite direction during a hold is probably a reversal and not a tap, because a player who
//     corrects the position first has to see where the paddle has stopped. It moves the paddle further than a tap
//     (turnTicks, turnGlide).
//
// No rule can do much better. In the half second before the first repeat, a held key should move the paddle 35 units,
// and a tapped key at most 5. Once the key is known to be held, the paddle could catch up at one and a half times the
// speed. It would then reach its target 0.1 s sooner, but miss the target more often. Players stop the paddle with an
// error of 35 ms at any speed. At the higher speed, this is 4 units instead of 3, and half of the paddle is 4 units
// wide.
//
// If the player has chosen DoubleTap, a press within runGap of a tap makes the paddle run until the next key.
// Key repeats turn the run into a hold.
//
// TestHands and TestSteeringTable measure these rules.
const (
	// tapTicks is the number of ticks at full speed after a press: 50 ms.
	tapTicks = 12

	// The glide after tapTicks takes 150 ms. A paddle that has accelerated completely moves 2.5 units in this time. The
	// distance is in Move × ticks.
	glideTicks        = 36
	glideDistance int = 2.5 * engine.MoveFull * engine.TicksPerSecond / engine.KeySpeedFull

	// A reversal while a key is held: 100 ms at full speed, and then a glide of 5.5 units within 300 ms.
	turnTicks        = 24
	turnGlide        = 72
	turnDistance int = 5.5 * engine.MoveFull * engine.TicksPerSecond / engine.KeySpeedFull

	// largeStepDistance, 5 units, replaces glideDistance after a press within tapGap of another one. A hand taps five
	// to seven times a second.
	largeStepDistance int = 5 * engine.MoveFull * engine.TicksPerSecond / engine.KeySpeedFull
	tapGap                = 300 * time.Millisecond

	// largeStepDelay is the minimum keyboard delay for larger steps. With a shorter delay players hold the key
	// instead of tapping it, and larger steps overshoot (TestReachOfHands).
	largeStepDelay = 450 * time.Millisecond

	// runGap is the maximum time between the two taps that make the paddle run. It ends runMargin before the first
	// repeat of a known keyboard.
	runGap    = 250 * time.Millisecond
	runMargin = 35 * time.Millisecond

	// creep is the Move from the end of the glide until the first key repeat. It moves the paddle at 1.25 units/s.
	// If the paddle stopped, the engine would accelerate it from rest again.
	creep = 1

	// minPressGap is the minimum time between two presses by a person.
	minPressGap = 75 * time.Millisecond

	// maxPeriod is the maximum time between repeats of common keyboards. The default of macOS is 90 ms, and the
	// Linux console has 92 ms.
	maxPeriod = 120 * time.Millisecond

	// maxRepeatJitter is the maximum difference between the gaps in a series of repeats, if the keyboard is unknown.
	// Gaps between taps differ more.
	maxRepeatJitter = 25 * time.Millisecond

	// maxRepeatGap is the maximum gap between two repeats of an unknown keyboard.
	maxRepeatGap = maxPeriod + maxRepeatJitter/2

	// minLate is the minimum of maxLate, the allowed lateness of a repeat.
	minLate = 30 * time.Millisecond

	// defaultMaxWait is the maximum time between two repeats of a hold, if the lateness of repeats is unknown. If the
	// period is longer than defaultMaxWait − minLate, the maximum is the period plus minLate.
	defaultMaxWait = 100 * time.Millisecond

	// lateMove is the Move while a repeat is late.
	lateMove = engine.MoveFull / 4

	// defaultDelay is the assumed time from a press to the first repeat on an unknown keyboard, and the maximum time to
	// wait for the repeat. It is the longest common delay. If the delay is shorter, the glide is only slow. If the
	// delay were longer than defaultDelay, the paddle would pause. A longer wait would make taps too large.
	defaultDelay = 660 * time.Millisecond

	// defaultPeriod is the assumed time between repeats on an unknown keyboard.
	defaultPeriod = time.Second / 30

	// delayTolerance is the allowed error when the time to a first repeat is measured. It is the sum of 30 ms for each
	// of two events and the delay of a busy loop.
	delayTolerance = 70 * time.Millisecond

	// Delays outside these limits come from two separate presses or from a stalled connection.
	minDelay = 150 * time.Millisecond
	maxDelay = 1200 * time.Millisecond
)

// rampStart is the speed at which the engine's paddle begins to move, as a fraction of its full speed. heldKey uses it
// only to make all taps equally long, including those that begin while the paddle is moving.
const rampStart = engine.KeySpeed / engine.KeySpeedFull

// tickTime is the length of a tick.
const tickTime = time.Second / engine.TicksPerSecond

// A heldKey infers from presses and repeats in which direction the paddle should move, and how fast.
type heldKey struct {
	dir             int8             // direction of the last press: −1 left, 1 right
	mode            holdMode         // assumed state of the key
	reversed        bool             // while pressed: the press reversed a hold
	afterTap        bool             // while pressed: the press followed a tap
	last            time.Duration    // time of the last event of dir
	gaps            [6]time.Duration // gaps before the last events of dir, newest first; 0 after another key
	tick            int              // while pressed: ticks since the press
	maxPressTicks   int              // while pressed: maximum number of ticks until the first repeat
	moveTicks       int              // ticks for which the paddle has been moving in that direction
	series          repeatSeries     // repeats of the current or last hold
	stopped         bool             // the last press of dir stopped a run
	returnRemaining float64          // while returning: remaining distance, in Move × ticks
	atWall          bool             // a wall has stopped the paddle, so it does not return

	delays, periods median        // learned delays and periods of recent holds
	maxLate         time.Duration // allowed lateness of a repeat; 0 if unknown
	lateSamples     int           // number of repeats from which maxLate was learned
}

// A holdMode is the assumed state of the key that was pressed last.
type holdMode uint8

const (
	idle      holdMode = iota // up
	pressed                   // down: a tap, or the beginning of a hold
	held                      // down, and repeating
	returning                 // up: the paddle returns to its place at the release
	running                   // up: a second tap keeps the paddle running
)

// A repeatSeries is a series of repeats of one key.
type repeatSeries struct {
	delay   time.Duration // from the press to the first repeat; 0 if unknown
	start   time.Duration // time of the first repeat
	repeats int           // number of repeats after the first
}

// press handles a press or a repeat of a direction key. repeat is set if the terminal reports a repeat. doubleTap is
// set if a second tap makes the paddle run.
func (h *heldKey) press(now time.Duration, dir int8, repeat, doubleTap bool) {
	if dir != h.dir {
		h.reverse(now, dir)
		return
	}
	gap := now - h.last
	stopped := h.stopped && gap <= maxRepeatGap
	h.stopped = false

	switch {
	case gap < minPressGap, h.mode == held && gap <= h.maxWait(), stopped, h.isSlowRepeat(gap):
		h.addRepeat(now, gap)
	case h.mode == running && !repeat:
		// If the press is the first repeat of a key that is held down, the next one follows soon.
		h.stop()
		h.stopped = true
	case doubleTap && h.mode == pressed && !repeat && gap <= min(runGap, h.delays.value(runGap+runMargin)-runMargin):
		h.beginPress(now)
		h.mode = running
	case h.mode != held && (repeat || h.series == (repeatSeries{}) && h.isFirstRepeat(gap)):
		h.mode, h.series = held, repeatSeries{delay: gap, start: now}
	default:
		tapped := h.mode == pressed && gap <= tapGap
		h.stop()
		h.beginPress(now)
		h.afterTap = tapped && h.delays.value(0) >= largeStepDelay
	}
	h.record(now, gap)
}

// record records the time of an event.
func (h *heldKey) record(now, gap time.Duration) {
	copy(h.gaps[1:], h.gaps[:])
	h.gaps[0], h.last = gap, now
}

// reverse handles a press of the direction opposite to the last one.
func (h *heldKey) reverse(now time.Duration, dir int8) {
	reversesHold := h.mode == held && h.series.repeats >= 2 && now-h.last <= h.maxWait()
	wasRunning := h.mode == running
	h.stop()
	h.dir, h.moveTicks, h.gaps, h.stopped = dir, 0, [6]time.Duration{}, false
	h.beginPress(now)
	h.reversed = reversesHold
	if wasRunning {
		h.mode = running
	}
	h.record(now, 0)
}

// beginPress handles a press that may be a tap or the beginning of a hold.
func (h *heldKey) beginPress(now time.Duration) {
	h.mode, h.reversed, h.afterTap, h.series = pressed, false, false, repeatSeries{}
	h.tick, h.maxPressTicks = 0, int((min(h.delays.value(defaultDelay), defaultDelay)+delayTolerance)/tickTime)
}

// isFirstRepeat reports whether an event that follows a press after the time gap is its first repeat, according to
// the learned delay. It returns false for an unknown keyboard.
func (h *heldKey) isFirstRepeat(gap time.Duration) bool {
	delay := h.delays.value(0)
	return delay > 0 && gap >= delay-delayTolerance && gap <= delay+delayTolerance
}

// isSlowRepeat reports whether an event that follows the last one after the time gap is a repeat of a slow keyboard.
// Such repeats come at regular intervals after a longer first delay. At least three intervals must have been
// measured, or five if the keyboard is known to repeat faster.
func (h *heldKey) isSlowRepeat(gap time.Duration) bool {
	minGaps, minGap, maxGap := 3, gap, gap
	if p := h.periods.value(0); p > 0 && p < minPressGap {
		minGaps = 5
	}
	for i, g := range h.gaps {
		if g > maxRepeatGap {
			return i+1 >= minGaps && maxGap <= maxRepeatGap && maxGap-minGap <= maxRepeatJitter && g >= 2*minGap &&
				g <= maxDelay
		}
		minGap, maxGap = min(minGap, g), max(maxGap, g)
	}
	return false
}

// addRepeat handles an event that cannot be a press. Then the event before it was a repeat too, even if it was
// handled as a press.
func (h *heldKey) addRepeat(now, gap time.Duration) {
	if h.mode != held && h.series == (repeatSeries{}) {
		h.series = h.inferSeries()
	}
	h.mode = held
	h.series.repeats++
	h.learnLateness(now, gap)
}

// inferSeries returns the series of repeats up to the last event. It begins after the last long gap.
func (h *heldKey) inferSeries() repeatSeries {
	r := repeatSeries{start: h.last}
	for _, g := range h.gaps {
		if g == 0 || g > maxRepeatGap {
			r.delay = g
			break
		}
		r.start -= g
		r.repeats++
	}
	return r
}

// learnLateness updates maxLate after a repeat. It raises maxLate to 1.25 times the lateness of the repeat. If
// maxLate is already greater, learnLateness decreases it slowly, or faster during the first 16 repeats. The minimum
// is minLate.
func (h *heldKey) learnLateness(now, gap time.Duration) {
	period := h.series.period(now)
	if h.maxLate == 0 {
		h.maxLate = h.lateness(period)
	}
	decay := h.maxLate / 128
	if h.lateSamples < 16 {
		decay = h.maxLate / 16
	}
	h.lateSamples++
	late := gap - period
	h.maxLate = max(late+late/4, h.maxLate-decay, minLate)
}

// stop ends a tap or a hold. After a hold with at least three repeats, it records the delay and the period of the
// keyboard.
func (h *heldKey) stop() {
	if h.mode == held && h.series.repeats >= 3 {
		p, d := h.series.period(h.last), h.series.delay
		known := d >= minDelay && d <= maxDelay
		if known {
			h.delays.add(d)
		}
		if p <= maxPeriod && (known || p < minPressGap) {
			h.periods.add(p)
		}
	}
	if h.mode == returning {
		h.moveTicks = 0
	}
	h.mode = idle
}

// stopRunning ends a run.
func (h *heldKey) stopRunning() {
	if h.mode == running {
		h.mode = idle
	}
}

// release forgets the state of the key, but keeps the learned timing.
func (h *heldKey) release() {
	h.stop()
	*h = heldKey{delays: h.delays, periods: h.periods, maxLate: h.maxLate, lateSamples: h.lateSamples}
}

// next returns the Move for the tick at time now.
func (h *heldKey) next(now time.Duration) int8 {
	move := h.speed(now)
	h.moveTicks++
	if move == 0 {
		h.moveTicks = 0
	}
	return h.dir * move
}

// speed returns the magnitude of Move for the tick at time now.
func (h *heldKey) speed(now time.Duration) int8 {
	switch h.mode {
	case pressed:
		return h.pressMove()
	case held:
		since, period := now-h.last, h.period()
		if since <= period+min(period, h.lateness(period))/2 {
			return engine.MoveFull
		}
		if since <= h.maxWait()-tickTime {
			return lateMove
		}
		repeats := h.series.repeats
		h.stop()
		if repeats > 0 && !h.atWall {
			h.mode, h.moveTicks, h.returnRemaining = returning, 0, returnDistance(period, h.lateness(period))
			return h.returnMove()
		}
	case returning:
		return h.returnMove()
	case running:
		return engine.MoveFull
	}
	return 0
}

// returnDistance returns the distance by which the paddle moves back after a hold, in Move × ticks. The paddle moves
// back to its position half a period after the last repeat.
func returnDistance(period, late time.Duration) float64 {
	full := min(period, late) / 2
	return float64(engine.MoveFull*(period/2+full)+lateMove*(late-full)) / float64(tickTime)
}

// returnMove returns the Move for the next tick in which the paddle returns to its place at the release.
func (h *heldKey) returnMove() int8 {
	speed := engine.MoveFull * ramp(h.moveTicks)
	if h.returnRemaining < speed {
		h.mode = idle
		return 0
	}
	h.returnRemaining -= speed
	return -engine.MoveFull
}

// pressMove returns the magnitude of Move for the next tick of a press. The paddle starts at full speed, glides to a
// slower speed, and then creeps until the first repeat is due.
func (h *heldKey) pressMove() int8 {
	full, glide, distance := tapTicks, glideTicks, glideDistance
	switch {
	case h.reversed:
		full, glide, distance = turnTicks, turnGlide, turnDistance
	case h.afterTap:
		distance = largeStepDistance
	}

	i := h.tick - full
	h.tick++
	switch {
	case h.tick > h.maxPressTicks:
		h.mode = idle
		return 0
	case i < 0 && h.reversed:
		return engine.MoveFull
	case i < 0:
		return int8(engine.MoveFull * ramp(h.tick-1) / ramp(h.moveTicks))
	case i < glide:
		// Each Move is the difference of two distances that are rounded down, so all Moves add up to the exact
		// distance.
		return int8(max(creep, glideDistanceAt(distance, i+1, glide)-glideDistanceAt(distance, i, glide)))
	}
	return creep
}

// ramp returns the speed of the engine's paddle after the given number of ticks of motion, as a fraction of its
// full speed.
func ramp(ticks int) float64 {
	return rampStart + (1-rampStart)*min(1, float64(ticks)/engine.KeyRamp)
}

// glideDistanceAt returns the part of distance that is covered after i of n ticks of a glide. The speed decreases
// linearly from twice the mean to zero.
func glideDistanceAt(distance, i, n int) int {
	return distance * i * (2*n - i) / (n * n)
}

// maxWait returns the maximum time between the last repeat and the next one.
func (h *heldKey) maxWait() time.Duration {
	period := h.period()
	return period + h.lateness(period)
}

// lateness returns the allowed lateness of a repeat for the given period.
func (h *heldKey) lateness(period time.Duration) time.Duration {
	if h.maxLate == 0 {
		return max(defaultMaxWait-period, minLate)
	}
	return min(h.maxLate, maxPeriod+minLate-period)
}

// period returns the time between repeats that was learned from earlier holds. If the current hold repeats more
// slowly, or much faster for at least four repeats, it returns the period of the current hold.
func (h *heldKey) period() time.Duration {
	period := h.periods.value(defaultPeriod)
	if n := h.series.repeats; n > 0 {
		if mean := h.series.period(h.last); mean > period || n >= 4 && 4*mean < 3*period {
			period = mean
		}
	}
	return min(period, maxPeriod)
}

// period returns the mean time between the repeats of the series. lastRepeat is the time of the last one.
func (r *repeatSeries) period(lastRepeat time.Duration) time.Duration {
	return (lastRepeat - r.start) / time.Duration(r.repeats)
}

// A median computes the median of the last eight values.
type median struct {
	values [8]time.Duration
	n      int // number of values added
	median time.Duration
}

// add adds a value, which replaces the oldest of eight.
func (m *median) add(d time.Duration) {
	m.values[m.n%len(m.values)] = d
	m.n++
	sorted := m.values
	s := sorted[:min(m.n, len(sorted))]
	slices.Sort(s)
	m.median = s[len(s)/2]
}

// value returns the median, or fallback if there are no values.
func (m *median) value(fallback time.Duration) time.Duration {
	if m.n == 0 {
		return fallback
	}
	return m.median
}
