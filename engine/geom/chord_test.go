package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// A chordCase is a segment from a to b and a circle.
type chordCase struct {
	a, b, center Vec
	r            float64
}

func randomChordCase(rng *rand.Rand) chordCase {
	p := chordCase{center: Vec{64 * rng.Float64(), 48 * rng.Float64()}}
	p.r = []float64{0.25, 0.6, 3, 40}[rng.IntN(4)]
	around := func(reach float64) Vec {
		return p.center.Along(Direction(360*rng.Float64()), float64(p.r*reach)*rng.Float64())
	}
	switch rng.IntN(5) {
	case 0:
		p.a, p.b = around(3), around(3)
	case 1: // far away, aimed at the circle, preferably near its edge
		p.a = around(30_000)
		u := p.center.Sub(p.a).Unit()
		aside := 1 - math.Pow(10, -16*rng.Float64())
		p.b = p.center.Along(Vec{u.Y, -u.X}, p.r*aside).Along(u, p.r*rng.Float64())
	case 2: // inside
		p.a, p.b = around(1), around(1.5)
	case 3: // starting on the circle
		p.a, p.b = p.center.Along(Direction(360*rng.Float64()), p.r), around(2)
	case 4: // integers
		whole := func() Vec { return Vec{float64(rng.IntN(11) - 5), float64(rng.IntN(11) - 5)} }
		p = chordCase{whole(), whole(), whole(), 5}
	}
	return p
}

// check compares the chords of the line, the ray and the segment with the quadratic formula in 300 bits, and their
// kinds with fractions.
func (p *chordCase) check(t *testing.T) ChordKind {
	t.Helper()
	c := LineCircle(p.a, p.b, p.center, p.r)
	f, d := rdiff(p.a, p.center), [2]*big.Rat{rat(p.b.Sub(p.a).X), rat(p.b.Sub(p.a).Y)}
	a, b := rdot(d, d), rdot(f, d)
	start := rsub(rdot(f, f), rmul(rat(p.r), rat(p.r)))
	if a.Sign() == 0 {
		return c.Kind
	}
	disc := rsub(rmul(b, b), rmul(a, start))
	share := toFloat(rquo(disc, rmul(a, rmul(rat(p.r), rat(p.r)))))
	want := Cut
	switch {
	case share < 0:
		want = Miss
	case share == 0:
		want = Touch
	}
	if c.Kind != want && (math.Abs(share) > 8e-15 || c.Kind != Touch) {
		t.Fatalf("%+v: kind %d, want %d; discriminant / ((d·d)r²) = %g", *p, c.Kind, want, share)
	}
	if c.Kind == Cut {
		p.checkTimes(t, c, f, d, share)
	}
	p.checkEnds(t, start)
	return c.Kind
}

func (p *chordCase) checkTimes(t *testing.T, c Chord, f, d [2]*big.Rat, share float64) {
	t.Helper()
	in, out, ok := circleTimes(bvec{fromRat(f[0]), fromRat(f[1])}, bvec{fromRat(d[0]), fromRat(d[1])}, num(p.r))
	if !ok {
		t.Fatalf("%+v: kind Cut, but no roots", *p)
	}
	speed := p.b.Sub(p.a).Norm()
	// A fraction ε of (d·d)r² in the discriminant is ε·r/(2√share) of the path.
	far := p.a.Sub(p.center).Norm() + p.r
	tolerance := 2e-15*far + 4e-15*p.r/math.Sqrt(share)
	for k, want := range []*big.Float{in, out} {
		got := []float64{c.In, c.Out}[k]
		diff, _ := fsub(num(got), want).Float64()
		if math.Abs(diff)*speed > tolerance {
			t.Fatalf("%+v: root %d is %v, error along the path %g, want at most %g", *p, k, got, diff*speed, tolerance)
		}
	}
	for k, n := range []Vec{c.NIn, c.NOut} {
		at := p.a.Along(p.b.Sub(p.a), []float64{c.In, c.Out}[k])
		if at.Sub(p.center).Sub(n.Mul(p.r)).Norm() > 10*tolerance+1e-13 || math.Abs(n.Norm()-1) > 1e-15 {
			t.Fatalf("%+v: normal %v at %v, want a unit vector from the center toward the point", *p, n, at)
		}
	}
}

// checkEnds compares the start and end of the segment with fractions.
func (p *chordCase) checkEnds(t *testing.T, start *big.Rat) {
	t.Helper()
	c := SegmentCircle(p.a, p.b, p.center, p.r)
	g := rdiff(p.b, p.center)
	end := rsub(rdot(g, g), rmul(rat(p.r), rat(p.r)))
	clear := func(x *big.Rat) bool { return math.Abs(toFloat(x)) > 1e-12*p.r*(p.r+p.a.Sub(p.b).Norm()) }
	if clear(start) && clear(end) && c.Kind != Touch {
		if c.FromInside != (start.Sign() < 0) || c.ToInside != (end.Sign() < 0) {
			t.Fatalf("%+v: chord %+v, want FromInside %v, ToInside %v",
				*p, c, start.Sign() < 0, end.Sign() < 0)
		}
	}
	if n, at := c.Points(); c.Kind == Cut && (n == 2 && at[0] > at[1] || at[0] < 0 || at[1] > 1) {
		t.Fatalf("%+v: Points() = %d, %v, want ascending values from 0 to 1", *p, n, at)
	}
	ray := RayCircle(p.a, p.b.Sub(p.a), p.center, p.r)
	if got := ray.Clip(0, 1); got != c {
		t.Fatalf("%+v: clipped ray %+v, want %+v as for the segment", *p, got, c)
	}
}

func TestChordOfCircleAgainst300Bits(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	var seen [3]int
	for range 30_000 {
		p := randomChordCase(rng)
		seen[p.check(t)]++
	}
	for k, n := range seen {
		if n < 100 {
			t.Errorf("kind %d occurs %d times, want at least 100", k, n)
		}
	}
}

// The cases of the laser article with integers, for a circle of radius 5.
func TestLaserPoints(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		name   string
		a, b   Vec
		kind   ChordKind
		n      int
		points [2]float64
		span   [2]float64
	}{
		{"through", Vec{-10, 3}, Vec{10, 3}, Cut, 2, [2]float64{0.3, 0.7}, [2]float64{0.3, 0.7}},
		{"3-4-5", Vec{-6, -8}, Vec{6, 8}, Cut, 2, [2]float64{0.25, 0.75}, [2]float64{0.25, 0.75}},
		{"tangent", Vec{-10, 5}, Vec{10, 5}, Touch, 1, [2]float64{0.5}, [2]float64{0.5, 0.5}},
		{"tangent with slope 3:4, later", Vec{-9, 13}, Vec{7, 1}, Touch, 1, [2]float64{0.75}, [2]float64{0.75, 0.75}},
		{"tangent with slope 3:4", Vec{-1, 7}, Vec{7, 1}, Touch, 1, [2]float64{0.5}, [2]float64{0.5, 0.5}},
		{"next to it", Vec{-10, 6}, Vec{10, 6}, Miss, 0, [2]float64{}, [2]float64{}},
		{"ends before it", Vec{-10, 0}, Vec{-6, 0}, Miss, 0, [2]float64{}, [2]float64{}},
		{"ends on it", Vec{-10, 0}, Vec{-5, 0}, Touch, 1, [2]float64{1}, [2]float64{1, 1}},
		{"pointing away", Vec{6, 0}, Vec{10, 0}, Miss, 0, [2]float64{}, [2]float64{}},
		{"starts on it, away", Vec{5, 0}, Vec{10, 0}, Touch, 1, [2]float64{0}, [2]float64{0, 0}},
		{"starts on it, through", Vec{-5, 0}, Vec{15, 0}, Cut, 2, [2]float64{0, 0.5}, [2]float64{0, 0.5}},
		{"starts inside", Vec{0, 0}, Vec{10, 0}, Cut, 1, [2]float64{0.5}, [2]float64{0, 0.5}},
		{"ends inside", Vec{-10, 0}, Vec{0, 0}, Cut, 1, [2]float64{0.5}, [2]float64{0.5, 1}},
		{"all inside", Vec{-1, 0}, Vec{1, 0}, Cut, 0, [2]float64{}, [2]float64{0, 1}},
		{"point inside", Vec{1, 1}, Vec{1, 1}, Cut, 0, [2]float64{}, [2]float64{0, 1}},
		{"point outside", Vec{6, 1}, Vec{6, 1}, Miss, 0, [2]float64{}, [2]float64{}},
	} {
		c := SegmentCircle(tt.a, tt.b, Vec{}, 5)
		n, points := c.Points()
		if c.Kind != tt.kind || n != tt.n || points != tt.points || [2]float64{c.In, c.Out} != tt.span {
			t.Errorf("%s: chord %+v with the points %v, want kind %d, span %v and points %v",
				tt.name, c, points[:n], tt.kind, tt.span, tt.points[:tt.n])
		}
	}
	if c := LineCircle(Vec{1, 1}, Vec{1, 1}, Vec{}, 5); c.In != -inf || c.Out != inf || !c.FromInside || !c.ToInside {
		t.Errorf("LineCircle() for a point inside the circle = %+v, want an infinite chord", c)
	}
}

// In and Out of any chord are on the circle, and the part between them is inside.
func FuzzCircleChord(f *testing.F) {
	f.Add(-10., 3., 10., 3., 5.)
	f.Add(-10., 5., 10., 5., 5.)
	f.Add(1e6, 1., -3., 0.99999, 1.)
	f.Fuzz(func(t *testing.T, ax, ay, bx, by, r float64) {
		for _, v := range []float64{ax, ay, bx, by, r} {
			if m := math.Abs(v); !(m < 1e6) || m < 1e-6 && m != 0 {
				return
			}
		}
		if r = math.Abs(r); r == 0 {
			return
		}
		p := chordCase{Vec{ax, ay}, Vec{bx, by}, Vec{}, r}
		if d := p.b.Sub(p.a).Norm(); d < 1e-6 {
			return
		}
		p.check(t)
	})
}
