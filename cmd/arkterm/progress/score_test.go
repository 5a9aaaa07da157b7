package progress

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
)

func TestCountsOfAGame(t *testing.T) {
	pack := levels.Shipped()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 3}, Levels: pack.Levels})
	if err != nil {
		t.Fatal(err)
	}
	var got Counts
	uncounted, bot := g.Clone(), bot.New(3)
	for range 60 * engine.TicksPerSecond {
		in := engine.Input{bot.Play(g), engine.Idle}
		g.Step(in)
		uncounted.Step(in)
		got.Observe(g.Events)
	}
	gone := 0
	for _, b := range g.Bricks {
		if b.Hits == 0 {
			gone++
		}
	}
	if g.Level == 0 && got.BricksBroken != gone {
		t.Errorf("%d broken bricks are counted, want %d", got.BricksBroken, gone)
	}
	if got.BricksBroken == 0 || got.PaddleHits == 0 || got.WallHits == 0 || got.BrickHits < got.BricksBroken {
		t.Errorf("the counts are %+v, want bricks, paddle, walls and at least as many hits as bricks", got)
	}
	if g.Hash() != uncounted.Hash() {
		t.Error("counting has changed the game")
	}
	saved := ScoreOf(TableOf(pack, &engine.Config{Setup: engine.Setup{Drops: DefaultDrops}}, false), g, 3, OutcomeLeft,
		got)
	if saved.Score != g.Score || saved.BricksBroken != got.BricksBroken ||
		saved.FirstLevel != 1 || len(saved.Hash) != 16 ||
		saved.FirstLevelName != pack.Levels[0].Name {
		t.Errorf("ScoreOf() = %+v", saved)
	}
	if n := testing.AllocsPerRun(100, func() { got.Observe(g.Events) }); n != 0 {
		t.Errorf("%.1f allocations per tick, want none", n)
	}
}

func TestComboCounts(t *testing.T) {
	play := func(kinds ...engine.EventKind) (n Counts) {
		for _, k := range kinds {
			n.Observe([]engine.Event{{Kind: k}})
		}
		return n
	}
	const brick, paddle = engine.BrickBroken, engine.PaddleHit
	for _, c := range []struct {
		events []engine.EventKind
		want   int
	}{
		{[]engine.EventKind{brick, brick, brick}, 0},
		{[]engine.EventKind{brick, brick, brick, paddle, brick}, 0},
		{[]engine.EventKind{brick, brick, brick, brick, brick}, 1},
		{[]engine.EventKind{brick, brick, brick, brick, paddle, brick, brick, brick, brick}, 2},
	} {
		if got := play(c.events...); got.Combos != c.want {
			t.Errorf("after the events %v: %d combos, want %d", c.events, got.Combos, c.want)
		}
	}
}

func TestLostBallPositions(t *testing.T) {
	const part = spec.FieldW / float64(FloorParts)
	var got Counts
	for _, x := range []float64{-1, 0, part - 0.1, part, spec.FieldW - 0.1, spec.FieldW, spec.FieldW + 6} {
		got.Observe([]engine.Event{{Kind: engine.BallLost, At: geom.Vec{X: x, Y: 50}}})
	}
	if want := ([FloorParts]int{0: 3, 1: 1, 15: 3}); got.BallsLostAt != want || got.BallsLost != 7 {
		t.Errorf("LostAt = %v, Lost = %d; want %v, 7", got.BallsLostAt, got.BallsLost, want)
	}
}

func TestAchievementsAsText(t *testing.T) {
	for want, f := range map[string]Achievement{
		"not cleared yet":          {},
		"cleared":                  {Stars: engine.StarCleared},
		"best: 1:01, 9,300 points": {Stars: engine.StarCleared, Ticks: 61 * engine.TicksPerSecond, Points: 9_300},
	} {
		if got := f.Text(); got != want {
			t.Errorf("Text() = %q for %+v, want %q", got, f, want)
		}
	}
}
