package app

import (
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/input"
)

// A command is what a button or a shortcut does: the index of a row of commands.
type command uint8

// The commands.
const (
	doNothing  command = iota
	doPlay             // begin a game at the chosen level
	doBegin            // the same, on the title, with the mode on the button
	doOffer            // begin the game that the button offers
	doAgain            // begin the first game offered
	doContinue         // continue the saved game
	doLevel            // the same, at the level on the button
	doOption           // change the value of an option
	doOptions          // show the options
	doAssists          // show the assists
	doAssist           // turn an assist on or off
	doKeys             // show the keys of each action
	doBind             // bind an action to another key
	doPreset           // reset the keys bound in the menu
	doTheme            // the next theme
	doMute             // sound off, or on again
	doHelp             // show the keys
	doQuit             // end the program
	doPause            // pause the game
	doResume           // resume after a countdown
	doBack             // back to the screen before
	askRestart         // "Restart?"
	askLeave           // "Quit to the title?"
	askQuit            // "Quit arkterm?"
	doLeave            // to the title
	doWatch            // show the replay of the game that has ended
	doRewind           // go back by a second of the game
	doScores           // show the scores
	doPageBack         // … the page before
	doPageOn           // … the next page
	doName             // enter a name for the last score
	doNameBack         // turn the wheel of characters back
	doNameOn           // … and forward
	doNamePick         // take the character it shows
	doGlyphs           // take the glyphs of a sample
	doGuess            // … the guessed ones
	doModes            // show the modes
	doMode             // begin a game of a mode
	doMap              // show the world map
	doRooms            // show the map of the challenges
	doBook             // show the book
	doPage             // nothing: a button for the page of text that goes with it
	doOutside          // out of the session
	commandCount
)

// A commandRow describes a command.
type commandRow struct {
	run   func(s *Session, now time.Duration)
	label func(s *Session, b button) string                    // the text of its button; nil: the button's own
	turn  func(s *Session, b button, d int, now time.Duration) // changes the button's value by d, for left and right; nil: it has none
	held  bool                                                 // a held key repeats it
	ends  bool                                                 // it leaves a game that has ended: a name for its score is asked for before
}

// commands has a row for each command. It is filled here because its functions refer to it.
var commands [commandCount]commandRow

func init() {
	commands = [commandCount]commandRow{
		doPlay:     {run: func(s *Session, now time.Duration) { s.must(s.play(now)) }, ends: true},
		doBegin:    {run: func(s *Session, now time.Duration) { s.must(s.playMode(s.mode, now)) }, label: (*Session).beginLabel},
		doLevel:    {run: func(s *Session, now time.Duration) { s.must(s.play(now)) }, label: (*Session).levelLabel, turn: (*Session).chooseLevel},
		doOffer:    {run: (*Session).playOffer},
		doAgain:    {run: (*Session).playAgain},
		doContinue: {run: (*Session).resume},
		doOption:   {run: (*Session).nextButton, label: (*Session).optionLabel, turn: (*Session).turnOption},
		doOptions:  {run: (*Session).showOptions},
		doAssists:  {run: detourTo(assistsScreen)},
		doAssist:   {run: (*Session).nextButton, label: (*Session).assistLabel, turn: (*Session).turnAssist},
		doKeys:     {run: detourTo(keysScreen)},
		doBind:     {run: (*Session).askKey, label: (*Session).keysLabel},
		doPreset:   {run: (*Session).resetKeys},
		doTheme:    {run: func(s *Session, now time.Duration) { s.chooseOption(settings.Theme, 1, now) }},
		doMute:     {run: (*Session).mute},
		doHelp:     {run: detourTo(helpScreen)},
		doQuit:     {run: func(s *Session, _ time.Duration) { s.request(Quit{}) }, ends: true},
		doPause:    {run: enters(pausedScreen)},
		doResume:   {run: enters(countdownScreen)},
		doBack:     {run: (*Session).goBack},
		askRestart: {run: detourTo(restartScreen)},
		askLeave:   {run: detourTo(leaveScreen)},
		askQuit:    {run: enters(quitScreen)},
		doLeave:    {run: func(s *Session, now time.Duration) { s.must(s.toTitle(now)) }, ends: true},
		doWatch:    {run: (*Session).review},
		doRewind:   {run: (*Session).rewind, held: true},
		doScores:   {run: (*Session).showScores},
		doPageBack: {run: func(s *Session, _ time.Duration) { s.turnPage(-1) }},
		doPageOn:   {run: func(s *Session, _ time.Duration) { s.turnPage(1) }},
		doName:     {run: (*Session).changeName},
		doNameBack: {run: func(s *Session, _ time.Duration) { s.nameTurn(-1) }},
		doNameOn:   {run: func(s *Session, _ time.Duration) { s.nameTurn(1) }},
		doNamePick: {run: (*Session).namePicked, label: (*Session).nameLabel},
		doGlyphs:   {run: (*Session).chooseSample},
		doGuess:    {run: (*Session).chooseGuess},
		doModes:    {run: detourTo(modesScreen)},
		doMode:     {run: (*Session).chooseMode, label: (*Session).modeLabel},
		doMap:      {run: (*Session).showMap},
		doRooms:    {run: (*Session).showRooms},
		doBook:     {run: (*Session).showBook},
		doPage:     {run: (*Session).nextButton},
		doOutside:  {run: func(s *Session, _ time.Duration) { s.left = true }, label: func(s *Session, _ button) string { return s.set.Outside }},
	}
}

// enters and detourTo return the run function of a command that only shows a screen.
func enters(to screen) func(*Session, time.Duration) {
	return func(s *Session, now time.Duration) { s.enter(to, now) }
}

func detourTo(to screen) func(*Session, time.Duration) {
	return func(s *Session, now time.Duration) { s.detour(to, now) }
}

// execute runs a command.
func (s *Session) execute(c command, now time.Duration) {
	if commands[c].ends && s.screen == endedScreen && s.scores.asksForName() {
		s.enterName(c, now)
		return
	}
	if run := commands[c].run; run != nil {
		run(s, now)
	}
}

// A shortcut is a key that does the same as a button.
type shortcut uint8

// The shortcuts.
const (
	noShortcut shortcut = iota
	keyP
	keyR
	keyQ
	keyEsc
	keyHelp
	keyTheme
	keyMute
	keyRewind
	keyYes
	keyNo
)

// shortcutOf returns the shortcut of a key, or noShortcut.
func shortcutOf(a input.Action, ev input.Keystroke) shortcut {
	switch a {
	case input.Pause:
		return keyP
	case input.Restart:
		return keyR
	case input.Help:
		return keyHelp
	case input.Theme:
		return keyTheme
	case input.Mute:
		return keyMute
	case input.Menu:
		return keyEsc
	case input.Quit:
		return keyQ
	case input.Rewind:
		return keyRewind
	}
	switch ev.Latin() {
	case 'y', 'Y':
		return keyYes
	case 'n', 'N':
		return keyNo
	}
	return noShortcut
}
