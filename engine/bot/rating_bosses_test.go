package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// Every boss level is harder for the bots than the levels before and after it.
func TestBossesArePeaks(t *testing.T) {
	if testing.Short() { // slow, because it plays hundreds of games
		return
	}
	all := levels.Shipped().Levels
	for i := range all {
		if all[i].Boss.Kind == spec.NoBoss {
			continue
		}
		first, last := max(i-1, 0), min(i+2, len(all))
		job := Job{Levels: all[first:last], Seeds: 4, Difficulty: engine.Medium, Drops: 15, Run: concurrent}
		ratings, err := job.Rate()
		if err != nil {
			t.Fatal(err)
		}
		boss := ratings[i-first]
		for k, r := range ratings {
			t.Logf("level %d, %s: %d", first+k+1, r.Name, r.Difficulty)
			if first+k != i && r.Difficulty >= boss.Difficulty {
				t.Errorf(
					"difficulty of level %d, %s, next to the boss level %s = %d, want less than the %d of the boss "+
						"level",
					first+k+1, r.Name, boss.Name, r.Difficulty, boss.Difficulty)
			}
		}
	}
}

// On the difficulty for kids, even the weakest bot defeats every boss.
func TestKidsDifficultyBosses(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	all := levels.Shipped().Levels
	for i := range all {
		if all[i].Boss.Kind == spec.NoBoss {
			continue
		}
		job := Job{Levels: all[i : i+1], Difficulty: engine.Kids, Drops: 15}
		for seed := range 2 {
			r, err := job.playOne(0, Novice, seed)
			if err != nil {
				t.Fatal(err)
			}
			if !r.passed {
				t.Errorf("%s, seed %d: the weakest bot does not clear the level, want it to", all[i].Name, seed+1)
			}
		}
	}
}
