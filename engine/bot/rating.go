package bot

import (
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// A gameResult is the result of one game.
type gameResult struct {
	passed     bool // the level was cleared, or left through a gate
	ticks      int  // ticks in play
	lostBalls  int  // number of lost balls
	totalBalls int  // total number of balls, including those won during the game
	points     int  // points of the level without the speed bonus, which depends on par
	score      int  // score at the end of the game
}

// A Rating is the result of all games on a level. Its difficulty is the percentage of its balls that a bot loses,
// averaged over all games and strengths. A bot that does not clear the level counts as losing all its balls.
type Rating struct {
	Level      int              `json:"level"` // from 1
	Name       string           `json:"name"`
	World      string           `json:"world,omitempty"`
	Difficulty int              `json:"difficulty"` // 0 to 100
	Games      int              `json:"games"`      // number of games per strength
	Cleared    int              `json:"cleared"`    // number of games in which the level was cleared
	Bots       []StrengthRating `json:"bots"`
	ParTime    int              `json:"par_time"`  // suggested, in seconds; 0 if unknown
	ParScore   int              `json:"par_score"` // suggested, in points; 0 if unknown
	results    [][]gameResult   // indexed by strength and seed
	level      *spec.Level      // the rated level
}

// A StrengthRating summarizes the games that the bot of one strength has played on a level.
type StrengthRating struct {
	Strength  string  `json:"strength"`
	Cleared   int     `json:"cleared"` // number of games in which the level was cleared
	Seconds   float64 `json:"seconds"` // median time in play of cleared games; 0 if there are none
	Lost      float64 `json:"lost"`    // mean number of lost balls per game
	LossShare float64 `json:"took"`    // mean fraction of its balls that the bot loses in a game, 0 to 1
	Ahead     float64 `json:"ahead"`   // fraction of the seeds with which it has a higher score than the casual bot
}

// Rate lets bots play the levels and returns a rating for each level. It blocks until all games have ended.
func (j *Job) Rate() ([]Rating, error) {
	ratings := make([]Rating, len(j.Levels))
	for i := range ratings {
		ratings[i].level = &j.Levels[i]
		ratings[i].results = make([][]gameResult, len(Strengths))
		for s := range ratings[i].results {
			ratings[i].results[s] = make([]gameResult, j.Seeds)
		}
	}

	err := j.playAll(len(j.Levels), func(level int, s Strength, seed int) (err error) {
		ratings[level].results[s][seed], err = j.playOne(level, s, seed)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range ratings {
		ratings[i].summarize(i)
	}
	return ratings, nil
}

// playOne plays one game on a level with a bot of strength s.
func (j *Job) playOne(level int, s Strength, seed int) (gameResult, error) {
	g, err := j.game(j.Levels[level:level+1], seed)
	if err != nil {
		return gameResult{}, err
	}
	playLevel(g, s, seed, nil)
	return resultOf(g), nil
}

// resultOf returns the result of a game that has ended.
func resultOf(g *engine.Game) gameResult {
	return gameResult{
		passed:     g.Phase == engine.Clear,
		ticks:      g.Tally.Ticks,
		lostBalls:  g.Tally.BallsLost,
		totalBalls: g.Tally.BallsLost + g.Lives,
		points:     g.Tally.Total() - g.Tally.SpeedBonus,
		score:      g.Score,
	}
}

// summarize computes the rating of the level at index i from its results.
func (r *Rating) summarize(i int) {
	r.Level, r.Name, r.World, r.Games = i+1, r.level.Name, r.level.World, len(r.results[0])
	lossShares := 0.0
	for s, trials := range r.results {
		b := StrengthRating{Strength: Strength(s).String()}
		var ticks []int
		ahead := 0
		for seed, t := range trials {
			lossShare := 1.0
			if t.passed {
				b.Cleared++
				ticks = append(ticks, t.ticks)
				lossShare = float64(t.lostBalls) / float64(t.totalBalls)
			}
			b.Lost += float64(t.lostBalls) / float64(len(trials))
			b.LossShare += lossShare / float64(len(trials))
			if t.score > r.results[Casual][seed].score {
				ahead++
			}
		}
		b.Ahead = share(ahead, len(trials))
		b.Seconds = float64(median(ticks)) / engine.TicksPerSecond
		r.Cleared += b.Cleared
		r.Bots = append(r.Bots, b)
		lossShares += b.LossShare
	}
	r.Difficulty = int(100*lossShares/float64(len(r.results)) + 0.5)
	r.suggestPars()
}

// Pars are computed from the medians of the games in which the two best bots clear the level.
const (
	parBots        = 2    // number of bots that determine the pars, the last ones of Strengths
	parTimeFactor  = 1.25 // factor of the median time
	parTimeStep    = 5    // par times are rounded up to a multiple of this, in seconds
	parScoreFactor = 0.8  // factor of the median points
	parScoreStep   = 100  // par scores are rounded down to a multiple of this
)

// suggestPars computes ParTime and ParScore.
func (r *Rating) suggestPars() {
	var ticks, unsortedTicks, points []int // median sorts ticks
	for _, trials := range r.results[len(r.results)-parBots:] {
		for _, t := range trials {
			if t.passed {
				ticks, unsortedTicks = append(ticks, t.ticks), append(unsortedTicks, t.ticks)
				points = append(points, t.points)
			}
		}
	}
	if len(ticks) == 0 {
		return
	}
	seconds := int(parTimeFactor * float64(median(ticks)) / engine.TicksPerSecond)
	r.ParTime = (seconds/parTimeStep + 1) * parTimeStep
	for i := range points {
		points[i] += engine.SpeedBonus(r.ParTime*engine.TicksPerSecond, max(1, unsortedTicks[i]))
	}
	r.ParScore = max(parScoreStep, int(parScoreFactor*float64(median(points)))/parScoreStep*parScoreStep)
}

// median returns the middle value, the higher of two middle values, or 0 for no values. It sorts the values.
func median(values []int) int { return quantile(values, 1, 2) }

// quantile returns the value at the fraction num/den of the sorted values, or 0 for no values. It sorts the values.
func quantile(values []int, num, den int) int {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[min(len(values)*num/den, len(values)-1)]
}
