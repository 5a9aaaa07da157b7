package engine

import (
	"testing"

	"arkterm/engine/spec"
)

func TestSavesOfModes(t *testing.T) {
	for d, want := range map[Difficulty]int{Kids: 1, VeryEasy: 1, Easy: 1, Medium: 0, Hard: 0} {
		for m, want := range map[Mode]int{Campaign: want, Coop: want, BossRush: want, Practice: 0, Zen: 0, Classic: 0} {
			g, err := New(Config{Setup: Setup{Mode: m, Difficulty: d}, Levels: []spec.Level{honeycomb()}})
			if err != nil {
				t.Fatal(err)
			}
			if g.Saves != want {
				t.Errorf("difficulty %s, mode %s: Saves = %d, want %d", d, m, g.Saves, want)
			}
		}
	}
}

// The floor returns the first ball that reaches it in a level. The second one is lost.
func TestFloorSavesOneBall(t *testing.T) {
	l := oneBrick(spec.Quad, at(4, 6), 2)
	g, err := New(Config{Setup: Setup{Difficulty: Easy}, Levels: []spec.Level{l, l}})
	if err != nil {
		t.Fatal(err)
	}
	lives := g.Lives
	for saved := 0; g.Lives == lives; {
		avoid := Control{Buttons: Button(g.Tick % 2 * uint64(Fire))}
		if g.BallAt(0).X < g.W/2 {
			avoid.Target = int16(64 * g.W)
		}
		g.Step(Input{avoid, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		saved += count(g.Events, BallSaved)
		if n := count(g.Events, BallLost); saved+g.Saves != 1 || n > 0 && saved == 0 || g.Tick > 60*TicksPerSecond {
			t.Fatalf(
				"tick %d: %d balls saved, %d saves left, %d balls lost; want one save before the first loss, within "+
					"60 s",
				g.Tick, saved, g.Saves, n)
		}
	}
	if g.nextLevel(); g.Saves != 1 {
		t.Errorf("Saves in the next level = %d, want 1", g.Saves)
	}
}
