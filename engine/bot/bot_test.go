package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

func TestBotClearsHoneycomb(t *testing.T) {
	for seed := range uint64(3) {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: []spec.Level{honeycomb()}})
		if err != nil {
			t.Fatal(err)
		}
		bot := New(seed)
		for !g.Phase.Ended() && g.Phase != engine.Clear && g.Tick < 5*60*engine.TicksPerSecond {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("seed %d: %s after %d s, score %d, lives %d, left %d, speed %.1f",
			seed, g.Phase, g.Tick/engine.TicksPerSecond, g.Score, g.Lives, g.BricksLeft, g.Speed)
		if g.Phase != engine.Clear {
			t.Errorf("seed %d: phase %s with %d bricks left, want Clear", seed, g.Phase, g.BricksLeft)
		}
	}
}

// The bot clears levels with all kinds of bricks and drops.
func TestBotClearsLevelsWithDrops(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	cleared, caught, bad := 0, 0, 0
	const games = 12
	for seed := range uint64(games) {
		all := []spec.Level{levelWithDrops(5 * seed)}
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: all})
		if err != nil {
			t.Fatal(err)
		}
		bot := New(seed)
		for !g.Phase.Ended() && g.Phase != engine.Clear && g.Tick < 6*60*engine.TicksPerSecond {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, e := range g.Events {
				if e.Kind == engine.DropCaught {
					caught++
					if spec.Drops[e.Value].Benefit == spec.Bad {
						bad++
					}
				}
			}
		}
		t.Logf("seed %d: %s after %d s, score %d, %d bricks left, %d lives",
			seed, g.Phase, g.Tick/engine.TicksPerSecond, g.Score, g.BricksLeft, g.Lives)
		if g.Phase == engine.Clear {
			cleared++
		}
	}
	if cleared < games*3/4 || caught < 5*games || bad*4 > caught {
		t.Errorf(
			"the bot clears %d of %d games and catches %d drops, %d of them bad; want at least %d games, %d drops, "+
				"and at most a quarter bad", cleared, games, caught, bad, games*3/4, 5*games)
	}
}
