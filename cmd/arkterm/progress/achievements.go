package progress

import (
	"fmt"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// An Achievement is the player's best result in a level at one difficulty. It identifies the level by the content of
// the level. Therefore, it remains valid if the level moves to another position or other levels change.
type Achievement struct {
	LevelKey
	Stars  engine.Stars // stars earned so far; none if the player has reached the level but not cleared it
	Ticks  int          // shortest time in which the level was cleared; 0 if unknown
	Points int          // most points earned in the level
}

// Merge combines two achievements in the same level. The result has the stars of both achievements, the shorter time
// and the higher points.
func (f Achievement) Merge(g Achievement) Achievement {
	f.Stars |= g.Stars
	f.Points = max(f.Points, g.Points)
	if f.Ticks == 0 || g.Ticks > 0 && g.Ticks < f.Ticks {
		f.Ticks = g.Ticks
	}
	return f
}

// Text describes the achievement: the best time and points, or only whether the level was cleared. Time and points are
// unknown if the player has cleared the level only with assists or under other rules.
func (f *Achievement) Text() string {
	switch {
	case f.Ticks == 0 && f.Points == 0 && f.Stars == 0:
		return text.Map.NotCleared
	case f.Ticks == 0 && f.Points == 0:
		return text.Map.Cleared
	}
	return fmt.Sprintf(text.Map.Best, text.PlayTime(uint64(f.Ticks)), text.Number(f.Points))
}

// A LevelKey identifies the level and difficulty of an achievement.
type LevelKey struct {
	Board      uint64 // spec.Digest of the level alone
	Name       string // level name, because two levels of a set may have the same board
	Difficulty engine.Difficulty
}

// LevelKeyOf returns the key of the only level in levels. The caller sets Difficulty.
//
//go:noinline // would be copied into many callers
func LevelKeyOf(levels []spec.Level) LevelKey {
	return LevelKey{Board: spec.Digest(levels), Name: levels[0].Name}
}
