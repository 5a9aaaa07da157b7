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

// A WriteQueue writes finished games to a [Store] and reads from it, each in its own goroutine, so that games in
// progress never wait for the disk. If the disk is full, games stay in the queue and are retried, while reads continue.
// A game that fails repeatedly while others are written is rejected, because the game itself must be the cause. A panic
// in the store or in a callback affects only the current operation. The owner must call Close.
//
// Games are tried in rounds that are some seconds apart. Each round tries each game once, oldest first. After a
// failure, the newest games are next. If these also fail, the disk is considered full until the next round.
type WriteQueue struct {
	store  Store
	report func(error) // see NewWriteQueue
	writer *worker.Worker
	reader *worker.Worker

	mu    sync.Mutex
	games []*queuedGame // oldest first
	bytes int           // total size of their recordings
	round int           // number of the current round, from 1
	// failed games in this round since the last written one, without games that have been overtaken before
	failures   int
	retryTimer *time.Timer   // starts the next round; nil if none is needed
	lastErr    error         // of the last attempt; nil if it succeeded
	reads      []func(Store) // waiting reads
	written    int           // number of written games
}

// A queuedGame is a game in the queue.
type queuedGame struct {
	Game
	encode          func() []byte // encodes the recording; nil afterwards
	done            func(Placing, error)
	toldWaiting     bool // done was called with ErrWaiting
	triedRound      int  // the last round in which the game was tried
	overtaken       bool // another game was written since then
	overtakenRounds int  // number of rounds in which that happened
	lastErr         error
}

// Limits of the queue.
const (
	MaxQueuedGames     = 1000
	maxQueuedBytes     = 32 << 20
	maxQueuedReads     = 256
	maxOvertakenRounds = 360 // one hour. A nearly full disk can accept small games while it refuses large ones
	maxFailures        = 3   // consecutive failures before the disk is considered full
)

// retryInterval is the time between two rounds.
const retryInterval = 10 * time.Second

// Reasons why a game is not stored.
var (
	ErrWaiting   = errors.New("saved as soon as the disk has room")
	ErrQueueFull = errors.New("lost: the disk is full, and so is the queue of unwritten games")
	ErrTooLong   = errors.New("not ranked, because the recording is too long")
	ErrRejected  = errors.New("lost: the database has rejected it")
)

// NewWriteQueue returns a queue for a store. It calls report, from its own goroutines, with errors for the operator:
// panics, as [worker.Panic], and the causes of rejected games.
func NewWriteQueue(s Store, report func(error)) *WriteQueue {
	d := &WriteQueue{store: s, report: report, round: 1}
	guard := func() {
		if err := worker.Caught(recover()); err != nil {
			report(err)
		}
	}
	d.writer = worker.Start(guard, d.writeNext)
	d.reader = worker.Start(guard, d.readNext)
	return d
}

// callSafely calls f and returns its error. It reports a panic and returns it as an error.
func (d *WriteQueue) callSafely(f func() error) (err error) {
	defer func() {
		if p := worker.Caught(recover()); p != nil {
			err = p
			d.report(p)
		}
	}()
	return f()
}

// AddGame queues a game. encode returns its recording. done is called when the game is on the disk, or with the error
// that prevents it. If the game has to wait, done is called with ErrWaiting first. Both functions are called in another
// goroutine and must not block. If the queue is full, done is called immediately with ErrQueueFull.
func (d *WriteQueue) AddGame(g Game, encode func() []byte, done func(Placing, error)) {
	d.mu.Lock()
	full := len(d.games) >= MaxQueuedGames
	if !full {
		d.games = append(d.games, &queuedGame{Game: g, encode: encode, done: done})
	}
	d.mu.Unlock()
	if full {
		done(Placing{}, ErrQueueFull)
		return
	}
	d.writer.Wake()
}

// Read calls f with the store in another goroutine. It reports false if too many reads are waiting.
func (d *WriteQueue) Read(f func(Store)) bool {
	d.mu.Lock()
	free := len(d.reads) < maxQueuedReads
	if free {
		d.reads = append(d.reads, f)
	}
	d.mu.Unlock()
	if free {
		d.reader.Wake()
	}
	return free
}

// Status returns the number of games in the queue, the number of written games, and the error of the last attempt,
// which is nil if it succeeded.
func (d *WriteQueue) Status() (waiting, written int, lastErr error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.games), d.written, d.lastErr
}

// Close tries once more to write the queued games, and stops the goroutines within the time limit. It returns the
// number of lost games and the last error. The store remains open.
func (d *WriteQueue) Close(limit time.Duration) (lost int, lastErr error) {
	begun := time.Now()
	d.retry()
	d.writer.Close(limit)
	d.reader.Close(limit - time.Since(begun))
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.retryTimer != nil {
		d.retryTimer.Stop()
	}
	return len(d.games), d.lastErr
}

// retry starts a new round.
func (d *WriteQueue) retry() {
	d.mu.Lock()
	d.round++
	d.failures = 0
	if d.retryTimer != nil {
		d.retryTimer.Stop()
		d.retryTimer = nil
	}
	d.mu.Unlock()
	d.writer.Wake()
}

// writeNext executes the next step for a queued game, and reports whether there was one.
func (d *WriteQueue) writeNext() bool {
	d.mu.Lock()
	p, do := d.nextStep()
	d.mu.Unlock()
	if p != nil {
		do(d, p)
	}
	return p != nil
}

// nextStep returns a game and the next step for it, or nil if there is nothing to do before the next round. mu is held.
func (d *WriteQueue) nextStep() (p *queuedGame, do func(*WriteQueue, *queuedGame)) {
	diskFull := d.failures >= maxFailures
	for _, q := range d.games {
		switch {
		case q.encode != nil:
			return q, (*WriteQueue).packRecording
		case !q.toldWaiting && (diskFull || q.triedRound == d.round):
			return q, (*WriteQueue).notifyWaiting
		case !diskFull && q.triedRound != d.round && (p == nil || d.failures > 0):
			p, do = q, (*WriteQueue).writeGame // the oldest game, or the newest after a failure
		}
	}
	return p, do
}

// notify calls a game's done function.
func (d *WriteQueue) notify(p *queuedGame, placing Placing, err error) {
	_ = d.callSafely(func() error { p.done(placing, err); return nil })
}

// notifyWaiting reports to a game that it has to wait.
func (d *WriteQueue) notifyWaiting(p *queuedGame) {
	p.toldWaiting = true
	d.notify(p, Placing{}, ErrWaiting)
}

// packRecording encodes a game's recording.
func (d *WriteQueue) packRecording(p *queuedGame) {
	err := d.callSafely(func() error { p.Recording = p.encode(); return nil })
	p.encode = nil
	d.mu.Lock()
	switch {
	case err != nil: // already reported
		err = ErrRejected
	case len(p.Recording) > replay.MaxSubmission && p.Personal:
		p.Recording = nil // the game counts for personal scores only
	case len(p.Recording) > replay.MaxSubmission:
		err = ErrTooLong
	case d.bytes+len(p.Recording) > maxQueuedBytes:
		err = ErrQueueFull
	}
	d.bytes += len(p.Recording)
	d.mu.Unlock()
	if err != nil {
		d.complete(p, Placing{}, err)
	}
}

// final contains the errors after which a game is not retried.
var final = [...]error{ErrDuplicate, ErrKnownSeed, ErrTooLong, ErrNoPlayer, ErrRejected}

// writeGame tries to write a game.
func (d *WriteQueue) writeGame(p *queuedGame) {
	var placing Placing
	err := d.callSafely(func() (err error) { placing, err = d.store.Add(p.Game); return err })
	i := slices.IndexFunc(final[:], func(f error) bool { return errors.Is(err, f) })
	switch {
	case err == nil:
		rejected := d.noteSuccess(p)
		d.complete(p, placing, nil)
		for _, q := range rejected {
			d.reject(q, q.lastErr)
		}
	case i < 0:
		d.noteFailure(p, err)
	case final[i] == ErrRejected:
		d.reject(p, err)
	default:
		d.complete(p, placing, final[i])
	}
}

// noteSuccess notes that a game was written. It returns the games that have now been overtaken too often.
func (d *WriteQueue) noteSuccess(p *queuedGame) (rejected []*queuedGame) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastErr, d.failures = nil, 0
	d.written++
	for _, q := range d.games {
		if q.triedRound != d.round || q.overtaken {
			continue
		}
		q.overtaken = true
		if q.overtakenRounds++; q.overtakenRounds >= maxOvertakenRounds {
			rejected = append(rejected, q)
		}
	}
	return rejected
}

// noteFailure notes that a game could not be written.
func (d *WriteQueue) noteFailure(p *queuedGame, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastErr, p.lastErr = err, err
	if p.overtakenRounds == 0 {
		d.failures++
	}
	p.triedRound, p.overtaken = d.round, false
	if d.retryTimer == nil {
		d.retryTimer = time.AfterFunc(retryInterval, d.retry)
	}
}

// reject gives up a game that the store does not accept.
func (d *WriteQueue) reject(p *queuedGame, err error) {
	d.report(fmt.Errorf("rejected a finished game: %w", err))
	d.complete(p, Placing{}, ErrRejected)
}

// complete removes a game from the queue and reports its result.
func (d *WriteQueue) complete(p *queuedGame, placing Placing, err error) {
	d.mu.Lock()
	d.games = slices.DeleteFunc(d.games, func(q *queuedGame) bool { return q == p })
	d.bytes -= len(p.Recording)
	if len(d.games) == 0 {
		d.lastErr = nil
	}
	d.mu.Unlock()
	d.notify(p, placing, err)
}

// readNext executes the next read, and reports whether there was one.
func (d *WriteQueue) readNext() bool {
	d.mu.Lock()
	if len(d.reads) == 0 {
		d.mu.Unlock()
		return false
	}
	f := d.reads[0]
	d.reads = d.reads[1:]
	d.mu.Unlock()
	_ = d.callSafely(func() error { f(d.store); return nil })
	return true
}
