package board

import (
	"errors"
	"slices"
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
	pack func() []byte // makes the recording; nil: that is done
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
	ErrWaiting = errors.New("waits, since it cannot be written now")
	ErrFull    = errors.New("lost: it cannot be written, and too many wait")
	ErrLong    = errors.New("too long to be kept")
)

// NewDesk starts the goroutines, which defer guard.
func NewDesk(s Store, guard func()) *Desk {
	d := &Desk{store: s}
	d.writer = worker.Start(guard, d.write)
	d.reader = worker.Start(guard, d.ask)
	return d
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

// retry lets the games that wait be tried now.
func (d *Desk) retry() {
	d.mu.Lock()
	d.held = false
	d.mu.Unlock()
	d.writer.Wake()
}

// write does one thing, if there is any: it packs a game, writes one if it is time for it, or says that one has to wait.
func (d *Desk) write() bool {
	d.mu.Lock()
	i := slices.IndexFunc(d.games, func(p *pending) bool { return p.pack != nil || d.held && !p.told })
	if i < 0 && (len(d.games) == 0 || d.held) {
		d.mu.Unlock()
		return false
	}
	p, held := d.games[max(i, 0)], d.held
	d.mu.Unlock()

	switch {
	case p.pack != nil:
		d.packUp(p)
	case held:
		p.told = true
		p.done(Placing{}, ErrWaiting)
	default:
		d.put(p)
	}
	return true
}

// packUp makes a game's recording.
func (d *Desk) packUp(p *pending) {
	p.Recording, p.pack = p.pack(), nil
	d.mu.Lock()
	err := error(nil)
	switch {
	case len(p.Recording) > MostRecording:
		err = ErrLong
	case d.bytes+len(p.Recording) > mostBytes:
		err = ErrFull
	}
	d.bytes += len(p.Recording)
	d.mu.Unlock()
	if err != nil {
		d.remove(p)
		p.done(Placing{}, err)
	}
}

// put writes a game.
func (d *Desk) put(p *pending) {
	placing, err := d.store.Add(p.Game)
	lasting := err != nil && !errors.Is(err, ErrKnown) && !errors.Is(err, ErrSeed) && !errors.Is(err, ErrNobody)

	d.mu.Lock()
	d.why = nil
	if lasting {
		d.why, d.held = err, true
		d.again = time.AfterFunc(againAfter, d.retry)
	}
	if err == nil {
		d.written++
	}
	d.mu.Unlock()
	if !lasting {
		d.remove(p)
		p.done(placing, err)
	}
}

// remove takes a game off the list.
func (d *Desk) remove(p *pending) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.games = slices.DeleteFunc(d.games, func(q *pending) bool { return q == p })
	d.bytes -= len(p.Recording)
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
