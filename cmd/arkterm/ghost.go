package main

// A ghost is a film that goes along with the game that the player plays: the same levels and the same
// seed, as somebody has played them before.
type ghost struct {
	film *film // nil: there is none
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
