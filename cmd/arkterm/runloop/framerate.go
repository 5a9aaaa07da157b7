package runloop

import (
	"time"

	"arkterm/cmd/arkterm/screen"
)

// A frameRate chooses the frame rate: fastFPS or slowFPS, but at most maxFPS. It does not read the clock.
//
// The rate can change at the end of each window of time. It becomes slow if more than a quarter of the due frames were
// skipped in each of two consecutive windows. A single such window may have another cause than the link. The rate
// becomes fast again if no frame was skipped for the time raiseAfter, and the frames of the last window waited in
// queues for less than three quarters of the duration of a fast frame. If the rate must become slow again soon after
// that, raiseAfter is doubled.
//
// There are no rates below slowFPS. On links that are too slow for it, frames omit bricks (see [brickThrottle]) and
// other parts (see [screen.Flow]).
type frameRate struct {
	maxFPS int  // maximum rate
	fixed  bool // the rate is always maxFPS
	slow   bool // the rate is at most slowFPS

	windowStart  time.Duration // start of the window
	due, skipped int           // number of due and of skipped frames in the window
	delay        time.Duration // longest delay of a frame in the window
	badWindows   int           // number of consecutive windows with too many skipped frames
	lastSkip     time.Duration // time at which a frame was last skipped
	raiseAfter   time.Duration // time without skipped frames before the next change to fast
	fastSince    time.Duration // time at which the rate last became fast
}

// Both rates divide 240, the number of ticks per second.
const (
	fastFPS = 60
	slowFPS = 30
)

const (
	rateWindow  = 500 * time.Millisecond // length of a window
	rateWait    = 3 * time.Second        // raiseAfter before the first change to fast
	maxRateWait = 48 * time.Second       // maximum of raiseAfter
)

// setLimit sets the maximum rate, and whether it is fixed. After a change it resets the measurements.
func (p *frameRate) setLimit(maxFPS int, fixed bool) {
	if maxFPS != p.maxFPS || fixed != p.fixed {
		*p = frameRate{maxFPS: maxFPS, fixed: fixed, raiseAfter: rateWait}
	}
}

// fps returns the frame rate for a link, in frames per second. It is at most slowFPS if the link cannot be measured.
func (p *frameRate) fps(f screen.Flow) int {
	switch {
	case p.fixed:
		return p.maxFPS
	case p.slow || f.Silent || f.Source == screen.RateCap:
		return min(p.maxFPS, slowFPS)
	}
	return min(p.maxFPS, fastFPS)
}

// recordFrame records that a frame was due, whether it was skipped, and the current queuing delay of frames on the
// link.
func (p *frameRate) recordFrame(now time.Duration, skipped bool, delay time.Duration) {
	switch since := now - p.windowStart; {
	case since >= 4*rateWindow: // no frame was due for a while
		p.lastSkip = max(p.lastSkip, now-rateWindow)
		p.startWindow(now)
	case since >= rateWindow:
		p.evaluate(now)
		p.startWindow(now)
	}
	p.delay = max(p.delay, delay)
	p.due++
	if skipped {
		p.skipped++
	}
}

// startWindow starts a window.
func (p *frameRate) startWindow(now time.Duration) {
	p.windowStart, p.due, p.skipped, p.delay = now, 0, 0, 0
}

// evaluate handles the end of a window. It may change the frame rate; see [frameRate].
func (p *frameRate) evaluate(now time.Duration) {
	if p.skipped > 0 {
		p.lastSkip = now
	}
	if p.badWindows++; 4*p.skipped <= p.due {
		p.badWindows = 0
	}
	switch {
	case p.badWindows > 1 && !p.slow:
		if p.fastSince > 0 && now-p.fastSince < 2*rateWait {
			p.raiseAfter = min(2*p.raiseAfter, maxRateWait)
		} else {
			p.raiseAfter = rateWait
		}
		p.slow, p.badWindows, p.fastSince = true, 0, 0
	case p.slow && now-p.lastSkip >= p.raiseAfter && p.delay < time.Second/fastFPS*3/4:
		p.slow, p.fastSince, p.lastSkip = false, now, now
	}
}

// A brickThrottle chooses how often frames update moving bricks. If the link is too slow for slowFPS frames per second,
// most frames omit some bricks, because a late brick disturbs players less than a late ball. It does not read the
// clock.
type brickThrottle struct {
	step        int           // each brick is updated every 2^step frames
	windowStart time.Duration // start of the window
	sent        int           // total number of bytes sent before the window
	frames      int           // number of frames in the window
	calmWindows int           // number of consecutive windows in which a lower step would have sufficed
}

const (
	maxThrottleStep = 4                      // maximum step
	throttleWindow  = 300 * time.Millisecond // length of a window
	minCalmWindows  = 8                      // number of calm windows before the step decreases
)

// recordFrame records that a frame is drawn, and returns the number of frames per update of a moving brick: 1 means
// that every frame updates all bricks.
func (t *brickThrottle) recordFrame(now time.Duration, f screen.Flow) (frames int) {
	switch since := now - t.windowStart; {
	case !f.RateKnown || f.Rate == 0:
		t.startWindow(now, f)
		t.step = 0
	case since >= 4*throttleWindow: // no frame was drawn for a while
		t.startWindow(now, f)
	case since >= throttleWindow && t.frames > 0:
		t.evaluate((f.Sent-t.sent)/t.frames, f.Rate/slowFPS)
		t.startWindow(now, f)
	}
	t.frames++
	return 1 << t.step
}

// startWindow starts a window.
func (t *brickThrottle) startWindow(now time.Duration, f screen.Flow) {
	t.windowStart, t.sent, t.frames = now, f.Sent, 0
}

// evaluate compares the average size of a frame in a window with the number of bytes that the link can transfer per
// frame, and may change the step. The thresholds differ by a factor of three, because frames with all bricks are up to
// twice as long.
func (t *brickThrottle) evaluate(bytes, capacity int) {
	t.calmWindows++
	switch {
	case bytes > capacity*9/10:
		t.step, t.calmWindows = min(t.step+1, maxThrottleStep), 0
	case bytes > capacity*3/10:
		t.calmWindows = 0
	case t.calmWindows >= minCalmWindows:
		t.step, t.calmWindows = max(t.step-1, 0), 0
	}
}
