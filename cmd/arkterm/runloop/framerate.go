package runloop

import (
	"time"

	"arkterm/cmd/arkterm/screen"
)

// A frameRate chooses the frame rate: fastFPS or slowFPS, but at most top. It reads no clock.
//
// It becomes slow after two consecutive windows in each of which more than a quarter of the due frames could not be
// sent, because one such window may be caused by the machine. It becomes fast after a calm period. During this time,
// all frames could be sent and waited for less than the duration of a fast frame. Each change to fast that did not
// last doubles that time.
//
// There are no rates below slowFPS. On slower links, frames omit bricks, see [brickThrottle], and other parts, see
// screen.Flow.
type frameRate struct {
	top   int  // max rate
	fixed bool // the rate is always top
	slow  bool

	begun        time.Duration // start of the window
	due, skipped int           // frames in the window
	delay        time.Duration // longest delay of a frame in the window
	bad          int           // consecutive windows with too many skipped frames
	calm         time.Duration // when a frame was last skipped
	wait         time.Duration // calm time before the next change to fast
	raised       time.Duration // when the rate last became fast
}

// Both rates divide 240, the number of ticks per second.
const (
	fastFPS = 60
	slowFPS = 30
)

const (
	rateWindow  = 500 * time.Millisecond
	rateWait    = 3 * time.Second
	maxRateWait = 48 * time.Second
)

// setLimit starts over if top or fixed has changed.
func (p *frameRate) setLimit(top int, fixed bool) {
	if top != p.top || fixed != p.fixed {
		*p = frameRate{top: top, fixed: fixed, wait: rateWait}
	}
}

// fps returns the rate for a link, in frames per second. It is slow if the link cannot be measured.
func (p *frameRate) fps(f screen.Flow) int {
	switch {
	case p.fixed:
		return p.top
	case p.slow || f.Silent || f.Source == screen.RateCap:
		return min(p.top, slowFPS)
	}
	return min(p.top, fastFPS)
}

// frame notes that a frame was due, whether it was skipped, and how long frames currently wait on the link.
func (p *frameRate) frame(now time.Duration, skipped bool, delay time.Duration) {
	switch since := now - p.begun; {
	case since >= 4*rateWindow: // nothing has moved for a while
		p.calm = max(p.calm, now-rateWindow)
		p.begin(now)
	case since >= rateWindow:
		p.judge(now)
		p.begin(now)
	}
	p.delay = max(p.delay, delay)
	p.due++
	if skipped {
		p.skipped++
	}
}

func (p *frameRate) begin(now time.Duration) { p.begun, p.due, p.skipped, p.delay = now, 0, 0, 0 }

// judge evaluates a window and changes the rate.
func (p *frameRate) judge(now time.Duration) {
	if p.skipped > 0 {
		p.calm = now
	}
	if p.bad++; 4*p.skipped <= p.due {
		p.bad = 0
	}
	switch {
	case p.bad > 1 && !p.slow:
		if p.raised > 0 && now-p.raised < 2*rateWait {
			p.wait = min(2*p.wait, maxRateWait)
		} else {
			p.wait = rateWait
		}
		p.slow, p.bad, p.raised = true, 0, 0
	case p.slow && now-p.calm >= p.wait && p.delay < time.Second/fastFPS*3/4:
		p.slow, p.raised, p.calm = false, now, now
	}
}

// A brickThrottle chooses how often frames update moving bricks. If the link is too slow for slowFPS frames per second,
// most frames omit some bricks, because a late brick harms less than a late ball. It reads no clock.
type brickThrottle struct {
	step   int           // each brick is updated every 2^step frames
	begun  time.Duration // start of the window
	sent   int           // bytes sent before the window
	frames int           // frames in the window
	calm   int           // consecutive windows in which a lower step would suffice
}

const (
	maxThrottleStep = 4 // max step
	throttleWindow  = 300 * time.Millisecond
	throttleCalm    = 8 // windows before the step decreases
)

// frame notes that a frame is drawn, and returns the number of frames in which each moving brick is updated once.
func (t *brickThrottle) frame(now time.Duration, f screen.Flow) (frames int) {
	switch since := now - t.begun; {
	case !f.RateKnown || f.Rate == 0:
		t.begin(now, f)
		t.step = 0
	case since >= 4*throttleWindow: // nothing has moved for a while
		t.begin(now, f)
	case since >= throttleWindow && t.frames > 0:
		t.judge((f.Sent-t.sent)/t.frames, f.Rate/slowFPS)
		t.begin(now, f)
	}
	t.frames++
	return 1 << t.step
}

func (t *brickThrottle) begin(now time.Duration, f screen.Flow) {
	t.begun, t.sent, t.frames = now, f.Sent, 0
}

// judge compares the bytes of a frame with the room for them. The limits differ by a factor of three, because frames
// with all bricks are up to twice as long.
func (t *brickThrottle) judge(bytes, room int) {
	t.calm++
	switch {
	case bytes > room*9/10:
		t.step, t.calm = min(t.step+1, maxThrottleStep), 0
	case bytes > room*3/10:
		t.calm = 0
	case t.calm >= throttleCalm:
		t.step, t.calm = max(t.step-1, 0), 0
	}
}
