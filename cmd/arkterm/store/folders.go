package store

import (
	"path/filepath"

	"github.com/adrg/xdg"
)

// Folders has the paths of the folders that contain the player's files. A missing folder counts as empty, and is
// created when a file is written.
type Folders struct {
	Config string // files that the player writes: config.toml, themes
	Data   string // files that the player collects: levels, replays
	State  string // files that the program writes: settings, saved games, scores, crash reports

	Home   string   // home folder, which contains the folders of other games
	Shared []string // data folders that all users share
}

// UserFolders returns the player's folders according to the XDG base directory specification, or their counterparts on
// this system.
func UserFolders() Folders {
	return Folders{
		Config: filepath.Join(xdg.ConfigHome, "arkterm"),
		Data:   filepath.Join(xdg.DataHome, "arkterm"),
		State:  filepath.Join(xdg.StateHome, "arkterm"),
		Home:   xdg.Home,
		Shared: xdg.DataDirs,
	}
}

// ConfigFile returns the path of the configuration file, which the player writes and the program only reads.
//
//go:noinline // would be copied into many callers
func (f Folders) ConfigFile() string { return filepath.Join(f.Config, "config.toml") }

// Themes returns the folder of the player's own themes, each in a file NAME.toml.
func (f Folders) Themes() string { return filepath.Join(f.Config, "themes") }

// SettingsFile returns the path of the file with the menu settings and the measured repeat times of the keyboard.
func (f Folders) SettingsFile() string { return filepath.Join(f.State, "settings.toml") }

// ScoresFile returns the path of the file with the scores and achievements.
func (f Folders) ScoresFile() string { return filepath.Join(f.State, "scores.jsonl") }

// DailyFile returns the path of the file with the results of daily games.
func (f Folders) DailyFile() string { return filepath.Join(f.State, "daily") }

// FieldGuideFile returns the path of the file that lists the things that the player has discovered.
func (f Folders) FieldGuideFile() string { return filepath.Join(f.State, "book") }

// GameFile returns the path of the saved game of the first running arkterm. Other processes add a number to the name.
func (f Folders) GameFile() string { return slotBase(f.State, 1) + ".ark" }

// Levels returns the folder of the player's level files and level sets. Shuffled games also use these levels.
//
//go:noinline // would be copied into many callers
func (f Folders) Levels() string { return filepath.Join(f.Data, "levels") }

// Replays returns the folder with the recordings of finished games.
func (f Folders) Replays() string { return filepath.Join(f.Data, "replays") }

// Crashes returns the folder with the recordings of games that crashed.
func (f Folders) Crashes() string { return filepath.Join(f.State, "crashes") }
