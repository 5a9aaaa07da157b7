package screen

import (
	"io"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render/cell"
)

// driverLimit is the maximum time that a Driver waits for its screen. The screen is stuck if it has panicked while it
// held its lock.
const driverLimit = 300 * time.Millisecond

// A Driver draws with another tcell.Screen, such as tcell's own, on a [Transport]. Like a [Screen], it decodes the
// input itself, does not wait for the terminal, and always leaves its modes. It sends no queries. Call Events instead
// of PollEvent.
//
// The other screen receives no input, because if both decoded input, a click could overtake a key.
type Driver struct {
	device
	tcell.Screen
	tty         driverTty
	initialized bool       // Init was called
	kernel      kernelRate // for Ready and Flow; only the event loop calls them
}

// NewDriver returns a Driver for the screen that create returns. create also returns the sequence that leaves all
// modes of that screen.
func NewDriver(
	tr Transport, o Options, create func(tty tcell.Tty) (s tcell.Screen, leave string, err error),
) (*Driver, error) {
	d := new(Driver)
	d.init(tr, o, d.handleEvent, func() input.Context {
		return input.Context{Now: d.options.Now(), Remote: o.Remote, EncodedEscape: o.KeyRecords}
	})
	d.tty = driverTty{transport: tr, handlePanic: d.options.HandlePanic, markLost: d.MarkLost}
	s, leave, err := create(&d.tty)
	if err != nil {
		return nil, err
	}
	d.Screen, d.tty.leaveSequence = s, leave
	tcell.SetEncodingFallback(tcell.EncodingFallbackASCII)
	s.SetTitle(o.Title)
	if o.Input {
		s.EnableMouse(tcell.MouseMotionEvents)
		s.EnablePaste()
		s.EnableFocus()
	}
	return d, nil
}

// Start takes over the terminal, for the first time or after Stop. Call Listen next.
func (d *Driver) Start() error {
	if err := d.reader.begin(); err != nil {
		return err
	}
	if d.initialized {
		return d.Resume()
	}
	d.initialized = true
	if err := d.Init(); err != nil {
		return err
	}
	d.HideCursor()
	go func() {
		defer d.options.HandlePanic()
		for ev := d.PollEvent(); ev != nil; ev = d.PollEvent() { // only resize events, because the tty has no input
			d.handleEvent(ev)
		}
	}()
	return nil
}

// handleEvent queues an event for the event loop, unless it is a key that Options.Signal handles.
func (d *Driver) handleEvent(ev tcell.Event) {
	if key, ok := input.KeystrokeOf(ev); ok && d.options.Signal(key) {
		return
	}
	if report, ok := input.MouseReportOf(ev); ok {
		ev = input.NewEventMouse(report.Clipped(d.tty.transport.Size().Clamped()))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events.add(ev)
}

// Stop restores the terminal for other programs, until the next Start.
func (d *Driver) Stop() { d.end(func() { _ = d.Suspend() }) }

// Close restores the terminal permanently.
func (d *Driver) Close() error {
	if d.initialized {
		d.end(d.Fini)
		d.reader.close()
	}
	return nil
}

// end calls leave, which restores the terminal. If leave does not return within driverLimit, end restores the terminal
// itself.
func (d *Driver) end(leave func()) {
	d.reader.end()
	runWithin(driverLimit, func() {
		defer d.options.HandlePanic()
		leave()
	})
	_ = d.tty.Stop()
}

// Renew must be called after another program has used the terminal without a preceding Stop. It restores the terminal
// and returns false, because the caller must call Start next.
func (d *Driver) Renew() bool {
	d.Stop()
	return false
}

// Blur handles a loss of focus that the terminal does not report.
func (d *Driver) Blur() { d.handleEvent(input.NewEventFocus(false)) }

// Resized handles a possible change of the terminal's size.
func (d *Driver) Resized() { d.tty.notify() }

func (*Driver) StopWaiting()      {} // no replies are pending
func (*Driver) SetTier(cell.Tier) {} // the screen converts colors
func (*Driver) SetCap(Cap)        {} // a frame is sent only after the terminal has read the previous one

// Caps returns the capabilities that are known without queries.
func (d *Driver) Caps() Caps {
	return Caps{PictureKnown: true, Settled: true, Aspect: d.tty.transport.Size().Aspect()}
}

// Tier returns the color tier of the screen.
func (d *Driver) Tier() cell.Tier {
	switch n := d.Colors(); {
	case n > 256:
		return cell.Truecolor
	case n == 256:
		return cell.Colors256
	case n >= 16:
		return cell.Colors16
	case n >= 8:
		return cell.Colors8
	}
	return cell.Mono
}

// Ready reports whether the terminal has read the previous frame. If not, again is the time at which to call Ready
// again.
func (d *Driver) Ready() (ok bool, again time.Duration) {
	d.Flow()
	return !d.kernel.waiting, d.options.Now() + writePoll
}

// Flow reports the number of bytes sent, and whether the terminal has stopped reading.
func (d *Driver) Flow() Flow {
	now := d.options.Now()
	queued, sent := d.tty.progress()
	d.kernel.Update(now, sent, sent < queued)
	return Flow{Silent: true, Stalled: d.kernel.Stalled(now), State: "tcell", Sent: queued}
}

// A driverTty is a tcell.Tty on a transport. It has no input. Its Write does not wait for the terminal, because tcell
// holds a lock while it writes.
type driverTty struct {
	passiveTty
	transport     Transport
	leaveSequence string
	handlePanic   func()
	markLost      func()

	lifecycle sync.Mutex // held during Start and Stop

	mu      sync.Mutex
	started bool          // Start was called, and Stop was not called since then
	drained chan struct{} // closed by Drain; later output is discarded, because Stop sends leave
	writer  *writer       // nil before Start
	resized func()
}

// Start takes over the terminal.
func (t *driverTty) Start() error {
	t.lifecycle.Lock()
	defer t.lifecycle.Unlock()
	to, err := t.transport.Writer()
	if err != nil {
		return err
	}
	if err := t.transport.Enter(t.leaveSequence); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.started, t.drained, t.writer = true, make(chan struct{}), newWriter(to, t.markLost, t.handlePanic)
	return nil
}

// Stop sends the leave sequence and restores the terminal's original state.
func (t *driverTty) Stop() error {
	t.lifecycle.Lock()
	defer t.lifecycle.Unlock()
	_ = t.Drain()
	t.mu.Lock()
	taken := t.started
	t.started = false
	t.mu.Unlock()
	if !taken {
		return nil
	}
	t.writer.writeRaw(t.leaveSequence)
	flushed := t.writer.flush(flushLimit)
	t.writer.giveUp()
	if !flushed {
		t.transport.Force(t.leaveSequence)
	}
	t.transport.Leave()
	return nil
}

// Drain makes Read return. tcell then writes the sequences that leave its modes. They are discarded, because Stop sends
// the leave sequence instead.
func (t *driverTty) Drain() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.started && !isClosed(t.drained) {
		close(t.drained)
	}
	return nil
}

// Read waits for Drain.
func (t *driverTty) Read([]byte) (int, error) {
	t.mu.Lock()
	leaving := t.drained
	t.mu.Unlock()
	<-leaving
	return 0, io.EOF
}

// Write queues output.
func (t *driverTty) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.started && !isClosed(t.drained) {
		t.writer.writeRaw(string(p))
	}
	return len(p), nil
}

// NotifyResize sets the function to call when the size may have changed.
func (t *driverTty) NotifyResize(resized func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = resized
}

func (t *driverTty) notify() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.resized != nil {
		t.resized()
	}
}

// WindowSize returns the size, within the limits of a frame.
func (t *driverTty) WindowSize() (tcell.WindowSize, error) { return t.transport.Size().Window(), nil }

// progress returns the numbers of bytes queued and sent since Start.
func (t *driverTty) progress() (queued, sent int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.writer == nil {
		return 0, 0
	}
	return t.writer.progress()
}
