// Package runloop runs a session on a tcell.Screen: a loop passes events and the time to the session, and shows its
// frames. The package does not access terminals, files or processes, so a program can run any number of hosts at the
// same time.
package runloop

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A Session is the application that a host runs. It receives events and the time, as a duration since any origin, and
// draws frames. It never blocks.
type Session interface {
	// Advance plays the ticks that are due. The host calls it before each event, so that the event takes effect in the
	// right tick.
	Advance(now time.Duration)

	// Event handles an event: a key, the mouse, a paste, a reply, the frame's size in cells, or a change of focus. A
	// loss of focus pauses a running game. The host also sends a loss of focus when the terminal stops reading, and
	// after the process was stopped. After a *tcell.EventResize a frame is due, even if the size is the same.
	Event(now time.Duration, ev tcell.Event)

	// SetCaps sets the terminal's capabilities, once they are known and whenever they change.
	SetCaps(c screen.Caps, now time.Duration)

	// Next returns two times, each of which may be Never. The next frame is due at the first time, unless an event
	// arrives earlier. At the second time, Advance must be called even if no frame is due, because sounds are due.
	Next(now time.Duration) (frame, tick time.Duration)

	// Draw draws the frame that is due. The session owns the frame. After the host has shown the frame, it calls
	// ReturnCells.
	Draw(now time.Duration) *cell.Frame

	// Skip postpones the frame that is due, because the terminal is behind.
	Skip(now time.Duration)

	// FrameOptions returns the maximum frame rate, whether it is fixed, and the color tier.
	FrameOptions() (fps int, fixed bool, tier cell.Tier)

	// Figures returns the numbers of the debug overlay. The host updates its measurements there. The session sets
	// TargetFPS (frames per second), BrickInterval (frames between redraws of each moving brick) and Ticks (ticks
	// played).
	Figures() *widget.Debug
}

// Never is the time of an event that does not happen. It is later than all other times.
const Never time.Duration = 1<<63 - 1

// A Host runs a session on a screen. Set its fields before Run and do not change them afterwards.
//
//	event ─► session: the ticks that are due, then the event
//	frame due ─► session: the ticks that are due, then Draw ─► screen: Show
//
// A Host sleeps until the next event or frame. Some screens, such as a [screen.Screen], measure how fast the terminal
// reads. They receive no frame while the terminal is behind. When it has caught up, they receive the current frame, so
// frames do not queue. If the terminal stops reading, the host pauses the game.
type Host struct {
	Screen  tcell.Screen
	Session Session
	Now     func() time.Duration

	// Serve executes the session's requests, and reports whether the player has quit. It is called after each Advance
	// and before the frame, because the loop may sleep after a frame.
	Serve func(now time.Duration) (quit bool)

	// OnDraw, if not nil, is called with each frame drawn.
	OnDraw func(now time.Duration, f *cell.Frame)

	// Calls, if not nil, receives functions that the goroutine of Run calls between two events. If one of them returns
	// an error, Run returns this error.
	Calls <-chan func() error

	// Turns, if not nil, is a semaphore that several hosts share. When the timer of a host fires, the host waits for a
	// turn before it draws. The capacity of the channel is the maximum number of hosts that have a turn. A host that
	// handles an event needs no turn, so other players' frames do not delay a key. While a host waits for a long time,
	// it plays its ticks without drawing.
	Turns chan struct{}

	// Limit bounds the number of frames and cells drawn. The zero Limit means no bound.
	Limit Limit

	// Observe, if not nil, receives the measurements of this host. It must not block.
	Observe func(m Measurement, d time.Duration)

	// Charge, if not nil, records the time that the host has worked and the bytes that it has sent. It returns the time
	// until the host may work again, because of a budget that several hosts can share. The host draws no frame until
	// then. If the time exceeds maxDebt, it also plays no ticks and handles no events.
	Charge func(work time.Duration, bytes int) (wait time.Duration)

	// ThreadTime returns the processor time of the calling thread. Host uses it to measure the work that it passes to
	// Charge. If ThreadTime is nil, Host measures work with Now.
	ThreadTime func() time.Duration

	mu         mutex // held while the session changes
	display    display
	present    *screen.Presenter
	caps       screen.Caps
	cols       int
	rows       int
	frameRate  frameRate
	bricks     brickThrottle
	meter      meter
	pending    bool          // a frame was skipped or sent in part, so draw one as soon as possible
	retryAt    time.Duration // when to try to draw the pending frame
	hasTurn    bool          // this host has a token in Turns
	stalled    bool          // the terminal has stopped reading
	frameDue   time.Duration // when the next frame is due, as of the last call of drawIfDue
	keyAt      time.Duration // when the first key since the last frame arrived; Never if there was none
	cellBudget float64       // number of cells that Limit allows to draw now
	budgetAt   time.Duration // time at which cellBudget was computed
	workSince  time.Duration // time of beginWork
	threadTime time.Duration // ThreadTime at workSince; negative if unknown
	work       time.Duration // processor time that has not been passed to Charge
	sent       int           // total number of bytes sent before the last frame
	charged    int           // total number of bytes that have been charged
	debt       time.Duration // last result of Charge
	timer      *time.Timer
}

// A Measurement is a kind of duration that a host measures.
type Measurement int

// The measurements.
const (
	Lateness        Measurement = iota // from the time at which a frame is due until it is drawn
	KeyToBytes                         // from a key press until the frame that shows its effect is passed to the screen
	DrawTime                           // time taken to play the due ticks, draw a frame and pass it to the screen
	NumMeasurements                    // number of measurements
)

// A Limit bounds how much a host draws, so that a large window at a high frame rate does not use more resources than
// others. Frames of up to Cells/FPS cells have the full rate. Larger frames have a lower rate, but at least minRate.
type Limit struct {
	FPS   int // maximum number of frames per second; 0 means no bound
	Cells int // maximum number of cells drawn per second; 0 means no bound
}

// minRate is the minimum frame rate to which a Limit can reduce the rate, in frames per second.
const minRate = 15

// maxBurst is the number of frames that may follow each other at a higher rate after a pause. A key press causes up to
// four frames.
const maxBurst = 4

// rate returns the maximum frame rate for frames of the given number of cells. ok is false if there is no limit.
func (l Limit) rate(cells int) (fps int, ok bool) {
	if l.FPS == 0 || cells == 0 {
		return l.FPS, l.FPS > 0
	}
	return min(l.FPS, max(minRate, l.Cells/cells)), true
}

// turnTimeout is the maximum time that ticks wait for a turn. It is short, because a session that is late catches up on
// at most a tenth of a second.
const turnTimeout = 40 * time.Millisecond

// maxDebt is the result of Charge above which a host plays no ticks and handles no events. Frames alone do not cause
// such a debt, because the host draws a frame only if the last result was 0.
const maxDebt = 1500 * time.Millisecond

// maxCharge is the maximum time that one call of Charge charges. If a host takes longer, the machine has delayed it.
const maxCharge = 100 * time.Millisecond

// minCharge is the amount of work at which endWork charges immediately. A smaller amount is charged before the next
// frame.
const minCharge = 5 * time.Millisecond

// beginWork starts to measure work, and returns the time. It reads the processor time only before a frame, because
// reading it takes longer than handling an event.
func (h *Host) beginWork(frame bool) time.Duration {
	h.workSince, h.threadTime = h.Now(), -1
	if frame && h.ThreadTime != nil {
		h.threadTime = h.ThreadTime()
	}
	return h.workSince
}

// endWork adds the work since beginWork to the work that has not been charged. If the goroutine has moved to another
// thread, the difference of the processor times can be negative or too large, so the elapsed time is used instead.
func (h *Host) endWork() {
	if h.Charge == nil {
		return
	}
	work := h.Now() - h.workSince
	if h.threadTime >= 0 {
		if used := h.ThreadTime() - h.threadTime; used >= 0 {
			work = min(work, used)
		}
	}
	if h.work += min(work, maxCharge); h.work >= minCharge {
		h.charge()
	}
}

// charge passes the work and the bytes that were not charged yet to Charge. It returns the time until the host may work
// again.
func (h *Host) charge() (wait time.Duration) {
	h.debt = h.Charge(h.work, h.sent-h.charged)
	h.work, h.charged = 0, h.sent
	return h.debt
}

// payDebt waits for the time of the debt if that exceeds maxDebt. Meanwhile it only calls functions received on Calls.
func (h *Host) payDebt() error {
	if h.debt <= maxDebt {
		return nil
	}
	h.timer.Reset(h.debt)
	for {
		select {
		case call := <-h.Calls:
			if err := call(); err != nil {
				return err
			}
		case <-h.timer.C:
			h.timer.Reset(0)
			return nil
		}
	}
}

// Run runs the session until the player quits. It returns an error if the screen is gone (its Err, or screen.ErrGone),
// if a function received on Calls returns an error, or a *worker.Panic if the session panics. Run does not call Fini.
func (h *Host) Run() (err error) {
	defer func() {
		if e := worker.Caught(recover()); e != nil {
			err = e
		}
	}()
	h.timer = time.NewTimer(0)
	defer h.timer.Stop()
	defer h.releaseTurn()
	defer h.attach()()
	h.begin()
	for quit := false; !quit; {
		if err := h.wait(); err != nil {
			return err
		}
		now := h.Now()
		h.advance(now)
		quit = h.Serve(now)
		if err := h.drawIfDue(now); err != nil {
			return err
		}
		h.endWork()
		h.releaseTurn()
	}
	return nil
}

// attach prepares the screen for events and frames. The caller must call end, which ends the goroutine of the display.
func (h *Host) attach() (end func()) {
	h.present = screen.NewPresenter(h.Screen)
	h.display, end = displayOf(h.Screen)
	return end
}

// begin sets the session's size before the first frame, because a session without a size ignores keys.
func (h *Host) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keyAt = Never
	h.updateSize(h.Now())
	h.cellBudget = float64(h.cols * h.rows) // allow the first frame immediately
}

// wait waits for an event or a call and handles it, or waits for the timer and then for a turn.
func (h *Host) wait() error {
	if err := h.payDebt(); err != nil {
		return err
	}
	var turns chan<- struct{} // nil until the timer has fired
	for {
		select {
		case ev, ok := <-h.display.Events():
			if !ok {
				return cmp.Or(h.display.Err(), screen.ErrGone)
			}
			return h.event(h.beginWork(false), ev)
		case call := <-h.Calls:
			h.beginWork(false)
			return call()
		case <-h.timer.C:
			now := h.beginWork(true)
			if h.Turns == nil {
				return nil
			}
			if turns != nil { // the turn is late: play ticks without drawing
				h.advance(now)
				h.endWork()
				h.beginWork(true) // the turn may be free now
			}
			select { // usually a turn is free, and this select is faster than the one with all cases
			case h.Turns <- struct{}{}:
				h.hasTurn = true
				return nil
			default:
				turns = h.Turns
				h.timer.Reset(turnTimeout)
			}
		case turns <- struct{}{}:
			h.hasTurn = true
			h.beginWork(true)
			return nil
		}
	}
}

// releaseTurn removes this host's token from Turns, if there is one, so that another host can work.
func (h *Host) releaseTurn() {
	if h.hasTurn {
		<-h.Turns
		h.hasTurn = false
	}
}

// WithSessionLocked calls f while the session does not change. It is for goroutines other than Run's. It returns an
// error and does not call f if the session is busy for longer than limit, for example in an endless loop.
func (h *Host) WithSessionLocked(limit time.Duration, f func()) error {
	if !h.mu.lockWithin(limit) {
		return fmt.Errorf("the game did not respond within %v", limit)
	}
	defer h.mu.Unlock()
	f()
	return nil
}

// PauseAndRepaint pauses the game and repaints the screen. Call it only from a function that Run has received on Calls.
func (h *Host) PauseAndRepaint() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pause(h.Now())
	h.resize(h.Now())
	h.present.Forget()
}

// pause pauses the game by sending the session an event that the terminal has lost the focus.
func (h *Host) pause(now time.Duration) { h.Session.Event(now, tcell.NewEventFocus(false)) }

// resize passes the size to the session, which schedules a frame.
func (h *Host) resize(now time.Duration) {
	h.Session.Event(now, tcell.NewEventResize(h.cols, h.rows))
}

// Do calls f, which may change the session. Call it only from a function that Run has received on Calls.
func (h *Host) Do(f func(now time.Duration)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f(h.Now())
}

// event plays the ticks that are due, and then handles an event of the screen. It returns the error of an EventError.
func (h *Host) event(now time.Duration, ev tcell.Event) error {
	switch ev := ev.(type) {
	case *tcell.EventResize:
		h.updateScreen(now)
		return nil
	case *tcell.EventError:
		return ev
	}
	if k, ok := input.KeystrokeOf(ev); ok && k.Kind != input.Release {
		h.keyAt = min(h.keyAt, now)
	}
	h.mu.Lock()
	defer h.mu.Unlock() // also after a panic, because the crash report locks mu
	h.Session.Advance(now)
	h.Session.Event(now, ev)
	return nil
}

// updateScreen plays the ticks that are due, and then passes the screen's capabilities and size to the session. The
// session schedules a frame even if both are unchanged.
func (h *Host) updateScreen(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Advance(now)
	h.updateCaps(now)
	if !h.updateSize(now) {
		h.resize(now)
	}
}

// updateCaps passes the screen's capabilities to the session if they have changed.
func (h *Host) updateCaps(now time.Duration) {
	if c := h.display.Caps(); c.PictureKnown && c != h.caps {
		h.caps = c
		h.Session.SetCaps(c, now)
		_, _, tier := h.Session.FrameOptions()
		h.present.SetTier(tier)
		h.display.SetTier(tier)
	}
}

// advance plays the ticks that are due.
func (h *Host) advance(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Advance(now)
	h.meter.AddTicks(h.Session.Figures().Ticks, h.Now()-now)
}

// updateSize passes the screen's size to the session if it has changed, and reports whether it has.
func (h *Host) updateSize(now time.Duration) bool {
	cols, rows := h.Screen.Size()
	cols, rows = screen.Size{Cols: cols, Rows: rows}.Clamped()
	if cols == h.cols && rows == h.rows {
		return false
	}
	h.cols, h.rows = cols, rows
	h.resize(now)
	return true
}

// maxKeyDelay is the maximum time between a key press and the frame that shows its effect, if the terminal is not
// behind.
const maxKeyDelay = time.Second / 10

// drawIfDue draws a frame if a frame is due or pending, and sets the timer for the next frame.
func (h *Host) drawIfDue(now time.Duration) error {
	frame, tick := h.Session.Next(now)
	h.frameDue = frame
	if due := frame <= now; due || h.pending {
		if err := h.drawOrSkip(now, due); err != nil {
			return err
		}
		frame, tick = h.Session.Next(now)
	}
	if frame-now > maxKeyDelay && !h.pending {
		h.keyAt = Never // the key has no visible effect
	}
	next := min(frame, tick)
	if h.pending {
		next = min(next, h.retryAt)
	}
	if next == Never {
		h.timer.Stop()
	} else {
		h.timer.Reset(next - h.Now())
	}
	return nil
}

// drawOrSkip draws a frame, or skips it if the terminal is behind or Limit does not allow it. due is false for a
// pending frame.
func (h *Host) drawOrSkip(now time.Duration, due bool) error {
	h.frameRate.setLimit(h.maxRate())
	ready, again := h.display.Ready()
	late := !ready
	if ready {
		ready, again = h.frameAllowed(now)
	}
	h.pending, h.retryAt = !ready, again
	flow := h.display.Flow()
	if flow.Stalled && !h.stalled {
		h.Do(func(time.Duration) { h.pause(now) })
	}
	h.stalled = flow.Stalled

	if due && flow.RateKnown {
		h.frameRate.recordFrame(now, late, flow.QueueDelay)
	}
	if due && (flow.RateKnown || h.Limit.FPS > 0) {
		h.Session.Figures().TargetFPS = h.frameRate.fps(flow)
	}
	switch {
	case ready:
		return h.draw(now)
	case due:
		h.Session.Skip(now)
		h.meter.AddSkipped()
	}
	return nil
}

// maxRate returns the session's maximum frame rate, reduced to Limit, and whether it is fixed.
func (h *Host) maxRate() (fps int, fixed bool) {
	fps, fixed, _ = h.Session.FrameOptions()
	if limit, ok := h.Limit.rate(h.cols * h.rows); ok {
		fps = min(fps, limit)
	}
	return fps, fixed
}

// frameAllowed reports whether Charge and Limit allow another frame now. If not, again is the time at which they will
// allow it.
func (h *Host) frameAllowed(now time.Duration) (ok bool, again time.Duration) {
	if h.Charge != nil {
		if wait := h.charge(); wait > 0 {
			return false, now + wait
		}
	}
	cells := float64(h.cols * h.rows)
	if h.Limit.Cells == 0 || cells == 0 {
		return true, now
	}
	perSecond := max(float64(h.Limit.Cells), minRate*cells)
	h.cellBudget = min(h.cellBudget+(now-h.budgetAt).Seconds()*perSecond, maxBurst*cells)
	h.budgetAt = now
	if h.cellBudget < cells {
		return false, now + time.Duration((cells-h.cellBudget)/perSecond*float64(time.Second)) + 1 // rounded up
	}
	return true, now
}

// draw draws a frame and shows it on the screen.
func (h *Host) draw(now time.Duration) error {
	h.Do(h.updateCaps) // otherwise the frame would be drawn twice, first with the old capabilities
	h.updateSize(now)
	h.cellBudget -= float64(h.cols * h.rows)
	flow := h.display.Flow()
	h.sent = flow.Sent
	d := h.Session.Figures()
	d.RTTNanos, d.Link = int(flow.RTT), flow.State
	d.Rate, d.PendingNanos = flow.LineRate(), 0
	if flow.PendingCells > 0 {
		d.PendingNanos = int(now - flow.IncompleteSince)
	}
	h.meter.Show(d, now, flow.Sent)
	d.BrickInterval = h.bricks.recordFrame(now, flow)
	frame := h.Session.Draw(now)
	defer frame.ReturnCells()
	if h.OnDraw != nil {
		h.OnDraw(now, frame)
	}
	h.releaseTurn() // Show may block if the terminal does not read
	err := h.present.Show(frame)
	h.pending, h.retryAt = h.display.Flow().PendingCells > 0, now
	end := h.Now()
	h.meter.AddFrame(end - now)
	if h.Observe != nil {
		h.Observe(DrawTime, end-now)
		if h.frameDue <= now {
			h.Observe(Lateness, now-h.frameDue)
		}
		if h.keyAt != Never {
			h.Observe(KeyToBytes, end-h.keyAt)
		}
	}
	h.keyAt = Never
	return err
}

// A mutex is a sync.Mutex that can be locked with a timeout. The zero value is unlocked.
type mutex struct{ sync.Mutex }

// lockRetryInterval is the time between two attempts of lockWithin.
const lockRetryInterval = time.Millisecond

// lockWithin locks m and returns true, or returns false if m is not available within limit. Callers of Lock take
// precedence.
func (m *mutex) lockWithin(limit time.Duration) bool {
	for end := time.Now().Add(limit); !m.TryLock(); time.Sleep(lockRetryInterval) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
