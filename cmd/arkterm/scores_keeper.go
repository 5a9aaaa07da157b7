package main

import (
	"fmt"
	"sync"
	"time"

	"arkterm/cmd/arkterm/words"
	"arkterm/cmd/arkterm/worker"
)

// A scorekeeper does all work with the database in a goroutine of its own, so that the
// loop never waits for a disk. The database is opened when it is first asked for. Its owner ends
// the keeper with Close.
type scorekeeper struct {
	*worker.Worker
	path    string
	service scoreService  // the goroutine's
	news    chan struct{} // a token when something is told

	mu    sync.Mutex
	asked []pendingQuestion
	told  []scoreAnswer
	owed  int             // results that were asked to be kept, and are not yet
	lost  []scoreQuestion // those of them that could not be
	why   error           // of the last one
}

// A pendingQuestion waits for its answer.
type pendingQuestion struct {
	scoreQuestion
	again bool // it is asked for the second time
}

// newScorekeeper starts the goroutine, in which guard is deferred.
func newScorekeeper(path string, guard func()) *scorekeeper {
	k := &scorekeeper{path: path, news: make(chan struct{}, 1)}
	k.Worker = worker.Start(guard, k.step)
	return k
}

// Ask puts a question. They are answered in the order in which they are asked.
func (k *scorekeeper) Ask(q scoreQuestion) {
	k.mu.Lock()
	k.asked = append(k.asked, pendingQuestion{scoreQuestion: q})
	if keepsResult(q) {
		k.owed++
	}
	k.mu.Unlock()
	k.Wake()
}

// AskAgain has the games kept that could not be, once more: another process may have let go of the
// database, or the disk may have room again.
func (k *scorekeeper) AskAgain() {
	k.mu.Lock()
	for _, q := range k.lost {
		k.asked = append(k.asked, pendingQuestion{q, true})
	}
	k.lost = nil
	k.mu.Unlock()
	k.Wake()
}

// Unkept returns how many games are not kept, and why that is: nil where the disk is only slow.
func (k *scorekeeper) Unkept() (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.owed, k.why
}

// News is where the loop hears that there are answers to Take.
func (k *scorekeeper) News() <-chan struct{} { return k.news }

// Take returns the answers since the last call.
func (k *scorekeeper) Take() []scoreAnswer {
	k.mu.Lock()
	defer k.mu.Unlock()
	told := k.told
	k.told = nil
	return told
}

// Close finishes what was asked, closes the database and ends the goroutine, within limit.
func (k *scorekeeper) Close(limit time.Duration) bool {
	ended := k.Worker.Close(limit)
	if ended && k.service.store != nil {
		k.service.store.Close()
		k.service.store = nil
	}
	return ended
}

// step does one of the things that are asked, if any is.
func (k *scorekeeper) step() bool {
	q, ok := k.next()
	if !ok {
		return false
	}
	answer, notice := k.service.do(k.path, q.scoreQuestion)

	k.mu.Lock()
	if notice != "" {
		k.told = append(k.told, scoreNotice{notice})
	}
	k.told = append(k.told, answer)
	k.count(q, answer)
	k.mu.Unlock()
	signalOn(k.news)
	return true
}

// count counts the results that are kept, and puts aside the ones that are not; mu is held.
func (k *scorekeeper) count(q pendingQuestion, answer scoreAnswer) {
	failed, ok := answer.(scoreFailed)
	switch {
	case !keepsResult(q.scoreQuestion):
	case !ok:
		k.owed--
	default:
		k.why = failed.err
		if !q.again {
			k.lost = append(k.lost, q.scoreQuestion)
		}
	}
}

// next takes one of the questions.
func (k *scorekeeper) next() (q pendingQuestion, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.asked) == 0 {
		return q, false
	}
	q = k.asked[0]
	k.asked = k.asked[1:]
	return q, true
}

// A scoreService is what the keeper's goroutine knows: the database, once it is open.
type scoreService struct {
	store  *scoreStore
	notice string
}

// do answers a question. A database that turns out to be damaged meanwhile is put aside, and a new
// one takes what is kept; the notice says so.
func (s *scoreService) do(path string, q scoreQuestion) (answer scoreAnswer, notice string) {
	if add, ok := q.(addScore); ok && add.score.Ended.IsZero() {
		add.score.Ended = time.Now()
		q = add
	}
	answer, err := s.try(path, q)
	if s.store != nil && damaged(err) {
		s.store.Close()
		s.store = nil
		answer, err = s.try(path, q)
	}
	if err != nil {
		answer = scoreFailed{q, err}
	}
	notice, s.notice = s.notice, ""
	return answer, notice
}

// try answers a question from the database, which it opens if need be.
func (s *scoreService) try(path string, q scoreQuestion) (answer scoreAnswer, err error) {
	if s.store == nil {
		store, notice, err := openScores(path, time.Now())
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
func (s *scoreService) query(q scoreQuestion) (scoreAnswer, error) {
	switch q := q.(type) {
	case addScore:
		placed, err := s.store.Add(q.score)
		return scorePlaced{q.game, placed}, err
	case renameScore:
		placed, err := s.store.Rename(q.id, words.Name(q.name))
		return scorePlaced{q.game, placed}, err
	case readTables:
		pages, err := s.store.Tables("", 0, topScores)
		if err != nil {
			return nil, err
		}
		stats, err := s.store.Statistics()
		return tablesRead{pages, stats}, err
	case saveFeat:
		return featSaved{}, s.store.Achieve(q.feat)
	case readFeats:
		feats, err := s.store.Feats()
		return featsRead{feats}, err
	}
	panic(fmt.Sprintf("unknown question %T", q))
}
