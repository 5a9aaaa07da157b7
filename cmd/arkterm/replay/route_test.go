package replay

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// A recording of a game on a second route has no level files. It can be verified, and its code contains the route.
func TestRecordingsOfRoutes(t *testing.T) {
	for _, r := range levels.Routes() {
		pack := r.Pack()
		config := engine.Config{
			Setup:  engine.Setup{Mode: engine.Campaign, Seed: 5, First: r.First, Drops: 15, Difficulty: engine.Medium},
			Levels: pack.Levels,
		}
		g, err := engine.New(config)
		if err != nil {
			t.Fatal(err)
		}
		rec, b := NewRecording("test", config, pack), bot.New(1)
		for range 10 * engine.TicksPerSecond {
			in := engine.Input{b.Play(g), engine.Idle}
			rec.Add(in)
			g.Step(in)
			rec.Checkpoint(g)
		}
		rec.Close(g)

		replay, err := Open("route.ark", rec.Text(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay.Verify(); err != nil || len(rec.Files) > 0 {
			t.Errorf("%s: %v, %d files", r.Name, err, len(rec.Files))
		}
		share, err := replay.Share()
		if err != nil {
			t.Fatal(err)
		}
		got, err := share.Open()
		if err != nil || got.Levels[r.First].Name != pack.Levels[r.First].Name {
			t.Errorf("%s: the code has %s, %v", r.Name, got.Levels[r.First].Name, err)
		}
	}
}
