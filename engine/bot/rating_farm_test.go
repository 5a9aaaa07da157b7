package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// lateScoreRate returns the points per minute that a player earns in minutes six to ten of a game. After the end of a
// game, no points are earned.
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

// stationary returns a player who keeps the paddle at x and presses Fire twice per second, which serves and shoves
// balls.
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

// A player who deliberately prolongs a game earns fewer points after five minutes than a player who continues to
// play normally. The cases are a storm with a stationary paddle, an endless game in which only unnecessary bricks
// are broken, and levels with targets that can be hit repeatedly: drones, the shields of a boss, and bricks that
// regenerate.
func TestStallingDoesNotPay(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	storm, all := levels.Storm().Levels, levels.Shipped().Levels
	for _, tt := range []struct {
		name    string
		mode    engine.Mode
		levels  []spec.Level
		prolong func(*engine.Game) engine.Control
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
			prolonged, normal := lateScoreRate(t, c, tt.prolong), lateScoreRate(t, c, OfStrength(Master, 3).Play)
			t.Logf("%d points per minute in a prolonged game, %d in normal play", prolonged, normal)
			if prolonged >= normal {
				t.Errorf("a prolonged game pays %d points per minute, normal play %d; want fewer in the prolonged game",
					prolonged, normal)
			}
		})
	}
}
