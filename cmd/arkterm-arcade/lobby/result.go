package lobby

import (
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A MatchResult is the result of a finished field.
type MatchResult struct {
	Game       leaderboard.Game  // the game without its recording and end time
	Recording  *record.Recording // the recording with the names of the players
	BotHelped  bool              // a bot has played for a player for some time
	WinnerIdle bool              // the winner of a match between opponents has not pressed a key
	Slow       bool              // the field was slow for a player, see Match.LimitSpeed
}

// TakeResult removes and returns the result of a finished field; ok is false if there is none. A field has a result
// only if at least one of its players is neither a guest nor a bot.
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

// storeResult stores the result of the game on field i, which has just ended.
func (m *Match) storeResult(i int) {
	f, row, winnerIdle := &m.fields[i], &MatchKinds[m.Kind], false
	g := leaderboard.Game{Source: leaderboard.Matches, SharedSeed: true, State: f.game.Hash(), Score: m.fieldScore(f)}

	switch {
	case row.SeparateFields:
		g.Player, g.Measure = m.playerID(i), row.Measure
		if m.seats[i].botHelped || row.EndsWhenCleared && !f.cleared {
			g.Measure = leaderboard.StoredOnly
		}
	case f.game.Mode.Versus():
		g.Paddle, g.Measure = m.winner(f.game)
		g.Player, g.Other = m.playerID(g.Paddle), m.playerID(1-g.Paddle)
		if winnerIdle = !m.seats[g.Paddle].acted; winnerIdle || g.Other == "" {
			g.Measure = leaderboard.StoredOnly
		}
	default:
		g.Player, g.Other, g.Measure = m.playerID(0), m.playerID(1), row.Measure
		if g.WithGuest = g.Player == "" || g.Other == ""; m.seats[0].botHelped || m.seats[1].botHelped {
			g.WithGuest, g.Measure = false, leaderboard.StoredOnly
		}
	}

	slow := f.speedPercent < 100
	if slow {
		g.WithGuest, g.Measure = false, leaderboard.StoredOnly
	}
	if g.Player == "" { // the first of the two is a guest or a bot
		g.Player, g.Other, g.Paddle = g.Other, "", 1-g.Paddle
		if g.Measure == leaderboard.ByRating {
			g.Measure = leaderboard.StoredOnly
		}
	}
	if g.Player == g.Other { // one player at two terminals
		g.Other, g.Measure = "", leaderboard.StoredOnly
	}
	if g.Player == "" {
		return
	}
	f.result = MatchResult{Game: g, Recording: f.recording, WinnerIdle: winnerIdle, Slow: slow}
	for k := range min(len(m.seats), len(m.PlayerIDs)) {
		f.result.BotHelped = f.result.BotHelped || m.seats[k].field == i && m.seats[k].botHelped
	}
}

// playerID returns the ID of a seat's player, or "" for a guest or a bot.
func (m *Match) playerID(seat int) string {
	if seat < len(m.PlayerIDs) {
		return m.PlayerIDs[seat]
	}
	return ""
}

// winner returns the winning paddle of a match between opponents, and the measure by which the win is ranked. If only
// one player is present at the end, that player has won. A win with the help of a bot does not count.
func (m *Match) winner(g *engine.Game) (paddle int, by leaderboard.Measure) {
	paddle = max(0, g.Winner())
	present := [2]bool{m.seats[0].bot == nil, m.seats[1].bot == nil}
	if present[0] != present[1] {
		paddle = 0
		if present[1] {
			paddle = 1
		}
	}
	if !present[paddle] || m.seats[paddle].botHelped {
		return paddle, leaderboard.StoredOnly
	}
	return paddle, MatchKinds[m.Kind].Measure
}

// Winner returns the seat that has won a match between opponents, or -1.
func (m *Match) Winner() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.fields[0].game
	if !g.Mode.Versus() || g.Winner() < 0 {
		return -1
	}
	seat, _ := m.winner(g)
	return seat
}

// fieldScore returns the score of a field.
func (m *Match) fieldScore(f *field) progress.Score {
	row := &MatchKinds[m.Kind]
	table := progress.TableOf(f.pack, &f.config, false)
	table.Mode, table.SetName = row.Name, row.Title
	if f.game.Mode.Versus() { // the level is random
		table.FirstLevel, table.FirstLevelName = 1, ""
	}
	outcome := progress.OutcomeOver
	if f.cleared {
		outcome = progress.OutcomeWon
	}
	return progress.ScoreOf(table, f.game, f.config.Seed, outcome, progress.Counts{})
}

// SetOutcome sets the text about the result of the match for a seat's player.
func (m *Match) SetOutcome(seat int, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seats[seat].outcome = text
}
