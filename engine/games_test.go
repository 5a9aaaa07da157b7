package engine_test

import (
	"flag"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
)

var games = flag.Int("games", 24, "how many games TestManyGames plays")

// TestManyGames plays games of the bot on many levels with many seeds. It checks the invariants in
// every tick. Each recording must replay to the same result.
func TestManyGames(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	all := levels.Shipped().Levels
	for n := range *games {
		l, seed := all[n%len(all):n%len(all)+1], uint64(n)
		c := engine.Config{Setup: engine.Setup{Seed: seed}, Levels: l}
		g, err := engine.New(c)
		if err != nil {
			t.Fatal(err)
		}

		r, bot := record.New(c, "Shipped"), bot.New(seed)
		for !g.Phase.Ended() && g.Tick < 10*60*engine.TicksPerSecond {
			in := engine.Input{bot.Play(g), engine.Idle}
			r.Add(in)
			g.Step(in)
			r.Checkpoint(g)
			if err := g.Check(); err != nil {
				t.Fatalf("%s, seed %d: %v", l[0].Name, seed, err)
			}
		}

		if g.Phase != engine.Won {
			t.Errorf("%s, seed %d: phase %s after %d ticks with %d bricks left, want won", l[0].Name, seed, g.Phase,
				g.Tick,
				g.BricksLeft)
		}

		again, err := r.Play(l, nil)
		if err != nil || again.Hash() != g.Hash() {
			t.Errorf("%s, seed %d: the replay ends differently, error %v", l[0].Name, seed, err)
		}
	}
}
