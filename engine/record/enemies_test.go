package record

import (
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A game with drones and a boss is reproduced by its recording, from its start and from the start of its second level.
func TestRecordingsOfEnemies(t *testing.T) {
	isQueen := func(l spec.Level) bool { return l.Boss.Kind == spec.Queen }
	queen := slices.IndexFunc(levels.Shipped().Levels, isQueen)
	first := mixed()
	first.Drones = spec.DroneSpec{Max: spec.MaxDrones, Interval: engine.TicksPerSecond, Gates: []float64{16, 48}}
	c := engine.Config{Setup: engine.Setup{Seed: 5}, Levels: []spec.Level{first, levels.Shipped().Levels[queen]}}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, player := New(c, "Enemies"), bot.New(5)
	var start engine.Start
	var inputs []engine.Input
	for !g.Phase.Ended() && g.Tick < 60*engine.TicksPerSecond {
		in := engine.Input{player.Play(g), engine.Idle}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		if s, ok := g.Start(); ok && g.Level == 1 {
			start = s
			inputs = inputs[:0]
			continue
		}
		inputs = append(inputs, in)
	}
	if start.Level != 1 || len(inputs) < engine.TicksPerSecond {
		t.Fatalf("start = %+v with %d ticks after it, want the second level and at least 1 s", start, len(inputs))
	}
	again, err := Parse("enemies", r.Text())
	if err != nil {
		t.Fatal(err)
	}
	if played, err := again.Play(c.Levels, nil); err != nil || played.Hash() != g.Hash() {
		t.Errorf("Play() ends differently than the game, error %v", err)
	}
	c.Start = &start
	later, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		later.Step(in)
	}
	if later.Hash() != g.Hash() {
		t.Error("a game continued from the second level ends differently")
	}
}
