package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// borderOracle computes with fractions when and where the first side is reached. A side that was already passed is
// reached immediately.
func borderOracle(b Border, center, motion, half Vec) (t *big.Rat, n Vec) {
	for _, s := range []struct {
		v, dist *big.Rat // speed and distance toward the side
		n       Vec
	}{
		{rat(-motion.X), rsub(rsub(rat(center.X), rat(half.X)), rat(b.Lo.X)), Vec{1, 0}},
		{rat(motion.X), rsub(rat(b.Hi.X), radd(rat(center.X), rat(half.X))), Vec{-1, 0}},
		{rat(-motion.Y), rsub(rsub(rat(center.Y), rat(half.Y)), rat(b.Lo.Y)), Vec{0, 1}},
		{rat(motion.Y), rsub(rat(b.Hi.Y), radd(rat(center.Y), rat(half.Y))), Vec{0, -1}},
	} {
		if s.v.Sign() <= 0 {
			continue
		}
		at := rquo(s.dist, s.v)
		if at.Sign() < 0 {
			at = rat(0)
		}
		switch {
		case t == nil || at.Cmp(t) < 0:
			t, n = at, s.n
		case at.Cmp(t) == 0:
			n = n.Add(s.n)
		}
	}
	return t, n
}

func checkBorderHit(t *testing.T, b Border, center, motion, half Vec) {
	t.Helper()
	got, ok := b.Sweep(center, motion, half)
	want, n := borderOracle(b, center, motion, half)
	if ok != (want != nil) {
		t.Fatalf("Sweep() in %v from %v by %v = %v, %v, want a contact: %v", b, center, motion, got, ok, want != nil)
	}
	if !ok {
		return
	}
	// half is added to the border, and the distance is a difference. Each has an error of one ulp.
	size := max(math.Abs(b.Lo.X), math.Abs(b.Hi.X), math.Abs(b.Lo.Y), math.Abs(b.Hi.Y),
		math.Abs(center.X), math.Abs(center.Y)) + half.X + half.Y
	tolerance := toFloat(want)*4e-16 + 4e-16*size/minSpeed(motion)
	diff := math.Abs(toFloat(rsub(rat(got.T), want)))
	if got.T < 0 || diff > tolerance {
		t.Fatalf("Sweep() in %v from %v by %v = %v, want T %v, error %g", b, center, motion, got, toFloat(want), diff)
	}
	if got.N != n && !nearCorner(b, center, motion, half, tolerance) {
		t.Fatalf("Sweep() in %v from %v by %v = %v, want N %v", b, center, motion, got, n)
	}
}

func minSpeed(v Vec) float64 {
	x, y := math.Abs(v.X), math.Abs(v.Y)
	switch {
	case x == 0:
		return y
	case y == 0:
		return x
	}
	return min(x, y)
}

// nearCorner reports whether both sides are reached within the tolerance.
func nearCorner(b Border, center, motion, half Vec, tolerance float64) bool {
	x, _ := borderOracle(b, center, Vec{motion.X, 0}, half)
	y, _ := borderOracle(b, center, Vec{0, motion.Y}, half)
	return x != nil && y != nil && math.Abs(toFloat(rsub(x, y))) <= 2*tolerance
}

func TestBorderSweepAgainstFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	for range 50_000 {
		b := Border{Vec{-5 * rng.Float64(), 0}, Vec{64, 40 + 8*rng.Float64()}}
		half := Vec{4 * rng.Float64(), rng.Float64()}
		if rng.IntN(2) == 0 {
			half = Vec{0.6, 0.6}
		}
		center := Vec{70*rng.Float64() - 3, 50*rng.Float64() - 3}
		motion := Direction(float64(rng.IntN(72) * 5)).Mul(27)
		if rng.IntN(4) == 0 {
			motion = b.Hi.Sub(half).Sub(center) // into the corner
		}
		checkBorderHit(t, b, center, motion, half)
	}
}

func TestBorderExactResults(t *testing.T) {
	b := Border{Vec{0, 0}, Vec{64, 48}}
	ball := Vec{0.5, 0.5}
	for _, tt := range []struct {
		name         string
		from, motion Vec
		want         BorderHit
		ok           bool
	}{
		{"right", Vec{32, 24}, Vec{27, 0}, BorderHit{31.5 / 27, Vec{-1, 0}}, true},
		{"left", Vec{32, 24}, Vec{-27, 0}, BorderHit{31.5 / 27, Vec{1, 0}}, true},
		{"up", Vec{32, 24}, Vec{0, -47}, BorderHit{0.5, Vec{0, 1}}, true},
		{"down first", Vec{32, 24}, Vec{31.5, 47}, BorderHit{0.5, Vec{0, -1}}, true},
		{"3-4-5 into the corner", Vec{63.5 - 24, 47.5 - 32}, Vec{3, 4}, BorderHit{8, Vec{-1, -1}}, true},
		{"in the corner", Vec{63.5, 47.5}, Vec{3, 4}, BorderHit{0, Vec{-1, -1}}, true},
		{"at rest", Vec{63.5, 47.5}, Vec{}, BorderHit{}, false},
		{"beyond and further", Vec{70, 24}, Vec{1, 0}, BorderHit{0, Vec{-1, 0}}, true},
		{"beyond and back", Vec{70, 24}, Vec{-1, 0}, BorderHit{69.5, Vec{1, 0}}, true},
	} {
		got, ok := b.Sweep(tt.from, tt.motion, ball)
		if got != tt.want || ok != tt.ok {
			t.Errorf("%s: Sweep() = %v, %v, want %v, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestOvershoot(t *testing.T) {
	b := Border{Vec{0, 0}, Vec{64, 48}}
	paddle := Vec{3.5, 0.75} // exact in binary
	for _, tt := range []struct {
		name   string
		center Vec
		over   Overshoot
		to     Vec
	}{
		{"inside", Vec{32, 40}, Overshoot{}, Vec{32, 40}},
		{"left", Vec{1.5, 40}, Overshoot{Left: 2}, Vec{3.5, 40}},
		{"right", Vec{62.5, 40}, Overshoot{Right: 2}, Vec{60.5, 40}},
		{"top right", Vec{64, 0}, Overshoot{Right: 3.5, Top: 0.75}, Vec{60.5, 0.75}},
		{"far below", Vec{32, 480}, Overshoot{Bottom: 432.75}, Vec{32, 47.25}},
	} {
		if got := b.Overshoot(tt.center, paddle); got != tt.over {
			t.Errorf("%s: Overshoot() = %+v, want %+v", tt.name, got, tt.over)
		}
		if got := b.Inside(tt.center, paddle); got != tt.to {
			t.Errorf("%s: Inside() = %v, want %v", tt.name, got, tt.to)
		}
	}
	rng := rand.New(rand.NewPCG(52, 1))
	for range 20_000 {
		center := Vec{200*rng.Float64() - 60, 200*rng.Float64() - 60}
		half := Vec{40 * rng.Float64(), 30 * rng.Float64()}
		to := b.Inside(center, half)
		fits := half.X <= 32 && half.Y <= 24
		if by := center.Add(b.Overshoot(center, half).Back()); fits && by.Sub(to).Norm() > 1e-13 {
			t.Fatalf("%v ± %v: Inside() = %v, but Back() moves the center to %v", center, half, to, by)
		}
		if again := b.Inside(to, half); again != to {
			t.Fatalf("%v ± %v: Inside() = %v, and again %v, want the same point", center, half, to, again)
		}
		// A rectangle that fits has no overshoot, and a larger one extends equally over both sides.
		o := b.Overshoot(to, half)
		if math.Abs(o.Left-o.Right) > 1e-13 || math.Abs(o.Top-o.Bottom) > 1e-13 || half.X <= 32 && o.Left > 1e-14 {
			t.Fatalf("%v ± %v: Overshoot() at %v = %+v, want 0 or equal values on opposite sides", center, half, to, o)
		}
	}
}

func FuzzBorder(f *testing.F) {
	f.Add(32., 24., 27., 0., 0.6, 0.6)
	f.Add(39.5, 15.5, 3., 4., 0.5, 0.5)
	f.Fuzz(func(t *testing.T, x, y, vx, vy, hx, hy float64) {
		for _, v := range []float64{x, y, vx, vy, hx, hy} {
			if m := math.Abs(v); !(m < 1e6) || m < 1e-6 && m != 0 {
				return
			}
		}
		b, half := Border{Vec{0, 0}, Vec{64, 48}}, Vec{math.Abs(hx), math.Abs(hy)}
		checkBorderHit(t, b, Vec{x, y}, Vec{vx, vy}, half)
		to := b.Inside(Vec{x, y}, half)
		if b.Inside(to, half) != to {
			t.Fatalf("%v ± %v: Inside(%v) = %v, want the same point", Vec{x, y}, half, to, b.Inside(to, half))
		}
	})
}
