package board

import (
	"errors"
	"sync"
	"time"

	"arkterm/cmd/arkterm/worker"
)

// A Desk takes what has been earned to a [Store], and asks it, each in a goroutine of its own: nobody who plays waits for
// a disk. A game that cannot be written, since the disk is full, say, waits here and is tried again; meanwhile
// boards can be read, and nobody is told that it is on one. The owner ends it with Close.
type Desk struct {
	store  Store
	writer *worker.Worker
	reader *worker.Worker

	mu      sync.Mutex
	games   []*pending // to be written, the oldest first
	bytes   int        // of their recordings
	again   *time.Timer
	held    bool  // the last attempt has failed, and it is not time for the next one
	why     error // of that attempt; nil: there was none
	reads   []func(Store)
	written int // games
}

// A pending game is one that is to be written.
type pending struct {
	Game
	done func(Placing, error)
	told bool // that it has to wait
}

// Limits of what waits.
const (
	MostGames = 1000
	mostBytes = 32 << 20
	mostReads = 256
)

// againAfter is how long it takes until a game that could not be written is tried once more.
const againAfter = 10 * time.Second

// Reasons for which a game is not on the disk.
var (
	ErrWaiting = errors.New("it cannot be written at the moment, and waits")
	ErrFull    = errors.New("it cannot be written, and too many wait already")
	ErrLong    = errors.New("its recording is too long to be kept")
)

// NewDesk starts the goroutines, which defer guard.
func NewDesk(s Store, guard func()) *Desk {
	d := &Desk{store: s}
	d.writer = worker.Start(guard, d.write)
	d.reader = worker.Start(guard, d.ask)
	return d
}

// Finish hands in a game. done is called in another goroutine when it is on the disk, or with the reason why it never will be.
// If it has to wait, done is called with ErrWaiting before. It must not wait for anything.
func (d *Desk) Finish(g Game, done func(Placing, error)) {
	d.mu.Lock()
	err := error(nil)
	switch {
	case len(g.Recording) > MostRecording:
		err = ErrLong
	case len(d.games) >= MostGames || d.bytes+len(g.Recording) > mostBytes:
		err = ErrFull
	default:
		d.games = append(d.games, &pending{Game: g, done: done})
		d.bytes += len(g.Recording)
	}
	d.mu.Unlock()
	if err != nil {
		done(Placing{}, err)
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

// retry lets the games that wait be tried now.
func (d *Desk) retry() {
	d.mu.Lock()
	d.held = false
	d.mu.Unlock()
	d.writer.Wake()
}

// write writes one game, if there is any and it is time for it.
func (d *Desk) write() bool {
	d.mu.Lock()
	if len(d.games) == 0 || d.held {
		waiting := d.untold()
		d.mu.Unlock()
		for _, p := range waiting {
			p.done(Placing{}, ErrWaiting)
		}
		return false
	}
	p := d.games[0]
	d.mu.Unlock()

	placing, err := d.store.Add(p.Game)
	lasting := err != nil && !errors.Is(err, ErrKnown) && !errors.Is(err, ErrNobody)

	d.mu.Lock()
	if d.why = nil; lasting {
		d.why, d.held = err, true
		d.again = time.AfterFunc(againAfter, d.retry)
	} else {
		d.games = d.games[1:]
		d.bytes -= len(p.Recording)
		if err == nil {
			d.written++
		}
	}
	d.mu.Unlock()
	if !lasting {
		p.done(placing, err)
	}
	return true
}

// untold returns the games whose players do not know yet that they wait; mu is held.
func (d *Desk) untold() (all []*pending) {
	for _, p := range d.games {
		if !p.told {
			p.told = true
			all = append(all, p)
		}
	}
	return all
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
	f(d.store)
	return true
}
