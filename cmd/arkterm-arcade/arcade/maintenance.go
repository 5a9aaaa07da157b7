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

// Retention times and numbers, see docs/arcade.md.
const (
	keepGames            = 8 * 24 * time.Hour       // for games not among the best; a weekly leaderboard needs 7 days
	keepBest             = 100                      // number of best games per leaderboard, which are kept forever
	keepUnplayed         = 30 * 24 * time.Hour      // for players without finished games, after the last visit
	keepUnplayedWhenFull = 24 * time.Hour           // instead of keepUnplayed while maxPlayers is reached
	keepPlayed           = 2 * 365 * 24 * time.Hour // for other players, after the last visit
	keepBackups          = 7                        // number of backups

	maintenanceInterval = time.Hour
	backupInterval      = 24 * time.Hour
)

// backupName is the time format of the names of backups. Names sort by time.
const backupName = "arcade-20060102-150405.db"

// maintain makes backups and removes old data regularly until the context is canceled.
func (a *Arcade) maintain(ctx context.Context) {
	ticker := time.NewTicker(maintenanceInterval)
	defer ticker.Stop()
	for {
		if err := recoverError(func() error { a.runMaintenance(ctx, time.Now()); return nil }); err != nil {
			a.logFailure("run maintenance", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// runMaintenance makes a backup and removes old data. It logs errors, and the next run tries again. Canceling the
// context interrupts the backup of a large database.
func (a *Arcade) runMaintenance(ctx context.Context, now time.Time) {
	a.maintainFiles(ctx, now)
	n, err := a.boards.Prune(now.Add(-keepGames), keepBest)
	a.logRemoved("old games", n, err)
	unplayed := keepUnplayed
	if a.playerLimitHit.Swap(false) {
		unplayed = keepUnplayedWhenFull
	}
	ids, err := a.boards.DeleteInactive(now.Add(-unplayed), now.Add(-keepPlayed))
	a.logRemoved("inactive players", len(ids), err)
	for _, id := range ids {
		a.endVisits(id, errDeleted)
	}
}

// logRemoved logs the number of removed items, or an error.
func (a *Arcade) logRemoved(items string, n int, err error) {
	if err != nil {
		a.Log.Error("remove "+items, "error", withoutPaths(err))
	} else if n > 0 {
		a.Log.Info(items+" removed", "count", n)
	}
}

// maintainFiles makes a backup and removes folders without a player. It does neither if most folders have no player in
// the database. In that case the database was lost or replaced, and the folders and backups are needed to restore it.
func (a *Arcade) maintainFiles(ctx context.Context, now time.Time) {
	players, err := a.boards.NumPlayers()
	folders, readErr := os.ReadDir(a.playersDir())
	if err := errors.Join(err, readErr); err != nil {
		a.Log.Error("back up database", "error", withoutPaths(err))
		return
	}
	if len(folders) > 2*players {
		a.Log.Error("back up database", "error", errFoldersUnknown, "players", players, "folders", len(folders))
		return
	}
	if err := a.backup(ctx, now, players > 0); err != nil && ctx.Err() == nil {
		a.Log.Error("back up database", "error", withoutPaths(err))
	}
	if err := a.removeOrphans(now, folders); err != nil {
		a.Log.Warn("remove orphaned player folders", "error", withoutPaths(err))
	}
}

// errFoldersUnknown is the reason for not making a backup, because new backups replace old ones that may be needed.
var errFoldersUnknown = errors.New("most player folders are not in the database; restore it, see docs/arcade.md")

// removeOrphans removes folders without a player, which a server leaves if it is killed while it deletes a player. It
// keeps recent folders, because a new player may be connecting at the moment.
func (a *Arcade) removeOrphans(now time.Time, folders []fs.DirEntry) error {
	for _, e := range folders {
		info, err := e.Info()
		if err != nil || !info.IsDir() || now.Sub(info.ModTime()) < keepUnplayed {
			continue
		}
		if has, err := a.boards.HasPlayer(e.Name()); err != nil {
			return err
		} else if !has {
			a.endVisits(e.Name(), errDeleted)
		}
	}
	return nil
}

// backup writes a backup once a day, and removes the oldest backups. The first backup is made when there is a player.
// Backups are made even without changes, so that no backup contains the data of a deleted player after a week.
func (a *Arcade) backup(ctx context.Context, now time.Time, players bool) error {
	dir := filepath.Join(a.Dir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	names, err := listBackups(dir)
	if err != nil || len(names) == 0 && !players {
		return err
	}
	name := now.UTC().Format(backupName)
	before, found := slices.BinarySearch(names, name) // later names are from a time when the clock was ahead
	if found {
		return nil
	}
	if before > 0 {
		last, err := time.Parse(backupName, names[before-1])
		if err == nil && now.Sub(last) < backupInterval {
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

// listBackups returns the names of the backups in a folder, oldest first. It removes incomplete ones.
func listBackups(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".part") { // left by a killed server
			os.Remove(filepath.Join(dir, e.Name()))
		}
		if _, err := time.Parse(backupName, e.Name()); err == nil && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
