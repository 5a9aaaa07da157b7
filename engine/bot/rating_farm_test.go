package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// later returns the points a minute that a player earns after the first five minutes of a game, for five more; a
// game that is over earns nothing more.
func lateScoreRate(t *testing.T, c engine.Config, play func(*engine.Game) engine.Control) int {
	t.Helper()
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	const minutes = 5
	at := 0
	for range 2 * minutes * 60 * engine.TicksPerSecond {
		if g.Phase.Ended() {
			break
		}
		g.Step(engine.Input{play(g), engine.Idle})
		if g.Tick == minutes*60*engine.TicksPerSecond {
			at = g.Score
		}
	}
	if g.Tick <= minutes*60*engine.TicksPerSecond {
		return 0
	}
	return (g.Score - at) / minutes
}

// standing never moves the paddle from x, and taps Fire twice a second, which serves balls and shoves them.
func stationary(x float64) func(*engine.Game) engine.Control {
	return func(g *engine.Game) engine.Control {
		c := engine.Idle
		c.Target = int16(x * 64)
		if g.Tick%120 < 6 {
			c.Buttons = engine.Fire
		}
		return c
	}
}

// A game that is drawn out on purpose earns less, once five minutes are over, than one that is played on: a storm of
// somebody who stands still, wherever, an endless game in which nobody breaks a brick that need not be broken, and
// levels with what comes back to be hit again: drones, a boss's shields, and bricks that get their hits back.
func TestDrawingAGameOutDoesNotPay(t *testing.T) {
	if testing.Short() { // whole games, in one goroutine
		return
	}
	storm, all := levels.Storm().Levels, levels.Shipped().Levels
	for _, tt := range []struct {
		name   string
		mode   engine.Mode
		levels []spec.Level
		drawn  func(*engine.Game) engine.Control
	}{
		{"storm, in the middle", engine.Storm, storm, stationary(spec.FieldW / 2)},
		{"storm, at the side", engine.Storm, storm, stationary(spec.FieldW / 6)},
		{"endless", engine.Endless, levels.Endless().Levels, (&farmer{}).play},
		{"boss and drones", engine.Campaign, all[19:], (&farmer{}).play},
		{"healing bricks and drones", engine.Campaign, all[50:], (&farmer{}).play},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := engine.Config{Setup: engine.Setup{Mode: tt.mode, Seed: 3, Drops: 15}, Levels: tt.levels}
			drawn, played := lateScoreRate(t, c, tt.drawn), lateScoreRate(t, c, OfStrength(Master, 3).Play)
			t.Logf("%d points a minute drawn out, %d played on", drawn, played)
			if drawn >= played {
				t.Errorf("%d points a minute drawn out, %d played on", drawn, played)
			}
		})
	}
}
