package input

import (
	"slices"
	"time"

	"arkterm/engine"
)

// How long a key is down, when nobody says that it went up.
//
// A terminal reports a held key as a press, then nothing for 200–660 ms, then 8 to 60
// repeats a second. Until the first repeat a tap and a hold look the same. What a press
// does must therefore be small enough for a tap and must not stop before the first repeat
// of a hold:
//
//   - For tapTicks the paddle runs at full speed, which is 2.1 units. Then it glides,
//     ever slower, for 2.2 units until 200 ms after the press, and creeps until the first
//     repeat is due. So a tap is one fixed step of about 4½ units, a little more than half of
//     the paddle's width, and nine tenths of it are done after 200 ms. Down, the other direction
//     or the mouse end it at once, for a smaller step.
//   - A press soon after another one of its direction (burstGap) says more: that one was a tap, and its step was not
//     enough. So this step is larger, about 7 units, on keyboards that are known to wait for long.
//   - The next event of that direction counts as the first repeat if it comes when one is
//     due, by what was learned of the keyboard, and as another tap otherwise. A player who
//     taps in exactly that rhythm is misread, and gets a step of about the same size.
//   - Events less than repeatGap apart are repeats in any case: nobody taps faster than 13
//     times a second. Slower ones, up to mostPeriod apart, are repeats if that is the keyboard's
//     known period, or if some in a row come as evenly as no hand taps, after a pause.
//   - After the last repeat the paddle runs on at full speed while another is due, at a
//     quarter of it while one may be late, and stands still a period and leastLate after it: later where
//     repeats were seen to come late, as over a link.
//   - A press of the other direction while a hold runs is rather a turn than a tap: a hand that corrects itself
//     has to see first where the paddle stopped. It goes further than a tap (turnTicks, turnGlide).
//
// A bet cannot be better than that. In the half second before the first repeat the paddle would go
// 35 units if the key is held, and may go 5 at most if it was tapped. What is known from then on is that it was
// held: to catch up then, at one and a half times the speed, brings the paddle to where it is meant
// to be a tenth of a second sooner, and makes it miss that more often, as a hand that stops a paddle is off by
// 35 ms, as much at any speed: that is 4 units in place of 3, and half of the paddle is 4 wide.
//
// TestHands and TestSteeringTable have all of it in figures.
const (
	// tapTicks is 50 ms.
	tapTicks = 12

	// The glide after it: 2.5 units at full speed, in Move × ticks, within 150 ms.
	glideTicks        = 36
	glideDistance int = 2.5 * engine.MoveFull * engine.TicksPerSecond / engine.KeySpeedFull

	// Instead of these, when the paddle turns round in a hold: 100 ms, and 5.5 units within 300 ms.
	turnTicks        = 24
	turnGlide        = 72
	turnDistance int = 5.5 * engine.MoveFull * engine.TicksPerSecond / engine.KeySpeedFull

	// In place of glideDistance after a press within burstGap of another one: 5 units. A hand taps five to seven times a
	// second.
	burstDistance int = 5 * engine.MoveFull * engine.TicksPerSecond / engine.KeySpeedFull
	burstGap          = 300 * time.Millisecond

	// burstFrom is the delay from which on that is done: where it is shorter, a hand holds the key instead, and larger
	// steps only miss (TestReachOfHands).
	burstFrom = 450 * time.Millisecond

	// creep is the Move until the first repeat, 1.25 units/s. Not 0: the engine's ramp would begin anew.
	creep = 1

	// repeatGap is the least time between two presses by a person.
	repeatGap = 75 * time.Millisecond

	// mostPeriod is the longest time between repeats of a usual keyboard: macOS' default is 90 ms, the
	// Linux console's 92 ms. evenly is by how much gaps may differ for that of a keyboard that is not
	// known yet: a hand's differ by more. mostGap is the longest gap between two such repeats.
	mostPeriod = 120 * time.Millisecond
	evenly     = 25 * time.Millisecond
	mostGap    = mostPeriod + evenly/2

	// leastLate is how late a repeat may be, at least.
	leastLate = 30 * time.Millisecond

	// lastHold is how long after the last repeat the paddle may move while nothing is known of how late
	// repeats come, and the period is shorter.
	lastHold = 100 * time.Millisecond

	// lateMove is the Move while a repeat is late.
	lateMove = engine.MoveFull / 4

	// defaultDelay is the time from a press to the first repeat before any was seen:
	// the longest that is usual, since a glide that is too long is only slow, and one
	// that is too short leaves a gap. It is also the longest that is waited for: a tap would go too far.
	defaultDelay = 660 * time.Millisecond

	// defaultPeriod is the time between repeats before any was seen.
	defaultPeriod = time.Second / 30

	// slack is how far a first repeat may be off: two events, 30 ms each, and a busy
	// loop.
	slack = 70 * time.Millisecond

	// Delays outside of these limits are two presses, or a link that stalled.
	leastDelay = 150 * time.Millisecond
	mostDelay  = 1200 * time.Millisecond
)

// rampStart is the share of its full speed that the engine's paddle begins with, before
// the ramp. hold knows the ramp only to make every tap the same, also one that comes while
// the paddle moves.
const rampStart = engine.KeySpeed / engine.KeySpeedFull

// tickTime is the length of a tick.
const tickTime = time.Second / engine.TicksPerSecond

// A hold infers from presses and repeats in which direction the paddle is to go, and how
// fast.
type hold struct {
	dir   int8             // of the last press: −1 left, 1 right
	mode  holdMode         // what is known of the key
	turns bool             // the press turned a hold round, while pressed
	burst bool             // the press soon followed a tap, while pressed
	last  time.Duration    // when the last event of dir came
	gaps  [6]time.Duration // before the last of its events, the last one first; 0: there was another key
	tick  int              // ticks since the press, while pressed
	wait  int              // ticks from the press until the first repeat is due at the latest, while pressed
	going int              // ticks for which the paddle has been moving in that direction
	run   run              // the repeats so far, while held, or of the hold that has just ended

	delays, periods median        // of the last holds
	late            time.Duration // by how much repeats have been late; 0: not known
	repeats         int           // that this was learned from
}

// A holdMode says what is known of the key pressed last.
type holdMode uint8

const (
	idle    holdMode = iota // it is up
	pressed                 // it went down: a tap, or the beginning of a hold
	held                    // it repeats
)

// A run is a series of repeats.
type run struct {
	delay   time.Duration // from the press to the first repeat, 0 when not seen
	begun   time.Duration // when the first repeat came
	repeats int           // how many came after that
}

// press takes an event of a direction key, a press or a repeat; repeat says that the
// terminal knows it to be one.
func (h *hold) press(now time.Duration, dir int8, repeat bool) {
	if dir != h.dir {
		h.turn(now, dir)
		return
	}
	gap := now - h.last
	switch {
	case gap < repeatGap, h.mode == held && gap <= h.patience(), h.even(gap):
		h.repeat(now, gap)
	case h.mode != held && (repeat || h.run == (run{}) && h.due(gap)):
		h.mode, h.run = held, run{delay: gap, begun: now}
	default:
		tapped := h.mode == pressed && gap <= burstGap
		h.stop()
		h.begin(now)
		h.burst = tapped && h.delays.value(0) >= burstFrom
	}
	h.note(now, gap)
}

// note remembers an event.
func (h *hold) note(now, gap time.Duration) {
	copy(h.gaps[1:], h.gaps[:])
	h.gaps[0], h.last = gap, now
}

// turn takes a press of the direction that was not the last one.
func (h *hold) turn(now time.Duration, dir int8) {
	turns := h.mode == held && h.run.repeats >= 2 && now-h.last <= h.patience()
	h.stop()
	h.dir, h.going, h.gaps = dir, 0, [6]time.Duration{}
	h.begin(now)
	h.turns = turns
	h.note(now, 0)
}

// begin takes a press that may be a tap or the beginning of a hold.
func (h *hold) begin(now time.Duration) {
	h.mode, h.turns, h.burst, h.run = pressed, false, false, run{}
	h.tick, h.wait = 0, int((min(h.delays.value(defaultDelay), defaultDelay)+slack)/tickTime)
}

// due reports whether an event that comes gap after a press is its first repeat, by what
// was learned of the keyboard: never before anything was.
func (h *hold) due(gap time.Duration) bool {
	delay := h.delays.value(0)
	return delay > 0 && gap >= delay-slack && gap <= delay+slack
}

// even reports whether an event that comes gap after the last one is a repeat of a slow keyboard: they come
// evenly, after a delay. Three gaps are enough, but not where repeats are known to come faster.
func (h *hold) even(gap time.Duration) bool {
	need, least, most := 3, gap, gap
	if p := h.periods.value(0); p > 0 && p < repeatGap {
		need = 5
	}
	for i, g := range h.gaps {
		if g > mostGap {
			return i+1 >= need && most <= mostGap && most-least <= evenly && g >= 2*least && g <= mostDelay
		}
		least, most = min(least, g), max(most, g)
	}
	return false
}

// repeat takes an event that cannot be a press. What was taken for a press before it was
// the first repeat then, or a later one of a slow keyboard.
func (h *hold) repeat(now, gap time.Duration) {
	if h.mode != held && h.run == (run{}) {
		h.run = h.began()
	}
	h.mode = held
	h.run.repeats++
	h.lag(now, gap)
}

// began returns the run that the last event belongs to, back to the delay before it.
func (h *hold) began() run {
	r := run{begun: h.last}
	for _, g := range h.gaps {
		if g == 0 || g > mostGap {
			r.delay = g
			break
		}
		r.begun -= g
		r.repeats++
	}
	return r
}

// lag learns by how much repeats come late: by a quarter more than the latest one. That is forgotten slowly, but
// what it begins with quickly.
func (h *hold) lag(now, gap time.Duration) {
	period := h.run.period(now)
	if h.late == 0 {
		h.late = h.lateness(period)
	}
	forgets := h.late / 128
	if h.repeats < 16 {
		forgets = h.late / 16
	}
	h.repeats++
	late := gap - period
	h.late = max(late+late/4, h.late-forgets, leastLate)
}

// stop ends a tap or a hold, and learns the keyboard's times from a hold.
func (h *hold) stop() {
	if h.mode == held && h.run.repeats >= 3 {
		p, d := h.run.period(h.last), h.run.delay
		known := d >= leastDelay && d <= mostDelay
		if known {
			h.delays.add(d)
		}
		if p <= mostPeriod && (known || p < repeatGap) {
			h.periods.add(p)
		}
	}
	h.mode = idle
}

// release forgets all but what was learned.
func (h *hold) release() {
	h.stop()
	*h = hold{delays: h.delays, periods: h.periods, late: h.late, repeats: h.repeats}
}

// next returns the Move for the tick at time now.
func (h *hold) next(now time.Duration) int8 {
	move := h.speed(now)
	h.going++
	if move == 0 {
		h.going = 0
	}
	return h.dir * move
}

// speed returns how fast the paddle goes in the tick at time now.
func (h *hold) speed(now time.Duration) int8 {
	switch h.mode {
	case pressed:
		return h.step()
	case held:
		since, period := now-h.last, h.period()
		if since <= period+min(period, h.lateness(period))/2 {
			return engine.MoveFull
		}
		if since <= h.patience()-tickTime {
			return lateMove
		}
		h.stop()
	}
	return 0
}

// step returns the speed for the next tick of a press: full, a glide, and then hardly any
// until the first repeat is due.
func (h *hold) step() int8 {
	full, glide, goes := tapTicks, glideTicks, glideDistance
	switch {
	case h.turns:
		full, glide, goes = turnTicks, turnGlide, turnDistance
	case h.burst:
		goes = burstDistance
	}
	i := h.tick - full
	h.tick++
	switch {
	case h.tick > h.wait:
		h.mode = idle
		return 0
	case i < 0 && h.turns:
		return engine.MoveFull
	case i < 0:
		return int8(engine.MoveFull * ramp(h.tick-1) / ramp(h.going))
	case i < glide:
		// The difference of two distances rounded down, so that the sum is exact.
		return int8(max(creep, glided(goes, i+1, glide)-glided(goes, i, glide)))
	}
	return creep
}

// ramp returns the share of the engine's full speed after so many ticks of motion.
func ramp(ticks int) float64 {
	return rampStart + (1-rampStart)*min(1, float64(ticks)/engine.KeyRamp)
}

// glided returns how much of a distance is done after i of n ticks of a glide. The speed falls evenly, from
// twice the mean to nothing.
func glided(distance, i, n int) int {
	return distance * i * (2*n - i) / (n * n)
}

// patience returns how long after a repeat the next one may come.
func (h *hold) patience() time.Duration {
	period := h.period()
	return period + h.lateness(period)
}

// lateness returns by how much a repeat may be late, at that period.
func (h *hold) lateness(period time.Duration) time.Duration {
	if h.late == 0 {
		return max(lastHold-period, leastLate)
	}
	return min(h.late, mostPeriod+leastLate-period)
}

// period returns the time between repeats: of earlier holds, or of this one if it is longer, or much shorter once there
// are some.
func (h *hold) period() time.Duration {
	period := h.periods.value(defaultPeriod)
	if n := h.run.repeats; n > 0 {
		if mean := h.run.period(h.last); mean > period || n >= 4 && 4*mean < 3*period {
			period = mean
		}
	}
	return min(period, mostPeriod)
}

// period returns the mean time between the repeats, the last of which came at
// last.
func (r *run) period(last time.Duration) time.Duration {
	return (last - r.begun) / time.Duration(r.repeats)
}

// A median keeps the last eight values and the median of them.
type median struct {
	values [8]time.Duration
	n      int // how many were added
	mid    time.Duration
}

func (m *median) add(d time.Duration) {
	m.values[m.n%len(m.values)] = d
	m.n++
	sorted := m.values
	s := sorted[:min(m.n, len(sorted))]
	slices.Sort(s)
	m.mid = s[len(s)/2]
}

// value returns the median, or otherwise if nothing was added yet.
func (m *median) value(otherwise time.Duration) time.Duration {
	if m.n == 0 {
		return otherwise
	}
	return m.mid
}
