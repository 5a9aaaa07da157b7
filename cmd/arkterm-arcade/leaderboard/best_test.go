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
)

// Add accepts the same game from different players of a race, because they can, for example, all do nothing. It refuses
// a second identical game of the same player, and an identical submitted game.
func TestEqualGames(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	for _, key := range []string{"aaaa", "bbbb", "cccc"} {
		g := testGame(signIn(t, s, key).ID, 1, 100, testNow)
		g.Source, g.SharedSeed = Matches, true
		addGame(t, s, g)
		if _, err := s.Add(g); !errors.Is(err, ErrDuplicate) {
			t.Errorf("Add of a second identical game of %s: error %v, want ErrDuplicate", key, err)
		}
		g.Source = Submitted
		if _, err := s.Add(g); !errors.Is(err, ErrDuplicate) {
			t.Errorf("Add of an identical submitted game of %s: error %v, want ErrDuplicate", key, err)
		}
	}
	entries, err := s.Entries(Board{Table: testTable, Source: Matches, Period: Today}, testNow, 10)
	if err != nil || len(entries) != 3 || entries[0].Player != "aaaa" || entries[2].Player != "cccc" {
		t.Errorf("Entries() = %+v, %v; want 3, one for each player, in the order of Add", entries, err)
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
		g.Source, g.Measure, g.SharedSeed, g.Score.Mode = Matches, ByRating, true, "arkanong"
		g.Other = signIn(t, s, loser).ID
		return addGame(t, s, g)
	}
	for i := range NewcomerMatches { // two established players, over several days
		if p := addWin("ann", "bob", testNow.AddDate(0, 0, i/MaxRatedMatches-9)); p.RatingGain == 0 {
			t.Fatalf("Add of match %d between established players = %+v, want a rating gain", i, p)
		}
	}

	fullGain := 16 // gain between equal players
	if p := addWin("new 1", "new 2", testNow); p.RatingGain != fullGain {
		t.Errorf("Add of a match between new players = %+v, want a rating gain of %d", p, fullGain)
	}
	if p := addWin("new 1", "bob", testNow); p.RatingGain >= fullGain/2 || p.Ratings[1] < InitialRating-200 {
		t.Errorf("Add of a new player's win against an established player = %+v, want a rating gain below %d", p,
			fullGain/2)
	}

	// Only a few wins per day against new players count.
	totalGain := 0
	for i := range 3 * MaxRatedMatches { // matches against a friend who creates several accounts
		p := addWin("ann", "friend", testNow.Add(time.Duration(i)*time.Minute))
		totalGain += p.RatingGain
		if counts := i < MaxRatedMatches; counts != (p.RatingGain > 0) {
			t.Errorf("Add of win %d against the friend = %+v, want a rating gain: %v", i+1, p, counts)
		}
		if i%2 == 0 {
			if err := s.Delete(signIn(t, s, "friend").ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if limit := MaxRatedMatches * fullGain / NewcomerDivisor; totalGain == 0 || totalGain > limit {
		t.Errorf("the wins of a day against a friend add %d points, want 1 to %d", totalGain, limit)
	}

	// These limits do not affect other matches.
	if p := addWin("ann", "bob", testNow); p.RatingGain == 0 {
		t.Errorf("Add of a later match against an established player = %+v, want a rating gain", p)
	}
	if p := addWin("ann", "another", testNow.AddDate(0, 0, 2)); p.RatingGain == 0 {
		t.Errorf("Add of a match against a new player on another day = %+v, want a rating gain", p)
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
		t.Errorf("Add of a game of two new players = %+v, want place 2", p)
	}
	board := Board{Table: testTable, Source: Matches, Period: AllTime}
	board.Mode = "coop"
	entries, err := s.Entries(board, testNow, 10)
	if err != nil || len(entries) != 2 || entries[0].Score != 104 || entries[0].Other != signIn(t, s, "new 4").Name ||
		entries[1].Score != 50 {
		t.Errorf("Entries() = %+v, %v; want 2: one for Ann and one for two new players", entries, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if entries, err := s.Entries(board, testNow, 10); err != nil || len(entries) != 7 || !entries[0].WithGuest ||
		entries[0].Score != 104 || entries[5].Score != 90 {
		t.Errorf("after Ann was deleted: Entries() = %+v, %v; want one for each partner", entries, err)
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

		// read returns the entries of the leaderboard, each as "ID score".
		read := func(p Period, now time.Time) (text []string) {
			board.Period = p
			entries, err := s.Entries(board, now, 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range entries {
				text = append(text, fmt.Sprint(l.ID, " ", l.Score))
			}
			return text
		}

		type row struct {
			id, ended int64
			merit     int
			team      string
		}

		// computeEntries returns the expected entries. It computes them from the table of all games.
		computeEntries := func(p Period, now time.Time) (text []string) {
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
			hasEntry := make(map[string]bool)
			for _, r := range all {
				if !hasEntry[r.team] {
					text = append(text, fmt.Sprint(r.id, " ", r.merit))
				}
				hasEntry[r.team] = true
			}
			return text
		}

		disableSync(t, s)
		players := []string{"aaaa", "bbbb", "cccc", "dddd", "eeee"}
		addGame(t, s, testGame(signIn(t, s, players[0]).ID, -1, 0, testNow))
		if _, err := s.writer.Exec("UPDATE players SET games = ?", NewcomerGames); err != nil { // established players
			t.Fatal(err)
		}

		// Execute random operations, and compare the leaderboards after each of them. Periods from which Prune
		// has removed games are not compared.
		var prunedBefore time.Time // games that ended earlier may have been removed
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
				if ended.After(prunedBefore) {
					prunedBefore = ended
				}
			default:
				g := testGame(signIn(t, s, players[rng.IntN(len(players))]).ID, n, rng.IntN(9), ended)
				g.Source, g.SharedSeed = Matches, true
				if rng.IntN(2) == 0 {
					g.Other = signIn(t, s, players[rng.IntN(len(players))]).ID
				}
				g.WithGuest = g.Other == g.Player
				if g.WithGuest {
					g.Other = ""
				}
				p = addGame(t, s, g)
			}

			for i := range NumPeriods {
				if i != AllTime && !i.Start(ended).After(i.Start(prunedBefore)) {
					continue
				}
				got, want := read(i, ended), computeEntries(i, ended)
				if !slices.Equal(got, want) {
					t.Fatalf("round %d, step %d: Entries of %s = %q, want %q", round, n, Periods[i].Name, got, want)
				}
				place := 1 +
					slices.IndexFunc(got, func(l string) bool { return strings.HasPrefix(l, fmt.Sprint(p.ID, " ")) })
				if p.ID != 0 && p.Places[i] != place {
					t.Fatalf("round %d: Add of game %d reports place %d on the leaderboard %s, want %d", round, n,
						p.Places[i],
						Periods[i].Name, place)
				}
			}
		}
	}
}

// A player cannot create leaderboards by changing settings, because all games without the default settings share one
// leaderboard per source. Tables returns the tables with the most players first.
func TestTables(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	n := 0
	add := func(key string, change func(*Game)) {
		n++
		g := testGame(signIn(t, s, key).ID, n, 100*n, testNow)
		change(&g)
		addGame(t, s, g)
	}
	for range 2 {
		add("aaaa", func(g *Game) { g.Score.Difficulty = "hard" })
	}
	for _, key := range []string{"aaaa", "bbbb"} {
		add(key, func(*Game) {})
	}
	for drops := range 9 {
		add("aaaa", func(g *Game) { g.Score.DropPercent = drops })
		add("bbbb", func(g *Game) { g.Score.FirstLevel, g.Score.Assisted = 2+drops, true })
		add("cccc", func(g *Game) { g.Score.Mode = fmt.Sprint("storm ", 10+drops) })
	}
	for day := range 3 {
		add("dddd", func(g *Game) {
			g.Score.Mode, g.Score.SetName, g.Score.Hash = "daily", fmt.Sprint("Daily ", day), fmt.Sprintf("%016x", day)
		})
	}
	add("aaaa", func(g *Game) { g.Score.Rules-- })

	describeTables := func(limit int) (text string) {
		t.Helper()
		all, err := s.Tables(Solo, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range all {
			entries, err := s.Entries(Board{Table: table, Period: AllTime}, testNow, 10)
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintf("%s: %d players; ", TableTitle(table, Solo), len(entries))
		}
		return text
	}
	want := "Other settings: 3 players; Campaign, medium: 2 players; Daily 2, medium: 1 players; " +
		"Campaign, hard: 1 players; "
	if got := describeTables(10); got != want {
		t.Errorf("Tables(Solo, 10) = %s\nwant %s", got, want)
	}
	if got, want := describeTables(1), "Other settings: 3 players; "; got != want {
		t.Errorf("Tables(Solo, 1) = %s, want %s", got, want)
	}

	// Tables without games are not listed.
	for _, key := range []string{"aaaa", "cccc", "dddd"} {
		if err := s.Delete(signIn(t, s, key).ID); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := describeTables(10), "Other settings: 1 players; Campaign, medium: 1 players; "; got != want {
		t.Errorf("after players were deleted, Tables(Solo, 10) = %s, want %s", got, want)
	}
	if _, err := s.Prune(testNow, 0); err != nil {
		t.Fatal(err)
	}
	var boards int
	if err := s.reader.QueryRow("SELECT count(*) FROM boards").Scan(&boards); err != nil || boards != 2 {
		t.Errorf("after Prune, the table boards has %d rows, error %v; want 2", boards, err)
	}
}

// Removed games are on no leaderboard and in no list of players, and Prune keeps them for some time. RestoreGames
// restores their places.
func TestRemovedGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	s := openTestDB(t, path)
	ann, bob := signIn(t, s, "aaaa"), signIn(t, s, "bbbb")
	for n, id := range []string{ann.ID, ann.ID, bob.ID} {
		addGame(t, s, testGame(id, n, 100+n, testNow.AddDate(0, 0, -20)))
	}
	editor := openTestDB(t, path) // like the commands remove and restore, while a server is running
	rankedIDs := func() (text string) {
		t.Helper()
		entries, err := s.Entries(Board{Table: testTable, Period: AllTime}, testNow, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range entries {
			text += fmt.Sprint(l.ID, " ")
		}
		return text
	}

	if n, err := editor.RemoveGames([]int64{2, 3, 9}, testNow); n != 2 || err != nil || rankedIDs() != "1 " {
		t.Errorf("RemoveGames(2, 3, 9) = %d, %v, then games %son the leaderboard; want 2, then game 1", n, err,
			rankedIDs())
	}
	if n, err := editor.RemoveGames([]int64{2}, testNow); n != 0 || err != nil {
		t.Errorf("second RemoveGames(2) = %d, %v; want 0", n, err)
	}
	if _, _, err := s.Recording(2); !errors.Is(err, ErrNoGame) {
		t.Errorf("Recording of a removed game: error %v, want ErrNoGame", err)
	}
	if games, err := s.Games(bob.ID, 9); len(games) != 0 || err != nil {
		t.Errorf("Games(bob) = %+v, %v; want none", games, err)
	}
	if games, err := editor.AllGames(bob.ID, 9); len(games) != 1 || err != nil || !games[0].Removed {
		t.Errorf("AllGames(bob) = %+v, %v; want one removed game", games, err)
	}

	if n, err := s.Prune(testNow.Add(-time.Hour), 9); n != 0 || err != nil {
		t.Errorf("Prune before the removal = %d, %v; want 0", n, err)
	}
	if n, err := editor.RestoreGames([]int64{2, 3}); n != 2 || err != nil || rankedIDs() != "3 2 " {
		t.Errorf("RestoreGames(2, 3) = %d, %v, then games %son the leaderboard; want 2, then games 3 2", n, err,
			rankedIDs())
	}
	if _, err := editor.RemoveGames([]int64{3}, testNow); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Prune(testNow.Add(time.Hour), 1); n != 2 || err != nil {
		t.Errorf("Prune after the removal = %d, %v; want 2: the removed game 3, and game 1, which is not Ann's best", n,
			err)
	}
	if _, err := editor.GameByID(3); !errors.Is(err, ErrNoGame) {
		t.Errorf("GameByID of a deleted game: error %v, want ErrNoGame", err)
	}
}

// The number of a player's stored games per day is limited. The best games of leaderboards and games of other days
// stay.
func TestDailyGamesAreLimited(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	disableSync(t, s)
	ann := signIn(t, s, "aaaa")
	addGame(t, s, testGame(ann.ID, 1, 1, testNow.AddDate(0, 0, -1)))
	onlyHard := testGame(ann.ID, 2, 2, testNow)
	onlyHard.Score.Difficulty = "hard"
	addGame(t, s, onlyHard)
	for n := 3; n < MaxDailyGames+10; n++ {
		addGame(t, s, testGame(ann.ID, n, 2000-n%7, testNow))
	}
	worst := addGame(t, s, testGame(ann.ID, MaxDailyGames+10, 3, testNow))

	games, err := s.Games(ann.ID, 1000)
	if err != nil || len(games) != MaxDailyGames+1 {
		t.Fatalf("Games() returns %d games, %v; want %d", len(games), err, MaxDailyGames+1)
	}
	if last := games[len(games)-1]; last.Score != 1 || games[len(games)-2].Score != 2 {
		t.Errorf("the first two games are %+v and %+v, want the game of the day before with 1 point, and the game "+
			"on hard with 2 points", last, games[len(games)-2])
	}
	if worst.ID != 0 {
		t.Errorf("Add of the worst game of the day returns ID %d, want 0, because it is not stored", worst.ID)
	}
}

// The cost of reading a leaderboard or a place does not grow with the number of games, because each query is a range of
// an index.
func TestSQLiteQueriesUseIndexes(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	for _, test := range []struct {
		query string
		args  []any
		want  []string
	}{
		{boardQuery, []any{1, 2, 0, 10}, []string{"INDEX standings_by_merit (board=? AND period=? AND start=?)"}},
		{countStandingsQuery, []any{1, 2, 0, 100, 7, 9}, []string{
			"COVERING INDEX standings_by_merit (board=? AND period=? AND start=? AND merit>?)",
			"COVERING INDEX standings_by_merit (board=? AND period=? AND start=? AND merit=? AND game<?)",
		}},
		{countRatingsQuery, []any{"arkanong", "medium", 1500, "aaaa", 0, 9}, []string{
			"COVERING INDEX ratings_by_rating (mode=? AND difficulty=?",
		}},
		{ratingBoardQuery, []any{1, 2, 0, "arkanong", "medium", 10}, []string{
			"INDEX ratings_by_rating (mode=? AND difficulty=?)",
			"SEARCH s USING PRIMARY KEY (board=? AND team=? AND period=? AND start=?)",
		}},
		{
			"SELECT id FROM boards WHERE " + boardCondition, boardArgs(testTable, Solo),
			[]string{"INDEX sqlite_autoindex_boards"},
		},
		{strings.Replace(insertStandingsQuery, "@@", "board = ? AND team = ?", 1), []any{1, "aaaa"}, []string{
			"INDEX games_by_board (board=? AND team=?)",
		}},
	} {
		plan := queryPlan(t, s, test.query, test.args)
		for _, want := range test.want {
			if !strings.Contains(plan, want) {
				t.Errorf("query %s\nhas the plan %s\nwant a plan with %s", test.query, plan, want)
			}
		}
		for _, table := range []string{"games", "g", "s", "r", "standings", "ratings", "boards"} {
			if strings.Contains(plan+"\n", "SCAN "+table+"\n") {
				t.Errorf("query %s\nhas the plan %s\nwant a plan that does not read a whole table", test.query, plan)
			}
		}
	}
}

// queryPlan returns the lines of SQLite's EXPLAIN QUERY PLAN for a query.
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
