package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// checkPairOfCircles compares the contact of two moving circles with the distance of their centers at that time,
// computed with 300 bits.
func checkPairOfCircles(t *testing.T, a, u Vec, r float64, b, v Vec, q float64) bool {
	t.Helper()
	hit, ok := SweepCircle(a, u, r, b, v, q)
	f, d := bv(a).sub(bv(b)), bv(u).sub(bv(v))
	apart := func(x *big.Float) float64 {
		g, _ := fsub(f.along(d, x).norm(), fadd(num(r), num(q))).Float64()
		return g
	}
	size := a.Sub(b).Norm() + r + q
	in, _, cuts := circleTimes(f, d, fadd(num(r), num(q)))
	if !ok {
		if cuts && in.Sign() > 0 {
			// A miss is wrong, except for a graze.
			middle, _ := fquo(fsub(num(0), f.dot(d)), d.dot(d)).Float64()
			if low := apart(num(middle)); low < -1e-12*size {
				t.Fatalf("SweepCircle(%v, %v, %g, %v, %v, %g) finds no contact, but the circles overlap by %g", a, u, r,
					b, v, q, -low)
			}
		}
		return false
	}
	if hit.T == 0 && apart(num(0)) <= 1e-15*size {
		return true // they overlap and approach
	}
	if g := apart(num(hit.T)); math.Abs(g) > 1e-14*size*(1+u.Sub(v).Norm()*hit.T/size) {
		t.Fatalf("SweepCircle(%v, %v, %g, %v, %v, %g) = %v, but the gap is %g at that time", a, u, r, b, v, q, hit, g)
	}
	if u.Sub(v).Dot(hit.N) >= 1e-12 {
		t.Fatalf("SweepCircle() = %v, but the circles do not approach", hit)
	}
	return true
}

func TestMovingCirclesMeetAtSumOfRadii(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 1))
	hits := 0
	for range 20_000 {
		a, b := Vec{64 * rng.Float64(), 48 * rng.Float64()}, Vec{64 * rng.Float64(), 48 * rng.Float64()}
		u := b.Sub(a).Mul(2 * rng.Float64()).Add(Direction(360 * rng.Float64()).Mul(2))
		v := Direction(360 * rng.Float64()).Mul(5 * rng.Float64())
		if checkPairOfCircles(t, a, u, 0.6, b, v, 0.25+rng.Float64()) {
			hits++
		}
	}
	if hits < 2000 {
		t.Errorf("%d contacts, want at least 2000", hits)
	}
}

// The contact of the second circle with the first is the same, with the opposite normal.
func TestContactIsMutual(t *testing.T) {
	rng := rand.New(rand.NewPCG(72, 1))
	for range 20_000 {
		a, b := Vec{10 * rng.Float64(), 10 * rng.Float64()}, Vec{10 * rng.Float64(), 10 * rng.Float64()}
		u, v := Direction(360*rng.Float64()), Direction(360*rng.Float64())
		x, ok := SweepCircle(a, u, 0.6, b, v, 1)
		y, yOK := SweepCircle(b, v, 1, a, u, 0.6)
		if ok != yOK || x.T != y.T || x.N != y.N.Neg() {
			t.Fatalf("SweepCircle() = %v, %v, but with exchanged circles %v, %v", x, ok, y, yOK)
		}
	}
}

func TestSweepSegmentEqualsPolygon(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 1))
	hits := 0
	for range 50_000 {
		s := randomScene(rng)
		a, b := s.p.center, s.p.center.Along(Direction(360*rng.Float64()), 0.01+6*rng.Float64())
		bar, err := Segment(a, b)
		if err != nil {
			t.Fatal(err)
		}
		s.p = bar
		if wrong := s.check(); wrong != "" {
			t.Fatalf("%s\n%+v", wrong, s)
		}
		hit, ok := SweepSegment(s.from, s.motion, s.radius, a, b)
		want, wantOK := bar.Sweep(s.from, s.motion, s.radius)
		if hit != want || ok != wantOK {
			t.Fatalf("SweepSegment() = %v, %v, want %v, %v as from Polygon.Sweep", hit, ok, want, wantOK)
		}
		if ok {
			hits++
		}
	}
	post, _ := NewPolygon(Vec{1, 2})
	hit, _ := SweepSegment(Vec{9, 2}, Vec{-1, 0}, 0.6, Vec{1, 2}, Vec{1, 2})
	if want, _ := post.Sweep(Vec{9, 2}, Vec{-1, 0}, 0.6); hit != want || hits < 5000 {
		t.Errorf("SweepSegment() for length 0 = %v, want %v; %d contacts in all, want at least 5000", hit, want, hits)
	}
}

func TestSweepMoving(t *testing.T) {
	rng := rand.New(rand.NewPCG(74, 1))
	hits := 0
	for range 20_000 {
		s := randomScene(rng)
		v := Direction(360 * rng.Float64()).Mul(30 * rng.Float64())
		hit, ok := s.p.SweepMoving(s.from, s.motion, s.radius, v)
		if !ok || hit.T > 100 || distance(&s.p, s.from) < s.radius+1e-9 {
			continue
		}
		// At the time of the contact, the circle is at its radius from the polygon.
		p := s.p.Moved(Mover{V: v}, hit.T)
		at := s.from.Along(s.motion, hit.T)
		if d := distance(&p, at); math.Abs(d-s.radius) > 1e-12*(100+at.Norm()) {
			t.Fatalf("SweepMoving() = %v, but the distance is %g at that time: %+v, polygon moves by %v", hit, d, s, v)
		}
		hits++
	}
	if hits < 2000 {
		t.Errorf("%d contacts, want at least 2000", hits)
	}
}

// A ray must not enter a polygon between two sides.
func TestRaysHitCorners(t *testing.T) {
	rng := rand.New(rand.NewPCG(75, 1))
	for range 100_000 {
		p := Regular(6, Vec{32 + rng.Float64(), 24}, 2.4, 360*rng.Float64())
		k := rng.IntN(6)
		from := p.center.Along(Direction(360*rng.Float64()), 3+20*rng.Float64())
		motion := p.Corner(k).Sub(from)
		if p.center.Sub(p.Corner(k)).Unit().Dot(motion.Unit()) < 0.6 {
			continue // past the corner, or nearly parallel to a side
		}
		hit, ok := p.Sweep(from, motion, 0)
		if !ok || math.Abs(hit.T-1) > 1e-12 {
			t.Fatalf("SweepMoving() = %v, %v for a corner of %+v from %v, want T 1", hit, ok, p, from)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	p := Regular(6, Vec{10, 10}, 2, 10)
	b := Border{Vec{}, Vec{64, 48}}
	m := Mover{Pivot: Vec{10, 10}, V: Vec{1, 2}, Spin: 3}
	from, motion, a, c := Vec{2, 3}, Vec{7, 8}, Vec{5, 9}, Vec{14, 8}
	var sum Vec // prevents the compiler from omitting the calls
	if n := testing.AllocsPerRun(100, func() {
		CrossLines(from, motion, a, c)
		CrossSegments(Vec{0.1, 0.1}, Vec{0.3, 0.3}, Vec{0.2, 0.2}, Vec{0.7, 0.7})
		LineCircle(from, motion, a, 3)
		SegmentCircle(from, motion, a, 3)
		RayCircle(from, motion, a, 3)
		p.Ray(from, motion, 0.6)
		RayCapsule(from, motion, a, c, 0.8)
		SweepPoint(from, motion, 0.6, a)
		SweepCircle(from, motion, 0.6, a, c, 1)
		SweepSegment(from, motion, 0.6, a, c)
		p.Sweep(from, motion, 0.6)
		p.Sweep(from, motion, 0)
		p.SweepMoving(from, motion, 0.6, a)
		p.SweepTurning(from, motion, 0.6, m, 1)
		p.Moved(m, 1)
		b.Sweep(from, motion, Vec{1, 1})
		sum = sum.Add(b.Overshoot(from, a).Back())
		b.Inside(from, a)
		at, _ := ClosestOnSegment(a, c, from)
		sum = sum.Add(at)
		ClosestOnSegments(a, c, from, motion)
		p.Closest(from)
		p.Distance(from)
		p.Contains(from)
		p.ContainsCircle(from, 1)
		p.Overlap(from, 1)
	}); n != 0 {
		t.Errorf("sweeps allocate %g times, want 0", n)
	}
}

func FuzzSweepCircle(f *testing.F) {
	f.Add(0., 0., 1., 0., 5., 0., -1., 0., 0.6, 0.25)
	f.Fuzz(func(t *testing.T, ax, ay, ux, uy, bx, by, vx, vy, r, q float64) {
		for _, v := range []float64{ax, ay, ux, uy, bx, by, vx, vy, r, q} {
			if m := math.Abs(v); !(m < 1e4) || m < 1e-4 && m != 0 {
				return
			}
		}
		r, q = math.Abs(r), math.Abs(q)
		if r+q < 1e-4 || (Vec{ux - vx, uy - vy}).Norm() < 1e-4 {
			return
		}
		checkPairOfCircles(t, Vec{ax, ay}, Vec{ux, uy}, r, Vec{bx, by}, Vec{vx, vy}, q)
	})
}
