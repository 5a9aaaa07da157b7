package arcade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/engine/record"
)

// A sharedFiles keeps the files of players in a database that several servers share, so that a player can continue on
// another server. While a player has an open visit, the player's folder on this server contains a copy of the files.
// Changes are saved every filesInterval and after the visit. If a player has visits on several servers, the last save
// of each file wins.
//
// A nil *sharedFiles does nothing. It is used on a single server, which keeps the files in the folders.
type sharedFiles struct {
	db  fileStore
	log *slog.Logger

	mu      sync.Mutex              // never held during I/O
	folders map[string]*localFolder // folders of players with open visits, by the player's ID
}

// A fileStore contains the files of players, see [leaderboard.DB].
type fileStore interface {
	Files(id string) ([]leaderboard.File, error)
	SaveFiles(id string, changed []leaderboard.File) error
}

// A localFolder is the folder on this server that contains a copy of a player's files while the player has an open
// visit.
type localFolder struct {
	numVisits int // number of open visits; guarded by the mu of sharedFiles

	mu           sync.Mutex // held while the folder is loaded or saved
	dir          string
	loaded       bool
	savedTimes   map[string]time.Time // modification times of the saved files, by name
	hasLargeFile bool                 // a file exceeds maxSharedFile
}

// filesInterval is the interval at which changed files are saved.
const filesInterval = 2 * time.Second

// saveInterval returns the time between two saves of a game in progress. It is SaveInterval on a single
// server. With a shared database, it is shorter by filesInterval, because a file reaches the database up to
// filesInterval later. Therefore, the saved game is never older than SaveInterval.
func (s *sharedFiles) saveInterval() time.Duration {
	if s == nil {
		return SaveInterval
	}
	return SaveInterval - filesInterval
}

// Limits for the files of a player. Larger files stay on the server.
const (
	maxSharedFile  = record.MaxText // bytes
	maxSharedFiles = 256
)

func newSharedFiles(db fileStore, log *slog.Logger) *sharedFiles {
	return &sharedFiles{db: db, log: log, folders: make(map[string]*localFolder)}
}

// removalMark is the name of an empty file in the database. Its modification time is the time when a file was last
// removed. The folder does not contain this file.
const removalMark = ".removed"

// load prepares the folder for a visit. If an unload of an earlier visit is in progress, load waits for it. The caller
// must call unload or forget after the visit, even if load fails.
func (s *sharedFiles) load(id, dir string) error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	folder := s.folders[id]
	if folder == nil {
		folder = &localFolder{dir: dir}
		s.folders[id] = folder
	}
	folder.numVisits++
	s.mu.Unlock()

	folder.mu.Lock()
	defer folder.mu.Unlock()
	if folder.loaded {
		return nil
	}
	err := s.read(id, folder)
	folder.loaded = err == nil
	return err
}

// read copies the files of a player from the database to the folder, and removes all other files from the folder. It
// keeps files that were modified after the last change in the database, because an earlier visit could not save them.
// The caller must hold folder.mu.
func (s *sharedFiles) read(id string, folder *localFolder) error {
	files, err := s.db.Files(id)
	if err != nil {
		return err
	}
	var newest time.Time // latest modification time in the database
	for _, f := range files {
		if f.Modified.After(newest) {
			newest = f.Modified
		}
	}
	if err := os.MkdirAll(folder.dir, 0o700); err != nil {
		return err
	}
	folder.savedTimes = make(map[string]time.Time)
	local, err := folder.changes()
	if err != nil {
		return err
	}

	root, err := os.OpenRoot(folder.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	unsaved := make(map[string]bool)
	for _, f := range local {
		if unsaved[f.Name] = f.Modified.After(newest); unsaved[f.Name] {
			continue
		}
		if err := root.Remove(filepath.FromSlash(f.Name)); err != nil {
			return err
		}
	}
	for _, f := range files {
		if f.Name == removalMark {
			continue
		}
		folder.savedTimes[f.Name] = f.Modified
		if unsaved[f.Name] {
			continue
		}
		if err := writeFile(root, &f); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file and sets its modification time. The file has a temporary name until it is complete.
// Otherwise, load would consider an incomplete file newer than the database.
func writeFile(root *os.Root, f *leaderboard.File) error {
	const part = ".part"
	name := filepath.FromSlash(f.Name)
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	if err := root.WriteFile(part, f.Data, 0o600); err != nil {
		return err
	}
	if err := root.Chtimes(part, f.Modified, f.Modified); err != nil {
		return err
	}
	return root.Rename(part, name)
}

// unload ends a visit. After the player's last visit, it saves the files and deletes the folder. If saving fails or a
// file is too large, the folder stays on this server.
func (s *sharedFiles) unload(id string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	folder := s.folders[id]
	s.mu.Unlock()
	if folder == nil {
		return
	}

	folder.mu.Lock()
	defer folder.mu.Unlock()
	s.mu.Lock()
	folder.numVisits--
	isLast := folder.numVisits == 0
	s.mu.Unlock()
	if !isLast {
		return
	}
	if folder.loaded && s.save(id, folder) && !folder.hasLargeFile {
		if err := os.RemoveAll(folder.dir); err != nil {
			s.log.Warn("remove player folder", "error", withoutPaths(err))
		}
	}
	folder.loaded = false

	s.mu.Lock()
	defer s.mu.Unlock()
	if folder.numVisits == 0 && s.folders[id] == folder { // otherwise a new visit is waiting for the folder
		delete(s.folders, id)
	}
}

// forget stops saving the files of a player who was deleted.
func (s *sharedFiles) forget(id string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.folders, id)
}

// saveRegularly saves changed files every filesInterval until the context is canceled.
func (s *sharedFiles) saveRegularly(ctx context.Context) {
	ticker := time.NewTicker(filesInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.saveAll()
		case <-ctx.Done():
			return
		}
	}
}

// saveAll saves the changed files of all players with open visits.
func (s *sharedFiles) saveAll() {
	s.mu.Lock()
	ids := slices.Collect(maps.Keys(s.folders))
	s.mu.Unlock()
	for _, id := range ids {
		s.saveOpen(id)
	}
}

// saveOpen saves the changed files of a player if the player has an open visit.
func (s *sharedFiles) saveOpen(id string) {
	s.mu.Lock()
	folder := s.folders[id]
	s.mu.Unlock()
	if folder == nil {
		return
	}
	folder.mu.Lock()
	defer folder.mu.Unlock()
	if folder.loaded {
		s.save(id, folder)
	}
}

// save saves the changed files in a player's folder. ok is false if it has logged an error. The caller must hold
// folder.mu.
func (s *sharedFiles) save(id string, folder *localFolder) (ok bool) {
	changed, err := folder.changes()
	if err == nil && len(changed) > 0 {
		err = s.db.SaveFiles(id, changed)
	}
	if err != nil {
		s.log.Error("save player files", "error", withoutPaths(err))
		return false
	}
	for _, f := range changed {
		if f.Data == nil {
			delete(folder.savedTimes, f.Name)
		} else if f.Name != removalMark {
			folder.savedTimes[f.Name] = f.Modified
		}
	}
	return true
}

// export is like readFiles, but returns the files in the database.
func (s *sharedFiles) export(id string) (all []exportedFile, err error) {
	s.saveOpen(id)
	files, err := s.db.Files(id)
	bytesLeft := maxExportedBytes
	for _, f := range files {
		if f.Name == "key" || f.Name == removalMark {
			continue
		}
		e := exportedFile{Name: f.Name, LeftOut: len(f.Data) > bytesLeft}
		if !e.LeftOut {
			bytesLeft -= len(f.Data)
			e.setContent(f.Data)
		}
		all = append(all, e)
	}
	return all, err
}

// errTooManyFiles is the error for a folder with more than maxSharedFiles files.
var errTooManyFiles = fmt.Errorf("a player has more than %d files", maxSharedFiles)

// changes returns the files that have been written or removed since they were saved, and the removal mark if a file was
// removed. It skips locks and temporary files.
func (f *localFolder) changes() (changed []leaderboard.File, err error) {
	start := time.Now()
	present := make(map[string]bool)
	f.hasLargeFile = false
	err = filepath.WalkDir(f.dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // a temporary file
			return nil
		}
		if err != nil || !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") ||
			strings.HasSuffix(e.Name(), ".lock") {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if info.Size() > maxSharedFile {
			f.hasLargeFile = true
			return nil
		}
		relative, err := filepath.Rel(f.dir, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		if present[name] = true; len(present) > maxSharedFiles {
			return errTooManyFiles
		}
		if info.ModTime().Equal(f.savedTimes[name]) {
			return nil
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		changed = append(changed, leaderboard.File{Name: name, Modified: info.ModTime(), Data: data})
		return err
	})
	removed := false
	for name := range f.savedTimes {
		if !present[name] {
			changed, removed = append(changed, leaderboard.File{Name: name}), true
		}
	}
	if removed {
		changed = append(changed, leaderboard.File{Name: removalMark, Modified: start, Data: []byte{}})
	}
	return changed, err
}
