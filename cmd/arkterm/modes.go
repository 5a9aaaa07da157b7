package main

import (
	"fmt"
	"slices"
	"time"

	"arkterm/engine"
	"arkterm/render"
	"arkterm/render/cell"
)

// modeButtons are the rows of the menu of modes.
func modeButtons() (buttons []button) {
	for m := range engine.Modes {
		buttons = append(buttons, button{engine.Modes[m].Title, doMode, m})
	}
	return append(buttons, button{"Back", doBack, 0})
}

// modeLabel returns what stands on the row of a mode: its name, and what it is where all rows have
// room for that.
func (s *session) modeLabel(b button) string {
	row := &engine.Modes[b.option]
	if !s.modesSay() {
		return row.Title
	}
	return fmt.Sprintf("%-*s  %s", modeTitleWidth, row.Title, row.Says)
}

// modeTitleWidth is the width of the widest title of a mode.
const modeTitleWidth = len("Time attack")

// modesSay reports whether the rows of modes have room for what each one is.
func (s *session) modesSay() bool {
	room := s.view.DialogRoom(&s.frame) - render.ButtonFrame - modeTitleWidth - 2
	return !slices.ContainsFunc(engine.Modes[:], func(m engine.ModeRow) bool { return cell.Width(m.Says) > room })
}

// modesText fills in the card of modes: where the rows have no room for what they are, it says so of
// the selected one.
func (s *session) modesText(c *render.Dialog) {
	c.Title, c.Foot = "MODES", "enter plays"
	if b := s.menu.selected(); b.do == doMode && !s.modesSay() {
		c.Lines, c.Centred = []string{engine.Modes[b.option].Says}, true
	}
}

// modeRow returns the index of the row of the mode that Play begins.
func (s *session) modeRow() int { return int(s.mode) }

// chooseMode begins a game of the mode of the selected button; where it has two paddles, it asks for
// the second player first.
func (s *session) chooseMode(now time.Duration) {
	if m := engine.Mode(s.menu.selected().option); engine.Modes[m].Paddles > 1 {
		s.askSecond(m, now)
	} else {
		s.must(s.playMode(m, now))
	}
}

// playMode begins a game of a mode.
func (s *session) playMode(m engine.Mode, now time.Duration) error {
	s.mode = m
	return s.play(now)
}
