package arcade

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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

// maintain makes backups and removes what is old, until the context ends.
func (a *Arcade) maintain(ctx context.Context) {
	ticker := time.NewTicker(houseEvery)
	defer ticker.Stop()
	for {
		if err := recoverError(func() error { a.clean(ctx, time.Now()); return nil }); err != nil {
			a.failed("the house was not kept", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// clean does once what has to be done now and then. What fails is logged, and done the next time. The end of the context
// interrupts a backup, which takes long if the database is large.
func (a *Arcade) clean(ctx context.Context, now time.Time) {
	a.keepFiles(ctx, now)
	n, err := a.boards.Prune(now.Add(-keepGames), keepBest)
	a.removed("old games", n, err)
	unplayed := keepUnplayed
	if a.crowded.Swap(false) {
		unplayed = keepCrowding
	}
	ids, err := a.boards.Gone(now.Add(-unplayed), now.Add(-keepPlayed))
	a.removed("players who have not come for long", len(ids), err)
	for _, id := range ids {
		a.endVisits(id, errDeleted)
	}
}

// removed logs what was removed from the database, or why it was not.
func (a *Arcade) removed(what string, n int, err error) {
	if err != nil {
		a.Log.Error(what+" stay", "error", withoutPaths(err))
	} else if n > 0 {
		a.Log.Info(what+" are removed", "number", n)
	}
}

// keepFiles makes a backup and removes the folders of nobody, unless the database is not that of the folders: a new one in place of one that
// was lost, or moved away since it was damaged. Then both are what is left of the one before.
func (a *Arcade) keepFiles(ctx context.Context, now time.Time) {
	players, err := a.boards.Size()
	folders, readErr := os.ReadDir(a.playersDir())
	if err := errors.Join(err, readErr); err != nil {
		a.Log.Error("no backup", "error", withoutPaths(err))
		return
	}
	if len(folders) > 2*players {
		a.Log.Error("no backup, since the database knows few of the players who have folders: it may have to be restored, see docs/arcade.md",
			"players", players, "folders", len(folders))
		return
	}
	if err := a.backup(ctx, now, players > 0); err != nil && ctx.Err() == nil {
		a.Log.Error("no backup", "error", withoutPaths(err))
	}
	if err := a.dropStrays(now, folders); err != nil {
		a.Log.Warn("folders of nobody stay", "error", withoutPaths(err))
	}
}

// dropStrays removes those folders that belong to no player, as a server leaves that is killed while it removes one. A
// young one may be that of somebody who is just coming.
func (a *Arcade) dropStrays(now time.Time, folders []fs.DirEntry) error {
	for _, e := range folders {
		info, err := e.Info()
		if err != nil || !info.IsDir() || now.Sub(info.ModTime()) < keepUnplayed {
			continue
		}
		if has, err := a.boards.Has(e.Name()); err != nil {
			return err
		} else if !has {
			a.endVisits(e.Name(), errDeleted)
		}
	}
	return nil
}

// backup writes a backup once a day, and removes the oldest ones. The first one is made once there is anybody in the database. From then on there is
// one a day whatever has changed, so that whoever is deleted is gone from all of them after a week.
func (a *Arcade) backup(ctx context.Context, now time.Time, anybody bool) error {
	dir := filepath.Join(a.Dir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	names, err := backups(dir)
	if err != nil || len(names) == 0 && !anybody {
		return err
	}
	name := now.UTC().Format(backupName)
	before, found := slices.BinarySearch(names, name) // later ones are of a clock that was wrong
	if found {
		return nil
	}
	if before > 0 {
		last, err := time.Parse(backupName, names[before-1])
		if err == nil && now.Sub(last) < backupEvery {
			return nil
		}
	}
	if err := a.boards.Backup(ctx, filepath.Join(dir, name)); err != nil {
		return err
	}
	var all []error
	for _, old := range names[:max(0, len(names)+1-keepBackups)] {
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
