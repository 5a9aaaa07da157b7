package tty

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
	"arkterm/render/cell"
)

const (
	// maxTcellEvents is the number of events that may wait for the event loop. Further ones are dropped,
	// because a Ctrl-C behind them must still be read.
	maxTcellEvents = 1024

	// flushLimit bounds how long the end waits until a terminal has read its output.
	flushLimit = 200 * time.Millisecond

	// drainPoll is the time between two checks whether a terminal has read a frame.
	drainPoll = 10 * time.Millisecond

	// stalledAfter is the time without reading after which a terminal counts as stalled.
	stalledAfter = time.Second
)

// A tcellScreen is tcell's own screen on this process's terminal. It sends no queries, and it has no key releases.
type tcellScreen struct {
	tcell.Screen
	options Options
	tty     *tcellTTY
	signal  func(input.Keystroke) bool
	events  chan tcell.Event // closed when the terminal is gone
	begun   bool             // Init was called
	scrolls bool             // a character in the last cell may scroll the screen
}

// newTcellScreen returns tcell's screen on a transport. guard is deferred in its goroutines.
func newTcellScreen(file *tty, o Options, signal func(input.Keystroke) bool, guard func()) (*tcellScreen, error) {
	t := &tcellTTY{transport: file, now: o.Now, guard: guard, gone: make(chan struct{})}
	t.lose = sync.OnceFunc(func() { close(t.gone) })
	s, scrolls := file.legacy(t), false
	if s == nil {
		entry, err := findTerminfo(o.Term)
		if err != nil {
			return nil, err
		}
		if s, err = tcell.NewTerminfoScreenFromTtyTerminfo(t, entry); err != nil {
			return nil, exitcode.Errorf(exitcode.Terminal, "TERM=%s: %w", o.Term, err)
		}
		t.leave = leaveTerminfo(entry)
		scrolls = !entry.AutoMargin && entry.DisableAutoMargin == "" // infocmp's entries have neither
	}
	tcell.SetEncodingFallback(tcell.EncodingFallbackASCII)
	s.SetTitle("arkterm")
	s.EnableMouse(tcell.MouseMotionEvents)
	s.EnablePaste()
	s.EnableFocus()
	return &tcellScreen{
		Screen: s, options: o, tty: t, signal: signal, scrolls: scrolls, events: make(chan tcell.Event, maxTcellEvents),
	}, nil
}

// findTerminfo returns a copy of a terminal's entry, which tcell contains or infocmp prints. The copy has no padding,
// because tcell would sleep in each cursor movement.
func findTerminfo(term string) (*terminfo.Terminfo, error) {
	if recordInput && (term == "" || term == "conhost") {
		term = "xterm-truecolor" // tcell's default on Windows
	}
	if term == "" {
		return nil, exitcode.Errorf(exitcode.Terminal, "TERM is not set: --driver tcell needs the terminal's name (such as xterm-256color); "+
			"set TERM, or use --driver arkterm")
	}
	entry, err := tcell.LookupTerminfo(term)
	if err != nil {
		return nil, exitcode.Errorf(exitcode.Terminal, "TERM=%s: neither tcell nor infocmp knows this terminal: %w; "+
			"set TERM to a compatible terminal, install infocmp (ncurses), or use --driver arkterm", term, err)
	}
	own := *entry
	own.PadChar = ""
	own.ShowCursor = strings.ReplaceAll(own.ShowCursor, "\x1b[?12h", "") // the cursor blinks only if it did before
	return &own, nil
}

// leaveTerminfo returns the sequence that leaves all modes that tcell enters.
func leaveTerminfo(entry *terminfo.Terminfo) string {
	var b bytes.Buffer
	if entry.XTermLike { // end of synchronized output, and the keyboard protocols
		b.WriteString("\x1b[?2026l\x1b[?9001l\x1b[<u\x1b[>4;0m")
	}
	entry.TPuts(&b, entry.ShowCursor+entry.ResetFgBg+entry.AttrOff+entry.ExitKeypad+entry.EnableAutoMargin)
	if entry.XTermLike {
		b.WriteString("\x1b[23;2t")
	}
	entry.TPuts(&b, entry.Clear+entry.ExitCA)
	if entry.XTermLike || entry.Mouse != "" {
		b.WriteString("\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[?1004l")
	}
	return b.String()
}

// Start takes the terminal, for the first time or after Stop.
func (s *tcellScreen) Start() error {
	if s.begun {
		return s.Resume()
	}
	s.begun = true
	if err := s.Init(); err != nil {
		return err
	}
	s.HideCursor()
	go s.pump()
	return nil
}

// pump queues tcell's events for the event loop.
func (s *tcellScreen) pump() {
	defer s.tty.guard()
	lost := false
	for ev := s.PollEvent(); ev != nil; ev = s.PollEvent() {
		must := false
		switch ev := ev.(type) {
		case *tcell.EventError:
			if !lost {
				lost = true
				s.tty.lose()
				close(s.events)
			}
		case *tcell.EventPaste:
			must = ev.End()
		case *tcell.EventResize:
			must = true
		}
		key, isKey := input.KeystrokeOf(ev)
		if lost || isKey && s.signal(key) || !must && len(s.events) >= maxTcellEvents-cap(s.events)/16 {
			continue
		}
		select {
		case s.events <- ev:
		default:
		}
	}
}

// Stop gives the terminal back, until the next Start.
func (s *tcellScreen) Stop() { s.end(func() { _ = s.Suspend() }) }

// Close gives the terminal back permanently.
func (s *tcellScreen) Close() error {
	if s.begun {
		s.end(s.Fini)
	}
	return nil
}

// end calls leave, which gives the terminal back. If tcell has panicked with its lock held, leave never returns, so after a
// time limit end gives the terminal back itself.
func (s *tcellScreen) end(leave func()) {
	done := make(chan struct{})
	go func() {
		defer s.tty.guard()
		defer close(done)
		leave()
	}()
	select {
	case <-done:
	case <-time.After(closeLimit + flushLimit):
	}
	_ = s.tty.Stop()
}

// Renew takes the terminal again after another program has had it without a Stop before. It reports whether the terminal
// is taken.
func (s *tcellScreen) Renew() bool {
	if !s.tty.isTaken() {
		return false
	}
	s.Stop()
	return s.Start() == nil
}

// Show makes the terminal show the cells. The last one stays blank if the terminal would scroll.
func (s *tcellScreen) Show() {
	if cols, rows := s.Size(); s.scrolls {
		s.LockRegion(cols-1, rows-1, 1, 1, true)
	}
	s.Screen.Show()
}

// Blur handles a loss of focus that the terminal does not report itself.
func (s *tcellScreen) Blur() { _ = s.PostEvent(input.NewEventFocus(false)) }

func (s *tcellScreen) Events() <-chan tcell.Event { return s.events }
func (s *tcellScreen) Listen()                    {} // tcell does
func (s *tcellScreen) StopWaiting()               {} // no replies are due
func (s *tcellScreen) SetTier(cell.Tier)          {} // tcell converts colors
func (s *tcellScreen) SetCap(screen.Cap)          {} // tcell sends frames as the terminal reads them
func (s *tcellScreen) Resized()                   { s.tty.notify() }
func (s *tcellScreen) Gone() <-chan struct{}      { return s.tty.gone }

// Lose notes that the terminal is gone.
func (s *tcellScreen) Lose() { _ = s.PostEvent(tcell.NewEventError(screen.ErrGone)) }

// Err returns screen.ErrGone if the terminal is gone.
func (s *tcellScreen) Err() error {
	select {
	case <-s.tty.gone:
		return screen.ErrGone
	default:
		return nil
	}
}

// Caps returns the capabilities that need no query.
func (s *tcellScreen) Caps() screen.Caps {
	return screen.Caps{Told: true, Settled: true, Aspect: s.tty.transport.Size().Aspect()}
}

// Tier returns the tier of colors that tcell's screen shows. If the screen is arkterm's, ok is false.
func (t *Terminal) Tier() (tier cell.Tier, ok bool) {
	s, ok := t.Display.(*tcellScreen)
	if !ok {
		return 0, false
	}
	switch n := s.Colors(); {
	case n > 256:
		return cell.Truecolor, true
	case n == 256:
		return cell.Colors256, true
	case n >= 16:
		return cell.Colors16, true
	case n >= 8:
		return cell.Colors8, true
	}
	return cell.Mono, true
}

// Ready reports whether the terminal has read the previous frame, and if not, when to ask again.
func (s *tcellScreen) Ready() (ok bool, again time.Duration) {
	_, waits := s.tty.state()
	return waits == 0, s.options.Now() + drainPoll
}

// Flow reports the number of bytes sent, and whether the terminal has stopped reading.
func (s *tcellScreen) Flow() screen.Flow {
	sent, waits := s.tty.state()
	return screen.Flow{Mute: true, Stalled: waits > stalledAfter, State: "tcell", Sent: sent}
}

// A tcellTTY is a [tcell.Tty] on a transport. Its Write does not wait for the terminal, because tcell holds a lock
// while it writes.
type tcellTTY struct {
	transport screen.Transport
	leave     string // leaves the modes that tcell enters
	now       func() time.Duration
	guard     func()
	gone      chan struct{} // closed by lose
	lose      func()

	life sync.Mutex // held while the terminal is taken or given back

	mu      sync.Mutex
	worker  *worker.Worker // calls send
	taken   bool
	leaving bool          // output is discarded: leave is sent instead
	queue   []byte        // output that send has not taken
	since   time.Duration // when the oldest unread output was queued
	waiting bool          // there is unread output
	sent    int           // total bytes queued
	reader  screen.Reader
	writer  screen.Writer
	resized func()
	partial []byte // an incomplete character at the end of the input
}

// Start takes the terminal.
func (t *tcellTTY) Start() error {
	t.life.Lock()
	defer t.life.Unlock()
	reader, err := t.transport.Reader()
	if err != nil {
		return err
	}
	writer, err := t.transport.Writer()
	if err != nil {
		return err
	}
	if err := t.transport.Enter(t.leave); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reader, t.writer = reader, writer
	t.taken, t.leaving, t.waiting, t.queue, t.partial = true, false, false, nil, nil
	t.worker = worker.Start(t.guard, func() bool { return t.send(writer) })
	return nil
}

// Stop sends the leave sequence and gives the terminal back as it was found.
func (t *tcellTTY) Stop() error {
	t.life.Lock()
	defer t.life.Unlock()
	_ = t.Drain()
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.taken {
		return nil
	}
	t.taken = false
	t.add([]byte(t.leave))
	t.mu.Unlock()
	if !t.worker.Flush(flushLimit) {
		t.writer.Stop()
	}
	t.worker.Close(closeLimit)
	t.mu.Lock()
	if t.waiting {
		t.transport.Force(t.leave)
	}
	t.transport.Leave()
	t.reader.Close()
	t.writer.Close()
	return nil
}

// Drain makes Read return. After it, tcell leaves its modes. This output is discarded, because Stop sends leave.
func (t *tcellTTY) Drain() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken {
		t.leaving = true
		t.reader.Stop()
	}
	return nil
}

// Close does nothing, because the transport is closed by its owner.
func (t *tcellTTY) Close() error { return nil }

// Read waits for input. It returns io.EOF after Drain.
func (t *tcellTTY) Read(p []byte) (int, error) {
	t.mu.Lock()
	reader, kept := t.reader, t.partial
	t.mu.Unlock()
	in := append(make([]byte, 0, len(p)/len(cancel+"c")), kept...)
	n, err := reader.Read(in[len(in):cap(in)], 0)
	if errors.Is(err, screen.ErrStopped) {
		err = io.EOF
	}
	if err != nil {
		return 0, err
	}
	out, partial := forTcell(p[:0], in[:len(in)+n])
	t.mu.Lock()
	defer t.mu.Unlock()
	t.partial = partial
	return len(out), nil
}

// cancel ends an incomplete sequence. Otherwise it does nothing.
const cancel = "\x1b\\"

// forTcell appends input to dst as tcell v2.13 can decode it, and returns the incomplete character at the end of the input.
// It drops invalid UTF-8, because tcell never stops decoding it. It cancels a sequence before Ctrl-C, because tcell takes all
// keys after Alt-] for the rest of a sequence.
func forTcell(dst, input []byte) (out, partial []byte) {
	for utf8.FullRune(input) {
		r, size := utf8.DecodeRune(input)
		if r == '\x03' {
			dst = append(dst, cancel...)
		}
		if r != utf8.RuneError || size > 1 {
			dst = append(dst, input[:size]...)
		}
		input = input[size:]
	}
	return dst, input
}

// Write queues output.
func (t *tcellTTY) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken && !t.leaving {
		t.add(p)
	}
	return len(p), nil
}

// add queues output. mu is held.
func (t *tcellTTY) add(p []byte) {
	if !t.waiting {
		t.waiting, t.since = true, t.now()
	}
	t.queue = append(t.queue, p...)
	t.sent += len(p)
	t.worker.Wake()
}

// send writes the queue to w, and reports whether there was any. If it fails, the output keeps waiting, and Read reports a
// terminal that is gone.
func (t *tcellTTY) send(w screen.Writer) bool {
	t.mu.Lock()
	if w != t.writer { // a write that could not be stopped has returned late
		t.mu.Unlock()
		return false
	}
	p := t.queue
	t.queue, t.waiting = nil, len(p) > 0
	t.mu.Unlock()
	more := len(p) > 0
	for len(p) > 0 {
		n, err := w.Write(p)
		if err != nil {
			return false
		}
		p = p[n:]
	}
	return more
}

// NotifyResize sets the function to call when the size may have changed.
func (t *tcellTTY) NotifyResize(resized func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = resized
}

// notify reports that the size may have changed.
func (t *tcellTTY) notify() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.resized != nil {
		t.resized() // does not wait
	}
}

// WindowSize returns the size, within the limits of a frame.
func (t *tcellTTY) WindowSize() (tcell.WindowSize, error) { return t.transport.Size().Window(), nil }

func (t *tcellTTY) isTaken() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken
}

// state returns the number of bytes queued in total, and how long the oldest has been waiting; 0 if none waits.
func (t *tcellTTY) state() (sent int, waits time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting {
		waits = max(t.now()-t.since, 1)
	}
	return t.sent, waits
}
