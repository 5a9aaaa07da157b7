package levels

import (
	"embed"

	"arkterm/engine"
	"arkterm/engine/spec"
)

//go:embed storm/*.level
var storm embed.FS

// Storm returns the levels that storms are played on.
func Storm() Pack { return stormPack() }

var stormPack = embeddedPack(storm, "storm", "Storm")

//go:embed title/*.level
var title embed.FS

// Title returns the one level that the bot plays behind the title: hexagons everywhere.
func Title() Pack { return titlePack() }

var titlePack = embeddedPack(title, "title", "Title")

// Endless returns the one level of endless games. It is empty: the engine makes the rows.
func Endless() Pack {
	return Pack{Name: "Endless", Levels: []spec.Level{{Name: "Rows"}}}
}

// BossRush returns the levels of the campaign that have a boss, in their order.
func BossRush() Pack {
	p := Pack{Name: "Boss rush"}
	for _, l := range Shipped().Levels {
		if l.Boss.Kind != spec.NoBoss {
			p.Levels = append(p.Levels, l)
		}
	}
	return p
}

// own are the levels that modes have of their own. A mode that has such is a row here.
var modePacks = [len(engine.Modes)]func(engine.Day) Pack{
	engine.Endless:  func(engine.Day) Pack { return Endless() },
	engine.Storm:    func(engine.Day) Pack { return Storm() },
	engine.Daily:    Daily,
	engine.BossRush: func(engine.Day) Pack { return BossRush() },
	engine.Arkanong: func(engine.Day) Pack { return Arkanong() },

	engine.Challenges: func(engine.Day) Pack { return Challenges() },
	engine.Shuffle:    shippedShuffle,
}

// Of returns the levels that a mode has of its own; for a daily game, those of its day. Ok
// is false if the mode is played on any levels.
func ModePack(m engine.Mode, day engine.Day) (p Pack, ok bool) {
	if modePacks[m] == nil {
		return p, false
	}
	return modePacks[m](day), true
}

// Own returns the levels of all modes that have such, but for those of a day.
func ModePacks() (packs []Pack) {
	for m := range engine.Modes {
		if p, ok := ModePack(engine.Mode(m), 0); ok && !engine.Modes[m].Dated {
			packs = append(packs, p)
		}
	}
	return packs
}

// For returns the levels that a mode is played on: its own, of a day where it has such, or those
// that were chosen.
func PackFor(m engine.Mode, day engine.Day, chosen Pack) Pack {
	if own, ok := ModePack(m, day); ok {
		return own
	}
	return chosen
}

// Names returns the names of the levels of a pack.
func LevelNames(pack Pack) (names []string) {
	for _, l := range pack.Levels {
		names = append(names, l.Name)
	}
	return names
}
