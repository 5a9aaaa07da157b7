package door

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/terminal"
)

// Limits of what a client sends to a game.
const (
	mostWaiting = 16 << 10 // bytes that wait to be read; what comes beside is dropped
	floodAfter  = 4 << 20  // bytes in floodTime that nobody types, points or pastes
	floodTime   = 10 * time.Second
)

// resizeEvery is how often a change of size is passed on.
const resizeEvery = 100 * time.Millisecond

// writePiece is how much is handed to the channel at once: a write that waits has at most so much under way.
const writePiece = 16 << 10

// A Seat is the terminal at the client's end of a channel. It is a [terminal.Transport].
//
// It always reads what the client sends, since what is not read waits in the connection: up to 2 MB a channel. What
// nobody fetches is dropped.
type Seat struct {
	channel ssh.Channel
	flooded func() // called once the client has sent too much
	stuck   func() // called once the client has read nothing for stuckAfter
	opened  time.Time
	urgent  *atomic.Int32 // counts the writes under way, for the connection

	writing  atomic.Int64 // nanoseconds from opened to when the write under way has begun or moved on; 0: there is none
	watching atomic.Bool  // the watch is set
	watch    *time.Timer  // looks whether that write takes too long

	mu      sync.Mutex
	size    terminal.Size
	resized func() // see OnResize
	told    time.Time
	later   *time.Timer // tells of a change of size; nil: there is none to tell

	in      []byte // what waits to be read
	more    chan struct{}
	ended   bool // the client sends no more
	dropped int  // bytes
	since   time.Time
	taken   int // bytes since then

	feeding sync.Mutex // held while feed is called or changed
	feed    func(p []byte) time.Duration
	lost    func()
	late    *time.Timer // feeds nothing, at the time …
	lateAt  time.Time   // … unless it is zero
}

func newSeat(c ssh.Channel, size terminal.Size, flooded, stuck func()) *Seat {
	now := time.Now()
	s := &Seat{channel: c, size: size, flooded: flooded, stuck: stuck, opened: now, urgent: new(atomic.Int32), more: make(chan struct{}, 1), since: now}
	s.watch = time.AfterFunc(stuckAfter, s.look)
	s.watching.Store(true)
	return s
}

// rest ends what the seat has started. It is called when nothing more is written.
func (s *Seat) rest() { s.watch.Stop() }

// OnResize sets a function to call when the size has changed, at most ten times a second. It may be called in any
// goroutine, and a last time shortly after OnResize(nil).
func (s *Seat) OnResize(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resized = f
}

// resize notes a change of the size.
func (s *Seat) resize(size terminal.Size) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.size = size
	if s.later != nil {
		return
	}
	s.later = time.AfterFunc(max(0, resizeEvery-time.Since(s.told)), func() {
		s.mu.Lock()
		s.later, s.told = nil, time.Now()
		f := s.resized
		s.mu.Unlock()
		if f != nil {
			f()
		}
	})
}

// Size returns the size that the client told last.
func (s *Seat) Size() terminal.Size {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}

// Enter does nothing: a client that asks for a terminal has taken its own one. Nor is there anybody to leave the modes
// if this program is killed.
func (s *Seat) Enter(string) error { return nil }

// Renew does nothing.
func (s *Seat) Renew(string) {}

// Leave does nothing.
func (s *Seat) Leave() {}

// Force does nothing: what waits in a connection cannot be overtaken.
func (s *Seat) Force(string) {}

// Dropped returns how many bytes were dropped, since they came too fast.
func (s *Seat) Dropped() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}

// pump reads what the client sends until it sends no more.
func (s *Seat) pump() {
	buf := make([]byte, 4<<10)
	for {
		n, err := s.channel.Read(buf)
		s.pass(buf[:n])
		if err != nil {
			s.end()
			return
		}
	}
}

// end notes that the client sends no more.
func (s *Seat) end() {
	s.feeding.Lock()
	defer s.feeding.Unlock()
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.wake()
	if s.feed != nil {
		s.lost()
	}
}

// pass feeds bytes to who wants them as they come, or puts them to those that wait to be read.
func (s *Seat) pass(p []byte) {
	s.feeding.Lock()
	defer s.feeding.Unlock()
	s.count(len(p))
	if s.feed == nil {
		s.put(p)
		return
	}
	s.feedNow(p)
}

// feedNow feeds bytes, and sees to it that nothing is fed if no more come in time. feeding is held.
func (s *Seat) feedNow(p []byte) {
	limit := s.feed(p)
	switch {
	case limit == 0:
		s.lateAt = time.Time{} // the timer is left to find nothing due
	case s.late == nil:
		s.lateAt = time.Now().Add(limit)
		s.late = time.AfterFunc(limit, s.nothing)
	default:
		s.lateAt = time.Now().Add(limit)
		s.late.Reset(limit)
	}
}

// nothing feeds nothing when no more has come in time.
func (s *Seat) nothing() {
	s.feeding.Lock()
	defer s.feeding.Unlock()
	if s.feed != nil && !s.lateAt.IsZero() && !time.Now().Before(s.lateAt) {
		s.feedNow(nil)
	}
}

// count counts what the client sends.
func (s *Seat) count(n int) {
	s.mu.Lock()
	if now := time.Now(); now.Sub(s.since) > floodTime {
		s.since, s.taken = now, 0
	}
	before := s.taken
	s.taken += n
	flood := before <= floodAfter && s.taken > floodAfter
	s.mu.Unlock()
	if flood {
		s.flooded()
	}
}

// put adds bytes to those that wait, and drops what there is no room for.
func (s *Seat) put(p []byte) {
	s.mu.Lock()
	n := min(len(p), mostWaiting-len(s.in))
	s.in = append(s.in, p[:n]...)
	s.dropped += len(p) - n
	s.mu.Unlock()
	s.wake()
}

func (s *Seat) wake() {
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// fetch moves bytes that wait to p. Its error is io.EOF once there are no more to come.
func (s *Seat) fetch(p []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n = copy(p, s.in)
	s.in = append(s.in[:0], s.in[n:]...)
	if n == 0 && s.ended {
		return 0, io.EOF
	}
	return n, nil
}

// Reader returns the stream from the client.
func (s *Seat) Reader() (terminal.Reader, error) {
	return &seatEnd{Seat: s, stopped: make(chan struct{})}, nil
}

// Writer returns the stream to the client.
func (s *Seat) Writer() (terminal.Writer, error) {
	return &seatEnd{Seat: s, stopped: make(chan struct{})}, nil
}

// A seatEnd is one direction of a seat.
type seatEnd struct {
	*Seat
	once    sync.Once
	stopped chan struct{}
	pushes  bool // see Push; feeding is held while it is changed
}

// Stop ends a waiting Read, and Push. A waiting Write ends when the connection does, which the door sees to.
func (e *seatEnd) Stop() {
	e.once.Do(func() {
		close(e.stopped)
		e.feeding.Lock()
		defer e.feeding.Unlock()
		if e.pushes {
			e.feed, e.lost = nil, nil
		}
	})
}

// Push makes take be called with the client's bytes as they come, in the goroutine that reads them; see terminal's
// transports.
func (e *seatEnd) Push(take func(p []byte) time.Duration, lost func()) {
	e.feeding.Lock()
	defer e.feeding.Unlock()
	select {
	case <-e.stopped:
		return
	default:
	}
	e.pushes, e.feed, e.lost = true, take, lost
	e.mu.Lock()
	waiting, ended := e.in, e.ended
	e.in = nil
	e.mu.Unlock()
	if len(waiting) > 0 {
		e.feedNow(waiting)
	}
	if ended {
		lost()
	}
}

// Close does nothing.
func (e *seatEnd) Close() {}

// Read waits for bytes, at most for limit if that is not 0.
func (e *seatEnd) Read(p []byte, limit time.Duration) (int, error) {
	var late <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		late = timer.C
	}
	for {
		select {
		case <-e.stopped:
			return 0, terminal.ErrStopped
		default:
		}
		if n, err := e.fetch(p); n > 0 || err != nil {
			if n > 0 {
				e.wake() // there may be more
			}
			return n, err
		}
		select {
		case <-e.more:
		case <-e.stopped:
		case <-late:
			return 0, terminal.ErrTimeout
		}
	}
}

// Write writes all of p, and waits until the client has taken it: as long as it likes, if it takes a piece now and then.
func (s *Seat) Write(p []byte) (n int, err error) { return s.write(s.channel, p) }

// A seatErrors writes to the standard error of a client without a terminal, as Seat.Write to its standard output.
type seatErrors struct{ *Seat }

func (s seatErrors) Write(p []byte) (n int, err error) { return s.write(s.channel.Stderr(), p) }

func (s *Seat) write(to io.Writer, p []byte) (n int, err error) {
	s.urgent.Add(1)
	defer s.urgent.Add(-1)
	defer s.writing.Store(0)
	for n < len(p) && err == nil {
		s.writing.Store(max(int64(time.Since(s.opened)), 1))
		if !s.watching.Swap(true) {
			s.watch.Reset(stuckAfter)
		}
		var took int
		took, err = to.Write(p[n:min(n+writePiece, len(p))])
		n += took
	}
	return n, err
}

// look looks whether a write is stuck. It is called stuckAfter after the beginning of one, and not for each, since there
// are thousands a second.
func (s *Seat) look() {
	s.watching.Store(false)
	begun := time.Duration(s.writing.Load())
	if begun == 0 {
		return
	}
	left := stuckAfter - (time.Since(s.opened) - begun)
	if left <= 0 {
		s.stuck()
	} else if !s.watching.Swap(true) {
		s.watch.Reset(left)
	}
}

// Write waits until the client's window has room for some of p.
func (e *seatEnd) Write(p []byte) (int, error) {
	select {
	case <-e.stopped:
		return 0, terminal.ErrStopped
	default:
		return e.Seat.Write(p[:min(len(p), writePiece)])
	}
}
