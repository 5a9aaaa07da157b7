package leaderboard

import (
	"database/sql"
	"errors"
	"strings"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// This file implements the leaderboards with two database tables. Each row of boards is a leaderboard. Each row of
// standings is the best game of a team on a leaderboard in a day, in a week or of all time, see teamOf. Add updates
// both tables in the transaction that adds a game. Therefore, the cost of Add and Entries does not depend on the number
// of stored games.

// boardTable returns the table in which a game with the table t and the measure m is ranked. It is t for a game with
// the default settings, and for a game that is not ranked by points. All other games of a source share one table, so
// that a player cannot create new leaderboards by changing settings.
func boardTable(t progress.Table, m Measure) progress.Table {
	if m != ByPoints || t.FirstLevel == 1 && t.DropPercent == progress.DefaultDrops && !t.Assisted &&
		!strings.Contains(t.Mode, " ") {
		return t
	}
	return progress.Table{SetName: otherSettings, FirstLevel: 1, DropPercent: progress.DefaultDrops, Rules: t.Rules}
}

// otherSettings is the name of the table that all games without the default settings share. A migration contains the
// same name, so it must not change.
const otherSettings = "Other settings"

// boardCondition is the SQL condition for the row of boards with a table and source. boardArgs returns its arguments.
const boardCondition = "source = ? AND rules = ? AND set_hash = ? AND mode = ? AND difficulty = ? AND first = ? AND " +
	"drops = ? AND assisted = ?"

// boardArgs returns the arguments of boardCondition.
func boardArgs(t progress.Table, source Source) []any {
	return []any{source, t.Rules, t.Hash, t.Mode, t.Difficulty, t.FirstLevel, t.DropPercent, t.Assisted}
}

// findOrCreateBoard returns the ID of the board on which a game is ranked, and creates the board if it does not exist.
func findOrCreateBoard(tx *sql.Tx, g *Game) (id int64, err error) {
	t := boardTable(g.Score.Table, g.Measure)
	args := boardArgs(t, g.Source)
	err = tx.QueryRow("SELECT id FROM boards WHERE "+boardCondition, args...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.QueryRow(`INSERT INTO boards (source, rules, set_hash, mode, difficulty, first, drops, assisted,
			set_name, first_name, measure)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
			append(args, t.SetName, t.FirstLevelName, g.Measure)...).Scan(&id)
	}
	return id, err
}

// periodStart returns the number of the day or week that contains a time, counted from 1970, or 0 for all time.
func periodStart(p Period, now time.Time) int64 {
	switch days := now.Unix() / 86400; p {
	case Today:
		return days
	case Week:
		return (days + 3) / 7
	}
	return 0
}

// MaxReportedPlace is the maximum place that [Store.Add] reports. The limit bounds the time for counting the better
// games.
const MaxReportedPlace = 1000

// rankOnBoard ranks a stored game on a board. In each period in which the game is the team's best one, the game
// replaces the team's standing, and rankOnBoard sets the place in p. For rated matches, the standing is the last match
// that the player has won, and its place is the place of the player's rating.
func rankOnBoard(tx *sql.Tx, g *Game, board int64, team string, merit int64, p *Placing) error {
	for i := range NumPeriods {
		start := periodStart(i, g.Score.Ended)
		result, err := tx.Exec(`INSERT INTO standings (board, team, period, start, merit, game)
			VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (board, team, period, start) DO UPDATE SET merit = excluded.merit, game = excluded.game
				WHERE excluded.merit > standings.merit OR ?`,
			board, team, i, start, merit, p.ID, g.Measure == ByRating)
		if err != nil {
			return err
		}
		if changed, err := result.RowsAffected(); err != nil || changed == 0 {
			if err != nil {
				return err
			}
			continue
		}

		query, args := countRatingsQuery, []any{
			g.Score.Mode, g.Score.Difficulty, merit, g.Player, max(1, i.Start(g.Score.Ended).Unix()), MaxReportedPlace,
		}
		if g.Measure != ByRating {
			query, args = countStandingsQuery, []any{board, i, start, merit, p.ID, MaxReportedPlace}
		}
		var better int
		if err := tx.QueryRow(query, args...).Scan(&better); err != nil {
			return err
		}
		if better < MaxReportedPlace {
			p.Places[i] = 1 + better
		}
	}
	return nil
}

// countStandingsQuery counts the standings that rank before the given game. They have a greater merit, or the same
// merit and an earlier game. The last argument limits each of the two counts.
const countStandingsQuery = `
	SELECT (SELECT count(*) FROM (SELECT 1 FROM standings
			WHERE board = ?1 AND period = ?2 AND start = ?3 AND merit > ?4 LIMIT ?6) AS better)
		+ (SELECT count(*) FROM (SELECT 1 FROM standings
			WHERE board = ?1 AND period = ?2 AND start = ?3 AND merit = ?4 AND game < ?5 LIMIT ?6) AS equal)`

// countRatingsQuery counts the players who rank before the given player and have won a match since the given time. Of
// two players with the same rating, the one with the smaller ID ranks first. The last argument limits the count.
const countRatingsQuery = `SELECT count(*) FROM (SELECT 1 FROM ratings WHERE mode = ?1 AND difficulty = ?2
	AND (rating > ?3 OR rating = ?3 AND player < ?4) AND won_at >= ?5 LIMIT ?6) AS better`

// insertStandingsQuery inserts the standings of all games that match a condition, which replaces @@. A migration
// contains this query, so it must not change.
const insertStandingsQuery = `
	INSERT INTO standings (board, team, period, start, merit, game)
	SELECT board, team, period, start, merit, id FROM (
		SELECT *, row_number() OVER (
			PARTITION BY board, team, period, start ORDER BY CASE measure WHEN 2 THEN id ELSE merit END DESC, id) AS nth
		FROM (
			SELECT board, team, period, merit, id, measure, CASE period WHEN 0 THEN ended / 86400
				WHEN 1 THEN (ended / 86400 + 3) / 7 ELSE 0 END AS start
			FROM games, (SELECT 0 AS period UNION ALL SELECT 1 UNION ALL SELECT 2) AS periods
			WHERE merit > 0 AND removed = 0 AND @@
		) AS dated
	) AS ordered WHERE nth = 1`

// A boardTeam identifies a team on a board.
type boardTeam struct {
	board int64
	team  string
}

// scanBoardTeam scans the columns board and team of a game. The board is 0 if the game is not ranked.
func scanBoardTeam(scan func(...any) error) (s boardTeam, err error) {
	var board sql.NullInt64
	err = scan(&board, &s.team)
	s.board = board.Int64
	return s, err
}

// rerank computes the standings of a team on a board from the team's stored games. It must be called after a game of
// the team was changed or removed. It does nothing if the board is 0.
func rerank(tx *sql.Tx, s boardTeam) error {
	if s.board == 0 {
		return nil
	}
	if _, err := tx.Exec("DELETE FROM standings WHERE board = ? AND team = ?", s.board, s.team); err != nil {
		return err
	}
	_, err := tx.Exec(strings.Replace(insertStandingsQuery, "@@", "board = ? AND team = ?", 1), s.board, s.team)
	return err
}

// Tables returns the tables with the most players. See [Store].
func (s *DB) Tables(source Source, limit int) ([]progress.Table, error) {
	return collectRows(s.reader, func(scan func(...any) error) (t progress.Table, err error) {
		err = scan(&t.SetName, &t.Hash, &t.FirstLevel, &t.FirstLevelName, &t.Mode, &t.Difficulty, &t.DropPercent,
			&t.Assisted, &t.Rules)
		t.Clean()
		return t, err
	}, tablesQuery, source, engine.Rules, limit)
}

// tablesQuery selects the tables of a source and version of the rules, those with the most teams first. Of daily games,
// it selects only the latest day. Of a level set, it selects only the latest version.
const tablesQuery = `
	SELECT set_name, set_hash, first, first_name, mode, difficulty, drops, assisted, rules FROM boards b
	WHERE source = ? AND rules = ? AND teams > 0 AND NOT EXISTS (SELECT 1 FROM boards later
		WHERE later.source = b.source AND later.rules = b.rules AND later.measure = b.measure AND later.mode = b.mode
			AND later.difficulty = b.difficulty AND later.first = b.first AND later.id > b.id AND later.teams > 0
			AND (b.source != 2 OR later.set_name = b.set_name))
	ORDER BY teams DESC, id DESC LIMIT ?`

// boardQuery selects the entries of a leaderboard. Its arguments are the board, the period, the start of the period,
// and the limit.
const boardQuery = "SELECT " + entryColumns + ", s.merit FROM standings s INDEXED BY standings_by_merit" +
	" CROSS JOIN games g ON g.id = s.game" + entryJoins +
	"WHERE s.board = ? AND s.period = ? AND s.start = ? ORDER BY s.merit DESC, s.game LIMIT ?"

// ratingBoardQuery replaces boardQuery for rated modes. It orders the entries by the current rating. Each entry
// contains the last match that the player has won in the period. The arguments are the board, the period, the start of
// the period, the mode, the difficulty, and the limit.
const ratingBoardQuery = "SELECT " + entryColumns + ", r.rating FROM ratings r CROSS JOIN standings s" +
	" ON s.board = ? AND s.period = ? AND s.start = ? AND s.team = r.player CROSS JOIN games g ON g.id = s.game" +
	" CROSS JOIN players p ON p.id = g.player LEFT JOIN players o ON o.id = g.other" +
	" WHERE r.mode = ? AND r.difficulty = ? ORDER BY r.rating DESC, r.player LIMIT ?"

// Entries returns the first entries of a leaderboard. See [Store].
func (s *DB) Entries(b Board, now time.Time, limit int) ([]Entry, error) {
	var id int64
	var by Measure
	err := s.reader.QueryRow("SELECT id, measure FROM boards WHERE "+boardCondition,
		boardArgs(b.Table, b.Source)...).Scan(&id, &by)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}

	query, args := boardQuery, []any{id, b.Period, periodStart(b.Period, now)}
	if by == ByRating {
		query, args = ratingBoardQuery, append(args, b.Mode, b.Difficulty)
	}
	place := 0
	return collectRows(s.reader, func(scan func(...any) error) (Entry, error) {
		var l entryRow
		var merit int64 // merit by which the leaderboard is ordered
		if err := scan(append(l.scanTargets(), &merit)...); err != nil {
			return Entry{}, err
		}
		place++
		l.Place, l.merit = place, merit
		return l.entry(), nil
	}, query, append(args, limit)...)
}

// MaxDailyGames is the maximum number of stored games of a player per day (UTC). Beyond it, Add deletes the player's
// worst game of the day that is not on a leaderboard.
const MaxDailyGames = 200

// removeWorstGame deletes a player's worst game of a day if there are more than MaxDailyGames. It returns the ID of the
// deleted game, or 0. It does not delete rated matches, because MaxRatedMatches limits their number.
func removeWorstGame(tx *sql.Tx, player string, ended time.Time) (id int64, err error) {
	day := ended.Unix() / 86400
	var games int
	if err := tx.QueryRow("SELECT count(*) FROM (SELECT 1 FROM games WHERE player = ? AND ended / 86400 = ? LIMIT ?) "+
		"AS games", player, day, MaxDailyGames+1).Scan(&games); err != nil || games <= MaxDailyGames {
		return 0, err
	}
	err = tx.QueryRow(`DELETE FROM games WHERE id = (SELECT id FROM games WHERE player = ? AND ended / 86400 = ?
		AND measure != ? AND NOT EXISTS (SELECT 1 FROM standings WHERE game = games.id) ORDER BY merit, id LIMIT 1)
		RETURNING id`, player, day, ByRating).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, err
}

// pruneBatch is the maximum number of rows that Prune deletes in a transaction. It is small, because other
// writers wait. In a database with a million games, deleting a game and its recording takes about 0.5 ms.
const pruneBatch = 20

// Prune deletes old games. See [Store]. If several servers share the database, only one of them prunes at a time.
func (s *DB) Prune(before time.Time, numBest int) (n int, err error) {
	err = s.runExclusively(func() error {
		n, err = s.prune(before, numBest)
		return err
	})
	return n, err
}

// prune implements Prune.
func (s *DB) prune(before time.Time, numBest int) (n int, err error) {
	var cursor pruneCursor
	for more := true; more; {
		var next pruneCursor
		removed := 0
		err := s.inTransaction(func(tx *sql.Tx) (err error) {
			next = cursor
			removed, more, err = pruneGames(tx, before, numBest, &next)
			return err
		})
		if err != nil {
			return n, err
		}
		cursor, n = next, n+removed
	}

	// Delete the standings of past days and weeks, boards without games, and codes that have expired.
	const pastStandings = `DELETE FROM standings WHERE (board, team, period, start) IN
		(SELECT board, team, period, start FROM standings WHERE period = ? AND start < ? LIMIT ?)`
	for _, deletion := range []struct {
		query string
		args  []any
	}{
		{pastStandings, []any{Today, periodStart(Today, before)}},
		{pastStandings, []any{Week, periodStart(Week, before)}},
		{`DELETE FROM boards WHERE id IN (SELECT id FROM boards WHERE teams = 0
			AND NOT EXISTS (SELECT 1 FROM games WHERE board = boards.id) LIMIT ?)`, nil},
		{"DELETE FROM links WHERE code IN (SELECT code FROM links WHERE until < ? LIMIT ?)", []any{before.Unix()}},
	} {
		for removed := int64(pruneBatch); removed == pruneBatch; {
			err := s.inTransaction(func(tx *sql.Tx) error { // another server may be adding a game to the board
				result, err := tx.Exec(deletion.query, append(deletion.args, pruneBatch)...)
				if err == nil {
					removed, err = result.RowsAffected()
				}
				return err
			})
			if err != nil {
				return n, err
			}
		}
	}

	if s.isPostgres {
		return n, nil
	}
	// Empty SQLite's write-ahead log, because it still contains the removed data.
	_, err = s.writer.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return n, err
}

// A pruneCursor identifies the last game that pruneGames has examined, in the order of end times.
type pruneCursor struct{ ended, id int64 }

// pruneGames examines up to pruneBatch games that ended before the given time. It starts after the cursor, and moves
// the cursor to the last examined game. It deletes the examined games, except the best games of all time on each board.
// numBest is the number of these games per board. pruneGames does not examine games that the operator has removed since
// the given time. more reports whether there may be further games.
func pruneGames(tx *sql.Tx, before time.Time, numBest int, cursor *pruneCursor) (removed int, more bool, err error) {
	type row struct {
		boardTeam
		id, merit int64
		isTop     bool // the game is in the standings of all time
	}
	rows, err := collectRows(tx, func(scan func(...any) error) (r row, err error) {
		var board sql.NullInt64
		err = scan(&r.id, &cursor.ended, &board, &r.team, &r.merit, &r.isTop)
		r.board, cursor.id = board.Int64, r.id
		return r, err
	}, `SELECT id, ended, board, team, merit, EXISTS (SELECT 1 FROM standings WHERE game = games.id AND period = 2)
		FROM games WHERE (ended, id) > (?1, ?2) AND ended < ?3 AND removed < ?3 ORDER BY ended, id LIMIT ?4`,
		cursor.ended, cursor.id, before.Unix(), pruneBatch)
	if err != nil {
		return 0, false, err
	}

	changed := make(map[boardTeam]bool)
	for _, r := range rows {
		if r.isTop {
			if isBest, err := isAmongBest(tx, r.board, r.merit, r.id, numBest); err != nil {
				return 0, false, err
			} else if isBest {
				continue
			}
			changed[r.boardTeam] = true
		}
		if _, err := tx.Exec("DELETE FROM games WHERE id = ?", r.id); err != nil {
			return 0, false, err
		}
		removed++
	}
	for s := range changed {
		if err := rerank(tx, s); err != nil {
			return 0, false, err
		}
	}
	return removed, len(rows) == pruneBatch, nil
}

// isAmongBest reports whether a game is among the best n of all time on a board.
func isAmongBest(tx *sql.Tx, board, merit, id int64, n int) (bool, error) {
	var better int
	err := tx.QueryRow(countStandingsQuery, board, AllTime, 0, merit, id, n).Scan(&better)
	return better < n, err
}
