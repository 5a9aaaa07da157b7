package leaderboard

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
)

// own returns a game that is one of a player's own scores.
func own(player string, n, score int, ended time.Time) Game {
	g := game(player, n, score, ended)
	g.Personal = true
	return g
}

// tries adds a game and returns its placing, which an error may accompany.
func tries(t *testing.T, s *DB, g Game, want error) Placing {
	t.Helper()
	p, err := s.Add(g)
	if !errors.Is(err, want) {
		t.Errorf("%d points: error %v, want %v", g.Score.Score, err, want)
	}
	return p
}

func TestOwnScores(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := enter(t, s, "ann"), enter(t, s, "bob")
	place := func(p Placing, place, of int, best bool) {
		t.Helper()
		if p.Personal.Place != place || p.Personal.Of != of || p.Personal.Best != best {
			t.Errorf("%+v, want place %d of %d, best %v", p.Personal, place, of, best)
		}
	}
	place(tries(t, s, own(ann.ID, 1, 300, now), nil), 1, 1, true)
	place(tries(t, s, own(ann.ID, 2, 100, now), nil), 2, 2, false)
	place(tries(t, s, own(ann.ID, 3, 300, now), nil), 2, 3, false)
	place(tries(t, s, own(bob.ID, 4, 50, now), nil), 1, 1, true)

	private := own(ann.ID, 5, 400, now)
	private.Measure, private.Recording, private.Score.Outcome = Unranked, nil, progress.OutcomeLeft
	p := tries(t, s, private, nil)
	if place(p, 1, 4, true); p.ID != 0 || p.String() != "" {
		t.Errorf("an unranked game is ranked: %+v", p)
	}
	long := own(ann.ID, 6, 250, now)
	long.Recording = nil
	place(tries(t, s, long, ErrTooLong), 4, 5, false)
	none := own(ann.ID, 7, 0, now)
	if p := tries(t, s, none, nil); p.Personal.Scored {
		t.Errorf("no points: %+v", p.Personal)
	}

	pages, stats, err := s.Scores(ann.ID)
	if err != nil || len(pages) != 1 || stats.Games != 6 || stats.Points != 1350 {
		t.Fatalf("%d tables, %+v, %v", len(pages), stats, err)
	}
	var got []int
	for _, l := range pages[0].Scores {
		got = append(got, l.Score)
	}
	if want := []int{400, 300, 300, 250, 100}; !slices.Equal(got, want) || !pages[0].Scores[0].Best || pages[0].Scores[0].Name != ann.Name.String() {
		t.Errorf("%+v, want scores %v", pages[0].Scores, want)
	}
	for id, want := range map[string]int{ann.ID: 400, bob.ID: 50, "nobody": 0} {
		if best, err := s.BestScore(id, table); err != nil || best != want {
			t.Errorf("the best score of %s is %d, %v; want %d", id, best, err, want)
		}
	}
	if games, err := s.Games(ann.ID, 100); err != nil || len(games) != 4 {
		t.Errorf("%d ranked games, %v; want 4", len(games), err)
	}
}

// A game that the boards refuse is one of the player's own scores, but once only.
func TestOwnScoresOfGamesThatAreKnown(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := enter(t, s, "ann")
	tries(t, s, own(ann.ID, 1, 300, now), nil)
	tries(t, s, own(ann.ID, 1, 300, now), ErrDuplicate) // the same game, whose acknowledgement was lost
	if _, stats, err := s.Scores(ann.ID); err != nil || stats.Games != 1 {
		t.Errorf("%d games, %v; want 1", stats.Games, err)
	}
	if p := tries(t, s, own(ann.ID, 1, 300, now.Add(time.Minute)), ErrDuplicate); p.Personal.Place != 2 {
		t.Errorf("the same again, later: %+v", p)
	}
	seeded := own(ann.ID, 2, 200, now)
	seeded.Score.Seed = 1
	if p := tries(t, s, seeded, ErrKnownSeed); p.Personal.Place != 3 {
		t.Errorf("a known seed: %+v", p)
	}
	if _, stats, err := s.Scores(ann.ID); err != nil || stats.Games != 3 {
		t.Errorf("%d games, %v; want 3", stats.Games, err)
	}
	tries(t, s, own("nobody", 9, 1, now), ErrNoPlayer)
}

func TestOwnScoresHaveALimit(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := enter(t, s, "ann")
	old := new(progress.Results)
	for n := range maxResults {
		old.Apply(old.Next("", game(ann.ID, n, n+10, now).Score))
	}
	if err := s.ImportScores(ann.ID, old); err != nil {
		t.Fatal(err)
	}
	if p := tries(t, s, own(ann.ID, 5000, 5000, now), nil); p.Personal.Place != 1 || p.Personal.Of != maxResults {
		t.Errorf("%+v, want place 1 of %d", p.Personal, maxResults)
	}
	_, stats, err := s.Scores(ann.ID)
	if err != nil || stats.Games != maxResults+1 {
		t.Errorf("%d games, %v", stats.Games, err)
	}
}

// Results of a player's file are imported once.
func TestScoresAreImported(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := enter(t, s, "ann")
	old, err := ReadOldScores(oldScores(t, "v6.sql"))
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
		t.Errorf("%+v, %+v, %v", pages, stats, err)
	}
	all, err := s.Achievements(ann.ID)
	if err != nil || !slices.Equal(all, old.Achievements()) {
		t.Errorf("%+v, %v", all, err)
	}
	if err := s.ImportScores("nobody", old); err == nil {
		t.Error("imported for a player that does not exist")
	}
}

func TestAchievementsOfPlayers(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann, bob := enter(t, s, "ann"), enter(t, s, "bob")
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
	want := progress.Achievement{LevelKey: key, Stars: engine.StarCleared | engine.StarTime | engine.StarClean, Ticks: 500, Points: 1000}
	if err != nil || len(all) != 2 || all[0] != want {
		t.Errorf("%+v, %v; want %+v", all, err, want)
	}
	if all, err := s.Achievements(bob.ID); err != nil || len(all) != 0 {
		t.Errorf("bob has %+v, %v", all, err)
	}
	if err := s.Delete(ann.ID); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Achievements(ann.ID); err != nil || len(all) != 0 {
		t.Errorf("after the player was deleted: %+v, %v", all, err)
	}
}

// A new player gets the first name that is not reserved, and no player takes a reserved name.
func TestReservedNames(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "arcade.db"))
	first := names.Offered("ann", 0)
	s.Reserved = func(n names.Name) bool { return n == first }
	ann := enter(t, s, "ann")
	if want := names.Offered("ann", 1); ann.Name != want {
		t.Errorf("the player is called %s, want %s", ann.Name, want)
	}
	if err := s.Rename(ann.ID, first, true); !errors.Is(err, names.ErrReserved) {
		t.Errorf("renamed to a reserved name: %v", err)
	}
}
