package world

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"strings"
	"testing"

	"arkterm/engine/geom"
)

// restored returns the world that a snapshot of w holds.
func restored(t testing.TB, w *World) *World {
	t.Helper()
	b, err := w.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var r World
	if err := r.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	return &r
}

// snapshot returns the bytes of w.
func snapshot(t testing.TB, w *World) []byte {
	t.Helper()
	b, err := w.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// restless returns a scene with some of everything, and the mover of a body in it.
func restless(seed uint64) (w *World, body int) {
	w = crowded(seed, false)
	if seed%4 == 3 {
		w = storm(honeycomb(), 32, ballR, 270, seed)
	}
	for i := len(w.Discs) - 1; i >= 0; i-- { // out of its way
		if w.At(i).Sub(at(60, 44)).Norm() < 1.6+w.Discs[i].R {
			w.RemoveDisc(i)
		}
	}
	return w, w.AddBody(Obstacle{Shape: new(geom.Regular(5, geom.Vec{}, 1.5, 0))}, 1, at(60, 44))
}

// stir steers what can be steered in tick n.
func stir(w *World, body, n int, rng source) {
	if n%50 == 0 {
		w.Steer(body, at(float64(n%3)-1, float64(n%2)), 0.2)
	}
	if len(w.Capsules) > 0 {
		w.SetGoal(0, 64*rng.Float64())
	}
}

// A world that is restored again and again has the same contacts as one that nobody saves.
func TestARestoredWorldGoesOnBitForBit(t *testing.T) {
	for seed := range uint64(12) {
		w, body := restless(seed)
		again, rng, one, two := restored(t, w), newSource(seed), newSource(seed), newSource(seed)
		for n := range 2 * TicksPerSecond {
			if rng.IntN(20) == 0 {
				again = restored(t, again)
			}
			stir(w, body, n, one)
			stir(again, body, n, two)
			var seen []Touch
			for c := range w.Tick() {
				seen = append(seen, c)
			}
			for c := range again.Tick() {
				if len(seen) == 0 || c != seen[0] {
					t.Fatalf("seed %d, tick %d: %+v where it was restored, want %+v", seed, n, c, seen)
				}
				seen = seen[1:]
			}
			if len(seen) > 0 {
				t.Fatalf("seed %d, tick %d: %+v is missing where it was restored", seed, n, seen)
			}
		}
		if !bytes.Equal(snapshot(t, w), snapshot(t, again)) {
			t.Errorf("seed %d: other bytes", seed)
		}
	}
}

// What was saved and what is restored of it have the same contacts in the same roles.
func TestASavedWorldGoesOnAsItIsRestored(t *testing.T) {
	for seed := range uint64(6) {
		w, body := restless(seed)
		again, rng, one, two := w, newSource(seed), newSource(seed), newSource(seed)
		for n := range 2 * TicksPerSecond {
			if n == 0 || rng.IntN(20) == 0 {
				again = restored(t, w)
			}
			stir(w, body, n, one)
			stir(again, body, n, two)
			w.Begin()
			end := again.Begin()
			for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
				if d, ok := again.Next(end); !ok || c != d || w.Now() != again.Now() {
					t.Fatalf("seed %d, tick %d: %+v, restored %+v", seed, n, c, d)
				}
				w.Bounce(c)
				again.Bounce(c)
			}
			if c, ok := again.Next(end); ok {
				t.Fatalf("seed %d, tick %d: %+v only where it was restored", seed, n, c)
			}
		}
		if !bytes.Equal(snapshot(t, w), snapshot(t, again)) {
			t.Errorf("seed %d: other bytes", seed)
		}
	}
}

// Discs and obstacles that were added since the last tick are in it, and old courses too.
func TestASnapshotMayBeTakenBeforeTheFirstTick(t *testing.T) {
	w := New(64, 48)
	w.SetTick(77)
	w.AddObstacle(Obstacle{Shape: new(geom.Regular(6, at(20, 20), 3, 0)), Way: at(1, 0)})
	w.AddFiltered(Disc{R: 1, From: at(10, 20), V: at(30, 1)}, Filter{Category: 8, Avoid: 4})
	w.AddDisc(Disc{R: 1, From: at(40, 40), Mass: 1e-3})
	w.AddDisc(Disc{R: 1, Held: true})
	again := restored(t, &w)
	ticks(&w, 20*TicksPerSecond)
	ticks(again, 20*TicksPerSecond)
	again = restored(t, again)
	ticks(&w, TicksPerSecond)
	ticks(again, TicksPerSecond)
	if !bytes.Equal(snapshot(t, &w), snapshot(t, again)) || digest(&w) != digest(again) {
		t.Error("another world")
	}
}

func TestSnapshotsAreRefused(t *testing.T) {
	w := crowded(1, false)
	good := snapshot(t, w)
	for what, bad := range map[string][]byte{
		"not a snapshot":         []byte("arkterm and more than that"),
		"version 2, want 1":      sealed(append([]byte("arkworld\x02\x00"), good[10:len(good)-4]...)),
		"the check sum is wrong": append(bytes.Clone(good[:len(good)-1]), good[len(good)-1]+1),
		"cut short":              sealed(bytes.Clone(good[:len(good)/2])),
		"1 bytes too many":       sealed(append(bytes.Clone(good[:len(good)-4]), 0)),
		"a list of 4294967295":   sealed(append(bytes.Clone(good[:listAt]), 0xff, 0xff, 0xff, 0xff)),
	} {
		kept := crowded(2, false)
		err := kept.UnmarshalBinary(bad)
		if err == nil || !strings.HasPrefix(err.Error(), "restore a world: ") || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want %q", err, what)
		}
		if digest(kept) != digest(crowded(2, false)) {
			t.Errorf("%s: the world has changed", what)
		}
	}
	w.Begin()
	if _, err := w.MarshalBinary(); err == nil {
		t.Error("saved within a tick")
	}
}

// listAt is where the list of discs begins.
const listAt = snapshotHead + 16 + 4 + 4 + 8 + 4 + 8 + 2 + 8 + 16

// sealed returns a snapshot's head and state with a check sum.
func sealed(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b)) }

// What would take memory or time as the number of bodies squared is refused.
func TestCrowdedSnapshotsAreRefused(t *testing.T) {
	w := New(1000, 1000)
	for range 20000 {
		w.Discs = append(w.Discs, Disc{From: at(500, 500), R: 0.1, Mass: 1})
	}
	w.rests, w.tracks, w.approaches = make([]rest, 20000), make([]track, 20000), make([]approach, 20000)
	if _, err := w.MarshalBinary(); err == nil || !strings.Contains(err.Error(), "too many discs") {
		t.Errorf("20,000 discs at one place: %v", err)
	}
	w = New(1000, 1000)
	for range 3000 {
		w.AddObstacle(Obstacle{Shape: new(geom.Regular(4, at(500, 500), 600, 45))})
	}
	if _, err := w.MarshalBinary(); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("3,000 obstacles as large as the field: %v", err)
	}
	w = New(1000, 1000)
	w.AddDisc(Disc{From: at(5, 5), R: 1, V: at(3, 4)})
	w.Discs[0].V.X = math.NaN()
	if _, err := w.MarshalBinary(); err == nil {
		t.Error("a velocity that is no number is saved")
	}
}

// FuzzSnapshot lets anybody write the state of a snapshot: it is refused, or the world can be played,
// saved and restored.
func FuzzSnapshot(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(snapshot(f, crowded(seed, false))[snapshotHead:])
	}
	small := New(20, 10)
	small.AddDisc(Disc{R: 1, From: at(5, 5), V: at(10, 3)})
	f.Add(snapshot(f, &small)[snapshotHead:])
	f.Fuzz(func(t *testing.T, state []byte) {
		if len(state) < 4 {
			return
		}
		var w World
		head := binary.LittleEndian.AppendUint16([]byte(snapshotMagic), snapshotVersion)
		if w.UnmarshalBinary(sealed(append(head, state[:len(state)-4]...))) != nil {
			return
		}
		first := snapshot(t, &w)
		if again := restored(t, &w); !bytes.Equal(snapshot(t, again), first) {
			t.Error("restored twice, it is another world")
		}
		w.MaxContacts, w.Substeps = min(w.MaxContacts, 50), min(w.Substeps, 4)
		for range 4 {
			for range w.Tick() {
			}
		}
	})
}
