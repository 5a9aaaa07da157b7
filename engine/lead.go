package engine

// A Lead is the lead of one game over another at the same tick. A number is negative if the first
// game is behind the second.
type Lead struct {
	Levels int // lead in levels
	Bricks int // lead in broken bricks; 0 unless both games are in the same level
	Points int // lead in points
}

// LeadOver returns the lead of g over another game with the same setup. It modifies neither game.
func (g *Game) LeadOver(other *Game) Lead {
	l := Lead{Levels: g.Level - other.Level, Points: g.Score - other.Score}
	if l.Levels == 0 && !g.modeRow().Endless {
		l.Bricks = other.BricksLeft - g.BricksLeft
	}
	return l
}

// BricksNeeded returns the number of required bricks at the start of the level.
func (g *Game) BricksNeeded() int { return g.bricksNeeded }
