package runloop

import (
	"cmp"
	"errors"
	"slices"
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

// A fakeDevice is a screen that a test controls. The methods that a host does not call are missing.
type fakeDevice struct {
	tcell.Screen

	each       int // bytes of a frame
	cols, rows int
	caps       screen.Caps
	events     chan tcell.Event
	calls      chan func() error
	behind     bool
	wait       time.Duration // when it is ready; 0: if it is not behind
	parts      int           // how many of the next frames are shown in part
	flow       screen.Flow
	tier       cell.Tier
	shown      []time.Duration // when frames were
	cells      int             // of the last of them
	stuck      chan struct{}   // Show waits until it is closed; nil: it does not
	now        func() time.Duration
	learns     screen.Caps // its capabilities from the next Ready on; zero: no change
}

func (d *fakeDevice) Size() (cols, rows int)     { return d.cols, d.rows }
func (d *fakeDevice) Caps() screen.Caps          { return d.caps }
func (d *fakeDevice) Events() <-chan tcell.Event { return d.events }
func (d *fakeDevice) Flow() screen.Flow          { return d.flow }
func (d *fakeDevice) SetTier(t cell.Tier)        { d.tier = t }
func (d *fakeDevice) Err() error                 { return screen.ErrGone }
func (d *fakeDevice) Close() error               { return nil }

func (d *fakeDevice) Ready() (ok bool, again time.Duration) {
	if d.learns.PictureKnown {
		d.caps, d.learns = d.learns, screen.Caps{}
	}
	if d.wait > 0 {
		return d.now() >= d.wait, d.wait
	}
	return !d.behind, Never
}

func (d *fakeDevice) ShowFrame(f *cell.Frame) error {
	d.cells = len(f.Cells)
	d.shown = append(d.shown, d.now())
	d.flow.Sent += d.each
	d.flow.PendingCells = d.parts
	d.parts = max(d.parts-1, 0)
	if d.stuck != nil {
		<-d.stuck
	}
	return nil
}

// A fakeSession draws frames at a rate, or while it has something to show.
type fakeSession struct {
	moves  bool
	dirty  bool
	next   time.Duration
	keys   []time.Duration // when keys came
	pasted string
	sizes  [][2]int
	found  []screen.Caps
	away   int
	onAway func()
	panics bool // at the next key
	most   int  // the rate wanted; 0: 60

	advanced int // calls of Advance
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

func (s *fakeSession) Advance(time.Duration)                  { s.advanced++ }
func (s *fakeSession) Mouse(time.Duration, input.MouseReport) {}
func (s *fakeSession) Paste(_ time.Duration, text string)     { s.pasted = text }
func (s *fakeSession) Releases()                              { s.releases = true }
func (s *fakeSession) SetCaps(c screen.Caps, _ time.Duration)   { s.found = append(s.found, c) }
func (s *fakeSession) Away(time.Duration) {
	s.away++
	if s.onAway != nil {
		s.onAway()
	}
}

func (s *fakeSession) FrameOptions() (fps int, fixed bool, tier cell.Tier) {
	return cmp.Or(s.most, 60), s.most > 0, cell.Colors16
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
	s.keys = append(s.keys, now)
	s.dirty = true
}

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
	s.frame.SetSize(3, 1)
	s.frame.BorrowCells()
	return &s.frame
}

// hosted calls a test with a host that runs, in a synctest bubble with simulated time.
func hosted(t *testing.T, test func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		now := func() time.Duration { return time.Since(begun) }
		calls, ended := make(chan func() error), make(chan error, 1)
		d := &fakeDevice{cols: 80, rows: 24, events: make(chan tcell.Event), calls: calls, now: now}
		s := &fakeSession{figures: widget.Debug{TargetFPS: 60}, dirty: true}
		h := &Host{
			Screen: d, Session: s, Now: now, Calls: calls,
			Serve: func(time.Duration) bool { return len(s.keys) == 3 },
		}
		go func() { ended <- h.Run() }()
		synctest.Wait()
		test(t, h, d, s, ended)
		select {
		case calls <- func() error { return errors.New("the test is over") }:
		case <-time.After(time.Second): // it has ended before
		}
	})
}

func key(d *fakeDevice) {
	d.events <- input.NewEventKey(input.Char('a'))
	time.Sleep(time.Second / 50) // longer than a frame
	synctest.Wait()
}

func TestAPasteIsPassedOn(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.events <- tcell.NewEventPaste(true)
		for _, r := range "a b" {
			d.events <- tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone)
		}
		d.events <- tcell.NewEventPaste(false)
		synctest.Wait()
		if s.pasted != "a b" || len(s.keys) > 0 {
			t.Errorf("pasted %q, %d keys", s.pasted, len(s.keys))
		}
	})
}

func TestAFrameFollowsEachKeyAndNothingElse(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		time.Sleep(time.Hour) // the screen does not change
		key(d)
		if len(d.shown) != 2 || d.shown[1] != time.Hour || len(s.keys) != 1 {
			t.Errorf("frames at %v, keys at %v", d.shown, s.keys)
		}
		if len(s.sizes) != 1 || s.sizes[0] != [2]int{80, 24} {
			t.Errorf("sizes %v", s.sizes)
		}
	})
}

func TestReleasesArePassedOn(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		for _, c := range []struct {
			flags int
			want  bool
		}{{0, false}, {15, true}} {
			d.events <- &input.EventReply{Reply: input.Reply{Kind: input.KeyboardReply, A: c.flags}}
			synctest.Wait()
			if s.releases != c.want {
				t.Errorf("flags %d: %v", c.flags, s.releases)
			}
		}
	})
}

func TestFramesComeAtTheirRate(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		s.moves = true
		key(d)
		from := d.now()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		n := 0
		for _, at := range d.shown {
			if at > from {
				n++
			}
		}
		if n < 595 || n > 600 {
			t.Errorf("%d frames in 10 s", n)
		}
	})
}

// A limit bounds the number of cells drawn. Small frames have the full rate and follow a key immediately. Large
// frames have a lower rate.
func TestTheRateOfLargeFrames(t *testing.T) {
	limit := Limit{FPS: 60, Cells: 60 * 200 * 60}
	for _, c := range []struct {
		cols, rows, wants int
		keys              bool // one every 10 ms
		frames            int  // in a second, about
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
		for _, steady := range []bool{false, true} {
			hosted(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
				d.cols, d.rows, d.flow.RateKnown, s.most, s.figures.TargetFPS, s.moves, h.Limit = c.cols, c.rows,
					steady, c.wants, c.wants, true, limit
				d.events <- tcell.NewEventResize(0, 0)
				time.Sleep(time.Second) // the burst is used up
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
				for _, at := range d.shown {
					if at > from {
						n++
					}
				}
				if n < c.frames*9/10-1 || n > c.frames*11/10+1 {
					t.Errorf("%+v, steady %v: %d frames in a second", c, steady, n)
				}
			})
		}
	}
}

// While other hosts have all turns, a host advances its game and draws only after a key. It releases its own turn
// before the device accepts the frame, and after a failure.
func TestHostsTakeTurns(t *testing.T) {
	hosted(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error) {
		turns := make(chan struct{}, 1)
		turns <- struct{}{}
		var n, played int
		d.between(func() {
			h.Turns, s.moves = turns, true
			n, played = len(d.shown), s.advanced
		})
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(d.shown) != n {
			t.Errorf("%d frames without a turn", len(d.shown)-n)
		}
		if got := s.advanced - played; got < int(time.Minute/turnWait)-2 {
			t.Errorf("the game has gone on %d times in a minute without a turn", got)
		}
		key(d)
		if len(d.shown) != n+1 {
			t.Errorf("%d frames after a key", len(d.shown)-n)
		}

		<-turns
		time.Sleep(time.Second)
		synctest.Wait()
		if got := len(d.shown) - n; got < 55 || len(turns) > 0 {
			t.Errorf("%d frames in a second with a turn, %d turns are still taken afterwards", got, len(turns))
		}

		stuck := make(chan struct{})
		d.between(func() { d.stuck = stuck })
		time.Sleep(time.Second)
		synctest.Wait()
		if len(turns) > 0 {
			t.Error("a device that reads nothing keeps the turn")
		}
		close(stuck)

		d.between(func() { h.Serve = func(time.Duration) bool { return h.turn && s.fails() } })
		if err := <-ended; err == nil || len(turns) > 0 {
			t.Errorf("a host ended by %v has %d turns", err, len(turns))
		}
	})
}

// between calls f between two events of the device's host.
func (d *fakeDevice) between(f func()) {
	d.calls <- func() error { f(); return nil }
	synctest.Wait()
}

// Over a link that is too slow for the frames, moving bricks are not in all of them.
func TestSlowLinksAreSpared(t *testing.T) {
	for _, c := range []struct {
		rate   int
		spares bool
	}{{5_000, true}, {500_000, false}} {
		hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
			d.flow, d.each = screen.Flow{RateKnown: true, Rate: c.rate}, 400
			s.moves = true
			key(d)
			time.Sleep(5 * time.Second)
			synctest.Wait()
			if spares := s.figures.BrickInterval > 1; spares != c.spares {
				t.Errorf("at %d bytes/s bricks are updated in one of %d frames", c.rate, s.figures.BrickInterval)
			}
		})
	}
}

// A device that is behind gets no frame, and one as soon as it has caught up and anything happens.
func TestAFrameIsOwedToADeviceThatIsBehind(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.behind = true
		key(d)
		if len(d.shown) != 1 {
			t.Errorf("%d frames, want only the first one", len(d.shown))
		}
		s.dirty, d.behind = false, false
		d.events <- &input.EventReply{Reply: input.Reply{Kind: input.StatusReply}}
		synctest.Wait()
		if len(d.shown) != 2 {
			t.Errorf("%d frames, want the pending frame", len(d.shown))
		}
	})
}

// A device that reports when it is ready gets the frame then, without any event.
func TestAFrameComesWhenTheDeviceSaysSo(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.wait = d.now() + 1234*time.Millisecond
		s.dirty = true
		key(d)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if len(d.shown) != 2 || d.shown[1] != d.wait {
			t.Errorf("frames at %v, want one at %v", d.shown, d.wait)
		}
	})
}

// A session ignores keys while its size is zero. The host sets the size before the first frame, without delaying the
// frame.
func TestKeysBeforeTheFirstFrameFindASize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := func() time.Duration { return 0 }
		d := &fakeDevice{cols: 500, rows: 200, events: make(chan tcell.Event), behind: true, now: now}
		s := &fakeSession{figures: widget.Debug{TargetFPS: 60}, dirty: true}
		h := &Host{
			Screen: d, Session: s, Now: now, Limit: Limit{FPS: 60, Cells: 1},
			Serve: func(time.Duration) bool { return len(s.keys) == 2 },
		}
		go h.Run()
		d.events <- input.NewEventKey(input.Char('q'))
		synctest.Wait()
		if want := [][2]int{{500, 200}}; len(d.shown) != 0 || !slices.Equal(s.sizes, want) {
			t.Errorf("%d frames and sizes %v, want no frame and %v", len(d.shown), s.sizes, want)
		}
		d.behind = false
		d.events <- input.NewEventKey(input.Char('q'))
		synctest.Wait()
		if len(d.shown) != 1 {
			t.Errorf("%d frames, want one immediately", len(d.shown))
		}
	})
}

// A device that stops reading pauses the game once, not each time that a frame is due.
// A frame that a device has shown in part is drawn again until all of it is shown, although nothing moves.
func TestAFrameIsOwedToADeviceThatHasShownAPart(t *testing.T) {
	hosted(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error) {
		d.parts = 5
		key(d)
		if len(d.shown) != 1+5+1 || d.flow.PendingCells > 0 {
			t.Errorf("%d frames, want one for each part", len(d.shown))
		}
	})
}

func TestAStalledDevicePausesTheGame(t *testing.T) {
	hosted(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		s.onAway = func() {
			if h.Locked(time.Millisecond, func() {}) == nil {
				t.Error("the session changes while others may read it")
			}
		}
		for want := 1; want <= 2; want++ {
			s.moves, d.behind, d.flow.Stalled = true, true, true
			key(d)
			time.Sleep(10 * time.Second)
			synctest.Wait()
			if s.away != want {
				t.Errorf("paused %d times, want %d", s.away, want)
			}
			d.behind, d.flow.Stalled = false, false
			d.events <- tcell.NewEventResize(0, 0) // wakes the host
			time.Sleep(time.Second)
			synctest.Wait()
		}
		s.moves = false
	})
}

// A frame has cells while it is shown, and then others may have them.
func TestAFrameIsClosedOnceItIsShown(t *testing.T) {
	hosted(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		key(d)
		if d.cells != 3 || s.frame.Cells != nil {
			t.Errorf("the frame shown had %d cells, and has %d now", d.cells, len(s.frame.Cells))
		}
	})
}

func TestASlowDeviceGetsFewerFrames(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		s.moves, d.behind, d.flow.RateKnown = true, true, true
		key(d)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if s.figures.TargetFPS != 30 {
			t.Errorf("%d frames a second", s.figures.TargetFPS)
		}
		d.behind, d.flow.RateKnown, d.flow.Silent = false, false, true
	})
}

func TestWhatTheDeviceCanDoIsToldOnce(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.caps, d.cols = screen.Caps{PictureKnown: true, Kitty: true}, 100
		for range 2 {
			time.Sleep(time.Second)
			d.events <- tcell.NewEventResize(0, 0)
			synctest.Wait()
		}
		if len(s.found) != 1 || !s.found[0].Kitty || d.tier != cell.Colors16 {
			t.Errorf("SetCaps was called with %+v, the tier is %v", s.found, d.tier)
		}
		if len(s.sizes) != 2 || s.sizes[1][0] != 100 || len(d.shown) != 3 {
			t.Errorf("sizes %v, %d frames", s.sizes, len(d.shown))
		}
	})
}

// Capabilities that arrive while a frame is due are used for that frame, so it is not drawn twice.
func TestAFrameIsDrawnWithTheNewestCapabilities(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, s *fakeSession, _ chan error) {
		d.learns = screen.Caps{PictureKnown: true, Kitty: true}
		key(d)
		time.Sleep(time.Second)
		synctest.Wait()
		if len(s.found) != 1 || len(d.shown) != 2 {
			t.Errorf("passed on %+v, %d frames, want one more", s.found, len(d.shown)-1)
		}
	})
}

func TestTheEndsOfAHost(t *testing.T) {
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, _ *fakeSession, ended chan error) {
		for range 3 {
			key(d)
		}
		if err := <-ended; err != nil {
			t.Errorf("the player has quit: %v", err)
		}
	})
	hosted(t, func(t *testing.T, _ *Host, d *fakeDevice, _ *fakeSession, ended chan error) {
		close(d.events)
		if err := <-ended; err != screen.ErrGone {
			t.Errorf("the device is gone: %v", err)
		}
	})
	hosted(t, func(t *testing.T, h *Host, d *fakeDevice, s *fakeSession, ended chan error) {
		s.panics = true
		key(d)
		err := <-ended
		if p, ok := errors.AsType[*worker.Panic](err); !ok || p.Value != "planted" || len(p.Stack) == 0 {
			t.Errorf("a panic: %v", err)
		}
		if err := h.Locked(time.Second, func() {}); err != nil {
			t.Errorf("the session is inaccessible afterwards: %v", err)
		}
	})
}

func TestAStuckSessionIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Host{Now: func() time.Duration { return 0 }}
		h.Do(func(time.Duration) {
			if err := h.Locked(time.Second, func() {}); err == nil {
				t.Error("got at the session")
			}
		})
	})
}

func TestAwayPausesAndRepaints(t *testing.T) {
	other := tcell.NewSimulationScreen("")
	if err := other.Init(); err != nil {
		t.Fatal(err)
	}
	s := &fakeSession{}
	h := &Host{Screen: other, Session: s, Now: func() time.Duration { return 0 }}
	defer h.attach()()
	var f cell.Frame
	f.Resize(80, 25)
	f.Text(0, 0, "a", cell.Style{})
	_ = h.present.Show(&f)
	other.Clear() // as Suspend and Resume do
	h.Away()
	_ = h.present.Show(&f)
	if text, _, _ := other.Get(0, 0); s.away != 1 || !s.dirty || text != "a" {
		t.Errorf("%+v, shows %q", s, text)
	}
}
