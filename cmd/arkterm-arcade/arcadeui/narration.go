package arcadeui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/text"
)

// This file narrates matches and watched games to visitors who play with lines of text.

// A narratedGame is the match or the watched game of a session. It implements [ui.NarratedGame].
type narratedGame struct{ s *Session }

// Take returns the lines since the last call.
func (n narratedGame) Take() []string { return n.s.narrator.Take() }

// game returns the game that the screen shows, or nil.
func (n narratedGame) game() *engine.Game {
	switch s := n.s; {
	case s.ui.ID() == othersScreen:
		return s.game.watched.playback.Game
	case s.ui.ID() != watchScreen:
		return s.game.own.playback.Game
	case s.watching.ownViewer != nil:
		return s.watching.ownViewer.Game()
	}
	return nil
}

// DescribeField describes the positions of all objects in the game, and the standings of a race.
func (n narratedGame) DescribeField() (lines []string) {
	if g := n.game(); g != nil {
		lines = n.s.narrator.DescribeField(g)
	}
	if n.s.ui.ID() == matchScreen && lobby.MatchKinds[n.s.game.match.Kind].SeparateFields {
		lines = append(lines, n.s.raceStatus())
	}
	return lines
}

// Place returns the place of the player's paddle, or 0 if the visitor watches another player.
func (n narratedGame) Place() int {
	if n.s.ui.ID() != matchScreen {
		return 0
	}
	g := n.game()
	return ui.PlaceOf(g, g.Capsule(n.s.narrator.Paddle).X)
}

// Steer moves the player's paddle to a place.
func (n narratedGame) Steer(place int, now time.Duration) {
	g := n.s.game
	g.match.Steer(g.seat, now, n.s.narrator.SteerTarget(n.game(), place))
}

// narrateMatch begins to narrate the player's match.
func (s *Session) narrateMatch() {
	g := s.game
	_, paddle := g.match.Field(g.seat)
	s.narrator = ui.Narrator{
		Enabled: s.ui.Text.GamesNarrated, Paddle: paddle, Levels: levels.LevelNames(g.match.Stream(g.field).Pack()),
	}
	s.narrator.Announce(s.matchActivity())
	if side := s.ownSideText(); side != "" {
		s.narrator.Announce(strings.TrimSuffix(side, " · "))
	}
	s.narrator.Observe(g.own.playback.Game)
}

// narrateStatus announces the countdown, messages of the players, and players who leave or return.
func (s *Session) narrateStatus(now time.Duration) {
	g := s.game
	if !s.narrator.Enabled {
		return
	}
	if line := cmp.Or(s.emoteText(now), g.countdownDigit(now)); line != g.lastNarrated {
		if g.lastNarrated = line; line != "" {
			s.narrator.Announce(line)
		}
	}
	for _, before := range g.lastStandings {
		switch st := s.standingOf(before.Seat); {
		case st.Present == before.Present || st.Over:
		case st.Present:
			s.narrator.Announce(fmt.Sprintf(text.Race.StillPlays, s.nameOf(st.Seat)))
		default:
			s.narrator.Announce(fmt.Sprintf(text.Race.BotPlays, s.nameOf(st.Seat)))
		}
	}
}

// narrateWatched begins to narrate the watched game. The visitor needs a separate viewer, because the viewer that
// spectators share does not announce events.
func (s *Session) narrateWatched(now time.Duration) {
	if s.narrator = (ui.Narrator{}); !s.ui.Text.GamesNarrated {
		return
	}
	w := s.newOwnViewer(now)
	if w == nil {
		return
	}
	s.watching.ownViewer = w
	s.narrator = ui.Narrator{
		Enabled: true, Spectator: true, Players: w.Players(),
		Levels: levels.LevelNames(s.watching.player.Stream.Pack()),
	}
	w.Observe = s.narrator.Observe
	for _, line := range append([]string{w.Name()}, s.narrator.DescribeField(w.Game())...) {
		s.narrator.Announce(line)
	}
	s.narrator.Announce("? " + text.Viewer.Keys)
}

// narratePlaybackStatus announces the play time of the watched game, and whether it is live or paused, after a key
// press.
func (s *Session) narratePlaybackStatus() {
	if w := s.watching.ownViewer; w != nil {
		s.narrator.Announce(w.PlaybackStatus())
	}
}
