package main

import (
	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/levels"
)

// featNotice begins the notice of what could not be kept, or read.
const featNotice = "progress not kept: "

// feats is what a session knows of the player's feats. What it has seen itself counts at once, whether
// or not a disk takes it.
type feats struct {
	of    map[scores.LevelKey]scores.Achievement
	keys  []scores.LevelKey // of the levels of the pack that they were asked for, without a difficulty …
	pack  *engine.Level     // … which begins with this one
	asked bool              // the kept ones were asked for
}

func (b *feats) add(f scores.Achievement) {
	if b.of == nil {
		b.of = map[scores.LevelKey]scores.Achievement{}
	}
	if old, ok := b.of[f.LevelKey]; ok {
		f = old.Better(f)
	}
	b.of[f.LevelKey] = f
}

// see has the keys of a pack's levels at hand.
func (b *feats) see(pack levels.Pack) {
	if b.pack == &pack.Levels[0] {
		return
	}
	b.pack, b.keys = &pack.Levels[0], make([]scores.LevelKey, len(pack.Levels))
	for i := range pack.Levels {
		b.keys[i] = scores.KeyOf(pack.Levels[i : i+1])
	}
}

// at returns the feat of the level at index i at a difficulty.
func (b *feats) at(i int, d engine.Difficulty) scores.Achievement {
	key := b.keys[i]
	key.Difficulty = d
	return b.of[key]
}

// open reports whether the level at index i may be played from the map: it was reached at any
// difficulty. The first one always is.
func (b *feats) open(i int) bool {
	key := b.keys[i]
	for key.Difficulty = engine.Kids; int(key.Difficulty) < len(engine.Difficulties); key.Difficulty++ {
		if _, ok := b.of[key]; ok {
			return true
		}
	}
	return i == 0
}

// achieve notes what has happened to a level of the player's game in the last tick: it was reached, as
// the one before it was left, or cleared. Only the campaign counts. With help a level is cleared, and
// earns nothing else.
func (s *session) achieve() {
	if !s.round.scored || s.round.game.Mode != engine.Campaign {
		return
	}
	for i := range s.round.game.Events {
		switch s.round.game.Events[i].Kind {
		case engine.LevelBegun:
			s.keepFeat(scores.Achievement{})
		case engine.LevelClear:
			f := scores.Achievement{Stars: s.round.game.Stars(), Ticks: s.round.game.Card.Ticks, Points: s.round.game.Card.Total()}
			if s.round.recording.Assisted {
				f = scores.Achievement{Stars: f.Stars & engine.StarCleared}
			}
			s.keepFeat(f)
		}
	}
}

// keepFeat has a feat kept, of the level that is played.
func (s *session) keepFeat(f scores.Achievement) {
	f.LevelKey = scores.KeyOf(s.round.pack.Levels[s.round.game.Level : s.round.game.Level+1])
	f.Difficulty = s.round.game.Easiest()
	before, known := s.feats.of[f.LevelKey]
	s.feats.add(f)
	if known && before == s.feats.of[f.LevelKey] {
		return
	}
	s.ask(scores.SaveAchievement{Achievement: f})
}

// askFeats has the kept feats read, once.
func (s *session) askFeats() {
	if !s.feats.asked {
		s.feats.asked = true
		s.ask(scores.ReadAchievements{})
	}
}
