package door

import (
	"io"
	"sync"
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
}

func newSeat(c ssh.Channel, size terminal.Size, flooded, stuck func()) *Seat {
	return &Seat{channel: c, size: size, flooded: flooded, stuck: stuck, more: make(chan struct{}, 1), since: time.Now()}
}

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
		s.put(buf[:n])
		if err != nil {
			s.mu.Lock()
			s.ended = true
			s.mu.Unlock()
			s.wake()
			return
		}
	}
}

// put adds bytes to those that wait, and drops what there is no room for.
func (s *Seat) put(p []byte) {
	s.mu.Lock()
	if now := time.Now(); now.Sub(s.since) > floodTime {
		s.since, s.taken = now, 0
	}
	before := s.taken
	s.taken += len(p)
	flood := before <= floodAfter && s.taken > floodAfter
	n := min(len(p), mostWaiting-len(s.in))
	s.in = append(s.in, p[:n]...)
	s.dropped += len(p) - n
	s.mu.Unlock()

	if flood {
		s.flooded()
	}
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
}

// Stop ends a waiting Read. A waiting Write ends when the connection does, which the door sees to.
func (e *seatEnd) Stop() { e.once.Do(func() { close(e.stopped) }) }

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
	timer := time.AfterFunc(stuckAfter, s.stuck)
	defer timer.Stop()
	for n < len(p) && err == nil {
		timer.Reset(stuckAfter)
		var took int
		took, err = to.Write(p[n:min(n+writePiece, len(p))])
		n += took
	}
	return n, err
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
