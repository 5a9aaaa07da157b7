package bot

import (
	"flag"
	"testing"

	"arkterm/engine"
	"arkterm/levels"
)

// pairs is how many games of a casual and of a skilled bot TestScoreRanks compares; make long asks for 200.
var pairs = flag.Int("pairs", 60, "how many pairs of games TestScoreRanks compares on each level")

// A better player has the better score: a skilled bot has more points than a casual one for nine of ten seeds.
func TestScoreRanks(t *testing.T) {
	if testing.Short() { // hundreds of whole games, by the workers of the ratings that other tests compare
		return
	}
	for _, level := range []int{1, 7, 15} {
		job := Job{Levels: levels.Shipped().Levels[level-1 : level], Seeds: *pairs, Difficulty: engine.Medium, Drops: 15, Run: concurrent}
		points := make([][]int, len(Strengths))
		for s := range points {
			points[s] = make([]int, job.Seeds)
		}
		err := job.playAll(1, func(_ int, s Strength, seed int) error {
			if s != Casual && s != Skilled {
				return nil
			}
			g, err := job.game(job.Levels, seed)
			if err == nil {
				playLevel(g, s, seed, nil)
				points[s][seed] = g.Score
			}
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
		if ahead*10 < job.Seeds*9 {
			t.Errorf("level %d: skilled is ahead of casual in %d of %d pairs", level, ahead, job.Seeds)
		}
	}
}
