package lobby

import (
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A MatchResult is the result of a finished field.
type MatchResult struct {
	Game      leaderboard.Game  // without its recording and end time
	Recording *record.Recording // the whole recording, with names
	Helped    bool              // a bot has played for a player for some time
}

// Take returns the next finished field that it has not returned yet. It skips games of guests, which are not kept.
func (m *Match) TakeResult() (r MatchResult, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.fields {
		f := &m.fields[i]
		if f.result.Recording != nil {
			r, f.result = f.result, MatchResult{}
			return r, true
		}
	}
	return r, false
}

// keep stores the result of a field that has just ended.
func (m *Match) storeResult(i int) {
	f, row := &m.fields[i], &MatchKinds[m.Kind]
	g := leaderboard.Game{Source: leaderboard.Matches, SharedSeed: true, State: f.game.Hash(), Score: m.fieldScore(f)}
	switch {
	case row.SeparateFields:
		g.Player, g.Measure = m.playerID(i), row.Measure
		if m.seats[i].helped || row.EndsWhenCleared && !f.cleared {
			g.Measure = leaderboard.Uncounted
		}
	case f.game.Mode.Faces():
		g.Paddle, g.Measure = m.winner(f.game)
		g.Player, g.Other = m.playerID(g.Paddle), m.playerID(1-g.Paddle)
		if g.Other == "" {
			g.Measure = leaderboard.Uncounted
		}
	default:
		g.Player, g.Other, g.Measure = m.playerID(0), m.playerID(1), row.Measure
		if g.Guest = g.Player == "" || g.Other == ""; m.seats[0].helped || m.seats[1].helped {
			g.Guest, g.Measure = false, leaderboard.Uncounted
		}
	}
	if g.Player == "" {
		g.Player, g.Other, g.Paddle = g.Other, "", 1-g.Paddle
		if g.Measure == leaderboard.ByRating {
			g.Measure = leaderboard.Uncounted
		}
	}
	if g.Player == g.Other { // at two terminals
		g.Other, g.Measure = "", leaderboard.Uncounted
	}
	if g.Player == "" {
		return
	}
	f.result = MatchResult{Game: g, Recording: f.recording}
	for k := range min(len(m.seats), len(m.Players)) {
		f.result.Helped = f.result.Helped || m.seats[k].field == i && m.seats[k].helped
	}
}

// playerAt returns the ID of who sits at a seat, or "".
func (m *Match) playerID(seat int) string {
	if seat < len(m.Players) {
		return m.Players[seat]
	}
	return ""
}

// winner returns the paddle that has won a match of two, and whether that counts. Who is not there at the end has lost to one who is;
// and nobody wins by what a bot did for them.
func (m *Match) winner(g *engine.Game) (paddle int, by leaderboard.Measure) {
	paddle = max(0, g.Winner())
	here := [2]bool{m.seats[0].bot == nil, m.seats[1].bot == nil}
	if here[0] != here[1] {
		paddle = 0
		if here[1] {
			paddle = 1
		}
	}
	if !here[paddle] || m.seats[paddle].helped {
		return paddle, leaderboard.Uncounted
	}
	return paddle, MatchKinds[m.Kind].Measure
}

// scoreOf returns what the game of a field is worth.
func (m *Match) fieldScore(f *field) progress.Score {
	row := &MatchKinds[m.Kind]
	table := progress.TableOf(f.pack, &f.config, false)
	table.Mode, table.Set = row.Name, row.Title
	if f.game.Mode.Faces() { // chance chooses the level
		table.First, table.FirstName = 1, ""
	}
	how := progress.OutcomeOver
	if f.cleared {
		how = progress.OutcomeWon
	}
	return progress.ScoreOf(table, f.game, f.config.Seed, how, progress.Counts{})
}

// Tell notes what has become of a seat's game, for who sits there.
func (m *Match) SetOutcome(seat int, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seats[seat].outcome = text
}
