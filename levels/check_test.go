package levels

import (
	"math"
	"math/rand/v2"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// sampledDistance returns an approximate distance of two outlines from samples of both. It is at
// least the distance, and larger by at most the distance of two samples.
func sampledDistance(a, b geom.Polygon) float64 {
	best := math.Inf(1)
	for _, pair := range [][2]geom.Polygon{{a, b}, {b, a}} {
		p, q := pair[0], pair[1]
		for k := range p.N() {
			for i := range 50 {
				at := p.Corner(k).Lerp(p.Corner((k+1)%p.N()), float64(i)/50)
				best = min(best, q.Distance(at))
			}
		}
	}
	return best
}

func TestPolygonGapIsTheDistance(t *testing.T) {
	if testing.Short() { // slow, because it compares many pairs of shapes
		return
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		shape := func() geom.Polygon {
			at := geom.Vec{X: 8 * rng.Float64(), Y: 8 * rng.Float64()}
			return geom.Regular(3+rng.IntN(6), at, 0.3+2*rng.Float64(), 360*rng.Float64())
		}
		a, b := shape(), shape()
		got, back, want := polygonGap(a, b), polygonGap(b, a), sampledDistance(a, b)
		switch {
		case math.Abs(got-back) > 1e-9:
			t.Fatalf("polygonGap(a, b) = %v, but polygonGap(b, a) = %v", got, back)
		case got > 0 && (want < got-1e-9 || want > got+0.1):
			t.Fatalf("polygonGap(%+v, %+v) = %v, want about %v", a, b, got, want)
		case got <= 0 && want > 0.05:
			t.Fatalf("polygonGap(%+v, %+v) finds an overlap, want a distance of about %v", a, b, want)
		}
	}
}

func TestCollisionsMatchAllPairs(t *testing.T) {
	if testing.Short() { // slow, because it compares many pairs of shapes
		return
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		bricks := make([]placedBrick, 30)
		for i := range bricks {
			at := geom.Vec{X: 30 * rng.Float64(), Y: 30 * rng.Float64()}
			shape := geom.Regular(6, at, 0.5+2*rng.Float64(), 0)
			bricks[i] = placedBrick{BrickSpec: spec.BrickSpec{Shape: shape}, drawing: rng.IntN(3) - 1}
		}
		for i, with := range new(buffers).collisions(bricks) {
			close := false
			for j := range i {
				same := bricks[i].drawing == bricks[j].drawing && bricks[i].drawing != notInDrawing
				near := !same && polygonGap(bricks[i].Shape, bricks[j].Shape) < MinGap
				close = close || near
				if with == j && !near {
					t.Fatalf("collisions() reports the bricks %d and %d, which are not too close", i, j)
				}
			}
			if close != (with >= 0) {
				t.Fatalf("collisions() reports brick %d for brick %d, but a test of all pairs finds a collision: %v",
					with, i, close)
			}
		}
	}
}
