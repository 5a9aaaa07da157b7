package main

import (
	"slices"
	"time"

	"arkterm/engine"
	"arkterm/input"
)

// A screen is what the player looks at.
type screen uint8

// The screens. In title, playing and watching the game moves, in the others it stands still.
const (
	title        screen = iota // the name of the game and its menu; the bot plays behind it
	playing                    // nothing but the game
	countdown                  // 3, 2, 1, and the game goes on
	paused                     // a reminder of the keys, and a menu
	opting                     // what can be chosen
	assisting                  // what helps
	keying                     // which keys do what
	helping                    // all keys
	restarting                 // "Restart?"
	leaving                    // "Quit to the title?"
	resuming                   // a game that was left is played again
	ended                      // game over, or won
	naming                     // the player's name, for a score
	scoring                    // the best scores, and what all games come to
	watching                   // a film, and the line that controls it
	judging                    // which glyphs look right, see smooth.go
	choosingMode               // a row for each mode
	matching                   // who has the second paddle
	rewinding                  // the game stands still at an earlier moment
	mapping                    // all levels, see worldmap.go
)

// The countdown after a pause.
const (
	countFrom = 3
	digitTime = 600 * time.Millisecond
)

// digits are what the countdown shows.
var digits = [countFrom + 1]string{"", "1", "2", "3"}

// deaf is how long a card that came up by itself takes no input: whoever plays at that
// moment presses keys that mean something else.
const deaf = 700 * time.Millisecond

// A command is what a button does.
type command uint8

// The commands.
const (
	doNothing  command = iota
	doPlay             // begin a game at the chosen level
	doContinue         // go on with the game that was left
	doLevel            // choose the level
	doOption           // choose the value of an option
	doOptions          // show the options
	doAssists          // show what helps
	doAssist           // turn an assist on or off
	doKeys             // show the keys of each action
	doBind             // give an action another key
	doPreset           // take the keys back that were given in the menu
	doTheme            // the next theme
	doHelp             // show the keys
	doQuit             // end the program
	doPause            // show the pause's card
	doResume           // go on after a countdown
	doBack             // back to the screen before
	askRestart         // "Restart?"
	askLeave           // "Quit to the title?"
	doLeave            // to the title
	doWatch            // show the game that has ended
	doScores           // show the scores
	doPageBack         // … those of the page before
	doPageOn           // … of the next one
	doName             // enter a name for the last score
	doNameBack         // turn the wheel of characters back
	doNameOn           // … and on
	doNamePick         // take what it shows
	doGlyphs           // take the glyphs of a sample
	doGuess            // … those that were guessed
	doModes            // show the modes
	doMode             // begin a game of a mode
	doMap              // show the world map
)

// do executes a command.
func (s *session) do(c command, now time.Duration) {
	switch c {
	case doPlay:
		s.must(s.play(now))
	case doContinue:
		s.resume(now)
	case doLevel:
		s.choosing = !s.choosing
		s.rebuild()
		if !s.choosing {
			s.menu.card.Selected = 0 // which plays it
		}
	case doOption:
		s.choosing = !s.choosing
		s.rebuild()
	case doOptions:
		s.detour(opting, now)
	case doAssists:
		s.detour(assisting, now)
	case doAssist:
		s.toggleAssist(s.menu.selected().option)
	case doKeys:
		s.detour(keying, now)
	case doBind:
		s.askKey(input.Action(s.menu.selected().option))
	case doPreset:
		s.set.choices.presetKeys()
		s.chosen()
	case doTheme:
		s.chooseOption(optTheme, 1, now)
	case doHelp:
		s.detour(helping, now)
	case doQuit:
		s.request(quit{})
	case doPause:
		s.enter(paused, now)
	case doResume:
		s.enter(countdown, now)
	case doBack:
		switch s.at {
		case keying, assisting:
			s.enter(opting, now)
			return
		case choosingMode, mapping:
			s.enter(title, now)
			return
		case matching:
			s.enter(choosingMode, now)
			return
		}
		s.back(now)
	case askRestart:
		s.detour(restarting, now)
	case askLeave:
		s.detour(leaving, now)
	case doLeave:
		s.must(s.toTitle(now))
	case doWatch:
		s.review(now)
	case doScores:
		s.showScores(now)
	case doPageBack:
		s.turnPage(-1)
	case doPageOn:
		s.turnPage(1)
	case doName:
		s.rename(now)
	case doNameBack:
		s.nameTurn(-1)
	case doNameOn:
		s.nameTurn(1)
	case doNamePick:
		s.namePicked(now)
	case doGlyphs:
		s.takeGlyphs(samples[s.menu.selected().option].String(), now)
	case doGuess:
		s.takeGlyphs(options[optGlyphs].values[0], now)
	case doMap:
		s.showMap(now)
	case doModes:
		s.detour(choosingMode, now)
	case doMode:
		if m := engine.Mode(s.menu.selected().option); engine.Modes[m].Paddles > 1 {
			s.askSecond(m, now)
		} else {
			s.must(s.playMode(m, now))
		}
	}
}

// enter shows a screen, before the title the question for glyphs. Nothing that was held counts
// any more.
func (s *session) enter(to screen, now time.Duration) {
	if to == title && s.asksGlyphs() {
		to = judging
	}
	s.at, s.began = to, now
	s.choosing, s.asked, s.refused = false, input.None, ""
	s.digit = countFrom
	s.ticking, s.rush, s.eager = false, never, 0
	s.release()
	s.build()
	switch to {
	case judging:
		s.menu.card.Selected = s.guessed()
	case choosingMode:
		s.menu.card.Selected = slices.Index(playable[:], s.mode)
		s.rebuild() // it says more of the selected one
	}
}

// detour shows a screen that leads back here: to a game in progress by the countdown.
func (s *session) detour(to screen, now time.Duration) {
	if s.at != opting && s.at != assisting && s.at != keying && s.at != helping && s.at != restarting && s.at != leaving && s.at != scoring {
		s.why = s.at
	}
	s.enter(to, now)
}

// back leaves a detour.
func (s *session) back(now time.Duration) {
	switch s.why {
	case playing, countdown:
		s.enter(countdown, now)
	default:
		s.enter(s.why, now)
	}
}

// Away pauses a game that the player has turned away from: the terminal lost the focus, or
// the process stood still. Whoever watches the bot may look elsewhere.
func (s *session) Away(now time.Duration) {
	s.release()
	if (s.at == playing || s.at == countdown) && !s.set.bot {
		s.enter(paused, now)
	}
}

// Resize sets the size of the frame. A game in a window that is too small for it is paused.
func (s *session) Resize(w, h int, now time.Duration) {
	s.frame.Resize(w, h)
	s.dirty = true
	if s.at == scoring || s.at == choosingMode || s.at == matching {
		s.rebuild() // how much of a row fits
	}
	if s.small() && (s.at == playing || s.at == countdown) {
		s.enter(paused, now)
	}
}

// must takes the error of a game that has been set up before and so can be again.
func (s *session) must(err error) {
	if err != nil {
		panic(err)
	}
}

// release forgets what is held. A mouse button that is down has to come up before it
// counts as Fire.
func (s *session) release() {
	s.keys.Release()
	s.learn()
	s.stale = s.button != 0
}

// won reports whether the game that has ended was won.
func (s *session) won() bool { return s.game.Phase == engine.Won }
