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
			now += time.Duration(late.IntN(int(second/240) - 1)) // the timer is late by less than a tick
			if n, gap := clk.Ticks(now); n != c.ticks || gap {
				t.Fatalf("%d fps, frame %d: %d ticks (gap %v), want %d", c.fps, frame, n, gap, c.ticks)
			}
		}
	}
}

func TestClockKeepsPaceAtIrregularCalls(t *testing.T) {
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

func TestClockCatchesUpAtMost100Milliseconds(t *testing.T) {
	var clk clock
	clk.Start(0)
	if n, gap := clk.Ticks(300 * time.Millisecond); n != 24 || gap {
		t.Errorf("after 300 ms: %d ticks, gap %v; want 24, false", n, gap)
	}
	if clk.Missed != 48 {
		t.Errorf("%d ticks are missed, want 48", clk.Missed)
	}
	if n, _ := clk.Ticks(304 * time.Millisecond); n != 0 || clk.Missed != 0 {
		t.Errorf("4 ms later: %d ticks, %d missed; want 0, 0", n, clk.Missed)
	}
	if n, _ := clk.Ticks(309 * time.Millisecond); n != 2 {
		t.Errorf("9 ms later: %d ticks, want 2", n)
	}
}

func TestClockReportsAGapOnce(t *testing.T) {
	var clk clock
	clk.Start(0)
	clk.Ticks(second / 10)
	if n, gap := clk.Ticks(8 * 3600 * second); n != 0 || !gap || clk.Missed != 0 {
		t.Fatalf("after eight hours: %d ticks, %d missed, gap %v; want 0, 0, true", n, clk.Missed, gap)
	}
	if n, gap := clk.Ticks(8*3600*second + 17*time.Millisecond); n != 4 || gap {
		t.Errorf("one frame later: %d ticks, gap %v; want 4, false", n, gap)
	}
}

func TestClockIgnoresBackwardTime(t *testing.T) {
	var clk clock
	clk.Start(second)
	clk.Ticks(second + second/60)
	if n, gap := clk.Ticks(second); n != 0 || gap {
		t.Errorf("at an earlier time: %d ticks, gap %v; want 0, false", n, gap)
	}
	if n, _ := clk.Ticks(second + second/30); n != 4 {
		t.Errorf("1/60 s after the first call: %d ticks, want 4", n)
	}
}

func TestClockNextIsTheStartOfATick(t *testing.T) {
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
		if clk.TickTime(0, 1) != next {
			t.Fatalf("At is %v, want %v", clk.TickTime(0, 1), next)
		}
	}
}

func TestClockAlignsFrames(t *testing.T) {
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
func TestEarlyFramesReplaceRegularOnes(t *testing.T) {
	const keyInterval = 30 * time.Millisecond
	f := Schedule{FPS: 30}
	f.ticks(0, 100)
	f.frame(0)
	now, frames, keys := time.Duration(0), 0, 0
	for now < second {
		next := f.nextFrame(now, true)
		if next-now > 34*time.Millisecond {
			t.Fatalf("at %v the next frame is due at %v", now, next)
		}
		key := time.Duration(keys+1) * keyInterval
		now = min(next, key)
		f.ticks(now, 100)
		if now == key {
			f.AddFrameForKey()
			keys++
			continue
		}
		if f.NeedsRecordTick() {
			f.RecordTick(KeyTick{HasEvents: true})
		}
		f.frame(now)
		frames++
	}
	if frames < keys-1 || frames > keys+1 {
		t.Errorf("%d frames for %d keys, want one for each key", frames, keys)
	}
}

// A served ball is drawn in each of the next ticks, even if a key moves the paddle meanwhile.
func TestServeFramesContinueAfterAPaddleKey(t *testing.T) {
	f := Schedule{FPS: 30}
	f.ticks(0, 100)
	f.frame(0)
	for i, tick := range []struct {
		key bool
		KeyTick
		drawn bool
	}{
		{true, KeyTick{BallServed: true, HasEvents: true}, true},
		{true, KeyTick{PaddleMoves: true}, true},
		{false, KeyTick{}, true},
		{false, KeyTick{}, true},
		{false, KeyTick{}, true},
		{false, KeyTick{}, false},
		{true, KeyTick{PaddleMoves: true}, true},
		{false, KeyTick{}, false},
		{false, KeyTick{PaddleChangedColumn: true}, true},
		{false, KeyTick{}, false},
	} {
		if tick.key {
			f.AddFrameForKey()
		}
		now := f.Clock.Next()
		f.next = second // no other frame is due
		f.ticks(now, 100)
		if f.NeedsRecordTick() {
			f.RecordTick(tick.KeyTick)
		}
		if due := f.nextFrame(now, true) <= now; due != tick.drawn {
			t.Errorf("tick %d: a frame is due %v, want %v", i, due, tick.drawn)
		}
		if tick.drawn {
			f.frame(now)
		}
	}
}

// Changes of the rate lose no ticks and do not change the times of frames.
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
		t.Errorf("the times of frames have moved by %v", (next-grid)%(second/60))
	}
}
