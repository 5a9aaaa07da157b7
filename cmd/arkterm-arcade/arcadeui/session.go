// Package arcadeui provides the screens of the arcade: the lobby, parties, matches, leaderboards, the player's profile,
// and the games of other players.
//
//	session, err := app.New(app.Setup{…}, now)
//	host.Session = arcadeui.New(session, arcadeui.Setup{Person: person, …}, now)
//
// New adds these screens to a session. A button of the title screen opens them. Like a session, they read no clock and
// never wait.
package arcadeui

import (
	"fmt"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render/text"
)

// A Setup holds the arguments of New.
type Setup struct {
	Person  *lobby.Member // the visitor
	Station *spectate.Hub // encodes the games that are watched
	Bleeds  bool          // the terminal's glyphs reach into neighboring cells, if known
	Account Account       // nil for a guest
	Boards  Boards        // nil: there are none
	Watch   string        // begin with the game of the player with this name; "": with the title
	Replay  int64         // begin with this game of a leaderboard; 0: none
	Client  string        // the command that visits the arcade: ssh -t HOST
	Levels  int           // number of levels that a match can begin with
	Code    string        // code of a party to join immediately; "": none
	Lines   bool          // show menus as text lines, like the option

	// Finished keeps a game of a match. The first player's session that notices its end calls it, in the goroutine of
	// that session's host.
	Finished func(m *lobby.Match, r lobby.MatchResult)
}

// A Session is a game session with additional screens for the arcade.
type Session struct {
	runloop.Session // the session with its own screens only
	app             *app.Session
	ui              *ui.UI
	set             Setup

	id        ui.ID         // ID of the last screen
	ownScreen bool          // the last screen belongs to this package
	listening bool          // the lobby reports changes
	now       time.Duration // of the last Advance
	doing     doing         // last activity reported to the lobby

	choice     lobby.Choice  // the match of a new party
	seatExpiry time.Duration // until then the lobby's buttons stay as they are unless something changes
	code       ui.Entry
	game       *game // the match being played; nil: none
	bleeds     bool  // the terminal has reported that its glyphs reach into neighboring cells

	shown    shown // the game that spectators may watch
	watching watching
	profile  profile
	boards   boardView
}

// New adds the screens of the arcade to a session. None of them shows at first, unless the person returns to a match,
// joins a party, or set selects one.
func New(session *app.Session, set Setup, now time.Duration) *Session {
	s := &Session{Session: session, app: session, ui: &session.UI, set: set}
	s.choice.Bots = bot.Able
	s.ui.Add(s.screen)
	s.ui.Resized = append(s.ui.Resized, s.releaseViews)
	s.app.AddTitleButton(text.Arcade.Button, s.ui.To(lobbyScreen))
	if set.Lines {
		s.app.SetOption(settings.Lines, settings.LinesMenus)
	}
	if _, ok := set.Person.Party(); ok {
		s.toParty(now)
	} else if set.Code != "" {
		s.Join(set.Code, now)
	} else if set.Watch != "" {
		s.watchNamed(set.Watch, now)
	} else if set.Replay != 0 {
		s.showGame(set.Replay, now)
	}
	s.listening = s.outside()
	set.Person.SetListening(s.listening)
	return s
}

// outside reports whether a screen of this package shows.
func (s *Session) outside() bool {
	if id := s.ui.ID(); id != s.id {
		s.id = id
		_, s.ownScreen = s.screen(id)
	}
	return s.ownScreen
}

// Advance plays the ticks that are due.
func (s *Session) Advance(now time.Duration) {
	s.now = now
	s.Session.Advance(now)
	if out := s.outside(); out != s.listening {
		s.listening = out
		s.set.Person.SetListening(out)
		s.doing = doing{}
	}
	if !s.listening {
		s.publish()
		s.tellLobby()
		s.ui.View.SetSpectators(s.shown.watched())
	}
}

// Changed notes that something in the lobby has changed. The host calls it whenever the person's channel reports a
// change.
func (s *Session) Changed(now time.Duration) {
	if s.outside() {
		s.ui.Changed(now)
	}
}

// doing is the solo game of a player.
type doing struct {
	playing bool
	mode    engine.Mode
	level   int
}

// tellLobby reports a change of the solo game to the lobby.
func (s *Session) tellLobby() {
	now := doing{}
	if _, _, id := s.app.Playing(); id != 0 {
		g := s.app.Game()
		now = doing{true, g.Mode, g.Level}
	}
	if now == s.doing {
		return
	}
	s.doing = now
	activity := ""
	if now.playing {
		activity = fmt.Sprintf(text.Arcade.Playing, text.Translate(engine.Modes[now.mode].Title), now.level+1)
	}
	s.set.Person.SetActivity(activity)
}

// SetCaps sets the terminal's capabilities.
func (s *Session) SetCaps(c settings.Caps, now time.Duration) {
	s.Session.SetCaps(c, now)
	s.bleeds = c.Bleeds()
	o := s.ui.View.Options()
	if s.game != nil {
		s.applyMatch(o)
	}
	if w := s.watching.own; w != nil {
		w.Apply(o)
	}
	s.ui.Schedule.Redraw()
}

// Skip puts the frame off, because the terminal is behind.
func (s *Session) Skip(now time.Duration) {
	s.Session.Skip(now)
	s.watching.skip()
}

// releaseViews frees the memory of views that grows with the size of the frame.
func (s *Session) releaseViews() {
	if s.game != nil {
		s.game.release()
	}
	if s.watching.own != nil {
		s.watching.own.Release()
	}
}

// releaseView frees the memory of the session's view, for screens that do not draw it.
func (s *Session) releaseView(time.Duration) { s.ui.View.Release() }

// LastInput returns the time of the last input.
func (s *Session) LastInput() time.Duration { return s.ui.LastInput() }
