// Package engine implements the rules of the game. Balls, paddles and hexagonal bricks move in
// continuous space, and [Game.Step] advances them by one tick of 1/240 s.
//
// Games are deterministic. A [Config] and a sequence of inputs determine every bit of the state, on
// every processor. [Game.Hash] compares the states of two games. The package does not use clocks,
// files or a display. Its only source of randomness is the seed.
//
// Callers may read the exported fields of a Game between steps, but must not modify them. A Game
// must not be used concurrently.
//
// The field is 61 units wide and 48 units high, and y grows downward. Speeds are in units per
// second, and durations in ticks.
//
//	g, err := engine.New(engine.Config{Seed: 1, Levels: levels})
//	player := bot.New(1)
//	for !g.Phase.Ended() {
//		g.Step(engine.Input{player.Play(g), engine.Idle})
//	}
package engine
