package geom

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// distance is the expected distance of q from a convex polygon, 0 inside. It follows the definition and uses no derived
// values of the package.
func distance(p *Polygon, q Vec) float64 {
	inside := p.N() >= 3
	best := math.Inf(1)
	for k := range p.N() {
		a, b := p.Corner(k), p.Corner((k+1)%p.N())
		e, f := b.Sub(a), q.Sub(a)
		inside = inside && e.Cross(f) >= 0
		t := 0.0
		if l := e.Dot(e); l > 0 {
			t = max(0, min(1, f.Dot(e)/l))
		}
		best = min(best, q.Sub(a.Lerp(b, t)).Norm())
	}
	if inside {
		return 0
	}
	return best
}

// A scene contains the arguments of a call of Sweep.
type scene struct {
	p            Polygon
	from, motion Vec
	radius       float64
}

// minDistance returns the minimum distance on the path up to the time end. The distance of a convex set along a
// straight line is a convex function of time, so ternary search finds the minimum.
func (s *scene) minDistance(end float64) float64 {
	lo, hi := 0.0, end
	for range 100 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if distance(&s.p, s.from.Along(s.motion, a)) < distance(&s.p, s.from.Along(s.motion, b)) {
			hi = b
		} else {
			lo = a
		}
	}
	return distance(&s.p, s.from.Along(s.motion, (lo+hi)/2))
}

// check returns a description of the error in the result of Sweep, or "".
func (s *scene) check() string {
	const tolerance = 1e-9
	start := distance(&s.p, s.from)
	hit, ok := s.p.Sweep(s.from, s.motion, s.radius)
	if start < s.radius-tolerance {
		// If they overlap, an approach must be a contact at T = 0.
		if ok && hit.T != 0 && start > 0 && s.minDistance(hit.T) < start-tolerance {
			return "overlaps and approaches, but T is not 0"
		}
		return ""
	}
	if !ok {
		far := 2 * (s.from.Sub(s.p.center).Norm() + s.p.radius + s.radius) / max(s.motion.Norm(), 1e-300)
		if start > s.radius+tolerance && s.minDistance(far) < s.radius-tolerance {
			return "missed a contact"
		}
		return ""
	}
	at := s.from.Along(s.motion, hit.T)
	if d := distance(&s.p, at); math.Abs(d-s.radius) > tolerance {
		return "the distance at the contact is not the radius"
	}
	if s.minDistance(hit.T) < s.radius-tolerance {
		return "closer than the radius before the contact"
	}
	if math.Abs(hit.N.Norm()-1) > 1e-12 {
		return "the normal is not a unit vector"
	}
	if hit.N.Dot(s.motion) >= 0 {
		return "a contact without an approach"
	}
	// The normal points from the closest point to the center of the circle.
	if s.radius > 1e-3 {
		foot := at.Along(hit.N, -s.radius)
		if distance(&s.p, foot) > tolerance*10 {
			return "the normal does not start at the polygon"
		}
	}
	return ""
}

// randomPolygon returns a convex polygon with 1 to MaxCorners corners around c.
func randomPolygon(rng *rand.Rand, c Vec) Polygon {
	for {
		n := 1 + rng.IntN(MaxCorners)
		stretch := 0.3 + rng.Float64()
		var corners []Vec
		turn := rng.Float64() * 360
		for k := range n {
			u := Direction(turn + (float64(k)+0.4*rng.Float64())*360/float64(n))
			corners = append(corners, c.Add(Vec{u.X * 2, u.Y * 2 * stretch}))
		}
		if p, err := NewPolygon(corners...); err == nil {
			return p
		}
	}
}

func randomScene(rng *rand.Rand) scene {
	c := Vec{rng.Float64() * 64, rng.Float64() * 48}
	s := scene{p: randomPolygon(rng, c), radius: []float64{0, 0.25, 0.6, 1.4}[rng.IntN(4)]}
	away := Direction(rng.Float64() * 360).Mul(rng.Float64() * 12)
	s.from = c.Add(away)
	switch rng.IntN(4) {
	case 0: // random direction
		s.motion = Direction(rng.Float64() * 360)
	case 1: // parallel to a side
		s.motion = s.p.side[rng.IntN(s.p.N())].along()
	case 2: // toward a corner, or grazing it
		corner := s.p.Corner(rng.IntN(s.p.N()))
		u := corner.Sub(s.from).Unit()
		s.motion = corner.Add(Vec{u.Y, -u.X}.Mul(s.radius * float64(rng.IntN(3)-1))).Sub(s.from)
	case 3: // toward the seam of a side and a corner
		k := rng.IntN(s.p.N())
		s.motion = s.p.Corner(k).Along(s.p.side[k].normal, s.radius).Sub(s.from)
	}
	s.motion = s.motion.Mul([]float64{1, 27, 1e-3, 20000}[rng.IntN(4)])
	if s.motion == (Vec{}) {
		s.motion = Vec{1, 0}
	}
	return s
}

var scenes = flag.Int("scenes", 300_000, "number of scenes in TestSweepStopsAtRadius")

func TestSweepStopsAtRadius(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	n, hits := *scenes, 0
	if testing.Short() {
		n = 50_000
	}
	for i := range n {
		s := randomScene(rng)
		if _, ok := s.p.Sweep(s.from, s.motion, s.radius); ok {
			hits++
		}
		if wrong := s.check(); wrong != "" {
			t.Fatalf("scene %d: %s\n%+v", i, wrong, s)
		}
	}
	if hits < n/4 {
		t.Errorf("%d of %d scenes have a contact, want at least a quarter", hits, n)
	}
}

// If MayReach returns false, Sweep has no contact in time. It returns false for most scenes without a contact.
func TestMayReachAgainstSweep(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	idle, missed := 0, 0
	for i := range 100_000 {
		s := randomScene(rng)
		bound := s.p.Bound()
		hit, ok := s.p.Sweep(s.from, s.motion, s.radius)
		switch {
		case ok && !bound.MayReach(s.from, s.motion, s.radius, hit.T):
			t.Fatalf("scene %d: MayReach is false, but there is a contact at %g\n%+v", i, hit.T, s)
		case !ok:
			missed++
			if bound.MayReach(s.from, s.motion, s.radius, 1) {
				idle++
			}
		}
	}
	if idle > missed/3 {
		t.Errorf("MayReach is true for %d of %d scenes without a contact, want at most a third", idle, missed)
	}
}

func FuzzSweep(f *testing.F) {
	f.Add(uint64(1), 0.0, 0.0, 1.0, 0.0, 0.6)
	f.Add(uint64(2), 5.0, -3.0, -27.0, 14.0, 0.0)
	f.Fuzz(func(t *testing.T, seed uint64, x, y, vx, vy, r float64) {
		for _, v := range []float64{x, y, vx, vy, r} {
			if !(math.Abs(v) < 1e4) {
				return
			}
		}
		p := randomPolygon(rand.New(rand.NewPCG(seed, 0)), Vec{})
		s := scene{p, Vec{x, y}, Vec{vx, vy}, math.Abs(math.Mod(r, 3))}
		if s.motion.Norm() < 1e-6 || s.from.Norm() > 100 {
			return
		}
		if wrong := s.check(); wrong != "" {
			t.Fatalf("%s\n%+v", wrong, s)
		}
	})
}

// The method in the article tests each side with the quadratic formula for a circle and a segment, and reflects the
// velocity at the normal of that side. At a corner, it finds two sides or the wrong one, and the ball moves into the
// hexagon. Sweep returns the normal of the corner.
func TestCornerIsNotSide(t *testing.T) {
	hexagon := Regular(6, Vec{0, 0}, 2, 0) // corner 0 points to the right
	from, motion, r := Vec{6, 0}, Vec{-10, 0}, 0.6
	hit, ok := hexagon.Sweep(from, motion, r)
	if !ok || math.Abs(hit.T-0.34) > 1e-15 || hit.N != (Vec{1, 0}) {
		t.Errorf("Sweep() = %v, %v, want T 0.34 and the normal (1, 0)", hit, ok)
	}
	side, v := articleMethod(&hexagon, from.Along(motion, 0.345), motion, r)
	if side < 0 {
		t.Fatal("the method in the article finds no contact")
	}
	if v.Sub(Vec{10, 0}).Norm() < 1 {
		t.Errorf("the method in the article has the result %v, want a wrong velocity", v)
	}
}

// articleMethod returns the first side that is touched according to the quadratic formula, and the velocity reflected
// at its normal.
func articleMethod(p *Polygon, c, v Vec, r float64) (side int, after Vec) {
	for k := range p.N() {
		e, l := p.Corner(k), p.Corner((k+1)%p.N())
		d, f := l.Sub(e), e.Sub(c)
		a, b, q := d.Dot(d), 2*f.Dot(d), f.Dot(f)-r*r
		disc := b*b - 4*a*q
		if disc < 0 {
			continue
		}
		for _, t := range [2]float64{(-b - math.Sqrt(disc)) / (2 * a), (-b + math.Sqrt(disc)) / (2 * a)} {
			if t >= 0 && t <= 1 {
				n := p.Normal(k)
				return k, v.Along(n, -2*v.Dot(n))
			}
		}
	}
	return -1, v
}

func TestNewPolygonErrors(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		name    string
		corners []Vec
	}{
		{"no corners", nil},
		{"too many", make([]Vec, MaxCorners+1)},
		{"not a number", []Vec{{0, 0}, {1, 0}, {nan, 1}}},
		{"infinite", []Vec{{0, 0}, {math.Inf(1), 0}, {0, 1}}},
		{"the same corner twice", []Vec{{0, 0}, {0, 0}, {0, 1}}},
		{"three on a line", []Vec{{0, 0}, {1, 0}, {2, 0}}},
		{"concave", []Vec{{0, 0}, {4, 0}, {1, 1}, {0, 4}}},
		{"bow tie", []Vec{{0, 0}, {4, 4}, {4, 0}, {0, 4}}},
		{"star", []Vec{{0, -5}, {3, 4}, {-5, -1}, {5, -1}, {-3, 4}}},
	} {
		if _, err := NewPolygon(tt.corners...); err == nil {
			t.Errorf("%s: NewPolygon(%v) returns no error", tt.name, tt.corners)
		}
	}
}

func TestNewPolygonDirections(t *testing.T) {
	a, err := NewPolygon(Vec{0, 0}, Vec{4, 0}, Vec{4, 3}, Vec{0, 3})
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewPolygon(Vec{0, 3}, Vec{4, 3}, Vec{4, 0}, Vec{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*Polygon{&a, &b} {
		if p.Area() != 12 || !p.Contains(Vec{1, 1}) || p.Contains(Vec{5, 1}) || !p.Contains(Vec{4, 3}) {
			t.Errorf("%+v: Area() = %g, want 12, or Contains is wrong for (1, 1), (5, 1) or (4, 3)", p, p.Area())
		}
		lo, hi := p.Bounds()
		if lo != (Vec{0, 0}) || hi != (Vec{4, 3}) {
			t.Errorf("Bounds() = %v, %v, want (0, 0), (4, 3)", lo, hi)
		}
	}
}

func TestDistanceAndClosest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		p := randomPolygon(rng, Vec{10, 10})
		q := Vec{20 * rng.Float64(), 20 * rng.Float64()}
		want := distance(&p, q)
		got := p.Distance(q)
		if want == 0 && got > 1e-12 || want > 0 && math.Abs(got-want) > 1e-12 {
			t.Fatalf("Distance() = %v, want %v: point %v, polygon %+v", got, want, q, p)
		}
		if c := p.Closest(q); math.Abs(q.Sub(c).Norm()-want) > 1e-12 || distance(&p, c) > 1e-12 {
			t.Fatalf("Closest(%v) = %v, want a point of the polygon at distance %g: %+v", q, c, want, p)
		}
	}
}

func TestDirection(t *testing.T) {
	for d := -720.0; d <= 720; d += 0.37 {
		u := Direction(d)
		s, c := math.Sincos(d * math.Pi / 180)
		if math.Abs(u.X-c) > 4e-15 || math.Abs(u.Y-s) > 4e-15 || math.Abs(u.Norm()-1) > 3e-16 {
			t.Fatalf("Direction(%g) = %v, want (%v, %v)", d, u, c, s)
		}
	}
	for d, want := range map[float64]Vec{
		0: {1, 0}, 90: {0, 1}, 180: {-1, 0}, 270: {0, -1}, -90: {0, -1}, 360: {1, 0},
	} {
		if got := Direction(d); got.Sub(want).Norm() > 0 {
			t.Errorf("Direction(%g) = %v, want %v", d, got, want)
		}
	}
}

// SweepPoint agrees with 300-bit arithmetic for distant starts and grazes.
func TestSweepPointPrecision(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, far := range []float64{1, 100, 10_000} {
		worst := 0.0
		for range 20_000 {
			r := 0.6
			from := Direction(rng.Float64() * 360).Mul(r * (1 + far))
			// Aim at a point across the circle, preferably near its edge.
			u := from.Unit()
			aside := 1 - math.Pow(10, -6*rng.Float64())
			motion := Vec{-u.Y, u.X}.Mul(r * aside).Sub(from).Mul(27)
			hit, ok := SweepPoint(from, motion, r, Vec{})
			want, wantOK := exactSweepPoint(from, motion, r)
			if ok != wantOK {
				t.Fatalf("distance %g: SweepPoint(%v, %v) reports a contact: %v, want %v", far, from, motion, ok,
					wantOK)
			}
			if ok {
				worst = max(worst, math.Abs(hit.T-want)*motion.Norm()/r)
			}
		}
		if limit := map[float64]float64{1: 1e-10, 100: 1e-10, 10_000: 5e-7}[far]; worst > limit {
			t.Errorf("distance %g radii: error %.1e radii, want at most %.0e", far, worst, limit)
		}
	}
}

// exactSweepPoint solves the quadratic equation with 300 bits.
func exactSweepPoint(f, d Vec, r float64) (t float64, ok bool) {
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	mul := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Mul(a, b) }
	add := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Add(a, b) }
	sub := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Sub(a, b) }
	dot := func(a, b Vec) *big.Float { return add(mul(num(a.X), num(b.X)), mul(num(a.Y), num(b.Y))) }
	a, b, c := dot(d, d), dot(f, d), sub(dot(f, f), mul(num(r), num(r)))
	disc := sub(mul(b, b), mul(a, c))
	if b.Sign() >= 0 || disc.Sign() <= 0 {
		return 0, false
	}
	root := new(big.Float).SetPrec(300).Sqrt(disc)
	q := new(big.Float).SetPrec(300).Quo(sub(new(big.Float).SetPrec(300).Neg(b), root), a)
	t, _ = q.Float64()
	return max(t, 0), true
}
