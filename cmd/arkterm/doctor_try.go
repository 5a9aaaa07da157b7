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

// look queries the terminal, and lets the player test keys and mouse until Q or Esc.
func (d *doctor) look(asks, tries bool) error {
	now := tty.Clock()
	driver, _ := d.choices.ScreenDriver(d.env)
	asks = asks && driver == settings.DriverArkterm
	t, err := tty.Open(tty.Options{
		Tier: cell.Mono, Term: d.env("TERM"), Measure: settings.UTF8Locale(d.env), Queries: asks, Far: settings.OverLink(d.env),
		Link: d.choices.Rate(), Now: now, Env: d.env, Tcell: driver == settings.DriverTcell,
	})
	if err != nil {
		return err
	}
	defer t.Close()
	defer t.Guard()
	d.live, d.asked, d.found = true, asks, t.Caps()
	d.cols, d.rows = t.Size()
	if asks || tries {
		v := &checkup{doctor: d, tries: tries, dirty: true, drawn: -time.Second}
		l := newLocal(t, v, now)
		l.Serve = v.done
		if err := l.run(); err != nil {
			return err
		}
		v.try.keys.Release() // the repeat is learned when the key is up
		d.delay, d.period = v.try.keys.KeyTiming()
		d.released = v.try.keys.ReportsReleases()
	}
	d.flow = t.Flow()
	return nil
}

// A checkup is a [runloop.Session] that shows a few lines while a terminal is tested.
type checkup struct {
	*doctor
	tries   bool // keys and mouse are tested
	try     keyTry
	events  input.Dispatcher
	frame   cell.Frame
	figures widget.Debug  // which nobody sees
	dirty   bool          // the screen is out of date
	drawn   time.Duration // when a frame was last drawn or put off
}

// done reports whether the queries, and the test if wanted, are finished.
func (v *checkup) done(time.Duration) bool {
	return (v.found.Settled || !v.asked) && (v.try.done || !v.tries)
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
	v.try.Key(now, ev)
	v.dirty = true
}

func (v *checkup) Mouse(_ time.Duration, ev input.MouseReport) {
	v.try.Mouse(ev)
	v.dirty = true
}

func (v *checkup) Releases() {
	v.try.keys.ExpectReleases()
	v.dirty = true
}

func (v *checkup) Paste(time.Duration, string) {}

func (v *checkup) Away(time.Duration) {
	v.try.keys.Release()
	v.dirty = true
}

func (v *checkup) Found(c screen.Caps, _ time.Duration) { v.found = c }

// Next returns when a change is due to be shown. Nothing moves and nothing is heard.
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
	lines := []string{"Asking the terminal what it can do …"}
	if v.tries {
		lines = v.try.lines()
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

// Methods that do nothing: a checkup has no game and no colors.
func (v *checkup) Advance(time.Duration) {}

func (v *checkup) Wants() (fps int, fixed bool, tier cell.Tier) {
	return settings.LocalFPS, false, cell.Mono
}
func (v *checkup) Figures() *widget.Debug { return &v.figures }

// A keyTry is a test of keys and mouse. It reads no clock.
type keyTry struct {
	keys    input.State
	last    input.Keystroke // the last key
	since   time.Duration   // when it went down
	seen    time.Duration   // when its last event came
	repeats int
	up      bool // it was released
	mouse   string
	done    bool
}

// Key takes a key. Q and Esc end the test.
func (k *keyTry) Key(now time.Duration, ev input.Keystroke) {
	same := ev.Name() == k.last.Name()
	repeat := ev.Kind == input.Repeat || same && k.keys.IsRepeat(now, ev) || same && !k.up && k.soon(now)
	switch {
	case ev.Kind == input.Release:
		k.up = same
	case repeat:
		k.repeats++
	default:
		k.last, k.since, k.repeats, k.up = ev, now, 0, false
	}
	k.seen = now
	a := k.keys.Key(now, ev)
	k.keys.Next(now)
	k.done = k.done || a == input.Menu || a == input.Quit
}

// soon reports whether an event may be the first repeat of a pressed key.
func (k *keyTry) soon(now time.Duration) bool {
	return k.repeats == 0 && now-k.since < time.Second && now-k.since > 150*time.Millisecond
}

// Mouse takes a mouse event.
func (k *keyTry) Mouse(ev input.MouseReport) {
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
func (k *keyTry) lines() []string {
	key := "none yet"
	if k.last != (input.Keystroke{}) {
		key = fmt.Sprintf("%v, %d repeats, %d ms", k.last, k.repeats, (k.seen - k.since).Milliseconds())
		if k.up {
			key += ", released"
		}
	}
	keyboard := "not known yet: hold an arrow key for a second, a few times"
	if delay, period := k.keys.KeyTiming(); delay > 0 {
		keyboard = fmt.Sprintf("repeats after %d ms, each %d ms", delay.Milliseconds(), period.Milliseconds())
	}
	releases := "none seen"
	if k.keys.ReportsReleases() {
		releases = "seen: a held key is exact"
	}
	mouse := k.mouse
	if mouse == "" {
		mouse = "not moved yet"
	}
	return []string{
		"Hold an arrow key down and let it go. Move the mouse, click.",
		"Q or Esc ends this and prints the report.",
		"",
		"key       " + key,
		"releases  " + releases,
		"keyboard  " + keyboard,
		"mouse     " + mouse,
	}
}
