package leaderboard

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver
)

// A DB is an open database of players and games in SQLite or PostgreSQL. It implements [Store].
//
// With SQLite, it uses a write-ahead log with synchronous=FULL and a single writer. Therefore, acknowledged games are
// on the disk, and leaderboards can be read during a write. The database also contains the recordings, so a backup is a
// single file.
type DB struct {
	IsReserved func(Name) bool // reports whether the operator has reserved a name; nil means that none is reserved
	Damage     LogDamage       // damage of SQLite's log, which Open has found

	path   string  // path of the SQLite database
	writer *sql.DB // one connection to SQLite; nil after OpenReader; with PostgreSQL, the same as reader
	reader *sql.DB // read-only connections to SQLite, or all connections to PostgreSQL

	isPostgres bool // the database is in PostgreSQL instead of SQLite, see postgres.go
}

// applicationID is the application_id of the database: "arkb" in ASCII.
const applicationID = 0x61726b62

// migrations contains SQL scripts, each of which changes the schema from one version to the next. PRAGMA user_version
// is the number of executed scripts. A released script never changes.
var migrations = [...]string{
	`
	PRAGMA application_id = 1634888546; -- magic
	CREATE TABLE players (
		id       TEXT    PRIMARY KEY,                -- SHA-256 of the first key; name of the folder
		name     TEXT    NOT NULL,
		folded   TEXT    NOT NULL UNIQUE,            -- the name in lower case
		skeleton TEXT    NOT NULL UNIQUE,            -- equal for names that look alike
		chosen   INTEGER NOT NULL DEFAULT 0,
		hidden   INTEGER NOT NULL DEFAULT 0,
		games    INTEGER NOT NULL DEFAULT 0,         -- number of finished games
		since    INTEGER NOT NULL,                   -- all times are Unix seconds
		seen     INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE INDEX players_by_seen ON players (seen);
	CREATE TABLE keys (
		key      TEXT    PRIMARY KEY,                -- SHA-256
		player   TEXT    NOT NULL REFERENCES players ON DELETE CASCADE
	) STRICT, WITHOUT ROWID;
	CREATE INDEX keys_by_player ON keys (player);
	CREATE TABLE links (
		code     TEXT    PRIMARY KEY,                -- SHA-256
		player   TEXT    NOT NULL UNIQUE REFERENCES players ON DELETE CASCADE,
		until    INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE games (
		id         INTEGER PRIMARY KEY AUTOINCREMENT, -- shown to players and never reused
		player     TEXT    NOT NULL REFERENCES players ON DELETE CASCADE,
		submitted  INTEGER NOT NULL,
		ended      INTEGER NOT NULL,
		state      INTEGER NOT NULL UNIQUE,          -- hash of the last state, as a signed number
		set_name   TEXT    NOT NULL,
		set_hash   TEXT    NOT NULL,
		first      INTEGER NOT NULL,                 -- first level, from 1
		first_name TEXT    NOT NULL,
		mode       TEXT    NOT NULL,
		difficulty TEXT    NOT NULL,
		drops      INTEGER NOT NULL,
		assisted   INTEGER NOT NULL,
		rules      INTEGER NOT NULL,
		outcome    TEXT    NOT NULL,
		score      INTEGER NOT NULL,
		last       INTEGER NOT NULL,
		combo      INTEGER NOT NULL,
		ticks      INTEGER NOT NULL,
		seed       INTEGER NOT NULL                  -- as a signed number
	) STRICT;
	CREATE INDEX games_by_score ON games (submitted, set_hash, first, mode, difficulty, drops, assisted, rules,
		score DESC, id);
	CREATE INDEX games_by_end ON games (ended);
	CREATE INDEX games_by_seed ON games (seed);
	CREATE INDEX games_by_player ON games (player, id);
	CREATE TABLE recordings (
		game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
		data BLOB NOT NULL                           -- see docs/formats.md
	) STRICT;
	`,
	`
	ALTER TABLE keys ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE keys ADD COLUMN seen  INTEGER NOT NULL DEFAULT 0; -- last visit with the key, to the hour
	UPDATE keys SET (since, seen) = (SELECT since, seen FROM players WHERE id = player);
	`,
	`
	ALTER TABLE games RENAME COLUMN submitted TO source; -- Source
	ALTER TABLE games ADD COLUMN other   TEXT REFERENCES players ON DELETE CASCADE; -- partner or opponent
	ALTER TABLE games ADD COLUMN team    TEXT    NOT NULL DEFAULT ''; -- shares a row of a leaderboard
	ALTER TABLE games ADD COLUMN paddle  INTEGER NOT NULL DEFAULT 0;  -- paddle of the player
	ALTER TABLE games ADD COLUMN measure INTEGER NOT NULL DEFAULT 0;  -- Measure
	-- leaderboards are ordered by merit, highest first; 0 if the game is not ranked
	ALTER TABLE games ADD COLUMN merit   INTEGER NOT NULL DEFAULT 0;
	UPDATE games SET team = player, merit = max(score, 0);
	DROP INDEX games_by_score;
	CREATE INDEX games_by_merit ON games (source, set_hash, first, mode, difficulty, drops, assisted, rules,
		merit DESC, id);
	CREATE INDEX games_by_other ON games (other);
	CREATE TABLE ratings (
		player     TEXT    NOT NULL REFERENCES players ON DELETE CASCADE,
		mode       TEXT    NOT NULL,
		difficulty TEXT    NOT NULL,
		rating     INTEGER NOT NULL,
		won        INTEGER NOT NULL,                 -- rated matches
		lost       INTEGER NOT NULL,
		PRIMARY KEY (player, mode, difficulty)
	) STRICT, WITHOUT ROWID;
	`,
	`
	-- time of the last rated match that was won; 0 if none
	ALTER TABLE ratings ADD COLUMN won_at INTEGER NOT NULL DEFAULT 0;
	UPDATE ratings SET won_at = coalesce((SELECT max(ended) FROM games g
		WHERE g.player = ratings.player AND g.mode = ratings.mode AND g.difficulty = ratings.difficulty
			AND g.measure = 2 AND g.merit > 0), 0);
	CREATE INDEX ratings_by_rating ON ratings (mode, difficulty, rating DESC, player, won_at);
	`,
	`
	-- best of its team on its leaderboard: 1 of the day, 2 also of the week, 3 of all time
	ALTER TABLE games ADD COLUMN best INTEGER NOT NULL DEFAULT 0;
	CREATE INDEX games_best_today ON games (source, set_hash, first, mode, difficulty, drops, assisted, rules,
		ended / 86400, merit DESC, id, best, ended) WHERE best >= 1;
	CREATE INDEX games_best_week ON games (source, set_hash, first, mode, difficulty, drops, assisted, rules,
		(ended / 86400 + 3) / 7, merit DESC, id, best, ended) WHERE best >= 2;
	CREATE INDEX games_best_ever ON games (source, set_hash, first, mode, difficulty, drops, assisted, rules,
		merit DESC, id, best, ended) WHERE best >= 3;
	CREATE INDEX games_best_of ON games (team) WHERE best >= 1;
	` + strings.Replace(updateBestQuery, "@@", "true", 1),
	`
	DROP INDEX IF EXISTS games_by_merit;
	CREATE INDEX games_by_table ON games (source, rules, set_hash, first, mode, difficulty, drops, assisted, ended)
		WHERE merit > 0;
	`,
	`
	CREATE TABLE results (
		id     INTEGER PRIMARY KEY,
		player TEXT    NOT NULL REFERENCES players ON DELETE CASCADE,
		board  TEXT    NOT NULL,                     -- tableKey
		score  INTEGER NOT NULL,                     -- greater than 0
		entry  TEXT    NOT NULL                      -- progress.Entry as JSON
	) STRICT;
	CREATE INDEX results_by_score ON results (player, board, score DESC, id);
	CREATE TABLE statistics (
		player TEXT PRIMARY KEY REFERENCES players ON DELETE CASCADE,
		total  TEXT NOT NULL                         -- progress.Statistics as JSON
	) STRICT, WITHOUT ROWID;
	CREATE TABLE achievements (
		player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
		level  TEXT NOT NULL,
		record TEXT NOT NULL,                        -- progress.AchievedRecord as JSON
		PRIMARY KEY (player, level)
	) STRICT, WITHOUT ROWID;
	`,
	`
	CREATE TABLE boards (
		id         INTEGER PRIMARY KEY,
		source     INTEGER NOT NULL,
		rules      INTEGER NOT NULL,
		set_hash   TEXT    NOT NULL,
		mode       TEXT    NOT NULL,
		difficulty TEXT    NOT NULL,
		first      INTEGER NOT NULL,
		drops      INTEGER NOT NULL,
		assisted   INTEGER NOT NULL,
		set_name   TEXT    NOT NULL,
		first_name TEXT    NOT NULL,
		measure    INTEGER NOT NULL,
		teams      INTEGER NOT NULL DEFAULT 0,       -- number of standings of all time
		UNIQUE (source, rules, set_hash, mode, difficulty, first, drops, assisted)
	) STRICT;
	CREATE TABLE standings (
		board  INTEGER NOT NULL REFERENCES boards ON DELETE CASCADE,
		team   TEXT    NOT NULL,
		period INTEGER NOT NULL,                     -- Period
		start  INTEGER NOT NULL,                     -- number of the day or week, or 0
		merit  INTEGER NOT NULL,
		game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, -- the team's best game
		PRIMARY KEY (board, team, period, start)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX standings_by_merit ON standings (board, period, start, merit DESC, game);
	CREATE INDEX standings_by_game ON standings (game, period);
	CREATE INDEX standings_by_start ON standings (period, start);
	CREATE TRIGGER team_added AFTER INSERT ON standings WHEN new.period = 2
		BEGIN UPDATE boards SET teams = teams + 1 WHERE id = new.board; END;
	CREATE TRIGGER team_removed AFTER DELETE ON standings WHEN old.period = 2
		BEGIN UPDATE boards SET teams = teams - 1 WHERE id = old.board; END;

	DROP INDEX games_best_today;
	DROP INDEX games_best_week;
	DROP INDEX games_best_ever;
	DROP INDEX games_best_of;
	DROP INDEX games_by_table;
	ALTER TABLE games DROP COLUMN best;
	ALTER TABLE games ADD COLUMN board INTEGER REFERENCES boards ON DELETE SET NULL; -- NULL if not ranked
	ALTER TABLE games ADD COLUMN removed INTEGER NOT NULL DEFAULT 0; -- time when the operator removed it; 0 if not
	CREATE INDEX games_by_board ON games (board, team) WHERE board IS NOT NULL;
	CREATE INDEX games_by_day ON games (player, ended / 86400, merit);

	-- all games without the default settings share a board of each source
	CREATE TEMP VIEW ranked AS SELECT id, source, rules, measure, ended,
		iif(usual, set_hash, '') AS set_hash, iif(usual, mode, '') AS mode, iif(usual, difficulty, '') AS difficulty,
		iif(usual, first, 1) AS first, iif(usual, drops, 15) AS drops, iif(usual, assisted, 0) AS assisted,
		iif(usual, set_name, 'Other settings') AS set_name, iif(usual, first_name, '') AS first_name
		FROM (SELECT *, measure != 0 OR first = 1 AND drops = 15 AND assisted = 0 AND instr(mode, ' ') = 0 AS usual
			FROM main.games WHERE merit > 0);
	INSERT INTO boards (source, rules, set_hash, mode, difficulty, first, drops, assisted, set_name, first_name,
		measure)
		SELECT source, rules, set_hash, mode, difficulty, first, drops, assisted, max(set_name), max(first_name),
			min(measure) FROM ranked GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY max(ended);
	UPDATE games SET board = (SELECT b.id FROM boards b, ranked r WHERE r.id = games.id AND
		(b.source, b.rules, b.set_hash, b.mode, b.difficulty, b.first, b.drops, b.assisted) =
			(r.source, r.rules, r.set_hash, r.mode, r.difficulty, r.first, r.drops, r.assisted)) WHERE merit > 0;
	DROP VIEW ranked;
	` + strings.Replace(insertStandingsQuery, "@@", "board IS NOT NULL", 1),
}

// updateBestQuery sets the column best of all games that match a condition, which replaces @@. Rated matches are never
// the best. A migration contains this query, so it must not change.
const updateBestQuery = `
	WITH places AS (
		SELECT id, measure, merit,
			row_number() OVER (PARTITION BY team, source, set_hash, first, mode, difficulty, drops, assisted, rules
				ORDER BY merit DESC, id) AS ever,
			row_number() OVER (PARTITION BY team, source, set_hash, first, mode, difficulty, drops, assisted, rules,
				(ended / 86400 + 3) / 7
				ORDER BY merit DESC, id) AS week,
			row_number() OVER (PARTITION BY team, source, set_hash, first, mode, difficulty, drops, assisted, rules,
				ended / 86400
				ORDER BY merit DESC, id) AS day
		FROM games WHERE @@
	), now AS (
		SELECT id, CASE WHEN merit <= 0 OR measure = 2 THEN 0 WHEN ever = 1 THEN 3 WHEN week = 1 THEN 2
			WHEN day = 1 THEN 1 ELSE 0 END AS best FROM places
	)
	UPDATE games SET best = now.best FROM now WHERE now.id = games.id AND now.best != games.best`

// dbSchema is the schema of the database.
var dbSchema = schema{
	ID: applicationID, Migrations: migrations[:],
	ErrForeign: errors.New("not the database of an arcade"),
}

// Open opens the database at path, and creates it if it does not exist. It does not change a damaged database, so that
// the operator can restore a backup.
func Open(path string) (*DB, error) {
	s := &DB{path: path}
	// SQLite creates its log with the same mode, so other users can read neither file.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	if s.Damage, err = FindLogDamage(path); err == nil && s.Damage.NumLost > 0 {
		s.Damage, err = FindLogDamage(path) // again, because an older server may have been writing a change
	}
	if err != nil {
		return nil, err
	}
	if s.writer, err = connect(path, "rwc", "&_txlock=immediate", 1); err != nil {
		return nil, err
	}
	if err := dbSchema.Migrate(s.writer); err != nil {
		s.writer.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	// The mode is rw, because a reader of the write-ahead log updates the index of the log.
	if s.reader, err = connect(path, "rw", "&_pragma=query_only(1)", maxReaders); err != nil {
		s.writer.Close()
		return nil, err
	}
	return s, nil
}

// busyTimeout is the time for which a connection waits for other connections, in milliseconds.
const busyTimeout = "5000"

// maxReaders is the maximum number of concurrent readers.
const maxReaders = 2

// connect returns a pool of at most maxConns connections to the database at path. params contains additional parameters
// of the URI, each with a leading &.
func connect(path, mode, params string, maxConns int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dataSource(path, mode)+params+
		"&_pragma=busy_timeout("+busyTimeout+")&_pragma=journal_mode(wal)&_pragma=synchronous(FULL)"+
		"&_pragma=foreign_keys(1)&_pragma=trusted_schema(0)&_pragma=secure_delete(1)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(maxConns)
	db.SetMaxIdleConns(maxConns)
	return db, nil
}

// dataSource returns the URI of the database at path. mode is ro, rw or rwc; rwc creates a missing database.
func dataSource(path, mode string) string {
	// Escape the characters that have a meaning in a URI.
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path) + "?mode=" + mode
}

// inTransaction calls do in a transaction, and commits the transaction if do returns nil. With PostgreSQL, it can call
// do several times, see retryTransaction.
func (s *DB) inTransaction(do func(tx *sql.Tx) error) error {
	if s.isPostgres {
		return s.retryTransaction(do)
	}
	return s.tryTransaction(nil, do)
}

// tryTransaction calls do in a transaction with the given options, and commits the transaction if do returns nil.
func (s *DB) tryTransaction(options *sql.TxOptions, do func(tx *sql.Tx) error) error {
	tx, err := s.writer.BeginTx(context.Background(), options)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Checkpoint moves the changes from SQLite's log to the database and empties the log. It does nothing if another
// connection is reading or writing, because new changes would have to wait for that connection.
func (s *DB) Checkpoint() error {
	if s.isPostgres {
		return nil
	}
	_, err := s.writer.Exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
	_, resetErr := s.writer.Exec("PRAGMA busy_timeout = " + busyTimeout)
	return errors.Join(err, resetErr)
}

// Close closes the database.
func (s *DB) Close() error {
	if s.writer == nil || s.isPostgres {
		return s.reader.Close()
	}
	return errors.Join(s.reader.Close(), s.writer.Close())
}

// Ping returns an error if the database cannot be reached. See [Store].
func (s *DB) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, postgresTimeout)
	defer cancel()
	return s.reader.PingContext(ctx)
}

// Backup writes the database to a new file. See [Store]. Until the file is complete, its name is path.part. Games can
// be added during the backup. With PostgreSQL, Backup returns errors.ErrUnsupported, because the operator makes backups
// with pg_dump.
func (s *DB) Backup(ctx context.Context, path string) error {
	if s.isPostgres {
		return errors.ErrUnsupported
	}
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	db, err := connect(s.path, "rw", "", 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", part)
	if err = errors.Join(err, db.Close()); err != nil {
		os.Remove(part)
		return err
	}

	f, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	err = errors.Join(f.Sync(), f.Close())
	if err == nil {
		err = os.Chmod(part, 0o600)
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		os.Remove(part)
	}
	return err
}
