package bot

import (
	"flag"
	"testing"

	"arkterm/engine"
	"arkterm/levels"
)

// storms is the number of games per row of TestStormNeedsPlaying. With -v, the test prints its table.
var storms = flag.Int("storms", 1, "games of each player in TestStormNeedsPlaying")

// playStorm plays a storm until it is over, or for at most the given number of seconds.
func playStorm(t *testing.T, s engine.Setup, seconds uint64, control func(*engine.Game) engine.Control) *engine.Game {
	t.Helper()
	s.Mode = engine.Storm
	g, err := engine.New(engine.Config{Setup: s, Levels: levels.Storm().Levels})
	if err != nil {
		t.Fatal(err)
	}
	for !g.Phase.Ended() && g.Tick < seconds*engine.TicksPerSecond {
		g.Step(engine.Input{control(g), engine.Idle})
	}
	return g
}

// With any number of balls, a stationary paddle loses a storm within three minutes at each difficulty. A paddle that
// moves back and forth regardless of the balls loses, too, unless it is very wide. A bot that plays survives with more
// points.
func TestStormNeedsPlaying(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	still := func(g *engine.Game) engine.Control {
		c := engine.Idle
		if g.Tick%24 == 0 {
			c.Buttons = engine.Fire
		}
		return c
	}
	sweep := func(g *engine.Game) engine.Control {
		const lap = 4 * engine.TicksPerSecond
		c := still(g)
		c.Target = int16(max(g.Tick%lap, lap-g.Tick%lap)-lap/2) * 8
		return c
	}
	for _, row := range [...]struct {
		d    engine.Difficulty
		size int
		wide bool // a paddle that moves back and forth can survive
	}{
		{engine.Medium, 1, false},
		{engine.Medium, 50, false},
		{engine.Medium, 200, false},
		{engine.Medium, engine.MaxStorm, false},
		{engine.Kids, 1, true},
		{engine.Kids, engine.MaxStorm, true},
		{engine.VeryEasy, 200, true},
		{engine.Easy, 200, false},
		{engine.Hard, 200, false},
	} {
		for seed := range uint64(*storms) {
			s := engine.Setup{Seed: seed + 1, Difficulty: row.d, Storm: row.size}
			bot := OfStrength(Skilled, s.Seed)
			played := playStorm(t, s, 180, bot.Play)
			plays := row.size >= 50 // a bot cannot keep a small storm alive
			if plays && played.Phase == engine.Over {
				t.Errorf("%s, %d balls: the skilled bot loses after %d s", row.d, row.size, duration(played))
			}
			for _, p := range [...]struct {
				name    string
				seconds uint64
				control func(*engine.Game) engine.Control
			}{{"stationary", 180, still}, {"back and forth", 300, sweep}} {
				if row.wide && p.name != "stationary" {
					continue
				}
				g := playStorm(t, s, p.seconds, p.control)
				t.Logf("%-6s %4d balls, seed %d, %-14s: %3d s, level %d, %5d points; "+
					"the skilled bot: %3d s, level %d, %5d points", row.d, row.size, s.Seed, p.name,
					duration(g), g.Level+1, g.Score, duration(played), played.Level+1, played.Score)
				if g.Phase != engine.Over || plays && p.name == "stationary" && g.Score > played.Score {
					t.Errorf("%s, %d balls, %s: %d points after %d s in phase %s; %d in normal play",
						row.d, row.size, p.name, g.Score, duration(g), g.Phase, played.Score)
				}
			}
		}
	}
}

// duration returns the seconds that g has taken.
func duration(g *engine.Game) uint64 { return g.Tick / engine.TicksPerSecond }
