// Package runloop runs one session on one tcell.Screen: a loop that passes events and the time to the session and
// shows its frames. It uses no terminal, file or process, so any number of hosts can run at the same time in one
// program.
package runloop

import (
	"cmp"
	"errors"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/worker"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A Session is the application that is shown. It receives the time, as a duration since any origin, and events, and
// draws frames. It never waits.
type Session interface {
	// Advance plays the ticks that are due. The host calls it before each event, so that the event counts from the
	// tick in which it came.
	Advance(now time.Duration)

	// Event handles an event: a key, the mouse, a paste, a reply, the frame's size in cells, or a change of focus. A
	// lost focus pauses a running game; it is also reported if the terminal does not read or the program was stopped.
	// After a *tcell.EventResize a frame is due, even if the size is the same.
	Event(now time.Duration, ev tcell.Event)

	// SetCaps sets the terminal's capabilities, once they are known and whenever they change.
	SetCaps(c screen.Caps, now time.Duration)

	// Next returns when the next frame is due if no event comes before, and when Advance has to be called although no
	// frame is due, because ticks are heard. Both may be Never.
	Next(now time.Duration) (frame, tick time.Duration)

	// Draw draws the frame, which belongs to the session. The host closes it after showing it. Skip postpones the
	// frame, because the terminal is behind.
	Draw(now time.Duration) *cell.Frame
	Skip(now time.Duration)

	// FrameOptions returns the frame rate, whether it is fixed, and the tier of the colors.
	FrameOptions() (fps int, fixed bool, tier cell.Tier)

	// Figures returns the figures into which the host writes its measurements. The session draws TargetFPS frames per
	// second, and redraws each moving brick once in BrickInterval frames. It counts the ticks that it plays in Ticks.
	Figures() *widget.Debug
}

// Never is the maximum time, later than all others.
const Never time.Duration = 1<<63 - 1

// A Host runs a session on a screen. Set its fields before Run and do not change them afterwards.
//
//	event ─► session: the ticks that are due, then the event
//	frame due ─► session: the ticks that are due, then Draw ─► screen: Show
//
// It sleeps until the next event or frame. If the screen measures the terminal as a [screen.Screen] does, a terminal
// that is behind gets no frame until it has caught up. Then it gets the current one, so frames do not queue. A
// terminal that has stopped reading pauses the game.
type Host struct {
	Screen  tcell.Screen
	Session Session
	Now     func() time.Duration

	// Serve carries out the session's requests, and reports whether the player has quit. It is called after each
	// Advance and before the frame, because the loop may sleep after a frame.
	Serve func(now time.Duration) (quit bool)

	// Drawn, if not nil, is called with each frame drawn.
	Drawn func(now time.Duration, f *cell.Frame)

	// Calls receives functions that the goroutine of Run calls between two events. An error ends the host. It may be
	// nil.
	Calls <-chan func() error

	// Turns, if not nil, is shared by hosts. Its capacity limits how many of them handle a timer at the same time. A
	// host with an event does not wait for a turn, so a key is not delayed by the frames of other players. A host
	// that waits for long advances its session without drawing.
	Turns chan struct{}

	// Limit bounds how much is drawn. The zero Limit means no bound.
	Limit Limit

	mu        mutex // held while the session changes
	display   display
	present   *screen.Presenter
	caps      screen.Caps
	cols      int
	rows      int
	frameRate frameRate
	bricks    brickThrottle
	meter     meter
	pending   bool          // a frame was skipped, or sent in part: draw one as soon as it can be sent
	again     time.Duration // when to try that again
	turn      bool          // this host has put a token into Turns
	stalled   bool          // the terminal has stopped reading
	spare     float64       // cells that Limit allows immediately
	spareAt   time.Duration // the time at which spare was computed
	timer     *time.Timer
}

// A Limit bounds how much a host draws, so that a large window with a high frame rate costs no more than usual ones.
// Frames of up to Cells/FPS cells have the full rate. Larger frames have a lower rate, but at least minRate.
type Limit struct {
	FPS   int // max frames per second; 0: no bound
	Cells int // max cells drawn per second; 0: no bound
}

// minRate is the lowest rate that a Limit sets, in frames per second.
const minRate = 15

// frameBurst is the number of frames that may follow each other faster than that after a pause. A key causes up to
// four.
const frameBurst = 4

// rate returns the maximum frame rate for frames with a number of cells; ok is false if there is no limit.
func (l Limit) rate(cells int) (fps int, ok bool) {
	if l.FPS == 0 || cells == 0 {
		return l.FPS, l.FPS > 0
	}
	return min(l.FPS, max(minRate, l.Cells/cells)), true
}

// turnWait bounds how long the ticks wait for a turn. A session does not make up for more than a tenth of a second.
const turnWait = 40 * time.Millisecond

// Run runs the session until the player quits. All other ends are errors: the screen is gone (screen.ErrGone or its
// Err), a function of Calls returned an error, or a *worker.Panic, which ends only this session. Run does not call
// Fini.
func (h *Host) Run() (err error) {
	defer func() {
		if e := worker.Caught(recover()); e != nil {
			err = e
		}
	}()
	h.timer = time.NewTimer(0)
	defer h.timer.Stop()
	defer h.pass()
	defer h.attach()()
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

// attach prepares the screen for events and frames. Call end to end its goroutine.
func (h *Host) attach() (end func()) {
	h.present = screen.NewPresenter(h.Screen)
	h.display, end = displayOf(h.Screen)
	return end
}

// begin passes the screen's size on to the session. The first frame may have to wait for the terminal, but keys
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
		case ev, ok := <-h.display.Events():
			if !ok {
				return cmp.Or(h.display.Err(), screen.ErrGone)
			}
			return h.event(h.Now(), ev)
		case call := <-h.Calls:
			return call()
		case <-h.timer.C:
			if h.Turns == nil {
				return nil
			}
			if turns != nil { // many hosts wait
				h.advance(h.Now())
			}
			select { // usually a turn is free, and a select with all cases takes longer
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

// pass gives up the turn, if this host has it.
func (h *Host) pass() {
	if h.turn {
		<-h.Turns
		h.turn = false
	}
}

// Locked calls f while the session does not change. It returns an error if the session is busy for longer than limit,
// for example in an endless loop. It is for goroutines other than Run's.
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
	h.away(h.Now())
	h.resize(h.Now())
	h.present.Forget()
}

// away pauses the game, and resize passes on the size; a frame follows.
func (h *Host) away(now time.Duration) { h.Session.Event(now, tcell.NewEventFocus(false)) }

func (h *Host) resize(now time.Duration) {
	h.Session.Event(now, tcell.NewEventResize(h.cols, h.rows))
}

// Do calls f, which may change the session. Call it from Calls only.
func (h *Host) Do(f func(now time.Duration)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f(h.Now())
}

// event handles one event of the screen, after the ticks due before it. An error of the screen ends the host.
func (h *Host) event(now time.Duration, ev tcell.Event) error {
	switch ev := ev.(type) {
	case *tcell.EventResize:
		h.change(now)
		return nil
	case *tcell.EventError:
		return ev
	}
	h.mu.Lock()
	defer h.mu.Unlock() // also in a panic, because its report locks mu
	h.Session.Advance(now)
	h.Session.Event(now, ev)
	return nil
}

// change plays the ticks that are due, then passes the screen's capabilities and size on to the session. Even if both
// are unchanged, a frame follows.
func (h *Host) change(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Session.Advance(now)
	h.learn(now)
	if !h.measure(now) {
		h.resize(now)
	}
}

// learn passes the screen's capabilities on to the session if they have changed.
func (h *Host) learn(now time.Duration) {
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
	h.meter.Ticks(h.Session.Figures().Ticks, h.Now()-now)
}

// measure passes the screen's size on to the session if it has changed, and reports whether it has.
func (h *Host) measure(now time.Duration) bool {
	cols, rows := h.Screen.Size()
	cols, rows = screen.Size{Cols: cols, Rows: rows}.Clamped()
	if cols == h.cols && rows == h.rows {
		return false
	}
	h.cols, h.rows = cols, rows
	h.resize(now)
	return true
}

// show draws the frame if it is due, and sets the timer for the next one.
func (h *Host) show(now time.Duration) error {
	frame, tick := h.Session.Next(now)
	if due := frame <= now; due || h.pending {
		if err := h.frame(now, due); err != nil {
			return err
		}
		frame, tick = h.Session.Next(now)
	}
	next := min(frame, tick)
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

// frame draws a frame. While the terminal is behind, a frame that is due is skipped.
func (h *Host) frame(now time.Duration, due bool) error {
	h.frameRate.setLimit(h.maxRate())
	ready, again := h.display.Ready()
	late := !ready
	if ready {
		ready, again = h.allowed(now)
	}
	h.pending, h.again = !ready, again
	flow := h.display.Flow()
	if flow.Stalled && !h.stalled {
		h.Do(func(time.Duration) { h.away(now) })
	}
	h.stalled = flow.Stalled

	if due && flow.RateKnown {
		h.frameRate.frame(now, late, flow.QueueDelay)
	}
	if due && (flow.RateKnown || h.Limit.FPS > 0) {
		h.Session.Figures().TargetFPS = h.frameRate.fps(flow)
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
	fps, fixed, _ = h.Session.FrameOptions()
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

// draw draws a frame and shows it on the screen.
func (h *Host) draw(now time.Duration) error {
	h.Do(h.learn) // otherwise the frame would be drawn with the old capabilities, and then again
	h.measure(now)
	h.spare -= float64(h.cols * h.rows)
	flow := h.display.Flow()
	d := h.Session.Figures()
	d.RTTNanos, d.Link = int(flow.RTT), flow.State
	d.Rate, d.PendingNanos = flow.LineRate(), 0
	if flow.PendingCells > 0 {
		d.PendingNanos = int(now - flow.IncompleteSince)
	}
	h.meter.Show(d, now, flow.Sent)
	d.BrickInterval = h.bricks.frame(now, flow)
	frame := h.Session.Draw(now)
	defer frame.ReturnCells()
	if h.Drawn != nil {
		h.Drawn(now, frame)
	}
	h.pass() // a terminal that does not read may delay Show
	err := h.present.Show(frame)
	h.pending, h.again = h.display.Flow().PendingCells > 0, now
	h.meter.Frame(h.Now() - now)
	return err
}

// A mutex is a sync.Mutex with lockWithin. The zero value is unlocked.
type mutex struct{ sync.Mutex }

// lookAgain is the time between two attempts of lockWithin.
const lookAgain = time.Millisecond

// lockWithin locks m, unless that takes longer than limit, and reports whether it did. Callers of Lock take precedence.
func (m *mutex) lockWithin(limit time.Duration) bool {
	for end := time.Now().Add(limit); !m.TryLock(); time.Sleep(lookAgain) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
