// Package livefeed hands on a game while it is played: one writer, who plays it, and any number of readers, each at a tick
// of its own. What is handed on is the game's recording: its setup and its inputs, from which each reader plays the same
// game.
//
//	f := feed.New(pack)     // when a game begins
//	f.Publish(recording)    // after each tick or frame, by who plays
//	f.Close()               // when it has ended or is left
//
//	r, ok := f.Read(tick)   // by who watches: from the level that was played at that tick
//	p, err := r.Recording.Begin(f.Pack().Levels)
//	for r.Update() {        // take what is new
//		for more, err := p.Next(); more; more, err = p.Next() { … }
//		<-r.More()
//	}
//
// Nothing is copied: a reader sees the steps of the writer's own recording. So a game costs the writer a lock and 100
// bytes a publication, and a reader as much; a mouse adds about a kilobyte a second to the recording, keys 100 bytes.
// A slow reader holds up nobody, since nobody waits for readers.
//
// The package has no goroutine, clock or I/O.
package livefeed

import (
	"sync"
	"sync/atomic"

	"arkterm/engine/record"
	"arkterm/levels"
)

// A Feed is a game in progress. Its methods may be called in any goroutine; Publish and Close are the writer's.
type Feed struct {
	pack     levels.Pack
	watching atomic.Int32
	hidden   atomic.Bool

	mu      sync.Mutex
	of      *record.Recording // what was published last; nil: nothing yet
	header  *record.Recording
	part    record.Part
	version uint64        // counts what was published
	epoch   int           // counts recordings: see Publish
	closed  bool          // nothing follows
	more    chan struct{} // closed at the next publication; nil: nobody waits
}

// New returns the feed of a game on the given levels, of which nothing is known yet.
func New(pack levels.Pack) *Feed { return &Feed{pack: pack} }

// Pack returns the levels of the game.
func (f *Feed) Pack() levels.Pack { return f.pack }

// Publish shows the readers what r holds now. r is the same recording each time, which has grown, or another one, if
// the game went back to an earlier tick and goes on from there: then readers begin anew. The writer may go on adding
// to r. Nothing is published after Close.
func (f *Feed) Publish(r *record.Recording) {
	part := r.Part()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}

	if f.of != r {
		f.of, f.header = r, r.Header()
		f.epoch++
	} else if !part.After(&f.part) {
		return // nothing new, as while a game is paused
	}
	f.part = part
	f.tell()
}

// Close says that nothing follows: the game has ended or was left. What was published can still be read.
func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.closed, f.of = true, nil
		f.tell()
	}
}

// tell wakes those who wait.
func (f *Feed) tell() {
	f.version++
	if f.more != nil {
		close(f.more)
		f.more = nil
	}
}

// Closed reports whether nothing follows.
func (f *Feed) Closed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closed
}

// Tick returns the game's tick after what was published last, or 0.
func (f *Feed) Tick() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.header == nil {
		return 0
	}
	return f.header.Tick() + uint64(f.part.Ticks())
}

// Recording returns a copy of the game so far, or nil if nothing was published.
func (f *Feed) Recording() *record.Recording {
	f.mu.Lock()
	header, part := f.header, f.part
	f.mu.Unlock()
	if header == nil {
		return nil
	}
	return part.Recording(header)
}

// Watch counts somebody who watches, until the returned function is called, once. The player is told the number.
func (f *Feed) Watch() (leave func()) {
	f.watching.Add(1)
	return sync.OnceFunc(func() { f.watching.Add(-1) })
}

// Watching returns how many watch.
func (f *Feed) Watching() int { return int(f.watching.Load()) }

// Hide says whether others than those who play may watch. It is for who shows the game to them: readers see it as before.
func (f *Feed) Hide(hidden bool) { f.hidden.Store(hidden) }

// Hidden reports whether nobody may watch.
func (f *Feed) Hidden() bool { return f.hidden.Load() }

// A Reader follows a game. It belongs to one goroutine.
type Reader struct {
	// Recording is what is known of the game, from the start of a level on. Its Begin and [record.NewSeeker] play it;
	// they go on after Update. It belongs to the reader.
	Recording *record.Recording

	feed    *Feed
	version uint64
	epoch   int
	from    uint64
	over    bool
}

// Read returns a reader that begins with the level that was played at the given tick, since what came before need not
// be played then. It reports false if nothing was published yet.
func (f *Feed) Read(tick uint64) (r *Reader, ok bool) {
	r = &Reader{feed: f, from: tick}
	r.Update()
	return r, r.Recording != nil
}

// Update takes what is new. It reports false if the game went back and goes on from an earlier tick: then Recording is
// another one, which has to be played from its beginning.
func (r *Reader) Update() (same bool) {
	f := r.feed
	f.mu.Lock()
	header, part, epoch, closed := f.header, f.part, f.epoch, f.closed
	same = epoch == r.epoch
	r.version = f.version
	f.mu.Unlock()

	switch {
	case header == nil:
		return true
	case same:
		r.Recording.Follow(part)
	default:
		r.epoch = epoch
		r.Recording = record.Following(header, part, r.from)
	}
	if closed {
		r.over = true
		r.Recording.Finish()
	}
	return same
}

// Over reports whether nothing follows what the reader knows.
func (r *Reader) Over() bool { return r.over }

// More returns a channel that is closed as soon as there is more than the last Update has seen.
func (r *Reader) More() <-chan struct{} {
	f := r.feed
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.version != r.version || f.closed {
		return already
	}
	if f.more == nil {
		f.more = make(chan struct{})
	}
	return f.more
}

// already is a closed channel: there is more.
var already = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
