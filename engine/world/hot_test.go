package world

import (
	"testing"
	"unsafe"
)

// What crossing the edge of a cell reads of a disc is two lines of a cache. Where floats are aligned to 4 bytes, as on
// 386, a track is a little smaller.
func TestHotStateFitsLinesOfTheCache(t *testing.T) {
	const line = 64
	fits := func(n uintptr) bool { return n == line || n < line && unsafe.Alignof(Disc{}) == 4 }
	if n := unsafe.Sizeof(Disc{}); !fits(n) {
		t.Errorf("a disc takes %d bytes", n)
	}
	if n := unsafe.Sizeof(track{}); !fits(n) {
		t.Errorf("a track takes %d bytes", n)
	}
}

func TestChoiceWithoutABranch(t *testing.T) {
	for which, want := range []float64{never, -2.5} {
		if got := choose(which, -2.5, never); got != want {
			t.Errorf("choice %d: %v, want %v", which, got, want)
		}
	}
	for v, want := range map[float64]int{-3: 1, -1e-300: 1, 0: 0, 1e-300: 0, 7: 0} {
		if got := signBit(v); got != want {
			t.Errorf("below(%v) = %d", v, got)
		}
	}
}
