package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"arkterm/cmd/arkterm/format"
	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/store/schema"
	"arkterm/engine"
)

// A ScoreDB is an open database of games. Other processes may use the same file at the same time.
//
// It uses SQLite's rollback journal, not a write-ahead log: between writes there is one file only, reading
// makes no other, and it works on network file systems. With synchronous=EXTRA a row, and the removal of
// its journal, is on the disk before Add returns.
type ScoreDB struct {
	db *sql.DB
}

// scoreMagic is the application_id of the database: "arkt".
const scoreMagic = 0x61726b74

// scoreSteps migrate the schema, each from one version to the next. PRAGMA user_version is the number of
// steps taken. A released step never changes.
var scoreSteps = [...]string{
	`
	PRAGMA application_id = 1634888564; -- scoreMagic
	CREATE TABLE games (
		id         INTEGER PRIMARY KEY,
		ended      TEXT    NOT NULL,                 -- UTC, RFC 3339
		name       TEXT,                             -- NULL: never asked for; '': none wanted
		set_name   TEXT    NOT NULL,
		set_hash   TEXT    NOT NULL,
		first      INTEGER NOT NULL,                 -- level begun with, from 1
		first_name TEXT    NOT NULL,
		mode       TEXT    NOT NULL,
		difficulty TEXT    NOT NULL,
		assisted   INTEGER NOT NULL,
		rules      INTEGER NOT NULL,
		outcome    TEXT    NOT NULL,                 -- over, won, left
		score      INTEGER NOT NULL,
		last       INTEGER NOT NULL,                 -- last level played, from 1
		cleared    INTEGER NOT NULL,                 -- levels
		ticks      INTEGER NOT NULL,                 -- 1/240 s each
		combo      INTEGER NOT NULL,                 -- the best one
		seed       TEXT    NOT NULL,                 -- 64 bits without a sign
		replay     TEXT    NOT NULL                  -- file name; '': none
	) STRICT;
	CREATE INDEX games_by_score ON games (set_hash, first, mode, difficulty, assisted, score DESC, id);
	`,
	`
	ALTER TABLE games ADD COLUMN walls  INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE games ADD COLUMN paddle INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE games ADD COLUMN hits   INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE games ADD COLUMN balls  INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE games ADD COLUMN bricks INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE games ADD COLUMN combos INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE games ADD COLUMN lost   INTEGER NOT NULL DEFAULT 0;
	CREATE TABLE lost_at (
		game  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
		bin   INTEGER NOT NULL,                      -- 0 to 15, from the left
		balls INTEGER NOT NULL,
		PRIMARY KEY (game, bin)
	) STRICT, WITHOUT ROWID;
	`,
	`
	ALTER TABLE games ADD COLUMN drops INTEGER NOT NULL DEFAULT 15; -- percent: usualDrops
	DROP INDEX games_by_score;
	CREATE INDEX games_by_score ON games (set_hash, first, mode, difficulty, drops, assisted, score DESC, id);
	`,
	`
	CREATE TABLE feats (
		board      TEXT    NOT NULL,                 -- engine.Digest of the level alone, 16 digits
		name       TEXT    NOT NULL,                 -- of the level
		difficulty TEXT    NOT NULL,
		stars      INTEGER NOT NULL,                 -- engine.Stars; 0: it was reached
		ticks      INTEGER NOT NULL,                 -- 1/240 s each, in play: the least; 0: none
		points     INTEGER NOT NULL,                 -- the most
		PRIMARY KEY (board, name, difficulty)
	) STRICT, WITHOUT ROWID;
	`,
	`
	CREATE TABLE players (
		id   TEXT PRIMARY KEY,                       -- '': whoever sits here and has not said who it is
		name TEXT NOT NULL                           -- that scores get; '': none wanted
	) STRICT, WITHOUT ROWID;
	INSERT INTO players SELECT '', name FROM games WHERE id = (SELECT max(id) FROM games) AND name IS NOT NULL;
	`,
	`
	ALTER TABLE feats ADD COLUMN rules INTEGER NOT NULL DEFAULT 0; -- that ticks and points are by; 0: not known
	DROP INDEX games_by_score;
	CREATE INDEX games_by_score ON games (set_hash, first, mode, difficulty, drops, assisted, rules, score DESC, id);
	`,
}

// scoreSchema is what the database has.
var scoreSchema = schema.Schema{ID: scoreMagic, Steps: scoreSteps[:], Foreign: errors.New("a database, but not one of arkterm's scores")}

// OpenScores opens the database at path for reading and writing, and makes it if there is none. A damaged
// database is put aside and reported in notice.
//
// It holds the folder's lock until the database is found whole: SQLite finds the journal of a file by its name, and so whoever had just opened
// the damaged one would take the journal of the new one for its own, play it back and remove it.
func OpenScores(path string, now time.Time) (s *ScoreDB, notice string, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, "", fmt.Errorf("open scores: %w", err)
	}
	lock, unlocked := lockFolder(filepath.Dir(path))
	if unlocked == nil {
		defer lock.Close()
	}
	s, err = tryScores(path, "rwc")
	if !damaged(err) {
		return s, "", err
	}

	aside := ""
	if err = unlocked; err == nil {
		aside, err = replaceScores(path, now)
	}
	if err != nil {
		return nil, "", fmt.Errorf("put damaged scores aside: %w", err)
	}
	s, err = tryScores(path, "rwc")
	return s, "scores were damaged, put aside as " + aside, err
}

// ReadScores opens the database at path for reading. It creates nothing and puts nothing aside. The error
// is fs.ErrNotExist if there is no database.
func ReadScores(path string) (*ScoreDB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	if lock, err := lockFolder(filepath.Dir(path)); err == nil { // see OpenScores
		defer lock.Close()
	}
	return tryScores(path, "rw") // rw: a killed process may have left a journal to roll back; SQLite falls back to reading
}

// tryScores opens the database at path, checks it, and brings its schema up to date.
func tryScores(path, mode string) (*ScoreDB, error) {
	s, err := openScores(path, mode)
	if err != nil {
		return nil, err
	}
	if err := scoreSchema.Ready(s.db); err != nil {
		s.Close()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return s, nil
}

// reopenScores opens the database at path again, which was found whole before. It fails if that is gone, or another one.
func reopenScores(path string) (*ScoreDB, error) {
	if lock, err := lockFolder(filepath.Dir(path)); err == nil { // see OpenScores
		defer lock.Close()
	}
	s, err := openScores(path, "rw")
	if err != nil {
		return nil, err
	}
	version, err := scoreSchema.Version(s.db)
	if err == nil && version != len(scoreSchema.Steps) {
		err = errors.New("another database")
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openScores opens the database at path, without a look into it.
func openScores(path, mode string) (*ScoreDB, error) {
	// Escape the characters that have a meaning in a URI.
	name := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	db, err := sql.Open("sqlite", "file:"+name+"?mode="+mode+"&_txlock=immediate"+
		"&_pragma=busy_timeout(5000)&_pragma=synchronous(EXTRA)&_pragma=foreign_keys(1)&_pragma=trusted_schema(0)")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}

	db.SetMaxOpenConns(1)
	return &ScoreDB{db}, nil
}

// damaged reports whether err means that the file is broken, or no database.
func damaged(err error) bool {
	if _, ok := errors.AsType[*schema.Damage](err); ok {
		return true
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	code := e.Code() & 0xff
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// replaceScores puts a damaged database aside together with its journal, which SQLite would otherwise roll
// back into the new one. The folder is locked.
func replaceScores(path string, now time.Time) (aside string, err error) {
	// The journal goes first: whoever is killed in between must not leave it to the new database.
	if err := replace(path+"-journal", asideName(path, now)+"-journal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return SetAside(path, now)
}

// Close closes the database.
func (s *ScoreDB) Close() error { return s.db.Close() }

// Add saves a game under the player's name. A player without a name gets the one in g.
func (s *ScoreDB) Add(player string, g scores.Score) (scores.Placing, error) {
	var p scores.Placing
	tx, err := s.db.Begin()
	if err != nil {
		return p, err
	}
	defer tx.Rollback()
	if player != "" {
		if _, err := tx.Exec("INSERT OR IGNORE INTO players (id, name) VALUES (?, ?)", player, format.Name(player)); err != nil {
			return p, err
		}
	}
	err = tx.QueryRow(`
		INSERT INTO games (ended, name, set_name, set_hash, first, first_name, mode, difficulty, drops, assisted,
			rules, outcome, score, last, cleared, ticks, combo, seed, replay,
			walls, paddle, hits, balls, bricks, combos, lost)
		VALUES (?, (SELECT name FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?,
			?, ?, ?, ?, ?, ?, ?, ?, ?,
			?, ?, ?, ?, ?, ?, ?)
		RETURNING id, name`,
		g.Ended.UTC().Format(time.RFC3339), player, g.Set, g.Hash, g.First, g.FirstName, g.Mode, g.Difficulty, g.Drops, g.Assisted,
		g.Rules, string(g.Outcome), g.Score, g.Last, g.Cleared, int64(g.Ticks), g.Combo, strconv.FormatUint(g.Seed, 10), g.Replay,
		g.Walls, g.Paddle, g.Hits, g.Balls, g.Bricks, g.Combos, g.Lost).Scan(&p.ID, &p.Name)
	if err != nil {
		return p, err
	}

	for bin, n := range g.LostAt {
		if n == 0 {
			continue
		}
		if _, err := tx.Exec("INSERT INTO lost_at (game, bin, balls) VALUES (?, ?, ?)", p.ID, bin, n); err != nil {
			return p, err
		}
	}
	if err := readPlacing(tx, &p); err != nil {
		return p, err
	}
	return p, tx.Commit()
}

// readPlacing looks up the place of the row, and whether it is the best of its name.
func readPlacing(q schema.Querier, p *scores.Placing) error {
	return q.QueryRow(`
		SELECT 1 + count(*) FILTER (WHERE other.score > mine.score OR other.score = mine.score AND other.id < mine.id),
			1 + count(other.id),
			mine.score > 0,
			mine.score > 0 AND count(*) FILTER (WHERE ifnull(other.name, '') = ifnull(mine.name, '') AND other.score >= mine.score) = 0
		FROM games mine LEFT JOIN games other
			ON other.set_hash = mine.set_hash AND other.first = mine.first AND other.mode = mine.mode
			AND other.difficulty = mine.difficulty AND other.drops = mine.drops AND other.assisted = mine.assisted
			AND other.rules = mine.rules
			AND other.score > 0 AND other.id != mine.id
		WHERE mine.id = ?`, p.ID).Scan(&p.Place, &p.Of, &p.Scored, &p.Best)
}

// Rename gives the row a name, which becomes the player's, and returns its placing.
func (s *ScoreDB) Rename(player string, id int64, name string) (scores.Placing, error) {
	p := scores.Placing{ID: id, Name: &name}
	tx, err := s.db.Begin()
	if err != nil {
		return p, err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("UPDATE games SET name = ? WHERE id = ?", name, id); err != nil {
		return p, err
	}
	if _, err := tx.Exec("INSERT INTO players (id, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name", player, name); err != nil {
		return p, err
	}
	if err := readPlacing(tx, &p); err != nil {
		return p, err
	}
	return p, tx.Commit()
}

// SaveAchievement merges an achievement by the present rules with the saved one: the better value of each field
// stays. Of one by other rules the stars alone stay.
func (s *ScoreDB) SaveAchievement(f scores.Achievement) error {
	_, err := s.db.Exec(`
		INSERT INTO feats (board, name, difficulty, stars, ticks, points, rules) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET stars = stars | excluded.stars,
			ticks = CASE WHEN rules != excluded.rules OR ticks = 0 OR excluded.ticks > 0 AND excluded.ticks < ticks THEN excluded.ticks ELSE ticks END,
			points = CASE WHEN rules != excluded.rules THEN excluded.points ELSE max(points, excluded.points) END,
			rules = excluded.rules`,
		engine.HashText(f.Board), f.Name, engine.Difficulties[f.Difficulty].Name, int(f.Stars), f.Ticks, f.Points, engine.Rules)
	return err
}

// Achievements returns the saved achievements that are valid. Those by other rules are without time and points.
func (s *ScoreDB) Achievements() (all []scores.Achievement, err error) {
	rows, err := s.db.Query(`
		SELECT board, name, difficulty, stars, iif(rules = ?1, ticks, 0), iif(rules = ?1, points, 0)
		FROM feats ORDER BY board, name, difficulty`, engine.Rules)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f scores.Achievement
		var board, difficulty string
		var stars int
		if err := rows.Scan(&board, &f.Name, &difficulty, &stars, &f.Ticks, &f.Points); err != nil {
			return nil, err
		}
		var bad, worse error
		f.Board, bad = strconv.ParseUint(board, 16, 64)
		f.Difficulty, worse = engine.DifficultyNamed(difficulty)
		if bad != nil || worse != nil || f.Ticks < 0 || f.Points < 0 {
			continue
		}
		f.Stars = engine.Stars(stars) & engine.AllStars
		all = append(all, f)
	}
	return all, rows.Err()
}
