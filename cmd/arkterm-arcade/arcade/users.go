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

// maxPlayers limits the players, because each player has a folder. Beyond it, a new key is a guest.
const maxPlayers = 100_000

// Limits of new players from one network: enough for a shared address, but not for a machine that makes keys until there is no
// room for others.
const (
	maxNewPlayers      = 30
	newPlayersWindow   = time.Hour
	maxTrackedNetworks = 64 << 10 // tracked networks
)

// customerOf returns the network for which newcomers and tries are counted: a /48 of IPv6, because a provider assigns at most
// that to one customer.
func limitPrefix(from netip.Prefix) netip.Prefix {
	if wide, err := from.Addr().Prefix(48); err == nil && from.Addr().Is6() {
		return wide
	}
	return from
}

// A user is the player or guest of a connection. It implements [arcadeui.Self] and [arcadeui.Boards].
type user struct {
	*sshd.Conn
	arcade      *Arcade
	player      leaderboard.Player // without an ID for a guest
	guestNumber uint64             // of a guest: the number of guests before
	name        leaderboard.Name
	notice      string          // the first message
	folders     store.Folders   // empty before makeFolder
	cancel      func(why error) // ends the visit
	goodbye     string          // the end message's part about the game
	inbox       *inbox          // of the session's event loop
	unanswered  atomic.Int32    // unanswered requests, see ask
}

// guest reports whether nothing is kept of the visitor.
func (v *user) isGuest() bool { return v.player.ID == "" }

// userSet is those who are there.
type userSet struct {
	mu      sync.Mutex
	open    map[*user]bool
	removed map[string]error // reasons for deleted players to leave, by ID
}

// Reasons for ending visits of deleted players and keys.
var (
	errDeleted    = errors.New("your account and all data about you are deleted")
	errMerged     = errors.New("your key now belongs to another player")
	errKeyRemoved = errors.New("your key was removed from this account by another key")
)

// newUser returns the user of a connection before it is identified.
func (a *Arcade) newUser(conn *sshd.Conn) *user {
	return &user{Conn: conn, arcade: a, cancel: func(error) {}, inbox: newInbox()}
}

// identify returns the user of a connection. If the database fails or is full, the user is a guest.
func (a *Arcade) identify(visit *sshd.Conn) *user {
	v := a.newUser(visit)
	if visit.Key != "" {
		from, most := limitPrefix(visit.Network), maxPlayers
		limited := !from.Addr().IsLoopback() // local connections can come from a proxy without PROXY headers
		if limited && !a.newPlayers.WouldAllow(from, time.Now()) {
			most = 0 // a known player can still enter
		}
		p, err := a.boards.SignIn(visit.Key, most, time.Now())
		switch {
		case err == nil:
			v.player, v.name = p, p.Name
			if p.New {
				if limited {
					a.newPlayers.Allow(from, time.Now())
				}
				v.notice = "You are called " + p.Name.String() + " here. Choose Arcade for another name, leaderboards and other players."
			}
			return v
		case errors.Is(err, leaderboard.ErrTooManyPlayers) && most == 0:
			v.notice = "Many new players have come in this hour, from your network or from very many: you are a guest for an hour, and nothing is kept."
		case errors.Is(err, leaderboard.ErrTooManyPlayers):
			a.playerLimitHit.Store(true)
			v.notice = "The arcade has all the players that it takes: you are a guest, and nothing is kept."
		default:
			a.Log.Error("player not found in the database", "error", withoutPaths(err))
			v.notice = "The arcade cannot keep anything at the moment: you are a guest."
		}
	}
	v.guestNumber = a.guestCount.Add(1) - 1
	v.name = leaderboard.GuestName(v.guestNumber)
	return v
}

// folder creates the folder of a user and marks the user as present until leave.
func (a *Arcade) openFolder(v *user) error {
	dir := filepath.Join(a.guestsDir(), fmt.Sprint(v.guestNumber)) // guest numbers repeat after millions of guests
	if !v.isGuest() {
		dir = a.playerDir(v.player.ID)
	}
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	if a.users.removed[v.player.ID] != nil {
		return fmt.Errorf("the player: %w", os.ErrExist) // deleted, but another visit has not ended
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	v.folders = store.Folders{Config: dir, Data: dir, State: dir, Home: dir}
	a.users.open[v] = true
	return nil
}

// leave ends a visit. It removes the folders of guests, and the folder of a deleted player after the last visit.
func (a *Arcade) closeVisit(v *user) {
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	delete(a.users.open, v)
	id := v.player.ID
	if !v.isGuest() && (a.users.removed[id] == nil || a.users.hasVisit(id)) {
		return
	}
	delete(a.users.removed, id)
	a.removeFolder(v.folders.State)
}

// isHere reports whether a player has a visit; mu is held.
func (h *userSet) hasVisit(id string) bool {
	for v := range h.open {
		if v.player.ID == id {
			return true
		}
	}
	return false
}

// rename changes the name of a player, also in the player's open visits.
func (a *Arcade) rename(id string, n leaderboard.Name) error {
	if err := a.boards.Rename(id, n, true); err != nil {
		return err
	}
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	for v := range a.users.open {
		if v.player.ID == id {
			v.inbox.put(func(time.Duration) {
				a.users.mu.Lock() // finished games read the name in another goroutine
				defer a.users.mu.Unlock()
				v.player.Name, v.player.Chosen, v.name = n, true, n
			})
		}
	}
	a.lobby.Rename(id, n.String())
	return nil
}

// countGame notes in the visits of players that they have finished a game more.
func (a *Arcade) countGame(ids ...string) {
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	for v := range a.users.open {
		if !v.isGuest() && slices.Contains(ids, v.player.ID) {
			v.inbox.put(func(time.Duration) { v.player.Games++ })
		}
	}
}

// remove removes a folder.
func (a *Arcade) removeFolder(dir string) {
	if err := os.RemoveAll(dir); err != nil {
		a.Log.Warn("directory not removed", "error", withoutPaths(err))
	}
}

// delete removes a player with all data and ends the player's visits.
func (a *Arcade) deletePlayer(id string) error {
	if err := a.boards.Delete(id); err != nil {
		return err
	}
	a.endVisits(id, errDeleted)
	return nil
}

// endVisits removes the folder of a player who is no longer in the store, now or when their last visit has ended, which why ends.
func (a *Arcade) endVisits(id string, why error) {
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	if !a.users.hasVisit(id) {
		a.removeFolder(a.playerDir(id))
		return
	}
	a.users.removed[id] = why
	for v := range a.users.open {
		if v.player.ID == id {
			v.cancel(why)
		}
	}
}

// removeKey takes a key from a player. Visits with it end.
func (a *Arcade) removeKey(id, key string) error {
	if err := a.boards.RemoveKey(id, key); err != nil {
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

// ending returns the context of a visit, which delete may end.
func (a *Arcade) visitContext(ctx context.Context, v *user) (context.Context, context.CancelCauseFunc) {
	ctx, end := context.WithCancelCause(ctx)
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	v.cancel = end
	if why := a.users.removed[v.player.ID]; why != nil { // between folder and now
		end(why)
	}
	return ctx, end
}
