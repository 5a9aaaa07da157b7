package store

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
)

// Limits of files that are read, in bytes.
const (
	MaxSettings   = 256 << 10
	maxFieldGuide = 64 << 10
	maxDiary      = 64 << 10
)

// ReadSettings reads the settings chosen in the menu. It renames an invalid file, and the notice contains the new name.
// The game then starts with the default settings.
func ReadSettings(c *settings.Choices, path string, now time.Time) (notice string) {
	text, err := ReadLimited(path, MaxSettings)
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
	aside, moved := SetAside(path, now)
	if moved != nil {
		return fmt.Sprintf("settings not read: %v", err)
	}
	return "settings not read, file renamed to " + aside
}

// ReadFieldGuide reads the player's field guide. If the file cannot be read, the field guide is empty.
func ReadFieldGuide(path string) *app.FieldGuide {
	text, err := ReadLimited(path, maxFieldGuide)
	if err != nil {
		return new(app.FieldGuide)
	}
	return app.ReadFieldGuide(text)
}

// ReadDiary reads the player's diary of daily games. If the file cannot be read, the diary is empty.
func ReadDiary(path string) progress.Diary {
	text, err := ReadLimited(path, maxDiary)
	if err != nil {
		return progress.Diary{}
	}
	return progress.ParseDiary(text)
}
