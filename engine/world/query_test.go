package world

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/geom"
)

// mixedScene returns a scene with all kinds of bodies after some ticks, stopped within a tick if within is set. Every
// third disc and obstacle has category 2.
func mixedScene(seed uint64, within bool) *World {
	rng := newSource(seed)
	w := randomScene(rng, 12, 18, 4, true, seed%2 == 0)
	for range 8 {
		p, err := geom.Segment(at(1+60*rng.Float64(), 2+35*rng.Float64()), at(1+60*rng.Float64(), 2+35*rng.Float64()))
		if err == nil && !w.crossesDisc(&p) {
			w.AddObstacle(Obstacle{Shape: new(p)})
		}
	}
	for k := range w.Obstacles {
		if k%3 == 0 {
			w.FilterObstacle(k, Filter{Category: 2})
		}
		if k%7 == 6 {
			w.RemoveObstacle(k)
		}
	}
	for i := range w.Discs {
		if i%3 == 0 {
			w.FilterDisc(i, Filter{Category: 2})
		}
	}
	ticks(w, rng.IntN(100))
	if within {
		end := w.Begin()
		if c, ok := w.Next(w.Now() + (end-w.Now())*rng.Float64()); ok {
			w.Bounce(c)
		}
	}
	return w
}

func (w *World) crossesDisc(p *geom.Polygon) bool {
	for i := range w.Discs {
		if p.Distance(w.At(i)) < w.Discs[i].R+0.01 {
			return true
		}
	}
	return false
}

// sweepAll is Sweep by checking all bodies.
func (w *World) sweepAll(from, motion geom.Vec, r float64, s Search) (Obstruction, bool) {
	q := sweeper{w: w, s: &s, from: from, motion: motion, radius: r, first: Obstruction{T: math.Inf(1)}}
	q.offerWalls()
	for k := range w.Capsules {
		hit, ok := w.Capsules[k].shape.Sweep(from.Sub(at(w.CapsuleX(k), w.Capsules[k].Y)), motion, r+w.Capsules[k].R)
		q.offer(AtCapsule, k, hit, ok)
	}
	for k := range w.Obstacles {
		o := &w.Obstacles[k]
		shape, kind := o.Shape, AtObstacle
		for m := range w.movers {
			if w.movers[m].obstacle == k {
				shape, kind = new(w.ShapeNow(m)), AtMover
			}
		}
		hit, ok := shape.Sweep(from, motion, r)
		q.offer(kind, k, hit, ok && !o.Gone && (kind == AtMover || !o.Admits(from, motion, r)))
	}
	for i := range w.Discs {
		hit, ok := geom.SweepPoint(from, motion, r+w.Discs[i].R, w.At(i))
		q.offer(AtDisc, i, hit, ok)
	}
	return q.first, q.first.T <= 1
}

func TestSweepAgainstBruteForce(t *testing.T) {
	kinds := map[Kind]int{}
	for seed := range uint64(24) {
		w := mixedScene(seed, seed%3 == 0)
		rng := newSource(seed)
		for range 250 {
			from := at(-10+84*rng.Float64(), -10+68*rng.Float64())
			motion := rng.direction().Mul(math.Exp(12*rng.Float64() - 4))
			r := []float64{0, 0, 0.3, 2, 9}[rng.IntN(5)]
			s := Search{}
			switch rng.IntN(3) {
			case 1:
				s.Filter.Avoid = 2
			case 2:
				s.Skip = func(kind Kind, index int) bool { return kind == AtSide || index%2 == 0 }
			}
			want, wants := w.sweepAll(from, motion, r, s)
			got, ok := w.Sweep(from, motion, r, s)
			if !wants {
				if ok {
					t.Fatalf("seed %d: Sweep() from %v by %v, radius %g = %+v, want no hit", seed, from, motion, r, got)
				}
				continue
			}
			kinds[got.Kind]++
			if !ok || got.Kind != want.Kind || got.Index != want.Index || got.T != want.T || got.N != want.N {
				t.Fatalf("seed %d: Sweep() from %v by %v, radius %g = %v %+v, want %+v",
					seed, from, motion, r, ok, got, want)
			}
			if touches := from.Along(motion, got.T).Along(got.N, -r); got.At.Sub(touches).Norm() > 0 {
				t.Fatalf("seed %d: Sweep() returns the point of contact %v, want %v", seed, got.At, touches)
			}
		}
	}
	for _, k := range []Kind{AtSide, AtEnd, AtCapsule, AtObstacle, AtMover, AtDisc} {
		if kinds[k] < 20 {
			t.Errorf("%d calls of Sweep find a %v, want at least 20", kinds[k], k)
		}
	}
}

type body struct {
	kind  Kind
	index int
}

func TestOverlapAgainstBruteForce(t *testing.T) {
	kinds := map[Kind]int{}
	for seed := range uint64(24) {
		w := mixedScene(seed, seed%3 == 1)
		rng := newSource(seed)
		for range 100 {
			corners, center := 3+rng.IntN(6), at(-5+74*rng.Float64(), -5+58*rng.Float64())
			p := geom.Regular(corners, center, 0.1+8*rng.Float64(), 360*rng.Float64())
			middle, _ := p.Circle()
			r := []float64{0, 0.5, 3, 10}[rng.IntN(4)]
			s := Search{Filter: Filter{Avoid: uint32(2 * rng.IntN(2))}}

			var inDisc, inPolygon []body
			see := func(kind Kind, index int, shape *geom.Polygon, grown float64) {
				if !w.touches(s.Filter, kind, index) {
					return
				}
				if shape.Distance(middle) < r+grown {
					inDisc = append(inDisc, body{kind, index})
				}
				if shape.Clearance(&p) < grown || shape.Clearance(&p) == 0 {
					inPolygon = append(inPolygon, body{kind, index})
				}
			}
			for k := range w.Capsules {
				shape := w.Capsules[k].shape.Moved(geom.Mover{V: at(w.CapsuleX(k), w.Capsules[k].Y)}, 1)
				see(AtCapsule, k, &shape, w.Capsules[k].R)
			}
			for k := range w.Obstacles {
				if o := &w.Obstacles[k]; !o.Gone && !o.Moves {
					see(AtObstacle, k, o.Shape, 0)
				}
			}
			for m := range w.movers {
				if shape, k := w.ShapeNow(m), w.movers[m].obstacle; !w.Obstacles[k].Gone {
					see(AtMover, k, &shape, 0)
				}
			}
			for i := range w.Discs {
				shape := geom.Point(w.At(i))
				see(AtDisc, i, &shape, w.Discs[i].R)
			}

			var got []body
			for kind, index := range w.Overlap(middle, r, s) {
				got = append(got, body{kind, index})
				kinds[kind]++
			}
			if !slices.Equal(got, inDisc) {
				t.Fatalf("seed %d: Overlap() within %g of %v = %v, want %v", seed, r, middle, got, inDisc)
			}
			got = got[:0]
			for kind, index := range w.OverlapPolygon(&p, s) {
				got = append(got, body{kind, index})
			}
			if !slices.Equal(got, inPolygon) {
				t.Fatalf("seed %d: OverlapPolygon(%+v) = %v, want %v", seed, p, got, inPolygon)
			}
		}
	}
	for _, k := range []Kind{AtCapsule, AtObstacle, AtMover, AtDisc} {
		if kinds[k] < 20 {
			t.Errorf("Overlap and OverlapPolygon find a %[2]v %[1]d times, want at least 20", kinds[k], k)
		}
	}
}

// Where nothing else moves, the first contact is the result of Sweep.
func TestSweepPredictsFirstContact(t *testing.T) {
	for seed := range uint64(40) {
		rng := newSource(seed)
		w := randomScene(rng, 1, 16, 0, false, false)
		if len(w.Discs) == 0 || w.Discs[0].V.Norm() < 1 {
			continue
		}
		d := w.Discs[0]
		found, ok := w.Sweep(d.From, d.V.Mul(1000), d.R, Search{Skip: func(k Kind, _ int) bool { return k == AtDisc }})
		if !ok {
			t.Fatalf("seed %d: Sweep finds nothing in a closed field", seed)
		}
		for met := false; !met; {
			for c := range w.Tick() {
				sameBody := c.Kind == found.Kind && (c.Kind != AtObstacle || c.Other == found.Index)
				if !sameBody || math.Abs(c.Time-1000*found.T) > 1e-9 ||
					c.Normal.Sub(found.N).Norm() > 1e-9 || c.At.Sub(found.At).Norm() > 1e-7 {
					t.Errorf("seed %d: first contact %+v, want %+v as predicted by Sweep", seed, c, found)
				}
				met = true
				break
			}
		}
	}
}

func TestQueriesHaveNoEffect(t *testing.T) {
	plain, asked := mixedScene(4, false), mixedScene(4, false)
	for n := range 400 {
		rng := newSource(uint64(n))
		asked.Sweep(at(30, 20), rng.direction().Mul(100), rng.Float64(), Search{})
		for range asked.Overlap(at(60*rng.Float64(), 40*rng.Float64()), 5, Search{}) {
			break
		}
		tick(plain)
		tick(asked)
	}
	if digest(plain) != digest(asked) {
		t.Error("queries change the motion of the discs")
	}
}

func TestQueriesDoNotAllocate(t *testing.T) {
	w := mixedScene(3, false)
	p := geom.Regular(6, at(30, 20), 5, 0)
	n := 0
	if allocs := testing.AllocsPerRun(50, func() {
		w.Sweep(at(1, 1), at(60, 40), 0.5, Search{})
		for range w.Overlap(at(30, 20), 8, Search{}) {
			n++
		}
		for range w.OverlapPolygon(&p, Search{}) {
			n++
		}
	}); allocs > 0 {
		t.Errorf("queries allocate %g times, want 0", allocs)
	}
	if n == 0 {
		t.Error("the queries find no bodies")
	}
}

// Discs are found as soon as they are added, and discs that overlap a body are rejected.
func TestAccepts(t *testing.T) {
	w := New(64, 48)
	w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(20, 20), 3, 0))})
	w.AddMover(Obstacle{Shape: new(geom.Regular(6, at(40, 20), 3, 0))}, Motion{Spin: 90})
	w.AddCapsule(Capsule{X: 32, Y: 45, Half: 3.6, R: 0.8})
	w.AddDisc(Disc{R: 1, From: at(10, 10)})
	for _, c := range []struct {
		d    Disc
		want string
	}{
		{Disc{R: 1, From: at(12, 10)}, ""}, // touching is allowed
		{Disc{R: 1, From: at(11.9, 10)}, "a disc of radius 1 at {11.9 10} overlaps disc 0"},
		{Disc{R: 1, From: at(20, 20)}, "a disc of radius 1 at {20 20} overlaps obstacle 0"},
		{Disc{R: 1, From: at(40, 23)}, "a disc of radius 1 at {40 23} overlaps mover 1"},
		{Disc{R: 1, From: at(34, 44)}, "a disc of radius 1 at {34 44} overlaps capsule 0"},
		{Disc{R: 1, From: at(0.5, 10)}, "a disc of radius 1 at {0.5 10} is outside of the field"},
		{Disc{R: 1e-10, From: at(5, 10)}, "R is 1e-10, want 1e-09 to 1e+09"},
		{Disc{R: 1, From: at(math.NaN(), 10)}, "From is NaN, want -1e+09 to 1e+09"},
		{Disc{R: 1, From: at(20, 20), Held: true}, ""},
	} {
		err := w.Accepts(c.d, Filter{})
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("Accepts(%+v) = %v, want %q", c.d, err, c.want)
		}
	}
	if err := w.Accepts(Disc{R: 1, From: at(11, 10)}, Filter{Avoid: 1}); err != nil {
		t.Errorf("Accepts() for a disc that avoids the other disc = %v, want no error", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("AddDisc accepts a disc that overlaps another disc")
		}
	}()
	w.AddDisc(Disc{R: 1, From: at(10.5, 10)})
}

// Adding discs is fast and exact for any order of sizes, before the first tick and later.
func TestAddManyDiscs(t *testing.T) {
	for _, grows := range []bool{false, true} {
		rng := newSource(5)
		w := New(64, 48)
		added, refused := 0, 0
		for n := range 3000 {
			d := Disc{R: 0.1 + 0.3*rng.Float64(), From: at(64*rng.Float64(), 48*rng.Float64())}
			d.V = rng.direction().Mul(10)
			if grows {
				d.R = 0.05 + float64(n)/3000
			}
			if w.Accepts(d, Filter{}) == nil {
				w.AddDisc(d)
				added++
			} else {
				refused++
			}
			if n%1000 == 999 {
				if err := w.Check(); err != nil {
					t.Fatal(err)
				}
				ticks(w, 20)
			}
		}
		if err := w.Check(); err != nil {
			t.Fatal(err)
		}
		if added < 500 || refused < 500 {
			t.Errorf("%d discs added and %d rejected, want at least 500 each", added, refused)
		}
	}
}

// After a large held disc has discarded the index, a disc can be added next to discs that were indexed.
func TestAddDiscWithoutIndex(t *testing.T) {
	w := New(60, 60)
	for k := range 2 * fewDiscs {
		w.AddDisc(Disc{R: 0.1, From: at(2+3*float64(k), 30)})
	}
	w.AddDisc(Disc{R: 9, Held: true})
	w.Hold(1)
	if w.discIndex.built {
		t.Fatal("there is an index after Hold()")
	}
	i := w.AddDisc(Disc{R: 0.1, From: at(2.3, 30)})
	for range 2 * maxUnindexed {
		if found, ok := w.Ray(at(2.3, 40), at(0, -20), Search{}); !ok || found.Kind != AtDisc || found.Index != i {
			t.Errorf("Ray() to the added disc = %+v, want disc %d", found, i)
		}
	}
}

// Rays can have any length.
func TestRaysOfAnyLength(t *testing.T) {
	w := New(64, 48)
	w.Ceiling, w.Floor = false, false
	k := w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(40, 20), 3, 0))})
	for range 100 {
		w.AddDisc(Disc{R: 1, Held: true}) // to get many cells
	}
	for _, long := range []float64{50, 1e9, 1e18, 1e30, 1e100} {
		for _, motion := range []geom.Vec{at(long, 0), at(0, long), at(0, -long)} {
			from := at(10, 20)
			if motion.X == 0 {
				from = at(40, 24-motion.Unit().Y*20)
			}
			if f, ok := w.Ray(from, motion, Search{}); !ok || f.Kind != AtObstacle || f.Index != k {
				t.Errorf("Ray(%v, %v) = %+v, %v, want obstacle %d", from, motion, f, ok, k)
			}
		}
	}
	n := 0
	for range w.Overlap(at(10, 10), 1e30, Search{}) {
		n++
	}
	if n != 1 {
		t.Errorf("Overlap() finds %d bodies in a disc of radius 1e30, want 1", n)
	}
}
