package world

import (
	"math/bits"
	"testing"

	"arkterm/engine/geom"
)

// Two gases in one box that avoid each other behave like two gases in two boxes, bit for bit.
func TestFilteredGasesAreIndependent(t *testing.T) {
	hexes := boardRows()
	one := scatter(boardW, boardH, hexes, 40, discR, 20, 1)
	two := scatter(boardW, boardH, hexes, 40, discR, 20, 2)
	alone := [2]*World{closedBox(boardW, boardH, hexes, one), closedBox(boardW, boardH, hexes, two)}
	both := closedBox(boardW, boardH, hexes, nil)
	for k := range one {
		both.AddFiltered(one[k], Filter{Category: 2, Avoid: 4})
		both.AddFiltered(two[k], Filter{Category: 4, Avoid: 2})
	}
	for range 5 * TicksPerSecond {
		tick(both)
		tick(alone[0])
		tick(alone[1])
		if err := both.Check(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range both.Discs {
		if got, want := both.At(i), alone[i%2].At(i/2); got != want {
			t.Fatalf("disc %d is at %v, want %v as in a separate box", i, got, want)
		}
	}
}

// Pairs that avoid each other have no contacts, and all kinds of other pairs do.
func TestFiltersSelectContacts(t *testing.T) {
	touched := map[Kind]int{}
	for seed := range uint64(10) {
		rng := newSource(seed)
		w := randomScene(rng, 12, 18, 4, true, false)
		filter := func() Filter { return Filter{Category: 1 << rng.IntN(3), Avoid: 1 << rng.IntN(4)} }
		for i := range w.Discs {
			w.FilterDisc(i, filter())
		}
		for k := range w.Obstacles {
			w.FilterObstacle(k, filter())
		}
		w.FilterCapsule(0, filter())
		for n := range 4 * TicksPerSecond {
			setRandomTarget(w, 0, rng)
			for c := range w.Tick() {
				mine := w.FilterOf(AtDisc, c.Disc)
				if other := w.FilterOf(c.Kind, c.Other); c.Kind >= AtCapsule && !mine.Touches(other) {
					t.Fatalf("a disc with filter %+v touches a %v with filter %+v, want no contact", mine, c.Kind,
						other)
				}
				touched[c.Kind]++
			}
			if n%100 == 99 && len(w.Discs) > 0 { // a disc that overlaps nothing starts to touch other bodies
				i := rng.IntN(len(w.Discs))
				if free(w, i) {
					w.FilterDisc(i, Filter{Category: 1 << rng.IntN(3)})
				}
			}
			if err := w.Check(); err != nil {
				t.Fatalf("seed %d, tick %d: %v", seed, w.tick, err)
			}
		}
	}
	for _, k := range []Kind{AtCapsule, AtObstacle, AtMover, AtDisc} {
		if touched[k] < 10 {
			t.Errorf("%d contacts with a %v, want at least 10", touched[k], k)
		}
	}
}

// free reports whether disc i overlaps no body.
func free(w *World, i int) bool {
	for range w.Overlap(w.At(i), w.Discs[i].R, Search{
		Filter: Filter{Category: 1 << 9}, // no filter avoids this category
		Skip:   func(k Kind, j int) bool { return k == AtDisc && j == i },
	}) {
		return false
	}
	return true
}

func TestTouchesIsMutual(t *testing.T) {
	for n := range uint32(1 << 12) {
		f, g := Filter{n & 7, n >> 3 & 7}, Filter{n >> 6 & 7, n >> 9}
		if f.Touches(g) != g.Touches(f) {
			t.Fatalf("%v.Touches(%v) = %v, but in the opposite order %v", f, g, f.Touches(g), g.Touches(f))
		}
		if f.Avoid == 0 && g.Avoid == 0 && !f.Touches(g) {
			t.Fatalf("%v.Touches(%v) = false, want true for two filters without Avoid", f, g)
		}
		if f.Avoid == ^uint32(0) && f.Touches(g) {
			t.Fatalf("%v.Touches(%v) = true, want false for a filter that avoids all categories", f, g)
		}
	}
	if (Filter{Avoid: ^uint32(0)}).Touches(Filter{}) || bits.OnesCount32(Filter{}.categories()) != 1 {
		t.Error("the zero filter does not have exactly one category, or a filter that avoids all categories touches it")
	}
}

// Filters keep their discs when indices change.
func TestFiltersKeepTheirDiscs(t *testing.T) {
	w := New(64, 48)
	for k := range 5 {
		w.AddFiltered(Disc{R: 1, From: at(5+4*float64(k), 5)}, Filter{Category: 1 << k})
	}
	w.RemoveDisc(1)
	clone := w.Clone()
	clone.FilterDisc(0, Filter{Category: 99})
	for i, want := range []uint32{1, 4, 8, 16} {
		if got := w.FilterOf(AtDisc, i).Category; got != want {
			t.Errorf("FilterOf(AtDisc, %d).Category = %d, want %d", i, got, want)
		}
	}
	w.RemoveDiscs()
	w.AddDisc(Disc{R: 1, From: at(5, 5)})
	if w.FilterOf(AtDisc, 0) != (Filter{}) {
		t.Error("a new disc has the filter of a removed disc, want none")
	}
	w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(30, 20), 3, 0))})
	if w.FilterOf(AtObstacle, 0) != (Filter{}) {
		t.Error("a new obstacle has the filter of a disc, want none")
	}
}
