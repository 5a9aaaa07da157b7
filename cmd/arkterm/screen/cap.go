package screen

import "time"

// A Cap limits the rate at which frames are sent. It applies where the terminal's replies do not measure the
// link: the terminal does not reply, or a multiplexer replies in its place. A cap that the player has chosen
// always applies.
type Cap struct {
	Rate        int  // bytes per second on the link; 0: no limit
	Chosen      bool // the player set the rate
	Multiplexer bool // a multiplexer is between the program and the terminal
}

// RemoteRate is the default cap, in bytes per second, for a remote terminal whose link cannot be measured.
const RemoteRate = 7_000

// The rate of frames is less than the cap. Each frame costs packetBytes for the headers of ssh, TCP and IP. A
// multiplexer encodes frames again, with up to a third more bytes than the encoder.
const (
	packetBytes         = 90
	multiplexerOverhead = 4. / 3
)

// frameRate returns the cap in bytes of frames per second; 0: no limit.
func (c Cap) frameRate() float64 {
	if c.Rate == 0 {
		return 0
	}
	rate := max(float64(c.Rate-minFPS*packetBytes), float64(c.Rate)/3)
	if c.Multiplexer {
		rate /= multiplexerOverhead
	}
	return rate
}

// A RateSource is the source of a link's rate.
type RateSource string

// The sources of a link's rate.
const (
	RateUnknown  RateSource = ""         // not known yet, or without a limit
	RateMeasured RateSource = "measured" // by the terminal's replies
	RateKernel   RateSource = "kernel"   // by the bytes that the kernel takes for a terminal without replies
	RateCap      RateSource = "cap"      // the default cap
	RateChosen   RateSource = "set"      // a cap that the player chose
)

// limit returns the maximum rate in bytes of frames per second, apart from the measured one, and its source. A
// rate of 0 means no limit.
func (l *link) rateLimit() (rate float64, from RateSource) {
	if l.Silent() && l.kernel.rate > 0 {
		rate, from = l.kernel.rate, RateKernel
	}
	if c := l.cap; l.Silent() || c.Chosen || c.Multiplexer {
		if most := c.frameRate(); most > 0 && (rate == 0 || most < rate) {
			if rate, from = most, RateCap; c.Chosen {
				from = RateChosen
			}
		}
	}
	return rate, from
}

// Rate returns the rate in bytes of frames per second, and its source. A rate of 0 means unknown or unlimited.
func (l *link) Rate() (rate float64, from RateSource) {
	rate, from = l.rateLimit()
	if r := l.path.rate; r > 0 && !l.Silent() && (rate == 0 || r < rate) {
		return r, RateMeasured
	}
	return rate, from
}

// An outlet measures the rate at which the kernel takes bytes for a terminal while more bytes wait. This
// is the only measurement for a terminal that does not reply. It does not measure networks, because they buffer
// far more than a tty.
type kernelRate struct {
	waiting   bool
	lastTaken time.Duration // when the kernel last took bytes, or waiting began
	taken     int

	sampleStart time.Duration // when the rate was last measured or raised
	sampleBase  int           // total bytes taken by then
	rate        float64       // bytes per second; 0: nothing has ever waited
}

const (
	kernelBuffer     = 8 << 10                // bytes that a tty holds before more have to wait
	kernelSampleTime = 200 * time.Millisecond // duration of a sample
	kernelRaiseAfter = 10 * time.Second       // without waiting, the rate rises by an eighth
)

// Note notes how many bytes the kernel has taken so far, and whether more wait. It reports whether waiting has
// just ended and the rate is known. Then the tty's buffer is full.
func (o *kernelRate) Update(now time.Duration, taken int, waits bool) (over bool) {
	switch {
	case !waits:
		over = o.waiting && o.rate > 0
		o.waiting = false
		return over
	case !o.waiting:
		o.waiting, o.lastTaken, o.sampleStart = true, now, now
		o.taken, o.sampleBase = taken, taken
	case taken > o.taken:
		o.taken, o.lastTaken = taken, now
	}
	if d := now - o.sampleStart; d >= kernelSampleTime && taken > o.sampleBase {
		o.rate = float64(taken-o.sampleBase) / d.Seconds()
		o.sampleStart, o.sampleBase = now, taken
	}
	return false
}

// Stalled reports whether bytes have waited for stalledAfter and the kernel has taken none.
func (o *kernelRate) Stalled(now time.Duration) bool {
	return o.waiting && now-o.lastTaken >= stalledAfter
}

// Raise raises the rate if nothing has waited for raiseAfter.
func (o *kernelRate) Raise(now time.Duration) {
	if o.rate > 0 && !o.waiting && now-o.sampleStart >= kernelRaiseAfter {
		o.rate += o.rate / 8
		o.sampleStart = now
	}
}
