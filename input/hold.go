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
//   - For tapTicks the paddle runs at full speed. Then it glides until the first
//     repeat is due. The glide covers a fixed way, glideWay, however long that is:
//     6 units/s where the player's keyboard waits for 500 ms, 17 at 200 ms, 4 at
//     660 ms. A tap is thus one fixed step, counted in ticks and not in time: 6.4
//     units, less than the paddle is wide, half of them at full speed. Down, the
//     other direction or the mouse end it at once for a smaller step.
//   - Events of one direction less than repeatGap apart are repeats: nobody taps
//     faster than 13 times a second, and no usual keyboard repeats slower. From the
//     second repeat on the key counts as held until holdFor after the last.
//     The first repeat needs no rule: it is one more press, whose full part
//     lasts until the second.
//
// The way of the glide is a bargain between the two: the longer it is, the less a
// hold feels as if the paddle had stopped, and the wider the least step is.
const (
	// tapTicks is 75 ms. Not less than repeatGap: it bridges the way from the
	// first repeat to the second.
	tapTicks = 18

	// glideWay is the way of the glide in units of Move × ticks: at
	// 80 units/s and Move 64 of 64, 192 of them are one field unit, so 3 units.
	glideWay = 576

	// leastGlide is how many ticks the glide takes at full speed.
	leastGlide = (glideWay + engine.MoveFull - 1) / engine.MoveFull

	// repeatGap is the least time between two presses by a person.
	repeatGap = 75 * time.Millisecond

	// leastHold is how long at least a key counts as held after a repeat.
	leastHold = 90 * time.Millisecond

	// defaultDelay is the time from a press to the first repeat before any was
	// seen: that of most systems. Where it is longer, the first hold has a hole
	// and the next one has none.
	defaultDelay = 500 * time.Millisecond

	// Delays outside of these are two presses, or a link that stood still.
	leastDelay = 150 * time.Millisecond
	mostDelay  = 1200 * time.Millisecond
)

// tickTime is the length of a tick.
const tickTime = time.Second / engine.TicksPerSecond

// A hold infers from presses and repeats which way the paddle is to go, and how
// fast.
type hold struct {
	dir   int8          // of the last press: −1 left, 1 right
	mode  holdMode      // what is known of the key
	last  time.Duration // when the last event of dir came
	gap   time.Duration // between the last two presses of dir, or 0
	tick  int           // ticks since the press, while pressed
	glide int           // how many ticks the glide of this press lasts, while pressed
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

// press takes an event of a direction key, a press or a repeat.
func (h *hold) press(now time.Duration, dir int8) {
	gap := now - h.last
	if dir == h.dir && gap < repeatGap {
		h.repeat(now)
		return
	}
	if dir != h.dir {
		gap = 0
	}
	h.stop()
	h.dir, h.mode, h.last, h.gap = dir, pressed, now, gap
	h.tick, h.glide = 0, h.glideTicks()
}

// repeat takes an event that cannot be a press. The press before it was then the
// first repeat.
func (h *hold) repeat(now time.Duration) {
	if h.mode != held {
		h.mode = held
		h.run = run{delay: h.gap, begun: h.last}
	}
	h.run.repeats++
	h.last = now
}

// stop says that no key is down any more, and learns from a hold that ends.
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
	switch h.mode {
	case pressed:
		return h.dir * h.step()
	case held:
		if now-h.last <= h.holdFor() {
			return h.dir * engine.MoveFull
		}
		h.stop()
	}
	return 0
}

// step returns the speed for the next tick of a press: full for tapTicks, then
// what spreads glideWay evenly over the glide, then 0.
func (h *hold) step() int8 {
	i := h.tick - tapTicks
	h.tick++
	switch {
	case i < 0:
		return engine.MoveFull
	case i < h.glide:
		// The difference of two rounded-down ways, so that the sum is exact.
		return int8(glideWay*(i+1)/h.glide - glideWay*i/h.glide)
	}
	h.mode = idle
	return 0
}

// glideTicks returns how long the next glide lasts: until the first repeat is due
// and a little more, as the repeat may be late.
func (h *hold) glideTicks() int {
	due := h.delays.value(defaultDelay)
	due += max(due/10, 30*time.Millisecond)
	return max(int(due/tickTime)-tapTicks, leastGlide)
}

// holdFor returns for how long after a repeat the key counts as held: 2.5 periods
// of the repeats, of this hold or of those before, whichever are longer.
func (h *hold) holdFor() time.Duration {
	period := max(h.periods.value(0), h.run.period(h.last))
	return max(period*5/2, leastHold)
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

// value returns the median, or otherwise when there is none yet.
func (m *median) value(otherwise time.Duration) time.Duration {
	if m.n == 0 {
		return otherwise
	}
	return m.mid
}
