package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TimeToPoint returns exactly the T of SweepPoint, and omits only contacts later than the limit.
func TestTimeToPointEqualsSweepPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	hits, late := 0, 0
	for range 300_000 {
		from := Vec{20 * (rng.Float64() - 0.5), 20 * (rng.Float64() - 0.5)}
		motion := Vec{8 * (rng.Float64() - 0.5), 8 * (rng.Float64() - 0.5)}
		radius := 4 * rng.Float64()
		hit, ok := SweepPoint(from, motion, radius, Vec{})
		if got, gotOK := TimeToPoint(from, motion, radius, math.Inf(1)); gotOK != ok || got != hit.T {
			t.Fatalf("TimeToPoint(%v, %v, %v) = %v, %v, want %v, %v", from, motion, radius, got, gotOK, hit.T, ok)
		}
		if !ok {
			continue
		}
		hits++

		limit := hit.T * 2 * rng.Float64()
		got, gotOK := TimeToPoint(from, motion, radius, limit)
		if gotOK && got != hit.T || !gotOK && hit.T <= limit {
			t.Fatalf("TimeToPoint(%v, %v, %v) = %v, %v with the limit %v, want %v",
				from, motion, radius, got, gotOK, limit, hit.T)
		}
		if !gotOK {
			late++
		}
		if got, gotOK := TimeToPoint(from, motion, radius, hit.T); !gotOK || got != hit.T {
			t.Fatalf("TimeToPoint(%v, %v, %v) has no result with the limit %v, want that time", from, motion, radius,
				hit.T)
		}
	}
	if hits < 10_000 || late < 1000 {
		t.Errorf("the test covers %d contacts, %d of them later than the limit; want at least 10,000 and 1000", hits,
			late)
	}
}
