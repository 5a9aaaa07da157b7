package progress

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/render/text"
)

// A Record is one change of the saved results. Exactly one field is set.
type Record struct {
	Game        *Entry          `json:"game,omitempty"`
	Name        *NameChange     `json:"name,omitempty"`
	Achievement *AchievedRecord `json:"achievement,omitempty"`
}

// An Entry is a saved score with its ID and its player.
type Entry struct {
	ID     int64   `json:"id"`               // from 1
	Player string  `json:"player,omitempty"` // "" for the local player
	Name   *string `json:"name"`             // nil until the player has chosen a name; "" for no name
	Score
}

// A NameChange sets the name for a player's later scores, and optionally the name on one saved score.
type NameChange struct {
	ID     int64  `json:"id,omitempty"` // ID of an entry that also gets the name; 0 if none
	Player string `json:"player"`
	Name   string `json:"name"`
}

// An AchievedRecord is an achievement in the form in which it is saved.
type AchievedRecord struct {
	Board      string `json:"board"` // LevelKey.Board as 16 hexadecimal digits
	Name       string `json:"name"`
	Difficulty string `json:"difficulty"`
	Stars      uint8  `json:"stars"`
	Ticks      int    `json:"ticks"`
	Points     int    `json:"points"`
	Rules      int    `json:"rules"` // engine.Rules under which Ticks and Points were achieved; 0 if unknown
}

// RecordOf returns the record of an achievement under the current rules.
func RecordOf(a Achievement) Record {
	return Record{Achievement: &AchievedRecord{
		Board: engine.HashText(a.Board), Name: a.Name, Difficulty: engine.Difficulties[a.Difficulty].Name,
		Stars: uint8(a.Stars), Ticks: a.Ticks, Points: a.Points, Rules: engine.Rules,
	}}
}

// achievement returns the achievement of a record. ok is false if the record is invalid. If the record was written
// under other rules, the time and points are 0, because they may be impossible under the current rules.
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

// Results contains saved scores and achievements in memory. The zero value is empty.
type Results struct {
	entries  []Entry
	lastID   int64             // highest ID
	names    map[string]string // chosen names, by player
	achieved map[LevelKey]Achievement
}

// Apply applies a change to r. It ignores invalid achievements.
func (r *Results) Apply(c Record) {
	switch {
	case c.Game != nil:
		r.entries = append(r.entries, *c.Game)
		r.lastID = max(r.lastID, c.Game.ID)
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
				a = old.Merge(a)
			}
			r.achieved[a.LevelKey] = a
		}
	}
}

// setName sets the name for a player's later scores.
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

// NewGameRecord returns a record that adds a player's new score, with an unused ID and the player's name. It does not
// change r. To change r, pass the record to [Results.Apply].
func (r *Results) NewGameRecord(player string, s Score) Record {
	e := &Entry{ID: r.lastID + 1, Player: player, Name: r.nameOf(player), Score: s}
	if e.Ended.IsZero() {
		e.Ended = time.Now()
	}
	e.Ended, e.Recording = e.Ended.UTC().Truncate(time.Second), nil
	return Record{Game: e}
}

// nameOf returns the name for a player's new scores. This is the name that the player chose last, otherwise the
// player's identifier. nameOf returns nil if the local player has not chosen a name.
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

// A gameKey identifies a game independently of its ID, which differs between files.
type gameKey struct {
	player      string
	ended       int64 // in seconds
	seed, ticks uint64
	score       int
}

// key returns the gameKey of an entry.
func (e *Entry) key() gameKey {
	return gameKey{e.Player, e.Ended.Unix(), e.Seed, e.Ticks, e.Score.Score}
}

// ImportRecords returns records that add the results of other to r. The caller passes them to [Results.Apply].
// ImportRecords omits games that r already contains, and the names of players who already have a name in r.
func (r *Results) ImportRecords(other *Results) (all []Record) {
	known := make(map[gameKey]bool, len(r.entries))
	for i := range r.entries {
		known[r.entries[i].key()] = true
	}
	for _, e := range other.entries {
		if !known[e.key()] {
			e.ID += r.lastID
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

// compareEntries orders the entries of a table. Higher scores come first. Among equal scores, the earlier game comes
// first.
func compareEntries(e, f *Entry) int {
	return cmp.Or(cmp.Compare(f.Score.Score, e.Score.Score), cmp.Compare(e.ID, f.ID))
}

// name returns the name of an entry, or "".
func (e *Entry) name() string {
	if e.Name == nil {
		return ""
	}
	return *e.Name
}

// Placing returns the place of a saved score in its table. It returns an error if no score has the ID.
func (r *Results) Placing(id int64) (Placing, error) {
	entry := r.entry(id)
	if entry == nil {
		return Placing{}, fmt.Errorf("no saved score has the ID %d", id)
	}
	scored := entry.Score.Score > 0
	p := Placing{ID: id, Place: 1, NumScores: 1, Scored: scored, Best: scored, Name: entry.Name}
	for i := range r.entries {
		e := &r.entries[i]
		if e.ID == id || e.Score.Score <= 0 || !e.Same(entry.Table) {
			continue
		}
		p.NumScores++
		if compareEntries(e, entry) < 0 {
			p.Place++
		}
		if e.Score.Score >= entry.Score.Score && e.name() == entry.name() {
			p.Best = false
		}
	}
	return p, nil
}

// Best returns a player's best score in a table, or 0 if there is none. It compares the names on scores, so all players
// without a name share their best score.
func (r *Results) Best(player string, t Table) (best int) {
	name := r.names[player]
	for i := range r.entries {
		if e := &r.entries[i]; e.Same(t) && e.name() == name {
			best = max(best, e.Score.Score)
		}
	}
	return best
}

// Tables returns the score tables, each with at most limit scores, the best first. If hash is not "", it returns only
// tables of levels with this hash. If firstLevel is not 0, it returns only tables of games that start with level number
// firstLevel.
func (r *Results) Tables(hash string, firstLevel, limit int) []Page {
	tables := make(map[Table][]*Entry)
	firstScores := make(map[string]int64) // ID of the first score, by hash of the levels
	for i := range r.entries {
		e := &r.entries[i]
		if e.Score.Score <= 0 {
			continue
		}
		if _, known := firstScores[e.Hash]; !known {
			firstScores[e.Hash] = e.ID
		}
		if (hash == "" || e.Hash == hash) && (firstLevel == 0 || e.FirstLevel == firstLevel) {
			key := e.Table
			key.SetName, key.FirstLevelName = "", ""
			tables[key] = append(tables[key], e)
		}
	}

	pages := []Page{}
	for _, list := range tables {
		pages = append(pages, pageOf(list, limit))
	}
	sort.Slice(pages, func(i, j int) bool {
		p, q := &pages[i], &pages[j]
		return cmp.Or(
			cmp.Compare(firstScores[p.Hash], firstScores[q.Hash]),
			cmp.Compare(q.Rules, p.Rules),
			strings.Compare(p.Mode, q.Mode),
			strings.Compare(p.Difficulty, q.Difficulty),
			compareBool(p.DropPercent != DefaultDrops, q.DropPercent != DefaultDrops),
			cmp.Compare(p.DropPercent, q.DropPercent),
			compareBool(p.Assisted, q.Assisted),
			cmp.Compare(p.FirstLevel, q.FirstLevel),
		) < 0
	})
	for i := range pages {
		pages[i].Clean()
	}
	return pages
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// pageOf returns a page with at most limit entries of one table, the best first. It sorts list, which must not be
// empty.
func pageOf(list []*Entry, limit int) Page {
	slices.SortFunc(list, compareEntries)
	p := Page{Table: list[0].Table}
	seen := make(map[string]bool)
	for i, e := range list[:min(limit, len(list))] {
		l := ScoreRow{
			ID:            e.ID,
			Place:         i + 1,
			Name:          e.name(),
			PersonalBest:  !seen[e.name()],
			Score:         e.Score.Score,
			LastLevel:     e.LastLevel,
			LevelsCleared: e.LevelsCleared,
			BestCombo:     e.BestCombo,
			Ticks:         e.Ticks,
			Outcome:       e.Outcome,
			Seed:          strconv.FormatUint(e.Seed, 10),
			Ended:         e.Ended.Format(time.RFC3339),
			Replay:        e.Replay,
		}
		seen[l.Name] = true
		l.Clean()
		p.Scores = append(p.Scores, l)
	}
	return p
}

// Statistics returns the sums over all games. They include games without points, which tables do not list.
func (r *Results) Statistics() (t Statistics) {
	for i := range r.entries {
		t.Add(&r.entries[i].Score)
	}
	return t
}

// Replays returns the file names of the recordings that must be kept. See [ReplaysOf].
func (r *Results) Replays() map[string]bool { return ReplaysOf(r.Tables("", 0, len(r.entries))) }

// ReplaysOf returns the set of file names of the recordings that must be kept. These are the recordings of the best
// TableSize scores of each table, and of the best score of each name.
func ReplaysOf(pages []Page) map[string]bool {
	saved := make(map[string]bool)
	for _, p := range pages {
		for _, l := range p.Scores {
			if l.Replay != "" && (l.Place <= TableSize || l.PersonalBest) {
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
	sort.Slice(all, func(i, j int) bool {
		a, b := &all[i], &all[j]
		return cmp.Or(cmp.Compare(a.Board, b.Board), strings.Compare(a.Name, b.Name),
			cmp.Compare(a.Difficulty, b.Difficulty)) < 0
	})
	return all
}
