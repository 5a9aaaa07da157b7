package store

import "path/filepath"

// Folders are where the player's files are. None of them need exist: what is not there was not
// saved, and writing makes it.
type Folders struct {
	Config string // what the player writes: config.toml, themes
	Data   string // what the player collects: levels, replays
	State  string // what the program writes for itself: settings, saved games, scores, crash reports

	Home   string   // the player's, where other games have theirs
	Shared []string // folders for data of all programs, for all players
}

// ConfigFile is the player's own; it is only ever read.
func (f Folders) ConfigFile() string { return filepath.Join(f.Config, "config.toml") }

// Themes holds the player's own themes, NAME.toml.
func (f Folders) Themes() string { return filepath.Join(f.Config, "themes") }

// SettingsFile holds what was chosen in the menu, and what was learned of the keyboard.
func (f Folders) SettingsFile() string { return filepath.Join(f.State, "settings.toml") }

// ScoresFile is the database of all games.
func (f Folders) ScoresFile() string { return filepath.Join(f.State, "scores.db") }

// DailyFile holds the day of the player's last try.
func (f Folders) DailyFile() string { return filepath.Join(f.State, "daily") }

// Replays holds the player's finished games.
func (f Folders) Replays() string { return filepath.Join(f.Data, "replays") }

// Crashes holds the recordings of games that ended in a crash.
func (f Folders) Crashes() string { return filepath.Join(f.State, "crashes") }
