package leaderboard

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkStore measures the operations of a database with few and with many games. The times per operation should be
// similar, because their cost must not depend on the number of games. Add adds games with different settings.
func BenchmarkStore(b *testing.B) {
	for _, games := range []int{1_000, 200_000} {
		s := openTestDB(b, filepath.Join(b.TempDir(), "arcade.db"))
		ann := signIn(b, s, "aaaa")
		fillTestDB(b, s, games)
		seed := 1_000_000_000 // larger than all seeds of fillTestDB
		name := fmt.Sprintf("/games=%d", games)
		b.Run("Add"+name, func(b *testing.B) {
			for b.Loop() {
				seed++
				g := testGame(ann.ID, seed, seed%1_000_000, testNow)
				g.Score.Drops = seed % 100
				addGame(b, s, g)
			}
		})
		b.Run("Tables"+name, func(b *testing.B) {
			for b.Loop() {
				if all, err := s.Tables(Solo, 20); err != nil || len(all) == 0 {
					b.Fatalf("Tables() = %v, %v; want tables", all, err)
				}
			}
		})
		b.Run("Entries"+name, func(b *testing.B) {
			for b.Loop() {
				if all, err := s.Entries(Board{Table: testTable, Period: AllTime}, testNow, 10); err != nil ||
					len(all) == 0 {
					b.Fatalf("Entries() = %v, %v; want entries", all, err)
				}
			}
		})
		b.Run("Prune"+name, func(b *testing.B) {
			var cursor pruneCursor
			for b.Loop() {
				if err := s.inTransaction(func(tx *sql.Tx) error {
					_, _, err := pruneGames(tx, testNow.AddDate(0, 0, -7), 100, &cursor)
					return err
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fillTestDB adds games to a database. They are from many players and from the last 16 days, and have three
// difficulties.
func fillTestDB(b *testing.B, s *DB, games int) {
	b.Helper()
	players := max(10, games/20)
	for _, query := range []string{
		"PRAGMA synchronous = OFF",
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO players (id, name, folded, skeleton, since, seen, games)
			SELECT 'p' || i, 'p' || i, 'p' || i, 'p' || i, 0, %d, 20 FROM n`, players, testNow.Unix()),
		fmt.Sprintf(`INSERT INTO boards (source, rules, set_hash, mode, difficulty, first, drops, assisted, set_name,
				first_name, measure)
			SELECT %d, %d, '%s', '%s', column1, 1, 15, 0, '%s', '%s', 0
			FROM (VALUES ('easy'), ('%s'), ('hard'))`, Solo, testTable.Rules, testTable.Hash, testTable.Mode,
			testTable.Set, testTable.FirstName, testTable.Difficulty),
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO games (player, team, source, ended, state, set_name, set_hash, first, first_name, mode,
				difficulty, drops, assisted, rules, outcome, score, last, combo, ticks, seed, merit, board)
			SELECT player, player, source, %d - i %% 16 * 86400, i, set_name, set_hash, first, first_name, mode,
				difficulty, drops, assisted, rules, 'over', merit, 3, 0, 4800, i, merit, id
			FROM (SELECT i, 'p' || (1 + i * 7919 %% %d) AS player, 1 + i * 7907 %% 1000003 AS merit FROM n)
				JOIN boards ON id = 1 + i %% 3`, games, testNow.Unix(), players),
		"INSERT INTO recordings SELECT id, zeroblob(2000) FROM games",
		strings.Replace(insertStandingsQuery, "@@", "true", 1),
	} {
		if _, err := s.writer.Exec(query); err != nil {
			b.Fatal(err)
		}
	}
}
