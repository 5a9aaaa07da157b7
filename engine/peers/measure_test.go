package main

import (
	"math"
	"testing"

	"arkterm/engine/world/scenes"
)

// millionContacts is the number of contacts for which the documented limit of the energy drift
// applies.
const millionContacts = 1_000_000

func TestOursLosesNoBallAndNoEnergy(t *testing.T) {
	s := scenes.NamedWorkload("w2").Scene()
	want := millionContacts
	if testing.Short() {
		want /= 20
	}

	w := start(t, Engines[0], &s).(*scenes.Run)
	before, contacts := energy(w, &s), 0
	for contacts < want {
		for range 480 {
			contacts += w.Tick()
		}

		for i := range s.Balls {
			if outside(w, &s, i) {
				t.Fatalf("ball %d has left the field", i)
			}
		}

		if err := w.World.Check(); err != nil {
			t.Fatal(err)
		}
	}

	drift := math.Abs(energy(w, &s)/before - 1)
	if bound := 1e-12 * max(1, float64(contacts)/millionContacts); drift > bound {
		t.Errorf("the energy has drifted by %g after %d contacts, want at most %g", drift, contacts, bound)
	}
}

func TestOursKeepsFastBallsIn(t *testing.T) {
	s := scenes.NamedWorkload("w2").Scene()
	s.Balls = s.Balls[:20]
	for _, speed := range EscapeTestSpeeds {
		if testing.Short() && speed > 2000 {
			continue
		}
		got, err := escape(Engines[0], s, speed)
		if err != nil {
			t.Fatal(err)
		}
		if got.Escaped != 0 || math.Abs(got.Drift) > 1e-11 {
			t.Errorf("escape() at %g units/s = %d balls out, energy drift %g; want 0 and at most 1e-11", speed,
				got.Escaped, got.Drift)
		}
	}
}

func TestComparingRunsEveryEngine(t *testing.T) {
	s := scenes.NamedWorkload("w2").Scene()
	got, err := compare(&s, scenes.Workload{Steps: 20, Runs: 2}, 3)
	if err != nil {
		t.Fatal(err)
	}
	for k, e := range Engines {
		if !(got[k].Ns >= 0) || got[k].Escaped < 0 || (got[k].Contacts > 0) != (k == ours) {
			t.Errorf("%s: timing %+v is invalid, or Contacts is set for another engine than arkterm", e.Name, got[k])
		}
	}
	if got[0].Allocs != 0 {
		t.Errorf("arkterm allocates %g times per step, want 0", got[0].Allocs)
	}
}

func TestMedian(t *testing.T) {
	ns := func(t Timing) float64 { return t.Ns }
	if got := median([]Timing{{Ns: 9}, {Ns: 1}, {Ns: 2}}, ns); got != 2 {
		t.Errorf("median of 9, 1 and 2 = %g, want 2", got)
	}
	if got := median([]Timing{{Ns: 9}, {Ns: 1}, {Ns: 2}, {Ns: 4}}, ns); got != 3 {
		t.Errorf("median of 9, 1, 2 and 4 = %g, want 3", got)
	}
}
