package arcade

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/store"
)

// A ledger is what the visitors of simulated arcades were told, by the names of their keys.
type ledger struct {
	mu      sync.Mutex
	names   map[string]leaderboard.Name // that they have
	games   map[int64]toldGame          // that are on the boards, by their numbers
	placed  map[string]bool             // a game that they have finished is on the boards
	saved   map[string]bool             // they have a game to continue
	begun   map[string]bool             // they have seen that they play, and will have one when all is closed
	deleted map[string]bool             // and have not come again
	played  map[string]int              // matches that they have played
	linked  map[string]string           // whose key theirs is
	counts  map[string]int              // of what has been done, to see that it is
	lasted  int64                       // when the evening was over, in Unix seconds
}

// A toldGame is what somebody was told of a game that they have handed in.
type toldGame struct {
	by    string
	score int
}

func newLedger() *ledger {
	return &ledger{
		names: make(map[string]leaderboard.Name), games: make(map[int64]toldGame), placed: make(map[string]bool), saved: make(map[string]bool),
		begun: make(map[string]bool), deleted: make(map[string]bool), counts: make(map[string]int),
		played: make(map[string]int), linked: make(map[string]string),
	}
}

// note changes the ledger.
func (l *ledger) note(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

// done counts something.
func (l *ledger) done(what string) { l.note(func() { l.counts[what]++ }) }

// forgets notes that nobody knows what is kept of somebody, who has asked for a change and has no answer yet.
func (l *ledger) forgets(who string) {
	l.note(func() {
		delete(l.deleted, who)
		delete(l.names, who)
		delete(l.saved, who)
		delete(l.begun, who)
		delete(l.played, who)
		maps.DeleteFunc(l.games, func(_ int64, g toldGame) bool { return g.by == who })
	})
}

// copied returns a copy.
func (l *ledger) copied() *ledger {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &ledger{
		names: maps.Clone(l.names), games: maps.Clone(l.games), placed: maps.Clone(l.placed), saved: maps.Clone(l.saved),
		deleted: maps.Clone(l.deleted), played: maps.Clone(l.played), linked: maps.Clone(l.linked),
	}
}

// best returns the number of each player's best game, the first one of equal ones.
func (l *ledger) best() map[string]int64 {
	best := make(map[string]int64)
	for id, g := range l.games {
		before, ok := best[g.by]
		if !ok || l.games[before].score < g.score || l.games[before].score == g.score && id < before {
			best[g.by] = id
		}
	}
	return best
}

// playerID returns the ID of the player with the key of a name.
func playerID(name string) string {
	sum := sha256.Sum256(key(name).PublicKey().Marshal())
	return hex.EncodeToString(sum[:])
}

// isSo checks that an arcade which was opened some time later has what was told.
func (l *ledger) isSo(h *testArcade, later time.Duration) {
	h.t.Helper()
	best := l.best()
	looks := make(map[string]string)
	for who, n := range l.names {
		if later > keepUnplayed && best[who] == 0 || later > keepPlayed {
			continue
		}
		if p, err := h.boards.SignIn(playerID(who), maxPlayers, time.Now()); err != nil || p.New || p.Name != n {
			h.t.Errorf("%s was told to be called %s: %+v, %v", who, n, p, err)
		}
		if other := looks[n.Skeleton()]; other != "" {
			h.t.Errorf("%s and %s are both called %s", who, other, n)
		}
		looks[n.Skeleton()] = who
	}
	for id, g := range l.games {
		if later > keepGames && (id != best[g.by] || h.hasAsGood(g)) || later > keepPlayed {
			continue // another one is kept
		}
		if r, data, err := h.boards.Recording(id); err != nil || r.Player != playerID(g.by) || r.Score != g.score || len(data) == 0 {
			h.t.Errorf("%s was told of game %d with %d points: %+v, %v", g.by, id, g.score, r, err)
		}
	}
	for who := range l.placed {
		if later <= keepPlayed && !h.hasAsGood(toldGame{by: who}) {
			h.t.Errorf("%s was told of a place, and has no game", who)
		}
	}
	for who, n := range l.played {
		games, err := h.boards.Games(playerID(who), 100)
		games = slices.DeleteFunc(games, func(g leaderboard.Record) bool { return g.Source != leaderboard.Matches })
		if later <= keepGames && (err != nil || len(games) < n) {
			h.t.Errorf("%s was told of %d matches, and has %d: %v", who, n, len(games), err)
		}
		for _, g := range games {
			if _, data, err := h.boards.Recording(g.ID); err != nil || len(data) == 0 {
				h.t.Errorf("match %d of %s has no recording: %v", g.ID, who, err)
			} else if _, err := recordingOf(&g, data); err != nil {
				h.t.Errorf("match %d of %s: %v", g.ID, who, err)
			}
		}
	}
	for key, whose := range l.linked {
		if p, err := h.boards.PlayerByKey(playerID(key)); later <= keepUnplayed && (err != nil || p.ID != playerID(whose)) {
			h.t.Errorf("%s was told that their key is %s's, and it is that of %s: %v", key, whose, p.ID, err)
		}
	}
	for who := range l.deleted {
		if has, err := h.boards.HasPlayer(playerID(who)); err != nil || has {
			h.t.Errorf("%s was told to be deleted: %v, %v", who, has, err)
		}
	}
	for who := range l.saved {
		if later > keepUnplayed {
			continue
		}
		if err := canContinue(h.Dir, who); err != nil {
			h.t.Errorf("%s was told that a game is saved: %v", who, err)
		}
	}
}

// hasAsGood reports whether somebody has a game as good as one of theirs: they may not have been told of it.
func (h *testArcade) hasAsGood(as toldGame) bool {
	games, err := h.boards.Games(playerID(as.by), 100)
	return err == nil && slices.ContainsFunc(games, func(g leaderboard.Record) bool { return g.Score >= as.score })
}

// canContinue returns why somebody has no game to continue; nil: there is one.
func canContinue(dir, who string) error {
	saves, err := store.OpenSaves(store.Folders{State: filepath.Join(dir, folder(who))}, app.FirstID)
	if err != nil {
		return err
	}
	defer saves.Close()
	game, err := saves.Load(time.Now())
	if err == nil && game == nil {
		err = errors.New("no game")
	}
	return err
}

// isOnBoards checks that each player's best game is on a board that everybody sees.
func (l *ledger) isOnBoards(h *testArcade) {
	h.t.Helper()
	if len(l.games) == 0 {
		return
	}
	text, _ := h.says("", "scores submitted", "")
	for who, id := range l.best() {
		games, err := h.boards.Games(playerID(who), 100) // of some of which they may not have been told
		if err != nil {
			h.t.Error(err)
		}
		if !slices.ContainsFunc(games, func(g leaderboard.Record) bool {
			return g.Score >= l.games[id].score && strings.Contains(text, " "+strconv.FormatInt(g.ID, 10)+"\n")
		}) {
			h.t.Errorf("game %d of %s is on no board: %s", id, who, text)
		}
	}
}

// isContinued checks that whoever was in a game finds it.
func (l *ledger) isContinued(h *testArcade) {
	h.t.Helper()
	for who := range l.begun {
		v := h.come(who)
		if text := v.sent(); !strings.Contains(text, "Continue") {
			h.t.Errorf("%s was in a game and finds none: %q", who, text[max(0, len(text)-300):])
		}
		v.client.Close()
	}
}
