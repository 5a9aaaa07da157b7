package main

import "arkterm/cmd/arkterm/replays"

// A ghost is a replay that goes along with the game that the player plays: the same levels and the same
// seed, as somebody has played them before.
type ghost struct {
	replay *replays.Replay // nil: there is none
}

// level returns the index of the level that the ghost begins with.
func (g *ghost) level() int {
	if s := g.replay.Recording.Start; s != nil {
		return s.Level
	}
	return g.replay.Recording.First
}

// haunts reports whether the ghost goes along with a game that begins at the level.
func (g *ghost) haunts(level int) bool { return g.replay != nil && level == g.level() }
