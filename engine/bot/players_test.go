package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// TestBotsPlayMatches lets bots of all strengths play matches. They return balls at both ends, and the matches end.
func TestBotsPlayMatches(t *testing.T) {
	for _, c := range [...]struct{ low, high Strength }{
		{Beginner, Casual}, {Able, Casual}, {Skilled, Master}, {Master, Master},
	} {
		m, ticks := playMatch(t, c.low, c.high, 3, 1)
		t.Logf("%s against %s: %d:%d after %d s, longest rally %d, returns %v",
			c.low, c.high, m.Points[0], m.Points[1],
			ticks/engine.TicksPerSecond, m.LongestRally, m.Returns)
		if m.Returns[0] == 0 || m.Returns[1] == 0 {
			t.Errorf("%s against %s: returns %v, want returns of both", c.low, c.high, m.Returns)
		}
	}
}

// playMatch lets two bots play a match to the given number of points, for at most ten minutes. It returns the final
// state and the number of ticks.
func playMatch(t *testing.T, low, high Strength, to int, seed uint64) (engine.Match, uint64) {
	t.Helper()
	setup := engine.Setup{Mode: engine.Arkanong, Seed: seed, WinPoints: to}
	g, err := engine.New(engine.Config{Setup: setup, Levels: []spec.Level{duelBoard()}})
	if err != nil {
		t.Fatal(err)
	}
	one, two := OfStrength(low, seed), OfStrength(high, seed+1)
	for !g.Phase.Ended() && g.Tick < 10*60*engine.TicksPerSecond {
		g.Step(engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if w := g.Winner(); w < 0 {
		t.Errorf("%s against %s: no winner after %d s: %+v", low, high, g.Tick/engine.TicksPerSecond, g.Match)
	} else if (g.Phase == engine.Won) != (w == 0) {
		t.Errorf("Winner() = %d, but the phase is %s", w, g.Phase)
	}
	return g.Match, g.Tick
}

// TestBotsClearLevelInCoop lets two bots clear a level together.
func TestBotsClearLevelInCoop(t *testing.T) {
	setup := engine.Setup{Mode: engine.Coop, Seed: 1}
	g, err := engine.New(engine.Config{Setup: setup, Levels: []spec.Level{honeycomb()}})
	if err != nil {
		t.Fatal(err)
	}
	one, two, by := OfStrength(Skilled, 1), OfStrength(Skilled, 2), [2]int{}
	for !g.Phase.Ended() && g.Phase != engine.Clear && g.Tick < 5*60*engine.TicksPerSecond {
		g.Step(engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		for _, e := range g.Events {
			if e.Kind == engine.PaddleHit {
				player := 0
				if e.At.X > (g.Capsule(0).X+g.Capsule(1).X)/2 {
					player = 1
				}
				by[player]++
			}
		}
	}
	t.Logf("%s after %d s, %d lives, returns %v", g.Phase, g.Tick/engine.TicksPerSecond, g.Lives, by)
	if g.Phase != engine.Clear || by[0] == 0 || by[1] == 0 {
		t.Errorf("phase %s with %d bricks left, returns %v; want Clear and returns of both", g.Phase, g.BricksLeft, by)
	}
}
