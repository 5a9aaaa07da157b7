package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// TestBotClearsEveryLevel shows that every level can be cleared by somebody who
// plays well, within five minutes of the game, with the lives of a game.
func TestBotClearsEveryLevel(t *testing.T) {
	const limit = 5 * 60 * engine.TicksPerSecond
	for k, l := range Shipped().Levels {
		if testing.Short() && k%6 != 0 {
			continue // to see that levels are not written to, some are as good as all
		}
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			ticks, g := botPlays(t, l, 1, limit)
			t.Logf("%.0f s, %d lives left, %d bricks left", float64(ticks)/engine.TicksPerSecond, g.Lives, g.BricksLeft)
			if g.BricksLeft > 0 {
				t.Errorf("%s, %d bricks left after %d ticks", g.Phase, g.BricksLeft, ticks)
			}
		})
	}
}

// botPlays lets the bot play one level until it is cleared, lost, or limit ticks
// have passed.
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
