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
type Desk struct {
	store  Store
	report func(error) // see NewDesk
	writer *worker.Worker
	reader *worker.Worker

	mu      sync.Mutex
	games   []*pending // to be written, the oldest first
	bytes   int        // of their recordings
	round   int        // from 1
	misses  int        // games that were tried in vain since one was written, in this round, and had not been refused before
	again   *time.Timer
	why     error // of the last attempt; nil: it was not in vain, or there was none
	reads   []func(Store)
	written int // games
}

// A pending game is one that is to be written.
type pending struct {
	Game
	pack    func() []byte // makes the recording; nil: that is done
	done    func(Placing, error)
	told    bool // that it has to wait
	tried   int  // the last round in which it was
	passed  bool // another one was written since then
	refused int  // rounds in which that was so
	why     error
}

// Limits of what waits.
const (
	MostGames   = 1000
	mostBytes   = 32 << 20
	mostReads   = 256
	mostRefused = 360 // rounds in which a game is not written, and others are: an hour, since on a disk that is all but full small ones are
	mostMisses  = 3   // games in a row that are not written, and then the disk is at fault
)

// againAfter is how long it takes until games that could not be written are tried once more.
const againAfter = 10 * time.Second

// Reasons for which a game is not on the disk.
var (
	ErrWaiting = errors.New("waits, since it cannot be written now")
	ErrFull    = errors.New("lost: it cannot be written, and too many wait")
	ErrLong    = errors.New("too long to be kept")
	ErrRefused = errors.New("lost: the database does not take it")
)

// NewDesk returns a desk. report is called in its goroutines with what whoever runs the server should know: panics, which are
// a [worker.Panic], and why a game was given up.
func NewDesk(s Store, report func(error)) *Desk {
	d := &Desk{store: s, report: report, round: 1}
	guard := func() {
		if err := worker.Caught(recover()); err != nil {
			report(err)
		}
	}
	d.writer = worker.Start(guard, d.write)
	d.reader = worker.Start(guard, d.ask)
	return d
}

// try calls f, and returns its error, or its panic, which is reported.
func (d *Desk) try(f func() error) (err error) {
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
func (d *Desk) Finish(g Game, pack func() []byte, done func(Placing, error)) {
	d.mu.Lock()
	full := len(d.games) >= MostGames
	if !full {
		d.games = append(d.games, &pending{Game: g, pack: pack, done: done})
	}
	d.mu.Unlock()
	if full {
		done(Placing{}, ErrFull)
		return
	}
	d.writer.Wake()
}

// Ask calls f with the store in another goroutine, and reports whether it will: not if too many ask already.
func (d *Desk) Ask(f func(Store)) bool {
	d.mu.Lock()
	free := len(d.reads) < mostReads
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
func (d *Desk) State() (waiting, written int, why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.games), d.written, d.why
}

// Close tries once more to write what waits, ends the goroutines within limit, and returns how many games are lost and
// why. The store stays open.
func (d *Desk) Close(limit time.Duration) (lost int, why error) {
	begun := time.Now()
	d.retry()
	d.writer.Close(limit)
	d.reader.Close(limit - time.Since(begun))
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.again != nil {
		d.again.Stop()
	}
	return len(d.games), d.why
}

// retry begins a round.
func (d *Desk) retry() {
	d.mu.Lock()
	d.round++
	d.misses = 0
	if d.again != nil {
		d.again.Stop()
		d.again = nil
	}
	d.mu.Unlock()
	d.writer.Wake()
}

// write does one thing, if there is any: it packs a game, writes one if it is time for it, or says that one has to wait.
func (d *Desk) write() bool {
	d.mu.Lock()
	p, do := d.next()
	d.mu.Unlock()
	if p != nil {
		do(d, p)
	}
	return p != nil
}

// next returns a game with what is to be done about it; nil: nothing, until the next round. mu is held.
func (d *Desk) next() (p *pending, do func(*Desk, *pending)) {
	held := d.misses >= mostMisses
	for _, q := range d.games {
		switch {
		case q.pack != nil:
			return q, (*Desk).packUp
		case !q.told && (held || q.tried == d.round):
			return q, (*Desk).tell
		case !held && q.tried != d.round && (p == nil || d.misses > 0):
			p, do = q, (*Desk).put // the oldest one, or the newest
		}
	}
	return p, do
}

// answer calls a game's done.
func (d *Desk) answer(p *pending, placing Placing, err error) {
	_ = d.try(func() error { p.done(placing, err); return nil })
}

// tell says that a game has to wait.
func (d *Desk) tell(p *pending) {
	p.told = true
	d.answer(p, Placing{}, ErrWaiting)
}

// packUp makes a game's recording.
func (d *Desk) packUp(p *pending) {
	err := d.try(func() error { p.Recording = p.pack(); return nil })
	p.pack = nil
	d.mu.Lock()
	switch {
	case err != nil: // it was reported
		err = ErrRefused
	case len(p.Recording) > replay.MaxSubmission && p.Own:
		p.Recording = nil // one of the player's own scores only
	case len(p.Recording) > replay.MaxSubmission:
		err = ErrLong
	case d.bytes+len(p.Recording) > mostBytes:
		err = ErrFull
	}
	d.bytes += len(p.Recording)
	d.mu.Unlock()
	if err != nil {
		d.finish(p, Placing{}, err)
	}
}

// final are the errors of a store with which a game is done.
var final = [...]error{ErrKnown, ErrSeed, ErrLong, ErrNobody, ErrRefused}

// put tries to write a game.
func (d *Desk) put(p *pending) {
	var placing Placing
	err := d.try(func() (err error) { placing, err = d.store.Add(p.Game); return err })
	i := slices.IndexFunc(final[:], func(f error) bool { return errors.Is(err, f) })
	switch {
	case err == nil:
		refused := d.wrote(p)
		d.finish(p, placing, nil)
		for _, q := range refused {
			d.giveUp(q, q.why)
		}
	case i < 0:
		d.missed(p, err)
	case final[i] == ErrRefused:
		d.giveUp(p, err)
	default:
		d.finish(p, placing, final[i])
	}
}

// wrote notes that a game is on the disk. It returns the games that were refused too often meanwhile.
func (d *Desk) wrote(p *pending) (refused []*pending) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.why, d.misses = nil, 0
	d.written++
	for _, q := range d.games {
		if q.tried != d.round || q.passed {
			continue
		}
		q.passed = true
		if q.refused++; q.refused >= mostRefused {
			refused = append(refused, q)
		}
	}
	return refused
}

// missed notes that a game was tried in vain.
func (d *Desk) missed(p *pending, why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.why, p.why = why, why
	if p.refused == 0 {
		d.misses++
	}
	p.tried, p.passed = d.round, false
	if d.again == nil {
		d.again = time.AfterFunc(againAfter, d.retry)
	}
}

// giveUp is the end of a game that the store does not take.
func (d *Desk) giveUp(p *pending, why error) {
	d.report(fmt.Errorf("a finished game is given up: %w", why))
	d.finish(p, Placing{}, ErrRefused)
}

// finish takes a game off the list, and says what has come of it.
func (d *Desk) finish(p *pending, placing Placing, err error) {
	d.mu.Lock()
	d.games = slices.DeleteFunc(d.games, func(q *pending) bool { return q == p })
	d.bytes -= len(p.Recording)
	if len(d.games) == 0 {
		d.why = nil
	}
	d.mu.Unlock()
	d.answer(p, placing, err)
}

// ask answers one question, if there is any.
func (d *Desk) ask() bool {
	d.mu.Lock()
	if len(d.reads) == 0 {
		d.mu.Unlock()
		return false
	}
	f := d.reads[0]
	d.reads = d.reads[1:]
	d.mu.Unlock()
	_ = d.try(func() error { f(d.store); return nil })
	return true
}
