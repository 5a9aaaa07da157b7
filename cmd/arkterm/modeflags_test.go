package main

import (
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// --drops sets the drops of levels that do not set their own. It is refused in the modes that have no such level.
func TestDropsAreForLevelsWithoutTheirOwn(t *testing.T) {
	flag := modeFlags[slices.IndexFunc(modeFlags[:], func(f modeFlag) bool { return f.name == "drops" })]
	for m := range engine.Modes {
		mode := engine.Mode(m)
		effect := slices.ContainsFunc(levels.For(mode, 20261122, levels.Shipped()).Levels, func(l spec.Level) bool { return l.Drops == 0 })
		if got := flag.in(&engine.Modes[m]); got != effect {
			t.Errorf("%v: --drops is accepted: %v; it has an effect: %v", mode, got, effect)
		}
	}
}
