package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// Parameters of the pace.
const (
	gapTicks        = 4 * engine.TicksPerSecond // minimum duration of a gap, in ticks without touching a brick
	longGapTicks    = 8 * engine.TicksPerSecond // minimum duration of a long gap
	tailDivisor     = 5                         // LastFifth starts when 1/tailDivisor of the bricks is left
	lastBricks      = 3                         // LastThree starts when this number of bricks is left
	horizontalSlope = 0.20791169081775934       // sin 12°; a course with a smaller slope is nearly horizontal
)

// A Pace describes how quickly the bots of one strength play one or several levels, and how often nothing happens.
// It includes only time in play. Fractions are relative to the time in play, from 0 to 1.
type Pace struct {
	Strength    string  `json:"strength"`
	Games       int     `json:"games"`
	Cleared     int     `json:"cleared"`   // number of games in which the level was cleared
	Seconds     float64 `json:"seconds"`   // median time of cleared levels
	Gaps        float64 `json:"gaps"`      // fraction of the time in gaps of more than 4 s without touching a brick
	LongGaps    float64 `json:"long_gaps"` // fraction of the time in gaps of more than 8 s
	Longest     float64 `json:"longest"`   // duration of the longest gap, in seconds
	LastFifth   float64 `json:"fifth"`     // fraction of the time with the last fifth of the bricks, in cleared games
	LastThree   float64 `json:"three"`     // mean time with the last three bricks, in seconds, in cleared games
	LastThree90 float64 `json:"three_90"`  // 90th percentile of the time with the last three bricks
	// LevelFlight is the longest flight of a ball, in seconds, within 12° of horizontal and without touching a
	// brick, a paddle or another ball.
	LevelFlight float64 `json:"level"`
	Points      int     `json:"points"` // median points of a game
	Ahead       float64 `json:"ahead"`  // fraction of the seeds for which this bot has more points than a casual bot
}

// A LevelPace is the pace of a level.
type LevelPace struct {
	Level int    `json:"level"` // from 1
	Name  string `json:"name"`
	World string `json:"world,omitempty"`
	Bots  []Pace `json:"bots"`
}

// Pace plays the levels and returns the pace of each level and of all levels together. LastThree and LastFifth exclude
// levels with a boss.
func (j *Job) Pace() (each []LevelPace, all []Pace, err error) {
	games := make([][]paceCounter, len(j.Levels)*len(Strengths)) // by level and strength, and by seed
	for i := range games {
		games[i] = make([]paceCounter, j.Seeds)
	}
	err = j.playAll(len(j.Levels), func(level int, s Strength, seed int) error {
		g, err := j.game(j.Levels[level:level+1], seed)
		if err != nil {
			return err
		}
		w := paceCounter{boss: j.Levels[level].Boss.Kind != spec.NoBoss}
		playLevel(g, s, seed, w.addTick)
		w.close(g)
		games[level*len(Strengths)+int(s)][seed] = w
		return nil
	})
	if err != nil {
		return nil, nil, err
	}

	together := make([][]paceCounter, len(Strengths))
	for i := range j.Levels {
		l := &j.Levels[i]
		rows := games[i*len(Strengths):][:len(Strengths)]
		each = append(each, LevelPace{i + 1, l.Name, l.World, paces(rows)})
		for s, row := range rows {
			together[s] = append(together[s], row...)
		}
	}
	return each, paces(together), nil
}

// A paceCounter observes a game and computes the statistics of a Pace.
type paceCounter struct {
	boss    bool // the level has a boss
	cleared bool // the level was cleared
	points  int  // score at the end of the game

	// Durations in ticks.
	playTicks         int // time in play
	gaps              int // total duration of gaps, including long gaps
	longGaps          int // total duration of long gaps
	longest           int // longest gap
	lastFifth         int // time with the last fifth of the bricks
	lastThree         int // time with the last three bricks
	longestHorizontal int // longest nearly horizontal flight of a ball

	untouched       int   // ticks since a ball last touched a brick
	maxBricks       int   // maximum number of bricks left
	horizontalTicks []int // for each ball, ticks of its current nearly horizontal flight
}

// addTick updates the statistics after a tick.
func (w *paceCounter) addTick(g *engine.Game) {
	w.maxBricks = max(w.maxBricks, g.BricksLeft)
	for i := range g.Events {
		w.addEvent(&g.Events[i])
	}
	if g.Phase != engine.Play {
		w.endGap()
		w.horizontalTicks = w.horizontalTicks[:0]
		return
	}

	w.playTicks++
	w.untouched++
	if w.maxBricks > lastBricks && g.BricksLeft <= lastBricks {
		w.lastThree++
	}
	if g.BricksLeft*tailDivisor <= w.maxBricks {
		w.lastFifth++
	}

	for len(w.horizontalTicks) < len(g.Balls) {
		w.horizontalTicks = append(w.horizontalTicks, 0)
	}
	w.horizontalTicks = w.horizontalTicks[:len(g.Balls)]
	for i := range g.Balls {
		d := g.Disc(i)
		if d.Held || math.Abs(d.V.Y) >= horizontalSlope*d.V.Norm() {
			w.horizontalTicks[i] = 0
			continue
		}
		w.horizontalTicks[i]++
		w.longestHorizontal = max(w.longestHorizontal, w.horizontalTicks[i])
	}
}

// addEvent handles events that end a gap or a nearly horizontal flight.
func (w *paceCounter) addEvent(e *engine.Event) {
	hasTicks := e.Ball >= 0 && e.Ball < len(w.horizontalTicks)
	switch e.Kind {
	case engine.BrickHit, engine.BrickBroken, engine.BrickExploded, engine.BossBlocked:
		w.endGap()
	case engine.PaddleHit, engine.BallHit, engine.BallHeld:
	case engine.BallLost:
		if hasTicks {
			w.horizontalTicks = append(w.horizontalTicks[:e.Ball], w.horizontalTicks[e.Ball+1:]...)
		}
		return
	default:
		return
	}
	if hasTicks {
		w.horizontalTicks[e.Ball] = 0
	}
}

// endGap ends the current period in which no ball touches a brick. If the period is longer than gapTicks, endGap adds
// it to the gaps.
func (w *paceCounter) endGap() {
	if w.untouched > gapTicks {
		w.gaps += w.untouched
	}
	if w.untouched > longGapTicks {
		w.longGaps += w.untouched
	}
	w.longest = max(w.longest, w.untouched)
	w.untouched = 0
}

// close records the result of the game.
func (w *paceCounter) close(g *engine.Game) {
	w.endGap()
	w.cleared = g.Phase == engine.Clear
	w.points = g.Score
}

// paces returns the pace of each strength. The argument games is indexed by strength and seed.
func paces(games [][]paceCounter) []Pace {
	all := make([]Pace, len(games))
	for s := range games {
		all[s] = pace(Strength(s), games[s])
		ahead := 0
		for i := range games[s] {
			if games[s][i].points > games[Casual][i].points {
				ahead++
			}
		}
		all[s].Ahead = share(ahead, len(games[s]))
	}
	return all
}

// pace returns the pace of the games of one strength.
func pace(s Strength, games []paceCounter) Pace {
	p := Pace{Strength: s.String(), Games: len(games)}
	var sum, sumCleared paceCounter // sums over all games, and over cleared games
	var ticks, lastThrees, points []int
	for i := range games {
		w := &games[i]
		sum.playTicks += w.playTicks
		sum.gaps += w.gaps
		sum.longGaps += w.longGaps
		sum.longest = max(sum.longest, w.longest)
		sum.longestHorizontal = max(sum.longestHorizontal, w.longestHorizontal)
		points = append(points, w.points)
		if !w.cleared {
			continue
		}
		p.Cleared++
		ticks = append(ticks, w.playTicks)
		if !w.boss && w.maxBricks > lastBricks {
			sumCleared.playTicks += w.playTicks
			sumCleared.lastFifth += w.lastFifth
			lastThrees = append(lastThrees, w.lastThree)
			sumCleared.lastThree += w.lastThree
		}
	}

	p.Seconds = seconds(median(ticks))
	p.Gaps, p.LongGaps = share(sum.gaps, sum.playTicks), share(sum.longGaps, sum.playTicks)
	p.Longest = seconds(sum.longest)
	p.LastFifth = share(sumCleared.lastFifth, sumCleared.playTicks)
	p.LastThree = seconds(sumCleared.lastThree) / float64(max(1, len(lastThrees)))
	p.LastThree90 = seconds(quantile(lastThrees, 9, 10))
	p.LevelFlight = seconds(sum.longestHorizontal)
	p.Points = median(points)
	return p
}

// seconds converts ticks to seconds.
func seconds(ticks int) float64 { return float64(ticks) / engine.TicksPerSecond }

// share returns part/whole. A whole of 0 counts as 1.
func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }
