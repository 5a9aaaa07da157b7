package bot

import (
	"sync/atomic"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// MaxLevelTicks limits the time that a bot plays a level to ten minutes.
const MaxLevelTicks = 10 * 60 * engine.TicksPerSecond

// A Job measures levels by letting bots of all strengths play them. [Job.Rate] measures the difficulty, [Job.Pace]
// the time without hits, [Job.Reach] the last level reached in a campaign, and [Job.Versus] the time without bricks
// in matches.
//
// The result of a game depends only on the levels, the strength and the seed. Therefore the results do not depend on
// the number of concurrent games.
type Job struct {
	Levels     []spec.Level
	Seeds      int // games per strength and level, with the seeds 1, 2, 3 …
	Difficulty engine.Difficulty
	Drops      int    // percentage of bricks with a random drop; see engine.Setup
	Done       func() // called after each game, in the goroutine that played it; may be nil

	// Run calls play for each game from 0 to games-1, and returns when all calls have returned. It may run several
	// calls at the same time. If Run is nil, the games are played one after the other.
	Run func(games int, play func(game int))
}

// Games returns the number of games that Rate and Pace play.
func (j *Job) Games() int { return len(j.Levels) * j.ReachGames() }

// ReachGames returns the number of games that Reach plays. Each of these games plays all levels in order.
func (j *Job) ReachGames() int { return len(Strengths) * j.Seeds }

// playAll calls play for each game on n levels, with the index of the level, the strength and the index of the seed.
func (j *Job) playAll(n int, play func(level int, s Strength, seed int) error) error {
	return j.playGames(n*j.ReachGames(), func(i int) error {
		return play(i/j.ReachGames(), Strength(i/j.Seeds%len(Strengths)), i%j.Seeds)
	})
}

// playGames calls play for each game from 0 to games-1. After an error, it starts no further games and returns the
// error.
func (j *Job) playGames(games int, play func(game int) error) error {
	var failed atomic.Pointer[error]
	run := j.Run
	if run == nil {
		run = func(games int, play func(int)) {
			for i := range games {
				play(i)
			}
		}
	}

	run(games, func(i int) {
		if failed.Load() != nil {
			return
		}
		if err := play(i); err != nil {
			failed.Store(&err)
		}
		if j.Done != nil {
			j.Done()
		}
	})
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// game returns a new game with the given levels.
func (j *Job) game(levels []spec.Level, seed int) (*engine.Game, error) {
	return engine.New(engine.Config{
		Setup:  engine.Setup{Seed: uint64(seed) + 1, Difficulty: j.Difficulty, Drops: j.Drops},
		Levels: levels,
	})
}

// playLevel plays the first level of g with a bot. It calls afterTick, which may be nil, after each tick.
func playLevel(g *engine.Game, s Strength, seed int, afterTick func(*engine.Game)) {
	player := OfStrength(s, uint64(seed)+1)
	for !isOver(g) {
		g.Step(engine.Input{player.Play(g), engine.Idle})
		if afterTick != nil {
			afterTick(g)
		}
	}
}

// isOver reports whether a game on one level has ended or takes too long.
func isOver(g *engine.Game) bool {
	return g.Tick >= MaxLevelTicks || g.Phase.Ended() || g.Phase == engine.Clear
}
