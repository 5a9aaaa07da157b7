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

// This file contains the screen of the leaderboards, and the screen of a game on a leaderboard, which visitors can
// watch, take over or race.

// Boards provides the arcade's leaderboards. Its methods return immediately. The host's goroutine calls done later.
type Boards interface {
	Tables(source leaderboard.Source, done func(now time.Duration, all []progress.Table, err error))
	Entries(b leaderboard.Board, done func(now time.Duration, entries []leaderboard.Entry, err error))
	Replay(id int64, done func(now time.Duration, l leaderboard.Entry, f *replay.Replay, err error))
}

// A boardView is the state of the leaderboard screens.
type boardView struct {
	tables      []progress.Table
	table       int // index of the displayed table
	source      leaderboard.Source
	period      leaderboard.Period
	entries     []leaderboard.Entry
	opened      bool              // a leaderboard was displayed before
	loaded      bool              // tables and entries are the results of the last requests
	lastError   string            // error of the last request as a sentence; "" if none
	numRequests int               // number of requests; only the result of the last one is used
	selected    leaderboard.Entry // game on the record screen
}

// maxRows is the maximum number of rows of a leaderboard that fit on a screen of 80×24 cells.
const maxRows = 8

// addBoards adds the button for the leaderboards, unless Setup.Boards is nil.
func (s *Session) addBoards(m *ui.Menu) {
	if s.setup.Boards != nil {
		m.AddButton(text.Boards.Boards, s.ui.EnterFunc(boardsScreen))
	}
}

// beginBoards requests the leaderboards.
func (s *Session) beginBoards(time.Duration) {
	if !s.boards.opened { // the default is not today's leaderboard, which is empty in the morning
		s.boards.opened, s.boards.period = true, leaderboard.AllTime
	}
	s.requestTables()
}

// newRequest starts a new request. It returns a function that the caller must call with the error of the response. The
// function stores the error, unless there was a newer request. current reports whether the request is still the newest
// one. ok reports whether it has also succeeded.
func (c *boardView) newRequest() func(err error) (current, ok bool) {
	c.numRequests++
	request := c.numRequests
	c.entries, c.loaded, c.lastError = nil, false, ""
	return func(err error) (current, ok bool) {
		if request != c.numRequests {
			return false, false
		}
		if err != nil {
			c.lastError = errorSentence(err)
		}
		return true, err == nil
	}
}

// requestTables requests the list of leaderboards.
func (s *Session) requestTables() {
	c := &s.boards
	c.tables, c.table = nil, 0
	finish := c.newRequest()
	s.setup.Boards.Tables(c.source, func(_ time.Duration, all []progress.Table, err error) {
		current, ok := finish(err)
		if ok {
			c.tables = all
			s.requestEntries()
		}
		if current {
			s.ui.Rebuild()
		}
	})
}

// requestEntries requests the rows of the leaderboard.
func (s *Session) requestEntries() {
	c := &s.boards
	finish := c.newRequest()
	if len(c.tables) == 0 {
		c.loaded = true
		return
	}
	board := leaderboard.Board{Table: c.tables[c.table], Source: c.source, Period: c.period}
	s.setup.Boards.Entries(board, func(_ time.Duration, entries []leaderboard.Entry, err error) {
		current, ok := finish(err)
		if ok {
			c.entries, c.loaded = entries[:min(len(entries), maxRows)], true
		}
		if current {
			s.ui.Rebuild()
		}
	})
}

// boardsMenu fills in the menu of the leaderboard.
func (s *Session) boardsMenu(m *ui.Menu) {
	c := &s.boards
	m.Title, m.Stacked, m.Footer = text.Boards.Title, true, text.Boards.Footer
	title := "…"
	switch {
	case len(c.tables) > 0:
		title = leaderboard.TableKind(c.tables[c.table], c.source)
	case c.loaded:
		title = text.Boards.NoGames
	case c.lastError != "":
		title = text.Boards.Unknown
	}

	// The first three buttons select the leaderboard.
	m.Add(ui.Button{Name: "Board", Label: "◂ " + title + " ▸", Turn: func(d int, _ time.Duration) {
		if n := len(s.boards.tables); n > 0 {
			s.boards.table = (s.boards.table + d + n) % n
			s.requestEntries()
		}
	}})
	m.Add(ui.Button{
		Name: "Time", Label: "◂ " + text.Translate(leaderboard.Periods[c.period].Title) + " ▸",
		Turn: func(d int, _ time.Duration) {
			s.boards.period = (s.boards.period + leaderboard.Period(d) +
				leaderboard.NumPeriods) % leaderboard.NumPeriods
			if len(s.boards.tables) == 0 {
				s.requestTables() // there may be some now, or the last request may have failed
				return
			}
			s.requestEntries()
		},
	})
	m.Add(ui.Button{
		Name: "Where", Label: "◂ " + text.Translate(leaderboard.Sources[c.source].Help) + " ▸",
		Turn: func(d int, _ time.Duration) {
			s.boards.source = leaderboard.Source(widget.WrapIndex(int(s.boards.source)+d, len(leaderboard.Sources)))
			s.requestTables()
		},
	})

	for i := range c.entries {
		l := c.entries[i]
		m.AddButton(l.ShortRow(), func(now time.Duration) {
			s.boards.selected = l
			s.ui.Enter(recordScreen, now)
		})
	}
	if c.loaded && len(c.entries) == 0 {
		m.Lines = append(m.Lines, text.Boards.Empty)
	}
	if c.lastError != "" {
		m.Lines = append(m.Lines, c.lastError)
		m.AddButton(text.Boards.TryAgain, func(time.Duration) { s.requestTables() })
	}
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// recordMenu fills in the actions for a game of a leaderboard.
func (s *Session) recordMenu(m *ui.Menu) {
	m.Title, m.Stacked, m.Footer = text.Boards.GameTitle, true, text.Menu.FooterEsc
	l := &s.boards.selected
	if l.Score < 0 { // the game is being requested
		m.Lines = append(m.Lines, fmt.Sprintf(text.Boards.Game, l.ID))
		m.AddButton(text.Boards.Boards, s.ui.Back)
		return
	}
	m.Lines = append(m.Lines, l.Summary(),
		fmt.Sprintf(text.Boards.PlayedOn, text.PlayTime(l.Ticks), l.Ended.Format(time.DateOnly)),
		fmt.Sprintf(text.Boards.RecordingFile, s.shellCommand(fmt.Sprintf("replay %d > %d.ark", l.ID, l.ID))))
	m.AddButton(text.Boards.Watch, func(time.Duration) { s.openGame(s.app.WatchReplay) })
	if !hasTwoPaddles(l) {
		m.AddButton(text.Boards.Race, func(time.Duration) { s.openGame(s.app.Race) })
	}
	m.AddButton(text.Menu.Back, s.ui.Back)
}

// showGame plays back the game with an ID from its beginning.
func (s *Session) showGame(id int64, now time.Duration) {
	s.boards.selected = leaderboard.Entry{ID: id, Score: -1}
	s.ui.Enter(recordScreen, now)
	s.openGame(s.app.WatchReplay)
}

// hasTwoPaddles reports whether a game has two paddles. Such games cannot be raced.
func hasTwoPaddles(l *leaderboard.Entry) bool {
	mode, _, _ := strings.Cut(l.Mode, " ")
	m, err := engine.ParseMode(mode)
	return err == nil && engine.Modes[m].Paddles > 1
}

// openGame requests the selected game. When the game arrives, openGame passes it to show, which is a method of the game
// session.
func (s *Session) openGame(show func(f *replay.Replay, now time.Duration, back func(now time.Duration)) error) {
	c := &s.boards
	c.numRequests++
	request := c.numRequests
	s.setup.Boards.Replay(c.selected.ID, func(now time.Duration, l leaderboard.Entry, f *replay.Replay, err error) {
		if request != s.boards.numRequests || s.ui.ID() != recordScreen {
			return
		}
		if err != nil {
			s.ui.ShowMessage(errorSentence(err))
			return
		}
		s.boards.selected = l
		if err := show(f, now, s.ui.EnterFunc(recordScreen)); err != nil {
			s.ui.ShowMessage(errorSentence(err))
		}
	})
}
