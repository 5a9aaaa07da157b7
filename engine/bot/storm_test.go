package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/levels"
)

// playStorm plays a storm for at most ten minutes. If control is nil, a bot plays.
func playStorm(t *testing.T, d engine.Difficulty, seed uint64, control func(tick uint64) engine.Control) *engine.Game {
	t.Helper()
	setup := engine.Setup{Mode: engine.Storm, Seed: seed, Difficulty: d}
	g, err := engine.New(engine.Config{Setup: setup, Levels: levels.Storm().Levels})
	if err != nil {
		t.Fatal(err)
	}
	if control == nil {
		bot := OfStrength(Able, seed)
		control = func(uint64) engine.Control { return bot.Play(g) }
	}
	for !g.Phase.Ended() && g.Tick < 10*60*engine.TicksPerSecond {
		g.Step(engine.Input{control(g.Tick), engine.Idle})
	}
	return g
}

// A paddle that is stationary or moves back and forth regardless of the balls does not survive a storm. The game is
// over before the levels repeat, with less than half of the points of normal play.
func TestStormNeedsPlaying(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	still := func(tick uint64) engine.Control {
		c := engine.Idle
		if tick%24 == 0 {
			c.Buttons = engine.Fire
		}
		return c
	}
	sweep := func(tick uint64) engine.Control {
		const lap = 4 * engine.TicksPerSecond
		c := still(tick)
		c.Target = int16(max(tick%lap, lap-tick%lap)-lap/2) * 8
		return c
	}
	for _, d := range [...]engine.Difficulty{engine.Easy, engine.Medium, engine.Hard} {
		name, played := engine.Difficulties[d].Name, playStorm(t, d, 1, nil)
		if played.Phase == engine.Over {
			t.Errorf("%s: the able bot loses the storm after %d s", name, played.Tick/engine.TicksPerSecond)
		}
		controls := map[string]func(uint64) engine.Control{"stationary": still, "back and forth": sweep}
		for moves, control := range controls {
			g := playStorm(t, d, 1, control)
			t.Logf("%s, %s: %s after %d s on level %d, %d points; %d in normal play",
				name, moves, g.Phase, g.Tick/engine.TicksPerSecond, g.Level+1, g.Score, played.Score)
			if g.Phase != engine.Over || 2*g.Score > played.Score {
				t.Errorf("%s, %s: %d points after %d s in phase %s; %d in normal play", name, moves, g.Score,
					g.Tick/engine.TicksPerSecond, g.Phase, played.Score)
			}
		}
	}
}
