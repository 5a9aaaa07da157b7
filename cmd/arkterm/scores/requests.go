package scores

// A Request is what a session wants of the saved scores: one of the types below. The results come
// back in the order of the requests.
type Request interface{ scoreRequest() }

type (
	// An Add asks for a game to be saved. The result is a Placed.
	Add struct {
		Game  int // number of the game in the session
		Score Score
	}

	// A Rename asks for another name of a score that was saved. The result is a Placed.
	Rename struct {
		Game int   // as in Add
		ID   int64 // as in Placing
		Name string
	}

	// A ReadTables asks for all tables and the statistics. The result is a TablesRead.
	ReadTables struct{}

	// A SaveAchievement asks for an achievement to be saved, as far as it is better than what is there.
	// The result is an AchievementSaved.
	SaveAchievement struct{ Achievement Achievement }

	// A ReadAchievements asks for all achievements. The result is an AchievementsRead.
	ReadAchievements struct{}
)

func (Add) scoreRequest()              {}
func (Rename) scoreRequest()           {}
func (ReadTables) scoreRequest()       {}
func (SaveAchievement) scoreRequest()  {}
func (ReadAchievements) scoreRequest() {}

// A Result is what came of a request, one of the types below.
type Result interface{ scoreResult() }

type (
	// A Placed says where a score stands.
	Placed struct {
		Game   int // as in the request
		Placed Placing
	}

	// A TablesRead holds all tables, and the statistics of all games.
	TablesRead struct {
		Pages []Page
		Stats Statistics
	}

	// An AchievementSaved says that an achievement was saved.
	AchievementSaved struct{}

	// An AchievementsRead holds all achievements.
	AchievementsRead struct{ All []Achievement }

	// A Failed says what a request failed for.
	Failed struct {
		Request Request
		Err     error
	}

	// A Notice is something that the player should know besides: it precedes a result.
	Notice struct{ Text string }
)

func (Placed) scoreResult()           {}
func (TablesRead) scoreResult()       {}
func (AchievementSaved) scoreResult() {}
func (AchievementsRead) scoreResult() {}
func (Failed) scoreResult()           {}
func (Notice) scoreResult()           {}
