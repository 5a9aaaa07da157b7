package screen

import "time"

// An outlet measures the rate at which the kernel takes bytes for a terminal while more of them wait. For a terminal
// that replies to nothing this is all that is known of the way. It tells nothing of networks, which have far more
// room than a tty.
type outlet struct {
	waits bool
	moved time.Duration // when the kernel has last taken something, or waiting began
	taken int

	since time.Duration // when the rate was last measured or raised
	base  int           // total bytes taken by then
	rate  float64       // bytes a second; 0: nothing has ever waited
}

const (
	kernelRoom = 8 << 10                // bytes that a tty holds before more have to wait
	outletTime = 200 * time.Millisecond // that makes a sample
	raiseAfter = 10 * time.Second       // without waiting, the rate is raised by an eighth
	farRate    = 7_000                  // bytes a second over a network that tells nothing
)

// Note notes how many bytes the kernel has taken so far, and whether more wait. It reports whether waiting is over,
// and the rate is known: then the tty is full.
func (o *outlet) Note(now time.Duration, taken int, waits bool) (over bool) {
	switch {
	case !waits:
		over = o.waits && o.rate > 0
		o.waits = false
		return over
	case !o.waits:
		o.waits, o.moved, o.since = true, now, now
		o.taken, o.base = taken, taken
	case taken > o.taken:
		o.taken, o.moved = taken, now
	}
	if d := now - o.since; d >= outletTime && taken > o.base {
		o.rate = float64(taken-o.base) / d.Seconds()
		o.since, o.base = now, taken
	}
	return false
}

// Rate returns the rate to send at; 0 is any.
func (o *outlet) Rate(now time.Duration, far bool) float64 {
	if o.rate > 0 && !o.waits && now-o.since >= raiseAfter {
		o.rate += o.rate / 8
		o.since = now
	}
	if far && (o.rate == 0 || o.rate > farRate) {
		return farRate
	}
	return o.rate
}
