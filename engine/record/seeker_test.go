package record

import (
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// seekerOf returns a seeker of r that is completely scouted.
func seekerOf(t testing.TB, r *Recording, levels []spec.Level, bytes int) *Seeker {
	t.Helper()
	p, err := r.Begin(levels)
	if err != nil {
		t.Fatal(err)
	}
	seeker := NewSeeker(p, bytes)
	for !seeker.Scout(1<<60, 1000) {
	}
	return seeker
}

// A game after Seek is identical to the game that is played to that tick, from any previous tick and with any memory
// limit.
func TestSeekEqualsPlaying(t *testing.T) {
	levels := []spec.Level{mixed(), mixed(), honeycomb()}
	r, _ := playThrough(t, levels)
	hashes := []uint64{}
	p, err := r.Begin(levels)
	for ; err == nil && !p.Ended(); _, err = p.Next() {
		hashes = append(hashes, p.Game.Hash())
	}
	hashes = append(hashes, p.Game.Hash())
	if err != nil {
		t.Fatal(err)
	}
	for _, bytes := range []int{1, 300_000, 1 << 30} {
		seeker := seekerOf(t, r, levels, bytes)
		rng := engine.Random(1)
		for range 60 {
			tick := uint64(rng.Below(len(hashes)))
			for !seeker.Seek(tick, 1000) {
			}
			if g := seeker.Game(); g.Tick != tick || g.Hash() != hashes[tick] {
				t.Fatalf("%d bytes: after Seek(%d), the state at tick %d differs", bytes, tick, g.Tick)
			}
			for range rng.Below(300) {
				seeker.Next()
			}
			if g := seeker.Game(); g.Hash() != hashes[g.Tick] {
				t.Fatalf("%d bytes: after Next, the state at tick %d differs", bytes, g.Tick)
			}
		}
		seeker.Seek(1<<50, Unlimited)
		if !seeker.Ended() || seeker.Mismatch() != nil {
			t.Errorf("%d bytes: after Seek to the end, Ended() = %v, Mismatch() = %v; want true and nil",
				bytes, seeker.Ended(), seeker.Mismatch())
		}
		if limit := max(8, bytes/seeker.Game().Size()+1); len(seeker.copies) > limit {
			t.Errorf("%d bytes: %d copies, want at most %d", bytes, len(seeker.copies), limit)
		}
	}
}

func TestScoutLimitsWork(t *testing.T) {
	r, _, levels := recordWild(t, 4)
	p, err := r.Begin(levels)
	if err != nil {
		t.Fatal(err)
	}
	seeker := NewSeeker(p, 1<<30)
	if seeker.Scout(1<<60, 1000) || seeker.Scouted() == 0 || seeker.Scouted() > 250 {
		t.Errorf("Scout with work of 1000 reaches tick %d, want 1 to 250 and false", seeker.Scouted())
	}
	seeker.Seek(5000, Unlimited)
	if seeker.Game().Tick != seeker.Scouted() {
		t.Errorf("Seek(5000) reaches tick %d, want the scouted tick %d", seeker.Game().Tick, seeker.Scouted())
	}
	if !seeker.Scout(50, 100) {
		t.Error("Scout(50) = false for scouted ticks, want true without work")
	}
}

func TestBookmarksOfLevelsAndCombos(t *testing.T) {
	levels := []spec.Level{honeycomb(), mixed(), honeycomb()}
	r, _ := playThrough(t, levels)
	seeker := seekerOf(t, r, levels, 1<<30)
	level, combos := -1, 0
	last := uint64(0)
	for _, p := range seeker.Bookmarks() {
		if p.Tick < last {
			t.Errorf("bookmark %+v is before the previous one at tick %d", p, last)
		}
		last = p.Tick
		seeker.Seek(p.Tick, Unlimited)
		if p.Combo == 0 {
			level++
			if _, begins := seeker.Game().Start(); p.Level != level || seeker.Game().Level != level || !begins {
				t.Errorf("bookmark %+v is not at the start of level %d", p, level)
			}
			continue
		}
		combos++
		if seeker.Game().Combo >= p.Combo || p.Level != level {
			t.Errorf("bookmark %+v is after its combo, or not in level %d", p, level)
		}
		best := 0
		for seeker.Game().Level == level && seeker.Next() {
			best = max(best, seeker.Game().Combo)
		}
		if best != p.Combo {
			t.Errorf("bookmark %+v: the best combo after it is %d, want %d", p, best, p.Combo)
		}
	}
	if level != 2 || combos < 2 {
		t.Errorf("Bookmarks() has %d levels and %d combos, want 3 and at least 2", level+1, combos)
	}
}

// Seeking back and forth in a scouted recording of ten minutes takes a small fraction of the time to play it. The
// results are ratios, because machines differ.
func BenchmarkSeekToTheEnd(b *testing.B) {
	r, _ := playThrough(b, []spec.Level{honeycomb(), mixed(), honeycomb(), mixed(), honeycomb()})
	levels := []spec.Level{honeycomb(), mixed(), honeycomb(), mixed(), honeycomb()}
	start := time.Now()
	if _, err := r.Play(levels, nil); err != nil {
		b.Fatal(err)
	}
	playing := time.Since(start)
	start = time.Now()
	seeker := seekerOf(b, r, levels, 32<<20)
	first := time.Since(start)
	_, end := seeker.Span()
	for b.Loop() {
		seeker.Seek(0, Unlimited)
		seeker.Seek(end-1, Unlimited)
	}
	b.ReportMetric(float64(end)/engine.TicksPerSecond, "s-of-game")
	b.ReportMetric(float64(first)/float64(playing), "first/playing")
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(playing), "again/playing")
	b.ReportMetric(float64(end)/engine.TicksPerSecond/playing.Seconds(), "x-real-time")
}

// With sufficient memory, a seek plays at most the five seconds between two copies, which is less than a hundredth of
// ten minutes.
func TestSeekPlaysFewTicks(t *testing.T) {
	levels := []spec.Level{mixed(), honeycomb()}
	r, _ := playThrough(t, levels)
	seeker := seekerOf(t, r, levels, 1<<30)
	for i := 1; i < len(seeker.copies); i++ {
		if gap := seeker.copies[i].Game.Tick - seeker.copies[i-1].Game.Tick; gap != copyInterval {
			t.Errorf("%d ticks between two copies, want %d", gap, copyInterval)
		}
	}
	_, end := seeker.Span()
	if last := seeker.copies[len(seeker.copies)-1].Game.Tick; end-last >= copyInterval {
		t.Errorf("the last copy is %d ticks before the end, want less than %d", end-last, copyInterval)
	}
}
