package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// TestBotClearsEveryLevel checks that a good player can clear each level within five minutes, with the lives of one
// game.
func TestBotClearsEveryLevel(t *testing.T) {
	const limit = 5 * 60 * engine.TicksPerSecond
	for k, l := range campaignLevels() {
		if testing.Short() && k%6 != 0 {
			continue // some levels are enough to detect writes to the levels
		}
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			ticks, g := botPlays(t, l, 1, limit)
			t.Logf("%.0f s, %d lives left, %d bricks left", float64(ticks)/engine.TicksPerSecond, g.Lives, g.BricksLeft)
			if g.BricksLeft > 0 {
				t.Errorf("phase %s with %d bricks left after %d ticks, want none left", g.Phase, g.BricksLeft, ticks)
			}
		})
	}
}

// botPlays lets the bot play one level until it is cleared or lost, or for limit ticks.
func botPlays(t *testing.T, l spec.Level, seed uint64, limit int) (ticks int, g *engine.Game) {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	bot := bot.New(seed)
	for ticks < limit && !g.Phase.Ended() && g.Phase != engine.Clear {
		g.Step(engine.Input{bot.Play(g), engine.Idle})
		ticks++
	}
	return ticks, g
}
