package bot

import (
	"flag"
	"testing"

	"arkterm/engine"
	"arkterm/levels"
)

// pairs is the number of pairs of games in TestScoreRanks. The Make target long uses 200.
var pairs = flag.Int("pairs", 20, "number of pairs of games per level in TestScoreRanks")

// A better player has the better score: with 85 % of the seeds, a skilled bot has more points than a casual bot.
func TestScoreRanks(t *testing.T) {
	if testing.Short() { // slow; other tests cover the concurrency of ratings
		return
	}
	for _, level := range []int{1, 7, 15} {
		job := Job{
			Levels: levels.Shipped().Levels[level-1 : level], Seeds: *pairs,
			Difficulty: engine.Medium, Drops: 15, Run: concurrent,
		}
		points := make([][]int, len(Strengths))
		for s := range points {
			points[s] = make([]int, job.Seeds)
		}
		err := job.playAll(1, func(_ int, s Strength, seed int) error {
			if s != Casual && s != Skilled {
				return nil
			}
			r, err := job.playOne(0, s, seed)
			points[s][seed] = r.score
			return err
		})
		if err != nil {
			t.Fatal(err)
		}

		ahead := 0
		for seed, skilled := range points[Skilled] {
			if skilled > points[Casual][seed] {
				ahead++
			}
		}
		if ahead*100 < job.Seeds*85 {
			t.Errorf("level %d: the skilled bot has more points than the casual bot in %d of %d pairs, want 85 %%",
				level, ahead, job.Seeds)
		}
	}
}
