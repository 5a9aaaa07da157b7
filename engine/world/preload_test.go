package world

import (
	"fmt"
	"testing"
)

// Calling preload between any two contacts changes nothing, in any field.
func TestPreloadDoesNotAffectTheMotion(t *testing.T) {
	contacts := 0
	for seed := range uint64(40) {
		var worlds [2]*World
		for k := range worlds {
			worlds[k] = scatteredScene(seed)
			if seed < 2 { // the field is so narrow that discs are in no cell
				w := New(10, 20)
				w.Wrap(true, seed == 1)
				w.AddDisc(Disc{R: 2.4, From: at(5, 16)})
				for n := range 2 * fewDiscs {
					v := at(float64(n-7), float64(3*n-20))
					w.AddDisc(Disc{R: 0.2, From: at(float64(2*(n%4)+1), float64(3*(n/4)+1)), V: v})
				}
				worlds[k] = w
			}
		}
		for n := range 60 {
			a, b := encounters(worlds[0]), ""
			for c := range worlds[1].Tick() {
				worlds[1].preload(worlds[1].now)
				b += fmt.Sprintf("\n%v %d %d at %v", c.Kind, c.Disc, c.Other, c.Time)
				contacts++
			}
			if a != b || worlds[0].Hash() != worlds[1].Hash() {
				t.Fatalf("seed %d, tick %d: contacts%s\nwith preload%s", seed, n, a, b)
			}
		}
	}
	if contacts < 1000 {
		t.Errorf("%d contacts, want at least 1,000", contacts)
	}
}

// Next preloads in a large world, and a tick of it does not allocate once warm.
func TestNextPreloadsInLargeWorlds(t *testing.T) {
	const columns = 256
	w := New(columns, preloadFrom/columns)
	for k := range preloadFrom {
		v := newSource(uint64(k)).direction()
		w.AddDisc(Disc{R: 0.25, From: at(float64(k%columns)+0.5, float64(k/columns)+0.5), V: v.Mul(20)})
	}
	for range 24 {
		tick(w)
	}
	if w.preloaded.until < w.now {
		t.Errorf("the data of events until %g is loaded, want at least %g", w.preloaded.until, w.now)
	}
	if n := testing.AllocsPerRun(4, func() { tick(w) }); n > 0 {
		t.Errorf("a tick allocates %g times, want 0", n)
	}
}
