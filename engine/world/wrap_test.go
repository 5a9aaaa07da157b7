package world

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/geom"
)

// periodic returns a periodic field with discs and hexagons, some of which extend over the seams. All positions are
// displaced by shift.
func periodic(t testing.TB, n int, hexes bool, seed uint64, shift geom.Vec) *World {
	t.Helper()
	rng := newSource(seed)
	w := New(30, 20)
	w.Wrap(true, true)
	if hexes {
		for k := range 6 {
			center := inField(w, at(5*float64(k), 3.7*float64(k)).Add(shift))
			w.AddObstacle(Obstacle{Shape: new(geom.Regular(3+k, center, 1.2, 40*float64(k)))})
		}
	}
	for tries := 0; len(w.Discs) < n; tries++ {
		if tries > 1000*n {
			t.Fatal("no free place for another disc")
		}
		d := Disc{R: 0.3 + 0.5*rng.Float64(), Mass: 0.5 + rng.Float64(), V: rng.direction().Mul(5 + 20*rng.Float64())}
		d.From = inField(w, at(30*rng.Float64(), 20*rng.Float64()).Add(shift))
		if w.Room(d.From, d.R+1e-3, -1, -1) >= d.R+1e-3 {
			w.AddDisc(d)
		}
	}
	return w
}

// inField returns p reduced to the field by whole periods.
func inField(w *World, p geom.Vec) geom.Vec {
	return at(p.X-w.W*math.Floor(p.X/w.W), p.Y-w.H*math.Floor(p.Y/w.H))
}

// Without walls and obstacles, the momentum is constant.
func TestPeriodicFieldKeepsMomentumAndEnergy(t *testing.T) {
	w := periodic(t, 40, false, 1, geom.Vec{})
	momentum := func() (p geom.Vec) {
		for i := range w.Discs {
			p = p.Along(w.Discs[i].V, w.Discs[i].Mass)
		}
		return p
	}
	p, e, met := momentum(), kineticEnergy(w), 0
	for range 10 * TicksPerSecond {
		for c := range w.Tick() {
			if c.Kind != AtDisc {
				t.Fatalf("contact with a %v, want only contacts between discs", c.Kind)
			}
			met++
		}
		if err := w.Check(); err != nil {
			t.Fatalf("tick %d: %v", w.tick, err)
		}
	}
	if d := momentum().Sub(p).Norm(); d > 1e-10 {
		t.Errorf("the momentum changes by %g, want at most 1e-10", d)
	}
	if drift := kineticEnergy(w)/e - 1; math.Abs(drift) > 1e-13 {
		t.Errorf("the energy drifts by %g, want at most 1e-13", drift)
	}
	if met < 500 {
		t.Errorf("the discs touch %d times, want at least 500", met)
	}
}

// The position of the seams does not matter. A displaced scene has the same contacts at the same times until rounding
// errors have grown.
func TestSeamPositionDoesNotMatter(t *testing.T) {
	type seen struct {
		kind        Kind
		disc, other int
		time        float64
	}
	record := func(by geom.Vec) (all []seen) {
		w := periodic(t, 15, true, 3, geom.Vec{})
		for k := range w.Obstacles {
			w.Obstacles[k].Shape = new(w.Obstacles[k].Shape.Moved(geom.Mover{V: by}, 1))
			middle, _ := w.Obstacles[k].Shape.Circle()
			w.Obstacles[k].Shape = new(w.Obstacles[k].Shape.Moved(geom.Mover{V: inField(w, middle).Sub(middle)}, 1))
		}
		for i := range w.Discs {
			w.Discs[i].From = inField(w, w.Discs[i].From.Add(by))
		}
		w.Renew()
		for range 5 * TicksPerSecond / 2 {
			for c := range w.Tick() {
				all = append(all, seen{c.Kind, c.Disc, c.Other, c.Time})
			}
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
		}
		return all
	}
	want := record(geom.Vec{})
	if len(want) < 30 {
		t.Fatalf("the undisplaced discs have %d contacts, want at least 30", len(want))
	}
	for _, by := range []geom.Vec{at(7, 0), at(0, 13), at(15, 10), at(29.5, 19.9)} {
		got := record(by)
		if !slices.EqualFunc(got, want, func(a, b seen) bool {
			return a.kind == b.kind && a.disc == b.disc && a.other == b.other && math.Abs(a.time-b.time) < 1e-6
		}) {
			t.Errorf("discs displaced by %v: contacts %v, want %v", by, got, want)
		}
	}
}

// A disc in a periodic field moves like a disc in a large field that consists of copies of it.
func TestPeriodicFieldEqualsTiling(t *testing.T) {
	const tiles = 9
	one := New(30, 20)
	one.Wrap(true, true)
	many := New(30*tiles, 20*tiles)
	for k := range 6 {
		middle := at(2+5*float64(k), 3.3*float64(k))
		one.AddObstacle(Obstacle{Shape: new(geom.Regular(3+k, middle, 1.9, 40*float64(k)))})
		for tile := range tiles * tiles {
			to := middle.Add(at(30*float64(tile%tiles), 20*float64(tile/tiles)))
			many.AddObstacle(Obstacle{Shape: new(geom.Regular(3+k, to, 1.9, 40*float64(k)))})
		}
	}
	one.AddDisc(Disc{R: 0.5, From: at(16, 2), V: at(9, 2.5)})
	many.AddDisc(Disc{R: 0.5, From: at(16+30*4, 2+20*4), V: at(9, 2.5)})
	bounces := 0
	for range 8 * TicksPerSecond {
		bounces += tick(one)
		tick(many)
		if d := one.nearestImage(inField(one, many.At(0)).Sub(one.At(0))).Norm(); d > 1e-3 {
			t.Fatalf("after %g s, the disc is at %v, want %v as in the tiled field", one.Time(), one.At(0), many.At(0))
		}
	}
	if bounces < 3 || many.Discs[0].V == at(9, 2.5) {
		t.Errorf("%d bounces, final velocity %v; want at least 3 and another velocity than at the start",
			bounces, many.Discs[0].V)
	}
}

// Two discs that move around a ring in opposite directions meet repeatedly.
func TestTwoDiscsMeetAroundTheRing(t *testing.T) {
	w := New(20, 10)
	w.Wrap(true, false)
	w.AddDisc(Disc{R: 1, From: at(5, 5), V: at(10, 0)})
	w.AddDisc(Disc{R: 1, From: at(13, 5), V: at(-10, 0)})
	var times []float64
	for range 4 * TicksPerSecond {
		for c := range w.Tick() {
			times = append(times, c.Time)
		}
	}
	// The distance is 6 units before the first contact and 16 units around the ring after that, at 20 units/s.
	if len(times) != 5 {
		t.Fatalf("contacts at the times %v, want 5 contacts", times)
	}
	for k, at := range times {
		if want := 0.3 + 0.8*float64(k); math.Abs(at-want) > 1e-12 {
			t.Errorf("contact %d at %g s, want %g s", k, at, want)
		}
	}
}

func TestPeriodicCloneAndQueries(t *testing.T) {
	w := periodic(t, 20, true, 5, geom.Vec{})
	w.AddMover(Obstacle{Shape: new(geom.Regular(5, at(0.5, 10), 0.4, 0))}, Motion{Spin: 200, Lap: 480, Path: at(0, 1)})
	for i := len(w.Discs) - 1; i >= 0; i-- {
		if w.nearestImage(w.At(i).Sub(at(0.5, 10))).Norm() < 2 {
			w.RemoveDisc(i)
		}
	}
	again := w.Clone()
	turned := 0
	for range 3 * TicksPerSecond {
		for c := range w.Tick() {
			if c.Kind == AtMover {
				turned++
			}
		}
		for range again.Tick() {
		}
		if err := w.Check(); err != nil {
			t.Fatalf("tick %d: %v", w.tick, err)
		}
	}
	if w.Hash() != again.Hash() {
		t.Error("after the same ticks, the hash of the clone differs from that of the world")
	}
	if turned == 0 {
		t.Error("no contact with the mover")
	}

	// Queries have the same results one or more periods away.
	rng := newSource(9)
	for range 300 {
		p := at(30*rng.Float64(), 20*rng.Float64())
		q := p.Add(at(30*float64(rng.IntN(5)-2), 20*float64(rng.IntN(5)-2)))
		r := 2 * rng.Float64()
		var one, two []body
		for kind, k := range w.Overlap(p, r, Search{}) {
			one = append(one, body{kind, k})
		}
		for kind, k := range w.Overlap(q, r, Search{}) {
			two = append(two, body{kind, k})
		}
		if !slices.Equal(one, two) {
			t.Fatalf("overlaps at %v are %v, at %v %v", p, one, q, two)
		}
		if empty := w.Room(p, 3, -1, -1) > r; empty != (len(one) == 0) {
			t.Fatalf("at %v with radius %g: room %g, overlaps %v", p, r, w.Room(p, 3, -1, -1), one)
		}
		motion := rng.direction().Mul(100 * rng.Float64())
		f, ok := w.Sweep(p, motion, r/4, Search{})
		g, gOK := w.Sweep(q, motion, r/4, Search{})
		if ok != gOK || ok && (f.Kind != g.Kind || f.Index != g.Index || math.Abs(f.T-g.T) > 1e-9) {
			t.Fatalf("sweep from %v %+v, from %v %+v", p, f, q, g)
		}
	}
}

// Discs that would touch their own images, and capsules, are not accepted.
func TestPeriodicFieldsHaveLimits(t *testing.T) {
	w := New(10, 40)
	w.Wrap(true, false)
	if err := w.Accepts(Disc{R: 2.6, From: at(5, 5)}, Filter{}); err == nil {
		t.Error("Accepts allows a disc wider than half of the field")
	}
	if err := w.Accepts(Disc{R: 2, From: at(0, 5)}, Filter{}); err != nil {
		t.Error(err)
	}
	w.AddDisc(Disc{R: 2, From: at(0.5, 5)})
	if err := w.Accepts(Disc{R: 2, From: at(9, 5)}, Filter{}); err == nil {
		t.Error("Accepts allows an overlap across the seam")
	}
	for name, f := range map[string]func(){
		"AddCapsule":      func() { w.AddCapsule(Capsule{X: 5, Y: 30, Half: 2, R: 0.5}) },
		"Wrap with discs": func() { w.Wrap(false, true) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
}

// A query of any size in a periodic field ends and finds the nearest body.
func TestQueriesInPeriodicFieldsEnd(t *testing.T) {
	for _, wraps := range [][2]bool{{true, true}, {true, false}, {false, true}} {
		w := New(30, 20)
		w.Wrap(wraps[0], wraps[1])
		w.Floor, w.Ceiling = false, false
		k := w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(29, 19), 3, 0))})
		along := at(1, 0)
		if !wraps[0] {
			along = at(0, 1)
		}
		for _, long := range []float64{1e3, 1e9, 1e18, 1e100, 1e300} {
			f, ok := w.Ray(at(29, 19).Along(along, 10), along.Mul(long), Search{})
			if !ok || f.Kind != AtObstacle || f.Index != k {
				t.Errorf("%v: ray of length %g: %+v %v", wraps, long, f, ok)
			}
			f, ok = w.Ray(at(10, 8), along.Mul(long), Search{Filter: Filter{Avoid: 1}})
			if ok && f.Kind == AtObstacle {
				t.Errorf("%v: ray of length %g finds the body that it avoids: %+v", wraps, long, f)
			}
			for _, from := range []geom.Vec{at(long, 0), at(0, -long), at(long, long)} {
				w.Ray(from, at(3, 4), Search{})
				w.Sweep(from, at(-long, long), 0.5, Search{})
				n := 0
				for range w.Overlap(from, long, Search{}) {
					n++
				}
				if n != 1 && wraps[0] && wraps[1] && long < 1e10 {
					t.Errorf("%d bodies in a disc of radius %g at %v, want 1", n, long, from)
				}
			}
		}
		for _, odd := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
			w.Ray(at(1, 1), at(odd, 1), Search{})
			w.Ray(at(odd, 1), at(1, odd), Search{})
			for range w.Overlap(at(1, odd), math.Abs(odd), Search{}) {
			}
		}
	}

	// A ray over 1,000 periods, and the same ray ending just before the contact.
	w := New(30, 20)
	w.Wrap(true, true)
	w.AddObstacle(Obstacle{Shape: new(geom.Regular(4, at(15, 10), 1, 45))})
	from, motion := at(0, 0.5), at(30*2000, 16)
	f, ok := w.Ray(from, motion, Search{})
	if at := from.Along(motion, f.T); !ok || at.Y < 8 || at.X < 30*900 || at.Sub(f.At).Norm() > 0 {
		t.Errorf("nearly horizontal ray finds %+v %v", f, ok)
	}
	if f, ok := w.Ray(from, motion.Mul(f.T-1e-6), Search{}); ok {
		t.Errorf("shortened ray finds %+v", f)
	}
	for name, query := range map[string]func(){
		"OverlapPolygon": func() {
			p := geom.Regular(4, at(0, 0), 30*65, 0)
			for range w.OverlapPolygon(&p, Search{}) {
			}
		},
		"Sweep": func() { w.Sweep(from, motion, 30*33, Search{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s over more than 64 periods does not panic", name)
				}
			}()
			query()
		}()
	}
}

// In a periodic field, Sweep finds the same contact as a check of all images of all bodies.
func TestPeriodicSweepAgainstBruteForce(t *testing.T) {
	const around = 9 // periods on each side
	met := 0
	for seed := range uint64(8) {
		w := periodic(t, 20, true, 5, geom.Vec{})
		for range 1 + seed*10 {
			for range w.Tick() {
			}
		}
		rng := newSource(seed)
		for range 40 {
			from := at(30*(4*rng.Float64()-2), 20*(4*rng.Float64()-2))
			motion := rng.direction().Mul([]float64{1, 20, 80}[rng.IntN(3)] * rng.Float64())
			r := []float64{0, 0.01, 1, 12}[rng.IntN(4)]

			first := math.Inf(1)
			offer := func(hit geom.Hit, ok bool) {
				if ok {
					first = min(first, hit.T)
				}
			}
			for n := range (2*around + 1) * (2*around + 1) {
				x, y := n%(2*around+1)-around, n/(2*around+1)-around
				from := from.Sub(at(30*float64(x), 20*float64(y)))
				for k := range w.Obstacles {
					offer(w.Obstacles[k].Shape.Sweep(from, motion, r))
				}
				for i := range w.Discs {
					offer(geom.SweepPoint(from, motion, r+w.Discs[i].R, w.At(i)))
				}
			}

			got, ok := w.Sweep(from, motion, r, Search{})
			if ok != (first <= 1) || ok && math.Abs(got.T-first)*motion.Norm() > 1e-9 {
				t.Fatalf("seed %d: from %v by %v, radius %g: %v %+v, want %g", seed, from, motion, r, ok, got, first)
			}
			if ok {
				met++
			}
		}
	}
	if met < 100 {
		t.Errorf("%d sweeps with a hit, want at least 100", met)
	}
}
