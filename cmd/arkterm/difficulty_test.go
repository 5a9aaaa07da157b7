package main

import (
	"slices"
	"testing"

	"arkterm/engine"
)

// What is chosen for the next game is what it is played with; nothing chosen is a
// medium game with drops.
func TestDifficultyAndDropsAreOfTheNextGame(t *testing.T) {
	var c choices
	var config engine.Config
	c.game(&config)
	if config.Difficulty != engine.Medium || config.Drops != 15 {
		t.Errorf("nothing chosen: difficulty %d, drops %d", config.Difficulty, config.Drops)
	}
	c.set[optDifficulty][byMenu], c.set[optDrops][byFlag] = "kids", "0"
	c.game(&config)
	if config.Difficulty != engine.Kids || config.Drops != 0 {
		t.Errorf("difficulty %d, drops %d", config.Difficulty, config.Drops)
	}
	if names := difficultyNames(); len(names) != 5 || names[0] != "medium" || slices.Contains(names, "") {
		t.Errorf("%q", names)
	}
}
