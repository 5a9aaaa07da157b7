package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// crossOracle solves a1 + s·u = b1 + t·v with fractions.
func crossOracle(a1, a2, b1, b2 Vec) (s, t *big.Rat, ok, oneLine bool) {
	u, v, w := rdiff(a2, a1), rdiff(b2, b1), rdiff(b1, a1)
	row, other := 0, 1
	if u[0].Sign() == 0 {
		row, other = 1, 0
	}
	// Substitute s = (w + t·v)/u from one row into the other row.
	k := rquo(u[other], u[row])
	left := rsub(rmul(k, v[row]), v[other])
	right := rsub(w[other], rmul(k, w[row]))
	if left.Sign() == 0 {
		return nil, nil, false, right.Sign() == 0
	}
	t = rquo(right, left)
	return rquo(radd(w[row], rmul(t, v[row])), u[row]), t, true, false
}

func within01(x *big.Rat) bool { return x.Sign() >= 0 && x.Cmp(rat(1)) <= 0 }
func isEnd(x *big.Rat) bool    { return x.Sign() == 0 || x.Cmp(rat(1)) == 0 }

// segmentsOracle returns the relative position of two segments of positive length.
func segmentsOracle(a1, a2, b1, b2 Vec) (kind CrossKind, s, t *big.Rat) {
	s, t, ok, oneLine := crossOracle(a1, a2, b1, b2)
	switch {
	case oneLine:
		return lineOracle(a1, a2, b1, b2)
	case !ok:
		return Parallel, nil, nil
	case !within01(s) || !within01(t):
		return Apart, nil, nil
	case isEnd(s) || isEnd(t):
		return Touching, s, t
	}
	return Across, s, t
}

// lineOracle compares the ends of two segments on one line, measured along the first segment by scalar products.
func lineOracle(a1, a2, b1, b2 Vec) (kind CrossKind, s, t *big.Rat) {
	u := rdiff(a2, a1)
	measure := func(q Vec) *big.Rat { return rquo(rdot(rdiff(q, a1), u), rdot(u, u)) }
	from, to := measure(b1), measure(b2)
	v := rsub(to, from)
	lo, hi := from, to
	if lo.Cmp(hi) > 0 {
		lo, hi = hi, lo
	}
	if lo.Sign() < 0 {
		lo = rat(0)
	}
	if hi.Cmp(rat(1)) > 0 {
		hi = rat(1)
	}
	switch lo.Cmp(hi) {
	case 1:
		return Collinear, nil, nil
	case 0:
		return Touching, lo, rquo(rsub(lo, from), v)
	}
	return Overlapping, lo, rquo(rsub(lo, from), v)
}

// fourPoints returns two segments, preferably in special positions.
func fourPoints(rng *rand.Rand) (a1, a2, b1, b2 Vec) {
	grid := func(n int, unit float64) Vec {
		return Vec{float64(float64(rng.IntN(n)) * unit), float64(float64(rng.IntN(n)) * unit)}
	}
	free := func() Vec { return Vec{64 * rng.Float64(), 48 * rng.Float64()} }
	switch rng.IntN(6) {
	case 0: // points of a small grid, with many contacts
		return grid(4, 1), grid(4, 1), grid(4, 1), grid(4, 1)
	case 1: // points of a grid that floats cannot represent exactly
		return grid(5, 0.1), grid(5, 0.1), grid(5, 0.1), grid(5, 0.1)
	case 2:
		return free(), free(), free(), free()
	case 3: // an end within an ulp of the other segment
		a1, a2, b2 = free(), free(), free()
		return a1, a2, a1.Lerp(a2, rng.Float64()), b2
	case 4: // parallel up to an ulp
		a1, a2, b1 = free(), free(), free()
		return a1, a2, b1, b1.Add(a2.Sub(a1).Mul(2 * rng.Float64()))
	}
	a1, a2 = free(), free() // on one line up to an ulp
	return a1, a2, a1.Lerp(a2, 3*rng.Float64()-1), a1.Lerp(a2, 3*rng.Float64()-1)
}

func checkSegments(t *testing.T, a1, a2, b1, b2 Vec) CrossKind {
	t.Helper()
	c := CrossSegments(a1, a2, b1, b2)
	if a1 == a2 || b1 == b2 {
		checkPoints(t, c, a1, a2, b1, b2)
		return c.Kind
	}
	kind, s, u := segmentsOracle(a1, a2, b1, b2)
	if c.Kind != kind {
		t.Fatalf("%v–%v and %v–%v: Crossing.Kind = %d, want %d", a1, a2, b1, b2, c.Kind, kind)
	}
	if s == nil {
		return kind
	}
	if relError(c.S, s) > 5e-15 || relError(c.T, u) > 5e-15 {
		t.Fatalf("%v–%v and %v–%v: S and T = %v and %v, want %v and %v",
			a1, a2, b1, b2, c.S, c.T, toFloat(s), toFloat(u))
	}
	checkOn(t, c.P, a1, a2, s)
	if kind == Overlapping {
		checkOn(t, c.P2, a1, a2, rat(c.S2))
		checkOn(t, c.P2, b1, b2, rat(c.T2))
		if c.S >= c.S2 || c.S2 > 1 || c.T2 < 0 || c.T2 > 1 {
			t.Fatalf("CrossSegments(%v–%v, %v–%v) = %+v, which is not the common part", a1, a2, b1, b2, c)
		}
	}
	return kind
}

// checkOn fails unless p is the point at position s between a and b.
func checkOn(t *testing.T, p, a, b Vec, s *big.Rat) {
	t.Helper()
	d := rdiff(b, a)
	scale := math.Abs(a.X) + math.Abs(a.Y) + math.Abs(b.X) + math.Abs(b.Y)
	scale *= 1 + math.Abs(toFloat(s))
	x := toFloat(rsub(radd(rat(a.X), rmul(s, d[0])), rat(p.X)))
	y := toFloat(rsub(radd(rat(a.Y), rmul(s, d[1])), rat(p.Y)))
	if max(math.Abs(x), math.Abs(y)) > 1e-14*scale {
		t.Fatalf("error (%[2]g, %[3]g) of %[1]v, want the point at fraction %[4]v of %[5]v–%[6]v", p, x, y, toFloat(s),
			a, b)
	}
}

// checkPoints checks the result if at least one segment is a point. Either this point is common, or there is no common
// point.
func checkPoints(t *testing.T, c Crossing, a1, a2, b1, b2 Vec) {
	t.Helper()
	q, from, to := a1, b1, b2
	if a1 != a2 {
		q, from, to = b1, a1, a2
	}
	want := q == from
	if from != to {
		d, f := rdiff(to, from), rdiff(q, from)
		s := rquo(rdot(f, d), rdot(d, d))
		foot := [2]*big.Rat{rsub(f[0], rmul(s, d[0])), rsub(f[1], rmul(s, d[1]))}
		want = within01(s) && rdot(foot, foot).Sign() == 0
	}
	if got := c.Kind == Touching; got != want || got && c.P != q {
		t.Fatalf("CrossSegments(%v–%v, %v–%v) = %+v, want Touching at %v", a1, a2, b1, b2, c, want)
	}
}

func TestCrossSegmentsAgainstFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	var seen [NoLine + 1]int
	for range 40_000 {
		seen[checkRandomSegments(t, rng)]++
	}
	for k, n := range seen[:NoLine] {
		if n < 30 {
			t.Errorf("kind %d occurs %d times, want at least 30", k, n)
		}
	}
}

func checkRandomSegments(t *testing.T, rng *rand.Rand) CrossKind {
	t.Helper()
	a1, a2, b1, b2 := fourPoints(rng)
	return checkSegments(t, a1, a2, b1, b2)
}

func checkLines(t *testing.T, a1, a2, b1, b2 Vec) {
	t.Helper()
	c := CrossLines(a1, a2, b1, b2)
	if a1 == a2 || b1 == b2 {
		if c.Kind != NoLine {
			t.Fatalf("CrossLines(%v–%v, %v–%v) = %+v, want NoLine", a1, a2, b1, b2, c)
		}
		return
	}
	s, u, ok, oneLine := crossOracle(a1, a2, b1, b2)
	want := Parallel
	switch {
	case ok:
		want = Across
	case oneLine:
		want = Overlapping
	}
	if c.Kind != want {
		t.Fatalf("%v–%v and %v–%v: Crossing.Kind = %d, want %d", a1, a2, b1, b2, c.Kind, want)
	}
	if ok && (relError(c.S, s) > 5e-15 || relError(c.T, u) > 5e-15) {
		t.Fatalf("%v–%v and %v–%v: S and T = %v and %v, want %v and %v",
			a1, a2, b1, b2, c.S, c.T, toFloat(s), toFloat(u))
	}
	if ok {
		checkOn(t, c.P, a1, a2, s)
	}
}

func TestCrossLinesAgainstFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	for range 40_000 {
		a1, a2, b1, b2 := fourPoints(rng)
		checkLines(t, a1, a2, b1, b2)
	}
}

func TestCrossingExactResults(t *testing.T) {
	for _, tt := range []struct {
		name           string
		a1, a2, b1, b2 Vec
		want           Crossing
	}{
		{
			"3-4-5 triangle",
			Vec{0, 0},
			Vec{6, 8},
			Vec{-1, 7},
			Vec{7, 1},
			Crossing{Kind: Across, S: 0.5, T: 0.5, P: Vec{3, 4}},
		},
		{"common end", Vec{0, 0}, Vec{1, 3}, Vec{1, 3}, Vec{7, 7}, Crossing{Kind: Touching, S: 1, P: Vec{1, 3}}},
		{
			"end on the other segment",
			Vec{0, 0},
			Vec{4, 0},
			Vec{1, 0},
			Vec{1, 9},
			Crossing{Kind: Touching, S: 0.25, P: Vec{1, 0}},
		},
		{"apart", Vec{0, 0}, Vec{4, 0}, Vec{5, 1}, Vec{5, 9}, Crossing{Kind: Apart}},
		{"parallel", Vec{0, 0}, Vec{4, 0}, Vec{0, 1}, Vec{4, 1}, Crossing{Kind: Parallel}},
		{"collinear, separate", Vec{0, 0}, Vec{1, 1}, Vec{2, 2}, Vec{3, 3}, Crossing{Kind: Collinear}},
		{
			"collinear, common end",
			Vec{0, 0},
			Vec{1, 1},
			Vec{3, 3},
			Vec{1, 1},
			Crossing{Kind: Touching, S: 1, T: 1, P: Vec{1, 1}},
		},
		{
			"overlap, opposite directions",
			Vec{0, 0},
			Vec{4, 4},
			Vec{5, 5},
			Vec{1, 1},
			Crossing{Kind: Overlapping, S: 0.25, T: 1, P: Vec{1, 1}, S2: 1, T2: 0.25, P2: Vec{4, 4}},
		},
		{
			"identical",
			Vec{0, 0},
			Vec{4, 4},
			Vec{0, 0},
			Vec{4, 4},
			Crossing{Kind: Overlapping, S2: 1, T2: 1, P2: Vec{4, 4}},
		},
		{
			"point on the segment",
			Vec{1, 2},
			Vec{1, 2},
			Vec{0, 0},
			Vec{2, 4},
			Crossing{Kind: Touching, T: 0.5, P: Vec{1, 2}},
		},
		{"point beyond the segment", Vec{0, 0}, Vec{2, 4}, Vec{3, 6}, Vec{3, 6}, Crossing{Kind: Collinear}},
		{"identical points", Vec{1, 2}, Vec{1, 2}, Vec{1, 2}, Vec{1, 2}, Crossing{Kind: Touching, P: Vec{1, 2}}},
	} {
		if got := CrossSegments(tt.a1, tt.a2, tt.b1, tt.b2); got != tt.want {
			t.Errorf("%s: CrossSegments() = %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// With coordinates 0.1·k, rounding decides whether the simple formula classifies three points as collinear.
func TestOrientIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	plainWrong := 0
	for range 40_000 {
		a, b, c, _ := fourPoints(rng)
		if rng.IntN(2) == 0 {
			c = a.Lerp(b, 2*rng.Float64())
		}
		u, v := rdiff(b, a), rdiff(c, a)
		want := rsub(rmul(u[0], v[1]), rmul(u[1], v[0]))
		got := orient(a, b, c)
		if rat(got).Sign() != want.Sign() || relError(got, want) > 2e-15 {
			t.Fatalf("orient(%v, %v, %v) = %g, want %g", a, b, c, got, toFloat(want))
		}
		if rat(b.Sub(a).Cross(c.Sub(a))).Sign() != want.Sign() {
			plainWrong++
		}
	}
	if plainWrong == 0 {
		t.Error("the cases are too easy, because Vec.Cross is correct for all of them")
	}
}

func FuzzCrossing(f *testing.F) {
	f.Add(0., 0., 1., 1., 0., 1., 1., 0.)
	f.Add(0.1, 0.1, 0.3, 0.3, 0.2, 0.2, 0.5, 0.5)
	f.Add(0., 0., 4., 0., 4., 1e-17, 5., 3.)
	f.Fuzz(func(t *testing.T, ax, ay, bx, by, cx, cy, dx, dy float64) {
		for _, v := range []float64{ax, ay, bx, by, cx, cy, dx, dy} {
			if m := math.Abs(v); !(m < 1e9) || m < 1e-60 && m != 0 {
				return
			}
		}
		checkSegments(t, Vec{ax, ay}, Vec{bx, by}, Vec{cx, cy}, Vec{dx, dy})
		checkLines(t, Vec{ax, ay}, Vec{bx, by}, Vec{cx, cy}, Vec{dx, dy})
	})
}
