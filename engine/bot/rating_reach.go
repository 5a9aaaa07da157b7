package bot

import (
	"arkterm/engine"
)

// maxTourTicks limits the time that a bot plays all levels to eight hours.
const maxTourTicks = 8 * 3600 * engine.TicksPerSecond

// A Reach describes how far the bots of one strength get in a campaign. LowerQuartile, Median and UpperQuartile are
// quartiles of the number of the last level that a game reaches. Levels are numbered from 1. A game that is won counts
// as if it ended in the level after the last one.
type Reach struct {
	Strength      string  `json:"strength"`
	Games         int     `json:"games"`
	Won           int     `json:"won"` // number of games in which all levels were cleared
	LowerQuartile int     `json:"quarter"`
	Median        int     `json:"median"`
	UpperQuartile int     `json:"three_quarters"`
	Minutes       float64 `json:"minutes"` // median duration of a game
}

// Reach plays games through all levels in order, until the lives are lost, and returns a row for each strength.
func (j *Job) Reach() ([]Reach, error) {
	levels := make([][]int, len(Strengths))
	ticks := make([][]int, len(Strengths))
	for s := range levels {
		levels[s], ticks[s] = make([]int, j.Seeds), make([]int, j.Seeds)
	}
	err := j.playAll(1, func(_ int, s Strength, seed int) error {
		g, err := j.game(j.Levels, seed)
		if err != nil {
			return err
		}
		player := OfStrength(s, uint64(seed)+1)
		for g.Tick < maxTourTicks && !g.Phase.Ended() {
			g.Step(engine.Input{player.Play(g), engine.Idle})
		}
		levels[s][seed], ticks[s][seed] = g.Level+1, int(g.Tick)
		if g.Phase == engine.Won {
			levels[s][seed]++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}

	all := make([]Reach, len(Strengths))
	for s := range all {
		r := Reach{Strength: Strength(s).String(), Games: j.Seeds}
		for _, l := range levels[s] {
			if l > len(j.Levels) {
				r.Won++
			}
		}
		r.LowerQuartile, r.Median = quantile(levels[s], 1, 4), median(levels[s])
		r.UpperQuartile = quantile(levels[s], 3, 4)
		r.Minutes = seconds(median(ticks[s])) / 60
		all[s] = r
	}
	return all, nil
}
