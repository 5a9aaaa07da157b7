package app

import (
	"slices"
	"time"

	"arkterm/input"
)

// Navigation between screens.

// enter shows a screen, or the one that has to come before it. Keys held before no longer count. Samples end with the
// detour that shows them: each is a game, and a view as large as that of the game being played.
func (s *Session) enter(to screen, now time.Duration) {
	if before := screens[to].before; before != nil {
		if first := before(s); first != noScreen {
			s.comeUp(first, now)
			return
		}
	}
	if screens[to].detour || screens[to].back == s.screen {
		s.cameBy[s.screen] = s.menu.selected()
	}
	if !screens[to].detour {
		s.sample, s.reading.sample, s.newcomer = sample{}, sample{}, nil
	}
	s.screen, s.shownAt, s.ignoredTo = to, now, 0
	s.binding, s.bindError = input.None, ""
	s.digit = countFrom
	s.schedule.reset()
	s.releaseKeys()

	s.build()
	if first := s.row().first; first != nil {
		s.buildAt(first(s))
	}
}

// comeUp is enter for a screen that nobody has asked for.
func (s *Session) comeUp(to screen, now time.Duration) {
	s.enter(to, now)
	s.ignoredTo = now + ignoreTime
}

// detour shows a screen that returns to the current one.
func (s *Session) detour(to screen, now time.Duration) {
	if !s.row().detour {
		s.cameFrom = s.screen
	}
	s.enter(to, now)
}

// goBack returns to the screen before, where the button that led away is selected if the screen keeps it; a game
// in progress resumes with the countdown.
func (s *Session) goBack(now time.Duration) {
	to := s.row().back
	if to == noScreen {
		to = s.cameFrom
	}
	if goesOn := screens[to].goesOn; goesOn != noScreen {
		to = goesOn
	}
	s.enter(to, now)
	if i := slices.Index(s.menu.buttons, s.cameBy[s.screen]); s.row().keeps && i >= 0 {
		s.buildAt(i)
	}
}

// Away pauses the game: the terminal has lost the focus, or the process stood still. A bot's game goes on.
func (s *Session) Away(now time.Duration) {
	s.releaseKeys()
	if s.row().pauses && !s.set.Bot {
		s.comeUp(pausedScreen, now)
	}
}

// Resize sets the size of the frame. If that is too small, the game is paused. Views that the screen does not draw now free
// their memory too.
func (s *Session) Resize(w, h int, now time.Duration) {
	s.frame.SetSize(w, h)
	s.view.Release()
	s.sample.release()
	s.reading.sample.release()
	if s.newcomer != nil {
		for i := range s.newcomer.samples {
			s.newcomer.samples[i].release()
		}
	}
	s.rebuild() // rows may fit differently
	if s.small() && s.row().pauses {
		s.comeUp(pausedScreen, now)
	}
}

// must panics on an error that cannot happen: the game was set up before.
func (s *Session) must(err error) {
	if err != nil {
		panic(err)
	}
}

// releaseKeys forgets the keys held. A mouse button that is down must be released before it counts as
// Fire.
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

// digits are the countdown's banners.
var digits = [countFrom + 1]string{"", "1", "2", "3"}

// countDown advances the countdown, and enters the game after it.
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
