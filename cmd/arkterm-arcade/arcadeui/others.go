package arcadeui

import (
	"cmp"
	"fmt"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file contains the screen on which a player who has finished a race watches other players who are still racing,
// one at a time.

// watchOther shows the game of the next player who is still racing if step is 1, or of the previous one if step is -1.
func (s *Session) watchOther(step int, now time.Duration) {
	g := s.game
	p := pane{seat: g.watched.seat}
	for range g.match.NumSeats() - 1 {
		p.seat = widget.WrapIndex(p.seat+step, g.match.NumSeats())
		if p.seat == g.seat || s.standingOf(p.seat).Over {
			continue
		}
		field, _ := g.match.Field(p.seat)
		var err error
		if p.gameCopy, err = newGameCopy(g.match.Stream(field)); err != nil {
			continue // cannot happen, because other copies of this match have started
		}
		p.view = render.NewView(s.paneOptions(p.seat, s.ui.View.Options()))
		g.watched = p
		s.ui.Enter(othersScreen, now)
		s.narrator = ui.Narrator{Enabled: s.ui.Text.GamesNarrated, Spectator: true}
		s.narrator.Announce(s.standingLine(p.seat))
		return
	}
}

// watchFirstOther shows the game of the first player who is still racing.
func (s *Session) watchFirstOther(now time.Duration) {
	s.game.watched.seat = s.game.seat
	s.watchOther(1, now)
}

// othersKey handles a key: left and right show another game, fire and Esc return to the result.
func (s *Session) othersKey(k ui.KeyPress) bool {
	if k.Repeat {
		return true
	}
	switch s.ui.MenuAction(k) {
	case input.Left, input.Up:
		s.watchOther(-1, k.Now)
	case input.Right, input.Down:
		s.watchOther(1, k.Now)
	case input.Fire, input.Menu, input.Quit:
		s.ui.Back(k.Now)
	}
	return true
}

// othersMouse handles the mouse: the left button shows the next game, and the right button returns to the result.
func (s *Session) othersMouse(m ui.MouseMove) {
	switch {
	case m.ClickedRight():
		s.ui.Back(m.Now)
	case m.Clicked():
		s.watchOther(1, m.Now)
	}
}

// othersView returns the view of the watched game.
func (s *Session) othersView() *render.View { return s.game.watched.view }

// drawOther draws the watched game, and the standing of its player.
func (s *Session) drawOther(now time.Duration) {
	p := &s.game.watched
	p.view.Draw(&s.ui.Frame, p.playback.Game)
	if s.ui.TooSmall() {
		return
	}
	if !p.isCurrent() && p.reader.Recording.Tick() > p.playback.Game.Tick+effectTicks {
		p.view.DrawBanner(&s.ui.Frame, "...")
	}
	line := p.standing.textFor(s.game.standings, s.ui.Frame.W, func() string {
		keys := text.Race.ResultKey
		if s.numActivePlayers() > 1 {
			keys = fmt.Sprintf(text.Race.AnotherKey, keys)
		}
		return s.standingLine(p.seat) + "   " + keys
	})
	s.writeStatus(&s.ui.Frame, statusRow(p.view, &s.ui.Frame), cmp.Or(s.emoteText(now), line))
}

// numActivePlayers returns the number of players who have not finished the race.
func (s *Session) numActivePlayers() (n int) {
	for i := range s.game.standings {
		if !s.game.standings[i].Over {
			n++
		}
	}
	return n
}

// standingLine returns the place, name and result of a seat's player in a race.
func (s *Session) standingLine(seat int) string {
	for i := range s.game.standings {
		if st := &s.game.standings[i]; st.Seat == seat {
			return fmt.Sprintf("%d %s  %s", i+1, s.racerName(st), s.resultText(st))
		}
	}
	return ""
}

// racerName returns the name of a player in a race, with a note if a bot plays or has played for the player.
func (s *Session) racerName(st *lobby.Standing) string {
	name := s.nameOf(st.Seat)
	if !st.Present && !st.Over || st.BotHelped && st.Over {
		name = fmt.Sprintf(text.Race.Bot, name)
	}
	return name
}

// standingOf returns the standing of a seat's player.
func (s *Session) standingOf(seat int) lobby.Standing {
	for _, st := range s.game.standings {
		if st.Seat == seat {
			return st
		}
	}
	return lobby.Standing{}
}
