package scores

// A Request is a session's request about saved scores: one of the types below. Results come in the order of
// the requests.
type Request interface{ scoreRequest() }

type (
	// An Add saves a game. The result is a Placed.
	Add struct {
		Game  int // number of the game in the session
		Score Score
	}

	// A Rename changes the name on a saved score. The result is a Placed.
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
)

func (Add) scoreRequest()              {}
func (Rename) scoreRequest()           {}
func (ReadBest) scoreRequest()         {}
func (ReadTables) scoreRequest()       {}
func (SaveAchievement) scoreRequest()  {}
func (ReadAchievements) scoreRequest() {}

// A Result is the result of a request: one of the types below.
type Result interface{ scoreResult() }

type (
	// A Placed is the placing of a score.
	Placed struct {
		Game   int // as in the request
		Placed Placing
	}

	// A BestRead holds the player's best score in a table; 0: none.
	BestRead struct {
		Table Table
		Score int
	}

	// A TablesRead holds all tables, and the statistics of all games.
	TablesRead struct {
		Pages []Page
		Stats Statistics
	}

	// An AchievementSaved means that an achievement was saved.
	AchievementSaved struct{}

	// An AchievementsRead holds all achievements.
	AchievementsRead struct{ All []Achievement }

	// A Failed is the error of a request.
	Failed struct {
		Request Request
		Err     error
	}

	// A Notice is a message for the player. It precedes a result.
	Notice struct{ Text string }
)

func (Placed) scoreResult()           {}
func (BestRead) scoreResult()         {}
func (TablesRead) scoreResult()       {}
func (AchievementSaved) scoreResult() {}
func (AchievementsRead) scoreResult() {}
func (Failed) scoreResult()           {}
func (Notice) scoreResult()           {}
