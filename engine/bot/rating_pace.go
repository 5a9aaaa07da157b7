package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// Parameters of the pace.
const (
	gapTicks     = 4 * engine.TicksPerSecond // minimum duration of a gap, in ticks without touching a brick
	longGapTicks = 8 * engine.TicksPerSecond // minimum duration of a long gap
	tailDivisor  = 5                         // LastFifth starts when 1/tailDivisor of the bricks is left
	lastBricks   = 3                         // LastThree starts when this number of bricks is left
	horizontalSlope   = 0.20791169081775934       // sin 12°; a course with a smaller slope is level
)

// A Pace describes how the bots of one strength play one or several levels. It only includes time in play. Fractions
// are relative to the time in play, from 0 to 1.
type Pace struct {
	Strength    string  `json:"strength"`
	Games       int     `json:"games"`
	Cleared     int     `json:"cleared"`   // number of games
	Seconds     float64 `json:"seconds"`   // median time of cleared levels
	Gaps        float64 `json:"gaps"`      // fraction of the time in gaps of more than 4 s without touching a brick
	LongGaps    float64 `json:"long_gaps"` // fraction of the time in gaps of more than 8 s
	Longest     float64 `json:"longest"`   // duration of the longest gap, in seconds
	LastFifth   float64 `json:"fifth"`     // fraction of the time with the last fifth of the bricks, in cleared games
	LastThree   float64 `json:"three"`     // mean time with the last three bricks, in seconds, in cleared games
	LastThree90 float64 `json:"three_90"`  // 90th percentile of the time with the last three bricks
	// LevelFlight is the longest time in seconds of a ball within 12° of horizontal without touching a brick, paddle or
	// ball.
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
	watches := make([][]paceCounter, len(j.Levels)*len(Strengths)) // by level and strength, and by seed
	for i := range watches {
		watches[i] = make([]paceCounter, j.Seeds)
	}
	err = j.playAll(len(j.Levels), func(level int, s Strength, seed int) error {
		g, err := j.game(j.Levels[level:level+1], seed)
		if err != nil {
			return err
		}
		w := paceCounter{boss: j.Levels[level].Boss.Kind != spec.NoBoss}
		playLevel(g, s, seed, w.addTick)
		w.close(g)
		watches[level*len(Strengths)+int(s)][seed] = w
		return nil
	})
	if err != nil {
		return nil, nil, err
	}

	together := make([][]paceCounter, len(Strengths))
	for i := range j.Levels {
		l := &j.Levels[i]
		rows := watches[i*len(Strengths):][:len(Strengths)]
		each = append(each, LevelPace{i + 1, l.Name, l.World, paces(rows)})
		for s, row := range rows {
			together[s] = append(together[s], row...)
		}
	}
	return each, paces(together), nil
}

// A paceCounter observes a game and computes the statistics of a Pace.
type paceCounter struct {
	boss    bool
	cleared bool
	points  int

	// The following fields are in ticks.
	playTicks         int
	gaps         int
	longGaps         int
	longest      int
	lastFifth    int
	lastThree    int
	longestHorizontal int

	untouched  int   // ticks without touching a brick
	maxBricks  int   // maximum number of bricks left
	horizontalTicks []int // for each ball, ticks on a level course
}

// addTick adds a tick.
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

// addEvent handles events that end a gap or a level course.
func (w *paceCounter) addEvent(e *engine.Event) {
	has := e.Ball >= 0 && e.Ball < len(w.horizontalTicks)
	switch e.Kind {
	case engine.BrickHit, engine.BrickBroken, engine.BrickExploded, engine.BossBlocked:
		w.endGap()
	case engine.PaddleHit, engine.BallHit, engine.BallHeld:
	case engine.BallLost:
		if has {
			w.horizontalTicks = append(w.horizontalTicks[:e.Ball], w.horizontalTicks[e.Ball+1:]...)
		}
		return
	default:
		return
	}
	if has {
		w.horizontalTicks[e.Ball] = 0
	}
}

// endGap ends a gap.
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

// close records how the game ended.
func (w *paceCounter) close(g *engine.Game) {
	w.endGap()
	w.cleared = g.Phase == engine.Clear
	w.points = g.Score
}

// paces returns the pace of each strength. watches contains the games of each strength.
func paces(watches [][]paceCounter) []Pace {
	all := make([]Pace, len(watches))
	for s := range watches {
		all[s] = pace(Strength(s), watches[s])
		ahead := 0
		for i := range watches[s] {
			if watches[s][i].points > watches[Casual][i].points {
				ahead++
			}
		}
		all[s].Ahead = share(ahead, len(watches[s]))
	}
	return all
}

// pace returns the pace of the games of one strength.
func pace(s Strength, games []paceCounter) Pace {
	p := Pace{Strength: s.String(), Games: len(games)}
	var sum, whole paceCounter // sums over all games, and over cleared games
	var ticks, three, points []int
	threes := 0
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
			whole.playTicks += w.playTicks
			whole.lastFifth += w.lastFifth
			three = append(three, w.lastThree)
			threes += w.lastThree
		}
	}

	p.Seconds = seconds(median(ticks))
	p.Gaps, p.LongGaps, p.Longest = share(sum.gaps, sum.playTicks), share(sum.longGaps, sum.playTicks), seconds(sum.longest)
	p.LastFifth = share(whole.lastFifth, whole.playTicks)
	p.LastThree = seconds(threes) / float64(max(1, len(three)))
	p.LastThree90 = seconds(quantile(three, 9, 10))
	p.LevelFlight = seconds(sum.longestHorizontal)
	p.Points = median(points)
	return p
}

func seconds(ticks int) float64 { return float64(ticks) / engine.TicksPerSecond }

// share returns part/whole. A whole of 0 counts as 1.
func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }
