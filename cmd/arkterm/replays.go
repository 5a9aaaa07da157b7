package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"arkterm/engine"
)

// mostReplays is how many finished games the folder of replays keeps.
const mostReplays = 200

const arkSuffix = ".ark"

// replays holds the player's finished games.
func (f folders) replays() string { return filepath.Join(f.data, "replays") }

// replayName returns the name of the file for a game that ended at the time: names sort as
// times do.
func replayName(end time.Time, seed uint64) string {
	return end.UTC().Format("20060102-150405") + "-" + strconv.FormatUint(seed, 10) + arkSuffix
}

// keepReplay has a finished game written, and returns the name of the file.
func (l *loop) keepReplay(tape *engine.Recording, end time.Time) string {
	tape.Date = end.UTC().Format(time.RFC3339)
	name := replayName(end, tape.Seed)
	l.keeper.KeepLater(filepath.Join(l.files.replays(), name), tape.Packed)
	return name
}

// tidy removes old games in the background.
func (l *loop) tidy() {
	go func() {
		defer l.term.Guard()
		entries, err := os.ReadDir(l.files.replays())
		if err != nil || len(entries) <= mostReplays {
			return // as on most days, on which the scores need not be read for it
		}
		keep, err := replaysToKeep(l.files.scoresFile())
		if err == nil {
			_ = tidyReplays(l.files.replays(), mostReplays, keep) // the next time, then
		}
	}()
}

// tidyReplays removes the oldest games from a folder of replays until most are left. Those
// whose names are to be kept (scores refer to them) stay, and so does whatever is not
// named as the program names them: a player put it there.
func tidyReplays(dir string, most int, keep map[string]bool) error {
	entries, err := os.ReadDir(dir) // sorted by name
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && isReplayName(e.Name()) && !keep[e.Name()] {
			names = append(names, e.Name())
		}
	}
	var all []error
	for _, name := range names[:max(0, len(names)-most)] {
		all = append(all, os.Remove(filepath.Join(dir, name)))
	}
	return errors.Join(all...)
}

// isReplayName reports whether replayName may have made the name.
func isReplayName(name string) bool {
	const digits = "00000000-000000-0"
	if filepath.Base(name) != name || filepath.Ext(name) != arkSuffix || len(name) < len(digits)+len(arkSuffix) {
		return false
	}
	stem := name[:len(name)-len(arkSuffix)]
	return !slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16}, func(i int) bool {
		return stem[i] < '0' || stem[i] > '9'
	}) && stem[8] == '-' && stem[15] == '-'
}
