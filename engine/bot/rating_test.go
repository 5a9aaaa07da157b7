package bot

import (
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// The results do not depend on the scheduling of games, and each game is counted.
func TestRatingIsReproducible(t *testing.T) {
	one := spec.Level{
		Name:   "One",
		Bricks: []spec.BrickSpec{{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 8, 0)}},
	}
	job := Job{Levels: []spec.Level{one, one}, Seeds: 2, Drops: 15, Run: concurrent}
	var games atomic.Int32
	job.Done = func() { games.Add(1) }
	first, err := job.Rate()
	if err != nil || int(games.Load()) != job.Games() || job.Games() != 2*2*len(Strengths) {
		t.Fatalf("Rate() plays %d of %d games, error %v; want all of %d", games.Load(), job.Games(), err,
			2*2*len(Strengths))
	}
	job.Done = nil
	again, err := job.Rate()
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("Rate() = %+v, and again %+v, error %v; want the same results", first, again, err)
	}
	for i := range first {
		first[i].Level, first[i].level = 0, nil
	}
	if !reflect.DeepEqual(first[0], first[1]) {
		t.Errorf("two ratings of the same level differ: %+v and %+v", first[0], first[1])
	}
	job.Levels = []spec.Level{{Balls: 9}}
	if _, err := job.Rate(); err == nil || !strings.Contains(err.Error(), "9 balls per serve") {
		t.Errorf("Rate() of an invalid level: error %v, want one with \"9 balls per serve\"", err)
	}
}

// The difficulty is the mean fraction of lost balls. The pars are computed from the games of the two best bots.
func TestRatingSummary(t *testing.T) {
	r := Rating{level: &spec.Level{Name: "A"}, results: [][]gameResult{
		Novice: {
			{lostBalls: 5, totalBalls: 5},
			{lostBalls: 5, totalBalls: 5},
		},
		Beginner: { // loses all balls
			{lostBalls: 5, totalBalls: 5},
			{lostBalls: 5, totalBalls: 5},
		},
		Casual: { // loses 6 of 10
			{lostBalls: 5, totalBalls: 5},
			{passed: true, ticks: 9, lostBalls: 1, totalBalls: 5},
		},
		Able: { // loses 3 of 10
			{passed: true, lostBalls: 2, totalBalls: 5, ticks: 1},
			{passed: true, lostBalls: 1, totalBalls: 5, ticks: 1},
		},
		Skilled: { // loses half, because the second game took too long
			{passed: true, ticks: 100 * 240, totalBalls: 5, points: 900},
			{lostBalls: 0, totalBalls: 5},
		},
		Master: { // loses 1 of 10
			{passed: true, ticks: 60 * 240, totalBalls: 6, points: 2060, score: 9},
			{passed: true, ticks: 240, totalBalls: 5, lostBalls: 1},
		},
	}}
	r.summarize(3)
	if r.Level != 4 || r.Cleared != 6 || r.Games != 2 || r.Difficulty != 58 {
		t.Errorf("rating after summarize = %+v, want level 4, 6 games cleared, 2 games per strength, difficulty 58", r)
	}
	if b := r.Bots[Casual]; b.Cleared != 1 || b.Lost != 3 || b.LossShare != 0.6 || b.Seconds != 9.0/240 {
		t.Errorf("rating of the casual bot = %+v, want 1 game cleared, 3 lost balls, LossShare 0.6 and 9/240 s", b)
	}
	if got := r.Bots[Master].Ahead; got != 0.5 {
		t.Errorf("the master's share of higher scores than the casual bot's is %g, want 0.5", got)
	}
	// The median of 1, 60 and 100 s, plus a quarter, is 75 s, and the par is the next multiple of 5 s. The par score is
	// four fifths of the median of 0, 900 and 2,060 points with speed bonuses of 30,000, 8,000 and 13,333, rounded down
	// to hundreds.
	if r.ParTime != 80 || r.ParScore != 12_300 {
		t.Errorf("summarize sets the par to %d s and %d points, want 80 s and 12,300", r.ParTime, r.ParScore)
	}
	none := Rating{level: &spec.Level{}, results: make([][]gameResult, len(Strengths))}
	for s := range none.results {
		none.results[s] = []gameResult{{totalBalls: 5}}
	}
	none.summarize(0)
	if none.Difficulty != 100 || none.ParTime != 0 || none.ParScore != 0 {
		t.Errorf("rating of a level that is never cleared = %+v, want difficulty 100 and no par", none)
	}
}

// TestPaceCounter checks that play time without a contact counts as a gap. It also checks that lastThree and lastFifth
// count the ticks with three bricks, or a fifth of the bricks, left.
func TestPaceCounter(t *testing.T) {
	one := spec.Level{Name: "One"}
	for x := range 5 {
		shape := geom.Regular(6, geom.Vec{X: 8 + 10*float64(x), Y: 12}, 2, 0)
		one.Bricks = append(one.Bricks, spec.BrickSpec{Kind: spec.Plain, Shape: shape})
	}
	j := Job{Levels: []spec.Level{one}, Seeds: 1}
	g, err := j.game(j.Levels, 0)
	if err != nil {
		t.Fatal(err)
	}
	g.Phase = engine.Play
	var w paceCounter
	tick := func(n, left int, events ...engine.Event) {
		for range n {
			g.BricksLeft, g.Events = left, events
			w.addTick(g)
		}
	}
	broken := engine.Event{Kind: engine.BrickBroken, Ball: 0}
	tick(5*240, 5) // a gap
	tick(1, 3, broken)
	tick(3*240, 3) // no gap
	tick(1, 1, broken)
	tick(9*240-1, 1) // a long gap, including the tick that started it
	tick(1, 0, broken)
	g.Phase = engine.Clear
	tick(240, 0) // not in play
	want := paceCounter{
		playTicks: 17*240 + 2, gaps: 14 * 240, longGaps: 9 * 240, longest: 9 * 240,
		lastFifth: 9*240 + 1, lastThree: 12*240 + 2, maxBricks: 5,
	}
	w.untouched, w.horizontalTicks, w.longestHorizontal = 0, nil, 0
	if !reflect.DeepEqual(w, want) {
		t.Errorf("paceCounter after the game = %+v, want %+v", w, want)
	}
}

// A nearly horizontal flight ends when the ball touches a brick, a paddle or another ball.
func TestPaceCounterLevelCourse(t *testing.T) {
	level := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Wall, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 6}, 2, 0)},
		{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 16}, 2, 0)},
	}}
	j := Job{Levels: []spec.Level{level}, Seeds: 1}
	g, err := j.game(j.Levels, 0)
	if err != nil {
		t.Fatal(err)
	}
	g.Phase = engine.Play
	d := g.Disc(0)
	d.Held = false
	var w paceCounter
	for _, c := range [...]struct {
		v     geom.Vec
		ticks int
		event engine.EventKind
		want  int
	}{
		{geom.Vec{X: 27}, 240, engine.WallHit, 240},
		{geom.Vec{X: -27, Y: 5}, 100, engine.BrickHit, 240},
		{geom.Vec{X: -27, Y: 5}, 239, engine.WallHit, 339},
		{geom.Vec{X: 27, Y: 7}, 400, engine.WallHit, 339},
	} {
		d.V = c.v
		for i := range c.ticks {
			g.Events = g.Events[:0]
			if i == 0 {
				g.Events = append(g.Events, engine.Event{Kind: c.event})
			}
			w.addTick(g)
		}
		if w.longestHorizontal != c.want {
			t.Errorf("after velocity %v: longestHorizontal = %d ticks, want %d", c.v, w.longestHorizontal, c.want)
		}
	}
}

// The points of a bot are compared with those of a casual bot with the same seed.
func TestPacesCompareSeeds(t *testing.T) {
	all := paces([][]paceCounter{
		{{points: 1}, {points: 1}},
		{{points: 5}, {points: 1}},
		{{points: 3, cleared: true, playTicks: 480, maxBricks: 9, lastThree: 240, lastFifth: 120}, {points: 3}},
		{{points: 4}, {points: 3}},
	})
	if all[1].Ahead != 0.5 || all[2].Ahead != 0 || all[3].Ahead != 0.5 {
		t.Errorf("paces() = %+v, want Ahead of 0.5, 0 and 0.5 for the second, third and fourth bot", all)
	}
	p := all[2]
	if p.Cleared != 1 || p.Games != 2 || p.Seconds != 2 ||
		p.LastThree != 1 || p.LastThree90 != 1 || p.LastFifth != 0.25 || p.Points != 3 {
		t.Errorf("pace of the casual bot = %+v, want 1 of 2 games cleared in 2 s, with 1 s for the last three bricks, "+
			"0.25 s for the last fifth, and 3 points", p)
	}
}

// concurrent calls play for each of the games, up to four at the same time.
func concurrent(games int, play func(game int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < games; i = int(next.Add(1)) - 1 {
				play(i)
			}
		})
	}
	all.Wait()
}
