package engine

import "arkterm/engine/spec"

// Stars is a set of what a level that was cleared is remembered for.
type Stars uint8

// The stars of a level. The one for points can only be had where the level names
// a par for them.
const (
	StarCleared Stars = 1 << iota // its last brick that counts is gone
	StarTime                      // … in no more play than its par
	StarScore                     // … with as many points as its par, bonuses included
	StarClean                     // … and no ball lost

	AllStars = StarCleared | StarTime | StarScore | StarClean
)

// Total returns all points that a level has brought.
func (c *Card) Total() int {
	return c.Points + c.Combo + c.Cannon + c.Drop + c.SpeedBonus + c.CleanBonus + c.WayOut
}

// Stars returns what the level has earned that was just cleared: none while it is
// played, and none when it was left in another way.
func (g *Game) Stars() Stars {
	c := &g.Card
	if g.Phase != Clear && g.Phase != Won || g.Left > 0 || c.WayOut > 0 {
		return 0
	}
	s := StarCleared
	if c.Ticks <= c.Par {
		s |= StarTime
	}
	if c.ParScore > 0 && c.Total() >= c.ParScore {
		s |= StarScore
	}
	if c.Lost == 0 {
		s |= StarClean
	}
	return s
}

// StarsOf returns the stars that a level has to give.
func StarsOf(l *spec.Level) Stars {
	if l.ParScore == 0 {
		return AllStars &^ StarScore
	}
	return AllStars
}

// Count returns how many stars the set has.
func (s Stars) Count() int {
	n := 0
	for ; s > 0; s &= s - 1 {
		n++
	}
	return n
}
