package engine_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
)

var update = flag.Bool("update", false, "update testdata/golden.txt")

// TestGoldenHashes compares hashes with testdata/golden.txt. The bot plays half a minute of each
// level, and 1,000 discs move in a world without rules. The hashes are the same on every processor,
// and make test-arch compares them on several. They change when the rules or the physics change. In
// that case, update them with go test ./engine -update and give the reason in the commit.
func TestGoldenHashes(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	const file = "testdata/golden.txt"
	var b strings.Builder
	fmt.Fprintf(&b, "rules %d\n", engine.Rules)
	for _, l := range levels.Shipped().Levels {
		fmt.Fprintf(&b, "%016x %s\n", playedHash(t, l, 1), l.Name)
	}

	fmt.Fprintf(&b, "%016x storm\n", stormHash())
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	got := b.String()
	if got == string(want) {
		return
	}

	t.Errorf("hashes differ from %s, got:\n%s", file, got)
	if strings.HasPrefix(string(want), fmt.Sprintf("rules %d\n", engine.Rules)) {
		t.Errorf("engine.Rules is still %d. If the change affects recorded games, set it to %d: "+
			"else recordings that players keep are said to be false", engine.Rules, engine.Rules+1)
	}
}

func playedHash(t *testing.T, l spec.Level, seed uint64) uint64 {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	bot := bot.New(seed)
	for range 30 * engine.TicksPerSecond {
		g.Step(engine.Input{bot.Play(g), engine.Idle})
	}
	return g.Hash()
}

// stormHash simulates 1,000 discs among the bricks of the first level for ten seconds.
func stormHash() uint64 {
	l := levels.Shipped().Levels[0]
	w := among(l, fill(l, 1000, 0.25, 20, 1))
	for range 10 * engine.TicksPerSecond {
		bounce(w)
	}

	h := fnv.New64a()
	for i := range w.Discs {
		at, v := w.At(i), w.Discs[i].V
		var b [8]byte
		for _, x := range [...]float64{at.X, at.Y, v.X, v.Y} {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
			h.Write(b[:])
		}
	}

	return h.Sum64()
}
