package engine_test

import (
	"flag"
	"fmt"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
)

var modeGames = flag.Int("modegames", len(engine.Modes), "how many games TestNoModeLocksUp plays")

// TestNoModeLocksUp lets bots of all strengths play all modes, levels and difficulties with random
// assists. Each game lasts until it ends, but at most 70 s, or ten minutes for one game of fifty.
// In each minute, at least one event other than bounces off walls and paddles must happen. make
// long plays 10,000 games.
func TestNoModeLocksUp(t *testing.T) {
	if testing.Short() { // slow; tests that clear levels with bots also check that levels are not modified
		return
	}
	packs := readPacks()
	for part := range 2 { // one for each of two processors
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for k := part; k < *modeGames; k += 2 {
				if err := playOn(k, packs); err != nil {
					t.Errorf("game %d: %v", k, err)
				}
			}
		})
	}
}

// readPacks returns the levels of all modes, except those of daily games. It reads each pack only
// once, because reading takes longer than most games.
func readPacks() (packs [len(engine.Modes)][]spec.Level) {
	shipped := levels.Shipped()
	for m := range packs {
		if !engine.Modes[m].Dated {
			packs[m] = levels.PackFor(engine.Mode(m), 0, shipped).Levels
		}
	}
	return packs
}

// playOn plays game number n. All choices depend on n.
func playOn(n int, packs [len(engine.Modes)][]spec.Level) error {
	chance := uint64(n)*0x9e3779b97f4a7c15 + 1
	below := func(n int) int {
		chance = chance*6364136223846793005 + 1442695040888963407
		return int(chance >> 33 % uint64(n))
	}

	mode := engine.Mode(n % len(engine.Modes))
	day := engine.NewDay(2026, 1+below(12), 1+below(28))
	pack := packs[mode]
	if engine.Modes[mode].Dated {
		pack = levels.Daily(day).Levels
	}

	c := engine.Config{
		Setup: engine.Setup{
			Mode: mode, Seed: uint64(n), First: below(len(pack)), Drops: below(60),
			Difficulty: engine.Difficulty(below(len(engine.Difficulties))), Assists: engine.Assist(below(16)),
			Speed: 50 + below(101),
		},

		Levels: pack,
	}

	if mode == engine.Daily {
		c.Day = day
	}
	if engine.Modes[mode].Storm {
		c.Storm = 1 + below(1+below(300))
	}

	g, err := engine.New(c)
	if err != nil {
		return err
	}

	bots := [2]*bot.Bot{}
	for k := range bots {
		bots[k] = bot.OfStrength(bot.Strength(below(len(bot.Strengths))), uint64(n+k))
	}

	description := fmt.Sprintf("%s, level %d, %s", c.Mode, c.First+1, g.Terms())
	ticks := uint64(70 * engine.TicksPerSecond)
	if n%50 == 49 { // a long game
		ticks = 600 * engine.TicksPerSecond
	}

	last := g.Tick
	for !g.Phase.Ended() && g.Tick < ticks {
		in := engine.Input{engine.Idle, engine.Idle}
		for k := range g.Paddles {
			in[k] = bots[k].PlayFor(g, k)
		}

		g.Step(in)
		if happens(g.Events) {
			last = g.Tick
		}
		if g.Tick-last > 60*engine.TicksPerSecond {
			return fmt.Errorf("%s: no event from tick %d to %d in phase %s", description, last, g.Tick, g.Phase)
		}
		if g.Tick%29 == 0 {
			if err := g.Check(); err != nil {
				return fmt.Errorf("%s: %w", description, err)
			}
		}
	}

	return nil
}

// happens reports whether any of the events is more than a bounce off a wall or a paddle.
func happens(events []engine.Event) bool {
	for i := range events {
		switch events[i].Kind {
		case engine.WallHit, engine.PaddleHit, engine.BallHit, engine.BallNudged, engine.BallTurned,
			engine.BallsShoved, engine.TimeSlowed, engine.ShoveReady, engine.ShoveMissed, engine.RecallReady:
		default:
			return true
		}
	}
	return false
}
