package engine_test

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// pyramid returns a level of six bricks. The top one takes two hits.
func pyramid() spec.Level {
	level := spec.Level{Name: "Pyramid"}
	for i, at := range []geom.Vec{
		{X: 26, Y: 18},
		{X: 32, Y: 18},
		{X: 38, Y: 18},
		{X: 29, Y: 13},
		{X: 35, Y: 13},
		{X: 32, Y: 8},
	} {
		brick := spec.BrickSpec{Kind: spec.Plain, Shape: geom.Regular(6, at, 2.5, 30)}
		if i == 5 {
			brick.Kind = spec.Double
		}

		level.Bricks = append(level.Bricks, brick)
	}

	return level
}

// A bot plays a level. Replaying its inputs reproduces the game, as the equal hashes show.
func ExampleGame_Step() {
	play := func() *engine.Game {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 7}, Levels: []spec.Level{pyramid()}})
		if err != nil {
			panic(err)
		}
		player := bot.New(1)
		for !g.Phase.Ended() {
			g.Step(engine.Input{player.Play(g), engine.Idle})
		}
		return g
	}

	g, again := play(), play()
	fmt.Println(g.Phase, g.Lives, "balls")
	fmt.Println(g.Hash() == again.Hash())
	// Output:
	// won 6 balls
	// true
}

// Events contains the occurrences of the last tick.
func ExampleEvent() {
	g, err := engine.New(engine.Config{Levels: []spec.Level{pyramid()}})
	if err != nil {
		panic(err)
	}

	broken := 0
	for g.Tick < 20*engine.TicksPerSecond && broken == 0 {
		in := engine.Input{engine.Idle, engine.Idle}
		if g.Phase == engine.Serve {
			in[0].Buttons = engine.Fire
		}
		g.Step(in)
		for _, ev := range g.Events {
			if ev.Kind == engine.BrickBroken {
				broken++
			}
		}
	}

	fmt.Println(broken, "brick,", g.Score, "points")
	// Output: 1 brick, 100 points
}
