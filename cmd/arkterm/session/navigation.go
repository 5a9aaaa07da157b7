package session

import (
	"time"

	"arkterm/input"
)

// How a session goes from one screen to another.

// enter shows a screen, or the one that has to come before it. Nothing that was held counts any
// more.
func (s *Session) enter(to screen, now time.Duration) {
	if before := screens[to].before; before != nil {
		if first := before(s); first != noScreen {
			to = first
		}
	}
	s.screen, s.shownAt = to, now
	s.choosing, s.binding, s.bindError = false, input.None, ""
	s.digit = countFrom
	s.schedule.reset()
	s.releaseKeys()

	s.build()
	if first := s.row().first; first != nil {
		s.buildAt(first(s))
	}
}

// detour shows a screen that leads back here.
func (s *Session) detour(to screen, now time.Duration) {
	if !s.row().detour {
		s.cameFrom = s.screen
	}
	s.enter(to, now)
}

// goBack leaves the screen for the one before it; a game in progress goes on by the countdown.
func (s *Session) goBack(now time.Duration) {
	to := s.row().back
	if to == noScreen {
		to = s.cameFrom
	}
	if goesOn := screens[to].goesOn; goesOn != noScreen {
		to = goesOn
	}
	s.enter(to, now)
}

// Away pauses a game that the player has turned away from: the terminal lost the focus, or
// the process stood still. Whoever watches the bot may look elsewhere.
func (s *Session) Away(now time.Duration) {
	s.releaseKeys()
	if s.row().pauses && !s.set.Bot {
		s.enter(pausedScreen, now)
	}
}

// Resize sets the size of the frame. A game in a window that is too small for it is paused.
func (s *Session) Resize(w, h int, now time.Duration) {
	s.frame.Resize(w, h)
	s.rebuild() // how much of a row fits
	if s.small() && s.row().pauses {
		s.enter(pausedScreen, now)
	}
}

// must takes the error of a game that has been set up before and so can be again.
func (s *Session) must(err error) {
	if err != nil {
		panic(err)
	}
}

// releaseKeys forgets what is held. A mouse button that is down has to come up before it
// counts as Fire.
func (s *Session) releaseKeys() {
	s.keys.Release()
	s.learn()
	s.clickedDialog = s.buttonsDown != 0
}

// The countdown after a pause.
const (
	countFrom = 3
	digitTime = 600 * time.Millisecond
)

// digits are what the countdown shows.
var digits = [countFrom + 1]string{"", "1", "2", "3"}

// countDown goes on with the countdown, and to the game after it.
func (s *Session) countDown(now time.Duration) {
	left := int((s.shownAt + countFrom*digitTime - now + digitTime - 1) / digitTime)
	if left <= 0 {
		s.enter(playingScreen, now)
		return
	}
	if left != s.digit {
		s.digit = left
		s.schedule.redraw()
	}
}

// nextDigit returns when the next digit is due.
func (s *Session) nextDigit() time.Duration {
	return s.shownAt + time.Duration(countFrom-s.digit+1)*digitTime
}

func (s *Session) drawDigit() { s.view.Banner(&s.frame, digits[s.digit]) }
