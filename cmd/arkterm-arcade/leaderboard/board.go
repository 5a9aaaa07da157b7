// Package leaderboard stores the arcade's players and finished games, and ranks the games on leaderboards.
//
// A [Store] contains players with their keys, and games with their recordings. [DB] implements Store with SQLite or
// PostgreSQL. A [WriteQueue] writes finished games to a store in the background, and retries while the disk is full.
// The package never reads the clock for stored times. Callers pass the current time.
package leaderboard

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine/parse"
)

// A Player is an account, which is identified by one or more SSH keys.
type Player struct {
	ID         string // hash of the player's first key, and name of the player's folder
	Name       Name
	NameChosen bool      // the player has chosen the name; false for a default name
	Hidden     bool      // the player's games in progress are hidden from spectators
	Games      int       // number of games finished on this server
	FirstVisit time.Time // start of the first visit
	LastVisit  time.Time // start of the last visit, to the hour
	New        bool      // SignIn has just created the player
}

// A Key is one of a player's keys.
type Key struct {
	Hash     string    // SHA-256 of the public key, in hexadecimal
	Added    time.Time // time when the key was assigned to the player
	LastUsed time.Time // start of the last visit with this key, to the hour
}

// Fingerprint returns the key's fingerprint in the format of OpenSSH, as printed by ssh-keygen -l.
func (k Key) Fingerprint() string {
	sum, err := hex.DecodeString(k.Hash)
	if err != nil {
		return k.Hash
	}
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum)
}

// MinKeyPrefix is the minimum length of a prefix that identifies a key.
const MinKeyPrefix = 8

// HasPrefix reports whether text is a prefix of the key's fingerprint or hash with at least MinKeyPrefix characters.
func (k Key) HasPrefix(text string) bool {
	text = strings.TrimPrefix(text, "SHA256:")
	return len(text) >= MinKeyPrefix && (strings.HasPrefix(strings.TrimPrefix(k.Fingerprint(), "SHA256:"), text) ||
		strings.HasPrefix(k.Hash, strings.ToLower(text)))
}

// MaxKeys is the maximum number of keys of a player.
const MaxKeys = 8

// A Game is a finished game to be added to a Store.
type Game struct {
	Player     string // player's ID; the winner's ID if the game is a match between two opponents
	Other      string // ID of the partner or opponent; "" if there is none or if it is a guest
	WithGuest  bool   // the partner was a guest
	Paddle     int    // index of the player's paddle in a match of two: 0 or 1
	Score      progress.Score
	Source     Source
	Measure    Measure
	SharedSeed bool // other players have the same seed, because the game is a daily game or a match

	// State is the hash of the game's final state. If a game of other players has the same hash, Add increments State
	// until it is unique among all games.
	State uint64

	// Recording is the encoded recording, without the players' names if the game is a match. It is nil if it is too
	// long, and empty if the game counts without a stored recording.
	Recording []byte

	Personal bool // the game also counts for the player's personal scores
}

// A Source describes how a game was played. It is an index into [Sources]. Its values are stored in databases.
type Source uint8

// The sources.
const (
	Solo      Source = iota // played alone on this server
	Submitted               // played on another computer, and verified here
	Matches                 // played on this server with other players
)

// Sources contains the names of all sources.
var Sources = [...]struct {
	Name string // identifier in commands
	Help string // description on screen
}{
	Solo:      {"alone", "played here"},
	Submitted: {"submitted", "played elsewhere, and verified"},
	Matches:   {"matches", "played together"},
}

func (s Source) String() string { return Sources[s].Name }

// ParseSource returns the source with the given name.
func ParseSource(name string) (Source, error) { return parse.Name(name, Solo, len(Sources)) }

// MarshalText implements [encoding.TextMarshaler].
func (s Source) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Source) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSource(string(text))
	return err
}

// A Measure is the value by which a leaderboard is ordered, an index into [Measures]. Its values are stored in
// databases.
type Measure uint8

// The measures.
const (
	ByPoints     Measure = iota // score, highest first
	ByTime                      // play time, shortest first
	ByRating                    // current rating, highest first
	StoredOnly                  // the game is stored, but not on any leaderboard
	PersonalOnly                // the game counts for personal scores only, and its recording is not stored
)

// Measures has a row for each measure, with the heading of its column.
var Measures = [...]struct{ Heading string }{
	ByPoints: {"score"}, ByTime: {"time"}, ByRating: {"rating"},
	StoredOnly: {""}, PersonalOnly: {""},
}

// A Period is the time range of a leaderboard. It is an index into [Periods].
type Period uint8

// The periods.
const (
	Today Period = iota
	Week
	AllTime
	NumPeriods
)

// Periods contains the names and start times of all periods.
var Periods = [NumPeriods]struct {
	Name  string                        // identifier in commands
	Title string                        // on screen
	start func(now time.Time) time.Time // see Start
}{
	Today: {"today", "Today", startOfDay},
	Week: {"week", "This week", func(now time.Time) time.Time {
		return startOfDay(now).AddDate(0, 0, -(int(now.UTC().Weekday())+6)%7) // Monday
	}},
	AllTime: {"ever", "All time", func(time.Time) time.Time { return time.Unix(0, 0).UTC() }},
}

func (p Period) String() string { return Periods[p].Name }

// ParsePeriod returns the period with the given name.
func ParsePeriod(name string) (Period, error) { return parse.Name(name, Today, len(Periods)) }

// startOfDay returns the start of a day in UTC.
func startOfDay(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }

// Start returns the start of the period that contains the given time. Days start at midnight UTC, and weeks on Monday.
func (p Period) Start(now time.Time) time.Time { return Periods[p].start(now) }

// A Board is a leaderboard. It contains the best game of each player or team in a table and period. Each source (see
// Sources) has its own tables. Games with the default settings are in the table for their levels, mode, difficulty and
// rules. All other games of a source share one table for each version of the rules.
type Board struct {
	progress.Table
	Source Source
	Period Period
}

// An Entry is a row of a leaderboard, or a single finished game.
type Entry struct {
	ID        int64            `json:"id"` // number of the game
	Place     int              `json:"place,omitempty"`
	Name      Name             `json:"name"`
	Other     Name             `json:"other,omitzero"` // name of the partner or opponent, see Game
	Paddle    int              `json:"paddle,omitempty"`
	Mode      string           `json:"-"` // mode of the table
	Measure   Measure          `json:"-"`
	Rating    int              `json:"rating,omitempty"` // rating after the game; on a leaderboard, the current rating
	Won       int              `json:"-"`                // number of rated matches that the player has won
	Lost      int              `json:"-"`                // number of rated matches that the player has lost
	WithGuest bool             `json:"guest,omitempty"`  // see Game
	Score     int              `json:"score"`
	LastLevel int              `json:"last"` // number of the last level reached, from 1
	Combo     int              `json:"combo"`
	Ticks     uint64           `json:"ticks"`
	Outcome   progress.Outcome `json:"outcome"`
	Ended     time.Time        `json:"ended"`
	Player    string           `json:"-"` // ID of the player
}

// A Placing is the result of adding a game.
type Placing struct {
	ID     int64
	Places [NumPeriods]int // place on the leaderboard of each period, from 1; 0 if none, see Store.Add

	Ratings    [2]int // ratings of the player and the opponent after the game; 0 if it was not rated
	RatingGain int    // points added to the player's rating and subtracted from the opponent's

	PlayerDeleted bool // one of the two players was deleted during the game

	Personal progress.Placing // place among the player's personal scores, for a Personal game
}

// A Record is a stored game with its table and source.
type Record struct {
	Entry
	Table   progress.Table `json:"table"`
	Source  Source         `json:"source"`
	Removed bool           `json:"removed,omitempty"` // the operator has removed the game, see [DB.RemoveGames]
}

// Reasons for refusing an operation.
var (
	ErrNameTaken      = errors.New("this name or a similar one is taken")
	ErrNoPlayer       = errors.New("no player has this name")
	ErrNoGame         = errors.New("this game does not exist, or has been removed")
	ErrNoRecording    = errors.New("the recording of this game was not stored")
	ErrDuplicate      = errors.New("this game has been submitted before")
	ErrKnownSeed      = errors.New("not ranked, because an earlier game has the same seed")
	ErrWrongCode      = errors.New("unknown code; a code works once, within ten minutes")
	ErrKeyInUse       = errors.New("the account of this key has finished games or other keys; `delete` it first")
	ErrTooManyPlayers = errors.New("the arcade has reached its maximum number of players")
	ErrTooManyKeys    = fmt.Errorf("an account can have at most %d keys; remove one first", MaxKeys)
	ErrNoKey          = errors.New("you have no such key")
	ErrLastKey        = errors.New("this is your only key; without it you cannot sign in")
)

// Unlimited is a maximum number of players that is never reached.
const Unlimited = math.MaxInt

// A Store contains players and games. When a method returns without an error, its change is on the disk and survives a
// power failure. All methods are safe for concurrent use.
type Store interface {
	// SignIn returns the player with a key. It creates the player if the key is unknown. If there are already
	// maxPlayers players, it fails with ErrTooManyPlayers. With Unlimited, it does not count the players.
	SignIn(key string, maxPlayers int, now time.Time) (Player, error)

	// Rename changes a player's name. chosen is false for a default name. It fails with ErrNameTaken, ErrNameReserved
	// or ErrNoPlayer.
	Rename(id string, n Name, chosen bool) error

	// SetHidden sets whether a player's games in progress are hidden.
	SetHidden(id string, hidden bool) error

	// PlayerByName returns the player with the given or a similar name, or ErrNoPlayer.
	PlayerByName(n Name) (Player, error)

	// PlayerByKey returns the player with a key, or ErrNoPlayer.
	PlayerByKey(key string) (Player, error)

	// Keys returns a player's keys, oldest first.
	Keys(id string) ([]Key, error)

	// RemoveKey removes a key from a player, so that SignIn with this key creates a new player. It fails with ErrNoKey,
	// or with ErrLastKey if the player has no other key.
	RemoveKey(id, key string) error

	// SaveCode stores a code that links another key to a player. The code is valid until the given time. It replaces
	// the player's previous code.
	SaveCode(id string, code Code, until time.Time) error

	// Claim adds a key to the player who has created the code, and returns that player. If the key already belongs to
	// another player, Claim deletes the other player and returns the deleted player's ID as removed. If the other
	// player has finished games or other keys, Claim fails with ErrKeyInUse instead. It can also fail with ErrWrongCode
	// or ErrTooManyKeys.
	Claim(key string, code Code, now time.Time) (p Player, removed string, err error)

	// Delete removes a player and all data about the player. Games with another player become the other player's games.
	Delete(id string) error

	// DeleteInactive deletes inactive players and returns their IDs. A player with finished games is inactive if the
	// last visit was before withGames. Any other player is inactive if the last visit was before withoutGames.
	DeleteInactive(withoutGames, withGames time.Time) (ids []string, err error)

	// NumPlayers returns the number of players.
	NumPlayers() (players int, err error)

	// HasPlayer reports whether there is a player with the ID.
	HasPlayer(id string) (bool, error)

	// Add saves a finished game and ranks it. The placing contains no place on a leaderboard if the player already has
	// a better game there, or if the place would be worse than MaxReportedPlace. If one of two players has been
	// deleted, the game is credited to the other player.
	//
	// The ranking fails with ErrDuplicate if the player has played the same game before, or if a submitted game is
	// already stored. It fails with ErrKnownSeed if a solo game has the seed of an earlier game and SharedSeed is not
	// set, and with ErrTooLong if a Personal game has no recording. A Personal game is saved even if the ranking fails,
	// and the placing contains its personal place. Add fails with ErrNoPlayer if the player has been deleted, and with
	// ErrRejected if the game violates a constraint of the store.
	Add(g Game) (Placing, error)

	// BestScore returns the player's best personal score in a table, or 0.
	BestScore(id string, t progress.Table) (int, error)

	// Scores returns the player's personal tables with their best scores, and the statistics of all games.
	Scores(id string) ([]progress.Page, progress.Statistics, error)

	// SaveAchievement merges an achievement with the player's saved one for the same level. It must have been earned
	// under the current rules.
	SaveAchievement(id string, a progress.Achievement) error

	// Achievements returns the player's achievements.
	Achievements(id string) ([]progress.Achievement, error)

	// ImportScores adds earlier results of a player. It does nothing if the store already has scores of the player.
	ImportScores(id string, from *progress.Results) error

	// Tables returns up to limit tables that have leaderboards under the current rules, those with the most players
	// first.
	Tables(source Source, limit int) ([]progress.Table, error)

	// Entries returns up to limit entries of a leaderboard, best first. now selects the day or week of the period.
	Entries(b Board, now time.Time, limit int) ([]Entry, error)

	// Games returns up to limit stored games of a player, including those with another player, most recent first.
	Games(id string, limit int) ([]Record, error)

	// Ratings returns the player's ratings.
	Ratings(id string) ([]Rating, error)

	// Recording returns a game and its recording, or ErrNoGame or ErrNoRecording.
	Recording(id int64) (Record, []byte, error)

	// Prune deletes games that ended before the given time, except the best games of each all-time leaderboard. numBest
	// is the number of these games per leaderboard. Prune also deletes the leaderboards of days and weeks that ended
	// before this time, and codes that expired before it. It uses short transactions, so that other writers wait only
	// for a short time. It returns the number of deleted games.
	Prune(before time.Time, numBest int) (n int, err error)

	// Checkpoint empties the log of the store. It does nothing if there is no log or if the log is in use.
	Checkpoint() error

	// Ping returns an error if the database cannot be reached.
	Ping(ctx context.Context) error

	// Backup writes a copy of the store to a new file. It stops with an error if the context is canceled.
	Backup(ctx context.Context, path string) error

	// Close closes the store, which must not be used afterwards.
	Close() error
}
