package screen

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
)

// NewTtyTransport returns a transport over a tcell.Tty, for example this process's terminal (tcell.NewDevTty). The
// caller closes the tty after [Screen.Fini].
func NewTtyTransport(tty tcell.Tty) Transport {
	return &ttyTransport{tty: tty, input: make(chan []byte)}
}

// NewStreamTransport returns a transport over a pair of byte streams, such as an SSH channel. size returns the size
// of the window. Call [Screen.Resized] when it has changed. The caller closes the streams after [Screen.Fini], which
// ends a pending Read.
func NewStreamTransport(rw io.ReadWriter, size func() Size) Transport {
	return &ttyTransport{tty: streamTty{ReadWriter: rw, size: size}, input: make(chan []byte), ignoresDrain: true}
}

// A streamTty is a pair of streams as a tcell.Tty.
type streamTty struct {
	passiveTty
	io.ReadWriter
	size func() Size
}

// A passiveTty implements the methods of tcell.Tty that a stream does not need.
type passiveTty struct{}

func (passiveTty) Start() error        { return nil }
func (passiveTty) Stop() error         { return nil }
func (passiveTty) Drain() error        { return nil }
func (passiveTty) Close() error        { return nil }
func (passiveTty) NotifyResize(func()) {}

func (s streamTty) WindowSize() (tcell.WindowSize, error) {
	z := s.size()
	return tcell.WindowSize{Width: z.Cols, Height: z.Rows, PixelWidth: z.Width, PixelHeight: z.Height}, nil
}

// A ttyTransport is a Transport over a tcell.Tty. A goroutine reads from the tty, because Read cannot be stopped. If
// Drain does not make Read return, the goroutine may continue to read after Leave.
type ttyTransport struct {
	tty          tcell.Tty
	ignoresDrain bool        // Drain does not make a pending Read return
	resized      func()      // called when the size has changed
	input        chan []byte // bytes from the tty; closed when the connection is lost
	rest         []byte      // bytes for the next Read

	mu      sync.Mutex
	err     error         // why the connection was lost
	reading chan struct{} // closed when the goroutine has ended; nil before the first Enter
	left    chan struct{} // closed by Leave
}

func (t *ttyTransport) Reader() (Reader, error) {
	return &ttyReader{t, make(chan struct{}), new(sync.Once)}, nil
}
func (t *ttyTransport) Writer() (Writer, error) { return &ttyWriter{tty: t.tty}, nil }

func (t *ttyTransport) Size() Size {
	s, err := t.tty.WindowSize()
	if err != nil {
		return Size{}
	}
	return Size{Cols: s.Width, Rows: s.Height, Width: s.PixelWidth, Height: s.PixelHeight}
}

func (t *ttyTransport) Enter(string) error {
	if err := t.failure(); err != nil {
		return err
	}
	t.tty.NotifyResize(t.resized)
	if err := t.tty.Start(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left = make(chan struct{})
	if t.reading == nil || isClosed(t.reading) {
		t.reading = make(chan struct{})
		go t.read(t.reading)
	}
	return nil
}

// isClosed reports whether c is closed. Nothing is sent on c.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// failure returns the reason why the connection was lost, or nil.
func (t *ttyTransport) failure() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

func (t *ttyTransport) Renew(string) {}

// Leave waits until the goroutine has ended, so that it does not read from a terminal that another program uses.
func (t *ttyTransport) Leave() {
	t.mu.Lock()
	close(t.left)
	reading := t.reading
	t.mu.Unlock()
	t.tty.NotifyResize(nil)
	_ = t.tty.Drain()
	if !t.ignoresDrain {
		select {
		case <-reading:
		case <-time.After(flushLimit):
		}
	}
	_ = t.tty.Stop()
}

// Force writes in a goroutine, because Write may block. It waits for a short time, because the program may exit next.
func (t *ttyTransport) Force(sequence string) {
	runWithin(flushLimit/4, func() { _, _ = io.WriteString(t.tty, sequence) })
}

// runWithin calls f in a goroutine and waits up to limit for it.
func runWithin(limit time.Duration, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(limit):
	}
}

// read sends bytes from the tty to input until the tty is left and its Read has returned.
func (t *ttyTransport) read(done chan struct{}) {
	defer close(done)
	for {
		p := make([]byte, 256)
		n, err := t.tty.Read(p)
		t.mu.Lock()
		left := t.left
		t.mu.Unlock()
		if n > 0 {
			select {
			case t.input <- p[:n]:
				continue
			case <-left:
			}
		}
		switch isLeft := isClosed(left); {
		case isLeft && (err != nil || !t.ignoresDrain):
			return
		case err != nil:
			t.mu.Lock()
			t.err = err
			t.mu.Unlock()
			close(t.input)
			return
		}
	}
}

// A ttyReader is a Reader of a ttyTransport.
type ttyReader struct {
	*ttyTransport
	stopped chan struct{}
	once    *sync.Once
}

func (r *ttyReader) Read(p []byte, limit time.Duration) (int, error) {
	if isClosed(r.stopped) {
		return 0, ErrStopped
	}
	if len(r.rest) == 0 {
		var late <-chan time.Time
		if limit > 0 {
			timer := time.NewTimer(limit)
			defer timer.Stop()
			late = timer.C
		}
		select {
		case r.rest = <-r.input: // nil if the connection was lost
		case <-r.stopped:
			return 0, ErrStopped
		case <-late:
			return 0, ErrTimeout
		}
	}
	if len(r.rest) == 0 {
		return 0, r.failure()
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *ttyReader) Stop()  { r.once.Do(func() { close(r.stopped) }) }
func (r *ttyReader) Close() {}

// A ttyWriter is a Writer of a ttyTransport. A blocked Write cannot be stopped.
type ttyWriter struct {
	tty     io.Writer
	stopped atomic.Bool
}

func (w *ttyWriter) Write(p []byte) (int, error) {
	if w.stopped.Load() {
		return 0, ErrStopped
	}
	n, err := w.tty.Write(p)
	if n == 0 && err == nil {
		err = errors.New("write to the terminal: no bytes were accepted")
	}
	return n, err
}

func (w *ttyWriter) Stop()  { w.stopped.Store(true) }
func (w *ttyWriter) Close() {}
