package engine

import "arkterm/engine/spec"

// Stars is a set of the stars of a cleared level.
type Stars uint8

// The stars of a level. The one for points requires a level with a par for them.
const (
	StarCleared Stars = 1 << iota // all bricks that must be broken are gone
	StarTime                      // … in a time of at most its par
	StarScore                     // … with points of at least its par, bonuses included
	StarClean                     // … without losing a ball

	AllStars = StarCleared | StarTime | StarScore | StarClean
)

// Total returns the sum of the points of a level.
func (c *Tally) Total() int {
	return c.HitPoints + c.MultiplierPoints + c.CannonPoints + c.DropPoints + c.SpeedBonus + c.CleanBonus + c.BucketPoints + c.ExitPoints
}

// Stars returns the stars of the level that was just cleared: none while it is played, or if it was
// left in another way.
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

// OpenStars returns the stars that can be earned in the level of a game.
func (g *Game) AvailableStars() Stars {
	if g.rules().OneStar {
		return StarCleared
	}
	return LevelStars(&spec.Level{ParScore: g.Tally.ParScore})
}

// StarsOf returns the stars that can be earned in a level.
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
