package engine

import "testing"

func TestBotClearsAHoneycomb(t *testing.T) {
	for seed := range uint64(3) {
		g, err := New(Config{Seed: seed, Levels: []Level{honeycomb()}})
		if err != nil {
			t.Fatal(err)
		}
		bot := NewBot(seed)
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 5*60*TicksPerSecond {
			g.Step(Input{bot.Play(g), Idle})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("seed %d: %s after %d s, score %d, lives %d, left %d, speed %.1f", seed, g.Phase, g.Tick/TicksPerSecond, g.Score, g.Lives, g.Left, g.Speed)
		if g.Phase != Clear {
			t.Errorf("seed %d: %s, %d left", seed, g.Phase, g.Left)
		}
	}
}

// The bot gets through a board with every kind of brick and of drop.
func TestBotClearsTheZooInARain(t *testing.T) {
	cleared, caught, bad := 0, 0, 0
	const games = 12
	for seed := range uint64(games) {
		g, err := New(Config{Seed: seed, Levels: []Level{rain(5 * seed)}})
		if err != nil {
			t.Fatal(err)
		}
		bot := NewBot(seed)
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 6*60*TicksPerSecond {
			g.Step(Input{bot.Play(g), Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, e := range g.Events {
				if e.Kind == DropCaught {
					caught++
					if Drops[e.Value].Side == Bad {
						bad++
					}
				}
			}
		}
		t.Logf("seed %d: %s after %d s, score %d, %d bricks left, %d lives", seed, g.Phase, g.Tick/TicksPerSecond, g.Score, g.Left, g.Lives)
		if g.Phase == Clear {
			cleared++
		}
	}
	if cleared < games*3/4 || caught < 5*games || bad*4 > caught {
		t.Errorf("%d of %d cleared, %d drops caught, %d of them bad", cleared, games, caught, bad)
	}
}
