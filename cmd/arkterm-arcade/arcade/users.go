package arcade

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/store"
)

// maxPlayers is the maximum number of players of a single server, because it has a folder for each player. When it is
// reached, visitors with new keys are guests. If several servers share a database, they have folders only for visitors,
// and the number of players is not limited.
const maxPlayers = 100_000

// Limits for new players from one network. They are high enough for an address that many people share, and prevent a
// script from quickly creating maxPlayers players.
const (
	maxNewPlayers      = 30
	newPlayersWindow   = time.Hour
	maxTrackedNetworks = 64 << 10 // networks tracked at the same time
)

// playerBytes is the disk space of a new player: the row, the folder and a saved game.
const playerBytes = 32 << 10

// limitPrefix returns the network for which the new players and the attempts of a client are counted. For IPv6, it is a
// /48, the largest prefix that providers usually assign to one customer. For IPv4, it is the client's network.
func limitPrefix(network netip.Prefix) netip.Prefix {
	if customer, err := network.Addr().Prefix(48); err == nil && network.Addr().Is6() {
		return customer
	}
	return network
}

// A user is the player or guest of a connection. It implements [arcadeui.Account] and [arcadeui.Boards].
type user struct {
	*sshd.Conn
	arcade      *Arcade
	player      leaderboard.Player // the zero value for a guest
	guestNumber uint64             // number of earlier guests; unused for players
	name        leaderboard.Name
	notice      string             // message on the first screen; may be empty
	folders     store.Folders      // empty before openFolder
	cancel      func(reason error) // ends the visit
	// text that is printed after the visitor has quit, about the last game; may be empty
	quitText           string
	gameNote           string       // appended to the final message, for example that the game is saved
	inbox              *inbox       // functions for the session's event loop
	unansweredRequests atomic.Int32 // number of unanswered requests, see request
}

// isGuest reports whether the visitor is a guest, whose data is deleted after the visit.
func (v *user) isGuest() bool { return v.player.ID == "" }

// A userSet contains the users with open visits.
type userSet struct {
	mu      sync.Mutex
	open    map[*user]bool   // users between openFolder and closeVisit
	removed map[string]error // reasons for ending the visits of deleted players, by player ID
}

// Reasons for ending the visits of deleted players and removed keys.
var (
	errDeleted    = errors.New("your account and all data about you have been deleted")
	errMerged     = errors.New("your key now belongs to another player")
	errKeyRemoved = errors.New("your key has been removed from this account by a visitor with another key")
)

// newUser returns the user of a connection, without a player or name.
func (a *Arcade) newUser(conn *sshd.Conn) *user {
	return &user{Conn: conn, arcade: a, cancel: func(error) {}, inbox: newInbox()}
}

// identify returns the user of a connection, and registers a player with a new key. If the database fails or a limit is
// reached, the user is a guest, and the notice explains the reason.
func (a *Arcade) identify(conn *sshd.Conn) *user {
	v := a.newUser(conn)
	if conn.Key != "" {
		from, limit := limitPrefix(conn.Network), maxPlayers
		if a.sharedFiles != nil {
			limit = leaderboard.Unlimited
		}
		limited := !from.Addr().IsLoopback() // local connections can come from a proxy that sends no PROXY headers
		now := time.Now()
		if limited && (!a.newPlayers.WouldAllow(from, now) || !conn.Admission.ChargeStorage(now, 0)) {
			limit = 0 // known players can still sign in
		}
		p, err := a.store.SignIn(conn.Key, limit, now)
		a.databaseDurations.Observe(time.Since(now))
		switch {
		case err == nil:
			v.player, v.name = p, p.Name
			if p.New {
				if limited {
					a.newPlayers.Allow(from, now)
					conn.Admission.ChargeStorage(now, playerBytes)
				}
				v.notice = "You are playing as " + p.Name.String() +
					". Choose Arcade to change your name, see leaderboards and find other players."
			}
			return v
		case errors.Is(err, leaderboard.ErrTooManyPlayers) && limit == 0:
			v.notice = "Too many new players have signed in within the last hour, from your network or from many " +
				"networks. You are a guest, and nothing is saved."
		case errors.Is(err, leaderboard.ErrTooManyPlayers):
			a.playerLimitReached.Store(true)
			v.notice = "The arcade has reached its maximum number of players. You are a guest, and nothing is saved."
		default:
			a.Log.Error("look up player", "error", withoutPaths(err))
			v.notice = "The arcade cannot save anything at the moment. You are a guest."
		}
	}
	v.guestNumber = a.guestCount.Add(1) - 1
	v.name = leaderboard.GuestName(v.guestNumber)
	return v
}

// openFolder creates the folder of a user. Until closeVisit, the user is in the set of users with open visits.
func (a *Arcade) openFolder(v *user) error {
	// The folder of a guest contains the number, because guest names repeat after millions of guests. It also contains
	// the process ID, because two servers use the same state folder during an upgrade.
	dir := filepath.Join(a.guestsDir(), fmt.Sprint(os.Getpid(), "-", v.guestNumber))
	if !v.isGuest() {
		dir = a.playerDir(v.player.ID)
	}
	if err := a.openVisit(v, dir); err != nil || v.isGuest() {
		return err
	}
	err := a.sharedFiles.load(v.player.ID, dir) // after users.mu is released, because the database may be slow
	if err != nil {
		a.closeVisit(v)
	}
	return err
}

// openVisit creates a folder, and adds the user to the open visits.
func (a *Arcade) openVisit(v *user, dir string) error {
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	if a.users.removed[v.player.ID] != nil {
		// The player was deleted, but another visit is still open.
		return fmt.Errorf("open player folder: %w", os.ErrExist)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	v.folders = store.Folders{Config: dir, Data: dir, State: dir, Home: dir}
	a.users.open[v] = true
	return nil
}

// closeVisit removes a user from the open visits. It deletes the folder of a guest, and the folder of a deleted player
// after the last visit.
func (a *Arcade) closeVisit(v *user) {
	if a.removeVisit(v) {
		a.sharedFiles.unload(v.player.ID) // after users.mu is released, because the database may be slow
	}
}

// removeVisit implements closeVisit, except that it does not unload the files of a player. It reports whether the user
// is a player who still exists.
func (a *Arcade) removeVisit(v *user) (isPlayer bool) {
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	delete(a.users.open, v)
	id := v.player.ID
	if !v.isGuest() && (a.users.removed[id] == nil || a.users.hasVisit(id)) {
		return true
	}
	a.sharedFiles.forget(id)
	delete(a.users.removed, id)
	a.removeFolder(v.folders.State)
	return false
}

// hasVisit reports whether a player has an open visit. The caller must hold s.mu.
func (s *userSet) hasVisit(id string) bool {
	for v := range s.open {
		if v.player.ID == id {
			return true
		}
	}
	return false
}

// rename changes the name of a player, also in the player's open visits.
func (a *Arcade) rename(id string, n leaderboard.Name) error {
	if err := a.store.Rename(id, n, true); err != nil {
		return err
	}
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	for v := range a.users.open {
		if v.player.ID == id {
			v.inbox.put(func(time.Duration) {
				a.users.mu.Lock() // other goroutines read the name for finished games
				defer a.users.mu.Unlock()
				v.player.Name, v.player.NameChosen, v.name = n, true, n
			})
		}
	}
	a.lobby.Rename(id, n.String())
	return nil
}

// countGame increments the number of finished games in the open visits of the players.
func (a *Arcade) countGame(ids ...string) {
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	for v := range a.users.open {
		if !v.isGuest() && slices.Contains(ids, v.player.ID) {
			v.inbox.put(func(time.Duration) { v.player.Games++ })
		}
	}
}

// removeFolder deletes a folder.
func (a *Arcade) removeFolder(dir string) {
	if err := os.RemoveAll(dir); err != nil {
		a.Log.Warn("remove player folder", "error", withoutPaths(err))
	}
}

// deletePlayer deletes a player with all data and ends the player's visits.
func (a *Arcade) deletePlayer(id string) error {
	if err := a.store.Delete(id); err != nil {
		return err
	}
	a.endVisits(id, errDeleted)
	return nil
}

// endVisits deletes the folder of a player who is no longer in the store. If the player has open visits, endVisits ends
// them with the given reason, and the folder is deleted after the last one.
func (a *Arcade) endVisits(id string, reason error) {
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	if !a.users.hasVisit(id) {
		a.removeFolder(a.playerDir(id))
		return
	}
	a.users.removed[id] = reason
	for v := range a.users.open {
		if v.player.ID == id {
			v.cancel(reason)
		}
	}
}

// removeKey removes a key from a player and ends the visits with that key.
func (a *Arcade) removeKey(id, key string) error {
	if err := a.store.RemoveKey(id, key); err != nil {
		return err
	}
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	for v := range a.users.open {
		if v.Key == key {
			v.cancel(errKeyRemoved)
		}
	}
	return nil
}

// visitContext returns the context of a visit, which endVisits can cancel.
func (a *Arcade) visitContext(ctx context.Context, v *user) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	v.cancel = cancel
	if reason := a.users.removed[v.player.ID]; reason != nil { // the player was deleted since openFolder
		cancel(reason)
	}
	return ctx, cancel
}
