package levels

import (
	"hash/fnv"
	"testing"

	"arkterm/engine/spec"
)

// requests returns requests of all symmetries and difficulties.
func requests(n int) (all []Request) {
	for i := range n {
		all = append(all, Request{
			Seed: uint64(i) * 7, Difficulty: 1 + i%MaxDifficulty, Symmetry: Group(i / 3 % int(numGroups)),
		})
	}
	return all
}

// TestGeneratedLevelsArePlayable checks that drafts are valid level files, and that their drawings are symmetrical.
func TestGeneratedLevelsArePlayable(t *testing.T) {
	for _, w := range requests(210) {
		l, err := w.Level(0, 0)
		if err != nil {
			t.Fatalf("%+v: %v\n%s", w, err, w.Text(0, 0, Par{}))
		}
		if l.Speed < minPredictedSpeed || l.Speed > maxPredictedSpeed || hitsOf(&l) < minHits {
			t.Errorf("%+v: speed %d and %d hits, want %d to %d and at least %d", w, l.Speed, hitsOf(&l),
				minPredictedSpeed, maxPredictedSpeed, minHits)
		}
		if w.Symmetry != AnyGroup {
			checkSymmetry(t, w, &l)
		}
	}
}

// checkSymmetry checks that each brick of the drawing has equal bricks at the images of its place.
func checkSymmetry(t *testing.T, w Request, l *spec.Level) {
	t.Helper()
	d, _ := w.draft(0)
	bricks := map[place]spec.BrickSpec{}
	for _, b := range l.Bricks {
		if b.Motion == (spec.Motion{}) {
			at, _ := b.Shape.Circle()
			u := int(at.X+0.5)/4 - canvasU // the left column has its center at 2.5
			v := (2*int(at.Y+100)-208-d.pitch()+4)/d.pitch() - d.height
			bricks[snap(u, v)] = b
		}
	}
	for p, b := range bricks {
		all, n := w.Symmetry.images(p)
		for _, q := range all[:n] {
			if o, ok := bricks[q]; !ok || o.Kind != b.Kind || o.Hue != b.Hue || o.Hits != b.Hits {
				t.Fatalf("%+v: brick %s at %v, but %s at its image %v\n%s", w, spec.Kinds[b.Kind].Name, p,
					spec.Kinds[o.Kind].Name, q, w.Text(0, 0, Par{}))
			}
		}
	}
}

// TestGeneratedLevelsAreStable checks that requests produce the same levels on each processor, because daily games,
// endless games and players who share a seed depend on them.
func TestGeneratedLevelsAreStable(t *testing.T) {
	const want = 0x13fe8c4cadc8dd64
	h := fnv.New64a()
	for _, w := range requests(70) {
		h.Write([]byte(w.Text(1, 0, Par{Seconds: 60, Points: 1000})))
	}
	if got := h.Sum64(); got != want {
		t.Errorf("hash of generated levels = %#x, want %#x", got, uint64(want))
	}
}

// TestTriesDiffer checks that seeds and tries produce different levels.
func TestTriesDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	const n = 40
	for i := range n {
		l, err := Request{Seed: uint64(i / 2), Difficulty: 5}.Level(i%2, 100)
		if err != nil {
			t.Fatal(err)
		}
		seen[spec.Digest([]spec.Level{l})] = true
	}
	if len(seen) < n {
		t.Errorf("%d different levels of %d, want all", len(seen), n)
	}
}
