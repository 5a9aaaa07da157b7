package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A rayCase is a ray and a convex shape with a known distance function.
type rayCase struct {
	from, d  Vec
	r        float64
	distance func(Vec) float64
	size     float64 // magnitude of the lengths, for rounding errors
}

// minDistance returns the minimum distance between the times lo and hi by ternary search, because the distance is a
// convex function of time.
func (b *rayCase) minDistance(lo, hi float64) float64 {
	at := func(t float64) float64 { return b.distance(b.from.Along(b.d, t)) }
	for range 120 {
		x, y := lo+(hi-lo)/3, hi-(hi-lo)/3
		if at(x) <= at(y) {
			hi = y
		} else {
			lo = x
		}
	}
	return at((lo + hi) / 2)
}

// check returns a description of the error in the chord c, or "". The distance must be r at the start and the end of
// the chord, less between them, and more outside.
func (b *rayCase) check(c Chord) string {
	tolerance := 1e-12 * b.size
	far := 4 * b.size / b.d.Norm()
	start := b.distance(b.from)
	at := func(t float64) float64 { return b.distance(b.from.Along(b.d, t)) }
	if c.Kind == Miss {
		if dist := b.minDistance(0, far); dist < b.r-tolerance || b.r == 0 && dist == 0 && b.hasLength(far) {
			return "missed the shape"
		}
		return ""
	}
	if !(c.In >= 0 && c.Out >= c.In) || c.ToInside {
		return "times are not valid for a ray"
	}
	switch {
	case c.FromInside && (c.In != 0 || start > b.r+tolerance):
		return "FromInside is set, but the ray starts outside"
	case !c.FromInside && math.Abs(at(c.In)-b.r) > tolerance:
		return "In is not on the outline"
	case math.Abs(at(c.Out)-b.r) > tolerance:
		return "Out is not on the outline"
	case !c.FromInside && start < b.r-tolerance:
		return "FromInside is not set, but the ray starts inside"
	}
	middle := (c.In + c.Out) / 2
	switch {
	case c.Kind == Touch && at(middle) < b.r-tolerance:
		return "Touch, but the middle is inside"
	case at(middle) > b.r+tolerance:
		return "the middle is outside"
	case b.r == 0 && at(c.Out+1e-9*b.size/b.d.Norm()) == 0:
		return "the ray is inside after Out"
	}
	return b.checkNormals(c)
}

// hasLength reports whether the part of the ray in the shape is longer than a rounding error.
func (b *rayCase) hasLength(far float64) bool {
	inside := 0
	for k := range 1000 {
		if b.distance(b.from.Along(b.d, far*float64(k)/1000)) == 0 {
			inside++
		}
	}
	return inside > 1
}

func (b *rayCase) checkNormals(c Chord) string {
	for k, n := range []Vec{c.NIn, c.NOut} {
		if k == 0 && c.FromInside {
			if n != (Vec{}) {
				return "a normal at a start inside"
			}
			continue
		}
		if math.Abs(n.Norm()-1) > 1e-12 {
			return "the normal is not a unit vector"
		}
		if speed := n.Dot(b.d) / b.d.Norm(); c.Kind == Cut && (k == 0 && speed > 1e-5 || k == 1 && speed < -1e-5) {
			return "the normal has the wrong direction"
		}
		at := b.from.Along(b.d, []float64{c.In, c.Out}[k])
		// A step along the normal increases the distance by the length of the step.
		if step := b.distance(at.Along(n, 0.1)); b.r > 0.1 && math.Abs(step-b.r-0.1) > 1e-6 {
			return "the normal does not match the outline"
		}
	}
	return ""
}

func TestRayEntersAndLeavesAtRadius(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	var seen [3]int
	inside := 0
	for range 15_000 {
		s := randomScene(rng)
		c := s.p.Ray(s.from, s.motion, s.radius)
		b := s.rayCase()
		if wrong := b.check(c); wrong != "" {
			t.Fatalf("%s\n%+v\n%+v", wrong, c, s)
		}
		seen[c.Kind]++
		if c.FromInside {
			inside++
		}
	}
	if seen[Miss] < 1000 || seen[Touch] < 50 || seen[Cut] < 1000 || inside < 1000 {
		t.Errorf(
			"the kinds of chords occur %v times, and %d rays start inside; want at least 1000 of Miss and Cut, 50 "+
				"of Touch, and 1000 that start inside", seen, inside)
	}
}

func (s *scene) rayCase() rayCase {
	size := 1 + s.from.Norm() + s.p.center.Norm() + s.p.radius + s.radius
	return rayCase{s.from, s.motion, s.radius, func(q Vec) float64 { return distance(&s.p, q) }, size}
}

// A ray that starts outside and does not graze enters at the time of the contact in Sweep.
func TestRayEntersWhereSweepHits(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 1))
	for range 100_000 {
		s := randomScene(rng)
		hit, ok := s.p.Sweep(s.from, s.motion, s.radius)
		c := s.p.Ray(s.from, s.motion, s.radius)
		if c.Kind != Cut || c.FromInside || (c.Out-c.In)*s.motion.Norm() < 1e-3 {
			continue
		}
		if !ok || math.Abs(hit.T-c.In)*s.motion.Norm() > 1e-10 {
			t.Fatalf("Sweep() = %+v, %v, but Ray() = %+v: %+v", hit, ok, c, s)
		}
	}
}

func TestRayThroughSquare(t *testing.T) {
	square, err := NewPolygon(Vec{0, 0}, Vec{4, 0}, Vec{4, 4}, Vec{0, 4})
	if err != nil {
		t.Fatal(err)
	}
	left, right, top := Vec{-1, 0}, Vec{1, 0}, Vec{0, -1}
	for _, tt := range []struct {
		name    string
		from, d Vec
		r       float64
		want    Chord
	}{
		{"through", Vec{-4, 1}, Vec{2, 0}, 0, Chord{Kind: Cut, In: 2, Out: 4, NIn: left, NOut: right}},
		{"grown", Vec{-4, 1}, Vec{2, 0}, 1, Chord{Kind: Cut, In: 1.5, Out: 4.5, NIn: left, NOut: right}},
		{"from inside", Vec{1, 1}, Vec{1, 0}, 0, Chord{Kind: Cut, Out: 3, NOut: right, FromInside: true}},
		{"pointing away", Vec{-4, 1}, Vec{-2, 0}, 0, Chord{}},
		{"next to it", Vec{-4, -1}, Vec{2, 0}, 0, Chord{}},
		{"along a side", Vec{-4, 0}, Vec{2, 0}, 0, Chord{Kind: Touch, In: 2, Out: 4, NIn: left, NOut: right}},
		{"through a corner", Vec{-1, 1}, Vec{1, -1}, 0, Chord{Kind: Touch, In: 1, Out: 1, NIn: left, NOut: top}},
		{"starts on a side", Vec{4, 1}, Vec{1, 0}, 0, Chord{Kind: Touch, NIn: right, NOut: right}},
		{
			"through the arc of a corner",
			Vec{-7, -4},
			Vec{1, 0},
			5,
			Chord{Kind: Cut, In: 4, Out: 14, NIn: Vec{-0.6, -0.8}, NOut: Vec{0.6, -0.8}},
		},
	} {
		if got := square.Ray(tt.from, tt.d, tt.r); got != tt.want {
			t.Errorf("%s: Ray(%v, %v, %g) = %+v, want %+v", tt.name, tt.from, tt.d, tt.r, got, tt.want)
		}
	}
}

// Where a side ends and an arc starts, rounding decides which piece is first. Both have the same normal.
func TestRayThroughSeams(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	for range 20_000 {
		p := Regular(6, Vec{32 * rng.Float64(), 24}, 2.4, 360*rng.Float64())
		k, r := rng.IntN(6), 0.6
		corner := p.Corner((k + rng.IntN(2)) % 6)
		at, u := corner.Along(p.Normal(k), r), Direction(360*rng.Float64())
		c := p.Ray(at.Along(u, -10), u, r)
		slope := u.Dot(p.Normal(k))
		n := c.NIn
		if slope > 0 {
			n = c.NOut
		}
		if math.Abs(slope) > 1e-3 && (c.Kind != Cut || n.Sub(p.Normal(k)).Norm() > 1e-10) {
			t.Fatalf("ray to the seam of side %d from %v = %+v, want the normal %v", k, u, c, p.Normal(k))
		}
		a, b := p.Corner(k), p.Corner((k+1)%6)
		c = RayCapsule(at.Along(u, -10), u, a, b, r)
		if n = c.NIn; slope > 0 {
			n = c.NOut
		}
		if math.Abs(slope) > 1e-3 && (c.Kind != Cut || n.Sub(p.Normal(k)).Norm() > 1e-10) {
			t.Fatalf("seam of the capsule %v–%v from %v: %+v, want the normal %v", a, b, u, c, p.Normal(k))
		}
	}
}

func TestRayCapsuleAgainstSegment(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 1))
	for range 1_500 {
		s := randomScene(rng)
		a := s.p.center
		b := a.Along(Direction(360*rng.Float64()), 7.2*rng.Float64())
		if rng.IntN(8) == 0 {
			b = a
		}
		r := 0.8
		c := RayCapsule(s.from, s.motion, a, b, r)
		dist := func(q Vec) float64 { return segmentDistance(a, b, q) }
		q := rayCase{s.from, s.motion, r, dist, 100 + s.from.Norm()}
		if wrong := q.check(c); wrong != "" {
			t.Fatalf("%s\n%+v\n%+v, %v–%v", wrong, c, s, a, b)
		}
	}
}

// segmentDistance is the expected distance of q from a segment, found by ternary search.
func segmentDistance(a, b, q Vec) float64 {
	lo, hi := 0.0, 1.0
	at := func(s float64) float64 { return math.Hypot(a.X+(b.X-a.X)*s-q.X, a.Y+(b.Y-a.Y)*s-q.Y) }
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

func FuzzRay(f *testing.F) {
	f.Add(uint64(1), -5., 0., 1., 0., 0.)
	f.Add(uint64(2), 0., 0., 3., 4., 0.6)
	f.Fuzz(func(t *testing.T, seed uint64, x, y, vx, vy, r float64) {
		for _, v := range []float64{x, y, vx, vy, r} {
			if !(math.Abs(v) < 1e4) {
				return
			}
		}
		p := randomPolygon(rand.New(rand.NewPCG(seed, 0)), Vec{})
		s := scene{p, Vec{x, y}, Vec{vx, vy}, math.Abs(math.Mod(r, 3))}
		if s.motion.Norm() < 1e-6 || s.from.Norm() > 100 || s.radius != 0 && s.radius < 1e-3 {
			return
		}
		b := s.rayCase()
		if wrong := b.check(s.p.Ray(s.from, s.motion, s.radius)); wrong != "" {
			t.Fatalf("%s\n%+v\n%+v", wrong, s.p.Ray(s.from, s.motion, s.radius), s)
		}
	})
}
