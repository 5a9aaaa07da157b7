package leaderboard

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// In a race, different players can play the same game, for example by doing nothing. A second identical game of the
// same player is refused, and so is an identical submitted game.
func TestEqualGames(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	for _, key := range []string{"aaaa", "bbbb", "cccc"} {
		g := testGame(signIn(t, s, key).ID, 1, 100, testNow)
		g.Source, g.SharedSeed = Matches, true
		addGame(t, s, g)
		if _, err := s.Add(g); !errors.Is(err, ErrDuplicate) {
			t.Errorf("second game of %s: error %v, want ErrDuplicate", key, err)
		}
		g.Source = Submitted
		if _, err := s.Add(g); !errors.Is(err, ErrDuplicate) {
			t.Errorf("submitted game of %s: error %v, want ErrDuplicate", key, err)
		}
	}
	lines, err := s.Entries(Board{Table: testTable, Source: Matches, Period: Today}, testNow, 10)
	if err != nil || len(lines) != 3 || lines[0].Player != "aaaa" || lines[2].Player != "cccc" {
		t.Errorf("Entries() = %+v, %v; want one for each player, in the order of Add", lines, err)
	}
}

// A match with a new player changes ratings only a little, and only a few wins per day against new players count.
// Otherwise, one person could create new players to win against.
func TestRatingsAgainstNewPlayers(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	n := 0
	addWin := func(winner, loser string, ended time.Time) Placing {
		n++
		g := testGame(signIn(t, s, winner).ID, n, 0, ended)
		g.Source, g.Measure, g.Other, g.SharedSeed, g.Score.Mode = Matches, ByRating, signIn(t, s,
			loser).ID, true, "arkanong"
		return addGame(t, s, g)
	}
	for i := range NewcomerMatches { // two established players, over several days
		if p := addWin("ann", "bob", testNow.AddDate(0, 0, i/MaxRatedMatches-9)); p.RatingGain == 0 {
			t.Fatalf("match %d between established players does not count: %+v", i, p)
		}
	}

	fullGain := 16 // gain between equal players
	if p := addWin("new 1", "new 2", testNow); p.RatingGain != fullGain {
		t.Errorf("match between new players: %+v, want a gain of %d", p, fullGain)
	}
	if p := addWin("new 1", "bob", testNow); p.RatingGain >= fullGain/2 || p.Ratings[1] < InitialRating-200 {
		t.Errorf("win of a new player: %+v, want a small gain", p)
	}

	// Only a few wins per day against new players count.
	sum := 0
	for i := range 3 * MaxRatedMatches { // matches against a friend who creates several accounts
		p := addWin("ann", "friend", testNow.Add(time.Duration(i)*time.Minute))
		sum += p.RatingGain
		if counts := i < MaxRatedMatches; counts != (p.RatingGain > 0) {
			t.Errorf("match %d against the friend: %+v, counts: %v", i, p, counts)
		}
		if i%2 == 0 {
			if err := s.Delete(signIn(t, s, "friend").ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if sum == 0 || sum > MaxRatedMatches*fullGain/NewcomerDivisor {
		t.Errorf("the wins of a day against a friend add %d points", sum)
	}

	// These limits do not affect other matches.
	if p := addWin("ann", "bob", testNow); p.RatingGain == 0 {
		t.Errorf("later match against an established player: %+v, want a gain", p)
	}
	if p := addWin("ann", "another", testNow.AddDate(0, 0, 2)); p.RatingGain == 0 {
		t.Errorf("match against a new player on another day: %+v, want a gain", p)
	}
}

// All games of an established player with new partners share one row. The row shows the partner of the best game.
func TestNewPartners(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "ann")
	n := 0
	for ; n < NewcomerGames; n++ {
		addGame(t, s, testGame(ann.ID, n, 1, testNow))
	}
	addCoop := func(player, other string, score int) Placing {
		n++
		g := testGame(signIn(t, s, player).ID, n, score, testNow)
		g.Source, g.Other, g.SharedSeed, g.Score.Mode = Matches, signIn(t, s, other).ID, true, "coop"
		return addGame(t, s, g)
	}
	for i := range 5 {
		addCoop("ann", fmt.Sprint("new ", i), 100+i)
	}
	addCoop("new 9", "ann", 90)
	if p := addCoop("new 1", "new 2", 50); p.Places[AllTime] != 2 {
		t.Errorf("game of two new players: %+v, want place 2", p)
	}
	board := Board{Table: testTable, Source: Matches, Period: AllTime}
	board.Mode = "coop"
	lines, err := s.Entries(board, testNow, 10)
	if err != nil || len(lines) != 2 || lines[0].Score != 104 || lines[0].Other != signIn(t, s, "new 4").Name ||
		lines[1].Score != 50 {
		t.Errorf("Entries() = %+v, %v; want one for Ann and one for two new players", lines, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if lines, err := s.Entries(board, testNow, 10); err != nil || len(lines) != 7 || !lines[0].Guest ||
		lines[0].Score != 104 || lines[5].Score != 90 {
		t.Errorf("after Ann was deleted: Entries() = %+v, %v; want one for each partner", lines, err)
	}
}

// After any sequence of Add, Delete and Prune with times in any order, each leaderboard contains the best game of each
// team in the correct order, and the placings match it.
func TestBoardsContainBestGames(t *testing.T) {
	if testing.Short() { // adds hundreds of games in one goroutine
		return
	}
	rng := rand.New(rand.NewPCG(1, 7))
	for round := range 4 {
		s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
		board := Board{Table: testTable, Source: Matches}

		// read returns the entries of the leaderboard, as IDs and scores.
		read := func(p Period, now time.Time) (text []string) {
			board.Period = p
			lines, err := s.Entries(board, now, 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lines {
				text = append(text, fmt.Sprint(l.ID, " ", l.Score))
			}
			return text
		}

		type row struct {
			id, ended int64
			merit     int
			team      string
		}

		// want returns the expected entries, which it computes from all games.
		want := func(p Period, now time.Time) (text []string) {
			rows, err := s.reader.Query("SELECT id, ended, merit, team FROM games WHERE merit > 0")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var all []row
			for rows.Next() {
				var r row
				if err := rows.Scan(&r.id, &r.ended, &r.merit, &r.team); err != nil {
					t.Fatal(err)
				}
				if ended := time.Unix(r.ended, 0); !ended.Before(p.Start(now)) &&
					(p == AllTime || p.Start(ended).Equal(p.Start(now))) {
					all = append(all, r)
				}
			}
			slices.SortFunc(all, func(a, b row) int { return cmp.Or(b.merit-a.merit, int(a.id-b.id)) })
			has := make(map[string]bool)
			for _, r := range all {
				if !has[r.team] {
					text = append(text, fmt.Sprint(r.id, " ", r.merit))
				}
				has[r.team] = true
			}
			return text
		}

		if _, err := s.writer.Exec("PRAGMA synchronous = OFF"); err != nil {
			t.Fatal(err)
		}
		players := []string{"aaaa", "bbbb", "cccc", "dddd", "eeee"}
		addGame(t, s, testGame(signIn(t, s, players[0]).ID, -1, 0, testNow))
		if _, err := s.writer.Exec("UPDATE players SET games = ?", NewcomerGames); err != nil { // established players
			t.Fatal(err)
		}

		// Execute random operations, and compare the leaderboards after each of them.
		for n := range 60 {
			ended := testNow.Add(time.Duration(rng.IntN(20*24)-10*24) * time.Hour)
			var p Placing
			switch rng.IntN(16) {
			case 0:
				if err := s.Delete(signIn(t, s, players[rng.IntN(len(players))]).ID); err != nil {
					t.Fatal(err)
				}
			case 1:
				if _, err := s.Prune(ended, rng.IntN(4)); err != nil {
					t.Fatal(err)
				}
			default:
				g := testGame(signIn(t, s, players[rng.IntN(len(players))]).ID, n, rng.IntN(9), ended)
				g.Source, g.SharedSeed = Matches, true
				if rng.IntN(2) == 0 {
					g.Other = signIn(t, s, players[rng.IntN(len(players))]).ID
				}
				g.Guest = g.Other == g.Player
				if g.Guest {
					g.Other = ""
				}
				p = addGame(t, s, g)
			}

			for i := range NumPeriods {
				got, want := read(i, ended), want(i, ended)
				if !slices.Equal(got, want) {
					t.Fatalf("round %d, step %d: entries of %s are %q, want %q", round, n, Periods[i].Name, got, want)
				}
				place := 1 +
					slices.IndexFunc(got, func(l string) bool { return strings.HasPrefix(l, fmt.Sprint(p.ID, " ")) })
				if p.ID != 0 && p.Places[i] != place {
					t.Fatalf("round %d: game %d has reported place %d of %s, want %d", round, n, p.Places[i],
						Periods[i].Name, place)
				}
			}
		}
	}
}

// RecentTables returns the most recently played tables, for ranked games under the current rules.
func TestRecentTables(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	addGame(t, s, testGame(signIn(t, s, "aaaa").ID, 1, 100, testNow))

	for range 9 { // 512 games in 128 tables
		if _, err := s.writer.Exec(`INSERT INTO games (player, team, paddle, ended, state, set_name, first_name,
			outcome, score, last, combo, ticks, seed,
				measure, merit, best, source, rules, set_hash, first, mode, difficulty, drops, assisted)
			SELECT player, team, paddle, abs(random() % 99), random(), 'set ' || abs(random() % 9), 'first', outcome,
				score, last, combo, ticks, seed,
				measure, abs(random() % 4), 0, abs(random() % 2), rules - (random() % 5 = 0),
				printf('%016x', abs(random() % 2)), 1 + abs(random() % 2), iif(random() % 2, 'campaign', 'zen'),
				iif(random() % 2, 'easy', 'hard'), 15 + abs(random() % 2), abs(random() % 2) FROM games`); err != nil {
			t.Fatal(err)
		}
	}

	for _, limit := range []int{1, 10, 1000} {
		for of := range Sources {
			rows, err := s.reader.Query(`SELECT set_name, set_hash, first, first_name, mode, difficulty, drops,
				assisted, rules
				FROM games WHERE source = ? AND rules = ? AND merit > 0 ORDER BY ended DESC, id DESC`, of, engine.Rules)
			if err != nil {
				t.Fatal(err)
			}

			// Select the last game of each table from all games.
			var want []progress.Table
			seen := make(map[progress.Table]bool)
			for rows.Next() {
				var t progress.Table
				err = errors.Join(err, rows.Scan(&t.Set, &t.Hash, &t.First, &t.FirstName, &t.Mode, &t.Difficulty,
					&t.Drops, &t.Assisted, &t.Rules))
				t.Clean()
				withoutSet := t
				withoutSet.Set = ""
				if !seen[withoutSet] && len(want) < limit {
					want = append(want, t)
				}
				seen[withoutSet] = true
			}
			if err := errors.Join(err, rows.Err()); err != nil {
				t.Fatal(err)
			}
			if got, err := s.RecentTables(Source(of), limit); err != nil || !slices.Equal(got, want) {
				t.Fatalf("RecentTables(%s, %d) = %v, %v; want %v", Sources[of].Name, limit, got, err, want)
			}
		}
	}
}

// The cost of reading a leaderboard or a place does not grow with the number of games, because each query is a range of
// an index.
func TestQueriesUseIndexes(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	for period, index := range map[Period]string{
		Today: "games_best_today", Week: "games_best_week",
		AllTime: "games_best_ever",
	} {
		args := append(tableArgs(testTable, Solo), periodArgs(period, testNow)...)
		for query, more := range map[string][]any{
			boardQuery(period): {10},
			countGamesQuery + tableCondition + periodConditions[period] + " AND g.merit > ?":              {100},
			countGamesQuery + tableCondition + periodConditions[period] + " AND g.merit = ? AND g.id < ?": {100, 7},
		} {
			plan := queryPlan(t, s, query, append(slices.Clone(args), more...))
			if !strings.Contains(plan, "SEARCH g USING") || !strings.Contains(plan, "INDEX "+index+" (") ||
				strings.Contains(plan, "SCAN") || strings.Contains(plan, "B-TREE") {
				t.Errorf("query %s\nhas the plan %s\nwant a search in index %s", query, plan, index)
			}
			if strings.HasPrefix(query, countGamesQuery) && !strings.Contains(plan, "COVERING INDEX") {
				t.Errorf("the index does not cover the query:\n%s\n%s", query, plan)
			}
		}
	}
	if plan := queryPlan(t, s, recentTablesQuery, []any{Solo, engine.Rules, 10}); strings.Count(plan,
		"games_by_table (source=? AND rules=?") != 2 ||
		!strings.Contains(plan, "AND (set_hash,first,mode,difficulty,drops,assisted,ended)<(") ||
		strings.Contains(plan, "SCAN g") {
		t.Errorf("plan for the recent tables:\n%s", plan)
	}
	if plan := queryPlan(t, s, strings.Replace(updateBestQuery, "@@", "team = ? AND best >= 1", 1),
		[]any{"aaaa"}); !strings.Contains(plan, "SEARCH games USING INDEX games_best_of (") ||
		strings.Contains(plan, "SCAN games") {
		t.Errorf("plan for updating a team's best games:\n%s", plan)
	}
}

// queryPlan returns SQLite's plan for a query.
func queryPlan(t *testing.T, s *DB, query string, args []any) (plan string) {
	t.Helper()
	rows, err := s.writer.Query("EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan += detail + "\n"
	}
	return plan
}
