package geom

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// A turnScene contains the arguments of a call of SweepTurning.
type turnScene struct {
	p            Polygon
	m            Mover
	from, motion Vec
	radius, end  float64
}

// gap is the expected gap: the distance of the circle at the time t from the corners turned with math.Sincos, less the
// radius.
func (s *turnScene) gap(t float64) float64 {
	sin, cos := math.Sincos(s.m.Spin * t)
	q := Polygon{n: s.p.n}
	for k := range s.p.n {
		arm := s.p.Corner(k).Sub(s.m.Pivot)
		q.side[k].corner = Vec{
			s.m.Pivot.X + s.m.V.X*t + arm.X*cos - arm.Y*sin,
			s.m.Pivot.Y + s.m.V.Y*t + arm.X*sin + arm.Y*cos,
		}
	}
	return distance(&q, s.from.Along(s.motion, t)) - s.radius
}

// minGap searches for the minimum gap between lo and hi at n times, and by ternary search around each local minimum. It
// stops early below enough.
func (s *turnScene) minGap(lo, hi float64, n int, enough float64) (at, gap float64) {
	gap = math.Inf(1)
	step := (hi - lo) / float64(n)
	before, here := math.Inf(1), s.gap(lo)
	for k := 0; k <= n; k++ {
		t := lo + step*float64(k)
		after := math.Inf(1)
		if k < n {
			after = s.gap(t + step)
		}
		if here <= before && here <= after {
			x, y := max(lo, t-step), min(hi, t+step)
			for range 60 {
				a, b := x+(y-x)/3, y-(y-x)/3
				if s.gap(a) <= s.gap(b) {
					y = b
				} else {
					x = a
				}
			}
			if g := s.gap((x + y) / 2); g < gap {
				at, gap = (x+y)/2, g
			}
			if gap < enough {
				return at, gap
			}
		}
		before, here = here, after
	}
	return at, gap
}

// firstContact returns the first time with a gap of zero, for a given time at which the gap is negative. It uses
// bisection in the first of n steps that ends with a negative gap.
func (s *turnScene) firstContact(below float64, n int) float64 {
	lo, hi := 0.0, below
	for k := range n {
		t := below * float64(k+1) / float64(n)
		if s.gap(t) < 0 {
			hi = t
			break
		}
		lo = t
	}
	for range 80 {
		if m := (lo + hi) / 2; s.gap(m) < 0 {
			hi = m
		} else {
			lo = m
		}
	}
	return hi
}

// check returns a description of the error in the result, or "". It also returns the error of the time of a simple
// contact, in units along the path.
func (s *turnScene) check(n int) (wrong string, err float64) {
	const tolerance = 1e-11
	hit, ok := s.p.SweepTurning(s.from, s.motion, s.radius, s.m, s.end)
	if s.gap(0) < tolerance {
		return "", 0 // already touching; see the tests of bounces
	}
	until := s.end
	if ok {
		until = hit.T
	}
	if at, low := s.minGap(0, until, n, -tolerance); low < -tolerance {
		return fmt.Sprintf("contact %+v, %v, but the gap is %g at %g", hit, ok, low, at), 0
	}
	if !ok {
		return "", 0
	}
	if hit.T < 0 || hit.T > s.end {
		return "time outside of 0 to end", 0
	}
	if g := s.gap(hit.T); math.Abs(g) > tolerance {
		return fmt.Sprintf("gap %g at the contact", g), 0
	}
	foot := s.from.Along(s.motion, hit.T).Along(hit.N, -s.radius)
	closing := -s.motion.Sub(s.m.Velocity(foot, hit.T)).Dot(hit.N)
	if !(closing > 0) || math.Abs(hit.N.Norm()-1) > 1e-12 {
		return fmt.Sprintf("contact with a speed of approach of %g", closing), 0
	}
	// A little later the circle would be inside, which also checks the normal.
	speed := s.motion.Sub(s.m.V).Norm() + math.Abs(s.m.Spin)*(s.p.radius+1)
	if closing > 0.1*speed {
		dt := 1e-4 * s.radius / speed
		if g := s.gap(hit.T + dt); math.Abs(g+closing*dt) > 0.2*closing*dt {
			return fmt.Sprintf("speed of approach %g, but the gap is %g after %g", closing, g, dt), 0
		}
		return "", math.Abs(s.firstContact(hit.T+dt, 8)-hit.T) * closing
	}
	return "", 0
}

func randomTurn(rng *rand.Rand) turnScene {
	c := Vec{64 * rng.Float64(), 48 * rng.Float64()}
	s := turnScene{
		p:      randomPolygon(rng, c),
		radius: []float64{0.25, 0.6, 1.4}[rng.IntN(3)],
		end:    []float64{1.0 / 480, 0.1, 1}[rng.IntN(3)],
		m:      Mover{Pivot: c, Spin: []float64{0.1, 1, 6.3, 25}[rng.IntN(4)]},
	}
	if rng.IntN(2) == 0 {
		s.m.Spin = -s.m.Spin
	}
	if rng.IntN(2) == 0 {
		s.m.V = Direction(360 * rng.Float64()).Mul(10 * rng.Float64())
	}
	if rng.IntN(3) == 0 {
		s.m.Pivot = c.Along(Direction(360*rng.Float64()), 3*rng.Float64())
	}
	// Most circles arrive near the polygon in time.
	speed := []float64{0, 5, 27, 200}[rng.IntN(4)]
	dist := speed * s.end * rng.Float64()
	u := Direction(360 * rng.Float64())
	near := c.Along(Direction(360*rng.Float64()), s.radius+2.2*rng.Float64())
	s.from, s.motion = near.Along(u, -dist), u.Mul(speed)
	return s
}

func TestTurningAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	hits, worst := 0, 0.0
	for range 1600 {
		s := randomTurn(rng)
		wrong, err := s.check(3000)
		if wrong != "" {
			t.Fatalf("%s\n%+v", wrong, s)
		}
		if worst = max(worst, err); err > 0 {
			hits++
		}
	}
	t.Logf("%d simple contacts, path error up to %.1e", hits, worst)
	if worst > 2e-12 || hits < 200 {
		t.Errorf("%d simple contacts, path error up to %.1e; want at least 200 and at most 2e-12", hits, worst)
	}
}

// A ball bounces inside a cage of turning hexagons. The search never stops at the contact from which it starts, and the
// ball never overlaps a hexagon.
func TestTurningBounces(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 1))
	for _, spin := range []float64{0.1, -1, 6.3, -25, 100} {
		var hexagons []Polygon
		var movers []Mover
		for k := range 12 {
			c := Direction(float64(k) * 30).Mul(12)
			hexagons = append(hexagons, Regular(6, c, 3.5, 7*float64(k)))
			movers = append(movers, Mover{Pivot: c, Spin: spin * (1 + rng.Float64())})
		}
		const start = 27.0
		at, v, now := Vec{0.1, 0.2}, Direction(33).Mul(start), 0.0
		bounces, immediate := 0, 0
		for bounces < 500 {
			T, n, index := earliest(hexagons, movers, at, v, 0.6, now)
			if index < 0 || v.Norm() > 40*start { // escaped through a gap, or too fast
				at, v = Vec{0.1, 0.2}, Direction(360*rng.Float64()).Mul(start)
				continue
			}
			at, now = at.Along(v, T), now+T
			for k := range hexagons {
				moved := hexagons[k].Moved(movers[k], now)
				if d := distance(&moved, at); d < 0.6-1e-9 {
					t.Fatalf("spin %g, bounce %d: the ball is %g units inside hexagon %d", spin, bounces, 0.6-d, k)
				}
			}
			u := movers[index].Velocity(at.Along(n, -0.6), now)
			approach := v.Sub(u).Dot(n)
			if approach >= 0 {
				t.Fatalf("spin %g, bounce %d: the ball does not approach the hexagon that it touches", spin, bounces)
			}
			if immediate++; T > 1e-7 {
				immediate = 0
			}
			if immediate > 3 {
				t.Fatalf("spin %g, bounce %d: the ball at %v with velocity %v bounces %d times without moving",
					spin, bounces, at, v, immediate)
			}
			v = v.Along(n, -2*approach)
			bounces++
		}
	}
}

func earliest(hexagons []Polygon, movers []Mover, at, v Vec, r, now float64) (T float64, n Vec, index int) {
	T, index = 4, -1
	for k := range hexagons {
		p := hexagons[k].Moved(movers[k], now)
		m := movers[k]
		if hit, ok := p.SweepTurning(at, v, r, m, T); ok && hit.T < T {
			T, n, index = hit.T, hit.N, k
		}
	}
	return T, n, index
}

// A side turns toward a ball at rest, which has a solution in closed form.
func TestTurningExactResults(t *testing.T) {
	bar, err := NewPolygon(Vec{0, 0}, Vec{10, 0})
	if err != nil {
		t.Fatal(err)
	}
	// The bar is on the x axis and turns clockwise (downward) around its end. The center of the ball is at a distance
	// of 5 and at the angle whose tangent is 3/4. The bar touches the ball at asin(r/5) before that angle.
	ball, r := Vec{4, 3}, 1.0
	m := Mover{Spin: 2}
	want := (math.Atan2(3, 4) - math.Asin(r/5)) / 2
	hit, ok := bar.SweepTurning(ball, Vec{}, r, m, 1)
	if !ok || math.Abs(hit.T-want) > 1e-14 {
		t.Errorf("SweepTurning() = %+v, %v, want T %v", hit, ok, want)
	}
	// In the opposite direction, the bar turns by more than three quarters of a turn.
	m.Spin = -2
	want = (2*math.Pi - math.Atan2(3, 4) - math.Asin(r/5)) / 2
	if hit, ok = bar.SweepTurning(ball, Vec{}, r, m, 10); !ok || math.Abs(hit.T-want) > 1e-14 {
		t.Errorf("SweepTurning() = %+v, %v, want T %v", hit, ok, want)
	}
	if _, ok = bar.SweepTurning(ball, Vec{}, r, m, want-1e-9); ok {
		t.Errorf("SweepTurning() finds a contact at %v, after the end time", want)
	}
	// Out of reach, and an empty polygon.
	if _, ok = bar.SweepTurning(Vec{12, 0}, Vec{}, r, m, 10); ok {
		t.Error("SweepTurning() finds a contact with a ball out of reach")
	}
	if hit, ok := (&Polygon{}).SweepTurning(ball, Vec{}, r, m, 10); ok {
		t.Errorf("SweepTurning() of the empty polygon = %+v, want no contact", hit)
	}
}

// A ball that touches the bar has no contact if it separates, however slowly, or if the bar turns away from it. If the
// bar turns toward it, there is a contact at T = 0.
func TestTurningTouchAndSeparation(t *testing.T) {
	bar, err := NewPolygon(Vec{0, 0}, Vec{10, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range []float64{1, 1 + 1e-16, 1 - 1e-16, 1 - 1e-14, 0.9} {
		for _, separation := range []float64{1e-1, 1e-3, 1e-5, 1e-7, 1e-9, 0} { // speed in units/s
			for _, spin := range []float64{-1e-9, -0.1, -6, -60} {
				ball := Vec{4, y} // below the bar, which turns upward, away from the ball
				m := Mover{Spin: spin}
				if hit, ok := bar.SweepTurning(ball, Vec{0, separation}, 1, m, 0.04); ok {
					t.Errorf("ball at %v with speed %g, spin %g: contact %+v, want none", ball, separation, spin, hit)
				}
				m.Spin = -spin
				away := Vec{0, 4*m.Spin + separation} // faster than the bar at that point
				if hit, ok := bar.SweepTurning(ball, away, 1, m, 1e-4*separation); ok && hit.T == 0 {
					t.Errorf("ball at %v with velocity %v, spin %g: contact %+v, want none at T = 0",
						ball, away, m.Spin, hit)
				}
				if hit, ok := bar.SweepTurning(ball, Vec{}, 1, m, 1); !ok || hit.T != 0 || hit.N != (Vec{0, 1}) {
					t.Errorf("ball at %v at rest, spin %g: contact %+v, %v, want T = 0 and the normal (0, 1)",
						ball, m.Spin, hit, ok)
				}
			}
		}
	}
}

// Without spin, the result is bit-identical to Sweep in the frame of the polygon. With a tiny spin, it is nearly equal.
func TestTurningWithoutSpin(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 1))
	for range 20_000 {
		s := randomTurn(rng)
		s.m.Spin = 0
		hit, ok := s.p.SweepTurning(s.from, s.motion, s.radius, s.m, 1)
		want, wantOK := s.p.SweepMoving(s.from, s.motion, s.radius, s.m.V)
		if wantOK = wantOK && want.T <= 1; ok != wantOK || ok && hit != want {
			t.Fatalf("SweepTurning without spin = %+v, %v, want %+v, %v: %+v", hit, ok, want, wantOK, s)
		}

		// With a tiny spin, the contact can differ by more, or vanish, if the ball touches or overlaps the polygon at
		// the start, if its course is nearly parallel to the side, or if the contact is near the end of the interval.
		touches := s.gap(0) < 1e-6
		grazes := -want.N.Dot(s.motion.Sub(s.m.V)) < 1e-3
		if !ok || touches || grazes || want.T > 0.99 {
			continue
		}
		s.m.Spin = 1e-13
		hit, ok = s.p.SweepTurning(s.from, s.motion, s.radius, s.m, 1)
		if !ok || math.Abs(hit.T-want.T) > 1e-9 {
			t.Fatalf("SweepTurning with spin %g = %+v, %v, want %+v: %+v", s.m.Spin, hit, ok, want, s)
		}
	}
}

func FuzzTurning(f *testing.F) {
	f.Add(uint64(1), 0.0)
	f.Add(uint64(2), 40.0)
	f.Fuzz(func(t *testing.T, seed uint64, spin float64) {
		s := randomTurn(rand.New(rand.NewPCG(seed, 7)))
		if math.Abs(spin) <= 100 {
			s.m.Spin += spin
		}
		if wrong, _ := s.check(200); wrong != "" {
			t.Fatalf("%s\n%+v", wrong, s)
		}
	})
}
