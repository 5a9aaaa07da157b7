package runloop

import (
	"testing"
	"time"

	"arkterm/cmd/arkterm/screen"
)

// newFrameRate returns a frameRate with a maximum rate.
func newFrameRate(maxFPS int, fixed bool) (p frameRate) {
	p.setLimit(maxFPS, fixed)
	return p
}

// A stretch is a period in which the terminal shows a constant number of frames per second and has a constant
// round-trip time.
type stretch struct {
	seconds    int // duration
	capacity   int // frames per second that the terminal can show
	rtt        time.Duration
	fps        int // expected frame rate at the end
	maxChanges int // maximum number of changes of the rate until then
}

func TestFrameRate(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		p         frameRate
		stretches []stretch
	}{
		"fast terminal":      {newFrameRate(60, false), []stretch{{60, 1000, ms, 60, 0}}},
		"becomes slow":       {newFrameRate(60, false), []stretch{{20, 33, 5 * ms, 30, 5}}},
		"very slow terminal": {newFrameRate(60, false), []stretch{{10, 8, 100 * ms, 30, 1}}},
		"slow, then fast again": {
			newFrameRate(60, false),
			[]stretch{{10, 8, 100 * ms, 30, 1}, {30, 1000, ms, 60, 2}},
		},
		"not fast while replies are late": {
			newFrameRate(60, false),
			[]stretch{{10, 8, 100 * ms, 30, 1}, {60, 1000, 80 * ms, 30, 1}},
		},
		"never above the maximum": {
			newFrameRate(30, false),
			[]stretch{{10, 1000, ms, 30, 0}, {10, 10, ms, 30, 0}, {30, 1000, ms, 30, 0}},
		},
		"few changes near the threshold": {newFrameRate(60, false), []stretch{{600, 40, 5 * ms, 30, 36}}},
		"fixed":                          {newFrameRate(50, true), []stretch{{10, 8, 100 * ms, 50, 0}}},
	} {
		p, now, changes, last := c.p, time.Second, 0, c.p.fps(screen.Flow{})
		for i, s := range c.stretches {
			sendable := now
			for end := now + time.Duration(s.seconds)*time.Second; now < end; now += time.Second / time.Duration(
				p.fps(screen.Flow{})) {
				skipped, delay := now < sendable, time.Duration(0)
				if !skipped {
					sendable = max(sendable+time.Second/time.Duration(s.capacity),
						now-time.Second/time.Duration(s.capacity))
					delay = s.rtt
				}
				p.recordFrame(now, skipped, delay)
				if p.fps(screen.Flow{}) != last {
					changes++
					last = p.fps(screen.Flow{})
				}
			}
			if p.fps(screen.Flow{}) != s.fps || changes > s.maxChanges {
				t.Errorf("%s, after stretch %d: %d fps and %d changes, want %d fps and at most %d changes", name, i,
					p.fps(screen.Flow{}), changes, s.fps, s.maxChanges)
			}
		}
	}
}

func TestFrameRateIgnoresTheTimeBeforeAPause(t *testing.T) {
	p := newFrameRate(60, false)
	now := time.Second
	for range 20 { // less than a window
		p.recordFrame(now, true, 0)
		now += time.Second / 60
	}
	now += time.Minute
	for range 100 {
		p.recordFrame(now, false, 0)
		now += time.Second / 60
	}
	if p.fps(screen.Flow{}) != 60 {
		t.Errorf("after a pause, fps() = %d, want 60", p.fps(screen.Flow{}))
	}
}
