package progress

import (
	"fmt"

	"arkterm/render/text"
)

// A Store stores the results of finished games. If Add, Rename or SaveAchievement returns nil, the data has been
// written to disk. The argument player identifies a player. It is "" for the local player.
type Store interface {
	// Add saves a game under the player's name.
	Add(player string, g Score) (Placing, error)

	// Rename sets the name on the saved score with the given ID. The player's later scores get the same name.
	Rename(player string, id int64, name string) (Placing, error)

	// Best returns the player's best score in a table, or 0 if there is none.
	Best(player string, t Table) (int, error)

	// Tables returns all tables with their best TableSize scores, and the statistics of all games.
	Tables(player string) ([]Page, Statistics, error)

	// Replays returns the set of file names of the recordings that must be kept because a table lists their scores. See
	// [ReplaysOf].
	Replays(player string) (map[string]bool, error)

	// SaveAchievement merges an achievement with the saved one for the same level and difficulty. The achievement was
	// earned under the current rules.
	SaveAchievement(player string, a Achievement) error

	// Achievements returns all achievements.
	Achievements(player string) ([]Achievement, error)

	// Notice returns a message for the player about events since the last call, such as a damaged file, or "".
	Notice() string
}

// A WeekStore is a Store that can compute the progress toward weekly goals, because it contains all games of all its
// players.
type WeekStore interface {
	// Week returns the player's progress toward the goal of a week, in the unit of the goal.
	Week(player string, w Week) (int, error)
}

// Do executes a player's request and returns the result. If the store returns an error, the result is a Failed.
func Do(s Store, player string, r Request) Result {
	result, err := do(s, player, r)
	if err != nil {
		return Failed{Request: r, Err: err}
	}
	return result
}

// do executes a player's request.
func do(s Store, player string, r Request) (Result, error) {
	switch r := r.(type) {
	case Add:
		placed, err := s.Add(player, r.Score)
		return Placed{Game: r.Game, Placing: placed}, err
	case Rename:
		placed, err := s.Rename(player, r.ID, text.PlayerName(r.Name))
		return Placed{Game: r.Game, Placing: placed}, err
	case ReadBest:
		best, err := s.Best(player, r.Table)
		return BestRead{Table: r.Table, Score: best}, err
	case ReadTables:
		pages, stats, err := s.Tables(player)
		return TablesRead{Pages: pages, Stats: stats}, err
	case SaveAchievement:
		return AchievementSaved{}, s.SaveAchievement(player, r.Achievement)
	case ReadAchievements:
		all, err := s.Achievements(player)
		return AchievementsRead{All: all}, err
	case ReadWeek:
		weeks, ok := s.(WeekStore)
		if !ok {
			return WeekRead{}, nil
		}
		done, err := weeks.Week(player, r.Week)
		return WeekRead{Week: r.Week, Done: done, Known: true}, err
	}
	panic(fmt.Sprintf("unknown request %T", r))
}

// A Request is a request of a session to a Store. Its type is one of the following. Results are returned in the order
// of the requests.
type Request interface{ scoreRequest() }

type (
	// An Add saves a game. The result is a Placed.
	Add struct {
		Game  int // number of the game in the session
		Score Score
	}

	// A Rename sets the name on a saved score. The result is a Placed.
	Rename struct {
		Game int   // as in Add
		ID   int64 // as in Placing
		Name string
	}

	// A ReadBest reads the player's best score in a table. The result is a BestRead.
	ReadBest struct{ Table Table }

	// ReadTables reads all tables and the statistics. The result is a TablesRead.
	ReadTables struct{}

	// A SaveAchievement merges an achievement with the saved one. The result is an AchievementSaved.
	SaveAchievement struct{ Achievement Achievement }

	// ReadAchievements reads all achievements. The result is an AchievementsRead.
	ReadAchievements struct{}

	// ReadWeek reads the progress toward the goal of a week. The result is a WeekRead.
	ReadWeek struct{ Week Week }
)

func (Add) scoreRequest()              {}
func (Rename) scoreRequest()           {}
func (ReadBest) scoreRequest()         {}
func (ReadTables) scoreRequest()       {}
func (SaveAchievement) scoreRequest()  {}
func (ReadAchievements) scoreRequest() {}
func (ReadWeek) scoreRequest()         {}

// A Result is the result of a Request, or a Notice. Its type is one of the following.
type Result interface{ scoreResult() }

type (
	// A Placed contains the place of a score in its table, after an Add or Rename.
	Placed struct {
		Game    int // as in the request
		Placing Placing
	}

	// A BestRead contains the player's best score in a table, or 0 if there is none.
	BestRead struct {
		Table Table
		Score int
	}

	// A TablesRead contains all tables and the statistics of all games.
	TablesRead struct {
		Pages []Page
		Stats Statistics
	}

	// AchievementSaved confirms that an achievement was saved.
	AchievementSaved struct{}

	// An AchievementsRead contains all achievements.
	AchievementsRead struct{ All []Achievement }

	// A WeekRead contains the progress toward the goal of a week. Known is false if the store is not a WeekStore.
	WeekRead struct {
		Week  Week
		Done  int
		Known bool
	}

	// A Failed reports that a request has failed.
	Failed struct {
		Request Request
		Err     error
	}

	// A Notice is a message for the player. It precedes the result of a request.
	Notice struct{ Text string }
)

func (Placed) scoreResult()           {}
func (BestRead) scoreResult()         {}
func (TablesRead) scoreResult()       {}
func (AchievementSaved) scoreResult() {}
func (AchievementsRead) scoreResult() {}
func (WeekRead) scoreResult()         {}
func (Failed) scoreResult()           {}
func (Notice) scoreResult()           {}
