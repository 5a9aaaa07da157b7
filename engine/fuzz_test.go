package engine

import (
	"math/rand/v2"
	"testing"

	"arkterm/engine/spec"
)

// FuzzDrops plays random inputs on a board with all kinds of bricks, some of which move. Random
// drops are caught at random times. It checks the invariants in every tick.
func FuzzDrops(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(30))
	f.Add(uint64(2), uint8(1), uint8(3))
	f.Add(uint64(3), uint8(5), uint8(200))
	f.Fuzz(func(t *testing.T, seed uint64, difficulty, every uint8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		l := levelWithDrops(seed)
		l.Balls = 1 + int(seed%spec.MaxServeBalls)
		for k := range l.Bricks {
			if b := &l.Bricks[k]; !spec.Kinds[b.Kind].Immovable && rng.IntN(6) == 0 {
				b.Motion.Spin = 300 * (rng.Float64() - 0.5)
			}
		}

		g, err := New(Config{
			Setup:  Setup{Seed: seed, Difficulty: Difficulty(int(difficulty) % len(Difficulties))},
			Levels: []spec.Level{l, l},
		})
		if err != nil {
			t.Fatal(err)
		}

		w := &wild{rng: Random(seed)}
		for range 5 * TicksPerSecond {
			if k := spec.NoDrop + 1 + spec.DropKind(rng.IntN(int(spec.NumDrops-1))); g.Phase == Play &&
				rng.IntN(1+int(every)) == 0 {
				g.applyDrop(k, 0)
			}
			g.Step(Input{w.play(), Idle})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
