package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/replays"
	"arkterm/engine"
	"arkterm/engine/record"
)

// maxSlots is how many arkterms may save a game at the same time.
const maxSlots = 9

// Saves are where this process saves its game: one of a few files in the state folder, each
// with a lock beside it. The lock is the system's, so that it does not outlive the
// process, whatever becomes of that; and so no other process touches the file.
//
// A game is its recording: what `arkterm replay` plays, `arkterm continue` goes on with.
type Saves struct {
	in       Folders // where a recording is looked for
	Path     string
	previous string // what was saved when another game took its place
	lock     *os.File

	mu    sync.Mutex
	first uint64 // the id of the game that was there before
	game  uint64 // whose game the file holds, see session.id; 0: nobody's
}

// OpenSaves takes the file with the game that was saved last among those that no
// other process has, or an empty place. That game gets the id.
func OpenSaves(in Folders, id uint64) (*Saves, error) {
	dir := in.State
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}

	var best *Saves
	var newest time.Time
	for slot := 1; slot <= maxSlots; slot++ {
		base := slotBase(dir, slot)
		if best != nil && !exists(base+".ark") {
			continue // an empty place is as good as another, and would only get a lock
		}
		s, err := openSlot(in, id, base)
		if errors.Is(err, unix.EWOULDBLOCK) {
			continue
		}
		if err != nil {
			best.Close()
			return nil, err
		}
		saved := time.Time{}
		if info, err := os.Stat(s.Path); err == nil {
			saved, s.game = info.ModTime(), id
		}
		if best == nil || saved.After(newest) {
			best.Close()
			best, newest = s, saved
		} else {
			s.Close()
		}
	}

	if best == nil {
		return nil, fmt.Errorf("%d arkterms save their games in %s already", maxSlots, dir)
	}
	best.sweep()
	return best, nil
}

// slotBase returns the path of one of the places, without the ends of its files.
func slotBase(dir string, slot int) string {
	if slot == 1 {
		return filepath.Join(dir, "game")
	}
	return filepath.Join(dir, fmt.Sprintf("game-%d", slot))
}

// exists reports whether there is a file, as far as one can see.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// openSlot takes one of the places.
func openSlot(in Folders, id uint64, base string) (*Saves, error) {
	lock, err := os.OpenFile(base+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		lock.Close()
		return nil, err // others are file systems without locks, where one arkterm is assumed
	}
	return &Saves{in: in, first: id, Path: base + ".ark", previous: base + "-previous.ark", lock: lock}, nil
}

// Close lets others have the place.
func (s *Saves) Close() {
	if s != nil {
		s.lock.Close()
	}
}

// sweep removes what a process that was killed while it wrote has left.
func (s *Saves) sweep() {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(s.Path), "."+filepath.Base(s.Path)+".*"))
	for _, path := range left {
		os.Remove(path)
	}
}

// Load returns the saved game, nil if there is none. One that can never go on
// is set aside; the error then says where it is.
func (s *Saves) Load(now time.Time) (*replays.Replay, error) {
	if _, err := os.Stat(s.Path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	s.game = s.first
	g, err := LoadGame(s.in, s.Path)
	if err != nil {
		return nil, s.Refuse(s.first, err, now)
	}
	return g, nil
}

// Refuse sets a game aside for a reason, if the file holds it, and returns the reason with
// where the game is now.
func (s *Saves) Refuse(id uint64, reason error, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.game != id {
		return fmt.Errorf("the saved game cannot go on: %w", reason)
	}
	aside, err := SetAside(s.Path, now)
	if err != nil {
		return fmt.Errorf("the saved game cannot go on: %w", reason)
	}
	s.game = 0
	return fmt.Errorf("the saved game cannot go on: %w; it is now %s", reason, aside)
}

// Put writes a game, or removes it where rec is nil: it is over. Another game that the file held is
// renamed, since the player may not have meant to give it up.
func (s *Saves) Put(id uint64, rec *record.Recording) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	switch {
	case rec == nil && s.game != id: // it never was in the file
		return nil
	case rec == nil:
		err = os.Remove(s.Path)
	case s.game != 0 && s.game != id:
		err = os.Rename(s.Path, s.previous)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // somebody may have removed it
		return fmt.Errorf("the game: %w", err)
	}

	s.game = 0
	if rec == nil {
		return nil
	}
	if err := Write(s.Path, rec.Packed()); err != nil {
		return fmt.Errorf("the game: %w", err)
	}
	s.game = id
	return nil
}

// LoadGame reads a recording and finds the levels that it was played on.
func LoadGame(in Folders, path string) (*replays.Replay, error) {
	data, err := in.ReadRecording(path)
	if err != nil {
		return nil, exit.Errorf(exit.File, "%w", err)
	}
	f, err := replays.Open(path, data, nil)
	if err != nil {
		return nil, err
	}
	if f.Recording.Rules != engine.Rules {
		return nil, exit.Errorf(exit.File, "%s: played by version %d of the rules, these are version %d", path, f.Recording.Rules, engine.Rules)
	}
	f.Recording.End = nil // it goes on
	return f, nil
}
