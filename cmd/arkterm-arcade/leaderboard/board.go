// Package leaderboard provides the arcade's database of players and finished games, and the boards that rank these games.
//
// A [Store] keeps players with their keys, and games with their recordings; [DB] is one in SQLite. A [Desk] queues finished games and writes
// them to a store, also after the disk was full. Callers pass in all times.
package leaderboard

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine/parse"
)

// A Player is somebody with a key.
type Player struct {
	ID     string // of the player's folder: the hash of the key that they came with first
	Name   names.Name
	Chosen bool // they have chosen the name
	Hidden bool // their games in progress are not shown to others
	Games  int  // that they have finished here, ever
	Since  time.Time
	Seen   time.Time // when they came last
	New    bool      // that is now
}

// A Key is one of a player's keys.
type Key struct {
	Hash  string // SHA-256 of the public key, in hexadecimal
	Since time.Time
	Seen  time.Time // when somebody came with it last, to the hour
}

// Fingerprint returns the key as OpenSSH shows it: ssh-keygen -l prints the same.
func (k Key) Fingerprint() string {
	sum, err := hex.DecodeString(k.Hash)
	if err != nil {
		return k.Hash
	}
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum)
}

// LeastKey is how many characters of a key's fingerprint or hash mean it.
const MinKeyPrefix = 8

// Is reports whether a text means the key: its fingerprint, its hash, or a beginning of either of LeastKey characters or more.
func (k Key) HasPrefix(text string) bool {
	text = strings.TrimPrefix(text, "SHA256:")
	return len(text) >= MinKeyPrefix && (strings.HasPrefix(strings.TrimPrefix(k.Fingerprint(), "SHA256:"), text) || strings.HasPrefix(k.Hash, strings.ToLower(text)))
}

// MostKeys is how many keys a player may have.
const MaxKeys = 8

// A Game is a finished game, as it is handed in.
type Game struct {
	Player     string // their ID; of who has won, in a match of two against each other
	Other      string // the ID of who played it with them or against them; "": nobody, or somebody without a key
	Guest      bool   // somebody without a key has played it with them
	Paddle     int    // the player's, in a match of two
	Score      progress.Score
	Source     Source
	Measure    Measure
	SharedSeed bool   // everybody has its seed, as that of the daily game, or all who play the same race
	State      uint64 // hash of the last state: no game is on the boards twice. Of equal games of several players the next numbers are kept

	Recording []byte // the container of it. That of a match names nobody

	Personal bool // also one of the player's own scores, which no other player sees
}

// A Source is where the games of a board are played: an index into [Sources]. Databases hold it.
type Source uint8

// The sources.
const (
	Solo      Source = iota // here
	Submitted               // elsewhere, and verified here
	Matches                 // here, by several people at once
)

// Sources has a row for each source.
var Sources = [...]struct {
	Name string // as a word
	Help string
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

// A Measure is what counts on a board: an index into [Measures]. Databases hold it.
type Measure uint8

// The measures.
const (
	ByPoints  Measure = iota // most points
	ByTime                   // least time
	ByRating                 // highest rating today
	Uncounted                // the game is kept, but on no board
	Unranked                 // the game is one of the player's own scores, and not kept
)

// Measures has a row for each measure, with the heading of its column.
var Measures = [...]struct{ Heading string }{ByPoints: {"score"}, ByTime: {"time"}, ByRating: {"rating"}, Uncounted: {""}, Unranked: {""}}

// A Period is the time that a board is of: an index into [Periods].
type Period uint8

// The periods.
const (
	Today Period = iota
	Week
	AllTime
	NumPeriods
)

// Periods has a row for each period.
var Periods = [NumPeriods]struct {
	Name  string // as a word
	Title string
	begin func(now time.Time) time.Time
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

func startOfDay(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }

// Begin returns when the period of a moment has begun. Days begin at midnight UTC, weeks on Monday.
func (p Period) Start(now time.Time) time.Time { return Periods[p].begin(now) }

// A Board is a table of players by their best games in a period.
type Board struct {
	progress.Table
	Source Source
	Period Period
}

// A Line is a row of a board, or a finished game.
type Entry struct {
	ID      int64            `json:"id"` // of the game and its recording
	Place   int              `json:"place,omitempty"`
	Name    names.Name       `json:"name"`
	Other   names.Name       `json:"other,omitzero"` // see Game
	Paddle  int              `json:"paddle,omitempty"`
	Mode    string           `json:"-"` // of the game, as its table says
	Measure Measure          `json:"-"`
	Rating  int              `json:"rating,omitempty"` // after the game; on a board that of today
	Won     int              `json:"-"`                // matches that counted, ever
	Lost    int              `json:"-"`
	Guest   bool             `json:"guest,omitempty"` // see Game
	Score   int              `json:"score"`
	Last    int              `json:"last"` // level, from 1
	Combo   int              `json:"combo"`
	Ticks   uint64           `json:"ticks"`
	Outcome progress.Outcome `json:"outcome"`
	Ended   time.Time        `json:"ended"`
	Player  string           `json:"-"` // their ID
}

// A Placing says what a game has come to.
type Placing struct {
	ID     int64
	Places [NumPeriods]int // on the board of each period, from 1; 0: the player had a better game there

	Ratings    [2]int // of the player and of the other one after the game; 0: it did not count
	RatingGain int    // what the player's has risen by, and the other one's fallen

	PlayerDeleted bool // one of two was deleted while they played

	Personal progress.Placing // among the player's own scores, if the game is one of these
}

// A Record is a game with what it was played on.
type Record struct {
	Entry
	Table  progress.Table `json:"table"`
	Source Source         `json:"source"`
}

// Reasons for which something is refused.
var (
	ErrNameTaken      = errors.New("somebody has that name, or one that looks like it")
	ErrNoPlayer       = errors.New("nobody here has that name")
	ErrNoGame         = errors.New("there is no such game, or it is no longer kept")
	ErrDuplicate      = errors.New("this game is known already")
	ErrKnownSeed      = errors.New("none: its seed was known, as in a race")
	ErrWrongCode      = errors.New("no such code: it is good for ten minutes, and once")
	ErrKeyHasPlayed   = errors.New("this key has played here as somebody else: see `delete`")
	ErrTooManyPlayers = errors.New("the arcade has as many players as it takes")
	ErrTooManyKeys    = fmt.Errorf("a player has %d keys at most: remove one first", MaxKeys)
	ErrNoKey          = errors.New("none of your keys is that one")
	ErrLastKey        = errors.New("that is your only key: without it nobody could be you")
)

// A Store keeps players and games. What a method has returned without an error is on the disk, and stays there if the
// machine fails. It is safe for concurrent use.
type Store interface {
	// Enter returns the player of a key, and makes one if there is none: with ErrCrowded if there are most already.
	SignIn(key string, most int, now time.Time) (Player, error)

	// Rename gives a player a name, which is chosen by them or offered; ErrTaken, or names.ErrReserved.
	Rename(id string, n names.Name, chosen bool) error

	// Hide says whether a player's games in progress are hidden.
	SetHidden(id string, hidden bool) error

	// Named returns the player with a name, or with one that looks like it; ErrNobody.
	PlayerByName(n names.Name) (Player, error)

	// Owner returns the player of a key; ErrNobody.
	PlayerByKey(key string) (Player, error)

	// Keys returns a player's keys, the oldest first.
	Keys(id string) ([]Key, error)

	// RemoveKey takes a key from a player: ErrNoKey, or ErrLastKey. Who comes with it is somebody new.
	RemoveKey(id, key string) error

	// Link makes a code by which another key becomes one of the player's, in place of the one before.
	SaveCode(id string, code Code, until time.Time) error

	// Claim gives a key to the player who made the code: ErrCode, ErrPlayed, or ErrKeys. gone is the player that the key was before, who
	// had finished nothing and is no more; "" if there was none.
	Claim(key string, code Code, now time.Time) (p Player, gone string, err error)

	// Delete removes a player and all that is known of them. Their games with somebody else become the other one's.
	Delete(id string) error

	// Gone removes the players who were not seen since a time and have finished no game, or not since another, and returns
	// their IDs.
	DeleteInactive(unplayed, played time.Time) (ids []string, err error)

	// Size returns how many players there are.
	NumPlayers() (players int, err error)

	// Has reports whether there is a player with the ID.
	HasPlayer(id string) (bool, error)

	// Add saves a finished game and ranks it. If one of two players has been deleted, the game belongs to the other one.
	//
	// The ranking fails with ErrKnown if the player has played the same game, or if a submitted game is known. It fails with ErrSeed if
	// the game was played alone with the seed of an earlier game and is not Shared, and with ErrLong if one of the player's own scores
	// has no recording. Own scores are saved even then, with their place in the placing. ErrNobody means that the player has been
	// deleted, and ErrRefused that the store cannot hold the game whatever its state.
	Add(g Game) (Placing, error)

	// BestScore returns the best of the player's own scores in a table, or 0.
	BestScore(id string, t progress.Table) (int, error)

	// Scores returns the player's own tables with their best scores, and the statistics of all games.
	Scores(id string) ([]progress.Page, progress.Statistics, error)

	// SaveAchievement merges an achievement by the present rules with the saved one.
	SaveAchievement(id string, a progress.Achievement) error

	// Achievements returns the player's achievements.
	Achievements(id string) ([]progress.Achievement, error)

	// ImportScores adds results that the player had before the store had any; otherwise it does nothing.
	ImportScores(id string, from *progress.Results) error

	// Boards returns what has been played last, by the present rules: at most limit tables.
	RecentTables(of Source, limit int) ([]progress.Table, error)

	// Lines returns the best of a board at a moment: at most limit.
	Entries(b Board, now time.Time, limit int) ([]Entry, error)

	// Games returns the finished games that are kept and that the player has played, alone or as one of two, the last one first: at most limit.
	Games(id string, limit int) ([]Record, error)

	// Ratings returns the player's ratings.
	Ratings(id string) ([]Rating, error)

	// Recording returns a game and its recording; ErrNoGame.
	Recording(id int64) (Record, []byte, error)

	// Prune removes games that ended before a time and are not among the best of their boards of all times, and codes that are no longer good.
	// It returns how many games it has removed.
	Prune(before time.Time, best int) (n int, err error)

	// Backup writes all of it to a new file, unless the context ends before it is done.
	Backup(ctx context.Context, path string) error

	Close() error
}
