package bot

import (
	"math"
	"sort"
)

// A LeagueGame is the result of one game of a league.
type LeagueGame struct {
	Points  int    // score
	Cleared bool   // whether the level was cleared
	Lives   int    // lives left
	Failure string // mistake by which a program lost the game; Points and Lives are then 0
}

// A LeagueTable is the result of a league. Each bot plays each level once per seed. The games of a bot with the same
// seed are a round.
type LeagueTable struct {
	Levels   int             `json:"levels"`
	Rounds   int             `json:"rounds"`
	Bots     []LeagueBot     `json:"bots"`     // the most points first
	Pairs    []LeaguePair    `json:"pairs"`    // pairs of bots, in the order of Bots
	Failures []LeagueFailure `json:"failures"` // games lost by a mistake
}

// A LeagueBot summarizes the games of one bot.
type LeagueBot struct {
	Name    string   `json:"name"`
	Points  Estimate `json:"points"`  // points of a round
	Cleared Estimate `json:"cleared"` // levels cleared in a round
	Lives   Estimate `json:"lives"`   // lives left at the end of a game
	Failed  int      `json:"failed"`  // number of games lost by a mistake

	index int // index of the bot in the league
}

// A LeaguePair compares two bots in the games with the same level and seed.
type LeaguePair struct {
	First  string  `json:"first"`
	Second string  `json:"second"`
	Wins   float64 `json:"wins"` // share of games in which the first bot has more points; a tie counts half
	Low    float64 `json:"low"`  // lower limit of the 95 % confidence interval of Wins
	High   float64 `json:"high"` // upper limit of the interval
}

// A LeagueFailure is a game that a program has lost by a mistake.
type LeagueFailure struct {
	Bot   string `json:"bot"`
	Level int    `json:"level"` // from 1
	Seed  int    `json:"seed"`
	Error string `json:"error"`
}

// An Estimate is a mean with its 95 % confidence interval, from Mean − Margin to Mean + Margin. Margin is 0 for a
// single round.
type Estimate struct {
	Mean   float64 `json:"mean"`
	Margin float64 `json:"margin"`
}

// League plays the games of a league of the named bots and summarizes the results. It calls play for each game,
// with the indices of the bot, the level and the seed.
func (j *Job) League(names []string, play func(bot, level, seed int) (LeagueGame, error)) (LeagueTable, error) {
	perBot := len(j.Levels) * j.Seeds
	games := make([]LeagueGame, len(names)*perBot) // by bot, level and seed
	err := j.playGames(len(games), func(i int) (err error) {
		games[i], err = play(i/perBot, i/j.Seeds%len(j.Levels), i%j.Seeds)
		return err
	})
	if err != nil {
		return LeagueTable{}, err
	}

	t := LeagueTable{Levels: len(j.Levels), Rounds: j.Seeds, Pairs: []LeaguePair{}, Failures: []LeagueFailure{}}
	for i, name := range names {
		own := games[i*perBot : (i+1)*perBot]
		b := LeagueBot{
			Name: name, index: i,
			Points:  j.estimate(own, func(g *LeagueGame) float64 { return float64(g.Points) }),
			Cleared: j.estimate(own, func(g *LeagueGame) float64 { return boolNumber(g.Cleared) }),
			Lives: j.estimate(own, func(g *LeagueGame) float64 {
				return float64(g.Lives) / float64(len(j.Levels))
			}),
		}
		for k := range own {
			if reason := own[k].Failure; reason != "" {
				b.Failed++
				t.Failures = append(t.Failures, LeagueFailure{name, k/j.Seeds + 1, k%j.Seeds + 1, reason})
			}
		}
		t.Bots = append(t.Bots, b)
	}
	sort.SliceStable(t.Bots, func(i, j int) bool { return t.Bots[i].Points.Mean > t.Bots[j].Points.Mean })

	for k := range t.Bots {
		for _, second := range t.Bots[k+1:] {
			first := &t.Bots[k]
			wins := 0.0
			for i := range perBot {
				wins += winOver(&games[first.index*perBot+i], &games[second.index*perBot+i])
			}
			low, high := wilsonInterval(wins, perBot)
			t.Pairs = append(t.Pairs, LeaguePair{first.Name, second.Name, wins / float64(perBot), low, high})
		}
	}
	return t, nil
}

// winOver returns 1 if g is better than other, ½ for a tie, and otherwise 0.
func winOver(g, other *LeagueGame) float64 {
	switch {
	case (g.Failure == "") != (other.Failure == ""):
		return boolNumber(other.Failure != "")
	case g.Points == other.Points:
		return 0.5
	}
	return boolNumber(g.Points > other.Points)
}

// boolNumber returns 1 for true and 0 for false.
func boolNumber(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// estimate sums a value over the games of each round, and returns the mean of these sums. The rounds are independent
// and have the same distribution, so the confidence interval follows from Student's distribution.
func (j *Job) estimate(games []LeagueGame, value func(*LeagueGame) float64) Estimate {
	rounds := make([]float64, j.Seeds)
	sum := 0.0
	for i := range games {
		v := value(&games[i])
		rounds[i%j.Seeds] += v
		sum += v
	}
	n := float64(j.Seeds)
	e := Estimate{Mean: sum / n}
	if j.Seeds < 2 {
		return e
	}
	squares := 0.0
	for _, v := range rounds {
		squares += float64((v - e.Mean) * (v - e.Mean))
	}
	e.Margin = float64(studentQuantile(j.Seeds-1) * math.Sqrt(squares/(n-1)/n))
	return e
}

// normalQuantile is the quantile 0.975 of the normal distribution.
const normalQuantile = 1.959963984540054

// studentQuantiles are the quantiles 0.975 of Student's distribution with 1 to 8 degrees of freedom.
var studentQuantiles = [...]float64{
	12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135,
}

// studentQuantile returns the quantile 0.975 of Student's distribution with n degrees of freedom. If n is not in
// the table, it returns the first four terms of an expansion in 1/n (Abramowitz and Stegun, 26.7.5). The error is
// below 0.0005.
func studentQuantile(n int) float64 {
	if n <= len(studentQuantiles) {
		return studentQuantiles[n-1]
	}
	const (
		z  = normalQuantile
		z3 = z * z * z
		z5 = z3 * z * z
		z7 = z5 * z * z
		c1 = (z3 + z) / 4
		c2 = (5*z5 + 16*z3 + 3*z) / 96
		c3 = (3*z7 + 19*z5 + 17*z3 - 15*z) / 384
	)
	v := 1 / float64(n)
	return z + float64(v*(c1+float64(v*(c2+float64(v*c3)))))
}

// wilsonInterval returns Wilson's 95 % confidence interval for the share of n games with the given number of wins.
func wilsonInterval(wins float64, n int) (low, high float64) {
	const z2 = normalQuantile * normalQuantile
	games := float64(n)
	p, scale := wins/games, 1+z2/games
	center := (p + z2/(2*games)) / scale
	margin := float64(normalQuantile / scale * math.Sqrt(float64(p*(1-p))/games+z2/float64(4*games*games)))
	return max(0, center-margin), min(1, center+margin)
}
