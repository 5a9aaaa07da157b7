package world

import (
	"testing"
	"unsafe"
)

// Crossing the edge of a cell reads two cache lines per disc. Where floats are aligned to 4 bytes, as on 386, a track
// is slightly smaller.
func TestHotStateFitsCacheLines(t *testing.T) {
	const line = 64
	fits := func(n uintptr) bool { return n == line || n < line && unsafe.Alignof(Disc{}) == 4 }
	if n := unsafe.Sizeof(Disc{}); !fits(n) {
		t.Errorf("a Disc takes %d bytes, want %d", n, line)
	}
	if n := unsafe.Sizeof(track{}); !fits(n) {
		t.Errorf("a track takes %d bytes, want %d", n, line)
	}
}

func TestBranchFreeChoice(t *testing.T) {
	for which, want := range []float64{never, -2.5} {
		if got := selectByBit(which, -2.5, never); got != want {
			t.Errorf("selectByBit(%d, -2.5, never) = %v, want %v", which, got, want)
		}
	}
	for v, want := range map[float64]int{-3: 1, -1e-300: 1, 0: 0, 1e-300: 0, 7: 0} {
		if got := signBit(v); got != want {
			t.Errorf("signBit(%v) = %d, want %d", v, got, want)
		}
	}
}
