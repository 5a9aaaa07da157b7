package rating

import (
	"arkterm/engine"
	"arkterm/engine/bot"
)

// tourLimit is how long a bot may play all levels: eight hours, in ticks.
const tourLimit = 8 * 3600 * engine.TicksPerSecond

// A Reach says how far the bots of one strength come in a campaign: the levels in which their games end,
// from 1, and one more than there are if they win. Of the games in the order of what they reach it tells
// the one at a quarter, in the middle and at three quarters.
type Reach struct {
	Strength string  `json:"strength"`
	Games    int     `json:"games"`
	Won      int     `json:"won"` // games
	Quarter  int     `json:"quarter"`
	Median   int     `json:"median"`
	Three    int     `json:"three_quarters"`
	Minutes  float64 `json:"minutes"` // of a game: the median
}

// Reach plays the levels one after another, from the first one until the lives are lost.
func (j *Job) Reach() ([]Reach, error) {
	levels := make([][]int, len(bot.Strengths))
	ticks := make([][]int, len(bot.Strengths))
	for s := range levels {
		levels[s], ticks[s] = make([]int, j.Seeds), make([]int, j.Seeds)
	}
	err := j.each(1, func(_ int, s bot.Strength, seed int) error {
		g, err := j.game(j.Levels, seed)
		if err != nil {
			return err
		}
		player := bot.OfStrength(s, uint64(seed)+1)
		for g.Tick < tourLimit && !g.Phase.Ended() {
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

	all := make([]Reach, len(bot.Strengths))
	for s := range all {
		r := Reach{Strength: bot.Strength(s).String(), Games: j.Seeds}
		for _, l := range levels[s] {
			if l > len(j.Levels) {
				r.Won++
			}
		}
		r.Quarter, r.Median, r.Three = quantile(levels[s], 1, 4), median(levels[s]), quantile(levels[s], 3, 4)
		r.Minutes = seconds(median(ticks[s])) / 60
		all[s] = r
	}
	return all, nil
}
