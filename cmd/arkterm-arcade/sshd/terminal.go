package sshd

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/screen"
)

// mostWaiting is how many bytes wait to be read; what comes beside is dropped.
const maxWaiting = 16 << 10

// resizeEvery is the least time between two changes of size that are passed on. It is more once there were many: see sizesRate.
const resizeEvery = 100 * time.Millisecond

// writePiece is how much is handed to the channel at once, in bytes: a write that waits has at most so much under way. The library
// keeps two copies of the largest for each client, and most frames have some hundred bytes.
const writePiece = 2 << 10

// A Terminal is the terminal at the client's end of a channel. It is a [screen.Transport].
//
// It always reads what the client sends, since what is not read waits in the connection: up to 2 MB a channel. What
// nobody fetches is dropped, and what comes too fast.
type Terminal struct {
	channel ssh.Channel
	flooded func() // called once the client has sent too much
	stuck   func() // called once the client has read nothing for stuckAfter
	opened  time.Time
	urgent  *atomic.Int32 // counts the writes under way, for the connection

	writeLock   chan struct{} // has an element while somebody writes: one at a time
	writeStart  atomic.Int64  // nanoseconds from opened to when the write under way has begun or moved on; 0: there is none
	watchdogSet atomic.Bool   // the watch is set
	watchdog    *time.Timer   // looks whether that write takes too long

	mu           sync.Mutex
	size         screen.Size
	resized      func()      // see OnResize
	resizedAt    time.Time   // when it was called last
	resizeTimer  *time.Timer // calls it; nil: there is nothing to tell
	resizeBucket tokenBucket // of these calls

	in      []byte // what waits to be read
	more    chan struct{}
	ended   bool // the client sends no more
	dropped int  // bytes

	inputBucket tokenBucket // of the goroutine that reads
	feeding     sync.Mutex  // held while feed is called or changed
	feed        func(p []byte) time.Duration
	lost        func()
	feedTimer   *time.Timer // feeds nothing, at the time …
	feedDue     time.Time   // … unless it is zero
}

func newTerminal(c ssh.Channel, size screen.Size, flooded, stuck func()) *Terminal {
	s := &Terminal{
		channel: c, size: size, flooded: flooded, stuck: stuck, opened: time.Now(), urgent: new(atomic.Int32),
		writeLock: make(chan struct{}, 1), more: make(chan struct{}, 1),
		resizeBucket: tokenBucket{rate: sizesRate, burst: sizesBurst}, inputBucket: tokenBucket{rate: typedRate, burst: typedBurst},
	}
	s.watchdog = time.AfterFunc(stuckAfter, s.checkWrite)
	s.watchdogSet.Store(true)
	return s
}

// rest ends what the seat has started. It is called when nothing more is written.
func (s *Terminal) close() { s.watchdog.Stop() }

// OnResize sets a function to call when the size has changed: ten times a second at most, and twice if it goes on changing,
// but always after the last change. It is called in a goroutine of its own, which may still be at it when OnResize(nil) returns.
func (s *Terminal) OnResize(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resized = f
}

// resize notes a change of the size.
func (s *Terminal) resize(size screen.Size) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.size = size
	if s.resizeTimer != nil {
		return
	}
	now := time.Now()
	s.resizeTimer = time.AfterFunc(max(s.resizeBucket.take(now, 1), resizeEvery-now.Sub(s.resizedAt)), func() {
		s.mu.Lock()
		s.resizeTimer, s.resizedAt = nil, time.Now()
		f := s.resized
		s.mu.Unlock()
		if f != nil {
			f()
		}
	})
}

// Size returns the size that the client told last.
func (s *Terminal) Size() screen.Size {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}

// Enter does nothing: a client that asks for a terminal has taken its own one. Nor is there anybody to leave the modes
// if this program is killed.
func (s *Terminal) Enter(string) error { return nil }

// Renew does nothing.
func (s *Terminal) Renew(string) {}

// Leave does nothing.
func (s *Terminal) Leave() {}

// Force does nothing: what waits in a connection cannot be overtaken.
func (s *Terminal) Force(string) {}

// Dropped returns how many bytes were dropped, since they came too fast.
func (s *Terminal) Dropped() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}

// pump reads what the client sends until it sends no more.
func (s *Terminal) pump() {
	buf := make([]byte, 1<<10)
	for {
		n, err := s.channel.Read(buf)
		if n = s.limit(n); n > 0 {
			s.receive(buf[:n])
		}
		if err != nil {
			s.end()
			return
		}
	}
}

// end notes that the client sends no more.
func (s *Terminal) end() {
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
func (s *Terminal) receive(p []byte) {
	s.feeding.Lock()
	defer s.feeding.Unlock()
	if s.feed == nil {
		s.buffer(p)
		return
	}
	s.feedNow(p)
}

// feedNow feeds bytes, and sees to it that nothing is fed if no more come in time. feeding is held.
func (s *Terminal) feedNow(p []byte) {
	limit := s.feed(p)
	switch {
	case limit == 0:
		s.feedDue = time.Time{} // the timer is left to find nothing due
	case s.feedTimer == nil:
		s.feedDue = time.Now().Add(limit)
		s.feedTimer = time.AfterFunc(limit, s.feedTimeout)
	default:
		s.feedDue = time.Now().Add(limit)
		s.feedTimer.Reset(limit)
	}
}

// nothing feeds nothing when no more has come in time.
func (s *Terminal) feedTimeout() {
	s.feeding.Lock()
	defer s.feeding.Unlock()
	if s.feed != nil && !s.feedDue.IsZero() && !time.Now().Before(s.feedDue) {
		s.feedNow(nil)
	}
}

// limit returns how many of n bytes do not come too fast.
func (s *Terminal) limit(n int) int {
	now := time.Now()
	may := s.inputBucket.allow(now, n)
	if may == n {
		return n
	}
	s.mu.Lock()
	s.dropped += n - may
	s.mu.Unlock()
	if s.inputBucket.floods(now) {
		s.flooded()
	}
	return may
}

// put adds bytes to those that wait, and drops what there is no room for.
func (s *Terminal) buffer(p []byte) {
	s.mu.Lock()
	n := min(len(p), maxWaiting-len(s.in))
	s.in = append(s.in, p[:n]...)
	s.dropped += len(p) - n
	s.mu.Unlock()
	s.wake()
}

func (s *Terminal) wake() {
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// fetch moves bytes that wait to p. Its error is io.EOF once there are no more to come.
func (s *Terminal) fetch(p []byte) (n int, err error) {
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
func (s *Terminal) Reader() (screen.Reader, error) {
	return &stream{Terminal: s, stopped: make(chan struct{})}, nil
}

// Writer returns the stream to the client.
func (s *Terminal) Writer() (screen.Writer, error) {
	return &stream{Terminal: s, stopped: make(chan struct{})}, nil
}

// A stream is one direction of a terminal.
type stream struct {
	*Terminal
	once    sync.Once
	stopped chan struct{}
	pushes  bool // see Push; feeding is held while it is changed
}

// Stop ends a waiting Read, and Push. A waiting Write ends when the connection does, which the door sees to.
func (e *stream) Stop() {
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
func (e *stream) Push(take func(p []byte) time.Duration, lost func()) {
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
func (e *stream) Close() {}

// Read waits for bytes, at most for limit if that is not 0.
func (e *stream) Read(p []byte, limit time.Duration) (int, error) {
	var late <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		late = timer.C
	}
	for {
		select {
		case <-e.stopped:
			return 0, screen.ErrStopped
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
			return 0, screen.ErrTimeout
		}
	}
}

// Write writes all of p, and waits until the client has taken it: as long as it likes, if it takes a piece now and then. What
// others write meanwhile waits.
func (s *Terminal) Write(p []byte) (n int, err error) { return s.write(s.channel, p) }

// A stderr writes to the standard error of a client without a terminal, as Terminal.Write to its standard output.
type stderr struct{ *Terminal }

func (s stderr) Write(p []byte) (n int, err error) { return s.write(s.channel.Stderr(), p) }

func (s *Terminal) write(to io.Writer, p []byte) (n int, err error) {
	s.writeLock <- struct{}{}
	defer func() { <-s.writeLock }()
	s.urgent.Add(1)
	defer s.urgent.Add(-1)
	defer s.writeStart.Store(0)
	for n < len(p) && err == nil {
		s.writeStart.Store(max(int64(time.Since(s.opened)), 1))
		if !s.watchdogSet.Swap(true) {
			s.watchdog.Reset(stuckAfter)
		}
		var took int
		took, err = to.Write(p[n:min(n+writePiece, len(p))])
		n += took
	}
	return n, err
}

// look looks whether a write is stuck. It is called stuckAfter after the beginning of one, and not for each, since there
// are thousands a second.
func (s *Terminal) checkWrite() {
	s.watchdogSet.Store(false)
	begun := time.Duration(s.writeStart.Load())
	if begun == 0 {
		return
	}
	left := stuckAfter - (time.Since(s.opened) - begun)
	if left <= 0 {
		s.stuck()
	} else if !s.watchdogSet.Swap(true) {
		s.watchdog.Reset(left)
	}
}

// prompt is how much a client that has read all that it was sent before has room for. Windows of clients are no smaller than 16 KB when
// nothing is in them, and neither is what the kernel holds.
const prompt = 4 << 10

// Prompt returns how many bytes Write takes without waiting for a client that has read all before them. One that only says that it has is
// thrown out after stuckAfter.
func (e *stream) Prompt() int { return prompt }

// Write waits until the client's window has room for some of p.
func (e *stream) Write(p []byte) (int, error) {
	select {
	case <-e.stopped:
		return 0, screen.ErrStopped
	default:
		return e.Terminal.Write(p[:min(len(p), writePiece)])
	}
}
