package world

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"arkterm/engine/geom"
)

// mustPanic calls f and fails unless it panics with a text that contains want.
func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if got := fmt.Sprint(recover()); !strings.HasPrefix(got, "world: ") || !strings.Contains(got, want) {
			t.Errorf("panic %q, want %q", got, want)
		}
	}()
	f()
}

// box returns a field with a disc, a held disc, an obstacle, a mover, a body and a capsule.
func box() *World {
	w := New(40, 30)
	w.AddDisc(Disc{R: 1, From: at(5, 5), V: at(3, 4)})
	w.AddDisc(Disc{R: 1, From: at(5, 25), Held: true})
	w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(15, 5), 2, 0))})
	w.AddMover(Obstacle{Shape: new(geom.Regular(6, at(25, 5), 2, 0))}, Motion{Spin: 90})
	w.AddBody(Obstacle{Shape: new(geom.Regular(6, at(0, 0), 2, 0))}, 1, at(35, 5))
	w.AddCapsule(Capsule{X: 20, Y: 28, Half: 4, R: 1})
	return w
}

// Each call refuses numbers that are out of range, and names the argument and its value.
func TestArgumentsAreChecked(t *testing.T) {
	inf := math.Inf(1)
	hexagon := geom.Regular(6, at(30, 15), 2, 0)
	for _, c := range []struct {
		want string
		call func(w *World, x float64)
	}{
		{"New: w is %v", func(_ *World, x float64) { New(x, 30) }},
		{"New: h is %v", func(_ *World, x float64) { New(40, x) }},
		{"AddDisc: R is %v", func(w *World, x float64) { w.AddDisc(Disc{R: x, From: at(9, 9)}) }},
		{"AddDisc: R is %v", func(w *World, x float64) { w.AddDisc(Disc{R: x, Held: true}) }},
		{"AddDisc: Mass is %v", func(w *World, x float64) { w.AddDisc(Disc{R: 1, From: at(9, 9), Mass: x}) }},
		{"AddDisc: From is %v", func(w *World, x float64) { w.AddDisc(Disc{R: 1, From: at(x, 9)}) }},
		{"AddDisc: V is %v", func(w *World, x float64) { w.AddDisc(Disc{R: 1, From: at(9, 9), V: at(1, x)}) }},
		{"Turn: V is %v", func(w *World, x float64) { w.Turn(0, at(x, 1)) }},
		{"Turn: V is %v", func(w *World, x float64) { w.Kick(0, at(x, 1)) }},
		{"Turn: V is %v", func(w *World, x float64) { w.Redirect(0, at(x, 1)) }},
		{"Launch: V is %v", func(w *World, x float64) { w.Launch(1, at(5, 20), at(x, 1)) }},
		{"Launch: From is %v", func(w *World, x float64) { w.Launch(1, at(5, x), at(1, 1)) }},
		{"Launch: R is %v", func(w *World, x float64) { w.Discs[1].R = x; w.Launch(1, at(5, 20), at(1, 1)) }},
		{"Rebuild: R is %v", func(w *World, x float64) { w.Discs[0].R = x; w.Renew() }},
		{"Rebuild: MaxSpeed is %v", func(w *World, x float64) { w.MaxSpeed = -math.Abs(x); w.Rebuild() }},
		{"Accelerate: a is %v", func(w *World, x float64) { w.Accelerate(at(0, x)) }},
		{"AddObstacle: PassDir is %v", func(w *World, x float64) {
			w.AddObstacle(Obstacle{Shape: &hexagon, PassDir: at(x, 0)})
		}},
		{"AddMover: Spin is %v", func(w *World, x float64) { w.AddMover(Obstacle{Shape: &hexagon}, Motion{Spin: x}) }},
		{"AddMover: Path is ", func(w *World, x float64) {
			w.AddMover(Obstacle{Shape: &hexagon}, Motion{Path: at(x, 0), Lap: 9})
		}},
		{"AddBody: position is %v", func(w *World, x float64) { w.AddBody(Obstacle{Shape: &hexagon}, 1, at(x, 0)) }},
		{"Steer: V is %v", func(w *World, x float64) { w.Steer(1, at(x, 0), 0) }},
		{"Steer: spin is %v", func(w *World, x float64) { w.Steer(1, at(0, 0), x) }},
		{"PlaceBody: position is %v", func(w *World, x float64) { w.PlaceBody(1, at(x, 0), 0) }},
		{"PlaceBody: angle is %v", func(w *World, x float64) { w.PlaceBody(1, at(9, 9), x) }},
		{"AddCapsule: X is %v", func(w *World, x float64) { w.AddCapsule(Capsule{X: x, Y: 20, Half: 2, R: 1}) }},
		{"AddCapsule: Y is %v", func(w *World, x float64) { w.AddCapsule(Capsule{X: 20, Y: x, Half: 2, R: 1}) }},
		{"AddCapsule: Half is %v", func(w *World, x float64) { w.AddCapsule(Capsule{X: 20, Y: 20, Half: x, R: 1}) }},
		{"AddCapsule: R is %v", func(w *World, x float64) { w.AddCapsule(Capsule{X: 20, Y: 20, Half: 2, R: x}) }},
		{"PlaceCapsule: x is %v", func(w *World, x float64) { w.PlaceCapsule(0, x, 4) }},
		{"PlaceCapsule: half is %v", func(w *World, x float64) { w.PlaceCapsule(0, 20, x) }},
		{"ResumeCapsule: x is %v", func(w *World, x float64) { w.ResumeCapsule(0, x, 0) }},
		{"ResumeCapsule: v is %v", func(w *World, x float64) { w.ResumeCapsule(0, 20, x) }},
		{"AddSensor: radius is %v", func(w *World, x float64) { w.AddSensor(&hexagon, x) }},
	} {
		for _, x := range []float64{math.NaN(), inf, -inf, 1e200, -1e200} {
			if strings.Contains(c.want, "MaxSpeed") {
				x = -math.Abs(x)
			}
			want := strings.Replace(c.want, "%v", fmt.Sprint(x), 1)
			mustPanic(t, want, func() { c.call(box(), x) })
		}
	}
	for want, call := range map[string]func(w *World){
		"New: w is 0, want 1e-09 to 1e+09":     func(*World) { New(0, 30) },
		"AddDisc: R is 0, want 1e-09 to 1e+09": func(w *World) { w.AddDisc(Disc{From: at(9, 9)}) },
		"Begin: Substeps is 0, want 1 to":      func(w *World) { w.Substeps = 0; tick(w) },
		"Begin: Substeps is -1":                func(w *World) { w.Substeps = -1; tick(w) },
		"Next: MaxContacts is 0, want 1 to": func(w *World) {
			w.Turn(0, at(0, 99))
			w.Rebuild()
			w.MaxContacts = 0
			ticks(w, 99)
		},
		"SetTarget: x is NaN":                   func(w *World) { w.SetTarget(0, math.NaN()) },
		"AddObstacle: the Shape has no corners": func(w *World) { w.AddObstacle(Obstacle{}) },
		"AddMover: the Shape has no corners":    func(w *World) { w.AddMover(Obstacle{}, Motion{}) },
		"AddMover: Lap is -1": func(w *World) {
			w.AddMover(Obstacle{Shape: &hexagon}, Motion{Lap: -1})
		},
		"AddMover: Path is 20, want 0 to 2.083": func(w *World) {
			w.AddMover(Obstacle{Shape: &hexagon}, Motion{Lap: 1, Path: at(0, 20)})
		},
		"AddCapsule: the capsule at (5, 5) overlaps": func(w *World) {
			w.AddCapsule(Capsule{X: 5, Y: 5, Half: 2, R: 1})
		},
		"AddCapsule: Half is 21, want 1 to 20": func(w *World) {
			w.AddCapsule(Capsule{X: 20, Y: 20, Half: 21, R: 1})
		},
		"AddCapsule: the second capsule has X 20, want at least 28": func(w *World) {
			w.AddCapsule(Capsule{X: 20, Y: 28, Half: 4, R: 1})
		},
		"Launch: R is -3": func(w *World) {
			w.Discs[1].R = -3
			w.Launch(1, at(5, 20), at(0, 0))
		},
		"Launch: a disc of radius 1 at {41 5} is": func(w *World) { w.Launch(1, at(41, 5), at(0, 0)) },
		"Turn: disc 1 is held":                    func(w *World) { w.Turn(1, at(1, 1)) },
		"Steer: the mover has no Body":            func(w *World) { w.Steer(0, at(1, 1), 0) },
		"Begin: the World is a copy":              func(w *World) { c := *w; tick(&c) },
		"Pass: Kind is side":                      func(w *World) { w.Pass(Contact{Kind: AtSide}) },
		"BounceWith: restitution is 1.5":          func(w *World) { w.BounceWith(Contact{}, 1.5) },
	} {
		mustPanic(t, want, func() { call(box()) })
	}
}

// An obstacle may not overlap a disc, unless it is a gate for the disc or does not touch it.
func TestAcceptsObstacle(t *testing.T) {
	w := box()
	w.AddFiltered(Disc{R: 1, From: at(30, 20)}, Filter{Category: 4})
	for _, c := range []struct {
		at   geom.Vec
		dir  geom.Vec
		f    Filter
		want string
	}{
		{at(6, 6), at(0, 0), Filter{}, "an obstacle overlaps disc 0 at {5 5}"},
		{at(5, 8), at(0, 0), Filter{}, ""},
		{at(6, 6), at(1, 0), Filter{}, ""},
		{at(6, 6), at(-1, 0), Filter{}, ""}, // the disc is inside already
		{at(5, 25), at(0, 0), Filter{}, ""}, // a held disc
		{at(30, 20), at(0, 0), Filter{Avoid: 4}, ""},
		{at(30, 20), at(0, 0), Filter{}, "an obstacle overlaps disc 2 at {30 20}"},
		{at(35, 5), at(0, 0), Filter{}, ""}, // obstacles may overlap
	} {
		o := Obstacle{Shape: new(geom.Regular(4, c.at, 2, 45)), PassDir: c.dir}
		if err := w.AcceptsObstacle(o, c.f); err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("AcceptsObstacle() at %v toward %v with %v = %v, want %q", c.at, c.dir, c.f, err, c.want)
		}
	}
	if err := w.AcceptsObstacle(Obstacle{}, Filter{}); err == nil {
		t.Error("AcceptsObstacle() without a shape = nil, want an error")
	}
}

// A DiscID remains valid when other discs are removed, and in copies.
func TestIDsRemainValid(t *testing.T) {
	rng := newSource(1)
	w := New(100, 100)
	radius := map[DiscID]float64{}
	for n := range 400 {
		if len(w.Discs) > 0 && rng.IntN(3) == 0 {
			i := rng.IntN(len(w.Discs))
			id := w.ID(i)
			w.RemoveDisc(i)
			delete(radius, id)
			if _, ok := w.Find(id); ok {
				t.Fatalf("Find(%d) = true after the disc was removed", id)
			}
		} else {
			d := Disc{R: 0.1 + rng.Float64(), From: at(float64(2+4*(n%24)), float64(2+4*(n/24)))}
			radius[w.ID(w.AddDisc(d))] = d.R
		}
		w = w.Clone()
		for id, r := range radius {
			if i, ok := w.Find(id); !ok || w.Discs[i].R != r || w.ID(i) != id {
				t.Fatalf("after %d changes, Find(%d) = %d, %v; want the disc of radius %g", n+1, id, i, ok, r)
			}
		}
	}
	w.RemoveDiscs()
	for id := range radius {
		if _, ok := w.Find(id); ok {
			t.Fatalf("Find(%d) = true after RemoveDiscs", id)
		}
	}
}

// Redirect without a response to a contact neither moves the disc nor hides contacts.
func TestRedirectWithoutAContact(t *testing.T) {
	w := New(40, 30)
	w.AddDisc(Disc{R: 1, From: at(5, 5), V: at(24, 0)})
	ticks(w, 100)
	before := w.At(0)
	w.Redirect(0, at(-240, 0))
	if now := w.At(0); now.Sub(before).Norm() > 1e-9 {
		t.Errorf("Redirect moves the disc from %v to %v", before, now)
	}
	if n := ticks(w, 20); n != 1 || w.Check() != nil {
		t.Errorf("%d contacts after Redirect, want 1; Check() = %v", n, w.Check())
	}
}

// Calls in the wrong order, with an index that was never valid, or for a disc in the wrong state panic.
func TestCallsInTheWrongOrderPanic(t *testing.T) {
	pendingAt := func(w *World, kind Kind) Contact { // a pending contact of disc 0
		v := map[Kind]geom.Vec{AtSide: at(-50, 0), AtEnd: at(0, -50), AtObstacle: at(50, 0)}
		w.Turn(0, v[kind])
		c, _ := w.Next(w.Begin())
		for n := 0; c.Kind != kind || c.N == (geom.Vec{}); n++ {
			if n == 100 {
				t.Fatalf("no contact of the kind %v", kind)
			}
			c, _ = w.Next(w.Begin())
		}
		return c
	}
	stale := func(w *World) Contact { // an earlier contact of disc 0 with the same kind as the pending one
		first := pendingAt(w, AtEnd)
		w.Bounce(first)
		for {
			if _, ok := w.Next(math.Inf(1)); ok {
				return first
			}
			w.Begin()
		}
	}
	for _, c := range []struct {
		want string
		call func(w *World)
	}{
		{"pending contact", func(w *World) { pendingAt(w, AtSide); w.Turn(0, at(1, 1)) }},
		{"pending contact", func(w *World) { pendingAt(w, AtSide); w.Launch(0, at(9, 9), at(1, 1)) }},
		{"no pending contact", func(w *World) { w.Bounce(stale(w)) }},
		{"no pending contact", func(w *World) { c := pendingAt(w, AtObstacle); w.ClearObstacles(); w.Bounce(c) }},
		{"pending contact", func(w *World) { pendingAt(w, AtSide); w.Redirect(0, at(1, 1)) }},
		{"Turn: disc 0 is held", func(w *World) { w.Bounce(pendingAt(w, AtSide)); w.Hold(0); w.Redirect(0, at(1, 1)) }},
		{"Place: a disc of radius 1 at {90 9} is", func(w *World) { w.Place(pendingAt(w, AtObstacle), at(90, 9), 0) }},
		{"Place: k is 3, want 0 to 2", func(w *World) { w.Place(pendingAt(w, AtObstacle), at(9, 9), 3) }},
		{"Next: end is NaN", func(w *World) { w.Begin(); w.Next(math.NaN()) }},
		{"Next: end is 0.001, want at least", func(w *World) { end := w.Begin(); w.Next(end / 2); w.Next(0.001) }},
		{"SetTick: called within a tick", func(w *World) { w.Begin(); w.SetTick(7) }},
		{"SetTick: called after AddDisc", func(w *World) { w.SetTick(7) }},
		{"PlaceCapsule: called within a tick", func(w *World) { w.Begin(); w.PlaceCapsule(0, 9, 4) }},
		{"ResumeCapsule: called within a tick", func(w *World) { w.Begin(); w.ResumeCapsule(0, 9, 0) }},
		{"Accelerate: called within a tick", func(w *World) { w.Begin(); w.Accelerate(at(0, 1)) }},
		{"Reshape: the Shape has no corners", func(w *World) { w.Reshape(0, geom.Polygon{}) }},
		{"AddSensor: the center of the Shape is NaN", func(w *World) {
			w.AddSensor(new(geom.Point(at(math.NaN(), 0))), 1)
		}},
		{"Sweep: radius is -1", func(w *World) { w.Sweep(at(9, 9), at(1, 1), -1, Search{}) }},
		{"Sweep: radius is NaN", func(w *World) { w.Sweep(at(9, 9), at(1, 1), math.NaN(), Search{}) }},
	} {
		mustPanic(t, c.want, func() { c.call(box()) })
	}

	for name, call := range map[string]func(w *World){
		"FilterDisc":     func(w *World) { w.FilterDisc(2, Filter{}) },
		"FilterObstacle": func(w *World) { w.FilterObstacle(3, Filter{}) },
		"FilterCapsule":  func(w *World) { w.FilterCapsule(1, Filter{}) },
		"OverlapPolygon": func(w *World) { w.OverlapPolygon(nil, Search{}) },
		"IsInside":       func(w *World) { w.AddSensor(new(geom.Point(at(5, 5))), 1); w.IsInside(0, 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of a body that does not exist does not panic", name)
				}
			}()
			call(box())
		}()
	}
}
