package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestClosestOnSegment(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 1))
	for range 10_000 {
		a, b, q, _ := fourPoints(rng)
		at, s := ClosestOnSegment(a, b, q)
		if got, want := at.Sub(q).Norm(), segmentDistance(a, b, q); math.Abs(got-want) > 1e-13 {
			t.Fatalf("ClosestOnSegment of %v on %v–%v: distance %v at %g, want %v", q, a, b, got, s, want)
		}
		if s < 0 || s > 1 || at.Sub(a.Lerp(b, s)).Norm() > 1e-13 || s == 0 && at != a || s == 1 && at != b {
			t.Fatalf("ClosestOnSegment of %v on %v–%v = %v, which does not match the position %g", q, a, b, at, s)
		}
	}
	// The result is accurate for a distant point.
	if at, s := ClosestOnSegment(Vec{0, 0}, Vec{8, 0}, Vec{2, 1e9}); at != (Vec{2, 0}) || s != 0.25 {
		t.Errorf("ClosestOnSegment() for a distant point = %v at %g, want (2, 0) at 0.25", at, s)
	}
	if at, s := ClosestOnSegment(Vec{1, 2}, Vec{1, 2}, Vec{5, 5}); at != (Vec{1, 2}) || s != 0 {
		t.Errorf("ClosestOnSegment() on a segment of length 0 = %v at %g, want (1, 2) at 0", at, s)
	}
}

// pairDistance returns the distance of two segments. It is a convex function of the positions on them, so ternary
// search finds its minimum.
func pairDistance(a1, a2, b1, b2 Vec) float64 {
	lo, hi := 0.0, 1.0
	at := func(s float64) float64 {
		p := a1.Lerp(a2, s)
		c, _ := ClosestOnSegment(b1, b2, p) // tested above
		return c.Sub(p).Norm()
	}
	for range 90 {
		x, y := lo+(hi-lo)/3, hi-(hi-lo)/3
		if at(x) <= at(y) {
			hi = y
		} else {
			lo = x
		}
	}
	return min(at(0), at(1), at((lo+hi)/2))
}

func checkPair(t *testing.T, a1, a2, b1, b2 Vec) {
	t.Helper()
	p, q := ClosestOnSegments(a1, a2, b1, b2)
	size := 1 + a1.Norm() + a2.Norm() + b1.Norm() + b2.Norm()
	want := pairDistance(a1, a2, b1, b2)
	if got := p.Sub(q).Norm(); math.Abs(got-want) > 1e-13*size {
		t.Fatalf("%v–%v, %v–%v: distance of %v and %v is %g, want %g", a1, a2, b1, b2, p, q, got, want)
	}
	if c, _ := ClosestOnSegment(a1, a2, p); c.Sub(p).Norm() > 1e-15*size {
		t.Fatalf("%v–%v, %v–%v: %v is not on the first segment", a1, a2, b1, b2, p)
	}
	if c, _ := ClosestOnSegment(b1, b2, q); c.Sub(q).Norm() > 1e-14*size {
		t.Fatalf("%v–%v, %v–%v: %v is not on the second segment", a1, a2, b1, b2, q)
	}
	switch CrossSegments(a1, a2, b1, b2).Kind {
	case Touching, Across, Overlapping:
		if p != q {
			t.Fatalf("%v–%v, %v–%v: points %v and %v of intersecting segments differ", a1, a2, b1, b2, p, q)
		}
	}
}

func TestClosestOnSegments(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 1))
	for range 10_000 {
		a1, a2, b1, b2 := fourPoints(rng)
		checkPair(t, a1, a2, b1, b2)
	}
	p, q := ClosestOnSegments(Vec{0, 0}, Vec{8, 0}, Vec{0, 3}, Vec{8, 3})
	if p != (Vec{0, 0}) || q != (Vec{0, 3}) {
		t.Errorf("ClosestOnSegments() of parallel segments = %v, %v, want their first ends", p, q)
	}
}

func TestContainsIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 1))
	edge := 0
	for range 20_000 {
		p := randomPolygon(rng, Vec{10, 10})
		q := Vec{6 + 8*rng.Float64(), 6 + 8*rng.Float64()}
		if k := rng.IntN(p.N()); rng.IntN(2) == 0 {
			q = p.Corner(k).Lerp(p.Corner((k+1)%p.N()), rng.Float64())
			edge++
		}
		want := p.N() >= 3
		for k := range p.N() {
			u, v := rdiff(p.Corner((k+1)%p.N()), p.Corner(k)), rdiff(q, p.Corner(k))
			want = want && rsub(rmul(u[0], v[1]), rmul(u[1], v[0])).Sign() >= 0
		}
		if got := p.Contains(q); p.N() >= 3 && got != want {
			t.Fatalf("Contains(%v) = %v, want %v: %+v", q, got, want, p)
		}
		if p.N() == 2 && p.Contains(q) != (CrossSegments(p.Corner(0), p.Corner(1), q, q).Kind == Touching) {
			t.Fatalf("Contains(%v) of a segment = %v, want the same as CrossSegments: %+v", q, p.Contains(q), p)
		}
	}
	if edge == 0 {
		t.Error("no test case with a point on a side")
	}
}

// checkOverlap compares the results for a circle and a polygon with the distance by definition, and with the effect of
// moving the circle by the depth.
func checkOverlap(t *testing.T, p *Polygon, q Vec, r float64) (overlaps bool) {
	t.Helper()
	const tolerance = 1e-12
	dist := distance(p, q)
	depth, n, ok := p.Overlap(q, r)
	if want := dist < r; ok != want && math.Abs(dist-r) > tolerance {
		t.Fatalf("Overlap(%v, %g) = %v at distance %g, want %v: %+v", q, r, ok, dist, want, p)
	}
	if !ok {
		return false
	}
	if math.Abs(n.Norm()-1) > 1e-12 || depth <= 0 {
		t.Fatalf("Overlap() = depth %g along %v, want a positive depth and a unit vector", depth, n)
	}
	if d := distance(p, q.Along(n, depth)); math.Abs(d-r) > tolerance {
		t.Fatalf("after a move by %g along %v, the distance is %g, want the radius %g: circle at %v, polygon %+v",
			depth, n, d, r, q, p)
	}
	// No other direction is a shorter way out.
	for k := range 24 {
		if d := distance(p, q.Along(Direction(float64(k)*15), 0.999*depth)); d >= r+tolerance {
			t.Fatalf("Overlap() = depth %g, but a shorter move at %d° ends the overlap: circle at %v, polygon %+v",
				depth, k*15, q, p)
		}
	}
	return true
}

func TestOverlapSeparates(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 1))
	n, full := 0, 0
	for range 20_000 {
		p := randomPolygon(rng, Vec{10, 10})
		q, r := Vec{5 + 10*rng.Float64(), 5 + 10*rng.Float64()}, 2*rng.Float64()
		if rng.IntN(8) == 0 {
			q = p.Corner(rng.IntN(p.N()))
		}
		if checkOverlap(t, &p, q, r) {
			n++
		}
		// A circle is contained if the distance from each side is at least the radius.
		near := math.Inf(1)
		for k := range p.N() {
			near = min(near, segmentDistanceFast(p.Corner(k), p.Corner((k+1)%p.N()), q))
		}
		want := p.N() >= 3 && distance(&p, q) == 0 && near >= r
		if got := p.ContainsCircle(q, r); got != want && math.Abs(near-r) > 1e-12 {
			t.Fatalf("ContainsCircle(%v, %g) = %v, want %v: %+v", q, r, got, want, p)
		}
		if want {
			full++
		}
	}
	if n < 1000 || full < 150 {
		t.Errorf("the test covers %d overlaps and %d contained circles, want at least 1000 and 150", n, full)
	}
}

func segmentDistanceFast(a, b, q Vec) float64 {
	c, _ := ClosestOnSegment(a, b, q)
	return c.Sub(q).Norm()
}

func TestOverlapOfThinPolygons(t *testing.T) {
	post, _ := NewPolygon(Vec{3, 4})
	if depth, n, ok := post.Overlap(Vec{3, 4}, 2); depth != 2 || n != (Vec{0, -1}) || !ok {
		t.Errorf("Overlap() on a point = %g along %v, %v, want 2 along (0, -1), true", depth, n, ok)
	}
	bar, _ := Segment(Vec{0, 0}, Vec{8, 0})
	if depth, n, ok := bar.Overlap(Vec{3, 0}, 2); depth != 2 || n != (Vec{0, -1}) || !ok {
		t.Errorf("Overlap() on a segment = %g along %v, %v, want 2 along (0, -1), true", depth, n, ok)
	}
	if _, _, ok := bar.Overlap(Vec{3, 2}, 2); ok {
		t.Error("Overlap() of a circle that touches a segment = true, want false")
	}
	if _, _, ok := (&Polygon{}).Overlap(Vec{}, 2); ok {
		t.Error("Overlap() of a circle and the empty polygon = true, want false")
	}
}

func FuzzClosest(f *testing.F) {
	f.Add(uint64(1), 0., 0., 1., 1., 0., 1., 1., 0.)
	f.Fuzz(func(t *testing.T, seed uint64, ax, ay, bx, by, cx, cy, dx, dy float64) {
		for _, v := range []float64{ax, ay, bx, by, cx, cy, dx, dy} {
			if m := math.Abs(v); !(m < 1e3) || m < 1e-6 && m != 0 {
				return
			}
		}
		checkPair(t, Vec{ax, ay}, Vec{bx, by}, Vec{cx, cy}, Vec{dx, dy})
		p := randomPolygon(rand.New(rand.NewPCG(seed, 0)), Vec{})
		if r := math.Abs(math.Mod(bx, 3)); math.Abs(ax) < 20 && math.Abs(ay) < 20 {
			checkOverlap(t, &p, Vec{ax, ay}, r)
		}
	})
}
