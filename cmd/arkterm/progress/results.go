package progress

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/render/text"
)

// A Record is one saved change of results. Exactly one field is set.
type Record struct {
	Game        *Entry          `json:"game,omitempty"`
	Name        *NameChange     `json:"name,omitempty"`
	Achievement *AchievedRecord `json:"achievement,omitempty"`
}

// An Entry is a saved score.
type Entry struct {
	ID     int64   `json:"id"`               // from 1
	Player string  `json:"player,omitempty"` // "" for the local player
	Name   *string `json:"name"`             // nil before the player's choice; "" if the player wants no name
	Score
}

// A NameChange sets the name for a player's next scores.
type NameChange struct {
	ID     int64  `json:"id,omitempty"` // entry that also gets the name; 0 if none
	Player string `json:"player"`
	Name   string `json:"name"`
}

// An AchievedRecord is a saved achievement.
type AchievedRecord struct {
	Board      string `json:"board"` // as 16 hexadecimal digits
	Name       string `json:"name"`
	Difficulty string `json:"difficulty"`
	Stars      uint8  `json:"stars"`
	Ticks      int    `json:"ticks"`
	Points     int    `json:"points"`
	Rules      int    `json:"rules"` // engine.Rules of Ticks and Points; 0 if unknown
}

// RecordOf returns the record of an achievement by the present rules.
func RecordOf(a Achievement) Record {
	return Record{Achievement: &AchievedRecord{
		Board: engine.HashText(a.Board), Name: a.Name, Difficulty: engine.Difficulties[a.Difficulty].Name,
		Stars: uint8(a.Stars), Ticks: a.Ticks, Points: a.Points, Rules: engine.Rules,
	}}
}

// achievement returns the achievement of a record and reports whether the record is valid. Times and points by other
// rules are left out, because they may be impossible by the present rules.
func (r *AchievedRecord) achievement() (a Achievement, ok bool) {
	board, err := strconv.ParseUint(r.Board, 16, 64)
	if err != nil || r.Ticks < 0 || r.Points < 0 {
		return a, false
	}
	a = Achievement{LevelKey: LevelKey{Board: board, Name: r.Name}, Stars: engine.Stars(r.Stars) & engine.AllStars}
	if a.Difficulty, err = engine.ParseDifficulty(r.Difficulty); err != nil {
		return a, false
	}
	if r.Rules == engine.Rules {
		a.Ticks, a.Points = r.Ticks, r.Points
	}
	return a, true
}

// Results are saved scores and achievements in memory. The zero value is empty.
type Results struct {
	entries  []Entry
	last     int64             // highest ID
	names    map[string]string // by player
	achieved map[LevelKey]Achievement
}

// Apply adds a saved record. Invalid achievements are ignored.
func (r *Results) Apply(c Record) {
	switch {
	case c.Game != nil:
		r.entries = append(r.entries, *c.Game)
		r.last = max(r.last, c.Game.ID)
		if _, known := r.names[c.Game.Player]; !known && c.Game.Player != "" && c.Game.Name != nil {
			r.setName(c.Game.Player, *c.Game.Name)
		}
	case c.Name != nil:
		r.setName(c.Name.Player, c.Name.Name)
		if e := r.entry(c.Name.ID); e != nil {
			e.Name = &c.Name.Name
		}
	case c.Achievement != nil:
		if a, ok := c.Achievement.achievement(); ok {
			if r.achieved == nil {
				r.achieved = make(map[LevelKey]Achievement)
			}
			if old, known := r.achieved[a.LevelKey]; known {
				a = old.Better(a)
			}
			r.achieved[a.LevelKey] = a
		}
	}
}

func (r *Results) setName(player, name string) {
	if r.names == nil {
		r.names = make(map[string]string)
	}
	r.names[player] = name
}

// entry returns the entry with an ID, or nil.
func (r *Results) entry(id int64) *Entry {
	for i := range slices.Backward(r.entries) {
		if r.entries[i].ID == id {
			return &r.entries[i]
		}
	}
	return nil
}

// Next returns the record of a player's new score, with the next ID and the player's name.
func (r *Results) Next(player string, s Score) Record {
	e := &Entry{ID: r.last + 1, Player: player, Name: r.nameOf(player), Score: s}
	if e.Ended.IsZero() {
		e.Ended = time.Now()
	}
	e.Ended, e.Recording = e.Ended.UTC().Truncate(time.Second), nil
	return Record{Game: e}
}

// nameOf returns the name for a player's scores. It is the last name that the player chose, otherwise the identifier
// of the player. It is nil for the local player before the first choice.
func (r *Results) nameOf(player string) *string {
	name, known := r.names[player]
	if !known && player != "" {
		name, known = text.PlayerName(player), true
	}
	if !known {
		return nil
	}
	return &name
}

// gameKey identifies a game without its ID.
type gameKey struct {
	player      string
	ended       int64 // in seconds
	seed, ticks uint64
	score       int
}

func (e *Entry) key() gameKey {
	return gameKey{e.Player, e.Ended.Unix(), e.Seed, e.Ticks, e.Score.Score}
}

// Imported returns the records that add other results to r, except games that r has. It does not change names in r.
func (r *Results) Imported(other *Results) (all []Record) {
	known := make(map[gameKey]bool, len(r.entries))
	for i := range r.entries {
		known[r.entries[i].key()] = true
	}
	for _, e := range other.entries {
		if !known[e.key()] {
			e.ID += r.last
			all = append(all, Record{Game: &e})
		}
	}
	for player, name := range other.names {
		if _, known := r.names[player]; !known {
			all = append(all, Record{Name: &NameChange{Player: player, Name: name}})
		}
	}
	for _, a := range other.Achievements() {
		all = append(all, RecordOf(a))
	}
	return all
}

// better orders the entries of a table: higher scores first, then earlier ones.
func better(e, f *Entry) int {
	return cmp.Or(cmp.Compare(f.Score.Score, e.Score.Score), cmp.Compare(e.ID, f.ID))
}

// name returns the name of an entry, or "".
func (e *Entry) name() string {
	if e.Name == nil {
		return ""
	}
	return *e.Name
}

// Placing returns the place of the entry with an ID.
func (r *Results) Placing(id int64) (Placing, error) {
	mine := r.entry(id)
	if mine == nil {
		return Placing{}, fmt.Errorf("no saved score has the number %d", id)
	}
	scored := mine.Score.Score > 0
	p := Placing{ID: id, Place: 1, Of: 1, Scored: scored, Best: scored, Name: mine.Name}
	for i := range r.entries {
		e := &r.entries[i]
		if e.ID == id || e.Score.Score <= 0 || !e.Same(mine.Table) {
			continue
		}
		p.Of++
		if better(e, mine) < 0 {
			p.Place++
		}
		if e.Score.Score >= mine.Score.Score && e.name() == mine.name() {
			p.Best = false
		}
	}
	return p, nil
}

// Best returns a player's best score in a table, or 0 if there is none. Players without a name share the scores
// without a name.
func (r *Results) Best(player string, t Table) (best int) {
	name := r.names[player]
	for i := range r.entries {
		if e := &r.entries[i]; e.Same(t) && e.name() == name {
			best = max(best, e.Score.Score)
		}
	}
	return best
}

// Tables returns the tables of the levels with the hash ("" for all) that begin with the level first (0 for any).
// Each table has its best limit scores.
func (r *Results) Tables(hash string, first, limit int) []Page {
	tables := make(map[Table][]*Entry)
	begun := make(map[string]int64) // ID of the first score by hash
	for i := range r.entries {
		e := &r.entries[i]
		if e.Score.Score <= 0 {
			continue
		}
		if _, known := begun[e.Hash]; !known {
			begun[e.Hash] = e.ID
		}
		if (hash == "" || e.Hash == hash) && (first == 0 || e.First == first) {
			key := e.Table
			key.Set, key.FirstName = "", ""
			tables[key] = append(tables[key], e)
		}
	}

	pages := []Page{}
	for _, list := range tables {
		pages = append(pages, pageOf(list, limit))
	}
	slices.SortFunc(pages, func(p, q Page) int {
		return cmp.Or(
			cmp.Compare(begun[p.Hash], begun[q.Hash]),
			cmp.Compare(q.Rules, p.Rules),
			strings.Compare(p.Mode, q.Mode),
			strings.Compare(p.Difficulty, q.Difficulty),
			compareBool(p.Drops != DefaultDrops, q.Drops != DefaultDrops),
			cmp.Compare(p.Drops, q.Drops),
			compareBool(p.Assisted, q.Assisted),
			cmp.Compare(p.First, q.First),
		)
	})
	for i := range pages {
		pages[i].Clean()
	}
	return pages
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// pageOf returns a table with its best limit entries. It sorts list.
func pageOf(list []*Entry, limit int) Page {
	slices.SortFunc(list, better)
	p := Page{Table: list[0].Table}
	seen := make(map[string]bool)
	for i, e := range list[:min(limit, len(list))] {
		l := Line{
			ID:      e.ID,
			Place:   i + 1,
			Name:    e.name(),
			Best:    !seen[e.name()],
			Score:   e.Score.Score,
			Last:    e.Last,
			Cleared: e.Cleared,
			Combo:   e.Combo,
			Ticks:   e.Ticks,
			Outcome: e.Outcome,
			Seed:    strconv.FormatUint(e.Seed, 10),
			Ended:   e.Ended.Format(time.RFC3339),
			Replay:  e.Replay,
		}
		seen[l.Name] = true
		l.Clean()
		p.Scores = append(p.Scores, l)
	}
	return p
}

// Statistics adds up all games, including those in no table.
func (r *Results) Statistics() (t Statistics) {
	for i := range r.entries {
		t.Add(&r.entries[i].Score)
	}
	return t
}

// Replays returns the file names of the recordings that the tables refer to. See [ReplaysOf].
func (r *Results) Replays() map[string]bool { return ReplaysOf(r.Tables("", 0, len(r.entries))) }

// ReplaysOf returns the file names of the recordings of scores that are among the Top of their table, or the best of
// their name.
func ReplaysOf(pages []Page) map[string]bool {
	saved := make(map[string]bool)
	for _, p := range pages {
		for _, l := range p.Scores {
			if l.Replay != "" && (l.Place <= Top || l.Best) {
				saved[l.Replay] = true
			}
		}
	}
	return saved
}

// Achievements returns all achievements, ordered by level and difficulty.
func (r *Results) Achievements() []Achievement {
	all := make([]Achievement, 0, len(r.achieved))
	for _, a := range r.achieved {
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b Achievement) int {
		return cmp.Or(cmp.Compare(a.Board, b.Board), strings.Compare(a.Name, b.Name),
			cmp.Compare(a.Difficulty, b.Difficulty))
	})
	return all
}
