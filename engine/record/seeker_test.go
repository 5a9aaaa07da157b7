package record

import (
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// seekerOf returns a seeker of r, all of which is known.
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

// A game that was sought is the one that is played to that tick, wherever one
// comes from and however little memory there is.
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
				t.Fatalf("%d bytes, sought %d: at tick %d, another game", bytes, tick, g.Tick)
			}
			for range rng.Below(300) {
				seeker.Next()
			}
			if g := seeker.Game(); g.Hash() != hashes[g.Tick] {
				t.Fatalf("%d bytes, played on to %d: another game", bytes, g.Tick)
			}
		}
		seeker.Seek(1<<50, Unlimited)
		if !seeker.Ended() || seeker.Mismatch() != nil {
			t.Errorf("%d bytes: not at the end, or %v", bytes, seeker.Mismatch())
		}
		if most := max(8, bytes/seeker.Game().Size()+1); len(seeker.copies) > most {
			t.Errorf("%d bytes: %d copies are kept, want at most %d", bytes, len(seeker.copies), most)
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
		t.Errorf("known up to tick %d after work of 1000", seeker.Scouted())
	}
	seeker.Seek(5000, Unlimited)
	if seeker.Game().Tick != seeker.Scouted() {
		t.Error("went where nothing is known")
	}
	if !seeker.Scout(50, 100) {
		t.Error("what is known is scouted again")
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
			t.Errorf("%+v is out of order", p)
		}
		last = p.Tick
		seeker.Seek(p.Tick, Unlimited)
		if p.Combo == 0 {
			level++
			if _, begins := seeker.Game().Start(); p.Level != level || seeker.Game().Level != level || !begins {
				t.Errorf("%+v is not where level %d begins", p, level)
			}
			continue
		}
		combos++
		if seeker.Game().Combo >= p.Combo || p.Level != level {
			t.Errorf("%+v is behind its combo, or in level %d", p, level)
		}
		best := 0
		for seeker.Game().Level == level && seeker.Next() {
			best = max(best, seeker.Game().Combo)
		}
		if best != p.Combo {
			t.Errorf("%+v: the best combo from there on is %d", p, best)
		}
	}
	if level != 2 || combos < 2 {
		t.Errorf("%d levels and %d combos", level+1, combos)
	}
}

// Seeking back and forth over ten minutes that are known takes a small part of
// what playing them takes. As a ratio, since machines differ.
func BenchmarkSeekToTheEnd(b *testing.B) {
	r, _ := playThrough(b, []spec.Level{honeycomb(), mixed(), honeycomb(), mixed(), honeycomb()})
	levels := []spec.Level{honeycomb(), mixed(), honeycomb(), mixed(), honeycomb()}
	begun := time.Now()
	if _, err := r.Play(levels, nil); err != nil {
		b.Fatal(err)
	}
	playing := time.Since(begun)
	begun = time.Now()
	seeker := seekerOf(b, r, levels, 32<<20)
	first := time.Since(begun)
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

// A seek plays at most the five seconds from one copy to the next, as long as there is memory: of ten
// minutes that is less than a hundredth.
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
		t.Errorf("the last copy is %d ticks before the end", end-last)
	}
}
