package screen

import (
	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// Limits for the events that wait for the event loop, on this machine and behind a network, where a server has many
// screens: 96 events are a second of mouse motion over a network. If the loop is stuck, further events are dropped, because
// a Ctrl-C behind them must still be read.
const (
	eventsWaiting    = 1024
	farEventsWaiting = 96

	// plainEventsWaiting is the limit for a program without Options.Details, so that it gets long pastes.
	plainEventsWaiting = 1 << 16
)

// eventsReady is the number of events that always have room. It is larger than the number of events that a loop
// usually leaves waiting.
const eventsReady = 8

// events is the queue of events that wait for the event loop. Its owner locks it.
type events struct {
	ready   chan tcell.Event // closed behind the last event once the queue has ended
	waiting []tcell.Event    // events without room in ready
	limit   int              // max events in both
	details bool             // events may be those of package input
	pasting bool             // the beginning of a paste was queued, but not its end
	ended   bool             // no event follows
	closed  bool             // ready is closed
}

func newEvents(o Options) events {
	q := events{ready: make(chan tcell.Event, eventsReady), limit: eventsWaiting, details: o.Details}
	switch {
	case !o.Details:
		q.limit = plainEventsWaiting
	case o.Remote:
		q.limit = farEventsWaiting
	}
	return q
}

// add queues an event, or drops it if too many wait. It never drops the end of a paste or a resize. A resize
// replaces a resize at the end of the queue.
func (q *events) add(ev tcell.Event) {
	if !q.details {
		if ev = withoutDetails(ev); ev == nil {
			return
		}
	}
	must := false
	switch ev := ev.(type) {
	case *tcell.EventPaste:
		if ev.End() && !q.pasting {
			return
		}
		must = ev.End()
	case *tcell.EventResize:
		must = true
		if n := len(q.waiting); n > 0 {
			if _, ok := q.waiting[n-1].(*tcell.EventResize); ok {
				q.waiting[n-1] = ev
				return
			}
		}
	}
	if q.ended || !must && len(q.ready)+len(q.waiting) >= q.limit {
		return
	}
	if paste, ok := ev.(*tcell.EventPaste); ok {
		q.pasting = paste.Start()
	}
	if len(q.waiting) == 0 && len(q.ready) < cap(q.ready) {
		q.ready <- ev
	} else {
		q.waiting = append(q.waiting, ev)
	}
}

// withoutDetails returns ev as tcell's own screens return it, or nil if they have no such event.
func withoutDetails(ev tcell.Event) tcell.Event {
	switch ev := ev.(type) {
	case *input.EventKey:
		if ev.Keystroke.Kind == input.Release {
			return nil
		}
		return &ev.EventKey
	case *input.EventMouse:
		return &ev.EventMouse
	case *input.EventReply:
		return nil
	}
	return ev
}

// endPaste queues the end of an open paste.
func (q *events) endPaste() { q.add(tcell.NewEventPaste(false)) }

// end notes that no event follows.
func (q *events) end() {
	q.ended = true
	q.advance()
}

// advance moves waiting events to ready until it is full.
func (q *events) advance() {
	for len(q.waiting) > 0 && len(q.ready) < cap(q.ready) {
		q.ready <- q.waiting[0]
		q.waiting = q.waiting[1:]
	}
	if len(q.waiting) > 0 {
		return
	}
	q.waiting = nil
	if q.ended && !q.closed {
		q.closed = true
		close(q.ready)
	}
}

// Events returns the channel of events, in the order in which the terminal sent them. It is closed when the terminal is
// gone. Call Events again for each event, because it makes room for waiting ones. Unlike ChannelEvents it needs no
// goroutine.
//
// A *tcell.EventResize means that the size or the capabilities have changed.
func (d *device) Events() <-chan tcell.Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events.advance()
	return d.events.ready
}

// PollEvent waits for an event. It returns nil after Close, or when the terminal is gone.
func (t *Screen) PollEvent() tcell.Event { return <-t.Events() }

// ChannelEvents sends events to ch until quit is closed or the terminal is gone. Then it closes ch.
func (t *Screen) ChannelEvents(ch chan<- tcell.Event, quit <-chan struct{}) {
	defer t.options.Guard()
	defer close(ch)
	for {
		select {
		case <-quit:
			return
		case ev, ok := <-t.Events():
			if !ok {
				return
			}
			select {
			case <-quit:
				return
			case ch <- ev:
			}
		}
	}
}

// HasPendingEvent reports whether PollEvent would return without waiting.
func (t *Screen) HasPendingEvent() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.events.ready) > 0 || t.events.closed
}

// PostEvent queues an event of the program. If too many events wait, it returns tcell.ErrEventQFull.
func (t *Screen) PostEvent(ev tcell.Event) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.events.ended || len(t.events.ready)+len(t.events.waiting) >= t.events.limit {
		return tcell.ErrEventQFull
	}
	t.events.add(ev)
	return nil
}

// PostEventWait is PostEvent, but drops the event if too many wait.
//
// Deprecated: tcell has deprecated it.
func (t *Screen) PostEventWait(ev tcell.Event) { _ = t.PostEvent(ev) }

// Blur handles a loss of focus that the terminal does not report itself.
func (t *Screen) Blur() { t.takeEvent(input.NewEventFocus(false)) }

// take handles an event in the reading goroutine and queues it. It never waits for the event loop.
func (t *Screen) takeEvent(ev tcell.Event) {
	if reply, ok := ev.(*input.EventReply); ok {
		t.takeReply(reply)
		return
	}
	key, isKey := input.KeystrokeOf(ev)
	if isKey && t.options.Signal(key) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if isKey {
		t.link.Key(t.options.Now())
	}
	switch ev := ev.(type) {
	case *tcell.EventClipboard:
		t.link.Reply(t.options.Now(), input.ClipboardReply)
	case *input.EventEscape:
		if t.loneEsc() {
			t.events.add(escapeKey())
		}
		return
	case *input.EventMouse, *tcell.EventMouse:
		report, _ := input.MouseReportOf(ev)
		t.events.add(input.NewEventMouse(report.InCells(t.cellSize()).Clipped(t.transport.Size().Clamped())))
		return
	}
	t.events.add(ev)
}

// takeReply handles a reply.
func (t *Screen) takeReply(ev *input.EventReply) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if key, ok := ev.Reply.ModifiedF3(); ok && !t.probe.cursor {
		t.events.add(input.NewEventKey(key))
		return
	}
	if t.checked(ev.Reply) {
		t.events.add(escapeKey())
	}
	t.reply(ev.Reply)
	if measures(ev.Reply.Kind) && !t.frameHeld {
		return // there is nothing to wake the loop for
	}
	t.events.add(ev)
}

// escapeKey returns a press of Escape.
func escapeKey() tcell.Event { return tcell.NewEventKey(tcell.KeyEsc, 0, tcell.ModNone) }

// changed queues a resize event, because the size or the capabilities may have changed. mu is held.
func (t *Screen) changed() {
	cols, rows := t.transport.Size().Clamped()
	t.events.add(tcell.NewEventResize(cols, rows))
}
