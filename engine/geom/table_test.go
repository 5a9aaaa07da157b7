package geom

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// bigSweep returns the time of the first contact of a circle with a polygon, computed with 300 bits and without a grown
// outline. It is the earliest of all contacts with a side between its ends, or with a corner. clearance is the minimum
// distance of the path from the polygon less the radius, and negative for a hit.
func bigSweep(p *Polygon, from, motion Vec, radius float64) (t *big.Float, clearance float64) {
	f, d, r := bv(from), bv(motion), num(radius)
	offer := func(x *big.Float) {
		if x.Sign() >= 0 && (t == nil || x.Cmp(t) < 0) {
			t = x
		}
	}
	minDist := num(math.Inf(1))
	for k := range p.N() {
		a, b := bv(p.Corner(k)), bv(p.Corner((k+1)%p.N()))
		e := b.sub(a)
		length := e.norm()
		n := bvec{fquo(e.y, length), fquo(fsub(num(0), e.x), length)}
		if speed := d.dot(n); speed.Sign() < 0 {
			x := fquo(fsub(r, f.sub(a).dot(n)), speed)
			if foot := f.along(d, x).sub(a).dot(e); foot.Sign() >= 0 && foot.Cmp(e.dot(e)) <= 0 {
				offer(x)
			}
		}
		if in, _, ok := circleTimes(f.sub(a), d, r); ok {
			offer(in)
		}
		// The point of the path that is nearest to the corner a, or the start of the path.
		x := fquo(fsub(num(0), f.sub(a).dot(d)), d.dot(d))
		if x.Sign() < 0 {
			x = num(0)
		}
		if dist := f.along(d, x).sub(a).norm(); dist.Cmp(minDist) < 0 {
			minDist = dist
		}
	}
	if t != nil {
		return t, -1 // the depth does not matter
	}
	clearance, _ = fsub(minDist, r).Float64()
	return nil, clearance
}

// An impactCase is a row of the table: one direction and one target.
type impactCase struct {
	name         string
	from, motion Vec
	graze        bool // aimed at the limit between hit and miss
}

// impactCases returns paths in the direction of an angle that test the special cases of p, grown by r. They are paths
// toward all seams, corners and centers of sides, paths that graze p, and a path parallel to each side.
func impactCases(p *Polygon, degrees, r float64) (rows []impactCase) {
	u := Direction(degrees)
	left := Vec{u.Y, -u.X}
	aim := func(name string, at Vec, graze bool) {
		rows = append(rows, impactCase{name, at.Along(u, -20), u.Mul(27), graze})
	}
	for k := range p.N() {
		a, b := p.Corner(k), p.Corner((k+1)%p.N())
		parallel := math.Abs(u.Dot(p.Normal(k))) < 1e-12
		aim("seam before", a.Along(p.Normal(k), r), parallel)
		aim("seam after", b.Along(p.Normal(k), r), parallel)
		aim("corner", a, false)
		aim("graze left", a.Along(left, r), true)
		aim("graze right", a.Along(left, -r), true)
		aim("nearly graze", a.Along(left, r*(1-1e-9)), false)
		aim("nearly missed", a.Along(left, r*(1+1e-9)), false)
		aim("center", a.Lerp(b, 0.5), false)
	}
	return rows
}

func TestTimesOfImpact(t *testing.T) {
	if testing.Short() { // slow, because of numbers with 300 bits
		return
	}
	const r = 0.6
	narrow, err := NewPolygon(Vec{31, 20}, Vec{33, 20}, Vec{34, 20.7}, Vec{33, 21.4}, Vec{31, 21.4}, Vec{30, 20.7})
	if err != nil {
		t.Fatal(err)
	}
	bar, err := Segment(Vec{30, 19}, Vec{34.2, 21})
	if err != nil {
		t.Fatal(err)
	}
	worst, hits, misses := 0.0, 0, 0
	for name, p := range map[string]Polygon{
		"hexagon": Regular(6, Vec{32, 20}, 2.4, 30), "stretched": narrow, "bar": bar,
	} {
		for degrees := range 360 {
			rows := impactCases(&p, float64(degrees), r)
			for k := range p.N() { // along each side, at the radius and slightly nearer
				a, u := p.Corner(k).Along(p.Normal(k), r), p.side[k].along()
				if degrees == 0 {
					rows = append(
						rows, impactCase{"parallel", a.Along(u, -20), u.Mul(27), true},
						impactCase{"parallel, nearer", a.Along(p.Normal(k), -1e-9).Along(u, -20), u.Mul(27), false},
					)
				}
			}
			for _, row := range rows {
				err, ok := row.check(t, name, degrees, &p, r)
				worst = max(worst, err)
				if ok {
					hits++
				} else {
					misses++
				}
			}
		}
	}
	t.Logf("%d hits, %d misses, maximum error %.1e of the path", hits, misses, worst)
	if worst > 1e-12 || hits < 10_000 || misses < 1_000 {
		t.Errorf("%d hits, %d misses, maximum error %.1e of the path", hits, misses, worst)
	}
}

// check compares one row. pathErr is the error of the contact along the path, multiplied by the speed of approach,
// because near a graze the error along the path is much larger than the error of the distance.
func (row *impactCase) check(t *testing.T, name string, degrees int, p *Polygon, r float64) (pathErr float64, ok bool) {
	t.Helper()
	where := fmt.Sprintf("%s, %d°, %s", name, degrees, row.name)
	want, clearance := bigSweep(p, row.from, row.motion, r)
	hit, ok := p.Sweep(row.from, row.motion, r)
	if ok != (want != nil) {
		if row.graze || want == nil && clearance < 1e-14 {
			return 0, ok // within rounding of the limit, where either result is correct
		}
		t.Fatalf("%s: Sweep() reports a contact: %v, but the clearance is %g", where, ok, clearance)
	}
	if !ok {
		return 0, false
	}
	if row.graze {
		// Rounding decides whether a path along a side meets the near or the far end of the side, so the test only
		// requires a contact.
		if d := distance(p, row.from.Along(row.motion, hit.T)); math.Abs(d-r) > 1e-13 {
			t.Fatalf("%s: the contact is at a distance of %v, want the radius %v", where, d, r)
		}
		return 0, true
	}
	diff, _ := fsub(num(hit.T), want).Float64()
	return math.Abs(diff) * -row.motion.Dot(hit.N), true
}

// If all values are fractions of integers, the result is exact.
func TestExactTimesOfImpact(t *testing.T) {
	// A circle of radius 25 around the origin, and lines in the direction (3, 4) that pass it at distances of 0, 7, 15,
	// 20, 24 and 25. Their half chords are 25, 24, 20, 15, 7 and 0.
	for _, tt := range [][2]float64{{0, 25}, {7, 24}, {15, 20}, {20, 15}, {24, 7}, {25, 0}} {
		dist, half := tt[0], tt[1]
		from := Vec{-300, -400}.Add(Vec{-4 * dist / 5, 3 * dist / 5})
		hit, ok := SweepPoint(from, Vec{3, 4}, 25, Vec{})
		if want := (500 - half) / 5; ok != (half > 0) || ok && math.Abs(hit.T-want) > 5e-14 {
			t.Errorf("line at distance %g: Sweep() = %v, %v, want T %v", dist, hit, ok, want)
		}
		c := RayCircle(from, Vec{3, 4}, Vec{}, 25)
		if c.Kind == Miss || math.Abs(c.In-(500-half)/5) > 5e-14 || math.Abs(c.Out-(500+half)/5) > 5e-14 {
			t.Errorf("line at distance %g: RayCircle() = %+v, want %v to %v", dist, c, (500-half)/5, (500+half)/5)
		}
	}
	// With integers only, nothing is rounded.
	for _, tt := range [][2]float64{{0, 25}, {15, 20}, {20, 15}, {25, 0}} {
		dist, half := tt[0]/5, tt[1]
		hit, ok := SweepPoint(Vec{-300 - 4*dist, -400 + 3*dist}, Vec{3, 4}, 25, Vec{})
		if want := (500 - half) / 5; ok != (half > 0) || ok && hit.T != want {
			t.Errorf("line at distance %g: Sweep() = %v, %v, want T %v", 5*dist, hit, ok, want)
		}
	}
	square, err := NewPolygon(Vec{0, 0}, Vec{8, 0}, Vec{8, 8}, Vec{0, 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name         string
		from, motion Vec
		r            float64
		want         Hit
	}{
		{"side", Vec{-10, 4}, Vec{4, 0}, 2, Hit{2, Vec{-1, 0}}},
		{"side, diagonally", Vec{-8, 0}, Vec{3, 4}, 2, Hit{2, Vec{-1, 0}}},
		{"seam", Vec{-8, -8}, Vec{3, 4}, 2, Hit{2, Vec{-1, 0}}},
		{"corner in 3-4-5", Vec{-9, -12}, Vec{3, 4}, 5, Hit{2, Vec{-0.6, -0.8}}},
		{"corner, horizontally", Vec{-13, -4}, Vec{10, 0}, 5, Hit{1, Vec{-0.6, -0.8}}},
		{"motion that continues after the contact", Vec{4, 20}, Vec{0, -5}, 2, Hit{2, Vec{0, 1}}},
	} {
		if hit, ok := square.Sweep(tt.from, tt.motion, tt.r); !ok || hit != tt.want {
			t.Errorf("%s: Sweep() = %v, %v, want %v", tt.name, hit, ok, tt.want)
		}
	}
	if _, ok := square.Sweep(Vec{-10, -2}, Vec{4, 0}, 2); ok {
		t.Error("Sweep() along a side reports a contact, want none")
	}
}
