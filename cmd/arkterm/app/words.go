package app

import (
	"strings"
	"time"

	"arkterm/render/narration"
)

// This file is the session in words, for those who hear it: its screens as lines and choices, its games as they are
// narrated.

// Telling reports what is told in lines at present: menus, and games too.
func (s *Session) Telling() (menus, games bool) { return s.set.Lines, s.set.Narrate }

// Words returns what the screen says.
func (s *Session) Words() (w Words) {
	row, d := s.row(), &s.menu.dialog
	if row.words != nil {
		w = row.words(s)
	} else {
		w = Words{Title: d.Title, Selected: d.Selected, Choices: d.Buttons}
		w.Lines = append(w.Lines, d.Lines...)
		if notes := strings.TrimSpace(strings.Join(d.Notes, " ")); notes != "" {
			w.Lines = append(w.Lines, notes)
		}
	}
	w.Screen, w.Typed, w.Picture = row.name, row.typed || s.binding != 0, row.picture
	return w
}

// Choose takes choice i of the words: a button is pressed, a value goes on to the next one.
func (s *Session) Choose(i int, now time.Duration) {
	s.lastInput = now
	row := s.row()
	switch {
	case s.ignores(now) || i < 0 || i >= len(s.Words().Choices):
	case row.choose != nil:
		row.choose(s, i, now)
	default:
		s.selectButton(i-s.menu.dialog.Selected, false)
		if commands[s.menu.selected().do].turn != nil {
			s.turnValue(1, now)
		} else {
			s.press(now)
		}
	}
	s.schedule.redraw()
}

// Take returns what was told of the game since the last call, if the setup says so. The lines are valid until the next
// Advance.
func (s *Session) Take() []string { return s.narrator.Take() }

// Where returns where everything in the game is, in words.
func (s *Session) Where() []string { return narration.Where(s.round.game) }

// Steer sends the paddle to a place of the field, see [narration.Places].
func (s *Session) Steer(place int, now time.Duration) {
	s.lastInput = now
	if s.screen == playingScreen && s.round.bot == nil {
		s.keys.Point(s.narrator.Steer(s.round.game, place))
		s.schedule.hurry()
	}
}

// Place returns the place at which the paddle stands.
func (s *Session) Place() int {
	g := s.round.game
	return narration.PlaceOf(g, g.Capsule(0).X)
}
