package screen

import "time"

// A Cap limits the rate at which frames are sent. It applies if the link cannot be measured, because the terminal does
// not reply, or a multiplexer replies in its place. A cap that the player has chosen always applies.
type Cap struct {
	Rate        int  // bytes per second on the link; 0 if unlimited
	Chosen      bool // the player set the rate
	Multiplexer bool // a multiplexer is between the program and the terminal
}

// RemoteRate is the default cap, in bytes per second, for a remote terminal whose link cannot be measured.
const RemoteRate = 7_000

// Overhead of a frame. Each frame costs packetBytes for the headers of SSH, TCP and IP. A multiplexer encodes
// frames again and sends up to a third more bytes.
const (
	packetBytes         = 90
	multiplexerOverhead = 4. / 3
)

// frameRate returns the maximum data rate for frames, in bytes per second: the Rate without the overhead. 0 means
// unlimited.
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

// A RateSource names the measurement or the limit that determines the rate of a link.
type RateSource string

// The sources of a link's rate.
const (
	RateUnknown  RateSource = ""         // not known yet, or unlimited
	RateMeasured RateSource = "measured" // measured from the terminal's replies
	RateKernel   RateSource = "kernel"   // measured from the bytes that the kernel accepts
	RateCap      RateSource = "cap"      // the default cap
	RateChosen   RateSource = "set"      // a cap that the player chose
)

// rateLimit returns the maximum data rate for frames, in bytes per second, and its source. It ignores the rate measured
// from replies. A rate of 0 means no limit.
func (l *link) rateLimit() (rate float64, source RateSource) {
	if l.Silent() && l.kernel.rate > 0 {
		rate, source = l.kernel.rate, RateKernel
	}
	if c := l.cap; l.Silent() || c.Chosen || c.Multiplexer {
		if limit := c.frameRate(); limit > 0 && (rate == 0 || limit < rate) {
			if rate, source = limit, RateCap; c.Chosen {
				source = RateChosen
			}
		}
	}
	return rate, source
}

// Rate returns the data rate available for frames, in bytes per second, and its source. A rate of 0 means unknown or
// unlimited.
func (l *link) Rate() (rate float64, source RateSource) {
	rate, source = l.rateLimit()
	if r := l.path.rate; r > 0 && !l.Silent() && (rate == 0 || r < rate) {
		return r, RateMeasured
	}
	return rate, source
}

// A kernelRate measures the rate at which the kernel accepts bytes for a terminal while more bytes are queued. It is
// the only measurement for a terminal that does not reply. It does not measure networks, because they buffer far more
// than a tty.
type kernelRate struct {
	waiting      bool          // bytes are queued
	lastAccepted time.Duration // when the kernel last accepted bytes, or when waiting began
	accepted     int           // total bytes accepted at lastAccepted

	sampleStart time.Duration // when the rate was last measured or raised
	sampleBase  int           // total bytes accepted at sampleStart
	rate        float64       // bytes per second; 0 if bytes were never queued
}

const (
	kernelBuffer     = 8 << 10                // bytes that a tty buffers; further bytes are queued
	kernelSampleTime = 200 * time.Millisecond // duration of a sample
	kernelRaiseAfter = 10 * time.Second       // after this time with an empty queue, the rate is raised by an eighth
)

// Update records the total number of bytes that the kernel has accepted, and whether more are queued. It reports
// whether the queue has just become empty and the rate is known. At that moment, the last queued bytes have moved to
// the tty's buffer, so that buffer may be full.
func (o *kernelRate) Update(now time.Duration, accepted int, queued bool) (emptied bool) {
	switch {
	case !queued:
		emptied = o.waiting && o.rate > 0
		o.waiting = false
		return emptied
	case !o.waiting:
		o.waiting, o.lastAccepted, o.sampleStart = true, now, now
		o.accepted, o.sampleBase = accepted, accepted
	case accepted > o.accepted:
		o.accepted, o.lastAccepted = accepted, now
	}
	if d := now - o.sampleStart; d >= kernelSampleTime && accepted > o.sampleBase {
		o.rate = float64(accepted-o.sampleBase) / d.Seconds()
		o.sampleStart, o.sampleBase = now, accepted
	}
	return false
}

// Stalled reports whether bytes have been queued for stalledAfter without any being accepted.
func (o *kernelRate) Stalled(now time.Duration) bool {
	return o.waiting && now-o.lastAccepted >= stalledAfter
}

// Raise raises the rate if no bytes were queued for kernelRaiseAfter.
func (o *kernelRate) Raise(now time.Duration) {
	if o.rate > 0 && !o.waiting && now-o.sampleStart >= kernelRaiseAfter {
		o.rate += o.rate / 8
		o.sampleStart = now
	}
}
