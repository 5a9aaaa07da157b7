package sshd

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm/screen"
)

// maxPendingInput is the maximum number of bytes that are stored until Push or Read is called. Additional bytes are
// dropped.
const maxPendingInput = 16 << 10

// resizeInterval is the minimum time between two reported size changes. During a long series of changes, resizeRate
// limits the reports further.
const resizeInterval = 100 * time.Millisecond

// maxWriteBytes is the maximum number of bytes per write to the channel. The library keeps two copies of each client's
// largest write. Most frames have several hundred bytes.
const maxWriteBytes = 2 << 10

// A Terminal represents the client's terminal. It implements [screen.Transport].
//
// It reads from the client all the time, because the library would otherwise store up to 2 MB of unread bytes per
// channel. It drops bytes that arrive too fast. Until Push or Read is called, it stores the first maxPendingInput bytes
// and drops the rest.
type Terminal struct {
	channel      ssh.Channel
	onFlood      func()        // called when the client has exceeded the input rate for connlimit.FloodTime
	urgentWrites *atomic.Int32 // number of writes in progress on the connection

	writeToken chan struct{} // holds a token during a write, so that only one write runs at a time
	watchdog   *time.Timer   // closes the connection if the client has read nothing for writeTimeout

	mu           sync.Mutex
	size         screen.Size
	onResize     func()      // see OnResize
	resizedAt    time.Time   // time of the last call of onResize
	resizeTimer  *time.Timer // calls onResize; nil if no call is pending
	resizeBucket connlimit.Bucket

	pendingInput []byte        // input for Push and Read
	inputReady   chan struct{} // holds a token when Read must check again whether there is input
	inputEnded   bool          // the client has closed its stream
	droppedBytes int           // number of dropped bytes

	inputBucket   connlimit.Bucket             // used only by the goroutine that reads
	inputMu       sync.Mutex                   // held while onInput is called or changed
	onInput       func(p []byte) time.Duration // called for input; nil if Push was not called
	onInputEnd    func()                       // called at the end of the input
	inputTimer    *time.Timer                  // calls inputTimeout at inputDeadline
	inputDeadline time.Time                    // zero if onInput does not wait for more bytes
}

func newTerminal(c ssh.Channel, size screen.Size, urgent *atomic.Int32, flooded, stuck func()) *Terminal {
	t := &Terminal{
		channel: c, size: size, onFlood: flooded, urgentWrites: urgent, writeToken: make(chan struct{}, 1),
		inputReady:   make(chan struct{}, 1),
		resizeBucket: connlimit.Bucket{Rate: resizeRate, Burst: resizeBurst},
		inputBucket:  connlimit.Bucket{Rate: inputRate, Burst: inputBurst},
	}
	t.watchdog = time.AfterFunc(writeTimeout, stuck)
	t.watchdog.Stop()
	return t
}

// OnResize sets the function to call after a size change. The function is called at most ten times per second, and at
// most twice per second during a long series of changes, but always after the last change. The calls are made in a
// separate goroutine. A call may still be running when OnResize(nil) returns.
func (t *Terminal) OnResize(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.onResize = f
}

// resize sets the size, and calls the function of OnResize in another goroutine. After recent changes, it delays the
// call.
func (t *Terminal) resize(size screen.Size) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.size = size
	if t.resizeTimer != nil {
		return
	}
	now := time.Now()
	t.resizeTimer = time.AfterFunc(max(t.resizeBucket.Take(now, 1), resizeInterval-now.Sub(t.resizedAt)), func() {
		t.mu.Lock()
		t.resizeTimer, t.resizedAt = nil, time.Now()
		f := t.onResize
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
// either, because the bytes of a connection stay in order.
func (t *Terminal) Enter(string) error { return nil }

// Renew does nothing.
func (t *Terminal) Renew(string) {}

// Leave does nothing.
func (t *Terminal) Leave() {}

// Force does nothing.
func (t *Terminal) Force(string) {}

// DroppedBytes returns the number of input bytes that were dropped because they arrived too fast.
func (t *Terminal) DroppedBytes() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.droppedBytes
}

// readLoop reads from the client until the client closes its stream.
func (t *Terminal) readLoop() {
	buf := make([]byte, 1<<10)
	for {
		n, err := t.channel.Read(buf)
		if n = t.limitInput(n); n > 0 {
			t.receive(buf[:n])
		}
		if err != nil {
			t.endInput()
			return
		}
	}
}

// limitInput returns how many of n bytes the input rate allows. It counts the other bytes as dropped, and calls onFlood
// during a flood.
func (t *Terminal) limitInput(n int) int {
	now := time.Now()
	allowed := t.inputBucket.Allow(now, n)
	if allowed < n {
		t.countDropped(n - allowed)
		if t.inputBucket.IsFlooding(now) {
			t.onFlood()
		}
	}
	return allowed
}

// countDropped counts dropped bytes.
func (t *Terminal) countDropped(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.droppedBytes += n
}

// endInput records that the client has closed its stream.
func (t *Terminal) endInput() {
	t.inputMu.Lock()
	defer t.inputMu.Unlock()
	t.inputEnded = true
	t.wake()
	if t.onInput != nil {
		t.onInputEnd()
	}
}

// wake makes a waiting Read check again whether there is input.
func (t *Terminal) wake() {
	select {
	case t.inputReady <- struct{}{}:
	default:
	}
}

// receive passes bytes to onInput, or stores them for Push or Read.
func (t *Terminal) receive(p []byte) {
	t.inputMu.Lock()
	defer t.inputMu.Unlock()
	if t.onInput != nil {
		t.passInput(p)
		return
	}
	n := min(len(p), maxPendingInput-len(t.pendingInput))
	t.pendingInput = append(t.pendingInput, p[:n]...)
	t.countDropped(len(p) - n)
	t.wake()
}

// passInput calls onInput with bytes. If onInput needs more bytes and none arrive in time, inputTimeout calls it
// without bytes. The caller must hold t.inputMu.
func (t *Terminal) passInput(p []byte) {
	wait := t.onInput(p)
	if wait == 0 {
		t.inputDeadline = time.Time{} // the timer may still fire
		return
	}
	t.inputDeadline = time.Now().Add(wait)
	if t.inputTimer == nil {
		t.inputTimer = time.AfterFunc(wait, t.inputTimeout)
	} else {
		t.inputTimer.Reset(wait)
	}
}

// inputTimeout calls onInput without bytes if inputDeadline has passed.
func (t *Terminal) inputTimeout() {
	t.inputMu.Lock()
	defer t.inputMu.Unlock()
	if t.onInput != nil && !t.inputDeadline.IsZero() && !time.Now().Before(t.inputDeadline) {
		t.passInput(nil)
	}
}

// Reader returns the stream from the client.
func (t *Terminal) Reader() (screen.Reader, error) { return &stream{Terminal: t}, nil }

// Writer returns the stream to the client.
func (t *Terminal) Writer() (screen.Writer, error) { return &stream{Terminal: t}, nil }

// A stream is one direction of a terminal.
type stream struct {
	*Terminal
	stopped    atomic.Bool
	pushCalled bool // Push was called; guarded by inputMu
}

// Stop ends Push and Read. It does not end a blocked Write, which fails after writeTimeout when the server closes the
// connection.
func (s *stream) Stop() {
	s.stopped.Store(true)
	s.wake()
	s.inputMu.Lock()
	defer s.inputMu.Unlock()
	if s.pushCalled {
		s.pushCalled, s.onInput, s.onInputEnd = false, nil, nil
	}
}

// Push calls take with the client's input as it arrives, in the goroutine that reads it, and lost at the end of the
// input. See [screen.Reader].
func (s *stream) Push(take func(p []byte) time.Duration, lost func()) {
	s.inputMu.Lock()
	defer s.inputMu.Unlock()
	if s.stopped.Load() {
		return
	}
	s.pushCalled, s.onInput, s.onInputEnd = true, take, lost
	if len(s.pendingInput) > 0 {
		s.passInput(s.pendingInput)
		s.pendingInput = nil
	}
	if s.inputEnded {
		lost()
	}
}

// Read waits for input, for at most limit unless limit is 0. See [screen.Reader]. The screen calls Read after Push has
// ended, to receive pending replies before it leaves the terminal.
func (s *stream) Read(p []byte, limit time.Duration) (int, error) {
	var timeout <-chan time.Time
	if limit > 0 {
		timeout = time.After(limit)
	}
	for !s.stopped.Load() {
		if n, err := s.takeInput(p); n > 0 || err != nil {
			return n, err
		}
		select {
		case <-s.inputReady:
		case <-timeout:
			return 0, screen.ErrTimeout
		}
	}
	return 0, screen.ErrStopped
}

// takeInput moves pending input to p. The error is io.EOF after the end of the input.
func (t *Terminal) takeInput(p []byte) (n int, err error) {
	t.inputMu.Lock()
	defer t.inputMu.Unlock()
	n = copy(p, t.pendingInput)
	t.pendingInput = append(t.pendingInput[:0], t.pendingInput[n:]...)
	if n == 0 && t.inputEnded {
		err = io.EOF
	}
	return n, err
}

// Close does nothing.
func (s *stream) Close() {}

// Write writes all of p, and waits until the client has accepted it. The client may take up to writeTimeout for each
// part of maxWriteBytes. Only one Write runs at a time.
func (t *Terminal) Write(p []byte) (n int, err error) { return t.write(t.channel, p) }

// A stderr writes to the standard error of a client without a terminal.
type stderr struct{ *Terminal }

func (s stderr) Write(p []byte) (n int, err error) { return s.write(s.channel.Stderr(), p) }

func (t *Terminal) write(to io.Writer, p []byte) (n int, err error) {
	t.writeToken <- struct{}{}
	defer func() { <-t.writeToken }()
	t.urgentWrites.Add(1)
	defer t.urgentWrites.Add(-1)
	defer t.watchdog.Stop()
	for n < len(p) && err == nil {
		t.watchdog.Reset(writeTimeout)
		var written int
		written, err = to.Write(p[n:min(n+maxWriteBytes, len(p))])
		n += written
	}
	return n, err
}

// maxImmediateBytes is the number of bytes that a client can accept without delay after it has read all previous bytes.
// The window of a client and the kernel's buffer have at least 16 KB, so this number is safe.
const maxImmediateBytes = 4 << 10

// TryWrite writes p if the client can accept it without delay. Otherwise, it returns 0 and no error. unread is the
// maximum number of earlier bytes that the client has not read yet. If the client causes too small a number by a false
// report, it is disconnected after writeTimeout.
func (s *stream) TryWrite(p []byte, unread int) (int, error) {
	if unread > maxImmediateBytes-len(p) {
		return 0, nil
	}
	return s.Write(p)
}

// Write writes up to maxWriteBytes of p, and waits until the client's window has space for them.
func (s *stream) Write(p []byte) (int, error) {
	if s.stopped.Load() {
		return 0, screen.ErrStopped
	}
	return s.Terminal.Write(p[:min(len(p), maxWriteBytes)])
}
