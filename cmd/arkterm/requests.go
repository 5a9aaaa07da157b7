package main

import (
	"time"

	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A request is something that a session wants done by whoever drives it: a session itself opens no
// file, starts no goroutine and ends no program. The types that implement it are listed below.
type request interface{ request() }

type (
	// A writeSettings asks for the text of the file of settings to be written: the player has
	// chosen something in the menu.
	writeSettings struct{ text []byte }

	// A noteTry asks for the day to be noted whose daily game the player has begun: only the first
	// try of a day counts.
	noteTry struct{ day engine.Day }

	// A keepReplay asks for the recording of a game that has ended to be kept. It precedes the
	// askScores of the same game.
	saveReplay struct{ recording *record.Recording }

	// An askScores puts a question to the table of scores; the answer comes back by Answer.
	askScores struct{ question scores.Request }

	// A saveGame asks for a game in progress to be saved, or for its file to be removed where
	// recording is nil: it is over.
	saveGame struct {
		id        uint64
		recording *record.Recording
	}

	// A refuseSave says that a saved game cannot go on, and why: its file is to be put aside.
	refuseSave struct {
		id     uint64
		reason error
	}

	// A markCast names the moment in a recording of the screen: a level begins, a combo ends.
	markCast struct{ name string }

	// A quit says that the player has left the program.
	quit struct{}
)

func (writeSettings) request() {}
func (noteTry) request()       {}
func (saveReplay) request()    {}
func (askScores) request()     {}
func (saveGame) request()      {}
func (refuseSave) request()    {}
func (markCast) request()      {}
func (quit) request()          {}

// request adds a request to the list.
func (s *session) request(r request) { s.requests = append(s.requests, r) }

// ask puts a question to the table of scores.
func (s *session) ask(q scores.Request) { s.request(askScores{q}) }

// Requests returns what the session wants done since the last call, in this order. The loop calls
// it after every event and every Advance, before it shows a frame. The list is the caller's.
func (s *session) Requests(now time.Duration) []request {
	if s.settingsChanged {
		s.settingsChanged = false
		s.request(writeSettings{s.set.choices.Text()})
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
func (s *session) markLevel() {
	r := &s.round
	if n := r.game.Level + 1; !r.demo && s.row().plays() && n != r.marked {
		r.marked = n
		s.request(markCast{replays.LevelName(r.pack, r.game.Level)})
	}
}

// markCombo names the combo that has ended in the last tick, if it is to be named. The title shows
// a bot's game, whose combos are not.
func (s *session) markCombo() {
	if n := s.round.combos.observe(s.round.game); n > 0 && !s.round.demo {
		s.request(markCast{replays.ComboName(n)})
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
