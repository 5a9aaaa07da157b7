package sshd

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/screen"
)

// maxWaiting is the maximum number of bytes that wait for Push or Read. Additional bytes are dropped.
const maxWaiting = 16 << 10

// resizeInterval is the minimum time between two reported size changes. Frequent changes are reported more slowly, see
// resizeRate.
const resizeInterval = 100 * time.Millisecond

// writePiece is the maximum number of bytes per write to the channel, and so the maximum number of bytes in flight
// during a write. The library keeps two copies of each client's largest write. Most frames have several hundred bytes.
const writePiece = 2 << 10

// A Terminal is the client's terminal at the other end of a channel. It implements [screen.Transport].
//
// It reads from the client all the time, because unread bytes would stay in the connection, up to 2 MB per channel. It
// drops bytes that arrive too fast. Without a reader, it keeps the first maxWaiting bytes and drops the rest.
type Terminal struct {
	channel ssh.Channel
	flooded func()        // called when the client has exceeded the input rate for too long
	urgent  *atomic.Int32 // number of writes in progress on the connection

	writing  chan struct{} // holds a token during a write
	watchdog *time.Timer   // closes the connection if the client has read nothing for stuckAfter

	mu           sync.Mutex
	size         screen.Size
	resized      func()      // see OnResize
	resizedAt    time.Time   // time of the last call of resized
	resizeTimer  *time.Timer // calls resized; nil if no call is pending
	resizeBucket tokenBucket

	waiting []byte        // bytes for Push and Read
	more    chan struct{} // holds a token when Read must check again
	ended   bool          // the client has closed its stream
	dropped int           // number of dropped bytes

	inputBucket tokenBucket                  // used only by the goroutine that reads
	feeding     sync.Mutex                   // held while feed is called or changed
	feed        func(p []byte) time.Duration // see Push; nil if no stream pushes
	lost        func()                       // see Push
	feedTimer   *time.Timer                  // calls feed with nothing at feedDue
	feedDue     time.Time                    // zero if feed does not wait for more bytes
}

func newTerminal(c ssh.Channel, size screen.Size, urgent *atomic.Int32, flooded, stuck func()) *Terminal {
	t := &Terminal{
		channel: c, size: size, flooded: flooded, urgent: urgent, writing: make(chan struct{}, 1),
		more:         make(chan struct{}, 1),
		resizeBucket: tokenBucket{rate: resizeRate, burst: resizeBurst},
		inputBucket:  tokenBucket{rate: inputRate, burst: inputBurst},
	}
	t.watchdog = time.AfterFunc(stuckAfter, stuck)
	t.watchdog.Stop()
	return t
}

// OnResize sets the function to call after a size change. It is called at most ten times per second, and at most twice
// per second during longer changes, but always after the last change. Calls are made in a separate goroutine, which may
// still run when OnResize(nil) returns.
func (t *Terminal) OnResize(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = f
}

// resize sets the size.
func (t *Terminal) resize(size screen.Size) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.size = size
	if t.resizeTimer != nil {
		return
	}
	now := time.Now()
	t.resizeTimer = time.AfterFunc(max(t.resizeBucket.take(now, 1), resizeInterval-now.Sub(t.resizedAt)), func() {
		t.mu.Lock()
		t.resizeTimer, t.resizedAt = nil, time.Now()
		f := t.resized
		t.mu.Unlock()
		if f != nil {
			f()
		}
	})
}

// Size returns the current size of the client's window.
func (t *Terminal) Size() screen.Size {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.size
}

// Enter does nothing, because the client has already set the modes of its terminal. Renew, Leave and Force do nothing
// either, because no bytes can overtake others in a connection.
func (t *Terminal) Enter(string) error { return nil }

// Renew does nothing.
func (t *Terminal) Renew(string) {}

// Leave does nothing.
func (t *Terminal) Leave() {}

// Force does nothing.
func (t *Terminal) Force(string) {}

// Dropped returns the number of dropped bytes.
func (t *Terminal) Dropped() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dropped
}

// pump reads from the client until the client closes its stream.
func (t *Terminal) pump() {
	buf := make([]byte, 1<<10)
	for {
		n, err := t.channel.Read(buf)
		if n = t.limit(n); n > 0 {
			t.receive(buf[:n])
		}
		if err != nil {
			t.end()
			return
		}
	}
}

// limit returns the number of bytes, out of n, that the input rate allows.
func (t *Terminal) limit(n int) int {
	now := time.Now()
	allowed := t.inputBucket.allow(now, n)
	if allowed < n {
		t.drop(n - allowed)
		if t.inputBucket.floods(now) {
			t.flooded()
		}
	}
	return allowed
}

// drop counts dropped bytes.
func (t *Terminal) drop(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dropped += n
}

// end notes that the client has closed its stream.
func (t *Terminal) end() {
	t.feeding.Lock()
	defer t.feeding.Unlock()
	t.ended = true
	t.wake()
	if t.feed != nil {
		t.lost()
	}
}

// wake makes a waiting Read check again.
func (t *Terminal) wake() {
	select {
	case t.more <- struct{}{}:
	default:
	}
}

// receive passes bytes to feed, or stores them for Push or Read.
func (t *Terminal) receive(p []byte) {
	t.feeding.Lock()
	defer t.feeding.Unlock()
	if t.feed != nil {
		t.feedNow(p)
		return
	}
	n := min(len(p), maxWaiting-len(t.waiting))
	t.waiting = append(t.waiting, p[:n]...)
	t.drop(len(p) - n)
	t.wake()
}

// feedNow passes bytes to feed. If feed waits for more bytes and none arrive in time, feed is called with nothing.
// feeding is held.
func (t *Terminal) feedNow(p []byte) {
	wait := t.feed(p)
	if wait == 0 {
		t.feedDue = time.Time{} // the timer may still fire
		return
	}
	t.feedDue = time.Now().Add(wait)
	if t.feedTimer == nil {
		t.feedTimer = time.AfterFunc(wait, t.feedTimeout)
	} else {
		t.feedTimer.Reset(wait)
	}
}

// feedTimeout calls feed with nothing, because further bytes have not arrived in time.
func (t *Terminal) feedTimeout() {
	t.feeding.Lock()
	defer t.feeding.Unlock()
	if t.feed != nil && !t.feedDue.IsZero() && !time.Now().Before(t.feedDue) {
		t.feedNow(nil)
	}
}

// Reader returns the stream from the client.
func (t *Terminal) Reader() (screen.Reader, error) { return &stream{Terminal: t}, nil }

// Writer returns the stream to the client.
func (t *Terminal) Writer() (screen.Writer, error) { return &stream{Terminal: t}, nil }

// A stream is one direction of a terminal.
type stream struct {
	*Terminal
	stopped atomic.Bool
	pushes  bool // see Push; feeding is held while it changes
}

// Stop ends Push and Read. A blocked Write ends with the connection, which the server closes if the client does not
// read.
func (s *stream) Stop() {
	s.stopped.Store(true)
	s.wake()
	s.feeding.Lock()
	defer s.feeding.Unlock()
	if s.pushes {
		s.pushes, s.feed, s.lost = false, nil, nil
	}
}

// Push calls take with the client's input as it arrives, in the goroutine that reads it. See [screen.Reader].
func (s *stream) Push(take func(p []byte) time.Duration, lost func()) {
	s.feeding.Lock()
	defer s.feeding.Unlock()
	if s.stopped.Load() {
		return
	}
	s.pushes, s.feed, s.lost = true, take, lost
	if len(s.waiting) > 0 {
		s.feedNow(s.waiting)
		s.waiting = nil
	}
	if s.ended {
		lost()
	}
}

// Read waits for input, for at most limit if limit is not 0. See [screen.Reader]. The screen uses it after Push, to
// receive pending replies before it leaves the terminal.
func (s *stream) Read(p []byte, limit time.Duration) (int, error) {
	var timeout <-chan time.Time
	if limit > 0 {
		timeout = time.After(limit)
	}
	for !s.stopped.Load() {
		if n, err := s.take(p); n > 0 || err != nil {
			return n, err
		}
		select {
		case <-s.more:
		case <-timeout:
			return 0, screen.ErrTimeout
		}
	}
	return 0, screen.ErrStopped
}

// take moves waiting bytes to p. The error is io.EOF after the end of the input.
func (t *Terminal) take(p []byte) (n int, err error) {
	t.feeding.Lock()
	defer t.feeding.Unlock()
	n = copy(p, t.waiting)
	t.waiting = append(t.waiting[:0], t.waiting[n:]...)
	if n == 0 && t.ended {
		err = io.EOF
	}
	return n, err
}

// Close does nothing.
func (s *stream) Close() {}

// Write writes all of p, and waits until the client has accepted it. A slow client may take any time for all of p, but
// less than stuckAfter for each piece. Other writes wait until it returns.
func (t *Terminal) Write(p []byte) (n int, err error) { return t.write(t.channel, p) }

// A stderr writes to the standard error of a client without a terminal.
type stderr struct{ *Terminal }

func (s stderr) Write(p []byte) (n int, err error) { return s.write(s.channel.Stderr(), p) }

func (t *Terminal) write(to io.Writer, p []byte) (n int, err error) {
	t.writing <- struct{}{}
	defer func() { <-t.writing }()
	t.urgent.Add(1)
	defer t.urgent.Add(-1)
	defer t.watchdog.Stop()
	for n < len(p) && err == nil {
		t.watchdog.Reset(stuckAfter)
		var took int
		took, err = to.Write(p[n:min(n+writePiece, len(p))])
		n += took
	}
	return n, err
}

// prompt is the number of bytes that a client can accept without delay after it has read all previous bytes. An empty
// window of a client has at least 16 KB, and so does an empty kernel buffer.
const prompt = 4 << 10

// TryWrite writes p if a client that has read everything except unread bytes can accept it without delay. A client that
// only pretends to have read is disconnected after stuckAfter.
func (s *stream) TryWrite(p []byte, unread int) (int, error) {
	if unread > prompt-len(p) {
		return 0, nil
	}
	return s.Write(p)
}

// Write writes a part of p, and waits until the client's window has space for it.
func (s *stream) Write(p []byte) (int, error) {
	if s.stopped.Load() {
		return 0, screen.ErrStopped
	}
	return s.Terminal.Write(p[:min(len(p), writePiece)])
}
