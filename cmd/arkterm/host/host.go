// Package host runs one session on one device: it is the loop that pulls events and the clock
// through the session and shows what that draws. It knows no terminal, no file and no process, so
// that any number of hosts run side by side in one.
package host

import (
	"errors"
	"sync"
	"time"

	"arkterm/cmd/arkterm/terminal"
	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
)

// A Device is what a session is shown on: a [terminal.Terminal], or anything that does as one.
type Device interface {
	// Size returns columns and rows as they are now.
	Size() (cols, rows int)

	// Caps returns what the device can do, as far as it has told.
	Caps() caps.Caps

	// Events returns where keys, mouse and focus arrive. It is closed when the device is gone, and then
	// Err returns why that is.
	Events() <-chan input.Event
	Err() error

	// Changed returns where a token arrives when size or caps may be others than before.
	Changed() <-chan struct{}

	// Behind reports whether a frame would have to wait for those before it.
	Behind() bool

	// Show shows a frame. It does not wait for the device, and returns Err once that is gone.
	Show(f *cell.Frame) error

	// Flow says how frames get along on their way.
	Flow() terminal.Flow

	// SetTier says which colours the frames from now on are shown in.
	SetTier(t cell.Tier)

	// Close gives the device back, and ends all that was started for it.
	Close() error
}

// A Session is what is shown: a machine that is told the time, as a duration since any origin, and
// what happens, and draws frames. It never waits.
type Session interface {
	// Advance plays the ticks that are due. An event follows it, so that it counts from the tick in
	// which it came.
	Advance(now time.Duration)

	Key(now time.Duration, ev input.KeyEvent)
	Mouse(now time.Duration, ev input.MouseEvent)

	// Away says that nobody looks: the device's window has lost the keyboard, or the program was
	// stopped.
	Away(now time.Duration)

	// Found says what the device can do, once that is known, and whenever it is something else.
	Found(c caps.Caps, now time.Duration)

	// Resize says how large the frames are.
	Resize(cols, rows int, now time.Duration)

	// NextFrame returns when the next frame is due, if nothing happens before; Never if nothing moves.
	NextFrame(now time.Duration) time.Duration

	// Draw draws it. The frame belongs to the session.
	Draw(now time.Duration) *cell.Frame

	// Skip puts it off, as the device is behind.
	Skip(now time.Duration)

	// Repaint has it drawn although nothing in it has changed.
	Repaint()

	// Rate sets how many frames a second are drawn from now on. MaxRate returns how many are wanted,
	// and whether never fewer are.
	Rate(fps int)
	MaxRate() (fps int, fixed bool)

	// Tier returns the colours that the frames are in.
	Tier() cell.Tier

	// Tick returns how far the game is, and Figures what the host has measured of it.
	Tick() uint64
	Figures(update func(d *render.Debug))
}

// Never is a time that does not come.
const Never time.Duration = 1<<63 - 1

// A Host is a session on a device. Its fields are set before Run and not changed after it begins.
//
//	event ─► session: the ticks that are due, then the event
//	frame due ─► session: the ticks that are due, then Draw ─► device: Show
//
// It sleeps until the next event or frame; when the screen stands still, until the next
// event. A device that is behind gets no new frame, and as soon as it has caught up the
// one that shows how things are then: nothing queues.
type Host struct {
	Device  Device
	Session Session
	Now     func() time.Duration

	// Serve does what the session asks for, and reports whether the player has quit. It is called
	// after each advance and before the frame: after that the screen may stand still until the next
	// event.
	Serve func(now time.Duration) (quit bool)

	// Drawn is called with each frame that the session has drawn; nil: it is not.
	Drawn func(now time.Duration, f *cell.Frame)

	// Calls brings what others want done between two events, in the goroutine of Run. What it returns
	// ends the host, unless it is nil. A nil channel brings nothing.
	Calls <-chan func() error

	mu      sync.Mutex // is held while the session changes
	caps    caps.Caps
	cols    int
	rows    int
	pace    terminal.Pace
	meter   meter
	pending bool // a frame was left out: the next one is due when it can be sent
	timer   *time.Timer
}

// Run plays until the player quits, which is no error; until the device is gone, which is
// terminal.ErrGone or what else its Err says; until one of Calls returns an error; or until a panic,
// which ends this session only and is returned as a *worker.Panic. The device is not closed.
func (h *Host) Run() (err error) {
	defer func() {
		if e := worker.Caught(recover()); e != nil {
			err = e
		}
	}()
	h.timer = time.NewTimer(0)
	defer h.timer.Stop()
	for quit := false; !quit; {
		if err := h.wait(); err != nil {
			return err
		}
		now := h.Now()
		h.advance(now)
		quit = h.Serve(now)
		if err := h.show(now); err != nil {
			return err
		}
	}
	return nil
}

// wait waits for what comes next, and passes it on to the session.
func (h *Host) wait() error {
	select {
	case ev, ok := <-h.Device.Events():
		if !ok {
			return h.Device.Err()
		}
		h.event(h.Now(), ev)
	case <-h.Device.Changed():
		h.change(h.Now())
	case call := <-h.Calls:
		return call()
	case <-h.timer.C:
	}
	return nil
}

// Locked calls f while the session stands still, and returns an error if it does not do so within
// limit: it may be stuck. It is for other goroutines than Run's.
func (h *Host) Locked(limit time.Duration, f func()) error {
	for begun := time.Now(); !h.mu.TryLock(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > limit {
			return errors.New("the game is stuck")
		}
	}
	defer h.mu.Unlock()
	f()
	return nil
}

// Away pauses the game, and has everything drawn anew. It is for Calls.
func (h *Host) Away() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Away(h.Now())
	h.Session.Repaint()
}

// Do calls f, which changes the session. It is for Calls.
func (h *Host) Do(f func(now time.Duration)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f(h.Now())
}

// event takes one event of the device, after the ticks that came before it.
func (h *Host) event(now time.Duration, ev input.Event) {
	h.mu.Lock()
	defer h.mu.Unlock() // also in a panic: the report of it takes the lock
	h.Session.Advance(now)
	switch ev.Type {
	case input.EventKey:
		h.Session.Key(now, ev.Key)
	case input.EventMouse:
		h.Session.Mouse(now, ev.Mouse)
	case input.EventBlur:
		h.Session.Away(now)
	case input.EventReply:
		if ev.Reply.Kind == input.StatusReply {
			h.pace.Reply(h.Device.Flow().Trip)
		}
	}
}

// change takes over what the device can do and how large it is, after the ticks that came before.
// A frame follows, also when the size is the old one again.
func (h *Host) change(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Advance(now)
	if c := h.Device.Caps(); c.Told && c != h.caps {
		h.caps = c
		h.Session.Found(c, now)
		h.Device.SetTier(h.Session.Tier())
	}
	h.measure(now)
	h.Session.Repaint()
}

// advance plays the ticks that are due.
func (h *Host) advance(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Advance(now)
	h.meter.Ticks(h.Session.Tick(), h.Now()-now)
}

// measure takes over the device's size.
func (h *Host) measure(now time.Duration) {
	cols, rows := h.Device.Size()
	if cols != h.cols || rows != h.rows {
		h.cols, h.rows = cols, rows
		h.Session.Resize(cols, rows, now)
	}
}

// show draws the frame if it is due, and sets the timer for the next one.
func (h *Host) show(now time.Duration) error {
	if due := h.Session.NextFrame(now) <= now; due || h.pending {
		if err := h.frame(now, due); err != nil {
			return err
		}
	}
	if next := h.Session.NextFrame(now); next == Never {
		h.timer.Stop()
	} else {
		h.timer.Reset(next - h.Now())
	}
	return nil
}

// frame draws one, unless the device is behind: then one that is due is put off.
func (h *Host) frame(now time.Duration, due bool) error {
	h.pace.Limit(h.Session.MaxRate())
	behind, flow := h.Device.Behind(), h.Device.Flow()
	if due && flow.Steady {
		h.pace.Frame(now, behind)
		h.Session.Rate(h.pace.Over(flow))
	}
	h.pending = behind
	switch {
	case !behind:
		return h.draw(now)
	case due:
		h.Session.Skip(now)
		h.meter.Skip()
	}
	return nil
}

// draw draws the frame, and has shown what has changed.
func (h *Host) draw(now time.Duration) error {
	h.measure(now)
	flow := h.Device.Flow()
	h.Session.Figures(func(d *render.Debug) {
		d.Aim, d.TripNanos, d.Link = h.pace.Over(flow), int(flow.Trip), flow.State
		h.meter.Show(d, now, flow.Sent)
	})
	frame := h.Session.Draw(now)
	if h.Drawn != nil {
		h.Drawn(now, frame)
	}
	err := h.Device.Show(frame)
	h.meter.Frame(h.Now() - now)
	return err
}
