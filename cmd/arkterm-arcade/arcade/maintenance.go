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
	// maximum age of games that are not among the best; a weekly leaderboard needs 7 days
	keepGames                = 8 * 24 * time.Hour
	maxKeptBest              = 100                      // number of best games per leaderboard that are kept forever
	keepWithoutGames         = 30 * 24 * time.Hour      // time since the last visit of a player without finished games
	keepWithoutGamesWhenFull = 24 * time.Hour           // replaces keepWithoutGames while maxPlayers is reached
	keepWithGames            = 2 * 365 * 24 * time.Hour // time since the last visit of a player with finished games
	maxBackups               = 7                        // maximum number of stored backups

	maintenanceInterval = time.Hour
	backupInterval      = 24 * time.Hour
	checkpointInterval  = time.Minute
)

// backupName is the name of a backup, as a layout for time.Format. Backups sorted by name are sorted by time.
const backupName = "arcade-20060102-150405.db"

// maintain calls runMaintenance immediately and every maintenanceInterval, and checkpoint every checkpointInterval,
// until the context is canceled.
func (a *Arcade) maintain(ctx context.Context) {
	ticker, checkpoints := time.NewTicker(maintenanceInterval), time.NewTicker(checkpointInterval)
	defer ticker.Stop()
	defer checkpoints.Stop()
	for do := a.runMaintenance; ; {
		if err := catchPanic(func() error { do(ctx, time.Now()); return nil }); err != nil {
			a.logFailure("run maintenance", err)
		}
		select {
		case <-ticker.C:
			do = a.runMaintenance
		case <-checkpoints.C:
			do = a.checkpoint
		case <-ctx.Done():
			return
		}
	}
}

// checkpoint empties the database's log, if it has one. Without checkpoint, SQLite empties the log only after 4 MB of
// changes, which can take days. Damage to the log would lose all these changes.
func (a *Arcade) checkpoint(context.Context, time.Time) {
	if err := a.store.Checkpoint(); err != nil {
		a.Log.Warn("empty database log", "error", withoutPaths(err))
	}
}

// runMaintenance makes a backup and removes old data. It logs errors, and the next call tries again. Canceling the
// context interrupts the backup of a large database.
func (a *Arcade) runMaintenance(ctx context.Context, now time.Time) {
	a.maintainFiles(ctx, now)
	n, err := a.store.Prune(now.Add(-keepGames), maxKeptBest)
	a.logRemoved("old games", n, err)
	keep := keepWithoutGames
	if a.playerLimitReached.Swap(false) {
		keep = keepWithoutGamesWhenFull
	}
	ids, err := a.store.DeleteInactive(now.Add(-keep), now.Add(-keepWithGames))
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
// the database. The database was then lost or replaced, and the operator needs the folders and old backups.
func (a *Arcade) maintainFiles(ctx context.Context, now time.Time) {
	players, err := a.store.NumPlayers()
	folders, readErr := os.ReadDir(a.playersDir())
	if err := errors.Join(err, readErr); err != nil {
		a.Log.Error("back up database", "error", withoutPaths(err))
		return
	}
	if len(folders) > 2*players {
		a.Log.Error("back up database", "error", errFoldersUnknown, "players", players, "folders", len(folders))
		return
	}
	err = a.backup(ctx, now)
	if err != nil && ctx.Err() == nil && !errors.Is(err, errors.ErrUnsupported) { // pg_dump makes backups of PostgreSQL
		a.Log.Error("back up database", "error", withoutPaths(err))
	}
	if err := a.removeOrphans(now, folders); err != nil {
		a.Log.Warn("remove orphaned player folders", "error", withoutPaths(err))
	}
}

// errFoldersUnknown is the logged error if most folders have no player. Backups are then suspended, because each one
// replaces an old backup that may be needed.
var errFoldersUnknown = errors.New("most player folders are not in the database; restore it, see docs/arcade.md")

// removeOrphans removes folders without a player. A server leaves such a folder if it is killed while it deletes a
// player. removeOrphans keeps recently modified folders.
func (a *Arcade) removeOrphans(now time.Time, folders []fs.DirEntry) error {
	for _, e := range folders {
		info, err := e.Info()
		if err != nil || !info.IsDir() || now.Sub(info.ModTime()) < keepWithoutGames {
			continue
		}
		if has, err := a.store.HasPlayer(e.Name()); err != nil {
			return err
		} else if !has {
			a.endVisits(e.Name(), errDeleted)
		}
	}
	return nil
}

// backup writes a backup if the last one is older than backupInterval, and removes the oldest backups. The second
// backup is written after maintenanceInterval, because the first backup of a new arcade contains no players. backup
// writes a backup even without changes. Therefore, after a week no backup contains the data of a deleted player.
func (a *Arcade) backup(ctx context.Context, now time.Time) error {
	dir := filepath.Join(a.Dir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	names, err := listBackups(dir)
	if err != nil {
		return err
	}
	interval := backupInterval
	if len(names) == 1 {
		interval = maintenanceInterval
	}
	name := now.UTC().Format(backupName)
	before, found := slices.BinarySearch(names, name) // later names are from a time when the clock was ahead
	if found {
		return nil
	}
	if before > 0 {
		last, err := time.Parse(backupName, names[before-1])
		if err == nil && now.Sub(last) < interval {
			return nil
		}
	}
	if err := a.store.Backup(ctx, filepath.Join(dir, name)); err != nil {
		return err
	}
	var errs []error
	for _, old := range names[:max(0, len(names)+1-maxBackups)] {
		if err := os.Remove(filepath.Join(dir, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// listBackups returns the names of the backups in a folder, oldest first. It removes incomplete backups.
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
