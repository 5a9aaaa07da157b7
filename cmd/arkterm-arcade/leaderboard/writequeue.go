package leaderboard

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/worker"
)

// A WriteQueue writes finished games to a [Store] in one goroutine and reads from it in another, so that games in
// progress never wait for the disk. If the disk is full, games stay in the queue and are retried, while reads continue.
// A game that fails repeatedly while other games are written is rejected, because the game itself must be the cause. A
// panic in the store or in a callback affects only the current operation. The creator must call Close.
//
// The queue retries games in rounds, which start every retryInterval. A round tries each game at most once. It starts
// with the oldest game. After a failure, it continues with the newest games, because the oldest game itself may be the
// cause. After maxFailures consecutive failures, the disk is considered full until the next round.
type WriteQueue struct {
	Observe func(time.Duration) // receives the time that each write and read takes; may be nil. Set it before use

	store  Store
	report func(error) // see NewWriteQueue
	writer *worker.Worker
	reader *worker.Worker

	mu    sync.Mutex
	games []*queuedGame // oldest first
	bytes int           // total size of the recordings of games in bytes
	round int           // number of the current round, from 1
	// failures is the number of games that have failed in this round since a game was written. It excludes games that
	// were overtaken in an earlier round.
	failures   int
	retryTimer *time.Timer   // starts the next round; nil if no game is waiting for it
	lastErr    error         // error of the last attempt; nil if it succeeded
	reads      []func(Store) // queued reads
	numWritten int           // number of written games
}

// A queuedGame is a game in the queue.
type queuedGame struct {
	Game
	encode          func() []byte        // returns the recording; nil after it was called
	done            func(Placing, error) // see AddGame
	notifiedWaiting bool                 // done was called with ErrWaiting
	triedRound      int                  // the last round in which the game was tried
	overtaken       bool                 // another game was written after the attempt in triedRound
	overtakenRounds int                  // number of rounds in which the game was overtaken
	lastErr         error                // error of the last attempt
}

// Limits of the queue.
const (
	MaxQueuedGames = 1000
	maxQueuedBytes = 32 << 20
	maxQueuedReads = 256
	// rounds of one hour, because a nearly full disk can accept small games and refuse large ones
	maxOvertakenRounds = 360
	maxFailures        = 3 // consecutive failures before the disk is considered full
)

// retryInterval is the time between two rounds.
const retryInterval = 10 * time.Second

// Reasons why a game is not stored.
var (
	ErrWaiting   = errors.New("not saved yet, because the disk is full")
	ErrQueueFull = errors.New("not saved, because the disk and the queue of unwritten games are full")
	ErrTooLong   = errors.New("not ranked, because the recording is too long")
	ErrRejected  = errors.New("not saved, because the database has rejected the game")
)

// NewWriteQueue returns a queue for a store. The queue calls report, in its own goroutines, with errors for the
// operator: panics, as [worker.Panic], and the causes of rejected games.
func NewWriteQueue(s Store, report func(error)) *WriteQueue {
	q := &WriteQueue{store: s, report: report, round: 1}
	guard := func() {
		if err := worker.Caught(recover()); err != nil {
			report(err)
		}
	}
	q.writer = worker.Start(guard, q.writeNext)
	q.reader = worker.Start(guard, q.readNext)
	return q
}

// useStore calls f like callSafely. If q.Observe is not nil, useStore then calls it with the duration of f.
func (q *WriteQueue) useStore(f func() error) error {
	if q.Observe != nil {
		start := time.Now()
		defer func() { q.Observe(time.Since(start)) }()
	}
	return q.callSafely(f)
}

// callSafely calls f and returns its error. It reports a panic and returns it as an error.
func (q *WriteQueue) callSafely(f func() error) (err error) {
	defer func() {
		if p := worker.Caught(recover()); p != nil {
			err = p
			q.report(p)
		}
	}()
	return f()
}

// AddGame queues a game. encode returns its recording; nil means that there is none. done is called with the placing
// when the game is on the disk, or with an error if the game is not stored. If the game has to wait, done is also
// called earlier, with ErrWaiting. Both functions are called in another goroutine and must not block. If the queue is
// full, AddGame calls done immediately with ErrQueueFull.
func (q *WriteQueue) AddGame(g Game, encode func() []byte, done func(Placing, error)) {
	q.mu.Lock()
	full := len(q.games) >= MaxQueuedGames
	if !full {
		q.games = append(q.games, &queuedGame{Game: g, encode: encode, done: done})
	}
	q.mu.Unlock()
	if full {
		done(Placing{}, ErrQueueFull)
		return
	}
	q.writer.Wake()
}

// AddRead queues a call of f with the store, in another goroutine. It returns false, and does not call f, if
// maxQueuedReads calls are already waiting.
func (q *WriteQueue) AddRead(f func(Store)) bool {
	q.mu.Lock()
	accepted := len(q.reads) < maxQueuedReads
	if accepted {
		q.reads = append(q.reads, f)
	}
	q.mu.Unlock()
	if accepted {
		q.reader.Wake()
	}
	return accepted
}

// Status returns the number of games in the queue, the number of written games, and the error of the last attempt,
// which is nil if it succeeded.
func (q *WriteQueue) Status() (waiting, written int, lastErr error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.games), q.numWritten, q.lastErr
}

// Close tries once more to write the queued games, and stops the goroutines within the time limit. Games that are still
// unwritten are lost. Close returns their number and the last error. It does not close the store.
func (q *WriteQueue) Close(limit time.Duration) (lost int, lastErr error) {
	start := time.Now()
	q.startRound()
	q.writer.Close(limit)
	q.reader.Close(limit - time.Since(start))
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.retryTimer != nil {
		q.retryTimer.Stop()
	}
	return len(q.games), q.lastErr
}

// startRound starts a new round.
func (q *WriteQueue) startRound() {
	q.mu.Lock()
	q.round++
	q.failures = 0
	if q.retryTimer != nil {
		q.retryTimer.Stop()
		q.retryTimer = nil
	}
	q.mu.Unlock()
	q.writer.Wake()
}

// writeNext executes the next step for a queued game, and reports whether there was one.
func (q *WriteQueue) writeNext() bool {
	q.mu.Lock()
	p, step := q.nextStep()
	q.mu.Unlock()
	if p != nil {
		step(q, p)
	}
	return p != nil
}

// nextStep returns a game and the next step for it, or nil if no game needs a step before the next round. The caller
// must hold q.mu.
func (q *WriteQueue) nextStep() (p *queuedGame, step func(*WriteQueue, *queuedGame)) {
	diskFull := q.failures >= maxFailures
	for _, g := range q.games {
		switch {
		case g.encode != nil:
			return g, (*WriteQueue).encodeRecording
		case !g.notifiedWaiting && (diskFull || g.triedRound == q.round):
			return g, (*WriteQueue).notifyWaiting
		case !diskFull && g.triedRound != q.round && (p == nil || q.failures > 0):
			p, step = g, (*WriteQueue).writeGame // the oldest game, or the newest after a failure
		}
	}
	return p, step
}

// notify calls a game's done function.
func (q *WriteQueue) notify(p *queuedGame, placing Placing, err error) {
	_ = q.callSafely(func() error { p.done(placing, err); return nil })
}

// notifyWaiting calls a game's done function with ErrWaiting.
func (q *WriteQueue) notifyWaiting(p *queuedGame) {
	p.notifiedWaiting = true
	q.notify(p, Placing{}, ErrWaiting)
}

// encodeRecording encodes a game's recording. It removes the game from the queue if the recording or the queue is too
// large.
func (q *WriteQueue) encodeRecording(p *queuedGame) {
	err := q.callSafely(func() error { p.Recording = p.encode(); return nil })
	p.encode = nil
	q.mu.Lock()
	switch {
	case err != nil: // already reported
		err = ErrRejected
	case len(p.Recording) > replay.MaxSubmission && p.Personal:
		p.Recording = nil // the game counts for personal scores only
	case len(p.Recording) > replay.MaxSubmission:
		err = ErrTooLong
	case q.bytes+len(p.Recording) > maxQueuedBytes:
		err = ErrQueueFull
	}
	q.bytes += len(p.Recording)
	q.mu.Unlock()
	if err != nil {
		q.complete(p, Placing{}, err)
	}
}

// finalErrors contains the errors after which a game is not retried.
var finalErrors = [...]error{ErrDuplicate, ErrKnownSeed, ErrTooLong, ErrNoPlayer, ErrRejected}

// writeGame tries to write a game.
func (q *WriteQueue) writeGame(p *queuedGame) {
	var placing Placing
	err := q.useStore(func() (err error) { placing, err = q.store.Add(p.Game); return err })
	i := slices.IndexFunc(finalErrors[:], func(f error) bool { return errors.Is(err, f) })
	switch {
	case err == nil:
		rejected := q.recordSuccess(p)
		q.complete(p, placing, nil)
		for _, g := range rejected {
			q.reject(g, g.lastErr)
		}
	case i < 0:
		q.recordFailure(p, err)
	case finalErrors[i] == ErrRejected:
		q.reject(p, err)
	default:
		q.complete(p, placing, finalErrors[i])
	}
}

// recordSuccess records that a game was written. It returns the games to reject, which have failed in
// maxOvertakenRounds rounds although another game was written afterwards.
func (q *WriteQueue) recordSuccess(p *queuedGame) (rejected []*queuedGame) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lastErr, q.failures = nil, 0
	q.numWritten++
	for _, g := range q.games {
		if g.triedRound != q.round || g.overtaken {
			continue
		}
		g.overtaken = true
		if g.overtakenRounds++; g.overtakenRounds >= maxOvertakenRounds {
			rejected = append(rejected, g)
		}
	}
	return rejected
}

// recordFailure records that a game could not be written.
func (q *WriteQueue) recordFailure(p *queuedGame, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lastErr, p.lastErr = err, err
	if p.overtakenRounds == 0 {
		q.failures++
	}
	p.triedRound, p.overtaken = q.round, false
	if q.retryTimer == nil {
		q.retryTimer = time.AfterFunc(retryInterval, q.startRound)
	}
}

// reject removes a game that the store does not accept, and reports the error to the operator.
func (q *WriteQueue) reject(p *queuedGame, err error) {
	q.report(fmt.Errorf("rejected a finished game: %w", err))
	q.complete(p, Placing{}, ErrRejected)
}

// complete removes a game from the queue and reports its result.
func (q *WriteQueue) complete(p *queuedGame, placing Placing, err error) {
	q.mu.Lock()
	q.games = slices.DeleteFunc(q.games, func(g *queuedGame) bool { return g == p })
	q.bytes -= len(p.Recording)
	if len(q.games) == 0 {
		q.lastErr = nil
	}
	q.mu.Unlock()
	q.notify(p, placing, err)
}

// readNext executes the next read, and reports whether there was one.
func (q *WriteQueue) readNext() bool {
	q.mu.Lock()
	if len(q.reads) == 0 {
		q.mu.Unlock()
		return false
	}
	f := q.reads[0]
	q.reads = q.reads[1:]
	q.mu.Unlock()
	_ = q.useStore(func() error { f(q.store); return nil })
	return true
}
