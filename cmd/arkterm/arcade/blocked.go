package arcade

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"arkterm/cmd/arkterm/arcade/block"
	"arkterm/cmd/arkterm/arcade/board"
	"arkterm/cmd/arkterm/arcade/names"
	"arkterm/cmd/arkterm/store"
)

// blockedEvery is how often it is looked whether the list of those who are not let in has changed.
const blockedEvery = 5 * time.Second

// Causes of the end of a visit: somebody is not let in any more, or has to come again under another name.
var (
	errBlocked = errors.New("you are not let in here")
	errRenamed = errors.New("your name is not given away here any more: come again, and choose another one")
)

// A blocklist is the file of those who are not let in, as it was read last. Its zero value is an empty one.
type blocklist struct {
	block.Current
	state fs.FileInfo // of the file; nil: there is none
}

// read reads the file if it has changed, and reports whether it has. The error is about lines that are wrong, or about
// a file that cannot be read: then the list stays as it is.
func (b *blocklist) read(path string) (changed bool, err error) {
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
	b.state = state
	text, err := store.ReadLimited(path, block.MaxFile)
	if err != nil {
		return false, err
	}
	l, err := block.Parse(filepath.Base(path), text)
	b.Set(l)
	return true, err
}

// guards looks at the list until the context ends, and does what it says.
func (a *Arcade) guards(ctx context.Context) {
	ticker := time.NewTicker(blockedEvery)
	defer ticker.Stop()
	for {
		if err := whole(func() error { a.guard(); return nil }); err != nil {
			a.failed("nobody guards the door", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// guard looks at the list once: whoever is on it has to go, and is called something else.
func (a *Arcade) guard() {
	changed, err := a.blocked.read(filepath.Join(a.Dir, "blocked"))
	if err != nil {
		a.Log.Error("not all of the list of those who are blocked can be read", "error", bare(err))
	}
	if !changed {
		return
	}
	list := a.blocked.List()
	a.Log.Info("those who are blocked", "entries", list.Len())
	renamed := make(map[string]bool) // IDs of players
	for _, n := range list.Names() {
		id, err := a.unname(n)
		if err != nil {
			a.Log.Error("a name stays", "error", bare(err))
		}
		renamed[id] = true
	}
	a.visitors.mu.Lock()
	defer a.visitors.mu.Unlock()
	for v := range a.visitors.here {
		switch {
		case a.shutsOut(v):
			v.end(errBlocked)
		case !v.guest() && renamed[v.player.ID]:
			v.end(errRenamed)
		}
	}
}

// shutsOut reports whether somebody is not let in.
func (a *Arcade) shutsOut(v *caller) bool {
	l := a.blocked.List()
	return l.Key(v.Key) || l.Key(v.player.ID) || l.Address(v.From.Addr())
}

// unname gives the player with a name another one, as one is offered at a first visit, and returns the player's ID; "" if
// nobody has the name.
func (a *Arcade) unname(n names.Name) (id string, err error) {
	p, err := a.boards.Named(n)
	if errors.Is(err, board.ErrNobody) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for attempt := 0; ; attempt++ {
		err := a.boards.Rename(p.ID, names.Offered(p.ID, attempt))
		if !errors.Is(err, board.ErrTaken) && !errors.Is(err, names.ErrReserved) {
			return p.ID, err
		}
	}
}

// A guarded store gives nobody a name that is blocked.
type guarded struct {
	board.Store
	blocked *blocklist
}

// Rename implements [board.Store].
func (g guarded) Rename(id string, n names.Name) error {
	if g.blocked.List().Name(n) {
		return names.ErrReserved
	}
	return g.Store.Rename(id, n)
}
