package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
)

// maxSlots is the number of processes that can save a game at the same time.
const maxSlots = 9

// maxTurnWait is the maximum time that a save waits for its turn. It limits the delay when a server stops, because the
// server then saves all games at the same time.
const maxTurnWait = 100 * time.Millisecond

// errLocked is the error for a file that another process has locked.
var errLocked = errors.New("locked by another process")

// A SaveSlot is the slot in which this process saves its game. A slot is one of up to maxSlots files in the state
// folder, each with its own lock file. The lock is released when the process ends. No other process writes to the file.
//
// A saved game is a recording: `arkterm replay` plays it, `arkterm continue` continues it.
type SaveSlot struct {
	folders      Folders // folders for recordings and the seal key
	Path         string
	previousPath string // path of the previously saved game
	lock         *os.File

	// Turns limits the number of concurrent saves in a server to its capacity; nil means no limit. A save that has
	// waited for maxTurnWait ignores the limit. The limit is needed because packing a game takes a megabyte of memory,
	// and a goroutine that waits for the disk blocks a processor of the Go scheduler for a while.
	Turns chan struct{}

	mu       sync.Mutex
	loadedID uint64 // ID of the game found in the slot
	fileID   uint64 // ID of the game in the file, see app.Session; 0 if none
	key      *key   // key for seals; nil if it was not read yet or is not available
	dirty    bool   // the folder was not synced since the last Put
}

// OpenSaveSlot locks the slot with the most recently saved game, among those that other processes have not locked.
// Without a saved game it locks an empty slot. The game in the slot gets the given ID.
func OpenSaveSlot(in Folders, id uint64) (*SaveSlot, error) {
	dir := in.State
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}

	var best *SaveSlot
	var newest time.Time
	for slot := 1; slot <= maxSlots; slot++ {
		base := slotBase(dir, slot)
		if best != nil && !exists(base+".ark") {
			continue // all empty slots are equivalent; opening another one would only create its lock file
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
		return nil, fmt.Errorf("open a save slot in %s: all %d slots are in use", dir, maxSlots)
	}
	best.removeTemporaries()
	return best, nil
}

// slotBase returns the path of a slot without the file extension.
func slotBase(dir string, slot int) string {
	if slot == 1 {
		return filepath.Join(dir, "game")
	}
	return filepath.Join(dir, fmt.Sprintf("game-%d", slot))
}

// exists reports whether the file at path exists and is accessible.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// openSlot opens and locks a slot. The error is errLocked if another process has locked it.
func openSlot(in Folders, id uint64, base string) (*SaveSlot, error) {
	lock, err := os.OpenFile(base+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockNow(lock); err != nil {
		lock.Close()
		return nil, err
	}
	return &SaveSlot{
		folders: in, loadedID: id, Path: base + ".ark", previousPath: base + "-previous.ark", lock: lock,
	}, nil
}

// Close unlocks the slot. It does nothing if s is nil.
func (s *SaveSlot) Close() {
	if s != nil {
		s.lock.Close()
	}
}

// removeTemporaries removes temporary files of processes that were killed while writing.
func (s *SaveSlot) removeTemporaries() {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(s.Path), "."+filepath.Base(s.Path)+".*"))
	for _, path := range left {
		os.Remove(path)
	}
}

// Load returns the saved game, or nil if there is none. If the game cannot be continued, Load renames its file, and the
// error contains the new path.
func (s *SaveSlot) Load(now time.Time) (*replay.Replay, error) {
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

// Refuse renames the file if it holds the game with the given ID, because that game cannot be continued. It returns an
// error with the reason and the new path.
func (s *SaveSlot) Refuse(id uint64, reason error, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fileID != id {
		return fmt.Errorf("the saved game cannot be continued: %w", reason)
	}
	aside, err := SetAside(s.Path, now)
	if err != nil {
		return fmt.Errorf("the saved game cannot be continued: %w", reason)
	}
	s.fileID = 0
	return fmt.Errorf("the saved game cannot be continued: %w; renamed to %s", reason, aside)
}

// Put saves a game. If rec is nil, the game has ended and Put removes its file. If the file holds another game, Put
// renames that file, since the player may still want the game. If Put fails, the file keeps its old content. Until
// the next call of Sync, a crash of the machine may undo the Put.
func (s *SaveSlot) Put(id uint64, rec *record.Recording) error {
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
		return unlessMissing(replace(s.Path, s.previousPath))
	})
	if err != nil {
		return err
	}
	s.fileID, s.dirty = id, true
	return nil
}

// remove removes the file if it holds the game with the given ID. The caller holds mu.
func (s *SaveSlot) remove(id uint64) error {
	if s.fileID != id {
		return nil // never saved
	}
	if err := unlessMissing(os.Remove(s.Path)); err != nil {
		return err
	}
	s.fileID, s.dirty = 0, true
	return nil
}

// unlessMissing returns err, or nil if err reports a missing file, because the player may have removed a saved game.
func unlessMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// seal returns the text of a game with its seal, like [Folders.PackedSealed]. It reads the key only once. The caller
// holds mu.
func (s *SaveSlot) seal(rec *record.Recording) []byte {
	if s.key == nil && !rec.Foreign {
		s.key, _ = s.folders.makeKey() // if this fails, the next call tries again
	}
	return s.key.sealed(rec)
}

// Sync syncs the folder, so that the last Put survives a crash of the machine. It is separate because a game is saved
// every few seconds, and the sync would take most of the time.
func (s *SaveSlot) Sync() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.dirty {
		return nil
	}
	s.dirty = false
	return syncDir(filepath.Dir(s.Path))
}

// LoadGame reads a recording and finds its levels. It clears the parts of the recording that change when the game
// continues.
func LoadGame(in Folders, path string) (*replay.Replay, error) {
	data, err := in.ReadRecording(path)
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "%w", err)
	}
	// Check the rules first. With other rules, the levels often differ too, and that error would not help the player.
	if rec, err := record.Parse(path, data); err == nil && rec.Rules != engine.Rules {
		return nil, cli.Errorf(cli.ExitFile, "%s: %w", path, replay.RulesError(rec.Rules))
	}
	f, err := replay.Open(path, data, nil)
	if err != nil {
		return nil, err
	}
	f.Recording.Foreign = in.SealOf(f.Recording) != SealedHere
	f.Recording.End, f.Recording.Seal = nil, "" // the game continues
	return f, nil
}
