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

// A ledger records the changes that a simulated arcade has acknowledged to its visitors. Unless noted otherwise, the
// maps are indexed by the name of a visitor's key.
type ledger struct {
	mu      sync.Mutex
	names   map[string]leaderboard.Name // name of the player
	games   map[int64]acknowledgedGame  // games on the leaderboards, by ID
	ranked  map[string]bool             // the player has a ranked game
	saved   map[string]bool             // the player has a saved game
	inGame  map[string]bool             // the player was in a game, which the arcade must save when it closes
	deleted map[string]bool             // the player has been deleted and has not returned
	played  map[string]int              // number of finished matches
	linked  map[string]string           // name of the first key of the player who has linked the key
	counts  map[string]int              // number of actions, by description of the action
	endTime int64                       // end of the simulation, in Unix seconds
}

// An acknowledgedGame is a submitted game that the server has acknowledged.
type acknowledgedGame struct {
	player string // name of the player's key
	score  int
}

func newLedger() *ledger {
	return &ledger{
		names: make(map[string]leaderboard.Name), games: make(map[int64]acknowledgedGame),
		ranked: make(map[string]bool),
		saved:  make(map[string]bool),
		inGame: make(map[string]bool), deleted: make(map[string]bool), counts: make(map[string]int),
		played: make(map[string]int), linked: make(map[string]string),
	}
}

// update calls change, which modifies the ledger, with mu held.
func (l *ledger) update(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

// countAction counts an action.
func (l *ledger) countAction(action string) { l.update(func() { l.counts[action]++ }) }

// forget deletes the records of a player who is about to request a deletion, because it is
// unknown until the response whether they are still valid.
func (l *ledger) forget(player string) {
	l.update(func() {
		delete(l.deleted, player)
		delete(l.names, player)
		delete(l.saved, player)
		delete(l.inGame, player)
		delete(l.played, player)
		maps.DeleteFunc(l.games, func(_ int64, g acknowledgedGame) bool { return g.player == player })
	})
}

// clone returns a copy of the ledger.
func (l *ledger) clone() *ledger {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &ledger{
		names: maps.Clone(l.names), games: maps.Clone(l.games), ranked: maps.Clone(l.ranked),
		saved:   maps.Clone(l.saved),
		deleted: maps.Clone(l.deleted), played: maps.Clone(l.played), linked: maps.Clone(l.linked),
	}
}

// bestGames returns the ID of each player's best game, by the name of the player's key. Among games with the same
// score, the first one is the best.
func (l *ledger) bestGames() map[string]int64 {
	best := make(map[string]int64)
	for id, g := range l.games {
		before, ok := best[g.player]
		if !ok || l.games[before].score < g.score || l.games[before].score == g.score && id < before {
			best[g.player] = id
		}
	}
	return best
}

// playerID returns the ID of the player with the named test key.
func playerID(name string) string {
	sum := sha256.Sum256(testKey(name).PublicKey().Marshal())
	return hex.EncodeToString(sum[:])
}

// check checks that the database and files of an arcade agree with the ledger. later is the time since the end of the
// simulation.
func (l *ledger) check(h *testArcade, later time.Duration) {
	h.t.Helper()
	best := l.bestGames()
	skeletons := make(map[string]string)

	// Players have the acknowledged names, and these are unique.
	for player, n := range l.names {
		if later > keepWithoutGames && best[player] == 0 || later > keepWithGames {
			continue
		}
		if p, err := h.store.SignIn(playerID(player), maxPlayers, time.Now()); err != nil || p.New || p.Name != n {
			h.t.Errorf("SignIn of %s, whose name is %s, = %+v, %v; want a known player with this name", player, n, p,
				err)
		}
		if other := skeletons[n.Skeleton()]; other != "" {
			h.t.Errorf("%s and %s both have the name %s, or similar names", player, other, n)
		}
		skeletons[n.Skeleton()] = player
	}

	// Submitted games are stored with their recordings.
	for id, g := range l.games {
		if later > keepGames && (id != best[g.player] || h.hasGameWith(g)) || later > keepWithGames {
			continue // another game is kept instead
		}
		if r, data, err := h.store.Recording(id); err != nil || r.Player != playerID(g.player) || r.Score != g.score ||
			len(data) == 0 {
			h.t.Errorf("for game %[2]d of %[1]s with %[3]d points, Recording = %+[4]v, error %[5]v; want this game",
				g.player, id, g.score, r, err)
		}
	}

	// Players who have seen a place on a leaderboard have a stored game.
	for player := range l.ranked {
		if later <= keepWithGames && !h.hasGameWith(acknowledgedGame{player: player}) {
			h.t.Errorf("%s has seen a place on a leaderboard, but Games returns no game", player)
		}
	}

	// Matches are stored with their recordings.
	for player, n := range l.played {
		games, err := h.store.Games(playerID(player), 100)
		games = slices.DeleteFunc(games, func(g leaderboard.Record) bool { return g.Source != leaderboard.Matches })
		if later <= keepGames && (err != nil || len(games) < n) {
			h.t.Errorf("%s has finished %d matches, but Games returns %d, error %v", player, n, len(games), err)
		}
		for _, g := range games {
			if _, data, err := h.store.Recording(g.ID); err != nil || len(data) == 0 {
				h.t.Errorf("Recording of match %d of %s returns no recording, error %v", g.ID, player, err)
			} else if _, err := recordingOf(&g, data); err != nil {
				h.t.Errorf("recordingOf match %d of %s: %v", g.ID, player, err)
			}
		}
	}

	// Linked keys belong to the players who have linked them.
	for key, player := range l.linked {
		if p, err := h.store.PlayerByKey(playerID(key)); later <= keepWithoutGames &&
			(err != nil || p.ID != playerID(player)) {
			h.t.Errorf("the key of %s was linked to %s, but PlayerByKey returns the player %s, error %v", key, player,
				p.ID, err)
		}
	}

	// Deleted players do not exist.
	for player := range l.deleted {
		if has, err := h.store.HasPlayer(playerID(player)); err != nil || has {
			h.t.Errorf("HasPlayer of %s, who was deleted, = %v, %v; want false", player, has, err)
		}
	}

	// Saved games can be continued.
	for player := range l.saved {
		if later > keepWithoutGames {
			continue
		}
		if err := canContinue(h.Dir, player); err != nil {
			h.t.Errorf("%s has no valid saved game: %v", player, err)
		}
	}
}

// hasGameWith reports whether the player of a game has a stored game with at least the same score. The ledger does not
// contain all of the stored games.
func (h *testArcade) hasGameWith(g acknowledgedGame) bool {
	games, err := h.store.Games(playerID(g.player), 100)
	return err == nil && slices.ContainsFunc(games, func(r leaderboard.Record) bool { return r.Score >= g.score })
}

// canContinue returns an error if a player has no valid saved game.
func canContinue(dir, player string) error {
	saves, err := store.OpenSaveSlot(store.Folders{State: filepath.Join(dir, playerFolder(player))}, app.FirstID)
	if err != nil {
		return err
	}
	defer saves.Close()
	game, err := saves.Load(time.Now())
	if err == nil && game == nil {
		err = errors.New("no saved game")
	}
	return err
}

// checkBoards checks that each player's best game is on a leaderboard.
func (l *ledger) checkBoards(h *testArcade) {
	h.t.Helper()
	if len(l.games) == 0 {
		return
	}
	text, _ := h.runCommand("", "scores submitted", "")
	for player, id := range l.bestGames() {
		games, err := h.store.Games(playerID(player), 100) // may include games that the ledger does not contain
		if err != nil {
			h.t.Errorf("Games: %v", err)
		}
		if !slices.ContainsFunc(games, func(g leaderboard.Record) bool {
			return g.Score >= l.games[id].score && strings.Contains(text, " "+strconv.FormatInt(g.ID, 10)+"\n")
		}) {
			h.t.Errorf("game %d of %s is not on a leaderboard: %s", id, player, text)
		}
	}
}

// checkContinue checks that each player who was in a game can continue it.
func (l *ledger) checkContinue(h *testArcade) {
	h.t.Helper()
	for player := range l.inGame {
		v := h.visit(player)
		if text := v.takeOutput(); !strings.Contains(text, "Continue") {
			h.t.Errorf("%s cannot continue the game; the title screen is %q", player, text[max(0, len(text)-300):])
		}
		v.client.Close()
	}
}
