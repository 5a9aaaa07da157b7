package runloop

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/worker"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A fakeDevice is a screen that a test controls. It implements only the methods that a host calls.
type fakeDevice struct {
	tcell.Screen

	frameBytes    int // size of a frame
	cols, rows    int
	caps          screen.Caps
	events        chan tcell.Event
	calls         chan func() error
	behind        bool          // Ready returns false
	readyAt       time.Duration // time from which Ready returns true; 0 means that behind decides
	partialFrames int           // number of the next frames that are shown only in part
	flow          screen.Flow
	tier          cell.Tier
	shownAt       []time.Duration // times at which frames were shown
	cells         int             // number of cells of the last frame
	measured      [NumMeasurements][]time.Duration
	unblock       chan struct{} // Show waits until it is closed; nil for no wait
	now           func() time.Duration
	nextCaps      screen.Caps // capabilities from the next call of Ready on; zero for no change
}

func (d *fakeDevice) Size() (cols, rows int)     { return d.cols, d.rows }
func (d *fakeDevice) Caps() screen.Caps          { return d.caps }
func (d *fakeDevice) Events() <-chan tcell.Event { return d.events }
func (d *fakeDevice) Flow() screen.Flow          { return d.flow }
func (d *fakeDevice) SetTier(t cell.Tier)        { d.tier = t }
func (d *fakeDevice) Err() error                 { return screen.ErrGone }
func (d *fakeDevice) Close() error               { return nil }

func (d *fakeDevice) Ready() (ok bool, again time.Duration) {
	if d.nextCaps.PictureKnown {
		d.caps, d.nextCaps = d.nextCaps, screen.Caps{}
	}
	if d.readyAt > 0 {
		return d.now() >= d.readyAt, d.readyAt
	}
	return !d.behind, Never
}

func (d *fakeDevice) ShowFrame(f *cell.Frame) error {
	d.cells = len(f.Cells)
	d.shownAt = append(d.shownAt, d.now())
	d.flow.Sent += d.frameBytes
	d.flow.PendingCells = d.partialFrames
	d.partialFrames = max(d.partialFrames-1, 0)
	if d.unblock != nil {
		<-d.unblock
	}
	return nil
}

// A fakeSession is a session that a test controls. It records the calls of the host.
type fakeSession struct {
	moves     bool            // frames are due continuously
	dirty     bool            // a frame is due
	next      time.Duration   // earliest time of the next frame
	keyTimes  []time.Duration // times of key presses
	pasted    string
	sizes     [][2]int
	caps      []screen.Caps
	awayCalls int
	onAway    func()        // called by Away; may be nil
	onAdvance func()        // called by Advance; may be nil
	panics    bool          // panic at the next key
	fps       int           // maximum frame rate; 0 means 60
	tickTime  time.Duration // time that Advance takes
	drawTime  time.Duration // time that Draw takes

	advanced int // number of calls of Advance
	events   input.Dispatcher
	releases bool
	frame    cell.Frame
	figures  widget.Debug
}

func (s *fakeSession) Event(now time.Duration, ev tcell.Event) {
	resize, ok := ev.(*tcell.EventResize)
	if !ok {
		s.events.Dispatch(now, ev, s)
		return
	}
	cols, rows := resize.Size()
	if size := [2]int{cols, rows}; len(s.sizes) == 0 || s.sizes[len(s.sizes)-1] != size {
		s.sizes = append(s.sizes, size)
	}
	s.dirty = true
}

func (s *fakeSession) Advance(time.Duration) {
	s.advanced++
	if s.onAdvance != nil {
		s.onAdvance()
	}
	time.Sleep(s.tickTime)
}
func (s *fakeSession) Mouse(time.Duration, input.MouseReport) {}
func (s *fakeSession) Paste(_ time.Duration, text string)     { s.pasted = text }
func (s *fakeSession) Releases()                              { s.releases = true }
func (s *fakeSession) SetCaps(c screen.Caps, _ time.Duration) { s.caps = append(s.caps, c) }
func (s *fakeSession) Away(time.Duration) {
	s.awayCalls++
	if s.onAway != nil {
		s.onAway()
	}
}

func (s *fakeSession) FrameOptions() (fps int, fixed bool, tier cell.Tier) {
	return cmp.Or(s.fps, 60), s.fps > 0, cell.Colors16
}
func (s *fakeSession) Figures() *widget.Debug { return &s.figures }
func (s *fakeSession) Skip(now time.Duration) { s.next = now + s.interval() }

// interval returns the time between two frames.
func (s *fakeSession) interval() time.Duration {
	return time.Second / time.Duration(s.figures.TargetFPS)
}

func (s *fakeSession) Key(now time.Duration, _ input.Keystroke) {
	if s.panics {
		panic("planted")
	}
	s.keyTimes = append(s.keyTimes, now)
	s.dirty = true
}

// fails panics. It is used as a condition.
func (s *fakeSession) fails() bool { panic("planted") }

func (s *fakeSession) Next(now time.Duration) (frame, tick time.Duration) {
	switch {
	case s.dirty:
		return max(now, s.next), Never
	case s.moves:
		return s.next, Never
	}
	return Never, Never
}

func (s *fakeSession) Draw(now time.Duration) *cell.Frame {
	s.dirty, s.next = false, now+s.interval()
	time.Sleep(s.drawTime)
	s.frame.SetSize(3, 1)
	s.frame.BorrowCells()
	return &s.frame
}

// withHost calls a test with a running host, in a synctest bubble with simulated time. ended receives the result of
// Run.
func withHost(t *testing.T, test func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		now := func() time.Duration { return time.Since(start) }
		calls, ended := make(chan func() error), make(chan error, 1)
		d := &fakeDevice{cols: 80, rows: 24, events: make(chan tcell.Event), calls: calls, now: now}
		s := &fakeSession{figures: widget.Debug{TargetFPS: 60}, dirty: true}
		h := &Host{
			Screen: d, Session: s, Now: now, Calls: calls,
			Serve:   func(time.Duration) bool { return len(s.keyTimes) == 3 },
			Observe: func(m Measurement, took time.Duration) { d.measured[m] = append(d.measured[m], took) },
		}
		go func() { ended <- h.Run() }()
		synctest.Wait()
		test(t, h, d, s, ended)
		select {
		case calls <- func() error { return errors.New("the test is over") }:
		case <-time.After(time.Second): // Run has returned
		}
	})
}

// sendKey sends a key event, and waits for longer than a frame.
func sendKey(d *fakeDevice) {
	d.events <- input.NewEventKey(input.Char('a'))
	time.Sleep(time.Second / 50)
	synctest.Wait()
}

func TestPaste(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.events <- tcell.NewEventPaste(true)
		for _, r := range "a b" {
			d.events <- tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone)
		}
		d.events <- tcell.NewEventPaste(false)
		synctest.Wait()
		if s.pasted != "a b" || len(s.keyTimes) > 0 {
			t.Errorf("pasted %q, and %d keys; want a b, 0", s.pasted, len(s.keyTimes))
		}
	})
}

func TestKeyCausesOneFrame(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		time.Sleep(time.Hour) // the screen does not change
		sendKey(d)
		if len(d.shownAt) != 2 || d.shownAt[1] != time.Hour || len(s.keyTimes) != 1 {
			t.Errorf("frames are shown at %v, keys handled at %v; want a frame and a key after an hour", d.shownAt,
				s.keyTimes)
		}
		if len(s.sizes) != 1 || s.sizes[0] != [2]int{80, 24} {
			t.Errorf("the session has the sizes %v, want 80×24 once", s.sizes)
		}
	})
}

func TestKeyReleases(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		for _, c := range []struct {
			flags int
			want  bool
		}{{0, false}, {15, true}} {
			d.events <- &input.EventReply{Reply: input.Reply{Kind: input.KeyboardReply, A: c.flags}}
			synctest.Wait()
			if s.releases != c.want {
				t.Errorf("keyboard flags %d: Releases called = %v, want %v", c.flags, s.releases, c.want)
			}
		}
	})
}

func TestMovingSessionFrameRate(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		s.moves = true
		sendKey(d)
		from := d.now()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		n := 0
		for _, at := range d.shownAt {
			if at > from {
				n++
			}
		}
		if n < 595 || n > 600 {
			t.Errorf("%d frames in 10 s, want 600", n)
		}
	})
}

// A limit bounds the number of cells drawn. Small frames have the full rate, and are drawn immediately after a key.
// Large frames have a lower rate.
func TestLimitOfLargeFrames(t *testing.T) {
	limit := Limit{FPS: 60, Cells: 60 * 200 * 60}
	for _, c := range []struct {
		cols, rows, fps int
		keys            bool // one every 10 ms
		frames          int  // approximate number per second
	}{
		{80, 24, 30, false, 30},
		{80, 24, 240, false, 60},
		{80, 24, 60, true, 100}, // one for each key
		{200, 60, 240, false, 60},
		{200, 60, 240, true, 60},
		{300, 80, 240, false, 30},
		{300, 80, 240, true, 30},
		{500, 200, 240, false, 15},
		{500, 200, 240, true, 15},
		{500, 200, 10, false, 10},
	} {
		for _, rateKnown := range []bool{false, true} {
			withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
				d.cols, d.rows, d.flow.RateKnown, s.fps, s.figures.TargetFPS, s.moves, h.Limit = c.cols, c.rows,
					rateKnown, c.fps, c.fps, true, limit
				d.events <- tcell.NewEventResize(0, 0)
				time.Sleep(time.Second) // use up the burst
				from := d.now()
				for range 100 {
					if c.keys {
						synctest.Wait()
						s.dirty, s.next = true, 0
						d.events <- input.NewEventMouse(input.MouseReport{})
					}
					time.Sleep(10 * time.Millisecond)
				}
				synctest.Wait()
				n := 0
				for _, at := range d.shownAt {
					if at > from {
						n++
					}
				}
				if n < c.frames*9/10-1 || n > c.frames*11/10+1 {
					t.Errorf("%+v, rate known %v: %d frames in a second, want about %d", c, rateKnown, n, c.frames)
				}
			})
		}
	}
}

// A host with a budget draws fewer frames, but its session still plays ticks. If the ticks alone exceed the budget, the
// host stops for a while. It still handles calls.
func TestBudget(t *testing.T) {
	const share = 0.07 // of the time
	for _, c := range []struct {
		tickTime, drawTime time.Duration
		keys               bool
		minFrames          int // in 20 s
		minTicks           int
		maxShare           float64
	}{
		{0, 100 * time.Microsecond, false, 1195, 1195, share},
		{0, 5 * time.Millisecond, false, 270, 900, share},
		{0, 5 * time.Millisecond, true, 270, 1500, share},
		{12 * time.Millisecond, time.Millisecond, false, 10, 100, share},
		{12 * time.Millisecond, time.Millisecond, true, 10, 100, share},
	} {
		withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
			const burst = 0.1 // s
			balance, at := burst, d.now()
			var frames, ticks, used atomic.Int64 // copied in the host's goroutine
			h.Charge = func(work time.Duration, _ int) time.Duration {
				now := d.now()
				frames.Store(int64(len(d.shownAt)))
				ticks.Store(int64(s.advanced))
				used.Add(int64(work))
				balance, at = min(balance+share*(now-at).Seconds(), burst)-work.Seconds(), now
				if balance >= 0 {
					return 0
				}
				return time.Duration(-balance/share*1e9) + 1
			}
			s.moves, s.tickTime, s.drawTime = true, c.tickTime, c.drawTime
			sendKey(d)
			time.Sleep(10 * time.Second) // use up the burst
			framesBefore, ticksBefore, usedBefore := frames.Load(), ticks.Load(), used.Load()
			for range 1000 {
				if c.keys {
					select {
					case d.events <- input.NewEventMouse(input.MouseReport{}):
					case <-time.After(time.Millisecond): // the host does not handle events
					}
				}
				time.Sleep(20 * time.Millisecond)
			}
			shown, advanced := int(frames.Load()-framesBefore), int(ticks.Load()-ticksBefore)
			if got := time.Duration(used.Load()-usedBefore).Seconds() / 20; shown < c.minFrames ||
				advanced < c.minTicks || got > c.maxShare*1.15 {
				t.Errorf("%+v: %d frames, %d calls of Advance, busy for %.3f of the time; want at least %d and %d, "+
					"at most %v", c, shown, advanced, got, c.minFrames, c.minTicks, c.maxShare)
			}
		})
	}
}

// While other hosts have all turns, a host advances its session, but draws only after a key. It releases its own turn
// before the device accepts the frame, and after a panic.
func TestHostsTakeTurns(t *testing.T) {
	withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error) {
		turns := make(chan struct{}, 1)
		turns <- struct{}{}
		var n, played int
		d.call(func() {
			h.Turns, s.moves = turns, true
			n, played = len(d.shownAt), s.advanced
		})
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(d.shownAt) != n {
			t.Errorf("%d frames without a turn, want 0", len(d.shownAt)-n)
		}
		if got := s.advanced - played; got < int(time.Minute/turnTimeout)-2 {
			t.Errorf("without a turn, Advance is called %d times in a minute, want about 1500", got)
		}
		sendKey(d)
		if len(d.shownAt) != n+1 {
			t.Errorf("%d frames after a key, want 1", len(d.shownAt)-n)
		}

		<-turns
		time.Sleep(time.Second)
		synctest.Wait()
		if got := len(d.shownAt) - n; got < 55 || len(turns) > 0 {
			t.Errorf("with a turn: %d frames in a second, %d turns still taken; want 60, 0", got, len(turns))
		}

		stuck := make(chan struct{})
		d.call(func() { d.unblock = stuck })
		time.Sleep(time.Second)
		synctest.Wait()
		if len(turns) > 0 {
			t.Error("a host keeps the turn while the device does not read")
		}
		close(stuck)

		d.call(func() { h.Serve = func(time.Duration) bool { return h.hasTurn && s.fails() } })
		if err := <-ended; err == nil || len(turns) > 0 {
			t.Errorf("after a panic (error %v), the host has %d turns, want 0", err, len(turns))
		}
	})
}

// If a host gets a turn after it has advanced its session without one, it charges the time of that advance only once.
func TestLateTurnIsChargedOnce(t *testing.T) {
	withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		turns := make(chan struct{}, 1)
		turns <- struct{}{}
		var charged time.Duration
		advanced := 0
		d.call(func() {
			h.Turns, s.moves, s.tickTime = turns, true, 2*minCharge
			h.Charge = func(work time.Duration, _ int) time.Duration {
				charged += work
				return 0
			}
			s.onAdvance = func() {
				if advanced++; advanced == 2 { // the first call without a turn
					<-turns
					s.moves = false
				}
			}
		})
		time.Sleep(time.Second)
		d.call(func() {
			if want := time.Duration(advanced) * s.tickTime; advanced < 2 || charged != want {
				t.Errorf("after %d calls of Advance, the host has charged %v, want %v", advanced, charged, want)
			}
		})
	})
}

// call makes the host of the device call f between two events.
func (d *fakeDevice) call(f func()) {
	d.calls <- func() error { f(); return nil }
	synctest.Wait()
}

// On a link that is too slow for the frames, moving bricks are not updated in every frame.
func TestSlowLinkUpdatesFewerBricks(t *testing.T) {
	for _, c := range []struct {
		rate      int
		throttled bool
	}{{5_000, true}, {500_000, false}} {
		withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
			d.flow, d.frameBytes = screen.Flow{RateKnown: true, Rate: c.rate}, 400
			s.moves = true
			sendKey(d)
			time.Sleep(5 * time.Second)
			synctest.Wait()
			if throttled := s.figures.BrickInterval > 1; throttled != c.throttled {
				t.Errorf("at %d bytes/s, bricks are updated once every %d frames, want more than 1: %v", c.rate,
					s.figures.BrickInterval, c.throttled)
			}
		})
	}
}

// A device that is behind gets no frame. It gets the pending frame at the first event after it has caught up.
func TestPendingFrameAfterCatchingUp(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.behind = true
		sendKey(d)
		if len(d.shownAt) != 1 {
			t.Errorf("%d frames, want only the first one", len(d.shownAt))
		}
		s.dirty, d.behind = false, false
		d.events <- &input.EventReply{Reply: input.Reply{Kind: input.StatusReply}}
		synctest.Wait()
		if len(d.shownAt) != 2 {
			t.Errorf("%d frames, want the pending frame", len(d.shownAt))
		}
	})
}

// A device that reports when it will be ready gets the pending frame at that time, without an event.
func TestPendingFrameWhenReady(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.readyAt = d.now() + 1234*time.Millisecond
		s.dirty = true
		sendKey(d)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if len(d.shownAt) != 2 || d.shownAt[1] != d.readyAt {
			t.Errorf("frames are shown at %v, want the second one at %v", d.shownAt, d.readyAt)
		}
	})
}

// A session without a size ignores keys. The host sets the size before the first frame, and does not delay the frame.
func TestSizeIsSetBeforeTheFirstFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := func() time.Duration { return 0 }
		d := &fakeDevice{cols: 500, rows: 200, events: make(chan tcell.Event), behind: true, now: now}
		s := &fakeSession{figures: widget.Debug{TargetFPS: 60}, dirty: true}
		h := &Host{
			Screen: d, Session: s, Now: now, Limit: Limit{FPS: 60, Cells: 1},
			Serve: func(time.Duration) bool { return len(s.keyTimes) == 2 },
		}
		go h.Run()
		d.events <- input.NewEventKey(input.Char('q'))
		synctest.Wait()
		if want := [][2]int{{500, 200}}; len(d.shownAt) != 0 || !slices.Equal(s.sizes, want) {
			t.Errorf("%d frames and sizes %v, want no frame and %v", len(d.shownAt), s.sizes, want)
		}
		d.behind = false
		d.events <- input.NewEventKey(input.Char('q'))
		synctest.Wait()
		if len(d.shownAt) != 1 {
			t.Errorf("%d frames, want one immediately", len(d.shownAt))
		}
	})
}

// A frame that a device has shown in part is drawn again until all of it is shown, although nothing moves.
func TestPartialFrameIsShownAgain(t *testing.T) {
	withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error) {
		d.partialFrames = 5
		sendKey(d)
		if len(d.shownAt) != 1+5+1 || d.flow.PendingCells > 0 {
			t.Errorf("%d frames, want one for each part", len(d.shownAt))
		}
	})
}

// A device that stops reading pauses the game once, not each time that a frame is due.
func TestStalledDevicePausesTheGame(t *testing.T) {
	withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		s.onAway = func() {
			if h.WithSessionLocked(time.Millisecond, func() {}) == nil {
				t.Error("Locked returns nil while Away changes the session, want an error")
			}
		}
		for want := 1; want <= 2; want++ {
			s.moves, d.behind, d.flow.Stalled = true, true, true
			sendKey(d)
			time.Sleep(10 * time.Second)
			synctest.Wait()
			if s.awayCalls != want {
				t.Errorf("the session was paused %d times, want %d", s.awayCalls, want)
			}
			d.behind, d.flow.Stalled = false, false
			d.events <- tcell.NewEventResize(0, 0) // wakes the host
			time.Sleep(time.Second)
			synctest.Wait()
		}
		s.moves = false
	})
}

// A frame has cells while it is shown. Then the host returns the cells.
func TestFrameIsClosedAfterShow(t *testing.T) {
	withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		sendKey(d)
		if d.cells != 3 || s.frame.Cells != nil {
			t.Errorf("the frame had %d cells when it was shown, and has %d now; want 3, 0", d.cells, len(s.frame.Cells))
		}
	})
}

func TestSlowDeviceGetsFewerFrames(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		s.moves, d.behind, d.flow.RateKnown = true, true, true
		sendKey(d)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if s.figures.TargetFPS != 30 {
			t.Errorf("the frame rate is %d, want 30", s.figures.TargetFPS)
		}
		d.behind, d.flow.RateKnown, d.flow.Silent = false, false, true
	})
}

func TestCapsAreSetOnce(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.caps, d.cols = screen.Caps{PictureKnown: true, Kitty: true}, 100
		for range 2 {
			time.Sleep(time.Second)
			d.events <- tcell.NewEventResize(0, 0)
			synctest.Wait()
		}
		if len(s.caps) != 1 || !s.caps[0].Kitty || d.tier != cell.Colors16 {
			t.Errorf("SetCaps was called with %+v, the tier is %v; want one call, 16 colors", s.caps, d.tier)
		}
		if len(s.sizes) != 2 || s.sizes[1][0] != 100 || len(d.shownAt) != 3 {
			t.Errorf("sizes %v, %d frames; want 2 sizes, 3 frames", s.sizes, len(d.shownAt))
		}
	})
}

// Capabilities that arrive while a frame is due are used for that frame, so it is not drawn twice.
func TestFrameUsesTheLatestCaps(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.nextCaps = screen.Caps{PictureKnown: true, Kitty: true}
		sendKey(d)
		time.Sleep(time.Second)
		synctest.Wait()
		if len(s.caps) != 1 || len(d.shownAt) != 2 {
			t.Errorf("SetCaps was called with %+v, and %d frames were drawn; want one call, one frame", s.caps,
				len(d.shownAt)-1)
		}
	})
}

func TestRunEnds(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, _ *fakeSession, ended chan error) {
		for range 3 {
			sendKey(d)
		}
		if err := <-ended; err != nil {
			t.Errorf("after the player has quit, Run() = %v, want nil", err)
		}
	})
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, _ *fakeSession, ended chan error) {
		close(d.events)
		if err := <-ended; err != screen.ErrGone {
			t.Errorf("after the device is gone, Run() = %v, want ErrGone", err)
		}
	})
	withHost(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error) {
		s.panics = true
		sendKey(d)
		err := <-ended
		if p, ok := errors.AsType[*worker.Panic](err); !ok || p.Value != "planted" || len(p.Stack) == 0 {
			t.Errorf("after a panic, Run() = %v, want a *worker.Panic", err)
		}
		if err := h.WithSessionLocked(time.Second, func() {}); err != nil {
			t.Errorf("after a panic, Locked() = %v, want nil", err)
		}
	})
}

func TestLockedTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Host{Now: func() time.Duration { return 0 }}
		h.Do(func(time.Duration) {
			if err := h.WithSessionLocked(time.Second, func() {}); err == nil {
				t.Error("Locked() = nil while the session is busy, want an error")
			}
		})
	})
}

func TestAwayPausesAndRepaints(t *testing.T) {
	simulation := tcell.NewSimulationScreen("")
	if err := simulation.Init(); err != nil {
		t.Fatal(err)
	}
	s := &fakeSession{}
	h := &Host{Screen: simulation, Session: s, Now: func() time.Duration { return 0 }}
	defer h.attach()()
	var f cell.Frame
	f.Resize(80, 25)
	f.Text(0, 0, "a", cell.Style{})
	_ = h.present.Show(&f)
	simulation.Clear() // as Suspend and Resume do
	h.PauseAndRepaint()
	_ = h.present.Show(&f)
	if text, _, _ := simulation.Get(0, 0); s.awayCalls != 1 || !s.dirty || text != "a" {
		t.Errorf("after Away, the session is %+v, and the screen shows %q; want a pause and a", s, text)
	}
}

// A host measures frame lateness, key latency and drawing time.
func TestMeasurements(t *testing.T) {
	withHost(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		const showTime, busyTime = 30 * time.Millisecond, 100 * time.Millisecond
		time.Sleep(time.Second)
		d.call(func() { clear(d.measured[:]); d.unblock = make(chan struct{}) })
		d.events <- input.NewEventKey(input.Char('a'))
		time.Sleep(showTime)
		close(d.unblock)
		synctest.Wait()
		want := [NumMeasurements][]time.Duration{Lateness: {0}, KeyToBytes: {showTime}, DrawTime: {showTime}}
		if !reflect.DeepEqual(d.measured, want) {
			t.Errorf("after a key, the measurements are %v, want %v", d.measured, want)
		}

		d.call(func() { d.unblock, s.moves = nil, true })
		d.call(func() { clear(d.measured[:]); time.Sleep(busyTime) })
		time.Sleep(busyTime)
		d.events <- input.NewEventKey(input.Keystroke{Rune: 'a', Kind: input.Release})
		time.Sleep(time.Second)
		synctest.Wait()
		if late := d.measured[Lateness]; len(late) < 60 || late[0] < busyTime-s.interval() || late[0] > busyTime ||
			late[1] != 0 {
			t.Errorf("after %v of work, the frames are late by %v; want about %v for the first and 0 for the second",
				busyTime, late, busyTime)
		}
		if n := len(d.measured[KeyToBytes]); n > 0 {
			t.Errorf("%d measurements of a key after its release, want none", n)
		}
	})
}
