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
// levels, which have between them all that there is, end in the hashes of
// testdata/games.txt. Renew it with -update when the rules or a level were meant to change.
func TestSameGamesOnEveryProcessor(t *testing.T) {
	const file, ticks = "testdata/games.txt", 45 * engine.TicksPerSecond
	var b strings.Builder
	pack := Shipped()
	for _, name := range []string{"Honeycomb", "Garden", "Minefield", "Orbits", "Heart", "Asteroid Belt", "Stained Glass", "Jellyfish", "Atlantis"} {
		i, err := pack.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		n, g := botPlays(t, pack.Levels[i], 1, ticks)
		fmt.Fprintf(&b, "%s: %d ticks, %d points, %d balls, %d bricks left, %s, hash %016x\n",
			name, n, g.Score, g.Lives, g.Left, g.Phase, g.Hash())
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("plays\n%s\nwant\n%s", got, want)
	}
}

// Every third level of a recorded game through all of them plays to its marks; the others do
// so in cmd/arkterm's tests. An emulator takes its time.
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
	pack := Shipped()
	for i, link := range r.Links() {
		if i%3 != 0 {
			continue
		}
		if _, err := link.Play(pack.Levels, nil); err != nil {
			t.Error(err)
		}
	}
}
