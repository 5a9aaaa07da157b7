package main

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/levels"
)

func TestTallyCountsAGame(t *testing.T) {
	pack := levels.Shipped()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 3}, Levels: pack.Levels})
	if err != nil {
		t.Fatal(err)
	}
	var got tally
	hash, bot := g.Clone(), bot.New(3)
	for range 60 * engine.TicksPerSecond {
		in := engine.Input{bot.Play(g), engine.Idle}
		g.Step(in)
		hash.Step(in)
		got.observe(g.Events)
	}
	gone := 0
	for _, b := range g.Bricks {
		if b.Hits == 0 {
			gone++
		}
	}
	if g.Level == 0 && got.Bricks != gone {
		t.Errorf("%d bricks broken, %d are gone", got.Bricks, gone)
	}
	if got.Bricks == 0 || got.Paddle == 0 || got.Walls == 0 || got.Hits < got.Bricks {
		t.Errorf("%+v", got)
	}
	if g.Hash() != hash.Hash() {
		t.Error("the tally has changed the game")
	}
	kept := scoreOf(tableOf(pack, &engine.Config{Setup: engine.Setup{Drops: usualDrops}}, false), g, 3, outcomeLeft, got)
	if kept.Score != g.Score || kept.Bricks != got.Bricks || kept.First != 1 || len(kept.Hash) != 16 || kept.FirstName != pack.Levels[0].Name {
		t.Errorf("kept as %+v", kept)
	}
	if n := testing.AllocsPerRun(100, func() { got.observe(g.Events) }); n != 0 {
		t.Errorf("%.1f allocations a tick", n)
	}
}

func TestCombosCountFromTheBrickThatMultiplies(t *testing.T) {
	play := func(kinds ...engine.EventKind) (n tally) {
		for _, k := range kinds {
			n.observe([]engine.Event{{Kind: k}})
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
			t.Errorf("%v: %d combos, want %d", c.events, got.Combos, c.want)
		}
	}
}

func TestLostBallsAreCountedWhereTheyFall(t *testing.T) {
	var got tally
	for _, x := range []float64{-1, 0, 3.9, 4, 63.9, 64, 70} {
		got.observe([]engine.Event{{Kind: engine.BallLost, At: geom.Vec{X: x, Y: 50}}})
	}
	if want := ([lostBins]int{0: 3, 1: 1, 15: 3}); got.LostAt != want || got.Lost != 7 {
		t.Errorf("%v, want %v", got.LostAt, want)
	}
}
