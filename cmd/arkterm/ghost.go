package main

import (
	"arkterm/engine"
	"arkterm/engine/record"
)

// A ghost is a film that goes along with the game that the player plays: the same levels and the same
// seed, as somebody has played them before.
type ghost struct {
	film *film
	play *record.Playback // nil: it does not go along with this game
}

// level returns the index of the level that the ghost begins with.
func (g *ghost) level() int {
	if s := g.film.rec.Start; s != nil {
		return s.Level
	}
	return g.film.rec.First
}

// haunts reports whether the ghost goes along with a game that begins at the level.
func (g *ghost) haunts(level int) bool { return g.film != nil && level == g.level() }

// begin brings the ghost to the beginning of the game.
func (g *ghost) begin() (err error) {
	g.play, err = g.film.begin()
	return err
}

// tick lets it go on for one tick. Where it differs from what it was matters to nobody here.
func (g *ghost) tick() {
	if g.play != nil {
		_, _ = g.play.Next()
	}
}

// beside returns the ghost's game, if it is where game is: at the same level.
func (g *ghost) beside(game *engine.Game) *engine.Game {
	if g.play == nil || g.play.Ended() || g.play.Game.Level != game.Level {
		return nil
	}
	return g.play.Game
}
