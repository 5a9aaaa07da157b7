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
