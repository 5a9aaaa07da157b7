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

// A player who is done in a race watches the others who still play, one at a time.

// watchOther shows the game of the next player who still plays, or with d −1 of the previous one.
func (s *Session) watchOther(d int, now time.Duration) {
	g := s.game
	p := pane{seat: g.watched.seat}
	for range g.match.Seats() - 1 {
		p.seat = widget.Wrap(p.seat+d, g.match.Seats())
		if p.seat == g.seat || s.standingOf(p.seat).Over {
			continue
		}
		field, _ := g.match.Field(p.seat)
		var err error
		if p.copied, err = follow(g.match.Stream(field)); err != nil {
			continue // cannot happen, because the same match has been copied before
		}
		p.view = render.NewView(s.paneOptions(p.seat, s.ui.View.Options()))
		g.watched = p
		s.ui.Enter(othersScreen, now)
		return
	}
}

// watchFirst shows the game of the first of the others, as a button.
func (s *Session) watchFirst(now time.Duration) {
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

// othersMouse takes the mouse. The left button shows the next game, the right button returns.
func (s *Session) othersMouse(m ui.MouseMove) {
	switch {
	case m.ClickedRight():
		s.ui.Back(m.Now)
	case m.Clicked():
		s.watchOther(1, m.Now)
	}
}

// othersView returns the view of that game.
func (s *Session) othersView() *render.View { return s.game.watched.view }

// drawOther draws the game that is watched, and the standing of its player.
func (s *Session) drawOther(now time.Duration) {
	p := &s.game.watched
	p.view.Draw(&s.ui.Frame, p.play.Game)
	if s.ui.Small() {
		return
	}
	if !p.current() && p.reader.Recording.Tick() > p.play.Game.Tick+seenTicks {
		p.view.Banner(&s.ui.Frame, "...")
	}
	line := p.line.of(s.game.standings, s.ui.Frame.W, func() string {
		keys := text.Race.ResultKey
		if s.stillPlay() > 1 {
			keys = fmt.Sprintf(text.Race.AnotherKey, keys)
		}
		return s.placeOf(p.seat) + "   " + keys
	})
	s.writeStatus(&s.ui.Frame, statusRow(p.view, &s.ui.Frame), cmp.Or(s.emoteText(now), line))
}

// stillPlay returns how many are not done.
func (s *Session) stillPlay() (n int) {
	for i := range s.game.standings {
		if !s.game.standings[i].Over {
			n++
		}
	}
	return n
}

// placeOf returns the name and the standing of the player with a seat in a race.
func (s *Session) placeOf(seat int) string {
	for i := range s.game.standings {
		if st := &s.game.standings[i]; st.Seat == seat {
			return fmt.Sprintf("%d %s  %s", i+1, s.racerOf(st), s.result(st))
		}
	}
	return ""
}

// racerOf returns the name of a player in a race, and whether a bot plays or has played instead.
func (s *Session) racerOf(st *lobby.Standing) string {
	name := s.nameOf(st.Seat)
	if !st.Present && !st.Over || st.Helped && st.Over {
		name = fmt.Sprintf(text.Race.Bot, name)
	}
	return name
}

// standingOf returns the standing of the player with a seat.
func (s *Session) standingOf(seat int) lobby.Standing {
	for _, st := range s.game.standings {
		if st.Seat == seat {
			return st
		}
	}
	return lobby.Standing{}
}
