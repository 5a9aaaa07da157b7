package connlimit

import (
	"testing"
	"time"
)

// A token bucket allows a burst and then its rate. A flood is traffic beyond the rate without a break.
func TestTokenBucket(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	type step struct {
		at     float64
		n      int
		allows int
		floods bool
	}

	for name, steps := range map[string][]step{
		"burst":             {{0, 30, 30, false}, {0, 1, 0, false}},
		"more than allowed": {{0, 31, 30, false}, {1, 11, 10, false}, {9, 99, 30, false}},
		"at its rate":       {{0, 10, 10, false}, {1, 10, 10, false}, {40, 10, 10, false}, {41, 10, 10, false}},
		"without a break": {
			{0, 40, 30, false},
			{0.5, 40, 5, false},
			{10, 40, 30, false},
			{10.5, 40, 5, false},
			{11, 40, 5, false},
			{39.9, 0, 0, false},
		},
	} {
		p := Bucket{Rate: 10, Burst: 30}
		for i, s := range steps {
			if n := p.Allow(at(s.at), s.n); n != s.allows || p.IsFlooding(at(s.at)) != s.floods {
				t.Errorf("%s, step %d: Allow(%d) = %d, want %d; IsFlooding() = %v", name, i, s.n, n, s.allows,
					p.IsFlooding(at(s.at)))
			}
		}
	}

	for _, pause := range []time.Duration{100 * time.Millisecond, BreakTime - time.Millisecond, BreakTime} {
		p, flood := Bucket{Rate: 10, Burst: 30}, false
		now := start
		for ; now.Sub(start) < 3*FloodTime && !flood; now = now.Add(pause) {
			p.Take(now, 50)
			p.tokens = max(p.tokens, 0) // as after waiting
			flood = p.IsFlooding(now)
		}
		if flood != (pause < BreakTime) {
			t.Errorf("with pauses of %v, IsFlooding() = %v after %v, want true only for pauses shorter than BreakTime",
				pause, flood, now.Sub(start))
		}
	}

	p := Bucket{Rate: 10, Burst: 30}
	if p.Take(start, -100); p.Take(start, 130) != 0 || p.Take(start, 1) == 0 {
		t.Error("Take(-100) does not allow exactly 100 additional tokens")
	}
	if wait := p.Take(at(0.05), 0).Round(time.Millisecond); wait != 50*time.Millisecond {
		t.Errorf("Take() = %v for half a token, want 50 ms", wait)
	}
}
