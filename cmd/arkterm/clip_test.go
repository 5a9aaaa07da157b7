package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
)

// TestClipShowsTheBestCombo checks that a clip is a part of the game with its longest combo.
func TestClipShowsTheBestCombo(t *testing.T) {
	pack := levels.Shipped()
	config := engine.Config{Setup: engine.Setup{Seed: 1}, Levels: pack.Levels}
	g, err := engine.New(config)
	if err != nil {
		t.Fatal(err)
	}
	rec, player := replay.NewRecording("test", config, pack), bot.New(1)
	combos := []int{} // combo after each tick
	for range 40 * engine.TicksPerSecond {
		in := engine.Input{player.Play(g), engine.Idle}
		rec.Add(in)
		g.Step(in)
		combos = append(combos, g.Combo)
	}
	rec.Close(g)
	r := &replay.Replay{Name: "test", Recording: rec, Pack: pack, WorkLimit: record.Unlimited}
	path := filepath.Join(t.TempDir(), "game.cast")
	from, err := writeClip(app.WriteClip{Replay: r, Format: "cast"}, path)
	if err != nil {
		t.Fatal(err)
	}
	best, to := 0, from+30*engine.TicksPerSecond
	for _, n := range combos[from:min(to, uint64(len(combos)))] {
		best = max(best, n)
	}
	if best != g.BestCombo {
		t.Errorf("ticks %d to %d have a combo of %d, want %d", from, to, best, g.BestCombo)
	}
	if data, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(data, []byte(`{"version":2,`)) {
		t.Errorf("the clip begins with %.20q (%v), want the header of a cast in version 2", data, err)
	}
}
