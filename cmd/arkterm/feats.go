package main

import (
	"fmt"
	"strconv"

	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
	"arkterm/levels"
)

// A feat is what a player has come to in a level, at a difficulty. It belongs to the level and not
// to the set that it is in: where levels are put into another order, or others are changed, it stays.
type feat struct {
	featKey
	Stars  engine.Stars // earned so far; none: it was reached
	Ticks  int          // in play: the best time, 0 where it was never cleared
	Points int          // the most that it brought
}

// A featKey is what a feat is of.
type featKey struct {
	board      uint64 // engine.Digest of the level alone
	name       string // of the level: two of a set may have the same board
	difficulty engine.Difficulty
}

// better returns the best of two feats of one level.
func (f feat) better(g feat) feat {
	f.Stars |= g.Stars
	f.Points = max(f.Points, g.Points)
	if f.Ticks == 0 || g.Ticks > 0 && g.Ticks < f.Ticks {
		f.Ticks = g.Ticks
	}
	return f
}

// Achieve keeps a feat, as far as it is better than what is there.
func (s *scoreStore) Achieve(f feat) error {
	_, err := s.db.Exec(`
		INSERT INTO feats (board, name, difficulty, stars, ticks, points) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET stars = stars | excluded.stars,
			ticks = CASE WHEN ticks = 0 OR excluded.ticks > 0 AND excluded.ticks < ticks THEN excluded.ticks ELSE ticks END,
			points = max(points, excluded.points)`,
		engine.HashText(f.board), f.name, engine.Difficulties[f.difficulty].Name, int(f.Stars), f.Ticks, f.Points)
	return err
}

// Feats returns all that were kept, but for those that make no sense.
func (s *scoreStore) Feats() (all []feat, err error) {
	rows, err := s.db.Query("SELECT board, name, difficulty, stars, ticks, points FROM feats ORDER BY board, name, difficulty")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f feat
		var board, difficulty string
		var stars int
		if err := rows.Scan(&board, &f.name, &difficulty, &stars, &f.Ticks, &f.Points); err != nil {
			return nil, err
		}
		var bad, worse error
		f.board, bad = strconv.ParseUint(board, 16, 64)
		f.difficulty, worse = engine.DifficultyNamed(difficulty)
		if bad != nil || worse != nil || f.Ticks < 0 || f.Points < 0 {
			continue
		}
		f.Stars = engine.Stars(stars) & engine.AllStars
		all = append(all, f)
	}
	return all, rows.Err()
}

// featNotice begins the notice of what could not be kept, or read.
const featNotice = "progress not kept: "

// feats is what a session knows of the player's feats. What it has seen itself counts at once, whether
// or not a disk takes it.
type feats struct {
	of    map[featKey]feat
	keys  []featKey     // of the levels of the pack that they were asked for, without a difficulty …
	pack  *engine.Level // … which begins with this one
	asked bool          // the kept ones were asked for
}

func (b *feats) add(f feat) {
	if b.of == nil {
		b.of = map[featKey]feat{}
	}
	if old, ok := b.of[f.featKey]; ok {
		f = old.better(f)
	}
	b.of[f.featKey] = f
}

// keyOfLevel returns the key of the only one of levels, without a difficulty.
func keyOfLevel(levels []engine.Level) featKey {
	return featKey{board: engine.Digest(levels), name: levels[0].Name}
}

// see has the keys of a pack's levels at hand.
func (b *feats) see(pack levels.Pack) {
	if b.pack == &pack.Levels[0] {
		return
	}
	b.pack, b.keys = &pack.Levels[0], make([]featKey, len(pack.Levels))
	for i := range pack.Levels {
		b.keys[i] = keyOfLevel(pack.Levels[i : i+1])
	}
}

// at returns the feat of the level at index i at a difficulty.
func (b *feats) at(i int, d engine.Difficulty) feat {
	key := b.keys[i]
	key.difficulty = d
	return b.of[key]
}

// open reports whether the level at index i may be played from the map: it was reached at any
// difficulty. The first one always is.
func (b *feats) open(i int) bool {
	key := b.keys[i]
	for key.difficulty = engine.Kids; int(key.difficulty) < len(engine.Difficulties); key.difficulty++ {
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
			s.keepFeat(feat{})
		case engine.LevelClear:
			f := feat{Stars: s.round.game.Stars(), Ticks: s.round.game.Card.Ticks, Points: s.round.game.Card.Total()}
			if s.round.recording.Assisted {
				f = feat{Stars: f.Stars & engine.StarCleared}
			}
			s.keepFeat(f)
		}
	}
}

// keepFeat has a feat kept, of the level that is played.
func (s *session) keepFeat(f feat) {
	f.featKey = keyOfLevel(s.round.pack.Levels[s.round.game.Level : s.round.game.Level+1])
	f.difficulty = s.round.game.Easiest()
	before, known := s.feats.of[f.featKey]
	s.feats.add(f)
	if known && before == s.feats.of[f.featKey] {
		return
	}
	s.ask(saveFeat{f})
}

// askFeats has the kept feats read, once.
func (s *session) askFeats() {
	if !s.feats.asked {
		s.feats.asked = true
		s.ask(readFeats{})
	}
}

// text says what the best of a level was.
func (f *feat) text() string {
	if f.Ticks == 0 && f.Points == 0 {
		return "not cleared yet"
	}
	return fmt.Sprintf("best: %s, %d points", words.PlayTime(uint64(f.Ticks)), f.Points)
}
