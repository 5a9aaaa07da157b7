package store

import (
	"fmt"
	"sync"
	"time"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/words"
	"arkterm/cmd/arkterm/worker"
)

// A scorekeeper does all work with the database in a goroutine of its own, so that the
// loop never waits for a disk. The database is opened when it is first asked for. Its owner ends
// the keeper with Close.
type ScoreWorker struct {
	*worker.Worker
	path    string
	service Scores        // the goroutine's
	news    chan struct{} // a token when something is told

	mu    sync.Mutex
	asked []pendingQuestion
	told  []scores.Result
	owed  int              // results that were asked to be kept, and are not yet
	lost  []scores.Request // those of them that could not be
	why   error            // of the last one
}

// A pendingQuestion waits for its answer.
type pendingQuestion struct {
	scores.Request
	again bool // it is asked for the second time
}

// NewScoreWorker starts the goroutine, in which guard is deferred.
func NewScoreWorker(path string, guard func()) *ScoreWorker {
	k := &ScoreWorker{path: path, news: make(chan struct{}, 1)}
	k.Worker = worker.Start(guard, k.step)
	return k
}

// Ask puts a question. They are answered in the order in which they are asked.
func (k *ScoreWorker) Ask(q scores.Request) {
	k.mu.Lock()
	k.asked = append(k.asked, pendingQuestion{Request: q})
	if keepsResult(q) {
		k.owed++
	}
	k.mu.Unlock()
	k.Wake()
}

// AskAgain has the games kept that could not be, once more: another process may have let go of the
// database, or the disk may have room again.
func (k *ScoreWorker) AskAgain() {
	k.mu.Lock()
	for _, q := range k.lost {
		k.asked = append(k.asked, pendingQuestion{q, true})
	}
	k.lost = nil
	k.mu.Unlock()
	k.Wake()
}

// Unsaved returns how many games are not kept, and why that is: nil where the disk is only slow.
func (k *ScoreWorker) Unsaved() (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.owed, k.why
}

// News is where the loop hears that there are answers to Take.
func (k *ScoreWorker) News() <-chan struct{} { return k.news }

// Take returns the answers since the last call.
func (k *ScoreWorker) Take() []scores.Result {
	k.mu.Lock()
	defer k.mu.Unlock()
	told := k.told
	k.told = nil
	return told
}

// Close finishes what was asked, closes the database and ends the goroutine, within limit.
func (k *ScoreWorker) Close(limit time.Duration) bool {
	ended := k.Worker.Close(limit)
	if ended && k.service.store != nil {
		k.service.store.Close()
		k.service.store = nil
	}
	return ended
}

// step does one of the things that are asked, if any is.
func (k *ScoreWorker) step() bool {
	q, ok := k.next()
	if !ok {
		return false
	}
	answer, notice := k.service.Do(k.path, q.Request)

	k.mu.Lock()
	if notice != "" {
		k.told = append(k.told, scores.Notice{Text: notice})
	}
	k.told = append(k.told, answer)
	k.count(q, answer)
	k.mu.Unlock()
	select {
	case k.news <- struct{}{}:
	default: // a token waits already
	}
	return true
}

// count counts the results that are kept, and puts aside the ones that are not; mu is held.
func (k *ScoreWorker) count(q pendingQuestion, answer scores.Result) {
	failed, ok := answer.(scores.Failed)
	switch {
	case !keepsResult(q.Request):
	case !ok:
		k.owed--
	default:
		k.why = failed.Err
		if !q.again {
			k.lost = append(k.lost, q.Request)
		}
	}
}

// next takes one of the questions.
func (k *ScoreWorker) next() (q pendingQuestion, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.asked) == 0 {
		return q, false
	}
	q = k.asked[0]
	k.asked = k.asked[1:]
	return q, true
}

// keepsResult reports whether a question carries a result of the player's that must not be lost.
func keepsResult(q scores.Request) bool {
	switch q.(type) {
	case scores.Add, scores.SaveAchievement:
		return true
	}
	return false
}

// A Scores is what the keeper's goroutine knows: the database, once it is open.
type Scores struct {
	store  *ScoreDB
	notice string
}

// Do answers a question. A database that turns out to be damaged meanwhile is put aside, and a new
// one takes what is kept; the notice says so.
func (s *Scores) Do(path string, q scores.Request) (answer scores.Result, notice string) {
	if add, ok := q.(scores.Add); ok && add.Score.Ended.IsZero() {
		add.Score.Ended = time.Now()
		q = add
	}
	answer, err := s.try(path, q)
	if s.store != nil && damaged(err) {
		s.store.Close()
		s.store = nil
		answer, err = s.try(path, q)
	}
	if err != nil {
		answer = scores.Failed{Request: q, Err: err}
	}
	notice, s.notice = s.notice, ""
	return answer, notice
}

// try answers a question from the database, which it opens if need be.
func (s *Scores) try(path string, q scores.Request) (answer scores.Result, err error) {
	if s.store == nil {
		store, notice, err := OpenScores(path, time.Now())
		if notice != "" {
			s.notice = notice
		}
		if err != nil {
			return nil, err
		}
		s.store = store
	}
	if answer, err = s.query(q); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return answer, err
}

// query answers a question from the database, which is open.
func (s *Scores) query(q scores.Request) (scores.Result, error) {
	switch q := q.(type) {
	case scores.Add:
		placed, err := s.store.Add(q.Score)
		return scores.Placed{Game: q.Game, Placed: placed}, err
	case scores.Rename:
		placed, err := s.store.Rename(q.ID, words.Name(q.Name))
		return scores.Placed{Game: q.Game, Placed: placed}, err
	case scores.ReadTables:
		pages, err := s.store.Tables("", 0, scores.Top)
		if err != nil {
			return nil, err
		}
		stats, err := s.store.Statistics()
		return scores.TablesRead{Pages: pages, Stats: stats}, err
	case scores.SaveAchievement:
		return scores.AchievementSaved{}, s.store.Achieve(q.Achievement)
	case scores.ReadAchievements:
		feats, err := s.store.Feats()
		return scores.AchievementsRead{All: feats}, err
	}
	panic(fmt.Sprintf("unknown question %T", q))
}
