// Package arcadeui provides the screens of the arcade: the lobby, parties, matches, leaderboards, the player's profile,
// and the games of other players.
//
//	session, err := app.New(app.Setup{…}, now)
//	host.Session = arcadeui.New(session, arcadeui.Setup{Member: member, …}, now)
//
// New adds these screens to a session, and adds a button to the title screen that opens the lobby. Like a session, the
// screens do not access the clock and never block.
package arcadeui

import (
	"fmt"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render/text"
)

// A Setup contains the arguments of New.
type Setup struct {
	Member      *lobby.Member       // the visitor
	Hub         *lobby.SpectatorHub // draws and encodes the games that are watched
	Bleeds      bool                // the terminal's glyphs reach into neighboring cells, if known
	Account     Account             // nil for a guest
	Boards      Boards              // nil if there are no leaderboards
	WatchPlayer string              // name of the player whose game is shown first, or MostWatched; "" if none
	ReplayID    int64               // ID of a game on a leaderboard that is shown first; 0 if none
	SSHCommand  string              // command that connects to the arcade, for example "ssh -t HOST"
	NumLevels   int                 // number of levels that a match can start with
	PartyCode   string              // code of a party to join immediately; "" if none
	LinesOption string              // new value of the option [settings.Lines]; "" keeps the old one

	// Finished saves the result of a field of a match. The first session that detects the end calls it, once per field,
	// in the goroutine of its own host.
	Finished func(m *lobby.Match, r lobby.MatchResult)
}

// A Session is a game session with additional screens for the arcade.
type Session struct {
	runloop.Session              // the game session, whose methods the host calls
	app             *app.Session // the same session
	ui              *ui.UI
	setup           Setup

	lastScreen ui.ID         // ID of the last screen
	ownScreen  bool          // the last screen belongs to this package
	listening  bool          // the lobby notifies the session of changes
	now        time.Duration // time of the last Advance
	activity   soloActivity  // last activity reported to the lobby

	choice     lobby.Choice  // choice for a new party
	seatExpiry time.Duration // time at which a seat in the lobby's menu expires; ui.Never if none does
	code       ui.Entry      // text field for a party's code
	game       *matchState   // the current or last match; nil if none
	bleeds     bool          // the terminal has reported that its glyphs reach into neighboring cells

	published publishedGame // the game that spectators may watch
	watching  watchState
	narrator  ui.Narrator // describes the match or the watched game
	profile   profileState
	boards    boardView
}

// New adds the screens of the arcade to a session. The title screen is displayed first, unless the visitor returns to a
// match or setup selects another screen.
func New(session *app.Session, setup Setup, now time.Duration) *Session {
	s := &Session{Session: session, app: session, ui: &session.UI, setup: setup}
	s.choice.Bots = bot.Able
	s.ui.Add(s.screen)
	s.ui.Resized = append(s.ui.Resized, s.releaseViews)
	s.app.AddTitleButton(text.Arcade.Button, s.ui.EnterFunc(lobbyScreen))
	if setup.LinesOption != "" {
		s.app.SetOption(settings.Lines, setup.LinesOption)
	}
	if _, ok := setup.Member.Party(); ok {
		s.showPartyScreen(now)
	} else if setup.PartyCode != "" {
		s.Join(setup.PartyCode, now)
	} else if setup.WatchPlayer != "" {
		s.watchNamed(setup.WatchPlayer, now)
	} else if setup.ReplayID != 0 {
		s.showGame(setup.ReplayID, now)
	}
	s.listening = s.onArcadeScreen()
	setup.Member.SetListening(s.listening)
	return s
}

// onArcadeScreen reports whether a screen of this package is displayed.
func (s *Session) onArcadeScreen() bool {
	if id := s.ui.ID(); id != s.lastScreen {
		s.lastScreen = id
		_, s.ownScreen = s.screen(id)
	}
	return s.ownScreen
}

// Advance simulates the ticks that are due.
func (s *Session) Advance(now time.Duration) {
	s.now = now
	s.Session.Advance(now)
	if onArcade := s.onArcadeScreen(); onArcade != s.listening {
		s.listening = onArcade
		s.setup.Member.SetListening(onArcade)
		s.activity = soloActivity{}
	}
	if !s.listening {
		s.publish()
		s.reportActivity()
		s.ui.View.SetSpectators(s.published.numSpectators())
	}
}

// Changed handles a change in the lobby. It must be called after each token from the channel of [lobby.Member.Changed].
func (s *Session) Changed(now time.Duration) {
	if s.onArcadeScreen() {
		s.ui.Changed(now)
	}
}

// A soloActivity describes the solo game of a player. It is zero if there is none.
type soloActivity struct {
	playing bool
	mode    engine.Mode
	level   int
}

// reportActivity sets the activity in the lobby if the solo game has changed.
func (s *Session) reportActivity() {
	now := soloActivity{}
	if _, _, id := s.app.GameInProgress(); id != 0 {
		g := s.app.Game()
		now = soloActivity{true, g.Mode, g.Level}
	}
	if now == s.activity {
		return
	}
	s.activity = now
	activity := ""
	if now.playing {
		activity = fmt.Sprintf(text.Arcade.Playing, text.Translate(engine.Modes[now.mode].Title), now.level+1)
	}
	s.setup.Member.SetActivity(activity)
}

// SetCaps sets the terminal's capabilities.
func (s *Session) SetCaps(c settings.Caps, now time.Duration) {
	s.Session.SetCaps(c, now)
	s.bleeds = c.Bleeds()
	o := s.ui.View.Options()
	if s.game != nil {
		s.applyMatchOptions(o)
	}
	if w := s.watching.ownViewer; w != nil {
		w.SetOptions(o)
	}
	s.ui.Schedule.Redraw()
}

// Skip postpones the next frame. The host calls Skip while the terminal is still reading earlier frames.
func (s *Session) Skip(now time.Duration) {
	s.Session.Skip(now)
	s.watching.skip()
}

// releaseViews frees the memory of views that grows with the size of the frame.
func (s *Session) releaseViews() {
	if s.game != nil {
		s.game.releaseViews()
	}
	if s.watching.ownViewer != nil {
		s.watching.ownViewer.Release()
	}
}

// beginPicture prepares for a screen that shows a match or a watched game. It frees the memory of the session's view,
// because such a screen has its own view. It also drops the narration of the time during which a menu covered the game.
func (s *Session) beginPicture(time.Duration) {
	s.ui.View.Release()
	s.narrator.Take()
}

// LastInput returns the time of the visitor's last input.
func (s *Session) LastInput() time.Duration { return s.ui.LastInput() }
