package arcadeui

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The leaderboards. Each row opens a game, to watch it, take it over, or race it.

// A Boards provides the arcade's leaderboards. As with Account, answers arrive later in the host's goroutine.
type Boards interface {
	Tables(of leaderboard.Source, done func(now time.Duration, all []progress.Table, err error))
	Lines(b leaderboard.Board, done func(now time.Duration, lines []leaderboard.Entry, err error))
	Replay(id int64, done func(now time.Duration, l leaderboard.Entry, f *replay.Replay, err error))
}

// A boardView is the leaderboard that is displayed, and its known content.
type boardView struct {
	tables    []progress.Table
	table     int
	source    leaderboard.Source
	period    leaderboard.Period
	lines     []leaderboard.Entry
	opened    bool              // a leaderboard was displayed before
	known     bool              // tables and lines are the answers to the last requests
	errorText string            // the error of the last request; "": none so far
	requests  int               // counts requests: only the answer to the last one counts
	game      leaderboard.Entry // whose row was chosen
}

// maxRows is the maximum number of rows of a leaderboard, which fit at 80×24.
const maxRows = 8

// addBoards adds the button that opens the leaderboards.
func (s *Session) addBoards(m *ui.Menu) {
	if s.set.Boards != nil {
		m.AddButton(text.Boards.Boards, s.ui.To(boardsScreen))
	}
}

func (s *Session) beginBoards(time.Duration) {
	if !s.boards.opened { // in the morning the board of the day is empty
		s.boards.opened, s.boards.period = true, leaderboard.AllTime
	}
	s.askTables()
}

// newRequest counts a new request. It returns a function for the error of the answer, which reports whether the answer
// belongs to the last request, and whether it is not an error.
func (c *boardView) newRequest() func(err error) (counts, ok bool) {
	c.requests++
	asked := c.requests
	c.lines, c.known, c.errorText = nil, false, ""
	return func(err error) (counts, ok bool) {
		if asked != c.requests {
			return false, false
		}
		if err != nil {
			c.errorText = sentence(err)
		}
		return true, err == nil
	}
}

// askTables requests the list of leaderboards.
func (s *Session) askTables() {
	c := &s.boards
	c.tables, c.table = nil, 0
	answered := c.newRequest()
	s.set.Boards.Tables(c.source, func(_ time.Duration, all []progress.Table, err error) {
		counts, ok := answered(err)
		if ok {
			c.tables = all
			s.askLines()
		}
		if counts {
			s.ui.Rebuild()
		}
	})
}

// askLines requests the rows of the leaderboard.
func (s *Session) askLines() {
	c := &s.boards
	answered := c.newRequest()
	if len(c.tables) == 0 {
		c.known = true
		return
	}
	at := leaderboard.Board{Table: c.tables[c.table], Source: c.source, Period: c.period}
	s.set.Boards.Lines(at, func(_ time.Duration, lines []leaderboard.Entry, err error) {
		counts, ok := answered(err)
		if ok {
			c.lines, c.known = lines[:min(len(lines), maxRows)], true
		}
		if counts {
			s.ui.Rebuild()
		}
	})
}

// boardsMenu fills in the board.
func (s *Session) boardsMenu(m *ui.Menu) {
	c := &s.boards
	m.Title, m.Stacked, m.Footer = text.Boards.Title, true, text.Boards.Footer
	title := "…"
	switch {
	case len(c.tables) > 0:
		title = leaderboard.TableKind(c.tables[c.table], c.source)
	case c.known:
		title = text.Boards.NoGames
	case c.errorText != "":
		title = text.Boards.Unknown
	}
	m.Add(ui.Button{Name: "Board", Label: "◂ " + title + " ▸", Turn: func(d int, _ time.Duration) {
		if n := len(s.boards.tables); n > 0 {
			s.boards.table = (s.boards.table + d + n) % n
			s.askLines()
		}
	}})
	m.Add(ui.Button{
		Name: "Time", Label: "◂ " + text.Translate(leaderboard.Periods[c.period].Title) + " ▸",
		Turn: func(d int, _ time.Duration) {
			s.boards.period = (s.boards.period + leaderboard.Period(d) +
				leaderboard.NumPeriods) % leaderboard.NumPeriods
			if len(s.boards.tables) == 0 {
				s.askTables() // there may be some now, or they may not have been known
				return
			}
			s.askLines()
		},
	})
	m.Add(ui.Button{
		Name: "Where", Label: "◂ " + text.Translate(leaderboard.Sources[c.source].Help) + " ▸",
		Turn: func(d int, _ time.Duration) {
			s.boards.source = leaderboard.Source(widget.Wrap(int(s.boards.source)+d, len(leaderboard.Sources)))
			s.askTables()
		},
	})
	for i := range c.lines {
		l := c.lines[i]
		m.AddButton(l.ShortRow(), func(now time.Duration) {
			s.boards.game = l
			s.ui.Enter(recordScreen, now)
		})
	}
	if c.known && len(c.lines) == 0 {
		m.Lines = append(m.Lines, text.Boards.Empty)
	}
	if c.errorText != "" {
		m.Lines = append(m.Lines, c.errorText)
		m.AddButton(text.Boards.TryAgain, func(time.Duration) { s.askTables() })
	}
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// recordMenu fills in the actions for a game of a leaderboard.
func (s *Session) recordMenu(m *ui.Menu) {
	m.Title, m.Stacked, m.Footer = text.Boards.GameTitle, true, text.Menu.FooterEsc
	l := &s.boards.game
	if l.Score < 0 { // it was requested
		m.Lines = append(m.Lines, fmt.Sprintf(text.Boards.Game, l.ID))
		m.AddButton(text.Boards.Boards, s.ui.Back)
		return
	}
	m.Lines = append(m.Lines, l.Summary(),
		fmt.Sprintf(text.Boards.PlayedOn, text.PlayTime(l.Ticks), l.Ended.Format(time.DateOnly)),
		fmt.Sprintf(text.Boards.File, s.command(fmt.Sprintf("replay %d > %d.ark", l.ID, l.ID))))
	m.AddButton(text.Boards.Watch, func(time.Duration) { s.openGame(s.app.Show) })
	if !ofTwo(l) {
		m.AddButton(text.Boards.Race, func(time.Duration) { s.openGame(s.app.Race) })
	}
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// showGame shows the game with a number from its beginning.
func (s *Session) showGame(id int64, now time.Duration) {
	s.boards.game = leaderboard.Entry{ID: id, Score: -1}
	s.ui.Enter(recordScreen, now)
	s.openGame(s.app.Show)
}

// ofTwo reports whether a game has two paddles. Such games cannot be raced.
func ofTwo(l *leaderboard.Entry) bool {
	mode, _, _ := strings.Cut(l.Mode, " ")
	m, err := engine.ParseMode(mode)
	return err == nil && engine.Modes[m].Paddles > 1
}

// openGame fetches the chosen game and gives it to the session inside.
func (s *Session) openGame(with func(f *replay.Replay, now time.Duration, back func(now time.Duration)) error) {
	c := &s.boards
	c.requests++
	asked := c.requests
	s.set.Boards.Replay(c.game.ID, func(now time.Duration, l leaderboard.Entry, f *replay.Replay, err error) {
		if asked != s.boards.requests || s.ui.ID() != recordScreen {
			return
		}
		if err != nil {
			s.ui.Say(sentence(err))
			return
		}
		s.boards.game = l
		if err := with(f, now, s.ui.To(recordScreen)); err != nil {
			s.ui.Say(sentence(err))
		}
	})
}
