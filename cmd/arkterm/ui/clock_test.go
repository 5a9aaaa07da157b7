package ui

import (
	"math/rand/v2"
	"testing"
	"time"
)

const second = time.Second

func TestClockGivesEqualTicksToEqualFrames(t *testing.T) {
	for _, c := range []struct{ fps, ticks int }{{240, 1}, {120, 2}, {60, 4}, {30, 8}, {20, 12}} {
		var clk clock
		now := 17 * time.Millisecond
		clk.Start(now)
		late := rand.New(rand.NewPCG(1, uint64(c.fps)))
		for frame := range 1000 {
			now = clk.NextFrame(now, c.fps)
			now += time.Duration(late.IntN(int(second/240) - 1)) // the timer is late, by less than a tick
			if n, gone := clk.Ticks(now); n != c.ticks || gone {
				t.Fatalf("%d fps, frame %d: %d ticks (gap %v), want %d", c.fps, frame, n, gone, c.ticks)
			}
		}
	}
}

func TestClockKeepsPaceHoweverItIsAsked(t *testing.T) {
	var clk clock
	clk.Start(0)
	rnd := rand.New(rand.NewPCG(2, 2))
	now, sum := time.Duration(0), 0
	for now < 3600*second {
		now += time.Duration(rnd.IntN(int(90 * time.Millisecond)))
		n, _ := clk.Ticks(now)
		sum += n
	}
	if want := int(now * 240 / second); sum != want {
		t.Errorf("%d ticks in %v, want %d", sum, now, want)
	}
}

func TestClockMakesUpATenthOfASecondAtMost(t *testing.T) {
	var clk clock
	clk.Start(0)
	if n, gone := clk.Ticks(300 * time.Millisecond); n != 24 || gone {
		t.Errorf("after a hitch: %d ticks, gap %v; want 24, no gap", n, gone)
	}
	if clk.Missed != 48 {
		t.Errorf("%d ticks are missed, want those of 0.2 s", clk.Missed)
	}
	if n, _ := clk.Ticks(304 * time.Millisecond); n != 0 || clk.Missed != 0 {
		t.Errorf("%d ticks right after the hitch, %d missed, want 0: dropped ticks stay dropped", n, clk.Missed)
	}
	if n, _ := clk.Ticks(309 * time.Millisecond); n != 2 {
		t.Errorf("%d ticks after the hitch, want 2", n)
	}
}

func TestClockReportsAGapOnce(t *testing.T) {
	var clk clock
	clk.Start(0)
	clk.Ticks(second / 10)
	if n, gone := clk.Ticks(8 * 3600 * second); n != 0 || !gone || clk.Missed != 0 {
		t.Fatalf("a night's sleep: %d ticks, %d missed, gap %v; want 0, 0 and a gap", n, clk.Missed, gone)
	}
	if n, gone := clk.Ticks(8*3600*second + 17*time.Millisecond); n != 4 || gone {
		t.Errorf("the frame after: %d ticks, gap %v; want 4, no gap", n, gone)
	}
}

func TestClockIgnoresTimeThatRunsBackwards(t *testing.T) {
	var clk clock
	clk.Start(second)
	clk.Ticks(second + second/60)
	if n, gone := clk.Ticks(second); n != 0 || gone {
		t.Errorf("%d ticks, gap %v; want none", n, gone)
	}
	if n, _ := clk.Ticks(second + second/30); n != 4 {
		t.Errorf("%d ticks after it, want 4", n)
	}
}

func TestClockNextIsTheFirstInstantOfATick(t *testing.T) {
	var clk clock
	clk.Start(5)
	for range 500 {
		next := clk.Next()
		if n, _ := clk.Ticks(next - 1); n != 0 {
			t.Fatalf("a tick is due before %v", next)
		}
		if n, _ := clk.Ticks(next); n != 1 {
			t.Fatalf("%d ticks are due at %v, want 1", n, next)
		}
		if clk.At(0, 1) != next {
			t.Fatalf("At is %v, want %v", clk.At(0, 1), next)
		}
	}
}

func TestClockFramesLieOnTheirGrid(t *testing.T) {
	var clk clock
	clk.Start(0)
	for _, c := range []struct {
		now  time.Duration
		fps  int
		want time.Duration
	}{
		{0, 60, 16666667},
		{16666666, 60, 16666667},
		{16666667, 60, 33333334},
		{second, 50, second + 20*time.Millisecond},
		{second + 1, 50, second + 20*time.Millisecond},
	} {
		if got := clk.NextFrame(c.now, c.fps); got != c.want {
			t.Errorf("NextFrame(%v, %d) = %d, want %d", c.now, c.fps, got, c.want)
		}
	}
}

// A player who presses keys more often than frames are due sees one frame for each key.
func TestEarlyFramesTakeThePlaceOfOthers(t *testing.T) {
	const pause = 30 * time.Millisecond
	f := Schedule{FPS: 30}
	f.ticks(0, 100)
	f.frame(0)
	now, frames, keys := time.Duration(0), 0, 0
	for now < second {
		next := f.nextFrame(now, true)
		if next-now > 34*time.Millisecond {
			t.Fatalf("at %v the next frame is due at %v", now, next)
		}
		key := time.Duration(keys+1) * pause
		now = min(next, key)
		f.ticks(now, 100)
		if now == key {
			f.Hurry()
			keys++
			continue
		}
		if f.NeedsPlayed() {
			f.Played(TickOfKey{Happens: true})
		}
		f.frame(now)
		frames++
	}
	if frames < keys-1 || frames > keys+1 {
		t.Errorf("%d frames of %d keys, want one of each", frames, keys)
	}
}

// A ball that was served is drawn in the next ticks, even if a key moves the paddle meanwhile.
func TestFramesOfAServeOutlastAKeyOfThePaddle(t *testing.T) {
	f := Schedule{FPS: 30}
	f.ticks(0, 100)
	f.frame(0)
	for i, tick := range []struct {
		key bool
		TickOfKey
		drawn bool
	}{
		{true, TickOfKey{Serves: true, Happens: true}, true},
		{true, TickOfKey{Moves: true}, true},
		{false, TickOfKey{}, true},
		{false, TickOfKey{}, true},
		{false, TickOfKey{}, true},
		{false, TickOfKey{}, false},
		{true, TickOfKey{Moves: true}, true},
		{false, TickOfKey{}, false},
		{false, TickOfKey{Shows: true}, true},
		{false, TickOfKey{}, false},
	} {
		if tick.key {
			f.Hurry()
		}
		now := f.Clock.Next()
		f.next = second // no other frame is due
		f.ticks(now, 100)
		if f.NeedsPlayed() {
			f.Played(tick.TickOfKey)
		}
		if due := f.nextFrame(now, true) <= now; due != tick.drawn {
			t.Errorf("tick %d: a frame is due %v, want %v", i, due, tick.drawn)
		}
		if tick.drawn {
			f.frame(now)
		}
	}
}

// However the rate changes, no tick is lost, and frames stay where they are.
func TestClockChangesItsRate(t *testing.T) {
	var c clock
	c.Start(0)
	sum, now, grid := 0, time.Duration(0), c.NextFrame(0, 60)
	for i := range 600 {
		c.SetRate(50 + i%51)
		now += 10 * time.Millisecond
		n, _ := c.Ticks(now)
		sum += n
	}
	if sum < 600*240*75/10000-10 || sum > 600*240*75/10000+10 {
		t.Errorf("%d ticks in six seconds at 75 %% on average", sum)
	}
	if next := c.NextFrame(now, 60); (next-grid)%(second/60) > time.Microsecond {
		t.Errorf("the frames' grid has moved by %v", (next-grid)%(second/60))
	}
}
