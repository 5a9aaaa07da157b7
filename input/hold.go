package input

import (
	"slices"
	"time"

	"arkterm/engine"
)

// How long a key is down, when nobody says that it went up.
//
// A terminal reports a held key as a press, then nothing for 200–660 ms, then
// 25–50 repeats a second. Until the first repeat a tap and a hold look the same.
// What a press does must therefore be small enough for a tap and must not stop
// before the first repeat of a hold:
//
//   - For tapTicks the paddle runs at full speed, which is 2.1 units. Then it glides,
//     ever slower, until the first repeat is due. The glide covers a fixed distance,
//     however long it takes. So a tap is one fixed step of about 4 units, a little more
//     than half of the paddle's width, and three quarters of it are done after 200 ms.
//     Down, the other direction or the mouse end it at once, for a smaller step.
//   - The next event of that direction counts as the first repeat if it comes when one is
//     due, by what was learned of the keyboard, and as another tap otherwise. A player who
//     taps in exactly that rhythm is misread, and gets a step of about the same size.
//   - Events less than repeatGap apart are repeats in any case: nobody taps faster than 13
//     times a second, and no usual keyboard repeats slower. After the last one the paddle
//     runs on at full speed while another is due, at a quarter of it while one may be late,
//     and stands still after lastHold.
//
// Where the numbers come from: the distance of a tap, of the slowest 100 ms of a hold
// before its first repeat, and after the last repeat, in units, at 400 ms and 30 Hz
// (TestSteeringTable and its picture in testdata have all of it):
//
//	full 75 ms, then evenly 3 units, full for 90 ms after a repeat   6.4   0.8   7.5
//	full 50 ms, then evenly 2.5 units, the same                      4.5   0.6   7.5
//	full 50 ms, then evenly 2 units, 1½ periods full, then a quarter 4.0   0.5   4.9
//	the same, but the glide slows down: this one                     4.0   0.4   4.9
//
// The last one makes a hold a little slower before its first repeat, and a tap that is
// over sooner: with an even glide the paddle still creeps when the player already aims
// for the next ball.
const (
	// tapTicks is 50 ms.
	tapTicks = 12

	// glideDistance is how far a glide goes, in Move × ticks: 2 units at full speed.
	glideDistance = 2 * engine.MoveFull * engine.TicksPerSecond / engine.KeySpeedFull

	// repeatGap is the least time between two presses by a person.
	repeatGap = 75 * time.Millisecond

	// lastHold is how long after the last repeat the paddle may move: it stands still
	// within 100 ms, the last tick of motion included. At 25 Hz, and with repeats that
	// come up to 30 ms late, less would tear a hold apart.
	lastHold = 100*time.Millisecond - tickTime

	// lateMove is the Move while a repeat is late.
	lateMove = engine.MoveFull / 4

	// defaultDelay is the time from a press to the first repeat before any was seen:
	// the longest that is usual, since a glide that is too long is only slow, and one
	// that is too short leaves a gap.
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
	dir   int8          // of the last press: −1 left, 1 right
	mode  holdMode      // what is known of the key
	last  time.Duration // when the last event of dir came
	gap   time.Duration // between the last two presses of dir, or 0
	tick  int           // ticks since the press, while pressed
	glide int           // how many ticks the glide of this press lasts, while pressed
	going int           // ticks for which the paddle has been moving in that direction
	run   run           // the repeats so far, while held

	delays, periods median // of the last holds
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
	gap := now - h.last
	if dir != h.dir {
		h.stop()
		h.going = 0
		h.begin(now, dir, 0)
		return
	}

	switch {
	case gap < repeatGap, h.mode == held && gap <= lastHold:
		h.repeat(now)
	case h.mode != held && (repeat || h.due(gap)):
		h.mode, h.last, h.gap = held, now, gap
		h.run = run{delay: gap, begun: now}
	default:
		h.stop()
		h.begin(now, dir, gap)
	}
}

// begin takes a press that may be a tap or the beginning of a hold.
func (h *hold) begin(now time.Duration, dir int8, gap time.Duration) {
	h.dir, h.mode, h.last, h.gap = dir, pressed, now, gap
	h.tick, h.glide = 0, h.glideTicks()
}

// due reports whether an event that comes gap after a press is its first repeat, by what
// was learned of the keyboard: never before anything was.
func (h *hold) due(gap time.Duration) bool {
	delay := h.delays.value(0)
	return delay > 0 && gap >= delay-slack && gap <= delay+slack
}

// repeat takes an event that cannot be a press. What was taken for a press before it was
// the first repeat then.
func (h *hold) repeat(now time.Duration) {
	if h.mode != held {
		h.mode = held
		h.run = run{delay: h.gap, begun: h.last}
	}
	h.run.repeats++
	h.last = now
}

// stop ends a tap or a hold, and learns the keyboard's times from a hold.
func (h *hold) stop() {
	if h.mode == held && h.run.repeats >= 3 {
		h.periods.add(h.run.period(h.last))
		if d := h.run.delay; d >= leastDelay && d <= mostDelay {
			h.delays.add(d)
		}
	}
	h.mode = idle
}

// release forgets all but what was learned.
func (h *hold) release() {
	h.stop()
	*h = hold{delays: h.delays, periods: h.periods}
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
		late := now - h.last
		if late <= h.period()*3/2 {
			return engine.MoveFull
		}
		if late <= lastHold {
			return lateMove
		}
		h.stop()
	}
	return 0
}

// step returns the speed for the next tick of a press: full for tapTicks, then what
// spreads glideDistance over the glide, then 0.
func (h *hold) step() int8 {
	i := h.tick - tapTicks
	h.tick++
	switch {
	case i < 0:
		return int8(engine.MoveFull * ramp(h.tick-1) / ramp(h.going))
	case i < h.glide:
		// The difference of two distances rounded down, so that the sum is exact. Never
		// 0: the engine's ramp would begin anew.
		return int8(max(1, glided(i+1, h.glide)-glided(i, h.glide)))
	}
	h.mode = idle
	return 0
}

// ramp returns the share of the engine's full speed after so many ticks of motion.
func ramp(ticks int) float64 {
	return rampStart + (1-rampStart)*min(1, float64(ticks)/engine.KeyRamp)
}

// glided returns the distance after i of n ticks of a glide. The speed falls evenly, from
// one and a half times the mean to half of it.
func glided(i, n int) int {
	return glideDistance * i * (3*n - i) / (2 * n * n)
}

// glideTicks returns how long the next glide lasts: until the first repeat is due, and a
// little longer, since the repeat may be late.
func (h *hold) glideTicks() int {
	return int((h.delays.value(defaultDelay)+slack)/tickTime) - tapTicks
}

// period returns the time between repeats, of this hold or of earlier ones, whichever is
// longer.
func (h *hold) period() time.Duration {
	learned := h.periods.value(0)
	if h.run.repeats > 0 {
		learned = max(learned, h.run.period(h.last))
	}
	if learned == 0 {
		return defaultPeriod
	}
	return learned
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
