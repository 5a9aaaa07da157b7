package main

import (
	"fmt"
	"os"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"

	"arkterm/input"
)

// look asks the terminal, and lets the player try keys and mouse until Q or Esc.
func (d *doctor) look(asks, tries bool) error {
	t, err := newScreen(d.choices.tier(d.env))
	if err != nil {
		return err
	}
	defer t.Close()
	defer t.Guard()
	d.live, d.asked = true, asks
	d.cols, d.rows = t.Size()
	d.aspect, d.pixels = t.PixelAspect(), t.HasPixels()
	v := checkup{doctor: d, term: t, probe: newProbe(asks), origin: uptime()}
	v.run(tries)
	v.try.keys.Release() // a hold is learned from when it is over
	d.delay, d.period = v.try.keys.Learned()
	d.released = v.try.keys.Releases()
	return nil
}

// A checkup is a look at a terminal.
type checkup struct {
	*doctor
	term   *terminal
	probe  probe
	try    keyTry
	origin time.Duration
}

func (v *checkup) now() time.Duration { return uptime() - v.origin }

// run goes on until all is asked, and tried if it is to be.
func (v *checkup) run(tries bool) {
	limit := probeLimit
	if overLink(v.env) {
		limit = probeLimitLink
	}
	if v.probe.Due() {
		v.term.Query(question)
		v.term.Query(probeQueries)
		v.probe.Begin(v.now(), limit)
	}
	over := time.NewTimer(limit)
	for v.probe.Until() != never || tries && !v.try.done {
		v.show(tries)
		select {
		case ev := <-v.term.Events():
			v.take(ev)
		case <-v.term.Resized():
		case sig := <-v.term.Signals():
			v.obey(sig)
		case <-v.term.Lost():
			v.term.Close()
			dieBy(unix.SIGHUP)
		case <-over.C:
			v.probe.Over(v.now() + limit)
			v.settle()
			v.term.Unheard()
		}
	}
	v.settle()
}

// take takes an event.
func (v *checkup) take(ev input.Event) {
	switch ev.Type {
	case input.EventKey:
		v.try.Key(v.now(), ev.Key)
	case input.EventMouse:
		v.try.Mouse(ev.Mouse)
	case input.EventBlur:
		v.try.keys.Release()
	case input.EventReply:
		if v.probe.Take(ev.Reply) {
			v.settle()
		}
	}
}

// settle makes use of what was answered.
func (v *checkup) settle() {
	v.found = v.probe.found
	v.term.SetKeyboard(v.found.keyboard())
}

func (v *checkup) obey(sig os.Signal) {
	if stopped := v.term.Obey(sig); !stopped {
		v.term.Close()
		dieBy(sig)
	}
	v.term.Sync()
}

// show shows what is tried, line by line.
func (v *checkup) show(tries bool) {
	lines := []string{"Asking the terminal what it can do …"}
	if tries {
		lines = v.try.lines()
	}
	cols, rows := v.term.Size()
	v.cols, v.rows = cols, rows
	for y := range rows {
		x := 0
		if y < len(lines) {
			for _, r := range lines[y] {
				v.put(&x, y, r, cols)
			}
		}
		for x < cols {
			v.put(&x, y, ' ', cols)
		}
	}
	v.term.Show()
}

func (v *checkup) put(x *int, y int, r rune, cols int) {
	if *x < cols {
		v.term.Put(*x, y, string(r), tcell.StyleDefault)
		*x++
	}
}

// A keyTry is a trial of keys and mouse. It sees no time but what it is told.
type keyTry struct {
	keys    input.State
	last    input.KeyEvent // the key that came last
	since   time.Duration  // when it went down
	seen    time.Duration  // when it was last heard of
	repeats int
	up      bool // it has gone up again
	mouse   string
	done    bool
}

// Key takes a key. Q and Esc end the trial.
func (k *keyTry) Key(now time.Duration, ev input.KeyEvent) {
	same := ev.Name() == k.last.Name()
	repeat := ev.Kind == input.Repeat || same && k.keys.Repeats(now, ev) || same && !k.up && k.soon(now)
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

// soon reports whether an event may be the first repeat of a key that went down.
func (k *keyTry) soon(now time.Duration) bool {
	return k.repeats == 0 && now-k.since < time.Second && now-k.since > 150*time.Millisecond
}

// Mouse takes a mouse event.
func (k *keyTry) Mouse(ev input.MouseEvent) {
	k.mouse = fmt.Sprintf("column %d, row %d", ev.Col+1, ev.Row+1)
	for _, b := range []struct {
		bit  input.Buttons
		name string
	}{
		{input.ButtonLeft, "left button"},
		{input.ButtonMiddle, "middle button"},
		{input.ButtonRight, "right button"},
		{input.WheelUp, "wheel up"},
		{input.WheelDown, "wheel down"},
	} {
		if ev.Buttons&b.bit != 0 {
			k.mouse += ", " + b.name
		}
	}
}

// lines returns what is shown of it.
func (k *keyTry) lines() []string {
	key := "none yet"
	if k.last != (input.KeyEvent{}) {
		key = fmt.Sprintf("%v, %d repeats, %d ms", k.last, k.repeats, (k.seen - k.since).Milliseconds())
		if k.up {
			key += ", released"
		}
	}
	keyboard := "not known yet: hold an arrow key for a second, a few times"
	if delay, period := k.keys.Learned(); delay > 0 {
		keyboard = fmt.Sprintf("repeats after %d ms, each %d ms", delay.Milliseconds(), period.Milliseconds())
	}
	releases := "none seen"
	if k.keys.Releases() {
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
