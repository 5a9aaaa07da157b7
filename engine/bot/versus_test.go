package bot

import (
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/levels"
)

// TestMatchesHaveBricks checks that matches on the shipped boards have a breakable brick for at
// least 90 percent of the time. arkterm levels rate --versus measures more matches.
func TestMatchesHaveBricks(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	j := Job{Levels: levels.Arkanong().Levels, Seeds: 3, Difficulty: engine.Medium, Drops: 30}
	all, err := j.Versus()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if v.Games != 3 || v.Empty > 0.1 || v.LongestEmpty > 3 || v.Bricks < 3 {
			t.Errorf("matches of %v = %+v; want 3 games, Empty up to 0.1, Longest up to 3 and Bricks at least 3",
				v.Players, v)
		}
	}
}

// TestReturningBricksAvoidBalls plays a match on each shipped board and checks the invariants. No ball is in a brick,
// and bricks return together with the bricks at the opposite places.
func TestReturningBricksAvoidBalls(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	boards, grown := levels.Arkanong().Levels, 0
	for board := range boards {
		g, err := engine.New(engine.Config{
			Setup: engine.Setup{Mode: engine.Arkanong, Seed: 5, First: board, Drops: 30}, Levels: boards,
		})
		if err != nil {
			t.Fatal(err)
		}
		one, two := OfStrength(Skilled, 1), OfStrength(Skilled, 2)
		for g.Tick < 20*engine.TicksPerSecond && g.Level == board && !g.Phase.Ended() {
			g.Step(engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)})
			if err := g.Check(); err != nil {
				t.Fatalf("%s: %v", boards[board].Name, err)
			}
			for i := range g.Events {
				if g.Events[i].Kind != engine.BrickGrown {
					continue
				}
				grown++
				opposite := geom.Vec{X: g.W, Y: g.H}.Sub(g.Events[i].At)
				if !slices.ContainsFunc(g.Events, func(e engine.Event) bool {
					return e.Kind == engine.BrickGrown && e.At.Sub(opposite).Norm() < 1e-6
				}) {
					t.Errorf("%s: a brick returns at %v, but none returns opposite at %v", boards[board].Name,
						g.Events[i].At,
						opposite)
				}
			}
		}
	}
	if grown < 2*len(boards) {
		t.Errorf("%d bricks return on %d boards, want at least %d", grown, len(boards), 2*len(boards))
	}
}
