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

// What make arch runs on every processor, an emulated one among them: games of shipped
// levels, which have between them all that there is, end in the hashes of
// testdata/games.txt. Renew it with -update when the rules or a level were meant to change.
func TestSameGamesOnEveryProcessor(t *testing.T) {
	if testing.Short() { // whole games, in one goroutine
		return
	}
	const file, ticks = "testdata/games.txt", 45 * engine.TicksPerSecond
	var b strings.Builder
	pack := Shipped()
	for _, name := range []string{"Honeycomb", "Beanstalk", "Fireworks", "Orbits", "Heart", "Asteroid Belt", "Stained Glass", "Jellyfish", "Atlantis", "Hive Queen", "The Bastion", "Deep Heart"} {
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
		t.Errorf("plays\n%s\nwant\n%s", got, want)
	}
}

// Every third level of a recorded game through all of them plays to its marks; the others do
// so in cmd/arkterm's tests. An emulator takes its time.
func TestSameReplayOnEveryProcessor(t *testing.T) {
	if testing.Short() { // whole games, in one goroutine
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
		t.Errorf("%d marks in %s", r.Checkpoints(), name)
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

// A recording of each mode, in testdata/modes, plays to its marks: half a minute of bots in which a
// player changes the difficulty, and takes all the help that there is. Renew them with -update when the
// rules were meant to change.
func TestSameModesOnEveryProcessor(t *testing.T) {
	if testing.Short() { // whole games, in one goroutine
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
				t.Fatalf("each mode needs a recording: go test ./levels -run Modes -update\n%v", err)
			}
			r, err := record.Parse(name, data)
			if err != nil {
				t.Fatal(err)
			}
			if r.Mode != engine.Mode(m) || r.End == nil || !r.Assisted || !r.Changed() || r.Checkpoints() < 4 {
				t.Errorf("%s is of the mode %s, with %d marks, ended %v, assisted %v", name, r.Mode, r.Checkpoints(), r.End != nil, r.Assisted)
			}
			if _, err := r.Play(pack, nil); err != nil {
				t.Errorf("%v\nif the rules were meant to change: go test ./levels -run Modes -update", err)
			}
		})
	}
}

// modeLevels returns a mode's own levels, else some that no new shipped one changes.
func modeLevels(t *testing.T, m engine.Mode) []spec.Level {
	if pack, own := ModePack(m, modeDay); own {
		return pack.Levels
	}
	l := lab(t).Levels
	return append(l, l...)
}

// modeDay is the day of the daily game.
const modeDay engine.Day = 2026_11_22

// recordMode has bots play a game of the mode, and returns its recording.
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
