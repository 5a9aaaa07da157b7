package runloop

import (
	"testing"
	"time"

	"arkterm/cmd/arkterm/screen"
)

// runThrottle runs a brickThrottle for some seconds at 30 frames per second, and returns its last result. frameBytes
// returns the size of a frame if each brick is updated once in a number of frames.
func runThrottle(
	t *brickThrottle, now *time.Duration, f *screen.Flow, seconds int, frameBytes func(frames int) int,
) (frames int) {
	for range seconds * 30 {
		frames = t.recordFrame(*now, *f)
		f.Sent += frameBytes(frames)
		*now += time.Second / 30
	}
	return frames
}

// On a slow link, each brick is updated as often as the link allows. On a faster link, each frame updates all bricks
// again.
func TestBrickThrottleFitsTheLink(t *testing.T) {
	level33Bytes := func(frames int) int { return 200 + 700/frames }
	for _, c := range []struct{ rate, want int }{
		{8_000, 16},
		{13_000, 4},
		{20_000, 2},
		{40_000, 1},
		{1_000_000, 1},
		{0, 1},
	} {
		var throttle brickThrottle
		var now time.Duration
		f := screen.Flow{RateKnown: true, Rate: c.rate}
		if got := runThrottle(&throttle, &now, &f, 5, level33Bytes); got != c.want {
			t.Errorf("at %d bytes/s, bricks are updated once in %d frames, want %d", c.rate, got, c.want)
		}
		if got := runThrottle(&throttle, &now, &f, 30, level33Bytes); got != c.want {
			t.Errorf("at %d bytes/s, bricks are later updated once in %d frames, want %d", c.rate, got, c.want)
		}
		f.Rate = 1_000_000
		if got := runThrottle(&throttle, &now, &f, 20, level33Bytes); got != 1 {
			t.Errorf("after %d bytes/s, bricks are updated once in %d frames on a fast link, want 1", c.rate, got)
		}
	}
}

// If the rate of the link is unknown, or after a pause, bricks are not throttled.
func TestBrickThrottleResets(t *testing.T) {
	var throttle brickThrottle
	var now time.Duration
	f := screen.Flow{RateKnown: true, Rate: 8_000}
	runThrottle(&throttle, &now, &f, 5, func(int) int { return 1000 })
	f.RateKnown = false
	if got := throttle.recordFrame(now, f); got != 1 {
		t.Errorf("at an unknown rate, bricks are updated once in %d frames, want 1", got)
	}
	f.RateKnown = true
	throttle.recordFrame(now, f)
	f.Sent += 100_000
	if got := throttle.recordFrame(now+time.Minute, f); got != 1 {
		t.Errorf("after a pause, bricks are updated once in %d frames, want 1", got)
	}
}
