package arcadeui

import (
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
)

// IDs of the screens.
const (
	lobbyScreen      ui.ID = "lobby"       // list of visitors and ways to play
	partyScreen      ui.ID = "party"       // a party that waits for players
	codeScreen       ui.ID = "code"        // text field for the code of a party
	matchScreen      ui.ID = "match"       // a match in progress
	matchMenuScreen  ui.ID = "match menu"  // menu over a match in progress
	resultScreen     ui.ID = "result"      // result of a match
	othersScreen     ui.ID = "others"      // another player's game in a race, after the end of the player's own game
	watchScreen      ui.ID = "watch"       // another visitor's game
	watchMenuScreen  ui.ID = "watch menu"  // menu over another visitor's game
	playerNameScreen ui.ID = "player name" // text field for the player's name
	profileScreen    ui.ID = "profile"     // the player's profile
	sshKeysScreen    ui.ID = "SSH keys"    // the player's keys
	sshKeyScreen     ui.ID = "SSH key"     // one of the player's keys
	deleteScreen     ui.ID = "delete"      // question before the player is deleted
	boardsScreen     ui.ID = "boards"      // the leaderboards
	recordScreen     ui.ID = "record"      // a game of a leaderboard
)

// screen returns the screen with an ID; ok is false if it does not belong to this package.
func (s *Session) screen(id ui.ID) (row ui.Screen, ok bool) {
	switch id {
	case lobbyScreen:
		row = ui.Screen{
			Menu: s.lobbyMenu, Begin: s.beginLobby, Advance: s.advanceLobby, NextFrame: s.lobbyNextFrame,
			Back: app.TitleScreen,
		}
	case partyScreen:
		row = ui.Screen{
			Menu: s.partyMenu, Begin: s.beginParty, Changed: s.partyChanged, Leave: s.leaveParty,
			Back: lobbyScreen,
		}
	case codeScreen:
		row = s.ui.EntryScreen(&s.code, s.codeMenu)
		paste := row.Paste
		row.Begin, row.Back = s.beginCode, lobbyScreen
		row.Paste = func(text string, now time.Duration) { paste(findCode(text), now) }
	case matchScreen:
		row = ui.Screen{
			Begin: s.beginPicture, End: s.endMatchScreen, Key: s.matchKey, Release: s.matchRelease, Mouse: s.matchMouse,
			Away:    s.stopSteering,
			Changed: s.seatChanged, Advance: s.playMatch, Moving: ui.AlwaysMoving, Draw: s.drawMatch, View: s.matchView,
			Picture: true, Narrator: narratedGame{s},
		}
	case matchMenuScreen:
		row = ui.Screen{
			Menu: s.matchMenu, Back: matchScreen,
			Changed: s.seatChanged, Advance: s.playMatch, Moving: ui.AlwaysMoving, Draw: s.drawMatch, View: s.matchView,
		}
	case resultScreen:
		row = ui.Screen{
			Menu: s.resultMenu, Begin: s.ui.IgnoreInputBriefly, Leave: s.leaveParty, Back: lobbyScreen,
			Keys:    ui.Keys{input.Restart: s.requestRematch, input.Menu: s.ui.Back, input.Quit: s.ui.Back},
			Changed: s.resultChanged, Advance: s.playMatch, NextAdvance: s.nextMatchAdvance, Draw: s.drawMatch,
			View: s.matchView,
		}
	case othersScreen:
		row = ui.Screen{
			Key: s.othersKey, Mouse: s.othersMouse, Back: resultScreen,
			Changed: s.resultChanged, Advance: s.playMatch, Moving: ui.AlwaysMoving,
			Draw: s.drawOther, View: s.othersView,
			Picture: true, Narrator: narratedGame{s},
		}
	case watchScreen:
		row = ui.Screen{
			Begin: s.beginPicture, End: s.endWatch, Key: s.watchKey, Mouse: s.watchMouse, Back: lobbyScreen,
			Changed: s.watchChanged, Advance: s.advanceWatch, Moving: s.watchMoving, NextFrame: s.watchNextFrame,
			Shared: s.watchShared, Draw: s.drawWatch, View: s.watchView, Picture: true,
			Narrator: narratedGame{s},
		}
	case watchMenuScreen:
		row = ui.Screen{
			Menu: s.watchMenu, End: s.endWatch, Back: watchScreen,
			Changed: s.watchChanged, Advance: s.advanceWatch, Moving: s.watchMoving, NextFrame: s.watchNextFrame,
			Draw: s.drawWatch, View: s.watchView,
		}
	case playerNameScreen:
		row = s.ui.EntryScreen(&s.profile.name, s.nameMenu)
		row.Begin, row.Leave, row.Back = s.beginName, s.keepDefaultName, lobbyScreen
	case profileScreen:
		row = ui.Screen{Menu: s.profileMenu, Begin: s.beginProfile, Back: lobbyScreen}
	case sshKeysScreen:
		row = ui.Screen{Menu: s.keysMenu, Begin: s.beginKeys, Back: profileScreen}
	case sshKeyScreen:
		row = ui.Screen{Menu: s.keyMenu, Back: sshKeysScreen}
	case deleteScreen:
		row = ui.Screen{Menu: s.deleteMenu, Back: profileScreen}
	case boardsScreen:
		row = ui.Screen{Menu: s.boardsMenu, Begin: s.beginBoards, Back: lobbyScreen}
	case recordScreen:
		row = ui.Screen{Menu: s.recordMenu, Back: boardsScreen}
	default:
		return row, false
	}
	return row, true
}
