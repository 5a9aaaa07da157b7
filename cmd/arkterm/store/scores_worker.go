package store

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"arkterm/cmd/arkterm/format"
	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/worker"
)

// Scores are the scores and achievements in one database, safe for concurrent use: a process with several
// players shares one Scores. The database is opened at the first request.
type Scores struct {
	// Brief closes the database when a worker has no more requests: an open one takes 200 KB, and a server has one for each
	// player.
	Brief bool

	path string

	mu    sync.Mutex // held during a request
	db    *ScoreDB   // nil: not open
	whole bool       // it was found whole before, and is not looked through again
}

// NewScores returns the scores in the database at path. It opens and creates nothing.
func NewScores(path string) *Scores { return &Scores{path: path} }

// Close closes the database if it is open. During a request it returns an error instead of waiting, so that
// a hanging disk cannot block the exit. A later request opens the database again.
func (s *Scores) Close() error {
	if !s.mu.TryLock() {
		return errBusyScores
	}
	defer s.mu.Unlock()
	return s.close()
}

var errBusyScores = errors.New("the scores are in use")

func (s *Scores) close() error {
	db := s.db
	if s.db = nil; db == nil {
		return nil
	}
	return db.Close()
}

// Do carries out a player's request and waits for the disk. The caller names its players; "" is the local
// one. A database that turns out to be damaged is put aside and replaced by a new one, which the notice
// says.
func (s *Scores) Do(player string, r scores.Request) (result scores.Result, notice string) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if add, ok := r.(scores.Add); ok && add.Score.Ended.IsZero() {
		add.Score.Ended = time.Now()
		r = add
	}
	result, notice, err := s.try(player, r)
	if s.db != nil && damaged(err) {
		_ = s.close() // already known to be broken
		s.whole = false
		result, notice, err = s.try(player, r)
	}
	if err != nil {
		result = scores.Failed{Request: r, Err: err}
	}
	return result, notice
}

// rest closes the database, if it is not to stay open. Failures leave it as it was: the next request tells of them.
func (s *Scores) rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Brief {
		_ = s.close()
	}
}

// try carries out a request, and opens the database if necessary.
func (s *Scores) try(player string, r scores.Request) (result scores.Result, notice string, err error) {
	if s.db == nil {
		if notice, err = s.open(); err != nil {
			return nil, notice, err
		}
	}
	if result, err = s.db.do(player, r); err != nil {
		err = fmt.Errorf("%s: %w", s.path, err)
	}
	return result, notice, err
}

// open opens the database. To look through all of it takes as long as a request, and much longer if there are many games: that is
// done once.
func (s *Scores) open() (notice string, err error) {
	if s.whole {
		if s.db, err = reopenScores(s.path); err == nil {
			return "", nil
		}
		s.whole = false // something has happened to it meanwhile
	}
	s.db, notice, err = OpenScores(s.path, time.Now())
	s.whole = err == nil
	return notice, err
}

// do carries out a request.
func (s *ScoreDB) do(player string, r scores.Request) (scores.Result, error) {
	switch r := r.(type) {
	case scores.Add:
		placed, err := s.Add(player, r.Score)
		return scores.Placed{Game: r.Game, Placed: placed}, err
	case scores.Rename:
		placed, err := s.Rename(player, r.ID, format.Name(r.Name))
		return scores.Placed{Game: r.Game, Placed: placed}, err
	case scores.ReadBest:
		best, err := s.Best(player, r.Table)
		return scores.BestRead{Table: r.Table, Score: best}, err
	case scores.ReadTables:
		pages, err := s.Tables("", 0, scores.Top)
		if err != nil {
			return nil, err
		}
		stats, err := s.Statistics()
		return scores.TablesRead{Pages: pages, Stats: stats}, err
	case scores.SaveAchievement:
		return scores.AchievementSaved{}, s.SaveAchievement(r.Achievement)
	case scores.ReadAchievements:
		all, err := s.Achievements()
		return scores.AchievementsRead{All: all}, err
	}
	panic(fmt.Sprintf("unknown request %T", r))
}

// A ScoreWorker carries out the requests of one session in its own goroutine, so that the loop never waits
// for a disk. Its owner ends it with Close.
type ScoreWorker struct {
	*worker.Worker
	scores *Scores
	player string
	done   chan struct{} // holds a token while there are results

	mu      sync.Mutex
	waiting []pendingRequest
	results []scores.Result
	pending int              // number of requests that save something
	lost    []scores.Request // requests that failed to save
	why     error            // error of the last one
}

// A pendingRequest is a request in the queue.
type pendingRequest struct {
	scores.Request
	again bool // second attempt
}

// NewScoreWorker returns a worker, whose goroutine defers guard. player is passed to Scores.Do.
func NewScoreWorker(of *Scores, player string, guard func()) *ScoreWorker {
	w := &ScoreWorker{scores: of, player: player, done: make(chan struct{}, 1)}
	w.Worker = worker.Start(guard, w.step)
	return w
}

// Request queues r. Requests are carried out in order.
func (w *ScoreWorker) Request(r scores.Request) {
	w.mu.Lock()
	w.waiting = append(w.waiting, pendingRequest{Request: r})
	if saves(r) {
		w.pending++
	}
	w.mu.Unlock()
	w.Wake()
}

// Retry queues the failed requests once more: another process may have unlocked the database, or the disk
// may have space again.
func (w *ScoreWorker) Retry() {
	w.mu.Lock()
	for _, r := range w.lost {
		w.waiting = append(w.waiting, pendingRequest{r, true})
	}
	w.lost = nil
	w.mu.Unlock()
	w.Wake()
}

// Unsaved returns how many requests are not saved yet, and the error of the last failure: nil if the disk
// is only slow.
func (w *ScoreWorker) Unsaved() (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pending, w.why
}

// Done receives a token when Take has results.
func (w *ScoreWorker) Done() <-chan struct{} { return w.done }

// Take returns the results since the last call.
func (w *ScoreWorker) Take() []scores.Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	results := w.results
	w.results = nil
	return results
}

// step carries out one request, if there is any.
func (w *ScoreWorker) step() bool {
	r, ok := w.next()
	if !ok {
		w.scores.rest()
		return false
	}
	result, notice := w.scores.Do(w.player, r.Request)

	w.mu.Lock()
	if notice != "" {
		w.results = append(w.results, scores.Notice{Text: notice})
	}
	w.results = append(w.results, result)
	w.count(r, result)
	w.mu.Unlock()

	select {
	case w.done <- struct{}{}:
	default: // there is a token already
	}
	return true
}

// count updates pending and lost after a request; mu is held.
func (w *ScoreWorker) count(r pendingRequest, result scores.Result) {
	failed, ok := result.(scores.Failed)
	switch {
	case !saves(r.Request):
	case !ok:
		w.pending--
	default:
		w.why = failed.Err
		if !r.again {
			w.lost = append(w.lost, r.Request)
		}
	}
}

// next takes the oldest request.
func (w *ScoreWorker) next() (r pendingRequest, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) == 0 {
		return r, false
	}
	r = w.waiting[0]
	w.waiting = w.waiting[1:]
	return r, true
}

// saves reports whether a request carries data that must not be lost.
func saves(r scores.Request) bool {
	switch r.(type) {
	case scores.Add, scores.SaveAchievement:
		return true
	}
	return false
}
