package leaderboard

import (
	"database/sql"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	numGames    = flag.Int("games", 200_000, "number of games in the large database of BenchmarkStore")
	numAttempts = flag.Int("attempts", 1_000, "number of games of one player, with different settings")
)

// Limits of BenchmarkStore. The first is for the 99th percentile of a query or an added game, the second for the
// longest transaction of Prune.
const (
	maxQueryTime = 5 * time.Millisecond
	maxPruneTime = 50 * time.Millisecond
)

// BenchmarkStore measures the operations of a database with few and with many games. The times per operation should be
// similar, because their cost must not depend on the number of games. Before, one player has finished games with as
// many different settings as possible.
func BenchmarkStore(b *testing.B) {
	for _, games := range []int{1_000, *numGames} {
		s := openTestDB(b, filepath.Join(b.TempDir(), "arcade.db"))
		ann, bob := signIn(b, s, "aaaa"), signIn(b, s, "bbbb")
		fillTestDB(b, s, games)
		seed := 1_000_000_000 // larger than all seeds of fillTestDB
		add := func(p Player) {
			seed++
			g := testGame(p.ID, seed, seed%1_000_000, testNow)
			g.Score.DropPercent, g.Score.FirstLevel, g.Score.Assisted = seed%100, 1+seed/100%60, seed/6000%2 > 0
			addGame(b, s, g)
		}
		for range *numAttempts {
			add(ann)
		}
		if _, err := s.writer.Exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL; " +
			"PRAGMA cache_size = -2000"); err != nil {
			b.Fatal(err)
		}

		name := fmt.Sprintf("/games=%d", games)
		b.Run("Add"+name, func(b *testing.B) {
			measureEach(b, 0.99, maxQueryTime, func() { add(bob) })
		})
		b.Run("Tables"+name, func(b *testing.B) {
			measureEach(b, 0.99, maxQueryTime, func() {
				if all, err := s.Tables(Solo, 20); err != nil || len(all) == 0 {
					b.Fatalf("Tables() = %v, %v; want tables", all, err)
				}
			})
		})
		b.Run("Entries"+name, func(b *testing.B) {
			measureEach(b, 0.99, maxQueryTime, func() {
				if all, err := s.Entries(Board{Table: testTable, Period: AllTime}, testNow, 10); err != nil ||
					len(all) == 0 {
					b.Fatalf("Entries() = %v, %v; want entries", all, err)
				}
			})
		})
		b.Run("PruneSlice"+name, func(b *testing.B) {
			var cursor pruneCursor
			measureEach(b, 1, maxPruneTime, func() {
				if err := s.inTransaction(func(tx *sql.Tx) error {
					_, _, err := pruneGames(tx, testNow.AddDate(0, 0, -14), 100, &cursor)
					return err
				}); err != nil {
					b.Fatal(err)
				}
			})
		})
		b.Run("AddDuringPrune"+name, func(b *testing.B) {
			pruned := make(chan error)
			go func() {
				_, err := s.Prune(testNow.AddDate(0, 0, -14), 100)
				pruned <- err
			}()
			measureEach(b, 1, maxPruneTime, func() { add(bob) })
			if err := <-pruned; err != nil {
				b.Error(err)
			}
		})
	}
}

// measureEach calls do repeatedly. It reports the 50th and 99th percentiles of its duration and the maximum. If there
// are at least 1,000 durations, it fails the benchmark if a quantile is above a limit.
func measureEach(b *testing.B, quantile float64, limit time.Duration, do func()) {
	b.Helper()
	var all []time.Duration
	for b.Loop() {
		start := time.Now()
		do()
		all = append(all, time.Since(start))
	}
	slices.Sort(all)
	at := func(quantile float64) time.Duration { return all[min(int(quantile*float64(len(all))), len(all)-1)] }
	for name, t := range map[string]time.Duration{"p50-ms": at(0.5), "p99-ms": at(0.99), "max-ms": at(1)} {
		b.ReportMetric(float64(t)/float64(time.Millisecond), name)
	}
	if t := at(quantile); t > limit && len(all) >= 1000 {
		b.Errorf("quantile %v of %d durations: %v, want at most %v; quantile 0.5: %v", quantile, len(all), t, limit,
			at(0.5))
	}
}

// fillTestDB adds games to a database. They are from many players and from the last 16 days, and have three
// difficulties.
func fillTestDB(b *testing.B, s *DB, games int) {
	b.Helper()
	players := max(10, games/20)
	for _, query := range []string{
		"PRAGMA synchronous = OFF",
		"PRAGMA cache_size = -500000", // in KiB, because the inserted rows are in random order
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO players (id, name, folded, skeleton, since, seen, games)
			SELECT 'p' || i, 'p' || i, 'p' || i, 'p' || i, 0, %d, 20 FROM n`, players, testNow.Unix()),
		fmt.Sprintf(`INSERT INTO boards (source, rules, set_hash, mode, difficulty, first, drops, assisted, set_name,
				first_name, measure)
			SELECT %d, %d, '%s', '%s', column1, 1, 15, 0, '%s', '%s', 0
			FROM (VALUES ('easy'), ('%s'), ('hard'))`, Solo, testTable.Rules, testTable.Hash, testTable.Mode,
			testTable.SetName, testTable.FirstLevelName, testTable.Difficulty),
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
