package main

import (
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// TestDropsAreForLevelsWithoutTheirOwn checks that --drops is rejected in modes whose levels all set their own
// percentage.
func TestDropsAreForLevelsWithoutTheirOwn(t *testing.T) {
	flag := modeFlags[slices.IndexFunc(modeFlags[:], func(f modeFlag) bool { return f.name == "drops" })]
	for m := range engine.Modes {
		mode := engine.Mode(m)
		effect := slices.ContainsFunc(levels.PackFor(mode, 20261122, levels.Shipped()).Levels,
			func(l spec.Level) bool { return l.Drops == 0 })
		if got := flag.hasEffectIn(&engine.Modes[m]); got != effect {
			t.Errorf("mode %v: --drops is accepted: %v, but has an effect: %v", mode, got, effect)
		}
	}
}
