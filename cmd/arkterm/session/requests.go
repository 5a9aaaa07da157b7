package session

import (
	"time"

	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A Request asks the session's caller to do something, as a session opens no file, starts no goroutine and
// ends no program. The types that implement it are listed below.
type Request interface{ request() }

type (
	// A WriteSettings asks to write the settings file: the player has changed an option in the menu.
	WriteSettings struct{ Text []byte }

	// A WriteBook asks to write the player's book: something in it was met.
	WriteBook struct{ Text []byte }

	// A NoteTry asks to note the day of the daily game that the player has begun: only the first try of a
	// day counts.
	NoteTry struct{ Day engine.Day }

	// A SaveReplay asks to save the recording of a game that has ended. It precedes the AskScores of the
	// same game.
	SaveReplay struct{ Recording *record.Recording }

	// An AskScores is a request to the scores; the result comes back by Answer.
	AskScores struct{ Question scores.Request }

	// A SaveGame asks to save a game in progress, or, if Recording is nil, to remove its file: the game is
	// over.
	SaveGame struct {
		ID        uint64
		Recording *record.Recording
	}

	// A RefuseSave says that a saved game cannot be continued, and why: its file has to be put aside.
	RefuseSave struct {
		ID     uint64
		Reason error
	}

	// A MarkCast adds a marker to the cast: a level begins, a combo ends.
	MarkCast struct{ Name string }

	// A Quit says that the player has quit.
	Quit struct{}
)

func (WriteSettings) request() {}
func (WriteBook) request()     {}
func (NoteTry) request()       {}
func (SaveReplay) request()    {}
func (AskScores) request()     {}
func (SaveGame) request()      {}
func (RefuseSave) request()    {}
func (MarkCast) request()      {}
func (Quit) request()          {}

// request adds a request to the list.
func (s *Session) request(r Request) { s.requests = append(s.requests, r) }

// ask adds a request to the scores.
func (s *Session) ask(q scores.Request) { s.request(AskScores{q}) }

// Requests returns the requests since the last call, in order. Call it after every event and every
// Advance, before showing a frame. The list is the caller's.
func (s *Session) Requests(now time.Duration) []Request {
	if s.settingsChanged {
		s.settingsChanged = false
		s.request(WriteSettings{s.set.Choices.Text()})
	}
	if s.bookChanged {
		s.bookChanged = false
		s.request(WriteBook{s.set.Book.Text()})
	}
	if s.saveDue(now) {
		s.SaveNow(now)
	}
	s.markLevel()
	list := s.requests
	s.requests = nil
	return list
}

// markLevel adds a marker to the cast when the player's game has reached a new level.
func (s *Session) markLevel() {
	r := &s.round
	if n := r.game.Level + 1; !r.demo && s.row().plays() && n != r.marked {
		r.marked = n
		s.request(MarkCast{replays.LevelName(r.pack, r.game.Level)})
	}
}

// markCombo adds a marker to the cast if a notable combo ended in the last tick. The bot's game on the
// title gets none.
func (s *Session) markCombo() {
	if n := s.round.combos.observe(s.round.game); n > 0 && !s.round.demo {
		s.request(MarkCast{replays.ComboName(n)})
	}
}

// A comboWatch finds the combos of a game that get a marker when they end: each is the best of its level
// so far.
type comboWatch struct {
	beat int // longest combo of the level so far
	run  int // length of the current combo
	at   int // index of the level
}

// observe looks at the game after a tick. It returns the length of a combo that ended in the tick and gets
// a marker, otherwise 0.
func (w *comboWatch) observe(g *engine.Game) (marked int) {
	if (g.Combo < w.run || g.Phase.Ended()) && w.run > max(w.beat, record.LeastCombo-1) {
		marked, w.beat = w.run, w.run
	}
	if g.Level != w.at {
		w.at, w.beat = g.Level, 0
	}
	w.run = g.Combo
	return marked
}
