package store

import "path/filepath"

// Folders are the places of the player's files. A folder that does not exist is an empty one; writing makes
// it.
type Folders struct {
	Config string // written by the player: config.toml, themes
	Data   string // collected by the player: levels, replays
	State  string // written by the program: settings, saved games, scores, crash reports

	Home   string   // the player's home, where other games have their folders
	Shared []string // data of all programs, for all users
}

// ConfigFile is written by the player; the program only reads it.
func (f Folders) ConfigFile() string { return filepath.Join(f.Config, "config.toml") }

// Themes holds the player's own themes, NAME.toml.
func (f Folders) Themes() string { return filepath.Join(f.Config, "themes") }

// SettingsFile holds the settings made in the menu and the learned repeat rate of the keyboard.
func (f Folders) SettingsFile() string { return filepath.Join(f.State, "settings.toml") }

// ScoresFile holds the scores and achievements.
func (f Folders) ScoresFile() string { return filepath.Join(f.State, "scores.jsonl") }

// DailyFile holds the tries of daily games.
func (f Folders) DailyFile() string { return filepath.Join(f.State, "daily") }

// FieldGuideFile holds what the player has met.
func (f Folders) FieldGuideFile() string { return filepath.Join(f.State, "book") }

// GameFile holds the saved game of the first arkterm that runs. Others add a number to the name.
func (f Folders) GameFile() string { return slotBase(f.State, 1) + ".ark" }

// Levels returns the folder of the player's level files and sets, which shuffled games draw from.
func (f Folders) Levels() string { return filepath.Join(f.Data, "levels") }

// Replays holds the recordings of finished games.
func (f Folders) Replays() string { return filepath.Join(f.Data, "replays") }

// Crashes holds the recordings of games that crashed.
func (f Folders) Crashes() string { return filepath.Join(f.State, "crashes") }
