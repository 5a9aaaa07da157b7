package arcadeui

import (
	"slices"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// On a wide screen a race shows the games of other players next to the player's own game, if there is room.

// Limits of games next to each other.
const (
	besideCols = 80 // of each game at least
	maxBeside  = 3  // others
	besideGap  = 1  // columns between them; a field in 79 columns is as large as in 80
)

// A pane is another player's game next to the player's own.
type pane struct {
	copied
	seat  int
	view  *render.View
	frame cell.Frame
	line  standingText // the line below it
}

// panes returns the number of games next to each other, including the player's own.
func (s *Session) panes() int {
	g := s.game
	if !lobby.MatchKinds[g.match.Kind].SeparateFields || s.ui.Small() {
		return 1
	}
	return max(1, min(s.ui.Frame.W/besideCols, 1+maxBeside, g.match.Seats()))
}

// ownCols returns the number of columns of the player's own game, which is the leftmost one.
func (s *Session) ownCols() int { return s.ui.Frame.W / s.panes() }

// followBeside follows the games that are shown. They belong to the best of the others, in the order of their seats, so
// that games keep their places while there is room for all.
func (s *Session) followBeside() {
	g := s.game
	g.seats = g.seats[:0]
	for i := range g.standings {
		if seat := g.standings[i].Seat; seat != g.seat && len(g.seats) < s.panes()-1 {
			g.seats = append(g.seats, seat)
		}
	}
	slices.Sort(g.seats)
	g.beside = g.beside[:min(len(g.beside), len(g.seats))]
	for i, seat := range g.seats {
		if i == len(g.beside) {
			g.beside = append(g.beside, pane{seat: -1})
		}
		p := &g.beside[i]
		if p.seat != seat {
			field, _ := g.match.Field(seat)
			c, err := follow(g.match.Stream(field))
			if err != nil { // does not happen: copies of this match have begun before
				g.beside = g.beside[:i]
				return
			}
			p.copied, p.seat, p.line, p.view = c, seat, standingText{},
				render.NewView(s.paneOptions(seat, s.ui.View.Options()))
		}
		p.advance(nil)
	}
}

// paneOptions returns the options for another player's game. Hints that name keys name the player instead.
func (s *Session) paneOptions(seat int, o render.Options) render.Options {
	o = s.gameOptions(s.game, o)
	o.Keys = render.HintKeys{Fire: s.game.match.Names[seat], Warp: text.Race.TheirKey}
	return o
}

// drawBeside draws the games of other players, each with its player's standing below. It draws only those that fit,
// because g.beside no longer changes after the end of the player's own game, for example if the terminal is resized.
func (s *Session) drawBeside() {
	g, w := s.game, s.ownCols()
	for i := range min(len(g.beside), s.panes()-1) {
		p := &g.beside[i]
		p.frame.SetSize(w-besideGap, s.ui.Frame.H)
		p.frame.BorrowCells()
		p.view.Draw(&p.frame, p.play.Game)
		s.writeStatus(&p.frame, statusRow(g.view, &g.frame), p.line.of(g.standings, w,
			func() string { return s.placeOf(p.seat) }))
		copyAt(&s.ui.Frame, &p.frame, (i+1)*w+besideGap)
		p.frame.ReturnCells()
	}
}

// copyAt copies a frame into another one of the same height, from a column on.
func copyAt(dst, src *cell.Frame, x int) {
	for y := range src.H {
		copy(dst.Cells[y*dst.W+x:(y+1)*dst.W], src.Cells[y*src.W:(y+1)*src.W])
	}
}
