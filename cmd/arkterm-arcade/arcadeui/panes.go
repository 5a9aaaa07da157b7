package arcadeui

import (
	"slices"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// This file draws the games of other players in a race next to the player's own game, on a wide screen.

// Limits of games next to each other.
const (
	minPaneCols   = 80 // minimum number of columns per game
	maxOtherPanes = 3  // maximum number of games of other players
	paneGap       = 1  // columns between two games; a field is as large in 79 columns as in 80
)

// A pane shows another player's game next to the player's own game.
type pane struct {
	gameCopy
	seat     int // seat of the other player
	view     *render.View
	frame    cell.Frame
	standing cachedStandings // text below the game
}

// paneCount returns the number of games next to each other, including the player's own.
func (s *Session) paneCount() int {
	g := s.game
	if !lobby.MatchKinds[g.match.Kind].SeparateFields || s.ui.TooSmall() {
		return 1
	}
	return max(1, min(s.ui.Frame.W/minPaneCols, 1+maxOtherPanes, g.match.NumSeats()))
}

// ownCols returns the number of columns of the player's own game, which is the leftmost one.
func (s *Session) ownCols() int { return s.ui.Frame.W / s.paneCount() }

// updatePanes selects the games in the panes and simulates their new ticks. If there is no room for all games, it
// selects the games of the best players. The panes are ordered by seat, so that their positions rarely change.
func (s *Session) updatePanes() {
	g := s.game
	g.paneSeats = g.paneSeats[:0]
	for i := range g.standings {
		if seat := g.standings[i].Seat; seat != g.seat && len(g.paneSeats) < s.paneCount()-1 {
			g.paneSeats = append(g.paneSeats, seat)
		}
	}
	slices.Sort(g.paneSeats)
	g.panes = g.panes[:min(len(g.panes), len(g.paneSeats))]
	for i, seat := range g.paneSeats {
		if i == len(g.panes) {
			g.panes = append(g.panes, pane{seat: -1})
		}
		p := &g.panes[i]
		if p.seat != seat {
			field, _ := g.match.Field(seat)
			c, err := newGameCopy(g.match.Stream(field))
			if err != nil { // cannot happen, because other copies of this match have started
				g.panes = g.panes[:i]
				return
			}
			p.gameCopy, p.seat, p.standing, p.view = c, seat, cachedStandings{},
				render.NewView(s.paneOptions(seat, s.ui.View.Options()))
		}
		p.advance(nil, nil)
	}
}

// paneOptions returns the options for another player's game. Hints contain the player's name instead of keys.
func (s *Session) paneOptions(seat int, o render.Options) render.Options {
	o = s.gameOptions(s.game, o)
	o.Keys = render.HintKeys{Fire: s.game.match.Names[seat], Warp: text.Race.TheirKey}
	return o
}

// drawPanes draws the games of other players. Below each game, it writes the standing of the game's player. It draws
// only the panes that fit, because updatePanes is not called after the end of the player's own game, and the terminal
// can become smaller.
func (s *Session) drawPanes() {
	g, w := s.game, s.ownCols()
	for i := range min(len(g.panes), s.paneCount()-1) {
		p := &g.panes[i]
		p.frame.SetSize(w-paneGap, s.ui.Frame.H)
		p.frame.BorrowCells()
		p.view.Draw(&p.frame, p.playback.Game)
		s.writeStatus(&p.frame, statusRow(g.view, &g.frame), p.standing.textFor(g.standings, w,
			func() string { return s.standingLine(p.seat) }))
		copyColumns(&s.ui.Frame, &p.frame, (i+1)*w+paneGap)
		p.frame.ReturnCells()
	}
}

// copyColumns copies src to dst, starting at column x. Both have the same height.
func copyColumns(dst, src *cell.Frame, x int) {
	for y := range src.H {
		copy(dst.Cells[y*dst.W+x:(y+1)*dst.W], src.Cells[y*src.W:(y+1)*src.W])
	}
}
