package levels

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/engine/spec"
)

// TestSameGamesOnEveryProcessor is run by "make test-arch" on each processor, some of them emulated. It plays shipped
// levels, which together contain everything, and compares the hashes at the end with testdata/games.txt. Update the
// file with -update after intended changes of rules or levels.
func TestSameGamesOnEveryProcessor(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	const file, ticks = "testdata/games.txt", 45 * engine.TicksPerSecond
	var b strings.Builder
	pack := Shipped()
	for _, name := range []string{
		"Honeycomb", "Beanstalk", "Fireworks", "Orbits", "Heart", "Asteroid Belt",
		"Stained Glass", "Jellyfish", "Atlantis", "Hive Queen", "The Bastion", "Deep Heart",
	} {
		i, err := pack.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		n, g := botPlays(t, pack.Levels[i], 1, ticks)
		fmt.Fprintf(&b, "%s: %d ticks, %d points, %d balls, %d bricks left, %s, hash %016x\n",
			name, n, g.Score, g.Lives, g.BricksLeft, g.Phase, g.Hash())
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
		t.Errorf("results of the games:\n%s\nwant:\n%s", got, want)
	}
}

// TestSameReplayOnEveryProcessor plays every third level of a recorded game and compares its checkpoints. Tests of
// cmd/arkterm cover the other levels, because emulators are slow.
func TestSameReplayOnEveryProcessor(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	name := filepath.Join("..", "cmd", "arkterm", "testdata", "replays", "bot-1.ark")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	if r.Checkpoints() < 100 {
		t.Errorf("%[2]s has %[1]d checkpoints, want at least 100", r.Checkpoints(), name)
	}
	pack := Shipped()
	for i, link := range r.SplitLevels() {
		if i%3 != 0 {
			continue
		}
		if _, err := link.Play(pack.Levels, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestSameModesOnEveryProcessor plays a recording of each mode in testdata/modes and compares its checkpoints. A
// recording contains 30 seconds of bots, a change of the difficulty, and all kinds of help. Update them with -update
// after intended changes of the rules.
func TestSameModesOnEveryProcessor(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	for m, row := range engine.Modes {
		t.Run(row.Name, func(t *testing.T) {
			name, pack := filepath.Join("testdata", "modes", row.Name+".ark"), modeLevels(t, engine.Mode(m))
			if *update {
				if err := os.WriteFile(name, recordMode(t, engine.Mode(m), pack), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatalf("missing recording of a mode; update with go test ./levels -run Modes -update\n%v", err)
			}
			r, err := record.Parse(name, data)
			if err != nil {
				t.Fatal(err)
			}
			if r.Mode != engine.Mode(m) || r.End == nil || !r.Assisted || !r.ChangesTerms() || r.Checkpoints() < 4 {
				t.Errorf(
					"%s: mode %s, %d checkpoints, ended %v, assisted %v; want the mode of the file, at least 4, "+
						"true, true",
					name, r.Mode, r.Checkpoints(), r.End != nil, r.Assisted)
			}
			if _, err := r.Play(pack, nil); err != nil {
				t.Errorf("%v\nafter an intended change of the rules: go test ./levels -run Modes -update", err)
			}
		})
	}
}

// modeLevels returns the own levels of the mode, or shipped levels that do not change.
func modeLevels(t *testing.T, m engine.Mode) []spec.Level {
	if pack, own := ModePack(m, modeDay); own {
		return pack.Levels
	}
	l := lab(t).Levels
	return append(l, l...)
}

// modeDay is the day of the daily game.
const modeDay engine.Day = 2026_11_22

// recordMode returns the recording of a game of the mode with bots.
func recordMode(t *testing.T, m engine.Mode, pack []spec.Level) []byte {
	c := engine.Config{Setup: engine.Setup{Mode: m, Seed: uint64(m) + 1, Drops: 30}, Levels: pack}
	if m == engine.Daily {
		c.Day, c.Seed = modeDay, modeDay.Seed()
	}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := record.New(c, "Modes")
	bots := [2]*bot.Bot{bot.New(1), bot.New(2)}
	changes := map[uint64]engine.Terms{
		10 * engine.TicksPerSecond: {
			Difficulty: engine.Easy, Speed: 80,
			Assists: engine.AssistAim | engine.AssistWide | engine.AssistSlow | engine.AssistLives,
		},
		20 * engine.TicksPerSecond: {Difficulty: engine.Hard, Speed: 120},
	}
	for g.Tick < 30*engine.TicksPerSecond && !g.Phase.Ended() {
		if to, ok := changes[g.Tick]; ok {
			r.Change(to)
			g.Change(to)
		}
		in := engine.Input{engine.Idle, engine.Idle}
		for k := range g.Paddles {
			in[k] = bots[k].PlayFor(g, k)
		}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	r.Close(g)
	return r.Text()
}
