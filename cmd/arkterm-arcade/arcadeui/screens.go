package arcadeui

import (
	"time"

	"arkterm/render"
)

// A screen is the index of a row of screens.
type screen uint8

// The screens.
const (
	inside          screen = iota // those of the session inside
	lobbyScreen                   // who is here
	partyScreen                   // a party waits for people
	codeScreen                    // the code of a party
	matchScreen                   // a match is played
	matchMenuScreen               // a menu over a match that goes on
	resultScreen                  // a match is over
	othersScreen                  // somebody else's game in a race, after one's own
	watchScreen                   // somebody's game
	watchMenuScreen               // a menu over it
	nameScreen                    // that others call the player by
	profileScreen                 // what the arcade knows of the player
	keysScreen                    // the player's keys
	keyScreen                     // one of them
	deleteScreen                  // whether it is to forget that
	boardsScreen                  // the best games
	recordScreen                  // one of them
	screenCount
)

// A screenRow describes a screen. All columns but the name may be nil.
type screenRow struct {
	name string

	// The menu: fills in a dialog and its buttons. It is called whenever something may have changed.
	menu func(s *Session, m *menu)

	// Navigation: begin is called when the screen comes up, end when it goes. Back leads to back; leave is called before that.
	begin func(s *Session, now time.Duration)
	end   func(s *Session, now time.Duration)
	leave func(s *Session, now time.Duration)
	back  screen
	over  screen // it lies over that one, which does not end while it shows; inside: over none

	// Input: they report whether the key or the mouse was theirs; otherwise it is the menu's. Releases of keys come too. paste
	// takes pasted text, nil ignores it.
	key   func(s *Session, k keyPress) bool
	mouse func(s *Session, m mouseMove) bool
	paste func(s *Session, text string, now time.Duration)

	// Time: advance is called before each event and frame, moves reports whether frames follow each other, wakes returns when
	// the next one is due although nothing moves. ticks says that something is to be played although no frame is due. changed
	// says that something in the hall has changed.
	advance func(s *Session, now time.Duration)
	moves   func(s *Session) bool
	wakes   func(s *Session, now time.Duration) time.Duration
	ticks   func(s *Session) bool
	changed func(s *Session, now time.Duration)
	tick    func(s *Session) uint64 // of its game

	// The frame: draw draws all of it; nil draws the menu. apply and spare are for a view of the screen's own; view returns it if it
	// draws the menu.
	draw  func(s *Session, now time.Duration)
	view  func(s *Session) *render.View
	apply func(s *Session, o render.Options)
	spare func(s *Session, n int)
}

// screens has a row for each screen. It is filled here because its functions refer to it.
var screens [screenCount]screenRow

func init() {
	screens = [screenCount]screenRow{
		inside: {name: "inside"},
		lobbyScreen: {
			name: "lobby", menu: (*Session).lobby, begin: (*Session).beginLobby, back: inside,
			advance: (*Session).advanceLobby, wakes: (*Session).lobbyWakes,
		},
		partyScreen: {
			name: "party", menu: (*Session).party, begin: (*Session).beginParty, changed: (*Session).partyChanged, leave: (*Session).leaveParty, back: lobbyScreen,
		},
		codeScreen: {name: "code", menu: (*Session).code, begin: (*Session).beginCode, key: (*Session).codeKey, paste: (*Session).pasteCode, back: lobbyScreen},
		matchScreen: {
			name: "match", key: (*Session).matchKey, mouse: (*Session).matchMouse, end: (*Session).stopSteering, changed: (*Session).seatChanged,
			advance: (*Session).playMatch, moves: (*Session).matchMoves, tick: (*Session).matchTick,
			draw: (*Session).drawMatch, apply: (*Session).applyMatch, spare: (*Session).spareMatch,
		},
		matchMenuScreen: {
			name: "match menu", menu: (*Session).matchMenu, back: matchScreen, changed: (*Session).seatChanged,
			advance: (*Session).playMatch, moves: (*Session).matchMoves, tick: (*Session).matchTick,
			draw: (*Session).drawMatchMenu, view: (*Session).matchView, apply: (*Session).applyMatch, spare: (*Session).spareMatch,
		},
		resultScreen: {
			name: "result", menu: (*Session).resultMenu, begin: (*Session).beginResult, changed: (*Session).resultChanged,
			leave: (*Session).leaveParty, back: lobbyScreen,
			advance: (*Session).playMatch, ticks: (*Session).matchGoesOn, tick: (*Session).matchTick,
			draw: (*Session).drawMatchMenu, view: (*Session).matchView, apply: (*Session).applyMatch, spare: (*Session).spareMatch,
		},
		othersScreen: {
			name: "others", key: (*Session).othersKey, mouse: (*Session).othersMouse, changed: (*Session).resultChanged, back: resultScreen,
			advance: (*Session).playMatch, moves: (*Session).matchMoves, tick: (*Session).matchTick,
			draw: (*Session).drawOther, apply: (*Session).applyMatch, spare: (*Session).spareOther,
		},
		nameScreen: {
			name: "name", menu: (*Session).nameMenu, begin: (*Session).beginName, key: (*Session).nameKey, paste: (*Session).pasteName,
			leave: (*Session).keepName, back: lobbyScreen,
		},
		profileScreen: {name: "profile", menu: (*Session).profileMenu, begin: (*Session).beginProfile, back: lobbyScreen},
		keysScreen:    {name: "keys", menu: (*Session).keysMenu, begin: (*Session).beginKeys, back: profileScreen},
		keyScreen:     {name: "key", menu: (*Session).keyMenu, back: keysScreen},
		deleteScreen:  {name: "delete", menu: (*Session).deleteMenu, back: profileScreen},
		boardsScreen:  {name: "boards", menu: (*Session).boardsMenu, begin: (*Session).beginBoards, back: lobbyScreen},
		recordScreen:  {name: "record", menu: (*Session).recordMenu, back: boardsScreen},
		watchScreen: {
			name: "watch", back: lobbyScreen, end: (*Session).endWatch, key: (*Session).watchKey, mouse: (*Session).watchMouse,
			advance: (*Session).advanceWatch, moves: (*Session).watchMoves, wakes: (*Session).watchWakes, changed: (*Session).watchChanged, tick: (*Session).watchTick,
			draw: (*Session).drawWatch, apply: (*Session).applyWatch, spare: (*Session).spareWatch,
		},
		watchMenuScreen: {
			name: "watch menu", menu: (*Session).watchMenu, back: watchScreen, over: watchScreen,
			advance: (*Session).advanceWatch, moves: (*Session).watchMoves, wakes: (*Session).watchWakes, changed: (*Session).watchChanged, tick: (*Session).watchTick,
			draw: (*Session).drawWatchMenu, apply: (*Session).applyWatch, spare: (*Session).spareWatch,
		},
	}
}

// row returns the row of the current screen.
func (s *Session) row() *screenRow { return &screens[s.screen] }

// enter shows a screen. Back from it leads to its row's screen.
func (s *Session) enter(to screen, now time.Duration) {
	from := s.screen
	if under := s.row().over; under != inside && to != under {
		from = under
	}
	if end := screens[from].end; end != nil && screens[to].over != from {
		end(s, now)
	}
	if !s.outside() {
		s.takeHands()
		s.doing = doing{}
	}
	s.screen, s.ignoredTo, s.notice = to, 0, ""
	s.set.Person.Listen(s.outside())
	s.keys.Release()
	s.frames.stale = true
	if begin := s.row().begin; begin != nil {
		begin(s, now)
	}
	s.menu = menu{}
	s.rebuild()
	if !s.outside() {
		s.Session.Repaint()
	} else if s.row().draw != nil {
		s.Session.View().Release() // this screen does not draw it
	}
}

// goBack leaves a screen for the one that its row names.
func (s *Session) goBack(now time.Duration) {
	to := s.row().back
	if leave := s.row().leave; leave != nil {
		leave(s, now)
	}
	s.enter(to, now)
}

// say shows a line in the dialogs until the next key.
func (s *Session) say(text string) {
	s.notice = text
	s.rebuild()
}
