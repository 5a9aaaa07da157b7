package levels

import (
	"flag"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
)

// campaigns is the number of games in TestMasterWinsTheCampaign. "make long" runs three.
var campaigns = flag.Int("campaigns", 0, "games through all levels; 0: one through the last world")

// TestMasterWinsTheCampaign lets the best bot play all levels at medium difficulty with the lives of one game.
func TestMasterWinsTheCampaign(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	p := Shipped()
	worlds := p.Worlds()
	first := worlds[len(worlds)-1].First
	if *campaigns > 0 {
		first = 0
	}
	for seed := range uint64(max(*campaigns, 1)) {
		setup := engine.Setup{Seed: seed + 1, First: first, Drops: 15, Difficulty: engine.Medium}
		g, err := engine.New(engine.Config{Setup: setup, Levels: p.Levels})
		if err != nil {
			t.Fatal(err)
		}
		bot := bot.OfStrength(bot.Master, seed+1)
		for !g.Phase.Ended() && g.Tick < engine.MaxTicks {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
		}
		t.Logf("seed %d: %s after %d s, score %d, %d balls left",
			seed+1, g.Phase, g.Tick/engine.TicksPerSecond, g.Score, g.Lives)
		if g.Phase != engine.Won {
			t.Errorf("seed %d: phase %s in level %d, %s, want won", seed+1, g.Phase, g.Level+1, p.Levels[g.Level].Name)
		}
	}
}
