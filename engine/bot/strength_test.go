package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// lostOnLevel plays a level with a bot of the given strength for at most one minute per seed. It returns the number of
// lost balls and the number of ticks.
func lostOnLevel(t *testing.T, s Strength, l spec.Level, seeds int) (lost, ticks int) {
	t.Helper()
	for seed := range uint64(seeds) {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}
		bot := OfStrength(s, seed)
		for !g.Phase.Ended() && g.Phase != engine.Clear && g.Tick < 60*engine.TicksPerSecond {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
		}
		lost += engine.StartLives - g.Lives
		ticks += int(g.Tick)
	}
	return lost, ticks
}

// Each bot loses fewer balls in the same time than the next weaker bot, and the best bot loses none.
func TestBotsAreOrderedByStrength(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	const seeds = 12
	lostBefore, ticksBefore := 0, 0
	for s := range Strengths {
		lost, ticks := lostOnLevel(t, Strength(s), honeycomb(), seeds)
		t.Logf("%-8s loses %d balls in %d s", Strength(s), lost, ticks/engine.TicksPerSecond)
		if s > 0 && lost*ticksBefore >= lostBefore*ticks {
			t.Errorf("%s loses %d balls in %d ticks, %s %d in %d; want fewer for the stronger bot", Strength(s), lost,
				ticks,
				Strength(s-1), lostBefore, ticksBefore)
		}
		lostBefore, ticksBefore = lost, ticks
	}
	if lostBefore > 0 {
		t.Errorf("the best bot loses %d balls, want 0", lostBefore)
	}
}

func TestStrengthsHaveNames(t *testing.T) {
	for s := range Strengths {
		got, err := ParseStrength(Strength(s).String())
		if err != nil || got != Strength(s) || Strengths[s].Help == "" {
			t.Errorf("ParseStrength(%q) = %v, %v, want %d and a Help text", Strength(s).String(), got, err, s)
		}
	}
	if _, err := ParseStrength("best"); err == nil {
		t.Error("ParseStrength(\"best\") returns no error")
	}
}

// On levels with many drops, the best bot catches mostly good drops.
func TestMasterChoosesDrops(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	good, bad := 0, 0
	for seed := range uint64(6) {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: []spec.Level{levelWithDrops(seed)}})
		if err != nil {
			t.Fatal(err)
		}
		bot := OfStrength(Master, seed)
		for !g.Phase.Ended() && g.Phase != engine.Clear && g.Tick < 2*60*engine.TicksPerSecond {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
			for _, e := range g.Events {
				switch {
				case e.Kind == engine.DropCaught && spec.Drops[e.Value].Benefit == spec.Bad:
					bad++
				case e.Kind == engine.DropCaught && spec.Drops[e.Value].Benefit == spec.Good:
					good++
				}
			}
		}
	}
	if good < 20 || bad*5 > good {
		t.Errorf("the master catches %d good and %d bad drops, want at least 20 good, and at most a fifth as many bad",
			good, bad)
	}
}

// The best bot returns two balls that land within a short time, unless they land far apart at almost the same time.
// It loses at most one ball in half a minute, and fewer than the next weaker bot.
func TestMasterKeepsTwoBalls(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	const seeds = 16
	lost := func(s Strength, seed uint64) (n int) {
		l := honeycomb()
		l.Balls = 2
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}
		bot := OfStrength(s, seed)
		for g.Phase != engine.Clear && g.Tick < 30*engine.TicksPerSecond {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
			for _, e := range g.Events {
				if e.Kind == engine.BallLost {
					n++
				}
			}
		}
		return n
	}

	of := map[Strength]int{}
	for seed := range uint64(seeds) {
		for _, s := range []Strength{Skilled, Master} {
			of[s] += lost(s, seed)
		}
		if n := lost(Master, seed); n > 1 {
			t.Errorf("seed %d: the master loses %d balls, want at most 1", seed, n)
		}
	}
	if of[Master] >= of[Skilled] {
		t.Errorf("the master loses %d balls, the skilled bot %d; want fewer for the master", of[Master], of[Skilled])
	}
}
