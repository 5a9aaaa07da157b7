package app

import (
	"slices"
	"testing"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
)

// The chosen difficulty and percentage of drops apply to the next game. The defaults are medium and 15.
func TestDifficultyAndDropsApplyToTheNextGame(t *testing.T) {
	var c settings.Choices
	var config engine.Config
	c.ApplyToGame(&config)
	if config.Difficulty != engine.Medium || config.Drops != 15 {
		t.Errorf("default difficulty %d, drops %d; want %d, 15", config.Difficulty, config.Drops, engine.Medium)
	}
	c.Values[settings.Difficulty][settings.ByMenu], c.Values[settings.Drops][settings.ByFlag] = "kids", "0"
	c.ApplyToGame(&config)
	if config.Difficulty != engine.Kids || config.Drops != 0 {
		t.Errorf("difficulty %d, drops %d; want %d, 0", config.Difficulty, config.Drops, engine.Kids)
	}
	if o := &settings.Options[settings.Difficulty]; o.Values[0] != "medium" ||
		!slices.Equal(o.HelpValues(), []string{"kids", "very-easy", "easy", "medium", "hard"}) {
		t.Errorf("the default difficulty is %q, the listed ones are %q", o.Values[0], o.HelpValues())
	}
}
