package scores

import (
	"fmt"

	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
	"arkterm/engine/spec"
)

// An Achievement is the best that a player has done in a level, at a difficulty. It belongs to the level
// and not to the set that it is in: where levels are put into another order, or others are changed, it
// stays.
type Achievement struct {
	LevelKey
	Stars  engine.Stars // earned so far; none: it was reached
	Ticks  int          // in play: the best time, 0 where it was never cleared
	Points int          // the most that it brought
}

// Better returns the best of two achievements of one level.
func (f Achievement) Better(g Achievement) Achievement {
	f.Stars |= g.Stars
	f.Points = max(f.Points, g.Points)
	if f.Ticks == 0 || g.Ticks > 0 && g.Ticks < f.Ticks {
		f.Ticks = g.Ticks
	}
	return f
}

// Text says what the best of a level was.
func (f *Achievement) Text() string {
	if f.Ticks == 0 && f.Points == 0 {
		return "not cleared yet"
	}
	return fmt.Sprintf("best: %s, %d points", words.PlayTime(uint64(f.Ticks)), f.Points)
}

// A LevelKey says which level an achievement is of, and at which difficulty.
type LevelKey struct {
	Board      uint64 // spec.Digest of the level alone
	Name       string // of the level: two of a set may have the same board
	Difficulty engine.Difficulty
}

// KeyOf returns the key of the only one of levels, without a difficulty.
func KeyOf(levels []spec.Level) LevelKey {
	return LevelKey{Board: spec.Digest(levels), Name: levels[0].Name}
}
