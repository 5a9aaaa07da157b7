package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TimeToPoint is the T of SweepPoint to the last bit, and leaves out only what comes later than asked for.
func TestTimeToPointEqualsSweepPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	hits, late := 0, 0
	for range 300_000 {
		from := Vec{20 * (rng.Float64() - 0.5), 20 * (rng.Float64() - 0.5)}
		motion := Vec{8 * (rng.Float64() - 0.5), 8 * (rng.Float64() - 0.5)}
		radius := 4 * rng.Float64()
		hit, ok := SweepPoint(from, motion, radius, Vec{})
		if got, also := TimeToPoint(from, motion, radius, math.Inf(1)); also != ok || got != hit.T {
			t.Fatalf("from %v by %v, radius %v: %v, %v, want %v, %v", from, motion, radius, got, also, hit.T, ok)
		}
		if !ok {
			continue
		}
		hits++

		most := hit.T * 2 * rng.Float64()
		got, also := TimeToPoint(from, motion, radius, most)
		if also && got != hit.T || !also && hit.T <= most {
			t.Fatalf("from %v by %v, radius %v: %v, %v until %v, want %v", from, motion, radius, got, also, most, hit.T)
		}
		if !also {
			late++
		}
		if got, also := TimeToPoint(from, motion, radius, hit.T); !also || got != hit.T {
			t.Fatalf("from %v by %v, radius %v: nothing at exactly %v", from, motion, radius, hit.T)
		}
	}
	if hits < 10_000 || late < 1000 {
		t.Errorf("%d hits, %d of them left out", hits, late)
	}
}
