package leaderboard

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// Add saves a finished game and ranks it. See [Store].
func (s *DB) Add(g Game) (placing Placing, err error) {
	var rankingErr error // reason for not ranking a game that is saved anyway
	err = s.inTransaction(func(tx *sql.Tx) error {
		placing, rankingErr = Placing{}, nil
		if g.Personal {
			if placing.Personal, err = saveResult(tx, g.Player, &g.Score); err != nil {
				return err
			}
		}
		err := rankGame(tx, g, &placing)
		if g.Personal && (errors.Is(err, ErrDuplicate) || errors.Is(err, ErrKnownSeed) || errors.Is(err, ErrTooLong)) {
			rankingErr, err = err, nil
		}
		return err
	})
	if err != nil {
		placing = Placing{}
	}
	if isDataError(err) {
		err = fmt.Errorf("%w (%w)", ErrRejected, err)
	}
	return placing, cmp.Or(err, rankingErr)
}

// rankGame adds a game to the leaderboards, and sets its placing.
func rankGame(tx *sql.Tx, g Game, placing *Placing) (err error) {
	switch {
	case g.Measure == PersonalOnly:
		return nil
	case g.Personal && g.Recording == nil:
		return ErrTooLong
	}

	r := &g.Score
	var seedKnown, playerExists bool
	if placing.PlayerDeleted, err = removeDeletedPlayer(tx, &g); err != nil {
		return err
	}
	if err := tx.QueryRow("SELECT EXISTS (SELECT 1 FROM games WHERE seed = ?), "+
		"EXISTS (SELECT 1 FROM players WHERE id = ?)",
		int64(r.Seed), g.Player).Scan(&seedKnown, &playerExists); err != nil {
		return err
	}
	if !playerExists {
		return ErrNoPlayer
	}
	if err := makeStateUnique(tx, &g); err != nil {
		return err
	}
	if seedKnown && g.Source == Solo && !g.SharedSeed {
		return ErrKnownSeed
	}
	if err := updateRatings(tx, &g, placing); err != nil {
		return err
	}

	team, err := teamOf(tx, &g)
	if err != nil {
		return err
	}
	merit := meritOf(&g, placing)
	var board sql.NullInt64
	if board.Valid = merit > 0; board.Valid {
		if board.Int64, err = findOrCreateBoard(tx, &g); err != nil {
			return err
		}
	}
	if err := tx.QueryRow(`
		INSERT INTO games (player, other, team, paddle, ended, state, set_name, first_name, outcome, score, last,
			combo, ticks, seed, measure, merit, board,
			source, set_hash, first, mode, difficulty, drops, assisted, rules)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		g.Player, nullIfEmpty(g.Other), team, g.Paddle, r.Ended.Unix(), int64(g.State), r.SetName, r.FirstLevelName,
		string(r.Outcome), r.Score, r.LastLevel, r.BestCombo, int64(r.Ticks), int64(r.Seed), g.Measure, merit, board,
		g.Source, r.Hash, r.FirstLevel, r.Mode, r.Difficulty, r.DropPercent, r.Assisted,
		r.Rules).Scan(&placing.ID); err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO recordings (game, data) VALUES (?, ?)", placing.ID, g.Recording); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE players SET games = games + 1 WHERE id IN (?, ?)", g.Player, g.Other); err != nil {
		return err
	}
	if board.Valid {
		if err := rankOnBoard(tx, &g, board.Int64, team, merit, placing); err != nil {
			return err
		}
	}
	removed, err := removeWorstGame(tx, g.Player, r.Ended)
	if removed == placing.ID {
		placing.ID = 0
	}
	return err
}

// isDataError reports whether a statement has failed because of its values. A retry would fail again.
func isDataError(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return isPostgresDataError(err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE:
		return true
	}
	return false
}

// nullIfEmpty returns the text, or nil if it is empty.
func nullIfEmpty(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// makeStateUnique increments the state hash of a new game until no stored game has the same hash. It fails with
// ErrDuplicate if a stored game has the same hash, and the new game was submitted or both games have a player in
// common. Different players can reach the same state with the same seed, for example by doing nothing in a race.
func makeStateUnique(tx *sql.Tx, g *Game) error {
	for {
		var own bool
		err := tx.QueryRow("SELECT player = ?1 OR other IS NOT DISTINCT FROM ?1 FROM games WHERE state = ?2", g.Player,
			int64(g.State)).Scan(&own)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return err
		case own || g.Source == Submitted:
			return ErrDuplicate
		}
		g.State++
	}
}

// teamOf returns the ID of a game's team. A team has one row on a leaderboard. It consists of a player, or of two
// partners in any order. All partners of a player who are guests or new players count as the same guest. Otherwise, one
// person with many keys could fill a leaderboard.
func teamOf(tx *sql.Tx, g *Game) (string, error) {
	if g.WithGuest {
		return guestTeam(g.Player), nil
	}
	if g.Measure != ByPoints || g.Other == "" {
		return g.Player, nil
	}
	var playerEstablished, otherEstablished bool
	err := tx.QueryRow("SELECT (SELECT games >= ? FROM players WHERE id = ?), "+
		"(SELECT games >= ? FROM players WHERE id = ?)",
		NewcomerGames, g.Player, NewcomerGames, g.Other).Scan(&playerEstablished, &otherEstablished)
	switch {
	case err != nil:
		return "", err
	case playerEstablished && !otherEstablished:
		return guestTeam(g.Player), nil
	case otherEstablished && !playerEstablished:
		return guestTeam(g.Other), nil
	}
	return min(g.Player, g.Other) + "+" + max(g.Player, g.Other), nil
}

// guestTeam returns the ID of the team of a player and a guest.
func guestTeam(player string) string { return player + "+guest" }

// maxRankedTicks is the maximum play time of a ranked game in ticks: one year.
const maxRankedTicks = 365 * 24 * 60 * 60 * engine.TicksPerSecond

// meritOf returns the merit of a game. Leaderboards are ordered by merit, highest first. The merit of a game that
// is not ranked is 0.
func meritOf(g *Game, p *Placing) int64 {
	switch g.Measure {
	case ByPoints:
		return int64(max(0, g.Score.Score))
	case ByTime:
		return int64(maxRankedTicks - min(g.Score.Ticks, maxRankedTicks))
	case ByRating:
		return int64(p.Ratings[0])
	}
	return 0
}

// removeDeletedPlayer changes a game of two players if one of them was deleted during the game. The deleted partner
// counts as a guest. A match between opponents is not ranked.
func removeDeletedPlayer(tx *sql.Tx, g *Game) (removed bool, err error) {
	if g.Other == "" {
		return false, nil
	}
	var playerExists, otherExists bool
	if err := tx.QueryRow("SELECT EXISTS (SELECT 1 FROM players WHERE id = ?), "+
		"EXISTS (SELECT 1 FROM players WHERE id = ?)", g.Player, g.Other).
		Scan(&playerExists, &otherExists); err != nil || playerExists && otherExists {
		return false, err
	}
	if !playerExists {
		g.Player, g.Paddle = g.Other, 1-g.Paddle
	}
	g.Other = ""
	switch g.Measure {
	case ByPoints:
		g.WithGuest = true
	case ByRating:
		g.Measure = StoredOnly
	}
	return true, nil
}

// updateRatings updates the ratings of both players after a rated match, unless MaxRatedMatches of their matches have
// already counted within the last day.
func updateRatings(tx *sql.Tx, g *Game, p *Placing) error {
	if g.Measure != ByRating || g.Other == "" {
		return nil
	}
	r := &g.Score
	dayBefore := r.Ended.AddDate(0, 0, -1).Unix()
	var counted int
	if err := tx.QueryRow(`SELECT count(*) FROM games WHERE (player = ? AND other = ? OR player = ? AND other = ?)
		AND mode = ? AND measure = ? AND merit > 0 AND ended > ?`,
		g.Player, g.Other, g.Other, g.Player, r.Mode, ByRating, dayBefore).Scan(&counted); err != nil ||
		counted >= MaxRatedMatches {
		return err
	}

	var ratings, matches [2]int // of the winner and the loser
	for i, id := range []string{g.Player, g.Other} {
		err := tx.QueryRow("SELECT rating, won + lost FROM ratings WHERE player = ? AND mode = ? AND difficulty = ?",
			id, r.Mode, r.Difficulty).Scan(&ratings[i], &matches[i])
		if errors.Is(err, sql.ErrNoRows) {
			ratings[i], err = InitialRating, nil
		}
		if err != nil {
			return err
		}
	}
	if matches[1] < NewcomerMatches {
		if err := tx.QueryRow(`SELECT count(*) FROM games g LEFT JOIN ratings o ON o.player = g.other
			AND o.mode = g.mode AND o.difficulty = g.difficulty
			WHERE g.player = ? AND g.mode = ? AND g.measure = ? AND g.merit > 0 AND g.ended > ?
				AND coalesce(o.won + o.lost, 0) < ?`,
			g.Player, r.Mode, ByRating, dayBefore,
			NewcomerMatches).Scan(&counted); err != nil || counted >= MaxRatedMatches {
			return err
		}
	}

	p.Ratings, p.RatingGain = ratings, RatingGain(ratings[0], ratings[1])
	if (matches[0] < NewcomerMatches) != (matches[1] < NewcomerMatches) {
		p.RatingGain = (p.RatingGain + NewcomerDivisor - 1) / NewcomerDivisor
	}
	p.Ratings[0] += p.RatingGain
	p.Ratings[1] = max(1, p.Ratings[1]-p.RatingGain)
	for i, id := range []string{g.Player, g.Other} {
		if _, err := tx.Exec(`INSERT INTO ratings (player, mode, difficulty, rating, won, lost, won_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (player, mode, difficulty) DO UPDATE SET rating = excluded.rating,
				won = ratings.won + excluded.won, lost = ratings.lost + excluded.lost,
				won_at = CASE WHEN excluded.won_at > ratings.won_at THEN excluded.won_at ELSE ratings.won_at END`,
			id, r.Mode, r.Difficulty, p.Ratings[i], 1-i, i, r.Ended.Unix()*int64(1-i)); err != nil {
			return err
		}
	}
	return nil
}

// entryColumns lists the columns of an entry: a game, the names of its players, and the numbers of matches that the
// player has won and lost. They refer to the table games and to entryJoins.
const entryColumns = `g.id, g.player, p.name, coalesce(o.name, ''), g.paddle, g.mode, g.measure, g.merit,
	coalesce(r.won, 0), coalesce(r.lost, 0),
	g.other IS NULL AND g.team != g.player, g.score, g.last, g.combo, g.ticks, g.outcome, g.ended`

// entryJoins joins the table games with the other tables of entryColumns.
const entryJoins = ` CROSS JOIN players p ON p.id = g.player LEFT JOIN players o ON o.id = g.other
	LEFT JOIN ratings r ON r.player = g.player AND r.mode = g.mode AND r.difficulty = g.difficulty `

// An entryRow holds the values of entryColumns during a scan.
type entryRow struct {
	Entry
	name, other  string
	merit, ended int64
}

// scanTargets returns the arguments for Scan, in the order of entryColumns.
func (l *entryRow) scanTargets() []any {
	return []any{
		&l.ID, &l.Player, &l.name, &l.other, &l.Paddle, &l.Mode, &l.Measure, &l.merit, &l.Won, &l.Lost,
		&l.WithGuest, &l.Score, &l.LastLevel, &l.Combo, &l.Ticks, &l.Outcome, &l.ended,
	}
}

// entry returns the row as an Entry.
func (l *entryRow) entry() Entry {
	l.Name, l.Ended = StoredName(l.name), time.Unix(l.ended, 0).UTC()
	if l.other != "" {
		l.Other = StoredName(l.other)
	}
	if l.Measure = min(l.Measure, StoredOnly); l.Measure == ByRating {
		l.Rating = int(l.merit)
	}
	switch l.Outcome {
	case progress.OutcomeOver, progress.OutcomeWon, progress.OutcomeLeft:
	default:
		l.Outcome = progress.OutcomeLeft
	}
	return l.Entry
}

// recordColumns lists the columns of a record, like entryColumns.
const recordColumns = entryColumns +
	", g.source, g.set_name, g.set_hash, g.first, g.first_name, g.mode, g.difficulty, g.drops, g.assisted, g.rules, " +
	"g.removed != 0"

// scanRecord scans a row that has the columns recordColumns and further columns for the pointers in more.
func scanRecord(scan func(...any) error, more ...any) (r Record, err error) {
	var l entryRow
	t := &r.Table
	if err := scan(append(append(l.scanTargets(), &r.Source, &t.SetName, &t.Hash, &t.FirstLevel,
		&t.FirstLevelName, &t.Mode,
		&t.Difficulty, &t.DropPercent, &t.Assisted, &t.Rules, &r.Removed), more...)...); err != nil {
		return r, err
	}
	t.Clean()
	r.Entry, r.Source = l.entry(), min(r.Source, Matches)
	return r, nil
}

// records returns the games that a query selects. rest is the part of the query after the joins.
func (s *DB) records(rest string, args ...any) ([]Record, error) {
	return collectRows(s.reader, func(scan func(...any) error) (Record, error) { return scanRecord(scan) },
		"SELECT "+recordColumns+" FROM games g"+entryJoins+rest, args...)
}

// Games returns a player's games. See [Store].
func (s *DB) Games(id string, limit int) ([]Record, error) {
	return s.records("WHERE (g.player = ?1 OR g.other = ?1) AND g.removed = 0 ORDER BY g.id DESC LIMIT ?2", id, limit)
}

// Ratings returns a player's ratings. See [Store].
func (s *DB) Ratings(id string) ([]Rating, error) {
	return collectRows(s.reader, func(scan func(...any) error) (r Rating, err error) {
		err = scan(&r.Mode, &r.Difficulty, &r.Rating, &r.Won, &r.Lost)
		return r, err
	}, "SELECT mode, difficulty, rating, won, lost FROM ratings WHERE player = ? ORDER BY mode, difficulty", id)
}

// Recording returns a game and its recording. See [Store].
func (s *DB) Recording(id int64) (r Record, data []byte, err error) {
	r, err = scanRecord(s.reader.QueryRow("SELECT "+recordColumns+", d.data FROM games g"+entryJoins+
		"JOIN recordings d ON d.game = g.id WHERE g.id = ? AND g.removed = 0", id).Scan, &data)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoGame
	} else if err == nil && len(data) == 0 {
		err = ErrNoRecording
	}
	return r, data, err
}
