package app

import (
	"time"

	"arkterm/render/widget"
)

// A screen is the index of a row of screens.
type screen uint8

// The screens. No row stands for noScreen.
const (
	noScreen        screen = iota
	titleScreen            // the name of the game and its menu; the bot plays behind it
	playingScreen          // the game only
	countdownScreen        // 3, 2, 1, then the game resumes
	pausedScreen           // the main keys, and a menu
	optionsScreen          // the options
	assistsScreen          // the assists
	keysScreen             // the keys of each action
	helpScreen             // all keys
	restartScreen          // "Restart?"
	leaveScreen            // "Quit to the title?"
	quitScreen             // "Quit arkterm?"
	resumingScreen         // a saved game is played again up to its end
	endedScreen            // game over, or won
	nameScreen             // the player's name, for a score
	scoresScreen           // the best scores, and the statistics
	replayScreen           // a replay with its line of controls
	glyphsScreen           // which glyphs look right, see glyphs.go
	modesScreen            // a row for each mode
	matchScreen            // the choice of the second player
	rewindScreen           // the game stands still after a rewind
	mapScreen              // all levels, see worldmap.go
	roomsScreen            // the challenges, on a map of their own
	bookScreen             // what the player has met, see book.go
	newcomerScreen         // which difficulty, before the first game
	dailyScreen            // the card of the day's game, before it begins
	screenCount
)

// A screenRow describes a screen. A screen with only buttons and text needs the columns name, buttons,
// text and keys.
type screenRow struct {
	name string // in messages

	// The dialog: its buttons (rows returns them if they depend on the session), its text, and the button
	// selected at first, the topmost if first is nil.
	buttons []button
	rows    func(s *Session) []button
	text    func(s *Session, c *widget.Dialog)
	first   func(s *Session) int

	numbered bool // each button has a digit, which presses it
	bounded  bool // the selection stops at the first and the last button: one step too many does not lead to Quit

	// Input: the commands of shortcuts; key handles other keys, nil moves through the buttons; everyKey
	// handles all keys, shortcuts included; mouse handles the mouse, nil is for the buttons; paste handles
	// pasted text, nil ignores it.
	keys     map[shortcut]command
	key      func(s *Session, k keyPress)
	everyKey func(s *Session, k keyPress)
	mouse    func(s *Session, m mouseMove)
	paste    func(s *Session, text string)

	// Time: advance is called in every Advance; moves reports whether anything behind the dialog moves,
	// nil is no; ticks plays n ticks, nil plays the game; wakes returns when the next frame is due
	// although nothing moves.
	advance func(s *Session, now time.Duration)
	moves   func(s *Session, now time.Duration) bool
	ticks   func(s *Session, n int)
	wakes   func(s *Session) time.Duration

	// The frame: behind draws the background, nil the game; over draws what is on top, nil the dialog.
	behind func(s *Session)
	over   func(s *Session)

	// Navigation: before returns a screen that has to come first, or noScreen; back is where Back leads,
	// noScreen for the screen the player came from; goesOn is entered in place of this screen on a way
	// back to it. Back from a screen entered through a detour leads to where the detour began.
	// On a way back, keeps selects the button that led away; a pause has Resume selected.
	before func(s *Session) screen
	back   screen
	goesOn screen
	detour bool
	keeps  bool

	// In words: what it says, nil for its dialog; choose takes choice i of these words, and typed says that digits are
	// typed, not choices; picture says that it shows a game, which is told by a narrator or not at all.
	words   func(s *Session) Words
	choose  func(s *Session, i int, now time.Duration)
	typed   bool
	picture bool

	pauses   bool                                // the game pauses when the player is away or the frame too small
	answered func(s *Session, now time.Duration) // called when a result of the scores has come
}

// Words are what a screen says, for those who do not see it.
type Words struct {
	Screen   string // its name
	Title    string
	Lines    []string
	Choices  []string
	Selected int  // index of the selected choice
	Typed    bool // digits are typed, not choices
	Picture  bool // a game is played or watched, and there is nothing else
}

// dialogKeys are the keys of a screen that Back leaves.
var dialogKeys = map[shortcut]command{keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doHelp, keyTheme: doTheme, keyMute: doMute}

// gameKeys are the keys of a game in progress.
var gameKeys = map[shortcut]command{
	keyP: doPause, keyEsc: doPause, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme, keyMute: doMute, keyRewind: doRewind,
}

// screens has a row for each screen. It is filled here because its functions refer to it.
var screens [screenCount]screenRow

func init() {
	screens = [screenCount]screenRow{
		titleScreen: {
			name: "title", rows: (*Session).titleButtons, text: (*Session).titleText,
			keys:  map[shortcut]command{keyQ: doQuit, keyEsc: askQuit, keyHelp: doHelp, keyTheme: doTheme, keyMute: doMute},
			moves: (*Session).attracts, behind: (*Session).drawTitle, over: nothing, before: (*Session).questionBefore, keeps: true,
		},
		playingScreen: {
			name: "playing", keys: gameKeys, key: (*Session).playKey, mouse: (*Session).playMouse, picture: true,
			moves: always, over: (*Session).drawBanner, goesOn: countdownScreen, pauses: true,
		},
		countdownScreen: {
			name: "countdown", keys: gameKeys, picture: true,
			advance: (*Session).countDown, wakes: (*Session).nextDigit, over: (*Session).drawDigit,
			goesOn: countdownScreen, pauses: true,
		},
		pausedScreen: {
			name:    "paused",
			buttons: []button{{"Resume", doResume, 0}, {"Options", doOptions, 0}, {"Restart", askRestart, 0}, {"Quit to title", askLeave, 0}},
			text:    (*Session).pausedText,
			keys:    map[shortcut]command{keyP: doResume, keyEsc: doResume, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme, keyMute: doMute},
		},
		optionsScreen: {
			name: "options", rows: (*Session).optionButtons, text: (*Session).optionsText, keys: dialogKeys, detour: true,
			moves: (*Session).attracts, ticks: (*Session).playSample, behind: (*Session).drawSample, keeps: true,
		},
		assistsScreen: {
			name: "assists", buttons: assistButtons(), text: (*Session).assistsText, keys: dialogKeys, back: optionsScreen, detour: true,
		},
		keysScreen: {
			name: "keys", rows: (*Session).keyButtons, text: (*Session).keysText,
			keys: map[shortcut]command{keyEsc: doBack}, back: optionsScreen, detour: true,
		},
		helpScreen: {
			name: "help", buttons: helpButtons[:], text: (*Session).helpText,
			keys: map[shortcut]command{keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doBack}, detour: true,
		},
		restartScreen: { // the key that asks also confirms
			name: "restart", buttons: []button{{"Play on", doBack, 0}, {"Restart", doPlay, 0}}, text: restartText,
			keys: map[shortcut]command{keyR: doPlay, keyYes: doPlay, keyNo: doBack, keyEsc: doBack, keyP: doBack, keyQ: doBack}, detour: true,
		},
		leaveScreen: { // the same
			name: "leave", buttons: []button{{"Play on", doBack, 0}, {"Quit to title", doLeave, 0}}, text: leaveText,
			keys: map[shortcut]command{keyQ: doLeave, keyYes: doLeave, keyNo: doBack, keyEsc: doBack, keyP: doBack}, detour: true,
		},
		quitScreen: { // Esc, which also leaves dialogs, asks; Q does not
			name: "quit", buttons: []button{{"Stay", doBack, 0}, {"Quit", doQuit, 0}}, text: quitText,
			keys: map[shortcut]command{keyQ: doQuit, keyYes: doQuit, keyNo: doBack, keyEsc: doBack, keyP: doBack}, back: titleScreen,
		},
		resumingScreen: {
			name: "resuming", text: resumingText, keys: map[shortcut]command{keyQ: doLeave, keyEsc: doLeave},
			advance: (*Session).catchUp,
		},
		endedScreen: {
			name: "ended", rows: (*Session).endedButtons, text: (*Session).endedText,
			keys:     map[shortcut]command{keyR: doAgain, keyQ: doLeave, keyEsc: doLeave, keyTheme: doTheme, keyMute: doMute},
			numbered: true, bounded: true, keeps: true, answered: (*Session).showAnswer,
		},
		nameScreen: {
			name: "name", buttons: []button{{"◂", doNameBack, 0}, {"Pick", doNamePick, 0}, {"▸", doNameOn, 0}},
			text: (*Session).nameText, first: middle, everyKey: (*Session).nameKey, paste: (*Session).pasteName, words: (*Session).nameWords, typed: true,
		},
		scoresScreen: {
			name: "scores", buttons: []button{{"◂", doPageBack, 0}, {"Back", doBack, 0}, {"▸", doPageOn, 0}},
			text: (*Session).scoresText, first: middle,
			keys: map[shortcut]command{keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doHelp}, key: (*Session).scoresKey,
			detour: true, answered: (*Session).showAnswer,
		},
		replayScreen: {
			name: "replay", picture: true, everyKey: (*Session).replayKey, mouse: (*Session).replayMouse,
			moves: (*Session).replayMoves, ticks: (*Session).playReplay, behind: (*Session).drawReplay, over: nothing,
		},
		glyphsScreen: {
			name: "glyphs", buttons: sampleButtons(), text: glyphsText, first: (*Session).guessedSample,
			keys: map[shortcut]command{keyEsc: doGuess, keyQ: doGuess}, key: (*Session).glyphsKey,
		},
		modesScreen: {
			name: "modes", buttons: modeButtons(), text: (*Session).modesText, first: (*Session).modeRow, keys: dialogKeys, back: titleScreen,
		},
		matchScreen: {
			name: "match", rows: (*Session).matchButtons, text: (*Session).matchText, keys: dialogKeys, back: modesScreen,
		},
		dailyScreen: {
			name: "daily", buttons: []button{{"Play", doPlay, 0}, {"Back", doBack, 0}}, text: (*Session).dailyText,
			keys: dialogKeys, behind: (*Session).drawSample, detour: true,
		},
		rewindScreen: {
			name: "rewind", keys: gameKeys, picture: true, key: (*Session).rewindKey, mouse: (*Session).rewindMouse, over: (*Session).drawRewound,
		},
		bookScreen: {
			name: "book", keys: map[shortcut]command{keyP: doBack, keyEsc: doBack, keyQ: doBack, keyTheme: doTheme},
			key: (*Session).bookKey, mouse: (*Session).bookMouse,
			words: (*Session).bookWords, choose: (*Session).readEntry,
			moves: (*Session).attracts, ticks: (*Session).playReading, behind: nothing, over: (*Session).drawBook, detour: true,
		},
		newcomerScreen: {
			name: "newcomer", keys: map[shortcut]command{keyEsc: doBack, keyQ: doBack},
			key: (*Session).newcomerKey, mouse: (*Session).newcomerMouse,
			words: (*Session).newcomerWords, choose: (*Session).takeDifficulty,
			moves: (*Session).attracts, ticks: (*Session).playNewcomer, behind: nothing, over: (*Session).drawNewcomer, detour: true,
		},
		mapScreen: {
			name: "map", keys: dialogKeys, key: (*Session).mapKey, mouse: (*Session).mapMouse, over: (*Session).drawMap, words: (*Session).mapWords, choose: (*Session).chooseOnMap, back: titleScreen,
		},
		roomsScreen: {
			name: "challenges", keys: dialogKeys, key: (*Session).mapKey, mouse: (*Session).mapMouse, over: (*Session).drawMap, words: (*Session).mapWords, choose: (*Session).chooseOnMap, back: modesScreen,
		},
	}
}

// String returns the name of the screen.
func (s screen) String() string { return screens[s].name }

// row returns the row of the current screen.
func (s *Session) row() *screenRow { return &screens[s.screen] }

// plays reports whether the screen plays a game tick by tick, which is not a replay.
func (r *screenRow) plays() bool { return r.moves != nil && r.ticks == nil }

// always and nothing are columns that do not depend on the session.
func always(*Session, time.Duration) bool { return true }
func nothing(*Session)                    {}

// middle selects the button between the arrows.
func middle(*Session) int { return 1 }
