package store

import (
	"sync"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/worker"
)

// A ScoreWorker executes the requests of one session in its own goroutine, so that the run loop never waits for a
// disk. Call Close to stop it.
type ScoreWorker struct {
	*worker.Worker
	scores progress.Store
	player string
	ready  chan struct{} // contains a token if there are results

	mu      sync.Mutex
	waiting []pendingRequest
	results []progress.Result
	pending int                // number of save requests that did not succeed yet
	failed  []progress.Request // save requests that failed, for Retry
	lastErr error              // the last error of a save request
}

// A pendingRequest is a request in the queue.
type pendingRequest struct {
	progress.Request
	retry bool // second attempt
}

// NewScoreWorker starts a worker for the requests of a player. Its goroutine defers handlePanic, which can recover a
// panic.
func NewScoreWorker(scores progress.Store, player string, handlePanic func()) *ScoreWorker {
	w := &ScoreWorker{scores: scores, player: player, ready: make(chan struct{}, 1)}
	w.Worker = worker.Start(handlePanic, w.step)
	return w
}

// Request queues r. Requests are executed in the order of the calls.
func (w *ScoreWorker) Request(r progress.Request) {
	w.mu.Lock()
	w.waiting = append(w.waiting, pendingRequest{Request: r})
	if isSave(r) {
		w.pending++
	}
	w.mu.Unlock()
	w.Wake()
}

// Retry queues the failed requests again, because another process may have unlocked the file, or the disk may have
// space now. A request is retried only once.
func (w *ScoreWorker) Retry() {
	w.mu.Lock()
	for _, r := range w.failed {
		w.waiting = append(w.waiting, pendingRequest{r, true})
	}
	w.failed = nil
	w.mu.Unlock()
	w.Wake()
}

// Unsaved returns the number of requests that are not saved yet, and the error of the last failure. The error is nil if
// the disk is only slow.
func (w *ScoreWorker) Unsaved() (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pending, w.lastErr
}

// Ready returns a channel that receives a token when Take has results.
func (w *ScoreWorker) Ready() <-chan struct{} { return w.ready }

// Take returns the results since the last call.
func (w *ScoreWorker) Take() []progress.Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	results := w.results
	w.results = nil
	return results
}

// step executes one request, if there is any.
func (w *ScoreWorker) step() bool {
	r, ok := w.takeRequest()
	if !ok {
		return false
	}
	result := progress.Do(w.scores, w.player, r.Request)
	notice := w.scores.Notice()

	w.mu.Lock()
	if notice != "" {
		w.results = append(w.results, progress.Notice{Text: notice})
	}
	w.results = append(w.results, result)
	w.recordResult(r, result)
	w.mu.Unlock()

	select {
	case w.ready <- struct{}{}:
	default: // there is a token already
	}
	return true
}

// recordResult updates pending, failed and lastErr after a request. The caller holds mu.
func (w *ScoreWorker) recordResult(r pendingRequest, result progress.Result) {
	failed, ok := result.(progress.Failed)
	switch {
	case !isSave(r.Request):
	case !ok:
		w.pending--
	default:
		w.lastErr = failed.Err
		if !r.retry {
			w.failed = append(w.failed, r.Request)
		}
	}
}

// takeRequest takes the oldest request.
func (w *ScoreWorker) takeRequest() (r pendingRequest, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) == 0 {
		return r, false
	}
	r = w.waiting[0]
	w.waiting = w.waiting[1:]
	return r, true
}

// isSave reports whether a request saves data that must not be lost.
func isSave(r progress.Request) bool {
	switch r.(type) {
	case progress.Add, progress.Rename, progress.SaveAchievement:
		return true
	}
	return false
}
