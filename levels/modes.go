package levels

import (
	"embed"
	"sync"

	"arkterm/engine"
	"arkterm/engine/spec"
)

//go:embed storm/*.level
var storm embed.FS

// Storm returns the levels of storms.
func Storm() Pack { return stormPack() }

var stormPack = embeddedPack(storm, "storm", "Storm")

//go:embed title/*.level
var title embed.FS

// Title returns the level that the bot plays on the title screen.
func Title() Pack { return titlePack() }

var titlePack = embeddedPack(title, "title", "Title")

// Endless returns the levels of endless games. The first level is empty. The engine takes the rows of the game from the
// other levels, whose difficulty increases.
func Endless() Pack { return endlessPack() }

var endlessPack = sync.OnceValue(func() Pack {
	p := Pack{Name: "Endless", Levels: []spec.Level{{Name: "Rows"}}}
	for n := range endlessDrawings {
		w := Request{
			Seed: uint64(n), Difficulty: 1 + n*MaxDifficulty/endlessDrawings,
			Symmetry: endlessGroups[n%len(endlessGroups)],
		}
		_, l := w.draft(0)
		p.Levels = append(p.Levels, *l)
	}
	return p
})

// endlessDrawings is the number of drawings in endless games.
const endlessDrawings = 30

// endlessGroups are the symmetries of successive drawings, repeated until all drawings have one. The list omits
// symmetries with drawings that have a lattice with another pitch.
var endlessGroups = [...]Group{mirrorGroup, bothGroup, mirrorGroup, noGroup, pointGroup}

// BossRush returns the levels of the campaign with a boss, in order.
func BossRush() Pack {
	p := Pack{Name: "Boss rush"}
	for _, l := range Shipped().Levels {
		if l.Boss.Kind != spec.NoBoss {
			p.Levels = append(p.Levels, l)
		}
	}
	return p
}

// modePacks contains the levels of modes that have their own levels.
var modePacks = [len(engine.Modes)]func(engine.Day) Pack{
	engine.Endless:  func(engine.Day) Pack { return Endless() },
	engine.Storm:    func(engine.Day) Pack { return Storm() },
	engine.Daily:    Daily,
	engine.BossRush: func(engine.Day) Pack { return BossRush() },
	engine.Arkanong: func(engine.Day) Pack { return Arkanong() },

	engine.Challenges: func(engine.Day) Pack { return Challenges() },
	engine.Shuffle:    shippedShuffle,
}

// ModePack returns the levels of a mode that has its own levels. The day selects the levels of a daily game. ok is
// false if the mode can be played on any levels.
func ModePack(m engine.Mode, day engine.Day) (p Pack, ok bool) {
	if modePacks[m] == nil {
		return p, false
	}
	return modePacks[m](day), true
}

// ModePacks returns the levels of all modes that have their own levels, except for daily games.
func ModePacks() (packs []Pack) {
	for m := range engine.Modes {
		if p, ok := ModePack(engine.Mode(m), 0); ok && !engine.Modes[m].Dated {
			packs = append(packs, p)
		}
	}
	return packs
}

// PackFor returns the levels for a mode. If the mode has its own levels, which may depend on the day, it returns these.
// Otherwise it returns the chosen levels.
func PackFor(m engine.Mode, day engine.Day, chosen Pack) Pack {
	if own, ok := ModePack(m, day); ok {
		return own
	}
	return chosen
}

// LevelNames returns the names of the levels of a pack.
func LevelNames(pack Pack) (names []string) {
	for _, l := range pack.Levels {
		names = append(names, l.Name)
	}
	return names
}
