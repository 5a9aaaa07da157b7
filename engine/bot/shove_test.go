package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// playTime plays a level with bots of the given abilities and several seeds. It returns the ticks in play, the number
// of shoves, and the number of times that time was slowed.
func playTime(t *testing.T, row StrengthRow, l spec.Level, seeds int) (ticks, shoves, slowed int) {
	t.Helper()
	for seed := range uint64(seeds) {
		setup := engine.Setup{Seed: seed, Mode: engine.Practice}
		g, err := engine.New(engine.Config{Setup: setup, Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}
		b := &Bot{abilities: row, rng: engine.Random(seed ^ 0xb07), ball: -1}
		for g.Phase != engine.Clear && g.Tick < 300*engine.TicksPerSecond {
			g.Step(engine.Input{b.Play(g), engine.Idle})
			for _, e := range g.Events {
				switch e.Kind {
				case engine.BallsShoved:
					shoves++
				case engine.TimeSlowed:
					slowed++
				}
			}
		}
		ticks += g.Tally.Ticks
	}
	return ticks, shoves, slowed
}

// A bot that aims and shoves clears a level faster than without shoves.
func TestShovesSaveTime(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	const seeds = 10
	for s := Able; int(s) < len(Strengths); s++ {
		row := Strengths[s]
		with, shoves, slowed := playTime(t, row, honeycomb(), seeds)
		row.ShoveAfter = 0
		without, none, _ := playTime(t, row, honeycomb(), seeds)
		t.Logf("%-8s %d s with %d shoves, time slowed %d times; %d s without shoves", s,
			with/engine.TicksPerSecond, shoves, slowed, without/engine.TicksPerSecond)
		if with >= without || shoves == 0 {
			t.Errorf("%s needs %d ticks with %d shoves, and %d without; want fewer with shoves", s, with, shoves,
				without)
		}
		if none > 0 {
			t.Errorf("%s shoves %d times, want 0", s, none)
		}
	}
}

// A paddle that is too slow for a distant ball can reach it in slow motion.
func TestBotsSlowTimeToReachBalls(t *testing.T) {
	slowed := 0
	for seed := range uint64(12) {
		row := Strengths[Casual]
		row.HurrySpeed, row.Speed = 30, 30
		setup := engine.Setup{Seed: seed, Mode: engine.Practice}
		g, err := engine.New(engine.Config{Setup: setup, Levels: []spec.Level{honeycomb()}})
		if err != nil {
			t.Fatal(err)
		}
		b := &Bot{abilities: row, rng: engine.Random(seed ^ 0xb07), ball: -1}
		for g.Phase != engine.Clear && g.Tick < 60*engine.TicksPerSecond {
			g.Step(engine.Input{b.Play(g), engine.Idle})
			for _, e := range g.Events {
				if e.Kind == engine.TimeSlowed {
					slowed++
				}
			}
		}
	}
	if slowed == 0 {
		t.Error("the bots never slow time, want at least once")
	}
}
