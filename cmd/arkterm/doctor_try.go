package main

import (
	"fmt"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/tty"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// inspect queries the terminal, and lets the player test keys and mouse until Q or Esc.
func (d *doctor) inspect(query, test bool) error {
	now := tty.Clock()
	driver, _ := d.choices.ScreenDriver(d.env)
	query = query && driver == settings.DriverArkterm
	t, err := tty.Open(tty.Options{
		Tier: cell.Mono, Term: d.env("TERM"), UTF8: settings.UTF8Locale(d.env), Queries: query,
		Remote:   settings.OverSSH(d.env),
		LinkRate: d.choices.Rate(), Now: now, Env: d.env, Tcell: driver == settings.DriverTcell,
	})
	if err != nil {
		return err
	}
	defer t.Close()
	defer t.HandlePanic()
	d.hasTerminal, d.queried, d.caps = true, query, t.Caps()
	d.cols, d.rows = t.Size()
	if query || test {
		v := &checkup{doctor: d, test: test, dirty: true, drawn: -time.Second}
		l := newLocalHost(t, v, now)
		l.Serve = v.done
		if err := l.run(); err != nil {
			return err
		}
		v.keyTest.keys.Release() // ends the last hold, which determines the repeat period
		d.delay, d.period = v.keyTest.keys.KeyTiming()
		d.releaseReported = v.keyTest.keys.ReportsReleases()
	}
	d.flow = t.Flow()
	return nil
}

// A checkup is a [runloop.Session] that shows a few lines while a terminal is tested.
type checkup struct {
	*doctor
	test    bool // test keys and mouse
	keyTest keyTest
	events  input.Dispatcher
	frame   cell.Frame
	figures widget.Debug  // required by the run loop; not shown
	dirty   bool          // the screen is out of date
	drawn   time.Duration // time of the last frame, drawn or skipped
}

// done reports whether the queries and the test are finished.
func (v *checkup) done(time.Duration) bool {
	return (v.caps.Settled || !v.queried) && (v.keyTest.done || !v.test)
}

func (v *checkup) Event(now time.Duration, ev tcell.Event) {
	if ev, ok := ev.(*tcell.EventResize); ok {
		v.cols, v.rows = ev.Size()
		v.frame.Resize(v.cols, v.rows)
		v.dirty = true
		return
	}
	v.events.Dispatch(now, ev, v)
}

func (v *checkup) Key(now time.Duration, ev input.Keystroke) {
	v.keyTest.Key(now, ev)
	v.dirty = true
}

func (v *checkup) Mouse(_ time.Duration, ev input.MouseReport) {
	v.keyTest.Mouse(ev)
	v.dirty = true
}

func (v *checkup) Releases() {
	v.keyTest.keys.ExpectReleases()
	v.dirty = true
}

func (v *checkup) Paste(time.Duration, string) {}

func (v *checkup) Away(time.Duration) {
	v.keyTest.keys.Release()
	v.dirty = true
}

func (v *checkup) SetCaps(c screen.Caps, _ time.Duration) { v.caps = c }

// Next returns the time of the next frame, which is due only after a change. There are no ticks.
func (v *checkup) Next(now time.Duration) (frame, tick time.Duration) {
	if v.dirty {
		return max(now, v.drawn+time.Second/settings.LocalFPS), runloop.Never
	}
	return runloop.Never, runloop.Never
}

func (v *checkup) Skip(now time.Duration) { v.drawn = now }

// Draw draws the state of the test, line by line.
func (v *checkup) Draw(now time.Duration) *cell.Frame {
	v.dirty, v.drawn = false, now
	clear(v.frame.Cells)
	lines := []string{"Querying the terminal"}
	if v.test {
		lines = v.keyTest.lines()
	}
	for y, line := range lines {
		x := 0
		for _, r := range line {
			v.frame.Set(x, y, r, cell.Style{})
			x++
		}
	}
	return &v.frame
}

// Advance does nothing, because a checkup has no game.
func (v *checkup) Advance(time.Duration) {}

func (v *checkup) FrameOptions() (fps int, fixed bool, tier cell.Tier) {
	return settings.LocalFPS, false, cell.Mono
}
func (v *checkup) Figures() *widget.Debug { return &v.figures }

// A keyTest records key and mouse events, and describes them to the player. Its caller passes the time.
type keyTest struct {
	keys        input.State
	lastKey     input.Keystroke // the last pressed key
	pressedAt   time.Duration   // time when lastKey was pressed
	lastEventAt time.Duration   // time of the last event of this key
	repeats     int             // repeats of lastKey since it was pressed
	released    bool            // lastKey was released
	mouse       string          // text about the last mouse event
	done        bool            // Q or Esc was pressed
}

// Key records a key event. Q and Esc end the test.
func (k *keyTest) Key(now time.Duration, ev input.Keystroke) {
	same := ev.Name() == k.lastKey.Name()
	repeat := ev.Kind == input.Repeat || same && k.keys.IsRepeat(now, ev) ||
		same && !k.released && k.mayBeFirstRepeat(now)
	switch {
	case ev.Kind == input.Release:
		k.released = same
	case repeat:
		k.repeats++
	default:
		k.lastKey, k.pressedAt, k.repeats, k.released = ev, now, 0, false
	}
	k.lastEventAt = now
	a := k.keys.Key(now, ev)
	k.keys.Next(now)
	k.done = k.done || a == input.Menu || a == input.Quit
}

// mayBeFirstRepeat reports whether an event can be the first repeat of a pressed key, judging by the time.
func (k *keyTest) mayBeFirstRepeat(now time.Duration) bool {
	return k.repeats == 0 && now-k.pressedAt < time.Second && now-k.pressedAt > 150*time.Millisecond
}

// Mouse records a mouse event.
func (k *keyTest) Mouse(ev input.MouseReport) {
	k.mouse = fmt.Sprintf("column %d, row %d", ev.Col+1, ev.Row+1)
	for _, b := range []struct {
		bit  tcell.ButtonMask
		name string
	}{
		{tcell.ButtonPrimary, "left button"},
		{tcell.ButtonMiddle, "middle button"},
		{tcell.ButtonSecondary, "right button"},
		{tcell.WheelUp, "wheel up"},
		{tcell.WheelDown, "wheel down"},
	} {
		if ev.Buttons&b.bit != 0 {
			k.mouse += ", " + b.name
		}
	}
}

// lines returns the lines to show.
func (k *keyTest) lines() []string {
	key := "none yet"
	if k.lastKey != (input.Keystroke{}) {
		key = fmt.Sprintf("%v, %d repeats, %d ms", k.lastKey, k.repeats, (k.lastEventAt - k.pressedAt).Milliseconds())
		if k.released {
			key += ", released"
		}
	}
	keyboard := "unknown; hold an arrow key for a second, several times"
	if delay, period := k.keys.KeyTiming(); delay > 0 {
		keyboard = fmt.Sprintf("repeats after %d ms, every %d ms", delay.Milliseconds(), period.Milliseconds())
	}
	releases := "not reported yet"
	if k.keys.ReportsReleases() {
		releases = "reported, so held keys are exact"
	}
	mouse := k.mouse
	if mouse == "" {
		mouse = "not moved yet"
	}
	return []string{
		"Hold an arrow key down and release it. Move the mouse and click.",
		"Press Q or Esc to print the report.",
		"",
		"key       " + key,
		"releases  " + releases,
		"keyboard  " + keyboard,
		"mouse     " + mouse,
	}
}
