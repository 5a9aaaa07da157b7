package main

import "arkterm/engine"

// A daily game is made out of its date, which is told here: the engine knows no calendar. The first
// game of the day is the player's try, and has a place among the scores; further ones, and those of
// other days, are practice.

// day returns the day whose game Play begins in the daily mode.
func (s *session) day() engine.Day {
	if s.set.day != 0 || s.set.today == nil {
		return s.set.day
	}
	return s.set.today()
}

// countTry makes the game that was just set up the day's try, or practice.
func (s *session) countTry() {
	day := s.round.config.Day
	if day == 0 || s.round.bot != nil {
		return
	}
	if s.set.today != nil && day == s.set.today() && s.set.tried != day {
		s.set.tried = day
		s.request(noteTry{day})
		return
	}
	s.round.recording.Assisted, s.round.scored = true, false
}

// dailyAccount is what the end of a daily game says of it.
func (s *session) dailyAccount() []string {
	lines := []string{"Day         " + s.round.config.Day.String()}
	if s.round.practising() {
		lines = append(lines, "Practice: one try a day counts")
	}
	return lines
}
