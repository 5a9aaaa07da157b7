package screen

import (
	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// Limits of the number of queued events. A server has many screens, so the limit is lower for remote terminals; 96
// events correspond to a second of mouse motion. If the event loop is stuck, further events are dropped, so that a
// Ctrl-C behind them can still be read.
const (
	maxEvents       = 1024
	maxRemoteEvents = 96

	// maxPlainEvents is the limit for a program without Options.Details. It allows long pastes.
	maxPlainEvents = 1 << 16
)

// readyCapacity is the number of events that the channel can hold. It is larger than the number of events that an
// event loop usually leaves in the queue.
const readyCapacity = 8

// events is the queue of events for the event loop. It is protected by its owner's lock.
type events struct {
	ready   chan tcell.Event // closed after the last event once the queue has ended
	waiting []tcell.Event    // events for which ready has no room
	limit   int              // maximum number of events in ready and waiting
	details bool             // events may have the types of package input
	pasting bool             // the beginning of a paste was queued, but not its end
	ended   bool             // no further events are queued
	closed  bool             // ready is closed
}

func newEvents(o Options) events {
	q := events{ready: make(chan tcell.Event, readyCapacity), limit: maxEvents, details: o.Details}
	switch {
	case !o.Details:
		q.limit = maxPlainEvents
	case o.Remote:
		q.limit = maxRemoteEvents
	}
	return q
}

// add queues an event, or drops it if the queue is full. It never drops a resize or the end of a paste. If the last
// queued event is a resize, another resize replaces it.
func (q *events) add(ev tcell.Event) {
	if !q.details {
		if ev = plainEvent(ev); ev == nil {
			return
		}
	}
	required := false
	switch ev := ev.(type) {
	case *tcell.EventPaste:
		if ev.End() && !q.pasting {
			return
		}
		required = ev.End()
	case *tcell.EventResize:
		required = true
		if n := len(q.waiting); n > 0 {
			if _, ok := q.waiting[n-1].(*tcell.EventResize); ok {
				q.waiting[n-1] = ev
				return
			}
		}
	}
	if q.ended || !required && len(q.ready)+len(q.waiting) >= q.limit {
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

// plainEvent returns ev in the form of tcell's own screens, or nil if they have no such event.
func plainEvent(ev tcell.Event) tcell.Event {
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

// endPaste queues the end of a paste if a paste has begun.
func (q *events) endPaste() { q.add(tcell.NewEventPaste(false)) }

// end closes the channel after the last queued event.
func (q *events) end() {
	q.ended = true
	q.advance()
}

// advance moves waiting events to the channel ready until the channel is full.
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

// Events returns the channel of events, in the order in which the terminal sent them. It is closed when the terminal
// is gone. Call Events again for each event, because each call refills the channel. Unlike ChannelEvents, it does not
// need a goroutine.
//
// A *tcell.EventResize means that the size or the capabilities may have changed.
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
	defer t.options.HandlePanic()
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

// PostEvent queues an event from the program. If the queue is full, it returns tcell.ErrEventQFull.
func (t *Screen) PostEvent(ev tcell.Event) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.events.ended || len(t.events.ready)+len(t.events.waiting) >= t.events.limit {
		return tcell.ErrEventQFull
	}
	t.events.add(ev)
	return nil
}

// PostEventWait is like PostEvent, but drops the event if the queue is full.
//
// Deprecated: tcell has deprecated it.
func (t *Screen) PostEventWait(ev tcell.Event) { _ = t.PostEvent(ev) }

// Blur handles a loss of focus that the terminal does not report itself.
func (t *Screen) Blur() { t.handleEvent(input.NewEventFocus(false)) }

// handleEvent handles an event in the reading goroutine and queues it. It never waits for the event loop.
func (t *Screen) handleEvent(ev tcell.Event) {
	if reply, ok := ev.(*input.EventReply); ok {
		t.handleReply(reply)
		return
	}
	key, isKey := input.KeystrokeOf(ev)
	if isKey && t.options.Signal(key) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if isKey {
		t.link.KeyArrived(t.options.Now())
	}
	switch ev := ev.(type) {
	case *tcell.EventClipboard:
		t.link.ReplyArrived(t.options.Now(), input.ClipboardReply)
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

// handleReply handles a reply in the reading goroutine.
func (t *Screen) handleReply(ev *input.EventReply) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if key, ok := ev.Reply.ModifiedF3(); ok && !t.probe.cursorExpected {
		t.events.add(input.NewEventKey(key))
		return
	}
	if t.checkKeyboard(ev.Reply) {
		t.events.add(escapeKey())
	}
	t.reply(ev.Reply)
	if measures(ev.Reply.Kind) && !t.frameDelayed {
		return // the event loop does not need to wake up
	}
	t.events.add(ev)
}

// escapeKey returns a key press of Escape.
func escapeKey() tcell.Event { return tcell.NewEventKey(tcell.KeyEsc, 0, tcell.ModNone) }

// queueResize queues a resize event, because the size or the capabilities may have changed. The caller holds mu.
func (t *Screen) queueResize() {
	cols, rows := t.transport.Size().Clamped()
	t.events.add(tcell.NewEventResize(cols, rows))
}
