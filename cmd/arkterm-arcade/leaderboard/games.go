package leaderboard

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// tableCondition is the SQL condition for the games of a table and source. tableArgs returns its arguments.
const tableCondition = "g.source = ? AND g.set_hash = ? AND g.first = ? AND g.mode = ? AND g.difficulty = ? AND " +
	"g.drops = ? AND g.assisted = ? AND g.rules = ?"

// tableArgs returns the arguments of tableCondition.
func tableArgs(t progress.Table, of Source) []any {
	return []any{of, t.Hash, t.First, t.Mode, t.Difficulty, t.Drops, t.Assisted, t.Rules}
}

// Add saves a finished game and ranks it. See [Store].
func (s *DB) Add(g Game) (placing Placing, err error) {
	var rankingErr error // reason for not ranking a game that is saved anyway
	err = s.inTransaction(func(tx *sql.Tx) error {
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
	if isInvalid(err) {
		err = fmt.Errorf("%w (%w)", ErrRejected, err)
	}
	return placing, cmp.Or(err, rankingErr)
}

// rankGame adds a game to the leaderboards, and sets its placing.
func rankGame(tx *sql.Tx, g Game, placing *Placing) (err error) {
	switch {
	case g.Measure == Unranked:
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
	onBoard := merit > 0 && g.Measure != ByRating // updateBest clears it if the team has a better game
	args := append([]any{
		g.Player, nullIfEmpty(g.Other), team, g.Paddle, r.Ended.Unix(), int64(g.State), r.Set, r.FirstName,
		string(r.Outcome), r.Score, r.Last, r.Combo,
		int64(r.Ticks), int64(r.Seed), g.Measure, merit, onBoard,
	}, tableArgs(r.Table, g.Source)...)
	if err := tx.QueryRow(`
		INSERT INTO games (player, other, team, paddle, ended, state, set_name, first_name, outcome, score, last,
			combo, ticks, seed, measure, merit, best,
			source, set_hash, first, mode, difficulty, drops, assisted, rules)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		args...).Scan(&placing.ID); err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO recordings (game, data) VALUES (?, ?)", placing.ID, g.Recording); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE players SET games = games + 1 WHERE id IN (?, ?)", g.Player, g.Other); err != nil {
		return err
	}
	if err := updateBest(tx, team); err != nil {
		return err
	}
	return setPlaces(tx, &g, merit, placing)
}

// isInvalid reports whether an error is caused by the written values, so that a retry cannot succeed.
func isInvalid(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
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

// makeStateUnique changes the state of a game to a number that no other game has. It fails with ErrDuplicate if the
// game was submitted or the same player has played it before. Different players can reach the same state with the same
// seed, for example by doing nothing in a race.
func makeStateUnique(tx *sql.Tx, g *Game) error {
	for {
		var own bool
		err := tx.QueryRow("SELECT player = ? OR other IS ? FROM games WHERE state = ?", g.Player, g.Player,
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

// teamOf returns the ID of the team that shares a row of a leaderboard: the player, or two partners in any order. All
// partners who are guests or new players count as the same guest. Otherwise one person with many keys could fill a
// leaderboard.
func teamOf(tx *sql.Tx, g *Game) (string, error) {
	if g.Guest {
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

// maxRankedTicks is the maximum time of a ranked game: one year.
const maxRankedTicks = 365 * 24 * 60 * 60 * engine.TicksPerSecond

// meritOf returns the value by which games are ordered on a leaderboard, highest first. It is 0 for games that are not
// ranked.
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

// removeDeletedPlayer adapts a game of two players if one of them was deleted during the game. The remaining player's
// partner counts as a guest. A match between opponents does not count.
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
		g.Guest = true
	case ByRating:
		g.Measure = Uncounted
	}
	return true, nil
}

// updateRatings updates the ratings of both players after a rated match, unless too many of their matches have counted
// recently.
func updateRatings(tx *sql.Tx, g *Game, p *Placing) error {
	if g.Measure != ByRating || g.Other == "" {
		return nil
	}
	r := &g.Score
	day := r.Ended.AddDate(0, 0, -1).Unix()
	var counted int
	if err := tx.QueryRow(`SELECT count(*) FROM games WHERE (player = ? AND other = ? OR player = ? AND other = ?)
		AND mode = ? AND measure = ? AND merit > 0 AND ended > ?`,
		g.Player, g.Other, g.Other, g.Player, r.Mode, ByRating, day).Scan(&counted); err != nil ||
		counted >= MaxRatedMatches {
		return err
	}

	var ratings, played [2]int
	for i, id := range []string{g.Player, g.Other} {
		err := tx.QueryRow("SELECT rating, won + lost FROM ratings WHERE player = ? AND mode = ? AND difficulty = ?",
			id, r.Mode, r.Difficulty).Scan(&ratings[i], &played[i])
		if errors.Is(err, sql.ErrNoRows) {
			ratings[i], err = InitialRating, nil
		}
		if err != nil {
			return err
		}
	}
	if played[1] < NewcomerMatches {
		if err := tx.QueryRow(`SELECT count(*) FROM games g LEFT JOIN ratings o ON o.player = g.other
			AND o.mode = g.mode AND o.difficulty = g.difficulty
			WHERE g.player = ? AND g.mode = ? AND g.measure = ? AND g.merit > 0 AND g.ended > ?
				AND coalesce(o.won + o.lost, 0) < ?`,
			g.Player, r.Mode, ByRating, day, NewcomerMatches).Scan(&counted); err != nil || counted >= MaxRatedMatches {
			return err
		}
	}

	p.Ratings, p.RatingGain = ratings, RatingGain(ratings[0], ratings[1])
	if (played[0] < NewcomerMatches) != (played[1] < NewcomerMatches) {
		p.RatingGain = (p.RatingGain + NewcomerDivisor - 1) / NewcomerDivisor
	}
	p.Ratings[0] += p.RatingGain
	p.Ratings[1] = max(1, p.Ratings[1]-p.RatingGain)
	for i, id := range []string{g.Player, g.Other} {
		if _, err := tx.Exec(`INSERT INTO ratings (player, mode, difficulty, rating, won, lost, won_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET rating = excluded.rating, won = won + excluded.won,
				lost = lost + excluded.lost, won_at = max(won_at, excluded.won_at)`,
			id, r.Mode, r.Difficulty, p.Ratings[i], 1-i, i, r.Ended.Unix()*int64(1-i)); err != nil {
			return err
		}
	}
	return nil
}

// updateBest updates the column best for the games of a team.
func updateBest(tx *sql.Tx, team string) error {
	_, err := tx.Exec(strings.Replace(updateBestQuery, "@@", "team = ? AND best >= 1", 1), team)
	return err
}

// periodConditions contains, for each period, the SQL condition for games that are the best of their teams. Each
// condition matches an index. The day or week is an argument, see periodArgs.
var periodConditions = [NumPeriods]string{
	Today:   " AND g.best >= 1 AND g.ended / 86400 = ?",
	Week:    " AND g.best >= 2 AND (g.ended / 86400 + 3) / 7 = ?",
	AllTime: " AND g.best >= 3",
}

// periodArgs returns the arguments of periodConditions.
func periodArgs(p Period, now time.Time) []any {
	switch days := now.Unix() / 86400; p {
	case Today:
		return []any{days}
	case Week:
		return []any{(days + 3) / 7}
	}
	return nil
}

// countGamesQuery is the start of a query for the number of games on a leaderboard. An index contains all columns of
// the query.
const countGamesQuery = "SELECT count(*) FROM games g WHERE "

// setPlaces sets the places of a new game among the best games of all teams. In rated modes, they are the places of the
// player's rating.
func setPlaces(q querier, g *Game, merit int64, p *Placing) error {
	if merit <= 0 {
		return nil
	}
	best := int(NumPeriods)
	if g.Measure != ByRating {
		if err := q.QueryRow("SELECT best FROM games WHERE id = ?", p.ID).Scan(&best); err != nil {
			return err
		}
	}

	for i := range NumPeriods {
		if int(i) >= best {
			continue
		}
		var better, equal int
		var err error
		if g.Measure == ByRating {
			err = q.QueryRow(`SELECT count(*) FROM ratings WHERE mode = ? AND difficulty = ?
				AND (rating > ? OR rating = ? AND player < ?) AND won_at >= ?`,
				g.Score.Mode, g.Score.Difficulty, merit, merit, g.Player, max(1, i.Start(g.Score.Ended).Unix())).
				Scan(&better)
		} else {
			args := append(tableArgs(g.Score.Table, g.Source), periodArgs(i, g.Score.Ended)...)
			err = q.QueryRow(countGamesQuery+tableCondition+periodConditions[i]+" AND g.merit > ?",
				append(args, merit)...).Scan(&better)
			if err == nil {
				err = q.QueryRow(countGamesQuery+tableCondition+periodConditions[i]+" AND g.merit = ? AND g.id < ?",
					append(args, merit, p.ID)...).Scan(&equal)
			}
		}
		if err != nil {
			return err
		}
		p.Places[i] = 1 + better + equal
	}
	return nil
}

// recentTablesQuery returns the last game of each table. Each step looks up the previous table in an index, so the cost
// does not depend on the number of games. The unary + removes the affinity of the columns on the right. Otherwise
// SQLite would not use the index for the whole row comparison. The smallest integer as the last value excludes games of
// the same table.
const recentTablesQuery = `
	WITH RECURSIVE last(id) AS (
		SELECT (SELECT id FROM games WHERE source = ?1 AND rules = ?2 AND merit > 0 ` + previousTableOrder + `)
		UNION ALL
		SELECT (SELECT n.id FROM games n WHERE n.source = ?1 AND n.rules = ?2 AND n.merit > 0
			AND (n.set_hash, n.first, n.mode, n.difficulty, n.drops, n.assisted, n.ended) <
				(+g.set_hash, +g.first, +g.mode, +g.difficulty, +g.drops, +g.assisted,
					-9223372036854775808) ` + previousTableOrder + `)
		FROM last CROSS JOIN games g ON g.id = last.id
	)
	SELECT set_name, set_hash, first, first_name, mode, difficulty, drops, assisted, rules, ended
	FROM last CROSS JOIN games g ON g.id = last.id ORDER BY ended DESC, g.id DESC LIMIT ?3`

// previousTableOrder selects the last game of the previous table in the index.
const previousTableOrder = "ORDER BY set_hash DESC, first DESC, mode DESC, difficulty DESC, drops DESC, " +
	"assisted DESC, ended DESC, id DESC LIMIT 1"

// RecentTables returns the tables that were played most recently. See [Store].
func (s *DB) RecentTables(of Source, limit int) ([]progress.Table, error) {
	return collectRows(s.reader, func(scan func(...any) error) (t progress.Table, err error) {
		var last int64
		err = scan(&t.Set, &t.Hash, &t.First, &t.FirstName, &t.Mode, &t.Difficulty, &t.Drops, &t.Assisted, &t.Rules,
			&last)
		t.Clean()
		return t, err
	}, recentTablesQuery, of, engine.Rules, limit)
}

// entryColumns are the columns of an entry, from entryTables: a game, its players, and the matches that the player has
// won and lost.
const entryColumns = `g.id, g.player, p.name, coalesce(o.name, ''), g.paddle, g.mode, g.measure, g.merit,
	coalesce(r.won, 0), coalesce(r.lost, 0),
	g.other IS NULL AND g.team != g.player, g.score, g.last, g.combo, g.ticks, g.outcome, g.ended`

const entryTables = ` FROM games g CROSS JOIN players p ON p.id = g.player LEFT JOIN players o ON o.id = g.other
	LEFT JOIN ratings r ON r.player = g.player AND r.mode = g.mode AND r.difficulty = g.difficulty `

// ratingTables replaces entryTables for rated modes. It has one row per player, with the last rated match of the table
// that the player has won since a given time. The arguments are those of tableCondition and the time.
const ratingTables = " FROM ratings r CROSS JOIN games g ON g.id = (SELECT max(g.id) FROM games g " +
	"INDEXED BY games_by_player WHERE g.player = r.player AND " +
	tableCondition +
	" AND g.ended >= ? AND g.merit > 0) CROSS JOIN players p ON p.id = g.player LEFT JOIN players o ON o.id = g.other "

// An entryRow receives a row of entryColumns.
type entryRow struct {
	Entry
	name, other  string
	merit, ended int64
}

// scanTargets returns the arguments for Scan.
func (l *entryRow) scanTargets() []any {
	return []any{
		&l.ID, &l.Player, &l.name, &l.other, &l.Paddle, &l.Mode, &l.Measure, &l.merit, &l.Won, &l.Lost,
		&l.Guest, &l.Score, &l.Last, &l.Combo, &l.Ticks, &l.Outcome, &l.ended,
	}
}

// entry returns the row as an Entry.
func (l *entryRow) entry() Entry {
	l.Name, l.Ended = StoredName(l.name), time.Unix(l.ended, 0).UTC()
	if l.other != "" {
		l.Other = StoredName(l.other)
	}
	if l.Measure = min(l.Measure, Uncounted); l.Measure == ByRating {
		l.Rating = int(l.merit)
	}
	switch l.Outcome {
	case progress.OutcomeOver, progress.OutcomeWon, progress.OutcomeLeft:
	default:
		l.Outcome = progress.OutcomeLeft
	}
	return l.Entry
}

// boardQuery returns the query for the entries of a leaderboard. Its arguments are those of tableCondition and
// periodArgs, and the limit.
func boardQuery(p Period) string {
	return "SELECT " + entryColumns + ", g.merit" + entryTables + "WHERE " + tableCondition + periodConditions[p] +
		" ORDER BY g.merit DESC, g.id LIMIT ?"
}

// Entries returns the first entries of a leaderboard. See [Store].
func (s *DB) Entries(b Board, now time.Time, limit int) ([]Entry, error) {
	var by Measure
	table := tableArgs(b.Table, b.Source)
	err := s.reader.QueryRow("SELECT g.measure FROM games g WHERE "+tableCondition+" AND g.merit > 0 LIMIT 1",
		table...).Scan(&by)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}

	query, args := boardQuery(b.Period), append(append(table, periodArgs(b.Period, now)...), limit)
	if by == ByRating {
		query = "SELECT " + entryColumns + ", r.rating" + ratingTables +
			"WHERE r.mode = ? AND r.difficulty = ? AND r.won_at >= ? ORDER BY r.rating DESC, r.player LIMIT ?"
		begin := b.Period.Start(now).Unix()
		args = append(table, begin, b.Mode, b.Difficulty, max(1, begin), limit)
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
	}, query, args...)
}

// recordColumns are the columns of a record, from entryTables.
const recordColumns = entryColumns +
	", g.source, g.set_name, g.set_hash, g.first, g.first_name, g.mode, g.difficulty, g.drops, g.assisted, g.rules"

// scanRecord scans a row of recordColumns and additional columns.
func scanRecord(scan func(...any) error, more ...any) (r Record, err error) {
	var l entryRow
	t := &r.Table
	if err := scan(append(append(l.scanTargets(), &r.Source, &t.Set, &t.Hash, &t.First, &t.FirstName, &t.Mode,
		&t.Difficulty, &t.Drops, &t.Assisted, &t.Rules), more...)...); err != nil {
		return r, err
	}
	t.Clean()
	r.Entry, r.Source = l.entry(), min(r.Source, Matches)
	return r, nil
}

// Games returns a player's games. See [Store].
func (s *DB) Games(id string, limit int) ([]Record, error) {
	return collectRows(s.reader, func(scan func(...any) error) (Record, error) { return scanRecord(scan) },
		"SELECT "+recordColumns+entryTables+"WHERE g.player = ? OR g.other = ? ORDER BY g.id DESC LIMIT ?",
		id, id, limit)
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
	r, err = scanRecord(s.reader.QueryRow("SELECT "+recordColumns+", d.data"+entryTables+
		"JOIN recordings d ON d.game = g.id WHERE g.id = ?", id).Scan, &data)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoGame
	}
	return r, data, err
}

// Prune removes old games that are not ranked. See [Store].
func (s *DB) Prune(before time.Time, best int) (n int, err error) {
	err = s.inTransaction(func(tx *sql.Tx) error {
		r, err := tx.Exec(`
			DELETE FROM games WHERE id IN (
				SELECT id FROM (
					SELECT id, ended, nth, merit, row_number() OVER (
						PARTITION BY source, set_hash, first, mode, difficulty, drops, assisted, rules
							ORDER BY nth, merit DESC, id) AS place
					FROM (
						SELECT *, row_number() OVER (
							PARTITION BY source, set_hash, first, mode, difficulty, drops, assisted, rules, team
								ORDER BY merit DESC, id) AS nth
						FROM games
					)
				) WHERE ended < ? AND (nth > 1 OR place > ? OR merit <= 0)
			)`, before.Unix(), best)
		if err != nil {
			return err
		}
		removed, err := r.RowsAffected()
		if err != nil {
			return err
		}
		if n = int(removed); n > 0 { // now other games may be the best of their teams
			if _, err := tx.Exec(strings.Replace(updateBestQuery, "@@", "true", 1)); err != nil {
				return err
			}
		}
		_, err = tx.Exec("DELETE FROM links WHERE until < ?", before.Unix())
		return err
	})
	return n, err
}
