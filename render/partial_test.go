package render

import (
	"testing"

	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// TestPartialFrames encodes partial frames of 30 balls and of level 33, with a limit that corresponds to 10 KB/s. They
// must respect the limit, no cell may wait for more than four seconds, and encoding must not allocate.
func TestPartialFrames(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, s := range []scene{scenes[0], scenes[4]} {
		const limit, frames, frame = 350, 120, 33_000_000
		r := s.newRun(t, [2]int{120, 40}, cell.Truecolor)
		now, late := int64(0), int64(0)
		next := func() {
			now += frame
			r.play()
			r.play()
			r.v.Draw(&r.f, r.g)
			r.output.buf = r.output.encoder.PartialFrame(r.output.buf[:0], &r.f, ansi.Limit{Bytes: limit, Now: now})
			r.output.sent += len(r.output.buf)
			if cells, since := r.output.encoder.Pending(); cells > 0 {
				late = max(late, now-since)
			}
		}

		sent := r.output.sent
		for range frames {
			next()
		}
		mean := (r.output.sent - sent) / frames
		t.Logf("%s: %d bytes per frame, a cell waited for at most %d frames", s.name, mean, late/frame)
		if mean > limit*11/10 {
			t.Errorf("%s: %d bytes per frame, want about %d", s.name, mean, limit)
		}
		if late > 4_000_000_000 {
			t.Errorf("%s: a cell waited for %d ms, want at most 4,000 ms", s.name, late/1_000_000)
		}
		if n := testing.AllocsPerRun(50, next); n > 0 {
			t.Errorf("%s: Draw allocates %v times per frame, want 0", s.name, n)
		}
	}
}
