// Package engine is the game as a machine: balls, paddles and hexagons in
// continuous space, moved by [Game.Step], one tick of 1/240 s at a time.
//
// The same [Config] and the same inputs give the same bits on every processor;
// [Game.Hash] says so. The package sees no clock, no files, no display and no
// randomness but its seed. A front end reads the exported fields between two
// steps and writes none of them.
//
// Lengths are in units: the field is 64 × 48 of them, y grows downward. Speeds
// are in units per second, durations in ticks.
//
//	g, err := engine.New(engine.Config{Seed: 1, Levels: levels})
//	player := bot.New(1)
//	for !g.Phase.Ended() {
//		g.Step(engine.Input{player.Play(g), engine.Idle})
//	}
package engine
