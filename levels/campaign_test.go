package levels

import (
	"flag"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
)

// campaigns is how many games TestMasterWinsTheCampaign plays through all levels; make long asks for three.
var campaigns = flag.Int("campaigns", 0, "games through all levels; 0: one through the last world")

// The best bot gets through all levels at medium difficulty, with the balls of one game.
func TestMasterWinsTheCampaign(t *testing.T) {
	if testing.Short() { // whole games, in one goroutine
		return
	}
	p := Shipped()
	worlds := p.Worlds()
	first := worlds[len(worlds)-1].First
	if *campaigns > 0 {
		first = 0
	}
	for seed := range uint64(max(*campaigns, 1)) {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed + 1, First: first, Drops: 15, Difficulty: engine.Medium}, Levels: p.Levels})
		if err != nil {
			t.Fatal(err)
		}
		bot := bot.OfStrength(bot.Master, seed+1)
		for !g.Phase.Ended() && g.Tick < engine.MaxTicks {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
		}
		t.Logf("seed %d: %s after %d s, score %d, %d balls left", seed+1, g.Phase, g.Tick/engine.TicksPerSecond, g.Score, g.Lives)
		if g.Phase != engine.Won {
			t.Errorf("seed %d: %s in level %d, %s", seed+1, g.Phase, g.Level+1, p.Levels[g.Level].Name)
		}
	}
}
