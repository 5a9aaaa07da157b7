package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
)

// maxSlots is the number of processes that can save a game at the same time.
const maxSlots = 9

// turnLimit is how long a save waits for its turn: at the end of a server everybody saves.
const maxTurnWait = 100 * time.Millisecond

// errLocked is the error of a file that another process has locked.
var errLocked = errors.New("another process has it")

// Saves is the slot in which this process saves its game: one of a few files in the state folder, each with
// a lock file beside it. The lock ends with the process, however that ends, and no other
// process touches the file.
//
// A saved game is a recording: `arkterm replay` plays it, `arkterm continue` continues it.
type Saves struct {
	folders  Folders // where recordings are looked up
	Path     string
	previous string // path of the game saved before this one
	lock     *os.File

	// Turns, if not nil, is shared by those who save on one disk: as many as it holds do so at the same time, unless that takes longer
	// than turnLimit. Who waits for the disk has a processor of Go's meanwhile, until Go finds out, and who packs needs a megabyte.
	Turns chan struct{}

	mu       sync.Mutex
	loadedID uint64 // id of the game found in the slot
	fileID   uint64 // id of the game in the file, see session.id; 0: none
	key      *key   // for its seal; nil: it was not read yet, or cannot be had
	dirty    bool   // the folder was not synced since the last Put
}

// OpenSaves locks the slot with the latest saved game that no other process has, or an empty one. The game
// in it gets the id.
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
			continue // all empty slots are alike; opening one would only make its lock file
		}
		s, err := openSlot(in, id, base)
		if errors.Is(err, errLocked) {
			continue
		}
		if err != nil {
			best.Close()
			return nil, err
		}
		saved := time.Time{}
		if info, err := os.Stat(s.Path); err == nil {
			saved, s.fileID = info.ModTime(), id
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
	best.removeTemporaries()
	return best, nil
}

// slotBase returns the path of a slot without the extensions of its files.
func slotBase(dir string, slot int) string {
	if slot == 1 {
		return filepath.Join(dir, "game")
	}
	return filepath.Join(dir, fmt.Sprintf("game-%d", slot))
}

// exists reports whether a file is known to exist.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// openSlot opens and locks a slot.
func openSlot(in Folders, id uint64, base string) (*Saves, error) {
	lock, err := os.OpenFile(base+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockNow(lock); err != nil {
		lock.Close()
		return nil, err
	}
	return &Saves{folders: in, loadedID: id, Path: base + ".ark", previous: base + "-previous.ark", lock: lock}, nil
}

// Close unlocks the slot.
func (s *Saves) Close() {
	if s != nil {
		s.lock.Close()
	}
}

// sweep removes temporary files of processes that were killed while they wrote.
func (s *Saves) removeTemporaries() {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(s.Path), "."+filepath.Base(s.Path)+".*"))
	for _, path := range left {
		os.Remove(path)
	}
}

// Load returns the saved game, or nil if there is none. A game that can never be continued is set aside;
// the error names its file.
func (s *Saves) Load(now time.Time) (*replay.Replay, error) {
	if _, err := os.Stat(s.Path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	s.fileID = s.loadedID
	g, err := LoadGame(s.folders, s.Path)
	if err != nil {
		return nil, s.Refuse(s.loadedID, err, now)
	}
	return g, nil
}

// Refuse sets the game with the id aside, if the file holds it. It returns reason, with the game's new path
// added.
func (s *Saves) Refuse(id uint64, reason error, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fileID != id {
		return fmt.Errorf("the saved game cannot go on: %w", reason)
	}
	aside, err := SetAside(s.Path, now)
	if err != nil {
		return fmt.Errorf("the saved game cannot go on: %w", reason)
	}
	s.fileID = 0
	return fmt.Errorf("the saved game cannot go on: %w; it is now %s", reason, aside)
}

// Put saves a game. If rec is nil, the game has ended and Put removes its file. If the file holds another game, Put renames
// that file, since the player may still want the game. If Put fails, the file keeps its old content. A crash of the machine
// may undo a Put that no Sync followed.
func (s *Saves) Put(id uint64, rec *record.Recording) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rec == nil {
		return s.remove(id)
	}
	if s.Turns != nil {
		select {
		case s.Turns <- struct{}{}:
			defer func() { <-s.Turns }()
		case <-time.After(maxTurnWait):
		}
	}
	err := writeUnsynced(s.Path, record.PackFast(s.seal(rec)), func() error {
		if s.fileID == 0 || s.fileID == id {
			return nil
		}
		return unlessMissing(replace(s.Path, s.previous))
	})
	if err != nil {
		return err
	}
	s.fileID, s.dirty = id, true
	return nil
}

// remove removes the file if it holds the game with the id. mu is held.
func (s *Saves) remove(id uint64) error {
	if s.fileID != id {
		return nil // never saved
	}
	if err := unlessMissing(os.Remove(s.Path)); err != nil {
		return err
	}
	s.fileID, s.dirty = 0, true
	return nil
}

// unlessMissing returns err, or nil if it reports a missing file: the player may have removed a saved game.
func unlessMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// seal returns the text of a game with its seal, as [Folders.PackedSealed] does. The key is read once. mu is held.
func (s *Saves) seal(rec *record.Recording) []byte {
	if s.key == nil && !rec.Foreign {
		s.key, _ = s.folders.makeKey() // tried again the next time
	}
	return s.key.sealed(rec)
}

// Sync makes what was put last outlive a crash of the machine. A game is put every few seconds, and sync takes most of
// that.
func (s *Saves) Sync() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.dirty {
		return nil
	}
	s.dirty = false
	return syncDir(filepath.Dir(s.Path))
}

// LoadGame reads a recording and finds its levels.
func LoadGame(in Folders, path string) (*replay.Replay, error) {
	data, err := in.ReadRecording(path)
	if err != nil {
		return nil, exitcode.Errorf(exitcode.File, "%w", err)
	}
	// The rules come first: by other ones the levels are often others, too, which is no advice.
	if rec, err := record.Parse(path, data); err == nil && rec.Rules != engine.Rules {
		return nil, exitcode.Errorf(exitcode.File, "%s: played by version %d of the rules, these are version %d", path, rec.Rules, engine.Rules)
	}
	f, err := replay.Open(path, data, nil)
	if err != nil {
		return nil, err
	}
	f.Recording.Foreign = in.SealOf(f.Recording) != SealedHere
	f.Recording.End, f.Recording.Seal = nil, "" // the game continues
	return f, nil
}
