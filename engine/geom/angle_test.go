package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigSincos computes the power series with 300 bits.
func bigSincos(x *big.Float) (sin, cos float64) {
	s, c := num(0), num(0)
	term := num(1)
	for k := 1; k < 200; k++ {
		switch (k - 1) % 4 {
		case 0:
			c = fadd(c, term)
		case 1:
			s = fadd(s, term)
		case 2:
			c = fsub(c, term)
		case 3:
			s = fsub(s, term)
		}
		term = fquo(fmul(term, x), num(float64(k)))
	}
	sin, _ = s.Float64()
	cos, _ = c.Float64()
	return sin, cos
}

func TestRotation(t *testing.T) {
	for x := -30.0; x <= 30; x += 0.0137 {
		u := Rotation(x)
		sin, cos := bigSincos(num(x))
		if math.Abs(u.X-cos) > 3e-16 || math.Abs(u.Y-sin) > 3e-16 || math.Abs(u.Norm()-1) > 3e-16 {
			t.Fatalf("Rotation(%g) = %v, want (%v, %v)", x, u, cos, sin)
		}
	}
	if u := Rotation(0); u != (Vec{1, 0}) {
		t.Errorf("Rotation(0) = %v, want (1, 0)", u)
	}
	for x := 1.0; x < 1e6; x *= 1.37 { // compare with a reduction that uses 200 bits of π
		const twoPi = "6.28318530717958647692528676655900576839433879875021164194988918461563281257"
		q, _ := new(big.Float).SetPrec(300).SetString(twoPi)
		n, _ := fquo(num(x), q).Int64()
		rest := fsub(num(x), fmul(q, num(float64(n))))
		sin, cos := bigSincos(rest)
		if u := Rotation(x); math.Abs(u.X-cos) > 3e-16 || math.Abs(u.Y-sin) > 3e-16 {
			t.Fatalf("Rotation(%g) = %v, want (%v, %v)", x, u, cos, sin)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), 1e300} {
		if u := Rotation(x); u.Finite() {
			t.Errorf("Rotation(%g) = %v, want NaNs", x, u)
		}
	}
}

// A polygon that is moved repeatedly in place is bit-identical to a polygon that is moved once.
func TestSetMovedEqualsMoved(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	home := Regular(6, Vec{20, 30}, 2, 0)
	center, _ := home.Circle()
	turned, shifted := home.Moved(Mover{Pivot: center, Spin: 1}, 1), home.Moved(Mover{Pivot: center}, 1)
	for range 1000 {
		m := Mover{Pivot: center, V: Vec{rng.NormFloat64(), rng.NormFloat64()}}
		shifted.SetShifted(&home, m, 1)
		if want := home.Moved(m, 1); shifted != want {
			t.Fatalf("SetShifted by %v = %+v, want %+v", m.V, shifted, want)
		}
		m.Spin = rng.NormFloat64()
		turned.SetMoved(&home, m, 1)
		if want := home.Moved(m, 1); turned != want {
			t.Fatalf("SetMoved by %+v = %+v, want %+v", m, turned, want)
		}
	}
}

func TestMoved(t *testing.T) {
	p := Regular(6, Vec{10, 10}, 2, 17)
	m := Mover{Pivot: Vec{11, 9}, V: Vec{3, -2}, Spin: 1.5}
	for _, x := range []float64{0, 0.3, 1, 7} {
		q := p.Moved(m, x)
		want := make([]Vec, 6)
		sin, cos := bigSincos(num(1.5 * x))
		for k := range want {
			a := p.Corner(k).Sub(m.Pivot)
			want[k] = Vec{11 + 3*x + a.X*cos - a.Y*sin, 9 - 2*x + a.X*sin + a.Y*cos}
		}
		fresh, err := NewPolygon(want...)
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			if q.Corner(k).Sub(fresh.Corner(k)).Norm() > 1e-13 || q.Normal(k).Sub(fresh.Normal(k)).Norm() > 1e-13 {
				t.Errorf("at %g: corner %d at %v with normal %v, want %v with normal %v",
					x, k, q.Corner(k), q.Normal(k), fresh.Corner(k), fresh.Normal(k))
			}
		}
		if c, r := q.Circle(); c.Sub(fresh.center).Norm() > 1e-13 || math.Abs(r-fresh.radius) > 1e-13 {
			t.Errorf("at %g: Circle() = %v, %g, want %v, %g", x, c, r, fresh.center, fresh.radius)
		}
		// Velocity matches the motion of the points.
		later := p.Moved(m, x+1e-6)
		if v := later.Corner(2).Sub(q.Corner(2)).Mul(1e6); v.Sub(m.Velocity(q.Corner(2), x)).Norm() > 1e-4 {
			t.Errorf("at %g: a corner moves with velocity %v, want %v", x, v, m.Velocity(q.Corner(2), x))
		}
	}
}
