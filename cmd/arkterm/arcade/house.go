package arcade

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// How long the arcade keeps what nobody comes back for. docs/arcade.md says so.
const (
	keepGames    = 8 * 24 * time.Hour // that are not among the best: a week's board needs a week
	keepBest     = 100                // games of each board, whatever their age
	keepUnplayed = 30 * 24 * time.Hour
	keepCrowding = 24 * time.Hour // the same, once there is room for nobody else
	keepPlayed   = 2 * 365 * 24 * time.Hour
	keepBackups  = 7

	houseEvery  = time.Hour
	backupEvery = 24 * time.Hour
)

// backupName is the form of the names of backups, which sort by time.
const backupName = "arcade-20060102-150405.db"

// keepHouse makes backups and removes what is old, until the context ends.
func (a *Arcade) keepHouse(ctx context.Context) {
	ticker := time.NewTicker(houseEvery)
	defer ticker.Stop()
	for {
		if err := whole(func() error { a.clean(time.Now()); return nil }); err != nil {
			a.failed("the house was not kept", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// clean does once what has to be done now and then. What fails is logged, and done the next time.
func (a *Arcade) clean(now time.Time) {
	if err := a.backup(now); err != nil {
		a.Log.Error("no backup", "error", bare(err))
	}
	if n, err := a.boards.Prune(now.Add(-keepGames), keepBest); err != nil || n > 0 {
		a.Log.Info("old games removed", "games", n, "error", bare(err))
	}
	unplayed := keepUnplayed
	if a.crowded.Swap(false) {
		unplayed = keepCrowding
	}
	ids, err := a.boards.Gone(now.Add(-unplayed), now.Add(-keepPlayed))
	if err != nil || len(ids) > 0 {
		a.Log.Info("players removed who have not come for long", "players", len(ids), "error", bare(err))
	}
	for _, id := range ids {
		a.drop(id, errDeleted)
	}
	if err := a.dropStrays(now); err != nil {
		a.Log.Warn("folders of nobody stay", "error", bare(err))
	}
}

// dropStrays removes the folders that belong to no player, as a server leaves that is killed while it removes one. A
// young one may be that of somebody who is just coming.
func (a *Arcade) dropStrays(now time.Time) error {
	entries, err := os.ReadDir(a.playersDir())
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.IsDir() || now.Sub(info.ModTime()) < keepUnplayed {
			continue
		}
		if has, err := a.boards.Has(e.Name()); err != nil {
			return err
		} else if !has {
			a.drop(e.Name(), errDeleted)
		}
	}
	return nil
}

// backup writes a backup once a day, and removes the oldest ones.
func (a *Arcade) backup(now time.Time) error {
	dir := filepath.Join(a.Dir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	names, err := backups(dir)
	if err != nil {
		return err
	}
	if n := len(names); n > 0 {
		last, err := time.Parse(backupName, names[n-1])
		if age := now.Sub(last); err == nil && age >= 0 && age < backupEvery {
			return nil
		}
	}
	name := now.UTC().Format(backupName)
	if err := a.boards.Backup(filepath.Join(dir, name)); err != nil {
		return err
	}
	names = append(names, name)
	var all []error
	for _, old := range names[:max(0, len(names)-keepBackups)] {
		if err := os.Remove(filepath.Join(dir, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

// backups returns the names of the backups in a folder, the oldest first.
func backups(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".part") { // of a killed server
			os.Remove(filepath.Join(dir, e.Name()))
		}
		if _, err := time.Parse(backupName, e.Name()); err == nil && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
