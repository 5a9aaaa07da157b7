package levels

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine"
)

// What make arch runs on every processor, an emulated one among them: games of shipped
// levels end in the hashes of testdata/games.txt. Renew it with -update when the rules
// or a level were meant to change.
func TestSameGamesOnEveryProcessor(t *testing.T) {
	const name, ticks = "testdata/games.txt", 60 * engine.TicksPerSecond
	var b strings.Builder
	for _, level := range []int{1, 4, 8, 12, 13, 18} {
		for seed := range uint64(2) {
			n, g := botPlays(t, level-1, seed+1, ticks)
			fmt.Fprintf(&b, "level %d seed %d: %d ticks, %d points, %d balls, %d bricks left, %s, hash %016x\n",
				level, seed+1, n, g.Score, g.Lives, g.Left, g.Phase, g.Hash())
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("plays\n%s\nwant\n%s", got, want)
	}
}

// A recorded game through all levels plays to its marks; the others do so in cmd/arkterm's
// tests. An emulator takes its time.
func TestSameReplayOnEveryProcessor(t *testing.T) {
	name := filepath.Join("..", "cmd", "arkterm", "testdata", "replays", "bot-1.ark")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.ParseRecording(name, data)
	if err != nil {
		t.Fatal(err)
	}
	if r.Marks() < 100 {
		t.Errorf("%d marks in %s", r.Marks(), name)
	}
	if _, err := r.Play(Shipped().Levels, nil); err != nil {
		t.Error(err)
	}
}
