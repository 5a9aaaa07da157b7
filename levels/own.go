package levels

import (
	"embed"
	"fmt"

	"arkterm/engine"
)

//go:embed storm/*.level
var storm embed.FS

// Storm returns the levels that storms are played on.
func Storm() Pack {
	p, err := Load(storm, "storm")
	if err != nil {
		panic(fmt.Sprintf("levels: those of storms do not parse:\n%v", err))
	}
	p.Name, p.Sources = "Storm", nil
	return p
}

// Endless returns the one level of endless games. It is empty: the engine makes the rows.
func Endless() Pack {
	return Pack{Name: "Endless", Levels: []engine.Level{{Name: "Rows"}}}
}

// Of returns the levels that a mode has of its own; for a daily game, those of its day. Own
// is false if the mode is played on any levels.
func Of(m engine.Mode, day engine.Day) (p Pack, own bool) {
	switch m {
	case engine.Endless:
		return Endless(), true
	case engine.Storm:
		return Storm(), true
	case engine.Daily:
		return Daily(day), true
	case engine.Arkanong:
		return Arkanong(), true
	}
	return p, false
}

// For returns the levels that a mode is played on: its own, of a day where it has such, or those
// that were chosen.
func For(m engine.Mode, day engine.Day, chosen Pack) Pack {
	if own, ok := Of(m, day); ok {
		return own
	}
	return chosen
}

// Names returns the names of the levels of a pack.
func Names(pack Pack) (names []string) {
	for _, l := range pack.Levels {
		names = append(names, l.Name)
	}
	return names
}
