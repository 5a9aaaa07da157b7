package screen

import (
	"testing"
	"time"
)

// A stretch is a time in which a terminal can show so many frames a second, and answers after
// a time.
type stretch struct {
	secs  int
	able  int
	trip  time.Duration
	fps   int // what the pace is at the end of it
	turns int // how often it has changed by then, at most
}

func TestPace(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		p         Pace
		stretches []stretch
	}{
		"a fast terminal":                   {NewPace(60, false), []stretch{{60, 1000, ms, 60, 0}}},
		"one step down":                     {NewPace(60, false), []stretch{{20, 33, 5 * ms, 30, 5}}},
		"down to the slowest":               {NewPace(60, false), []stretch{{10, 8, 100 * ms, 30, 1}}},
		"and up again":                      {NewPace(60, false), []stretch{{10, 8, 100 * ms, 30, 1}, {30, 1000, ms, 60, 2}}},
		"not up while answers are slow":     {NewPace(60, false), []stretch{{10, 8, 100 * ms, 30, 1}, {60, 1000, 80 * ms, 30, 1}}},
		"over a link, never above its rate": {NewPace(30, false), []stretch{{10, 1000, ms, 30, 0}, {10, 10, ms, 30, 0}, {30, 1000, ms, 30, 0}}},
		"no flutter at the edge":            {NewPace(60, false), []stretch{{600, 40, 5 * ms, 30, 36}}},
		"fixed":                             {NewPace(50, true), []stretch{{10, 8, 100 * ms, 50, 0}}},
	} {
		p, now, turns, last := c.p, time.Second, 0, c.p.FPS()
		for i, s := range c.stretches {
			sendable := now
			for end := now + time.Duration(s.secs)*time.Second; now < end; now += time.Second / time.Duration(p.FPS()) {
				skipped := now < sendable
				if !skipped {
					sendable = max(sendable+time.Second/time.Duration(s.able), now-time.Second/time.Duration(s.able))
					p.Delay(s.trip)
				}
				p.Frame(now, skipped)
				if p.FPS() != last {
					turns++
					last = p.FPS()
				}
			}
			if p.FPS() != s.fps || turns > s.turns {
				t.Errorf("%s: after stretch %d %d fps and %d changes, want %d and %d at most", name, i, p.FPS(), turns, s.fps, s.turns)
			}
		}
	}
}

func TestPaceForgetsWhatWasBeforeAPause(t *testing.T) {
	p := NewPace(60, false)
	now := time.Second
	for range 20 { // not yet half a second
		p.Frame(now, true)
		now += time.Second / 60
	}
	now += time.Minute
	for range 100 {
		p.Frame(now, false)
		now += time.Second / 60
	}
	if p.FPS() != 60 {
		t.Errorf("%d fps, want 60", p.FPS())
	}
}
