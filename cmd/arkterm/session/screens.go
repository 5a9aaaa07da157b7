package session

import (
	"time"

	"arkterm/render"
)

// A screen is what the player looks at: a row of screens.
type screen uint8

// The screens. No row stands for noScreen.
const (
	noScreen        screen = iota
	titleScreen            // the name of the game and its menu; the bot plays behind it
	playingScreen          // nothing but the game
	countdownScreen        // 3, 2, 1, and the game goes on
	pausedScreen           // a reminder of the keys, and a menu
	optionsScreen          // what can be chosen
	assistsScreen          // what helps
	keysScreen             // which keys do what
	helpScreen             // all keys
	restartScreen          // "Restart?"
	leaveScreen            // "Quit to the title?"
	resumingScreen         // a game that was left is played again
	endedScreen            // game over, or won
	nameScreen             // the player's name, for a score
	scoresScreen           // the best scores, and what all games come to
	replayScreen           // a replay, and the line that controls it
	glyphsScreen           // which glyphs look right, see glyphs.go
	modesScreen            // a row for each mode
	matchScreen            // who has the second paddle
	rewindScreen           // the game stands still at an earlier moment
	mapScreen              // all levels, see worldmap.go
	screenCount
)

// A screenRow is all that is known of a screen. A screen with nothing but buttons and text needs the
// columns name, buttons, text and keys.
type screenRow struct {
	name string // in messages

	// The dialog: its buttons, what it says, and which button is selected at first, the topmost where
	// first is nil. Where the buttons depend on the session, rows returns them.
	buttons []button
	rows    func(s *Session) []button
	text    func(s *Session, c *render.Dialog)
	first   func(s *Session) int

	// Input: what the keys of shortcutOf do; what takes the keys that have no such meaning, nil for
	// moving through the buttons; what takes every key, shortcuts included; what takes the mouse, nil
	// for the buttons. A deaf screen, which came up by itself, takes nothing for a moment.
	keys         map[shortcut]command
	key          func(s *Session, k keyPress)
	everyKey     func(s *Session, k keyPress)
	mouse        func(s *Session, m mouseMove)
	ignoresFirst bool

	// Time: what follows by itself, looked at in every Advance; whether what is behind the dialog
	// moves, nil for no; what plays n ticks of it, the game where ticks is nil; when the next frame is
	// due although nothing moves.
	advance func(s *Session, now time.Duration)
	moves   func(s *Session, now time.Duration) bool
	ticks   func(s *Session, n int)
	wakes   func(s *Session) time.Duration

	// The picture: what is drawn behind, the game where behind is nil, and what over that, the dialog
	// where over is nil.
	behind func(s *Session)
	over   func(s *Session)

	// The way: a screen that has to come first, noScreen for none; where Back leads, to the one that
	// the player came from where back is noScreen; which one comes in place of this one when the
	// player is back. A detour is passed over: from a screen that was entered through it, Back leads to
	// where the detour began.
	before func(s *Session) screen
	back   screen
	goesOn screen
	detour bool

	pauses   bool                                // the game is paused when the player turns away, or has no room
	answered func(s *Session, now time.Duration) // an answer about scores has come
}

// dialogKeys are the keys of a screen that Back leaves.
var dialogKeys = map[shortcut]command{keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doHelp, keyTheme: doTheme}

// gameKeys are those of a game in progress.
var gameKeys = map[shortcut]command{
	keyP: doPause, keyEsc: doPause, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme, keyRewind: doRewind,
}

// screens has a row for each screen. It is filled here because its functions refer to it.
var screens [screenCount]screenRow

func init() {
	screens = [screenCount]screenRow{
		titleScreen: {
			name: "title", rows: (*Session).titleButtons, text: (*Session).titleText,
			keys:  map[shortcut]command{keyQ: doQuit, keyEsc: doQuit, keyHelp: doHelp, keyTheme: doTheme},
			moves: (*Session).attracts, over: (*Session).drawTitle, before: (*Session).questionBefore,
		},
		playingScreen: {
			name: "playing", keys: gameKeys, key: (*Session).playKey, mouse: (*Session).playMouse,
			moves: always, over: (*Session).drawBanner, goesOn: countdownScreen, pauses: true,
		},
		countdownScreen: {
			name: "countdown", keys: gameKeys,
			advance: (*Session).countDown, wakes: (*Session).nextDigit, over: (*Session).drawDigit,
			goesOn: countdownScreen, pauses: true,
		},
		pausedScreen: {
			name:    "paused",
			buttons: []button{{"Resume", doResume, 0}, {"Options", doOptions, 0}, {"Restart", askRestart, 0}, {"Quit to title", askLeave, 0}},
			text:    (*Session).pausedText,
			keys:    map[shortcut]command{keyP: doResume, keyEsc: doResume, keyQ: askLeave, keyR: askRestart, keyHelp: doHelp, keyTheme: doTheme},
		},
		optionsScreen: {
			name: "options", rows: (*Session).optionButtons, text: (*Session).optionsText, keys: dialogKeys, detour: true,
		},
		assistsScreen: {
			name: "assists", buttons: assistButtons(), text: (*Session).assistsText, keys: dialogKeys, back: optionsScreen, detour: true,
		},
		keysScreen: {
			name: "keys", rows: (*Session).keyButtons, text: (*Session).keysText,
			keys: map[shortcut]command{keyEsc: doBack}, back: optionsScreen, detour: true,
		},
		helpScreen: {
			name: "help", buttons: []button{{"Back", doBack, 0}}, text: (*Session).helpText,
			keys: map[shortcut]command{keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doBack}, detour: true,
		},
		restartScreen: { // the key that asks also says yes
			name: "restart", buttons: []button{{"Play on", doBack, 0}, {"Restart", doPlay, 0}}, text: restartText,
			keys: map[shortcut]command{keyR: doPlay, keyYes: doPlay, keyNo: doBack, keyEsc: doBack, keyP: doBack, keyQ: doBack}, detour: true,
		},
		leaveScreen: { // here, too
			name: "leave", buttons: []button{{"Play on", doBack, 0}, {"Quit to title", doLeave, 0}}, text: leaveText,
			keys: map[shortcut]command{keyQ: doLeave, keyYes: doLeave, keyNo: doBack, keyEsc: doBack, keyP: doBack}, detour: true,
		},
		resumingScreen: {
			name: "resuming", text: resumingText, keys: map[shortcut]command{keyQ: doLeave, keyEsc: doLeave},
			advance: (*Session).catchUp,
		},
		endedScreen: {
			name: "ended", rows: (*Session).endedButtons, text: (*Session).endedText,
			keys:         map[shortcut]command{keyR: doPlay, keyQ: doLeave, keyEsc: doLeave, keyTheme: doTheme},
			ignoresFirst: true, answered: (*Session).inviteName,
		},
		nameScreen: {
			name: "name", buttons: []button{{"◂", doNameBack, 0}, {"Pick", doNamePick, 0}, {"▸", doNameOn, 0}},
			text: (*Session).nameText, first: middle, everyKey: (*Session).nameKey, ignoresFirst: true,
		},
		scoresScreen: {
			name: "scores", buttons: []button{{"◂", doPageBack, 0}, {"Back", doBack, 0}, {"▸", doPageOn, 0}},
			text: (*Session).scoresText, first: middle,
			keys: map[shortcut]command{keyP: doBack, keyEsc: doBack, keyQ: doBack, keyHelp: doHelp}, key: (*Session).scoresKey,
			detour: true, answered: (*Session).showAnswer,
		},
		replayScreen: {
			name: "replay", everyKey: (*Session).replayKey, mouse: (*Session).replayMouse,
			moves: (*Session).replayMoves, ticks: (*Session).playReplay, behind: (*Session).drawReplay, over: nothing,
		},
		glyphsScreen: {
			name: "glyphs", buttons: sampleButtons(), text: glyphsText, first: (*Session).guessedSample,
			keys: map[shortcut]command{keyEsc: doGuess, keyQ: doGuess}, ignoresFirst: true,
		},
		modesScreen: {
			name: "modes", buttons: modeButtons(), text: (*Session).modesText, first: (*Session).modeRow, keys: dialogKeys, back: titleScreen,
		},
		matchScreen: {
			name: "match", rows: (*Session).matchButtons, text: (*Session).matchText, keys: dialogKeys, back: modesScreen,
		},
		rewindScreen: {
			name: "rewind", keys: gameKeys, key: (*Session).rewindKey, mouse: (*Session).rewindMouse, over: (*Session).drawRewound,
		},
		mapScreen: {
			name: "map", keys: dialogKeys, key: (*Session).mapKey, mouse: (*Session).mapMouse, over: (*Session).drawMap, back: titleScreen,
		},
	}
}

// String returns the name of the screen.
func (s screen) String() string { return screens[s].name }

// row returns the row of the screen that shows.
func (s *Session) row() *screenRow { return &screens[s.screen] }

// plays reports whether the game moves tick by tick on the screen: not a replay.
func (r *screenRow) plays() bool { return r.moves != nil && r.ticks == nil }

// always and nothing are columns that are the same whatever the session is at.
func always(*Session, time.Duration) bool { return true }
func nothing(*Session)                    {}

// middle selects the button between the arrows.
func middle(*Session) int { return 1 }
