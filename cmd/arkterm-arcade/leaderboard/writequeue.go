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

// A Desk takes what has been earned to a [Store], and asks it, each in a goroutine of its own: nobody who plays waits for
// a disk. A game that cannot be written, since the disk is full, say, waits here and is tried again; meanwhile
// boards can be read, and nobody is told that it is on one. One that is refused time and again while others are written is
// given up: it is the game, not the disk. A panic in the store, or in what is handed in, ends that piece of work only. The
// owner ends the desk with Close.
//
// Games are tried in rounds, some seconds apart, each game once in a round and the oldest first. Once one has failed the
// newest ones are next: if they fail too, the disk is taken for full until the next round.
type WriteQueue struct {
	store  Store
	report func(error) // see NewDesk
	writer *worker.Worker
	reader *worker.Worker

	mu         sync.Mutex
	games      []*queuedGame // to be written, the oldest first
	bytes      int           // of their recordings
	round      int           // from 1
	failures   int           // games that were tried in vain since one was written, in this round, and had not been refused before
	retryTimer *time.Timer
	lastErr    error // of the last attempt; nil: it was not in vain, or there was none
	reads      []func(Store)
	written    int // games
}

// A pending game is one that is to be written.
type queuedGame struct {
	Game
	pack            func() []byte // makes the recording; nil: that is done
	done            func(Placing, error)
	toldWaiting     bool // that it has to wait
	triedRound      int  // the last round in which it was
	overtaken       bool // another one was written since then
	overtakenRounds int  // rounds in which that was so
	lastErr         error
}

// Limits of what waits.
const (
	MaxQueuedGames     = 1000
	maxQueuedBytes     = 32 << 20
	maxQueuedReads     = 256
	maxOvertakenRounds = 360 // rounds in which a game is not written, and others are: an hour, since on a disk that is all but full small ones are
	maxFailures        = 3   // games in a row that are not written, and then the disk is at fault
)

// againAfter is how long it takes until games that could not be written are tried once more.
const retryInterval = 10 * time.Second

// Reasons for which a game is not on the disk.
var (
	ErrWaiting   = errors.New("waits, since it cannot be written now")
	ErrQueueFull = errors.New("lost: it cannot be written, and too many wait")
	ErrTooLong   = errors.New("too long to be kept")
	ErrRejected  = errors.New("lost: the database does not take it")
)

// NewDesk returns a desk. report is called in its goroutines with what whoever runs the server should know: panics, which are
// a [worker.Panic], and why a game was given up.
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

// try calls f, and returns its error, or its panic, which is reported.
func (d *WriteQueue) callSafely(f func() error) (err error) {
	defer func() {
		if p := worker.Caught(recover()); p != nil {
			err = p
			d.report(p)
		}
	}()
	return f()
}

// Finish hands in a game, whose recording is what pack returns. done is called when it is on the disk, or with the reason why
// it never will be. If it has to wait, done is called with ErrWaiting before. Both are called in another goroutine, but for done with
// ErrFull, and must not wait for anything.
func (d *WriteQueue) AddGame(g Game, pack func() []byte, done func(Placing, error)) {
	d.mu.Lock()
	full := len(d.games) >= MaxQueuedGames
	if !full {
		d.games = append(d.games, &queuedGame{Game: g, pack: pack, done: done})
	}
	d.mu.Unlock()
	if full {
		done(Placing{}, ErrQueueFull)
		return
	}
	d.writer.Wake()
}

// Ask calls f with the store in another goroutine, and reports whether it will: not if too many ask already.
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

// State returns how many games wait to be written and how many have been, and why the last attempt has failed: nil if it
// has not.
func (d *WriteQueue) Status() (waiting, written int, why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.games), d.written, d.lastErr
}

// Close tries once more to write what waits, ends the goroutines within limit, and returns how many games are lost and
// why. The store stays open.
func (d *WriteQueue) Close(limit time.Duration) (lost int, why error) {
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

// retry begins a round.
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

// write does one thing, if there is any: it packs a game, writes one if it is time for it, or says that one has to wait.
func (d *WriteQueue) writeNext() bool {
	d.mu.Lock()
	p, do := d.nextStep()
	d.mu.Unlock()
	if p != nil {
		do(d, p)
	}
	return p != nil
}

// next returns a game with what is to be done about it; nil: nothing, until the next round. mu is held.
func (d *WriteQueue) nextStep() (p *queuedGame, do func(*WriteQueue, *queuedGame)) {
	held := d.failures >= maxFailures
	for _, q := range d.games {
		switch {
		case q.pack != nil:
			return q, (*WriteQueue).packRecording
		case !q.toldWaiting && (held || q.triedRound == d.round):
			return q, (*WriteQueue).notifyWaiting
		case !held && q.triedRound != d.round && (p == nil || d.failures > 0):
			p, do = q, (*WriteQueue).writeGame // the oldest one, or the newest
		}
	}
	return p, do
}

// answer calls a game's done.
func (d *WriteQueue) notify(p *queuedGame, placing Placing, err error) {
	_ = d.callSafely(func() error { p.done(placing, err); return nil })
}

// tell says that a game has to wait.
func (d *WriteQueue) notifyWaiting(p *queuedGame) {
	p.toldWaiting = true
	d.notify(p, Placing{}, ErrWaiting)
}

// packUp makes a game's recording.
func (d *WriteQueue) packRecording(p *queuedGame) {
	err := d.callSafely(func() error { p.Recording = p.pack(); return nil })
	p.pack = nil
	d.mu.Lock()
	switch {
	case err != nil: // it was reported
		err = ErrRejected
	case len(p.Recording) > replay.MaxSubmission && p.Personal:
		p.Recording = nil // one of the player's own scores only
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

// final are the errors of a store with which a game is done.
var final = [...]error{ErrDuplicate, ErrKnownSeed, ErrTooLong, ErrNoPlayer, ErrRejected}

// put tries to write a game.
func (d *WriteQueue) writeGame(p *queuedGame) {
	var placing Placing
	err := d.callSafely(func() (err error) { placing, err = d.store.Add(p.Game); return err })
	i := slices.IndexFunc(final[:], func(f error) bool { return errors.Is(err, f) })
	switch {
	case err == nil:
		refused := d.noteSuccess(p)
		d.complete(p, placing, nil)
		for _, q := range refused {
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

// wrote notes that a game is on the disk. It returns the games that were refused too often meanwhile.
func (d *WriteQueue) noteSuccess(p *queuedGame) (refused []*queuedGame) {
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
			refused = append(refused, q)
		}
	}
	return refused
}

// missed notes that a game was tried in vain.
func (d *WriteQueue) noteFailure(p *queuedGame, why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastErr, p.lastErr = why, why
	if p.overtakenRounds == 0 {
		d.failures++
	}
	p.triedRound, p.overtaken = d.round, false
	if d.retryTimer == nil {
		d.retryTimer = time.AfterFunc(retryInterval, d.retry)
	}
}

// giveUp is the end of a game that the store does not take.
func (d *WriteQueue) reject(p *queuedGame, why error) {
	d.report(fmt.Errorf("a finished game is given up: %w", why))
	d.complete(p, Placing{}, ErrRejected)
}

// finish takes a game off the list, and says what has come of it.
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

// ask answers one question, if there is any.
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
