// Package engine contains the rules of the game: balls, paddles and hexagons in continuous space,
// advanced by [Game.Step] in ticks of 1/240 s.
//
// The same [Config] and the same inputs give the same bits on every processor, as [Game.Hash]
// shows. The package uses no clock, no files, no display and no randomness but its seed. A front
// end reads the exported fields between two steps and writes none of them.
//
// Lengths are in units: the field is 61 × 48 units, y grows downward. Speeds are in units per
// second, durations in ticks.
//
//	g, err := engine.New(engine.Config{Seed: 1, Levels: levels})
//	player := bot.New(1)
//	for !g.Phase.Ended() {
//		g.Step(engine.Input{player.Play(g), engine.Idle})
//	}
package engine
