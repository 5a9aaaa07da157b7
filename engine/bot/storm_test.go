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
// moves back and forth regardless of the balls loses, too, unless it is very wide. The skilled bot survives with more
// points.
func TestStormNeedsPlaying(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	stayStill := func(g *engine.Game) engine.Control {
		c := engine.Idle
		if g.Tick%24 == 0 {
			c.Buttons = engine.Fire
		}
		return c
	}
	sweep := func(g *engine.Game) engine.Control {
		const lap = 4 * engine.TicksPerSecond
		c := stayStill(g)
		c.Target = int16(max(g.Tick%lap, lap-g.Tick%lap)-lap/2) * 8
		return c
	}
	for _, row := range [...]struct {
		difficulty    engine.Difficulty
		size          int
		sweepSurvives bool // a paddle that moves back and forth can survive, because it is very wide
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
			s := engine.Setup{Seed: seed + 1, Difficulty: row.difficulty, Storm: row.size}
			bot := OfStrength(Skilled, s.Seed)
			botGame := playStorm(t, s, 180, bot.Play)
			survivable := row.size >= 50 // the bot loses smaller storms
			if survivable && botGame.Phase == engine.Over {
				t.Errorf("%s, %d balls: the skilled bot loses after %d s, want it to survive", row.difficulty, row.size,
					duration(botGame))
			}
			for _, p := range [...]struct {
				name    string
				seconds uint64
				control func(*engine.Game) engine.Control
			}{{"stationary", 180, stayStill}, {"back and forth", 300, sweep}} {
				if row.sweepSurvives && p.name != "stationary" {
					continue
				}
				g := playStorm(t, s, p.seconds, p.control)
				t.Logf("%-6s %4d balls, seed %d, %-14s: %3d s, level %d, %5d points; "+
					"the skilled bot: %3d s, level %d, %5d points", row.difficulty, row.size, s.Seed, p.name,
					duration(g), g.Level+1, g.Score, duration(botGame), botGame.Level+1, botGame.Score)
				if g.Phase != engine.Over || survivable && p.name == "stationary" && g.Score > botGame.Score {
					t.Errorf(
						"%s, %d balls, %s: %d points after %d s in phase %s; want a lost game and no more than %d "+
							"points",
						row.difficulty, row.size, p.name, g.Score, duration(g), g.Phase, botGame.Score)
				}
			}
		}
	}
}

// duration returns the seconds that g has taken.
func duration(g *engine.Game) uint64 { return g.Tick / engine.TicksPerSecond }
