package session

import (
	"time"

	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A Request is something that a session wants done by whoever drives it: a session itself opens no
// file, starts no goroutine and ends no program. The types that implement it are listed below.
type Request interface{ request() }

type (
	// A WriteSettings asks for the text of the file of settings to be written: the player has
	// chosen something in the menu.
	WriteSettings struct{ Text []byte }

	// A NoteTry asks for the day to be noted whose daily game the player has begun: only the first
	// try of a day counts.
	NoteTry struct{ Day engine.Day }

	// A SaveReplay asks for the recording of a game that has ended to be saved. It precedes the
	// AskScores of the same game.
	SaveReplay struct{ Recording *record.Recording }

	// An AskScores puts a question to the table of scores; the answer comes back by Answer.
	AskScores struct{ Question scores.Request }

	// A SaveGame asks for a game in progress to be saved, or for its file to be removed where
	// Recording is nil: it is over.
	SaveGame struct {
		ID        uint64
		Recording *record.Recording
	}

	// A RefuseSave says that a saved game cannot go on, and why: its file is to be put aside.
	RefuseSave struct {
		ID     uint64
		Reason error
	}

	// A MarkCast names the moment in a recording of the screen: a level begins, a combo ends.
	MarkCast struct{ Name string }

	// A Quit says that the player has left the program.
	Quit struct{}
)

func (WriteSettings) request() {}
func (NoteTry) request()       {}
func (SaveReplay) request()    {}
func (AskScores) request()     {}
func (SaveGame) request()      {}
func (RefuseSave) request()    {}
func (MarkCast) request()      {}
func (Quit) request()          {}

// request adds a request to the list.
func (s *Session) request(r Request) { s.requests = append(s.requests, r) }

// ask puts a question to the table of scores.
func (s *Session) ask(q scores.Request) { s.request(AskScores{q}) }

// Requests returns what the session wants done since the last call, in this order. The loop calls
// it after every event and every Advance, before it shows a frame. The list is the caller's.
func (s *Session) Requests(now time.Duration) []Request {
	if s.settingsChanged {
		s.settingsChanged = false
		s.request(WriteSettings{s.set.Choices.Text()})
	}
	if s.saveDue(now) {
		s.SaveNow(now)
	}
	s.markLevel()
	list := s.requests
	s.requests = nil
	return list
}

// markLevel names the level in a recording of the screen when the player's game has come to it.
func (s *Session) markLevel() {
	r := &s.round
	if n := r.game.Level + 1; !r.demo && s.row().plays() && n != r.marked {
		r.marked = n
		s.request(MarkCast{replays.LevelName(r.pack, r.game.Level)})
	}
}

// markCombo names the combo that has ended in the last tick, if it is to be named. The title shows
// a bot's game, whose combos are not.
func (s *Session) markCombo() {
	if n := s.round.combos.observe(s.round.game); n > 0 && !s.round.demo {
		s.request(MarkCast{replays.ComboName(n)})
	}
}

// A comboWatch finds the combos of a game that are marked when they end: those that are the best one
// of their level until then.
type comboWatch struct {
	beat int // what the next one of the level has to be longer than
	run  int // the one that is being made
	at   int // the level
}

// observe looks at the game after a tick, and returns the length of the combo that has ended in it
// and is to be marked, else 0.
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
