package leaderboard

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// personalGame returns a game that counts for the player's personal scores.
func personalGame(player string, n, score int, ended time.Time) Game {
	g := testGame(player, n, score, ended)
	g.Personal = true
	return g
}

// addWithError adds a game, checks the error, and returns the placing, which can be valid despite an error.
func addWithError(t *testing.T, s *DB, g Game, want error) Placing {
	t.Helper()
	p, err := s.Add(g)
	if !errors.Is(err, want) {
		t.Errorf("Add of a personal game with %d points: error %v, want %v", g.Score.Score, err, want)
	}
	return p
}

func TestPersonalScores(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := signIn(t, s, "ann"), signIn(t, s, "bob")
	checkPlace := func(p Placing, place, of int, best bool) {
		t.Helper()
		if p.Personal.Place != place || p.Personal.NumScores != of || p.Personal.Best != best {
			t.Errorf("the personal placing is %+v, want place %d of %d, best: %v", p.Personal, place, of, best)
		}
	}
	checkPlace(addWithError(t, s, personalGame(ann.ID, 1, 300, testNow), nil), 1, 1, true)
	checkPlace(addWithError(t, s, personalGame(ann.ID, 2, 100, testNow), nil), 2, 2, false)
	checkPlace(addWithError(t, s, personalGame(ann.ID, 3, 300, testNow), nil), 2, 3, false)
	checkPlace(addWithError(t, s, personalGame(bob.ID, 4, 50, testNow), nil), 1, 1, true)

	private := personalGame(ann.ID, 5, 400, testNow)
	private.Measure, private.Recording, private.Score.Outcome = PersonalOnly, nil, progress.OutcomeLeft
	p := addWithError(t, s, private, nil)
	if checkPlace(p, 1, 4, true); p.ID != 0 || p.String() != "" {
		t.Errorf("Add of an unranked game = %+v, want only a personal place", p)
	}
	long := personalGame(ann.ID, 6, 250, testNow)
	long.Recording = nil
	checkPlace(addWithError(t, s, long, ErrTooLong), 4, 5, false)
	withoutPoints := personalGame(ann.ID, 7, 0, testNow)
	if p := addWithError(t, s, withoutPoints, nil); p.Personal.Scored {
		t.Errorf("Add of a game without points returns the personal placing %+v, want none", p.Personal)
	}

	pages, stats, err := s.Scores(ann.ID)
	if err != nil || len(pages) != 1 || stats.Games != 6 || stats.Points != 1350 {
		t.Fatalf("Scores() = %d tables, %+v, %v; want 1 table, 6 games and 1,350 points", len(pages), stats, err)
	}
	var got []int
	for _, l := range pages[0].Scores {
		got = append(got, l.Score)
	}
	if want := []int{400, 300, 300, 250, 100}; !slices.Equal(got, want) || !pages[0].Scores[0].PersonalBest ||
		pages[0].Scores[0].Name != ann.Name.String() {
		t.Errorf("the personal scores are %+v, want %v", pages[0].Scores, want)
	}
	for id, want := range map[string]int{ann.ID: 400, bob.ID: 50, "nobody": 0} {
		if best, err := s.BestScore(id, testTable); err != nil || best != want {
			t.Errorf("BestScore(%s) = %d, %v; want %d", id, best, err, want)
		}
	}
	if games, err := s.Games(ann.ID, 100); err != nil || len(games) != 4 {
		t.Errorf("Games() returns %d games, %v; want 4", len(games), err)
	}
}

// A duplicate game or a game with a known seed is not ranked, but counts for the personal scores once.
func TestPersonalScoresOfUnrankedGames(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "ann")
	addWithError(t, s, personalGame(ann.ID, 1, 300, testNow), nil)
	// The same game is added again, for example after a lost acknowledgement.
	addWithError(t, s, personalGame(ann.ID, 1, 300, testNow), ErrDuplicate)
	if _, stats, err := s.Scores(ann.ID); err != nil || stats.Games != 1 {
		t.Errorf("the statistics count %d games, %v; want 1", stats.Games, err)
	}
	if p := addWithError(t, s, personalGame(ann.ID, 1, 300, testNow.Add(time.Minute)),
		ErrDuplicate); p.Personal.Place != 2 {
		t.Errorf("Add of the same game with a later time = %+v, want personal place 2", p)
	}
	seeded := personalGame(ann.ID, 2, 200, testNow)
	seeded.Score.Seed = 1
	if p := addWithError(t, s, seeded, ErrKnownSeed); p.Personal.Place != 3 {
		t.Errorf("Add of a game with a known seed = %+v, want personal place 3", p)
	}
	if _, stats, err := s.Scores(ann.ID); err != nil || stats.Games != 3 {
		t.Errorf("the statistics count %d games, %v; want 3", stats.Games, err)
	}
	addWithError(t, s, personalGame("nobody", 9, 1, testNow), ErrNoPlayer)
}

func TestMaxResults(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "ann")
	old := new(progress.Results)
	for n := range maxResults {
		old.Apply(old.NewGameRecord("", testGame(ann.ID, n, n+10, testNow).Score))
	}
	if err := s.ImportScores(ann.ID, old); err != nil {
		t.Fatal(err)
	}
	if p := addWithError(t, s, personalGame(ann.ID, 5000, 5000, testNow), nil); p.Personal.Place != 1 ||
		p.Personal.NumScores != maxResults {
		t.Errorf("Add of the best game returns the personal placing %+v, want place 1 of %d", p.Personal, maxResults)
	}
	_, stats, err := s.Scores(ann.ID)
	if err != nil || stats.Games != maxResults+1 {
		t.Errorf("Scores() contains %d games, %v; want %d", stats.Games, err, maxResults+1)
	}
}

// Earlier results of a player are imported only once.
func TestImportScores(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "ann")
	old, err := ReadOldScores(createOldScores(t, "v6.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.ImportScores(ann.ID, old); err != nil {
			t.Fatal(err)
		}
	}
	pages, stats, err := s.Scores(ann.ID)
	if err != nil || len(pages) != 2 || stats != old.Statistics() || pages[0].Scores[1].Replay != "a.ark" {
		t.Errorf("after two imports: Scores() = %+v, %+v, %v; want the results of one import", pages, stats, err)
	}
	all, err := s.Achievements(ann.ID)
	if err != nil || !slices.Equal(all, old.Achievements()) {
		t.Errorf("Achievements() = %+v, %v; want %+v", all, err, old.Achievements())
	}
	if err := s.ImportScores("nobody", old); err == nil {
		t.Error("ImportScores for an unknown player: no error")
	}
}

func TestAchievements(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := signIn(t, s, "ann"), signIn(t, s, "bob")
	key := progress.LevelKey{Board: 7, Name: "A", Difficulty: engine.Hard}
	for _, a := range []progress.Achievement{
		{LevelKey: key, Stars: engine.StarCleared | engine.StarTime, Ticks: 500, Points: 900},
		{LevelKey: key, Stars: engine.StarClean, Ticks: 600, Points: 1000},
		{LevelKey: progress.LevelKey{Board: 7, Name: "B", Difficulty: engine.Hard}, Stars: engine.StarCleared},
	} {
		if err := s.SaveAchievement(ann.ID, a); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.Achievements(ann.ID)
	want := progress.Achievement{
		LevelKey: key, Stars: engine.StarCleared | engine.StarTime | engine.StarClean,
		Ticks: 500, Points: 1000,
	}
	if err != nil || len(all) != 2 || all[0] != want {
		t.Errorf("Achievements() = %+v, %v; want 2, and the first is %+v", all, err, want)
	}
	if all, err := s.Achievements(bob.ID); err != nil || len(all) != 0 {
		t.Errorf("Achievements of another player = %+v, %v; want none", all, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Achievements(ann.ID); err != nil || len(all) != 0 {
		t.Errorf("Achievements of a deleted player = %+v, %v; want none", all, err)
	}
}

// A new player gets the first default name that is not reserved, and a player cannot choose a reserved name.
func TestReservedNames(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	first := DefaultName("ann", 0)
	s.IsReserved = func(n Name) bool { return n == first }
	ann := signIn(t, s, "ann")
	if want := DefaultName("ann", 1); ann.Name != want {
		t.Errorf("SignIn returns the default name %s, want %s", ann.Name, want)
	}
	if err := s.Rename(ann.ID, first, true); !errors.Is(err, ErrNameReserved) {
		t.Errorf("Rename to a reserved name: error %v, want ErrNameReserved", err)
	}
}
