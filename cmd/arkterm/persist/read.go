package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"arkterm/cmd/arkterm/fieldguide"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
)

// Limits of files that are read, in bytes.
const (
	MaxSettings = 256 << 10
	maxBook     = 64 << 10
	maxDiary    = 64 << 10
)

// ReadSettings reads the settings chosen in the menu. A bad file is renamed, and the notice says so; the
// game starts without it.
func ReadSettings(c *settings.Choices, path string, now time.Time) (notice string) {
	text, err := store.ReadLimited(path, MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err == nil {
		before := *c
		if err = c.Read(path, text, settings.ByMenu); err == nil {
			return ""
		}
		*c = before
	}
	aside, moved := store.SetAside(path, now)
	if moved != nil {
		return fmt.Sprintf("settings not read: %v", err)
	}
	return "settings not read, put aside as " + aside
}

// ReadBook returns the player's book. One that cannot be read is that of a newcomer.
func ReadBook(path string) *fieldguide.Book {
	text, err := store.ReadLimited(path, maxBook)
	if err != nil {
		return new(fieldguide.Book)
	}
	return fieldguide.Read(text)
}

// ReadDiary returns the player's diary of daily games. One that cannot be read is empty.
func ReadDiary(path string) progress.Diary {
	text, err := store.ReadLimited(path, maxDiary)
	if err != nil {
		return progress.Diary{}
	}
	return progress.ParseDiary(text)
}
