package runloop

import (
	"testing"
	"time"

	"arkterm/cmd/arkterm/screen"
)

// runThrottle runs a brickThrottle for some seconds at 30 frames per second and returns its last choice. need returns
// the size of a frame, for the number of frames in which each brick is updated once.
func runThrottle(
	t *brickThrottle, now *time.Duration, f *screen.Flow, seconds int, need func(frames int) int,
) (frames int) {
	for range seconds * 30 {
		frames = t.frame(*now, *f)
		f.Sent += need(frames)
		*now += time.Second / 30
	}
	return frames
}

// TestThriftFitsTheLink: bricks move as seldom as the link needs, and again in each frame once there is room.
func TestThriftFitsTheLink(t *testing.T) {
	level33 := func(frames int) int { return 200 + 700/frames }
	for _, c := range []struct{ rate, want int }{
		{8_000, 16},
		{13_000, 4},
		{20_000, 2},
		{40_000, 1},
		{1_000_000, 1},
		{0, 1},
	} {
		var th brickThrottle
		var now time.Duration
		f := screen.Flow{RateKnown: true, Rate: c.rate}
		if got := runThrottle(&th, &now, &f, 5, level33); got != c.want {
			t.Errorf("at %d bytes/s: every %d frames, want %d", c.rate, got, c.want)
		}
		if got := runThrottle(&th, &now, &f, 30, level33); got != c.want {
			t.Errorf("at %d bytes/s: every %d frames later, want %d", c.rate, got, c.want)
		}
		f.Rate = 1_000_000
		if got := runThrottle(&th, &now, &f, 20, level33); got != 1 {
			t.Errorf("from %d bytes/s: every %d frames with plenty of room", c.rate, got)
		}
	}
}

// TestThriftForgets: while the rate is unknown there is none, and a pause is no frame of many bytes.
func TestThriftForgets(t *testing.T) {
	var th brickThrottle
	var now time.Duration
	f := screen.Flow{RateKnown: true, Rate: 8_000}
	runThrottle(&th, &now, &f, 5, func(int) int { return 1000 })
	f.RateKnown = false
	if got := th.frame(now, f); got != 1 {
		t.Errorf("every %d frames with an unknown rate", got)
	}
	f.RateKnown = true
	th.frame(now, f)
	f.Sent += 100_000
	if got := th.frame(now+time.Minute, f); got != 1 {
		t.Errorf("every %d frames after a pause", got)
	}
}
