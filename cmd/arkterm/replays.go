package main

import (
	"os"
	"path/filepath"
	"time"

	"arkterm/cmd/arkterm/store"
	"arkterm/engine/record"
)

// keepReplay has a finished game written, and returns the name of the file.
func (p *play) keepReplay(tape *record.Recording, end time.Time) string {
	tape.Date = end.UTC().Format(time.RFC3339)
	name := store.ReplayName(end, tape.Seed)
	p.keeper.KeepLater(filepath.Join(p.files.Replays(), name), tape.Packed)
	return name
}

// tidy has old games removed, by the keeper, whom nothing waits for yet.
func (p *play) tidy() {
	dir := p.files.Replays()
	p.keeper.Do(dir, func() error {
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) <= store.MostReplays {
			return nil // as on most days, on which the scores need not be read for it
		}
		keep, err := replaysToKeep(p.files.ScoresFile())
		if err == nil {
			_ = store.TidyReplays(dir, store.MostReplays, keep) // the next time, then
		}
		return nil
	})
}
