// Package rating lets bots play levels, and measures what these are like: how hard they are ([Job.Rate]),
// how much of the time in them is dead ([Job.Pace]), and how far a campaign goes ([Job.Reach]).
//
// Each game runs in one goroutine, and its result depends only on the levels, the strength and the
// seed, so figures are the same on any number of processors.
package rating

import (
	"runtime"
	"sync"
	"sync/atomic"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// limit is how long a bot may play a level: ten minutes, in ticks.
const limit = 10 * 60 * engine.TicksPerSecond

// A Job is a list of levels to measure, and the games to play on each.
type Job struct {
	Levels     []spec.Level
	Seeds      int // games of each strength on each level: of the seeds 1, 2, 3 …
	Difficulty engine.Difficulty
	Drops      int // percent, as of a setup

	// Done is called after each game, from any goroutine, unless it is nil.
	Done func()
}

// Games returns the number of games of Rate and Pace.
func (j *Job) Games() int { return len(j.Levels) * j.Tours() }

// Tours returns the number of games of Reach, each through all levels.
func (j *Job) Tours() int { return len(bot.Strengths) * j.Seeds }

// each calls play for each game on one of n boards: with the index of the board, the strength and the
// index of the seed. Calls run at the same time. After an error it begins no more.
func (j *Job) each(n int, play func(board int, s bot.Strength, seed int) error) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var all sync.WaitGroup
	games := n * j.Tours()
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < games && failed.Load() == nil; i = int(next.Add(1)) - 1 {
				if err := play(i/j.Tours(), bot.Strength(i/j.Seeds%len(bot.Strengths)), i%j.Seeds); err != nil {
					failed.Store(&err)
				}
				if j.Done != nil {
					j.Done()
				}
			}
		})
	}

	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// game returns a new game on some of the levels.
func (j *Job) game(levels []spec.Level, seed int) (*engine.Game, error) {
	return engine.New(engine.Config{
		Setup:  engine.Setup{Seed: uint64(seed) + 1, Difficulty: j.Difficulty, Drops: j.Drops},
		Levels: levels,
	})
}

// play lets a bot play the first level of g, and calls see after each tick unless it is nil.
func play(g *engine.Game, s bot.Strength, seed int, see func(*engine.Game)) {
	player := bot.OfStrength(s, uint64(seed)+1)
	for g.Tick < limit && !g.Phase.Ended() && g.Phase != engine.Clear {
		g.Step(engine.Input{player.Play(g), engine.Idle})
		if see != nil {
			see(g)
		}
	}
}
