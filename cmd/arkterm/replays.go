package main

import (
	"os"
	"path/filepath"
	"time"

	"arkterm/cmd/arkterm/store"
	"arkterm/engine/record"
)

// keepReplay has a finished game written, and returns the name of the file.
func (l *loop) keepReplay(tape *record.Recording, end time.Time) string {
	tape.Date = end.UTC().Format(time.RFC3339)
	name := store.ReplayName(end, tape.Seed)
	l.keeper.KeepLater(filepath.Join(l.files.Replays(), name), tape.Packed)
	return name
}

// tidy removes old games in the background.
func (l *loop) tidy() {
	go func() {
		defer l.term.Guard()
		entries, err := os.ReadDir(l.files.Replays())
		if err != nil || len(entries) <= store.MostReplays {
			return // as on most days, on which the scores need not be read for it
		}
		keep, err := replaysToKeep(l.files.ScoresFile())
		if err == nil {
			_ = store.TidyReplays(l.files.Replays(), store.MostReplays, keep) // the next time, then
		}
	}()
}
