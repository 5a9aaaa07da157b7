package main

import (
	"strings"
	"testing"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/levels"
)

// TestLevelListShowsAchievements checks that the list has the stars and the best results of the given difficulty.
func TestLevelListShowsAchievements(t *testing.T) {
	in, pack := store.Folders{State: t.TempDir()}, levels.Shipped()
	got := progress.Achievement{
		LevelKey: progress.LevelKeyOf(pack.Levels[2:3]), Stars: engine.StarCleared | engine.StarClean,
		Ticks: 61 * engine.TicksPerSecond, Points: 23456,
	}
	got.Difficulty = engine.Hard
	if err := store.NewScoreFile(in.ScoresFile()).SaveAchievement("", got); err != nil {
		t.Fatal(err)
	}

	for _, difficulty := range []engine.Difficulty{engine.Medium, engine.Hard} {
		all, err := listLevels(in, pack, difficulty)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := printLevels(&b, all, false); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if has := strings.Contains(text, "★★☆☆  best  1:01   23,456\n"); has != (difficulty == engine.Hard) ||
			strings.Count(text, "best") != strings.Count(text, "★★") {
			t.Errorf("list at %v, want two stars and the best result at hard only:\n%s", difficulty, text)
		}
	}
}

// TestLevelListHidesStarsWithoutPar removes the par score from a level whose star for points was earned. The level
// stays the same, because its digest does not include pars.
func TestLevelListHidesStarsWithoutPar(t *testing.T) {
	in, pack := store.Folders{State: t.TempDir()}, levels.Shipped()
	pack.Levels = pack.Levels[:1:1]
	key := progress.LevelKeyOf(pack.Levels)
	key.Difficulty = engine.Medium
	earned := progress.Achievement{LevelKey: key, Stars: engine.AllStars}
	if err := store.NewScoreFile(in.ScoresFile()).SaveAchievement("", earned); err != nil {
		t.Fatal(err)
	}

	pack.Levels[0].ParScore = 0
	all, err := listLevels(in, pack, engine.Medium)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := printLevels(&b, all, false); err != nil || !strings.Contains(b.String(), " ★★★\n") {
		t.Errorf("list (%v), want three stars:\n%s", err, b.String())
	}
}
