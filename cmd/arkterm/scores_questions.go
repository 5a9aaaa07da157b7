package main

// A scoreQuestion is what a session asks of the table of scores: one of the types below. The answers
// come back in the order of the questions.
type scoreQuestion interface{ question() }

type (
	// An addScore asks for a game to be kept. The answer is a scorePlaced.
	addScore struct {
		game  int // number of the game in the session
		score score
	}

	// A renameScore asks for another name of a score that was kept. The answer is a scorePlaced.
	renameScore struct {
		game int   // as in addScore
		id   int64 // as in placing
		name string
	}

	// A readTables asks for all tables and the statistics. The answer is a tablesRead.
	readTables struct{}

	// A saveFeat asks for a feat to be kept, as far as it is better than what is there. The answer
	// is a featSaved.
	saveFeat struct{ feat feat }

	// A readFeats asks for all feats. The answer is a featsRead.
	readFeats struct{}
)

func (addScore) question()    {}
func (renameScore) question() {}
func (readTables) question()  {}
func (saveFeat) question()    {}
func (readFeats) question()   {}

// keepsResult reports whether a question carries a result of the player's that must not be lost.
func keepsResult(q scoreQuestion) bool {
	switch q.(type) {
	case addScore, saveFeat:
		return true
	}
	return false
}

// A scoreAnswer is what came of a question, one of the types below.
type scoreAnswer interface{ answer() }

type (
	// A scorePlaced says where a score stands.
	scorePlaced struct {
		game   int // as in the question
		placed placing
	}

	// A tablesRead holds all tables, and the statistics of all games.
	tablesRead struct {
		pages []scorePage
		stats statistics
	}

	// A featSaved says that a feat was kept.
	featSaved struct{}

	// A featsRead holds all feats.
	featsRead struct{ feats []feat }

	// A scoreFailed says that a question could not be answered.
	scoreFailed struct {
		question scoreQuestion
		err      error
	}

	// A scoreNotice is something that the player should know besides: it precedes an answer.
	scoreNotice struct{ text string }
)

func (scorePlaced) answer() {}
func (tablesRead) answer()  {}
func (featSaved) answer()   {}
func (featsRead) answer()   {}
func (scoreFailed) answer() {}
func (scoreNotice) answer() {}
