package screen

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/testenv"
	"arkterm/input"
	"arkterm/render/cell"
)

// A fake is a Transport to a simulated terminal. All its waits work in a synctest bubble.
type fake struct {
	sent chan string // input from the terminal
	size Size

	mu      sync.Mutex
	more    *sync.Cond
	out     strings.Builder // output to the terminal
	discard bool            // the output is not stored
	room    int             // number of bytes that the terminal still accepts; negative if unlimited
	forced  string          // the last argument of Force
	leave   string          // the last argument of Enter or Renew
	entered bool            // Enter was called, and Leave was not called since then
}

func newFake() *fake {
	f := &fake{sent: make(chan string, 100), room: -1, size: Size{Cols: 80, Rows: 24}}
	f.more = sync.NewCond(&f.mu)
	return f
}

func (f *fake) Reader() (Reader, error) { return newFakeEnd(f), nil }
func (f *fake) Writer() (Writer, error) { return newFakeEnd(f), nil }
func (f *fake) Size() Size              { return f.size }

func (f *fake) Enter(leave string) error { f.leave, f.entered = leave, true; return nil }
func (f *fake) Renew(leave string)       { f.leave = leave }
func (f *fake) Leave()                   { f.entered = false }
func (f *fake) Force(sequence string)    { f.forced = sequence }

// written returns all output so far.
func (f *fake) written() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.out.String()
}

// setRoom sets the number of bytes that the terminal still accepts. A negative number means no limit.
func (f *fake) setRoom(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.room = n
	f.more.Broadcast()
}

// A fakeEnd is one direction of a fake.
type fakeEnd struct {
	*fake
	stopped chan struct{}
	once    sync.Once
}

func newFakeEnd(f *fake) *fakeEnd { return &fakeEnd{fake: f, stopped: make(chan struct{})} }

func (e *fakeEnd) Stop() {
	e.once.Do(func() { close(e.stopped) })
	e.more.Broadcast()
}

func (e *fakeEnd) Close() {}

func (e *fakeEnd) isStopped() bool {
	select {
	case <-e.stopped:
		return true
	default:
		return false
	}
}

func (e *fakeEnd) Read(p []byte, limit time.Duration) (int, error) {
	var late <-chan time.Time
	if limit > 0 {
		late = time.After(limit)
	}
	select {
	case text, ok := <-e.sent:
		if !ok {
			return 0, io.ErrUnexpectedEOF
		}
		return copy(p, text), nil
	case <-e.stopped:
		return 0, ErrStopped
	case <-late:
		return 0, ErrTimeout
	}
}

func (e *fakeEnd) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.room == 0 && !e.isStopped() {
		e.more.Wait()
	}
	if e.isStopped() {
		return 0, ErrStopped
	}
	n := len(p)
	if e.room > 0 {
		n = min(n, e.room)
		e.room -= n
	}
	if !e.discard {
		e.out.Write(p[:n])
	}
	return n, nil
}

// newTestTerminal returns a screen on a fake terminal that it has not taken over yet. Use it in a synctest bubble.
func newTestTerminal(t *testing.T, f Transport, change ...func(*Options)) *Screen {
	t.Helper()
	begun := time.Now()
	o := Options{
		Details: true, Title: "arkterm", Input: true, Tier: cell.Mono, Term: "xterm-256color", HandlePanic: func() {},
		Now: func() time.Duration { return time.Since(begun) },
	}
	for _, c := range change {
		c(&o)
	}
	dev, err := New(f, o)
	if err != nil {
		t.Fatal(err)
	}
	return dev
}

// start takes over the terminal and starts reading.
func start(t *testing.T, dev *Screen) {
	t.Helper()
	if err := dev.Start(); err != nil {
		t.Fatal(err)
	}
	go dev.Listen()
	synctest.Wait() // until Listen reads
}

// ready reports whether a terminal is ready for a frame.
func ready(dev *Screen) bool {
	ok, _ := dev.Ready()
	return ok
}

// lineFrame returns a frame with a line of text in it.
func lineFrame(line string) *cell.Frame {
	var f cell.Frame
	f.Resize(80, 2)
	f.Text(0, 0, line, cell.Style{})
	return &f
}

// checkRestored checks that the output sent leaves the terminal in its original state.
func checkRestored(t *testing.T, sent string) {
	t.Helper()
	if wrong := testenv.ModesLeft(sent); len(wrong) > 0 {
		t.Errorf("after %q, the terminal still has %q, want its original state", sent, wrong)
	}
}

// eventText returns an event as text. The beginning and the end of a paste are < and >.
func eventText(ev tcell.Event) string {
	if k, ok := input.KeystrokeOf(ev); ok {
		return k.String()
	}
	switch ev := ev.(type) {
	case *input.EventReply:
		return fmt.Sprintf("reply %d %d %d", ev.Reply.Kind, ev.Reply.A, ev.Reply.B)
	case *tcell.EventPaste:
		if ev.Start() {
			return "<"
		}
		return ">"
	}
	return fmt.Sprintf("%T", ev)
}

// waitForResize waits for a resize event and drops all events before it.
func waitForResize(dev *Screen) {
	for {
		if _, ok := (<-dev.Events()).(*tcell.EventResize); ok {
			return
		}
	}
}
