package engine

import "arkterm/engine/spec"

// Stars is a set of stars that a player earns for a level.
type Stars uint8

// The stars of a level.
const (
	StarCleared Stars = 1 << iota // for clearing the level
	StarTime                      // for clearing the level within its par time
	StarScore                     // for at least its par score, including bonuses; requires a level with ParScore
	StarClean                     // for clearing the level without losing a ball

	AllStars = StarCleared | StarTime | StarScore | StarClean
)

// Total returns the points of a level, without the points for drones and the boss.
func (c *Tally) Total() int {
	return c.HitPoints + c.MultiplierPoints + c.CannonPoints + c.DropPoints + c.SpeedBonus + c.CleanBonus +
		c.BucketPoints + c.ExitPoints
}

// Stars returns the stars for the level that was just cleared. It returns 0 during play, and if the
// player left the level early.
func (g *Game) Stars() Stars {
	c := &g.Tally
	if g.Phase != Clear && g.Phase != Won || g.BricksLeft > 0 || c.ExitPoints > 0 {
		return 0
	}

	s := StarCleared
	if c.Ticks <= c.Par {
		s |= StarTime
	}
	if c.ParScore > 0 && c.Total() >= c.ParScore {
		s |= StarScore
	}
	if c.BallsLost == 0 {
		s |= StarClean
	}
	return s & g.AvailableStars()
}

// AvailableStars returns the stars that can be earned in the current level of the game.
func (g *Game) AvailableStars() Stars {
	if g.modeRow().OneStar {
		return StarCleared
	}
	return LevelStars(&spec.Level{ParScore: g.Tally.ParScore})
}

// LevelStars returns the stars that can be earned in a level.
func LevelStars(l *spec.Level) Stars {
	if l.ParScore == 0 {
		return AllStars &^ StarScore
	}
	return AllStars
}

// Count returns the number of stars in the set.
func (s Stars) Count() int {
	n := 0
	for ; s > 0; s &= s - 1 {
		n++
	}
	return n
}
