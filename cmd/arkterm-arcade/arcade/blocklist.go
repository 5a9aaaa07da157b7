package arcade

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/admin"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/cmd/arkterm/store"
)

// blockedEvery is how often it is looked whether the list of those who are not let in has changed.
const blockedEvery = 5 * time.Second

// Causes of the end of a visit: somebody is not let in any more, or has to come again under another name.
var (
	errBlocked = errors.New("you are not let in here")
	errRenamed = errors.New("your name is not given away here any more: come again, and choose another one")
)

// A liveBlocklist is the file of those who are not let in, as it was read last. Its zero value is an empty one.
type liveBlocklist struct {
	admin.Current
	state   fs.FileInfo                     // of the file; nil: there is none
	players atomic.Pointer[map[string]bool] // IDs of those who have a key that is on the list
	evict   []func()                        // each ends connections that are blocked; called when the list has changed
	wrong   string                          // what was wrong with the file when it was last looked at
}

// read reads the file if it has changed, and reports whether the list has changed. The error names wrong lines,
// which are left out. If the file cannot be read or is not UTF-8, the list does not change.
func (b *liveBlocklist) read(path string) (changed bool, err error) {
	state, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		changed = b.state != nil
		b.state = nil
		b.Set(nil)
		return changed, nil
	}
	if err != nil {
		return false, err
	}
	if b.state != nil && os.SameFile(state, b.state) && state.ModTime().Equal(b.state.ModTime()) && state.Size() == b.state.Size() {
		return false, nil
	}
	text, err := store.ReadLimited(path, admin.MaxFile)
	if err != nil {
		return false, err
	}
	l, err := admin.Parse(filepath.Base(path), text)
	if l == nil {
		return false, err
	}
	b.state = state
	b.Set(l)
	return true, err
}

// watchBlocklist looks at the list until the context ends, and does what it says.
func (a *Arcade) watchBlocklist(ctx context.Context) {
	ticker := time.NewTicker(blockedEvery)
	defer ticker.Stop()
	for {
		if err := recoverError(func() error { a.applyBlocklist(); return nil }); err != nil {
			a.failed("nobody guards the door", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// applyBlocklist looks at the list once: whoever is on it has to go, and is called something else.
func (a *Arcade) applyBlocklist() {
	changed, err := a.blocked.read(filepath.Join(a.Dir, "blocked"))
	wrong := ""
	if err != nil {
		if wrong = err.Error(); wrong != a.blocked.wrong { // a file that cannot be read is tried again and again
			a.Log.Error("not all of the list of those who are blocked can be read", "error", withoutPaths(err))
		}
	}
	a.blocked.wrong = wrong
	if !changed {
		return
	}
	list := a.blocked.List()
	a.Log.Info("those who are blocked", "entries", list.Len())
	a.blocked.players.Store(a.playersOf(list.Keys()))
	renamed := make(map[string]bool) // IDs of players
	for _, n := range list.Names() {
		if err := a.unname(n, renamed); err != nil {
			a.Log.Error("a name stays", "error", withoutPaths(err))
		}
	}
	for _, evict := range a.blocked.evict {
		evict()
	}
	a.users.mu.Lock()
	defer a.users.mu.Unlock()
	for v := range a.users.here {
		switch {
		case a.isBlocked(v):
			v.end(errBlocked)
		case !v.guest() && renamed[v.player.ID]:
			v.end(errRenamed)
		}
	}
}

// playersOf returns the IDs of the players who have any of the keys.
func (a *Arcade) playersOf(keys []string) *map[string]bool {
	ids := make(map[string]bool)
	for _, key := range keys {
		p, err := a.boards.Owner(key)
		if err == nil {
			ids[p.ID] = true
		} else if !errors.Is(err, leaderboard.ErrNobody) {
			a.Log.Error("a player who is blocked cannot be looked up", "error", withoutPaths(err))
		}
	}
	return &ids
}

// isBlocked reports whether somebody is not let in.
func (a *Arcade) isBlocked(v *user) bool {
	l := a.blocked.List()
	if l.Key(v.Key) || l.Key(v.player.ID) || l.Network(v.Network) {
		return true
	}
	ids := a.blocked.players.Load()
	return ids != nil && (*ids)[v.player.ID]
}

// unname gives the players with a name, or with one that looks like it, other ones, and notes their IDs.
func (a *Arcade) unname(n names.Name, renamed map[string]bool) error {
	for {
		p, err := a.boards.Named(n)
		if errors.Is(err, leaderboard.ErrNobody) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := offer(a.boards, p.ID); err != nil {
			return err
		}
		renamed[p.ID] = true
	}
}

// offer gives a player a name as at a first visit.
func offer(s leaderboard.Store, id string) (n names.Name, err error) {
	for attempt := 0; ; attempt++ {
		n = names.Offered(id, attempt)
		err := s.Rename(id, n, false)
		if !errors.Is(err, leaderboard.ErrTaken) && !errors.Is(err, names.ErrReserved) {
			return n, err
		}
	}
}
