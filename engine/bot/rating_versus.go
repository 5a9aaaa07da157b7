package bot

import (
	"slices"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// maxMatchTicks limits the time of a match to half an hour.
const maxMatchTicks = 1800 * engine.TicksPerSecond

// pairings are the pairs of strengths that [Job.Versus] measures, the player at the floor first.
var pairings = [...][2]Strength{{Able, Able}, {Casual, Able}, {Skilled, Skilled}}

// A Versus describes the matches of a pair of strengths. Fractions are relative to the time of all matches.
type Versus struct {
	Players      [2]string `json:"players"` // strengths, the player at the floor first
	Games        int       `json:"games"`   // number of matches
	Won          int       `json:"won"`     // matches won by the first player
	Seconds      float64   `json:"seconds"` // median time of a match
	Rally        float64   `json:"rally"`   // mean time of a rally, in seconds
	Empty        float64   `json:"empty"`   // fraction of the time without a breakable brick
	LongestEmpty float64   `json:"longest"` // longest time without a breakable brick, in seconds
	Bricks       float64   `json:"bricks"`  // mean number of breakable bricks
}

// VersusGames returns the number of games that Versus plays.
func (j *Job) VersusGames() int { return len(pairings) * j.Seeds }

// Versus plays matches on the boards j.Levels and returns a row for each of [pairings].
func (j *Job) Versus() ([]Versus, error) {
	counters := make([]noBrickCounter, j.VersusGames())
	err := j.playGames(len(counters), func(i int) (err error) {
		seed := uint64(i%j.Seeds) + 1
		counters[i], err = j.playMatch(pairings[i/j.Seeds], seed)
		return err
	})
	if err != nil {
		return nil, err
	}

	all := make([]Versus, len(pairings))
	for i, pair := range pairings {
		all[i] = versusOf(counters[i*j.Seeds : (i+1)*j.Seeds])
		all[i].Players = [2]string{pair[0].String(), pair[1].String()}
	}
	return all, nil
}

// playMatch plays a match of two bots. The seed selects the board.
func (j *Job) playMatch(pair [2]Strength, seed uint64) (c noBrickCounter, err error) {
	g, err := engine.New(engine.Config{
		Setup: engine.Setup{
			Mode: engine.Arkanong, Seed: seed, First: int(seed % uint64(len(j.Levels))),
			Difficulty: j.Difficulty, Drops: j.Drops,
		},
		Levels: j.Levels,
	})
	if err != nil {
		return c, err
	}
	first, second := OfStrength(pair[0], seed), OfStrength(pair[1], seed+1)
	for g.Tick < maxMatchTicks && !g.Phase.Ended() {
		g.Step(engine.Input{first.PlayFor(g, 0), second.PlayFor(g, 1)})
		c.addTick(g)
	}
	c.won = g.Winner() == 0
	return c, nil
}

// A noBrickCounter counts the ticks of a match in which the field has no breakable brick.
type noBrickCounter struct {
	ticks        int  // duration of the match
	emptyTicks   int  // ticks without a breakable brick
	longestEmpty int  // longest time without a breakable brick
	emptyNow     int  // ticks since the last breakable brick was broken; 0 while there are bricks
	bricks       int  // sum of the numbers of breakable bricks over all ticks
	rallies      int  // number of rallies
	won          bool // the first player won
}

// addTick updates the counts after a tick.
func (c *noBrickCounter) addTick(g *engine.Game) {
	n := 0
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && spec.Kinds[b.Kind].Breakable {
			n++
		}
	}
	c.ticks++
	c.bricks += n
	c.emptyNow++
	if n > 0 {
		c.emptyNow = 0
	} else {
		c.emptyTicks++
	}
	c.longestEmpty = max(c.longestEmpty, c.emptyNow)
	if g.Phase == engine.Lost && g.PhaseBegan == g.Tick-1 {
		c.rallies++
	}
}

// versusOf returns the statistics of several matches.
func versusOf(matches []noBrickCounter) (v Versus) {
	var sum noBrickCounter
	var times []int
	for i := range matches {
		c := &matches[i]
		times = append(times, c.ticks)
		sum.ticks, sum.emptyTicks = sum.ticks+c.ticks, sum.emptyTicks+c.emptyTicks
		sum.bricks, sum.rallies = sum.bricks+c.bricks, sum.rallies+c.rallies
		sum.longestEmpty = max(sum.longestEmpty, c.longestEmpty)
		if c.won {
			v.Won++
		}
	}
	slices.Sort(times)
	v.Games, v.Seconds, v.LongestEmpty = len(matches), seconds(median(times)), seconds(sum.longestEmpty)
	v.Empty, v.Bricks = float64(sum.emptyTicks)/float64(sum.ticks), float64(sum.bricks)/float64(sum.ticks)
	v.Rally = seconds(sum.ticks) / float64(max(1, sum.rallies))
	return v
}
