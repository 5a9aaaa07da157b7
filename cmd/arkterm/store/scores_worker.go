package store

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/words"
	"arkterm/cmd/arkterm/worker"
)

// Scores are the scores and achievements in the database at a path, for any number of users in this
// process at the same time: whoever serves several players makes one and passes it on. The database
// is opened when it is first needed.
type Scores struct {
	path string

	mu sync.Mutex // one request at a time
	db *ScoreDB   // nil: not open
}

// NewScores returns the scores in the database at path. Nothing is opened or made yet.
func NewScores(path string) *Scores { return &Scores{path: path} }

// Close closes the database, if it is open. While a request is carried out it stays open, and that is
// the error: nobody who leaves waits for a disk that hangs. Another request opens it again.
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

// Do carries out a request of a player, and waits for the disk. Players are told apart by names of the
// caller's; "" is whoever sits here. A database that turns out to be damaged meanwhile is put aside,
// and a new one takes what is saved; the notice says so.
func (s *Scores) Do(player string, r scores.Request) (result scores.Result, notice string) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if add, ok := r.(scores.Add); ok && add.Score.Ended.IsZero() {
		add.Score.Ended = time.Now()
		r = add
	}
	result, notice, err := s.try(player, r)
	if s.db != nil && damaged(err) {
		_ = s.close() // of what is broken
		result, notice, err = s.try(player, r)
	}
	if err != nil {
		result = scores.Failed{Request: r, Err: err}
	}
	return result, notice
}

// try carries out a request in the database, which it opens if need be.
func (s *Scores) try(player string, r scores.Request) (result scores.Result, notice string, err error) {
	if s.db == nil {
		if s.db, notice, err = OpenScores(s.path, time.Now()); err != nil {
			s.db = nil
			return nil, notice, err
		}
	}
	if result, err = s.db.do(player, r); err != nil {
		err = fmt.Errorf("%s: %w", s.path, err)
	}
	return result, notice, err
}

// do carries out a request.
func (s *ScoreDB) do(player string, r scores.Request) (scores.Result, error) {
	switch r := r.(type) {
	case scores.Add:
		placed, err := s.Add(player, r.Score)
		return scores.Placed{Game: r.Game, Placed: placed}, err
	case scores.Rename:
		placed, err := s.Rename(player, r.ID, words.Name(r.Name))
		return scores.Placed{Game: r.Game, Placed: placed}, err
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

// A ScoreWorker does what one session wants of the scores in a goroutine of its own, so that the loop
// never waits for a disk. Its owner ends it with Close.
type ScoreWorker struct {
	*worker.Worker
	scores *Scores
	player string
	done   chan struct{} // a token when there are results

	mu      sync.Mutex
	waiting []pendingRequest
	results []scores.Result
	pending int              // what was to be saved, and is not yet
	lost    []scores.Request // what could not be
	why     error            // of the last one
}

// A pendingRequest waits to be carried out.
type pendingRequest struct {
	scores.Request
	again bool // it is tried for the second time
}

// NewScoreWorker starts the goroutine, in which guard is deferred. Requests are the player's, as in
// Scores.Do.
func NewScoreWorker(of *Scores, player string, guard func()) *ScoreWorker {
	w := &ScoreWorker{scores: of, player: player, done: make(chan struct{}, 1)}
	w.Worker = worker.Start(guard, w.step)
	return w
}

// Request has r carried out. Requests are carried out in their order.
func (w *ScoreWorker) Request(r scores.Request) {
	w.mu.Lock()
	w.waiting = append(w.waiting, pendingRequest{Request: r})
	if saves(r) {
		w.pending++
	}
	w.mu.Unlock()
	w.Wake()
}

// Retry has saved what could not be, once more: another process may have let go of the database, or
// the disk may have room again.
func (w *ScoreWorker) Retry() {
	w.mu.Lock()
	for _, r := range w.lost {
		w.waiting = append(w.waiting, pendingRequest{r, true})
	}
	w.lost = nil
	w.mu.Unlock()
	w.Wake()
}

// Unsaved returns how much is not saved, and why that is: nil where the disk is only slow.
func (w *ScoreWorker) Unsaved() (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pending, w.why
}

// Done receives a token when there are results to Take.
func (w *ScoreWorker) Done() <-chan struct{} { return w.done }

// Take returns the results since the last call.
func (w *ScoreWorker) Take() []scores.Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	results := w.results
	w.results = nil
	return results
}

// step carries out one request, if any waits.
func (w *ScoreWorker) step() bool {
	r, ok := w.next()
	if !ok {
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

// count counts what is saved, and remembers what could not be; mu is held.
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

// next takes the request that has waited longest.
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

// saves reports whether a request brings something that must not be lost.
func saves(r scores.Request) bool {
	switch r.(type) {
	case scores.Add, scores.SaveAchievement:
		return true
	}
	return false
}
