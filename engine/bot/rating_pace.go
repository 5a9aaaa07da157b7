package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// What is measured of the pace.
const (
	gapTicks     = 4 * engine.TicksPerSecond // ticks without touching a brick that are a gap …
	longGapTicks = 8 * engine.TicksPerSecond // … and a long one
	tailDivisor  = 5                         // the last fifth of the bricks
	lastBricks   = 3                         // the last three bricks
	levelSlope   = 0.20791169081775934       // sin 12°: a course less steep is a level one
)

// A Pace describes how the bots of one strength play a level, or several. Only time in play counts. Shares
// are parts of the time in play, from 0 to 1.
type Pace struct {
	Strength    string  `json:"strength"`
	Games       int     `json:"games"`
	Cleared     int     `json:"cleared"`   // games
	Seconds     float64 `json:"seconds"`   // of a cleared level: the median
	Gaps        float64 `json:"gaps"`      // share in gaps of over 4 s without touching a brick
	LongGaps    float64 `json:"long_gaps"` // share in those of over 8 s
	Longest     float64 `json:"longest"`   // the longest gap, s
	LastFifth   float64 `json:"fifth"`     // share, in cleared games, of the last fifth of the bricks
	LastThree   float64 `json:"three"`     // s for the last three bricks of a cleared game: the mean …
	LastThree90 float64 `json:"three_90"`  // … and what nine of ten games stay below
	LevelFlight float64 `json:"level"`     // s: the longest a ball has flown within 12° of level without touching brick, paddle or ball
	Points      int     `json:"points"`    // of a game: the median
	Ahead       float64 `json:"ahead"`     // share of the seeds for which it has more points than a casual bot
}

// A LevelPace is the pace of a level.
type LevelPace struct {
	Level int    `json:"level"` // from 1
	Name  string `json:"name"`
	World string `json:"world,omitempty"`
	Bots  []Pace `json:"bots"`
}

// Pace plays the levels and returns the pace of each, and of all together. A level with a boss counts
// neither for the last bricks nor for the last fifth.
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

// A watch sees a game being played, and counts.
type paceCounter struct {
	boss    bool
	cleared bool
	points  int

	// In ticks.
	play         int
	gaps         int
	long         int
	longest      int
	lastFifth    int
	lastThree    int
	longestLevel int

	untouched  int   // ticks without touching a brick
	maxBricks  int   // bricks left, at most
	levelTicks []int // of each ball: ticks on a level course
}

// see counts a tick.
func (w *paceCounter) addTick(g *engine.Game) {
	w.maxBricks = max(w.maxBricks, g.BricksLeft)
	for i := range g.Events {
		w.addEvent(&g.Events[i])
	}
	if g.Phase != engine.Play {
		w.endGap()
		w.levelTicks = w.levelTicks[:0]
		return
	}

	w.play++
	w.untouched++
	if w.maxBricks > lastBricks && g.BricksLeft <= lastBricks {
		w.lastThree++
	}
	if g.BricksLeft*tailDivisor <= w.maxBricks {
		w.lastFifth++
	}

	for len(w.levelTicks) < len(g.Balls) {
		w.levelTicks = append(w.levelTicks, 0)
	}
	w.levelTicks = w.levelTicks[:len(g.Balls)]
	for i := range g.Balls {
		d := g.Disc(i)
		if d.Held || math.Abs(d.V.Y) >= levelSlope*d.V.Norm() {
			w.levelTicks[i] = 0
			continue
		}
		w.levelTicks[i]++
		w.longestLevel = max(w.longestLevel, w.levelTicks[i])
	}
}

// event notes what ends a gap or a level course.
func (w *paceCounter) addEvent(e *engine.Event) {
	has := e.Ball >= 0 && e.Ball < len(w.levelTicks)
	switch e.Kind {
	case engine.BrickHit, engine.BrickBroken, engine.BrickExploded, engine.BossBlocked:
		w.endGap()
	case engine.PaddleHit, engine.BallHit, engine.BallHeld:
	case engine.BallLost:
		if has {
			w.levelTicks = append(w.levelTicks[:e.Ball], w.levelTicks[e.Ball+1:]...)
		}
		return
	default:
		return
	}
	if has {
		w.levelTicks[e.Ball] = 0
	}
}

// touch ends a gap.
func (w *paceCounter) endGap() {
	if w.untouched > gapTicks {
		w.gaps += w.untouched
	}
	if w.untouched > longGapTicks {
		w.long += w.untouched
	}
	w.longest = max(w.longest, w.untouched)
	w.untouched = 0
}

// close notes how the game ended.
func (w *paceCounter) close(g *engine.Game) {
	w.endGap()
	w.cleared = g.Phase == engine.Clear
	w.points = g.Score
}

// paces returns the pace of each strength, of which watches holds the games.
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
	var sum, whole paceCounter // of all, and of cleared games
	var ticks, three, points []int
	threes := 0
	for i := range games {
		w := &games[i]
		sum.play += w.play
		sum.gaps += w.gaps
		sum.long += w.long
		sum.longest = max(sum.longest, w.longest)
		sum.longestLevel = max(sum.longestLevel, w.longestLevel)
		points = append(points, w.points)
		if !w.cleared {
			continue
		}
		p.Cleared++
		ticks = append(ticks, w.play)
		if !w.boss && w.maxBricks > lastBricks {
			whole.play += w.play
			whole.lastFifth += w.lastFifth
			three = append(three, w.lastThree)
			threes += w.lastThree
		}
	}

	p.Seconds = seconds(median(ticks))
	p.Gaps, p.LongGaps, p.Longest = share(sum.gaps, sum.play), share(sum.long, sum.play), seconds(sum.longest)
	p.LastFifth = share(whole.lastFifth, whole.play)
	p.LastThree = seconds(threes) / float64(max(1, len(three)))
	p.LastThree90 = seconds(quantile(three, 9, 10))
	p.LevelFlight = seconds(sum.longestLevel)
	p.Points = median(points)
	return p
}

func seconds(ticks int) float64 { return float64(ticks) / engine.TicksPerSecond }

// share returns part as a share of whole, and 0 of nothing.
func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }
