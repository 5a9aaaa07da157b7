package engine

// A Lead is by how much one game is ahead of another one at the same tick. Negative numbers mean that it is
// behind.
type Lead struct {
	Levels int
	Bricks int // fewer that must still be broken; 0 unless both are in the same level
	Points int
}

// LeadOver returns by how much g is ahead of another game of the same setup. It only reads both.
func (g *Game) LeadOver(other *Game) Lead {
	l := Lead{Levels: g.Level - other.Level, Points: g.Score - other.Score}
	if l.Levels == 0 && !g.rules().Endless {
		l.Bricks = other.BricksLeft - g.BricksLeft
	}
	return l
}

// Needed returns how many bricks had to be broken at the beginning of the level.
func (g *Game) BricksNeeded() int { return g.bricksNeeded }
