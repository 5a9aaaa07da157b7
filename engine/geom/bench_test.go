package geom

import (
	"math/rand/v2"
	"testing"
)

// sweepCases returns typical arguments in the inner loop of the engine: a ball near a hexagon that its cell lists, with
// a random direction. A third of them are hits.
func sweepCases(n int) (q []scene) {
	rng := rand.New(rand.NewPCG(1, 1))
	hexagons := make([]Polygon, 64)
	for k := range hexagons {
		hexagons[k] = Regular(6, Vec{60 * rng.Float64(), 40 * rng.Float64()}, 1.2, 30)
	}
	for range n {
		p := hexagons[rng.IntN(len(hexagons))]
		from := p.center.Along(Direction(360*rng.Float64()), 1.8+3*rng.Float64())
		q = append(q, scene{p, from, Direction(360 * rng.Float64()).Mul(27), 0.6})
	}
	return q
}

func BenchmarkSweep(b *testing.B) {
	q := sweepCases(1024)
	hits, i := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		s := &q[i&1023]
		if _, ok := s.p.Sweep(s.from, s.motion, s.radius); ok {
			hits++
		}
		i++
	}
	b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
}

// All or nearly all arguments are hits.
func BenchmarkSweepHit(b *testing.B) {
	var q []scene
	for _, s := range sweepCases(8192) {
		if _, ok := s.p.Sweep(s.from, s.motion, s.radius); ok && len(q) < 1024 {
			q = append(q, s)
		}
	}
	i := 0
	for b.Loop() {
		s := &q[i&1023]
		s.p.Sweep(s.from, s.motion, s.radius)
		i++
	}
}

func BenchmarkSweepPoint(b *testing.B) {
	q := sweepCases(1024)
	i := 0
	for b.Loop() {
		s := &q[i&1023]
		SweepPoint(s.from, s.motion, s.radius, s.p.center)
		i++
	}
}

func BenchmarkSweepTurning(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 1))
	q := sweepCases(1024)
	for k := range q {
		// Like in the engine: a sub-step of 1/480 s near the hexagon.
		q[k].from = q[k].p.center.Along(Direction(360*rng.Float64()), 1.7+0.3*rng.Float64())
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		s := &q[i&1023]
		s.p.SweepTurning(s.from, s.motion, s.radius, Mover{Pivot: s.p.center, Spin: 1}, 1.0/480)
		i++
	}
}

func BenchmarkRay(b *testing.B) {
	q := sweepCases(1024)
	i := 0
	for b.Loop() {
		s := &q[i&1023]
		s.p.Ray(s.from, s.motion, s.radius)
		i++
	}
}

func BenchmarkCrossSegments(b *testing.B) {
	q := sweepCases(1024)
	i := 0
	for b.Loop() {
		s := &q[i&1023]
		CrossSegments(s.from, s.from.Add(s.motion), s.p.Corner(0), s.p.Corner(1))
		i++
	}
}
