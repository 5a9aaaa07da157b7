package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// TestScripts plays the recordings in testdata. Each contains a few lines of input and the expected
// state. "pack NAME" refers to the level in testdata/NAME.level. The test compares the number of
// events and a hash of all their fields, the score and the tally with testdata/events.txt. go test
// ./engine -update writes that file.
func TestScripts(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	const golden = "testdata/events.txt"
	files, err := filepath.Glob("testdata/*.ark")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/*.ark matches no scripts: %v", err)
	}

	text, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}

	want := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, log, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[name] = log
	}

	var all strings.Builder
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ark")
		t.Run(name, func(t *testing.T) {
			log := playScript(t, file)
			fmt.Fprintf(&all, "%s %s\n", name, log)
			if log != want[name] && !*update {
				t.Errorf("events differ: got %s, want %s", log, want[name])
			}
		})
	}

	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// playScript plays a recording. It returns the number and the hash of its events.
func playScript(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	r, err := record.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}

	h, events := spec.NewHasher(), 0
	check := func(g *engine.Game) error {
		for _, e := range g.Events {
			events++
			for _, x := range [...]int{int(e.Kind), e.Ball, e.Brick, e.Value, e.Other} {
				h.Int(x)
			}
			for _, x := range [...]float64{e.At.X, e.At.Y, e.N.X, e.N.Y, e.TickFraction} {
				h.Float(x)
			}
		}
		return g.Check()
	}

	g, err := r.Play(board(t, r.Pack), check)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return ""
	}

	h.Int(g.Score)
	for _, c := range fmt.Appendf(nil, "%v %v", g.Tally, g.ChallengeState) {
		h.Word(uint64(c))
	}
	return fmt.Sprintf("%d %016x", events, uint64(h))
}

// board reads testdata/NAME.level.
func board(t *testing.T, name string) []spec.Level {
	t.Helper()
	file := filepath.Join("testdata", name+".level")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pack, err := levels.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return pack.Levels
}
