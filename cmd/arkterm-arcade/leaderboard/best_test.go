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
		g := game(signIn(t, s, key).ID, 1, 100, now)
		g.Source, g.SharedSeed = Matches, true
		add(t, s, g)
		if _, err := s.Add(g); !errors.Is(err, ErrDuplicate) {
			t.Errorf("second game of %s: error %v, want ErrDuplicate", key, err)
		}
		g.Source = Submitted
		if _, err := s.Add(g); !errors.Is(err, ErrDuplicate) {
			t.Errorf("submitted game of %s: error %v, want ErrDuplicate", key, err)
		}
	}
	lines, err := s.Entries(Board{Table: table, Source: Matches, Period: Today}, now, 10)
	if err != nil || len(lines) != 3 || lines[0].Player != "aaaa" || lines[2].Player != "cccc" {
		t.Errorf("entries %+v, error %v", lines, err)
	}
}

// A match with a new player changes ratings only a little, and few wins per day against new players count, because one
// person can create all of them.
func TestRatingsAgainstNewPlayers(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	n := 0
	won := func(winner, loser string, ended time.Time) Placing {
		n++
		g := game(signIn(t, s, winner).ID, n, 0, ended)
		g.Source, g.Measure, g.Other, g.SharedSeed, g.Score.Mode = Matches, ByRating, signIn(t, s,
			loser).ID, true, "arkanong"
		return add(t, s, g)
	}
	for i := range NewcomerMatches { // two established players, over several days
		if p := won("ann", "bob", now.AddDate(0, 0, i/MaxRatedMatches-9)); p.RatingGain == 0 {
			t.Fatalf("match %d does not count: %+v", i, p)
		}
	}
	full := 16 // gain between equal players
	if p := won("new 1", "new 2", now); p.RatingGain != full {
		t.Errorf("match between new players: %+v", p)
	}
	if p := won("new 1", "bob", now); p.RatingGain >= full/2 || p.Ratings[1] < InitialRating-200 {
		t.Errorf("win of a new player: %+v", p)
	}
	sum := 0
	for i := range 3 * MaxRatedMatches { // a friend who deletes the account and creates a new one
		p := won("ann", "friend", now.Add(time.Duration(i)*time.Minute))
		sum += p.RatingGain
		if counts := i < MaxRatedMatches; counts != (p.RatingGain > 0) {
			t.Errorf("match %d against the friend: %+v", i, p)
		}
		if i%2 == 0 {
			if err := s.Delete(signIn(t, s, "friend").ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if sum == 0 || sum > MaxRatedMatches*full/NewcomerDivisor {
		t.Errorf("the wins of a day against a friend are worth %d points", sum)
	}
	if p := won("ann", "bob", now); p.RatingGain == 0 {
		t.Errorf("match against an established player: %+v", p)
	}
	if p := won("ann", "another", now.AddDate(0, 0, 2)); p.RatingGain == 0 {
		t.Errorf("match on another day: %+v", p)
	}
}

// All partners who are new players share one row with their common partner. The row shows the partner of the best game.
func TestNewPartners(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "ann")
	n := 0
	for ; n < NewcomerGames; n++ {
		add(t, s, game(ann.ID, n, 1, now))
	}
	with := func(player, other string, score int) Placing {
		n++
		g := game(signIn(t, s, player).ID, n, score, now)
		g.Source, g.Other, g.SharedSeed, g.Score.Mode = Matches, signIn(t, s, other).ID, true, "coop"
		return add(t, s, g)
	}
	for i := range 5 {
		with("ann", fmt.Sprint("new ", i), 100+i)
	}
	with("new 9", "ann", 90)
	if p := with("new 1", "new 2", 50); p.Places[AllTime] != 2 {
		t.Errorf("game of two new players: %+v", p)
	}
	at := Board{Table: table, Source: Matches, Period: AllTime}
	at.Mode = "coop"
	lines, err := s.Entries(at, now, 10)
	if err != nil || len(lines) != 2 || lines[0].Score != 104 || lines[0].Other != signIn(t, s, "new 4").Name ||
		lines[1].Score != 50 {
		t.Errorf("entries %+v, error %v", lines, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if lines, err := s.Entries(at, now, 10); err != nil || len(lines) != 7 || !lines[0].Guest ||
		lines[0].Score != 104 || lines[5].Score != 90 {
		t.Errorf("after Ann was deleted, each partner has a row: %+v, %v", lines, err)
	}
}

// After any sequence of additions, deletions and prunings, in any order of time, each leaderboard contains the best
// game of each team in the correct order, and the reported places match it.
func TestBoardsContainBestGames(t *testing.T) {
	if testing.Short() { // hundreds of games and leaderboards, in one goroutine
		return
	}
	rng := rand.New(rand.NewPCG(1, 7))
	for round := range 4 {
		s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
		at := Board{Table: table, Source: Matches}
		read := func(p Period, now time.Time) (text []string) {
			at.Period = p
			lines, err := s.Entries(at, now, 1000)
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
		add(t, s, game(signIn(t, s, players[0]).ID, -1, 0, now))
		if _, err := s.writer.Exec("UPDATE players SET games = ?", NewcomerGames); err != nil { // established players
			t.Fatal(err)
		}
		for n := range 60 {
			ended := now.Add(time.Duration(rng.IntN(20*24)-10*24) * time.Hour)
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
				g := game(signIn(t, s, players[rng.IntN(len(players))]).ID, n, rng.IntN(9), ended)
				g.Source, g.SharedSeed = Matches, true
				if rng.IntN(2) == 0 {
					g.Other = signIn(t, s, players[rng.IntN(len(players))]).ID
				}
				g.Guest = g.Other == g.Player
				if g.Guest {
					g.Other = ""
				}
				p = add(t, s, g)
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
	add(t, s, game(signIn(t, s, "aaaa").ID, 1, 100, now))
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
			var want []progress.Table
			seen := make(map[progress.Table]bool)
			for rows.Next() {
				var t progress.Table
				err = errors.Join(err, rows.Scan(&t.Set, &t.Hash, &t.First, &t.FirstName, &t.Mode, &t.Difficulty,
					&t.Drops, &t.Assisted, &t.Rules))
				t.Clean()
				bare := t
				bare.Set = ""
				if !seen[bare] && len(want) < limit {
					want = append(want, t)
				}
				seen[bare] = true
			}
			if err := errors.Join(err, rows.Err()); err != nil {
				t.Fatal(err)
			}
			if got, err := s.RecentTables(Source(of), limit); err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d tables of %s: %v, %v, want %v", limit, Sources[of].Name, got, err, want)
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
		args := append(tableArgs(table, Solo), periodArgs(period, now)...)
		for query, more := range map[string][]any{
			boardQuery(period): {10},
			countGames + sameTable + periodConditions[period] + " AND g.merit > ?":              {100},
			countGames + sameTable + periodConditions[period] + " AND g.merit = ? AND g.id < ?": {100, 7},
		} {
			plan := planOf(t, s, query, append(slices.Clone(args), more...))
			if !strings.Contains(plan, "SEARCH g USING") || !strings.Contains(plan, "INDEX "+index+" (") ||
				strings.Contains(plan, "SCAN") || strings.Contains(plan, "B-TREE") {
				t.Errorf("%s\n%s", query, plan)
			}
			if strings.HasPrefix(query, countGames) && !strings.Contains(plan, "COVERING INDEX") {
				t.Errorf("the index does not cover the query:\n%s\n%s", query, plan)
			}
		}
	}
	if plan := planOf(t, s, recentTablesQuery, []any{Solo, engine.Rules, 10}); strings.Count(plan,
		"games_by_table (source=? AND rules=?") != 2 ||
		!strings.Contains(plan, "AND (set_hash,first,mode,difficulty,drops,assisted,ended)<(") ||
		strings.Contains(plan, "SCAN g") {
		t.Errorf("plan for the recent tables:\n%s", plan)
	}
	if plan := planOf(t, s, strings.Replace(updateBestQuery, "@@", "team = ? AND best >= 1", 1),
		[]any{"aaaa"}); !strings.Contains(plan, "SEARCH games USING INDEX games_best_of (") ||
		strings.Contains(plan, "SCAN games") {
		t.Errorf("plan for updating a team's best games:\n%s", plan)
	}
}

// planOf returns SQLite's plan for a query.
func planOf(t *testing.T, s *DB, query string, args []any) (plan string) {
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
