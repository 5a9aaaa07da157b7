package arcade

import (
	"context"
	"errors"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/store"
)

// blocklistInterval is the time between two checks of the block list file.
const blocklistInterval = 5 * time.Second

// Reasons for ending a visit.
var (
	errBlocked = errors.New("you are blocked on this server")
	errRenamed = errors.New("your name is no longer allowed; connect again and choose another one")
)

// A blocklistStore contains the block list of several servers, see [leaderboard.DB].
type blocklistStore interface {
	Blocklist(known int64) (text []byte, version int64, err error)
}

// A liveBlocklist contains the current block list. The zero value is an empty list.
type liveBlocklist struct {
	db        blocklistStore                  // database that several servers share; nil if the list is a file
	version   int64                           // version of the list in db at the last read
	list      atomic.Pointer[Blocklist]       // nil if there is no file
	fileInfo  fs.FileInfo                     // state of the file at the last read; nil if there was no file
	players   atomic.Pointer[map[string]bool] // IDs of players with a blocked key
	evict     []func()                        // functions that close blocked connections; called after a change
	lastError string                          // text of the last logged error; "" if the last read succeeded
}

// List returns the current list.
func (b *liveBlocklist) List() *Blocklist {
	if l := b.list.Load(); l != nil {
		return l
	}
	return new(Blocklist)
}

// BlocksAddress reports whether an address is blocked.
func (b *liveBlocklist) BlocksAddress(a netip.Addr) bool { return b.List().BlocksAddress(a) }

// read replaces the list by the one in b.db, or in the file at path if b.db is nil. changed is false if the list is the
// same as at the last read. The error describes invalid lines, which are skipped. If the list cannot be read or is not
// UTF-8, read keeps the old list and returns the error.
func (b *liveBlocklist) read(path string) (changed bool, err error) {
	if b.db != nil {
		text, version, err := b.db.Blocklist(b.version)
		if err != nil || version == b.version {
			return false, err
		}
		l, err := ParseBlocklist("block list", text)
		if l == nil {
			return false, err
		}
		b.version = version
		b.list.Store(l)
		return true, err
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		changed = b.fileInfo != nil
		b.fileInfo = nil
		b.list.Store(nil)
		return changed, nil
	}
	if err != nil {
		return false, err
	}
	if b.fileInfo != nil && os.SameFile(info, b.fileInfo) && info.ModTime().Equal(b.fileInfo.ModTime()) &&
		info.Size() == b.fileInfo.Size() {
		return false, nil
	}
	text, err := store.ReadLimited(path, MaxBlocklist)
	if err != nil {
		return false, err
	}
	l, err := ParseBlocklist(filepath.Base(path), text)
	if l == nil {
		return false, err
	}
	b.fileInfo = info
	b.list.Store(l)
	return true, err
}

// watchBlocklist applies changes of the block list until the context is canceled. It also ends the visits whose player
// or key another server has removed.
func (a *Arcade) watchBlocklist(ctx context.Context) {
	ticker := time.NewTicker(blocklistInterval)
	defer ticker.Stop()
	for {
		if err := catchPanic(func() error { a.applyBlocklist(); return nil }); err != nil {
			a.logFailure("apply block list", err)
		}
		if a.sharesDatabase() {
			if err := catchPanic(a.endRemovedVisits); err != nil {
				a.logFailure("look up players", err)
			}
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// applyBlocklist reads the block list. If it has changed, applyBlocklist ends the visits of blocked players and renames
// players with blocked names.
func (a *Arcade) applyBlocklist() {
	changed, err := a.blocklist.read(filepath.Join(a.Dir, "blocked"))
	errorText := ""
	if err != nil {
		if errorText = err.Error(); errorText != a.blocklist.lastError { // log the same error only once
			a.Log.Error("read block list", "error", withoutPaths(err))
		}
	}
	a.blocklist.lastError = errorText
	if !changed {
		return
	}

	list := a.blocklist.List()
	a.Log.Info("block list changed", "entries", list.Len())
	a.blocklist.players.Store(a.playersOf(list.Keys()))
	renamed := make(map[string]bool) // IDs of players
	for _, n := range list.Names() {
		if err := a.renameBlocked(n, renamed); err != nil {
			a.Log.Error("rename player with blocked name", "error", withoutPaths(err))
		}
	}
	for _, evict := range a.blocklist.evict {
		evict()
	}

	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	for v := range a.users.open {
		switch {
		case a.isBlocked(v):
			v.cancel(errBlocked)
		case !v.isGuest() && renamed[v.player.ID]:
			v.cancel(errRenamed)
		}
	}
}

// playersOf returns the IDs of the players who have one of the keys.
func (a *Arcade) playersOf(keys []string) *map[string]bool {
	ids := make(map[string]bool)
	for _, key := range keys {
		p, err := a.store.PlayerByKey(key)
		if err == nil {
			ids[p.ID] = true
		} else if !errors.Is(err, leaderboard.ErrNoPlayer) {
			a.Log.Error("look up the player with a blocked key", "error", withoutPaths(err))
		}
	}
	return &ids
}

// isBlocked reports whether a user's keys or network are blocked.
func (a *Arcade) isBlocked(v *user) bool {
	l := a.blocklist.List()
	if l.BlocksKey(v.Key) || l.BlocksKey(v.player.ID) || l.BlocksNetwork(v.Network) {
		return true
	}
	ids := a.blocklist.players.Load()
	return ids != nil && (*ids)[v.player.ID]
}

// renameBlocked renames all players whose names are similar to n, and adds their IDs to renamed.
func (a *Arcade) renameBlocked(n leaderboard.Name, renamed map[string]bool) error {
	for {
		p, err := a.store.PlayerByName(n)
		if errors.Is(err, leaderboard.ErrNoPlayer) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := assignDefaultName(a.store, p.ID); err != nil {
			return err
		}
		renamed[p.ID] = true
	}
}

// assignDefaultName renames a player to an unused default name.
func assignDefaultName(s leaderboard.Store, id string) (n leaderboard.Name, err error) {
	for attempt := 0; ; attempt++ {
		n = leaderboard.DefaultName(id, attempt)
		err := s.Rename(id, n, false)
		if !errors.Is(err, leaderboard.ErrNameTaken) && !errors.Is(err, leaderboard.ErrNameReserved) {
			return n, err
		}
	}
}
