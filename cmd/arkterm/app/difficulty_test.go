package app

import (
	"slices"
	"testing"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
)

// The chosen difficulty and drops apply to the next game. Without a choice, the game is of medium difficulty with
// drops.
func TestDifficultyAndDropsApplyToTheNextGame(t *testing.T) {
	var c settings.Choices
	var config engine.Config
	c.ApplyToGame(&config)
	if config.Difficulty != engine.Medium || config.Drops != 15 {
		t.Errorf("without a choice: difficulty %d, drops %d", config.Difficulty, config.Drops)
	}
	c.Set[settings.Difficulty][settings.ByMenu], c.Set[settings.Drops][settings.ByFlag] = "kids", "0"
	c.ApplyToGame(&config)
	if config.Difficulty != engine.Kids || config.Drops != 0 {
		t.Errorf("difficulty %d, drops %d", config.Difficulty, config.Drops)
	}
	if o := &settings.Options[settings.Difficulty]; o.Values[0] != "medium" ||
		!slices.Equal(o.Listed(), []string{"kids", "very-easy", "easy", "medium", "hard"}) {
		t.Errorf("default %q, listed %q", o.Values[0], o.Listed())
	}
}
