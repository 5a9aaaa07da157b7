package main

import (
	"time"

	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
)

// A daily game is made out of its date, which is told here: the engine knows no calendar. The first
// game of the day is the player's try, and has a place among the scores; further ones, and those of
// other days, are practice.

// today returns the day in UTC: a new daily game begins for everybody at the same moment.
func today(now time.Time) engine.Day {
	year, month, day := now.UTC().Date()
	return engine.NewDay(year, int(month), day)
}

// A dayFlag is a flag that takes a day.
type dayFlag struct{ day *engine.Day }

func (f dayFlag) String() string {
	if f.day == nil || *f.day == 0 {
		return ""
	}
	return f.day.String()
}

func (f dayFlag) Type() string { return "DAY" }

func (f dayFlag) Set(text string) (err error) {
	*f.day, err = engine.ParseDay(text)
	return err
}

// readTried returns the day of the player's last try, or 0. A file that says something else counts
// for none.
func readTried(path string) engine.Day {
	text, err := store.ReadLimited(path, 64)
	if err != nil || len(text) < len("2026-11-22") {
		return 0
	}
	day, _ := engine.ParseDay(string(text[:len("2026-11-22")]))
	return day
}

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
