package runloop

import (
	"testing"
	"time"

	"arkterm/cmd/arkterm/screen"
)

// newFrameRate returns a frameRate with a limit.
func newFrameRate(top int, fixed bool) (p frameRate) {
	p.setLimit(top, fixed)
	return p
}

// A stretch is a time with a constant frame capacity and round-trip time of the terminal.
type stretch struct {
	secs  int // duration in seconds
	able  int // frames per second that the terminal can show
	trip  time.Duration
	fps   int // rate at the end of it
	turns int // maximum number of rate changes until then
}

func TestPace(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		p         frameRate
		stretches []stretch
	}{
		"a fast terminal":     {newFrameRate(60, false), []stretch{{60, 1000, ms, 60, 0}}},
		"one step down":       {newFrameRate(60, false), []stretch{{20, 33, 5 * ms, 30, 5}}},
		"down to the slowest": {newFrameRate(60, false), []stretch{{10, 8, 100 * ms, 30, 1}}},
		"and up again": {
			newFrameRate(60, false),
			[]stretch{{10, 8, 100 * ms, 30, 1}, {30, 1000, ms, 60, 2}},
		},
		"not up while answers are slow": {
			newFrameRate(60, false),
			[]stretch{{10, 8, 100 * ms, 30, 1}, {60, 1000, 80 * ms, 30, 1}},
		},
		"over a link, never above its rate": {
			newFrameRate(30, false),
			[]stretch{{10, 1000, ms, 30, 0}, {10, 10, ms, 30, 0}, {30, 1000, ms, 30, 0}},
		},
		"no flutter at the edge": {newFrameRate(60, false), []stretch{{600, 40, 5 * ms, 30, 36}}},
		"fixed":                  {newFrameRate(50, true), []stretch{{10, 8, 100 * ms, 50, 0}}},
	} {
		p, now, turns, last := c.p, time.Second, 0, c.p.fps(screen.Flow{})
		for i, s := range c.stretches {
			sendable := now
			for end := now + time.Duration(s.secs)*time.Second; now < end; now += time.Second / time.Duration(
				p.fps(screen.Flow{})) {
				skipped, delay := now < sendable, time.Duration(0)
				if !skipped {
					sendable = max(sendable+time.Second/time.Duration(s.able), now-time.Second/time.Duration(s.able))
					delay = s.trip
				}
				p.frame(now, skipped, delay)
				if p.fps(screen.Flow{}) != last {
					turns++
					last = p.fps(screen.Flow{})
				}
			}
			if p.fps(screen.Flow{}) != s.fps || turns > s.turns {
				t.Errorf("%s: after stretch %d %d fps and %d changes, want %d and %d at most", name, i,
					p.fps(screen.Flow{}), turns, s.fps, s.turns)
			}
		}
	}
}

func TestPaceForgetsWhatWasBeforeAPause(t *testing.T) {
	p := newFrameRate(60, false)
	now := time.Second
	for range 20 { // not yet half a second
		p.frame(now, true, 0)
		now += time.Second / 60
	}
	now += time.Minute
	for range 100 {
		p.frame(now, false, 0)
		now += time.Second / 60
	}
	if p.fps(screen.Flow{}) != 60 {
		t.Errorf("%d fps, want 60", p.fps(screen.Flow{}))
	}
}
