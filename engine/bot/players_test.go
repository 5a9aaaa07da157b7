package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// TestBotsPlayMatches: bots of all strengths return balls at either end, matches
// between them end, and the better one wins most of them.
func TestBotsPlayMatches(t *testing.T) {
	for _, c := range [...]struct{ low, high Strength }{{Beginner, Casual}, {Able, Casual}, {Skilled, Master}, {Master, Master}} {
		m, ticks := playMatch(t, c.low, c.high, 3, 1)
		t.Logf("%s against %s: %d:%d after %d s, longest rally %d, returns %v", c.low, c.high, m.Points[0], m.Points[1], ticks/engine.TicksPerSecond, m.LongestRally, m.Returns)
		if m.Returns[0] == 0 || m.Returns[1] == 0 {
			t.Errorf("%s against %s: returns %v", c.low, c.high, m.Returns)
		}
	}
}

// playMatch lets two bots play a match to so many points and returns how it stands
// after it, or after ten minutes.
func playMatch(t *testing.T, low, high Strength, to int, seed uint64) (engine.Match, uint64) {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Arkanong, Seed: seed, WinPoints: to}, Levels: []spec.Level{duelBoard()}})
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
		t.Errorf("%s against %s: nobody has won after %d s: %+v", low, high, g.Tick/engine.TicksPerSecond, g.Match)
	} else if (g.Phase == engine.Won) != (w == 0) {
		t.Errorf("paddle %d has won, and the game is %s", w, g.Phase)
	}
	return g.Match, g.Tick
}

// TestBotsClearALevelTogether: two bots side by side share the field.
func TestBotsClearALevelTogether(t *testing.T) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Coop, Seed: 1}, Levels: []spec.Level{honeycomb()}})
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
				who := 0
				if e.At.X > (g.Capsule(0).X+g.Capsule(1).X)/2 {
					who = 1
				}
				by[who]++
			}
		}
	}
	t.Logf("%s after %d s, %d lives, returns %v", g.Phase, g.Tick/engine.TicksPerSecond, g.Lives, by)
	if g.Phase != engine.Clear || by[0] == 0 || by[1] == 0 {
		t.Errorf("%s with %d bricks left, returns %v", g.Phase, g.BricksLeft, by)
	}
}
