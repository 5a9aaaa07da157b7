// Package host runs one session on one device: a loop that passes events and the time to the session and
// shows its frames. It uses no terminal, file or process, so any number of hosts can run side by side in
// one program.
package host

import (
	"errors"
	"time"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/screen/caps"
	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/panel"
)

// A Device is what a session is shown on: a [screen.Screen], or another implementation.
type Device interface {
	// Size returns the current size in cells.
	Size() (cols, rows int)

	// Caps returns the device's capabilities, as far as they are known.
	Caps() caps.Caps

	// Events returns the channel of keys, mouse and focus; it is called again for each event. The channel is closed when
	// the device is gone; then Err returns the reason.
	Events() <-chan input.Event
	Err() error

	// Changed returns a channel that receives a token when size or caps may have changed.
	Changed() <-chan struct{}

	// Ready reports whether a frame may be sent. If not, as it would have to wait for earlier ones, again is when
	// to ask again if no event comes before; Never if only an event can change it.
	Ready() (ok bool, again time.Duration)

	// ShowFrame shows a frame or part of it. Flow reports the rest, which later frames send. It does not
	// wait for the device. It returns Err if the device is gone.
	ShowFrame(f *cell.Frame) error

	// Flow returns the state of the link to the device.
	Flow() screen.Flow

	// SetTier sets the tier of colours from the next frame on.
	SetTier(t cell.Tier)

	// Close gives the device back and ends all goroutines started for it.
	Close() error
}

// A Session is the application that is shown. It gets the time, a duration since any origin, and events,
// and draws frames. It never waits.
type Session interface {
	// Advance plays the ticks that are due. The host calls it before each event, so that the event counts
	// from the tick in which it came.
	Advance(now time.Duration)

	Key(now time.Duration, ev input.KeyEvent)
	Mouse(now time.Duration, ev input.MouseEvent)

	// Paste takes a text that was pasted: one line, without controls.
	Paste(now time.Duration, text string)

	// Releases says that the device reports releases of keys from here on.
	Releases()

	// Away says that nobody is looking: the device has lost the focus or reads nothing, or the program was
	// stopped.
	Away(now time.Duration)

	// Found sets the device's capabilities, once they are known and whenever they change.
	Found(c caps.Caps, now time.Duration)

	// Resize sets the size of the frames in cells.
	Resize(cols, rows int, now time.Duration)

	// NextFrame returns when the next frame is due if no event comes before; Never if nothing moves.
	NextFrame(now time.Duration) time.Duration

	// NextTick returns when ticks are to be played although no frame is due, since they are heard; Never if
	// frames come often enough.
	NextTick(now time.Duration) time.Duration

	// Draw draws the frame, which belongs to the session. The host closes it once it is shown.
	Draw(now time.Duration) *cell.Frame

	// Skip puts the frame off, as the device is behind.
	Skip(now time.Duration)

	// Repaint makes the next frame due even if nothing has changed.
	Repaint()

	// Rate sets the number of frames drawn a second. MaxRate returns the rate wanted, and whether it is
	// fixed.
	Rate(fps int)
	MaxRate() (fps int, fixed bool)

	// Spare says in how many frames each moving brick is to be shown anew once; with 1, it is in every frame.
	Spare(frames int)

	// Tier returns the tier of the frames' colours.
	Tier() cell.Tier

	// Tick returns the tick that the game is at. Figures returns what the host writes its measurements into.
	Tick() uint64
	Figures() *panel.Debug
}

// Never is a time that never comes.
const Never time.Duration = 1<<63 - 1

// A Host runs a session on a device. Set its fields before Run and do not change them afterwards.
//
//	event ─► session: the ticks that are due, then the event
//	frame due ─► session: the ticks that are due, then Draw ─► device: Show
//
// It sleeps until the next event or frame; while nothing moves, until the next event. A device that is
// behind gets no frame. Once it has caught up it gets the latest one, so frames do not queue. One that has
// stopped reading pauses the game.
type Host struct {
	Device  Device
	Session Session
	Now     func() time.Duration

	// Serve carries out the session's requests, and reports whether the player has quit. It is called
	// after each advance and before the frame, since after a frame the loop may sleep until the next
	// event.
	Serve func(now time.Duration) (quit bool)

	// Drawn, if not nil, is called with each frame drawn.
	Drawn func(now time.Duration, f *cell.Frame)

	// Calls brings functions to call between two events, in the goroutine of Run. An error ends the host.
	// A nil channel brings none.
	Calls <-chan func() error

	// Turns, if not nil, is shared by hosts: of them only as many as it holds play and draw at the same time because it is
	// time to. One with an event does not wait. So of many hosts no crowd whose frames are due is ahead of who has pressed a key.
	// One that waits for long plays without drawing.
	Turns chan struct{}

	// Limit bounds how much is drawn. The zero Limit means no bound.
	Limit Limit

	mu      mutex // held while the session changes
	caps    caps.Caps
	cols    int
	rows    int
	pace    screen.Pace
	thrift  screen.Thrift
	meter   meter
	pending bool          // a frame was skipped, or sent in part: draw one as soon as it can be sent
	again   time.Duration // when that may be
	turn    bool          // this host has put a token into Turns
	stalled bool          // the device has stopped reading
	spare   float64       // cells that Limit allows immediately
	spareAt time.Duration // the time at which spare was computed
	timer   *time.Timer
}

// A Limit bounds how much a host draws, so that a large window with a high frame rate costs no more than usual ones. Frames of
// up to Cells/FPS cells have the full rate. Larger frames have a lower rate, but at least minRate.
type Limit struct {
	FPS   int // max frames per second; 0: no bound
	Cells int // max cells drawn per second; 0: no bound
}

// minRate is the lowest rate that a Limit sets, in frames per second.
const minRate = 15

// frameBurst is the number of frames that may follow each other faster than that after a pause. A key causes up to four.
const frameBurst = 4

// rate returns the maximum frame rate for frames with a number of cells; ok is false if there is no limit.
func (l Limit) rate(cells int) (fps int, ok bool) {
	if l.FPS == 0 || cells == 0 {
		return l.FPS, l.FPS > 0
	}
	return min(l.FPS, max(minRate, l.Cells/cells)), true
}

// turnWait is how long ticks wait for a turn with the frame that shows them. What is late by a tenth of a second is not made up.
const turnWait = 40 * time.Millisecond

// Run plays until the player quits, which is no error. Other ends are errors: the device is gone
// (screen.ErrGone or the device's Err); a function of Calls returned an error; or a panic, which ends
// only this session and is returned as a *worker.Panic. The device is not closed.
func (h *Host) Run() (err error) {
	defer func() {
		if e := worker.Caught(recover()); e != nil {
			err = e
		}
	}()
	h.timer = time.NewTimer(0)
	defer h.timer.Stop()
	defer h.pass()
	h.begin()
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
		h.pass()
	}
	return nil
}

// begin passes the device's size on to the session. The first frame may have to wait for the device, but keys
// count before it, and a session ignores keys while it has no room to draw.
func (h *Host) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.measure(h.Now())
	h.spare = float64(h.cols * h.rows) // for the first frame
}

// wait waits for an event, a change, a call, or the timer and then a turn, and handles it.
func (h *Host) wait() error {
	var turns chan<- struct{} // nil until the timer has fired
	for {
		select {
		case ev, ok := <-h.Device.Events():
			if !ok {
				return h.Device.Err()
			}
			h.event(h.Now(), ev)
			return nil
		case <-h.Device.Changed():
			h.change(h.Now())
			return nil
		case call := <-h.Calls:
			return call()
		case <-h.timer.C:
			if h.Turns == nil {
				return nil
			}
			if turns != nil { // the crowd before this one is large: the game goes on, and its picture waits
				h.advance(h.Now())
			}
			select { // mostly one is free: to wait for all of these again takes longer
			case h.Turns <- struct{}{}:
				h.turn = true
				return nil
			default:
				turns = h.Turns
				h.timer.Reset(turnWait)
			}
		case turns <- struct{}{}:
			h.turn = true
			return nil
		}
	}
}

// pass passes the turn on, if this host has it.
func (h *Host) pass() {
	if h.turn {
		<-h.Turns
		h.turn = false
	}
}

// Locked calls f while the session stands still. It returns an error if the session does not stand still
// within limit, as it may be stuck. It is for goroutines other than Run's.
func (h *Host) Locked(limit time.Duration, f func()) error {
	if !h.mu.lockWithin(limit) {
		return errors.New("the game is stuck")
	}
	defer h.mu.Unlock()
	f()
	return nil
}

// Away pauses the game and repaints everything. Call it from Calls only.
func (h *Host) Away() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Away(h.Now())
	h.Session.Repaint()
}

// Do calls f, which may change the session. Call it from Calls only.
func (h *Host) Do(f func(now time.Duration)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f(h.Now())
}

// event handles one event of the device, after the ticks due before it.
func (h *Host) event(now time.Duration, ev input.Event) {
	h.mu.Lock()
	defer h.mu.Unlock() // also in a panic: its report takes the lock
	h.Session.Advance(now)
	switch ev.Type {
	case input.EventKey:
		h.Session.Key(now, ev.Key)
	case input.EventMouse:
		h.Session.Mouse(now, ev.Mouse)
	case input.EventPaste:
		h.Session.Paste(now, ev.Pasted)
	case input.EventBlur:
		h.Session.Away(now)
	case input.EventReply:
		if ev.Reply.Releases() {
			h.Session.Releases()
		}
	}
}

// change passes the device's capabilities and size on to the session, after the ticks due before. A frame
// follows, even if the size is the same again.
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

// advance plays the ticks that are due, and what follows from an event: a screen that has come up may go on by itself.
func (h *Host) advance(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Advance(now)
	h.meter.Ticks(h.Session.Tick(), h.Now()-now)
}

// measure passes the device's size on to the session if it has changed.
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
	next := min(h.Session.NextFrame(now), h.Session.NextTick(now))
	if h.pending {
		next = min(next, h.again)
	}
	if next == Never {
		h.timer.Stop()
	} else {
		h.timer.Reset(next - h.Now())
	}
	return nil
}

// frame draws a frame, unless the device is behind: then a frame that is due is skipped.
func (h *Host) frame(now time.Duration, due bool) error {
	h.pace.Limit(h.maxRate())
	ready, again := h.Device.Ready()
	late := !ready
	if ready {
		ready, again = h.allowed(now)
	}
	h.pending, h.again = !ready, again
	flow := h.Device.Flow()
	if flow.Stalled && !h.stalled {
		h.Do(func(time.Duration) { h.Session.Away(now) })
	}
	h.stalled = flow.Stalled

	if due && flow.Steady {
		h.pace.Delay(flow.Delay)
		h.pace.Frame(now, late)
	}
	if due && (flow.Steady || h.Limit.FPS > 0) {
		h.Session.Rate(h.pace.Over(flow))
	}
	switch {
	case ready:
		return h.draw(now)
	case due:
		h.Session.Skip(now)
		h.meter.Skip()
	}
	return nil
}

// maxRate returns the session's frame rate within the limit, and whether it is fixed.
func (h *Host) maxRate() (fps int, fixed bool) {
	fps, fixed = h.Session.MaxRate()
	if most, ok := h.Limit.rate(h.cols * h.rows); ok {
		fps = min(fps, most)
	}
	return fps, fixed
}

// allowed reports whether the limit allows another frame now; otherwise it returns when.
func (h *Host) allowed(now time.Duration) (ok bool, again time.Duration) {
	cells := float64(h.cols * h.rows)
	if h.Limit.Cells == 0 || cells == 0 {
		return true, now
	}
	perSecond := max(float64(h.Limit.Cells), minRate*cells)
	h.spare = min(h.spare+(now-h.spareAt).Seconds()*perSecond, frameBurst*cells)
	h.spareAt = now
	if h.spare < cells {
		return false, now + time.Duration((cells-h.spare)/perSecond*float64(time.Second)) + 1 // rounded up
	}
	return true, now
}

// draw draws a frame and shows it on the device.
func (h *Host) draw(now time.Duration) error {
	select {
	case <-h.Device.Changed(): // otherwise it would be drawn with the old capabilities, and then again
		h.change(now)
	default:
	}
	h.measure(now)
	h.spare -= float64(h.cols * h.rows)
	flow := h.Device.Flow()
	d := h.Session.Figures()
	d.Aim, d.TripNanos, d.Link = h.pace.Over(flow), int(flow.Trip), flow.State
	d.Rate, d.RestNanos = flow.Rate, 0
	if flow.Left > 0 {
		d.RestNanos = int(now - flow.Since)
	}
	h.meter.Show(d, now, flow.Sent)
	h.Session.Spare(h.thrift.Frame(now, flow))
	frame := h.Session.Draw(now)
	defer frame.Close()
	if h.Drawn != nil {
		h.Drawn(now, frame)
	}
	h.pass() // a device that reads nothing may hold up Show
	err := h.Device.ShowFrame(frame)
	h.pending, h.again = h.Device.Flow().Left > 0, now
	h.meter.Frame(h.Now() - now)
	return err
}
