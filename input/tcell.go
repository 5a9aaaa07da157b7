package input

import (
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// An EventKey is a key event with details that a tcell.EventKey cannot hold: a release, a repeat, or the key's place on
// the keyboard. A Decoder returns one only if there are such details; other keys are plain tcell.EventKeys.
type EventKey struct {
	tcell.EventKey // the event for programs that use no details
	Keystroke      Keystroke
}

// An EventMouse is a mouse event that is more precise than a cell.
type EventMouse struct {
	tcell.EventMouse // the event for programs that use cells
	Report           MouseReport
}

// An EventReply is the terminal's reply to a query.
type EventReply struct {
	tcell.EventTime
	Reply Reply
}

// An EventEscape is a lone ESC byte from a terminal that is expected to send the Escape key as a sequence.
type EventEscape struct{ tcell.EventTime }

// An EventText is a pasted text: a single line without control characters.
type EventText struct {
	tcell.EventTime
	Text string
}

// An event is a decoded event. Its type determines which of the other fields are set.
type event struct {
	Type  eventType
	Key   Keystroke
	Mouse MouseReport
	Reply Reply

	Clipboard string
}

// An eventType is the kind of an event.
type eventType uint8

const (
	_ eventType = iota
	keyEvent
	mouseEvent
	focusEvent
	blurEvent // the focus is lost, so no key release is reported until focusEvent
	replyEvent
	pasteStartEvent // the keys up to pasteEndEvent are a pasted text
	pasteEndEvent
	clipboardEvent
	loneEscEvent
)

// appendTo converts ev to a tcell event and appends that to dst.
func (ev *event) appendTo(dst []tcell.Event) []tcell.Event {
	switch ev.Type {
	case keyEvent:
		return append(dst, NewEventKey(ev.Key))
	case mouseEvent:
		return append(dst, NewEventMouse(ev.Mouse))
	case focusEvent, blurEvent:
		return append(dst, NewEventFocus(ev.Type == focusEvent))
	case pasteStartEvent, pasteEndEvent:
		return append(dst, tcell.NewEventPaste(ev.Type == pasteStartEvent))
	case clipboardEvent:
		return append(dst, tcell.NewEventClipboard([]byte(ev.Clipboard)))
	case loneEscEvent:
		return append(dst, &EventEscape{})
	}
	reply := &EventReply{Reply: ev.Reply}
	reply.SetEventNow()
	return append(dst, reply)
}

// NewEventFocus returns a focus event with the current time. tcell's NewEventFocus sets no time, so When panics.
func NewEventFocus(focused bool) *tcell.EventFocus {
	ev := &tcell.EventFocus{EventTime: &tcell.EventTime{}, Focused: focused}
	ev.SetEventNow()
	return ev
}

// NewEventKey returns a *tcell.EventKey if KeystrokeOf can recover k from it, else an *EventKey.
func NewEventKey(k Keystroke) tcell.Event {
	plain := k.plain()
	if k.Kind == Press {
		if same, _ := KeystrokeOf(plain); same == k {
			return plain
		}
	}
	return &EventKey{EventKey: *plain, Keystroke: k}
}

// plain returns the key event in the form that tcell's own screens use.
func (k Keystroke) plain() *tcell.EventKey {
	switch {
	case k.Key != Typed:
		return tcell.NewEventKey(k.Key, 0, k.Mods)
	case k.Mods&chordMods == tcell.ModCtrl && k.Rune == ' ':
		return tcell.NewEventKey(tcell.KeyCtrlSpace, 0, k.Mods)
	case k.Mods&chordMods == tcell.ModCtrl && k.Rune >= '[' && k.Rune <= '_':
		// tcell has no key for Ctrl and other punctuation
		return tcell.NewEventKey(tcell.KeyCtrlLeftSq+tcell.Key(k.Rune-'['), k.Rune, k.Mods)
	case k.Text != 0:
		return tcell.NewEventKey(tcell.KeyRune, k.Text, k.Mods&^tcell.ModShift)
	}
	return tcell.NewEventKey(tcell.KeyRune, k.Rune, k.Mods)
}

// KeystrokeOf returns the keystroke of a *tcell.EventKey or an *EventKey. For other events, ok is false.
func KeystrokeOf(ev tcell.Event) (k Keystroke, ok bool) {
	switch ev := ev.(type) {
	case *EventKey:
		return ev.Keystroke, true
	case *tcell.EventKey:
		return fromPlain(ev.Key(), ev.Rune(), ev.Modifiers()), true
	}
	return k, false
}

// fromPlain returns the keystroke of a tcell.EventKey.
func fromPlain(key tcell.Key, r rune, mods tcell.ModMask) Keystroke {
	switch {
	case key == tcell.KeyRune:
		k := Char(r)
		k.Mods |= mods
		return k
	case key == tcell.KeyBacktab:
		return Keystroke{Key: tcell.KeyTab, Mods: mods | tcell.ModShift}
	case key == tcell.KeyTab, key == tcell.KeyEnter, key == tcell.KeyEsc, key == tcell.KeyBackspace:
		return Keystroke{Key: key, Mods: mods}
	case key == tcell.KeyLF:
		return Keystroke{Key: tcell.KeyEnter, Mods: mods}
	case key == tcell.KeyDEL:
		return Keystroke{Key: tcell.KeyBackspace, Mods: mods}
	case key == tcell.KeyCtrlSpace, key == tcell.KeyNUL:
		return Keystroke{Rune: ' ', Mods: mods | tcell.ModCtrl}
	case key < ' ': // control characters
		return Keystroke{Rune: unicode.ToLower(rune(key) | 0x40), Mods: mods | tcell.ModCtrl}
	case key >= tcell.KeyCtrlSpace && key < tcell.KeyRune:
		return Keystroke{Rune: unicode.ToLower(rune(key)), Mods: mods | tcell.ModCtrl}
	}
	return Keystroke{Key: key, Mods: mods}
}

// NewEventMouse returns a *tcell.EventMouse, or an *EventMouse if the report is more precise.
func NewEventMouse(m MouseReport) tcell.Event {
	plain := tcell.NewEventMouse(m.Col, m.Row, m.Buttons, m.Mods)
	if m.ColOffset == 0 && !m.Pixels {
		return plain
	}
	return &EventMouse{EventMouse: *plain, Report: m}
}

// MouseReportOf returns the report of a *tcell.EventMouse or an *EventMouse. For other events, ok is false.
func MouseReportOf(ev tcell.Event) (m MouseReport, ok bool) {
	switch ev := ev.(type) {
	case *EventMouse:
		return ev.Report, true
	case *tcell.EventMouse:
		m.Col, m.Row = ev.Position()
		m.Buttons, m.Mods = ev.Buttons(), ev.Modifiers()
		return m, true
	}
	return m, false
}

// A Receiver is an application that receives input. Times are durations since any fixed origin.
type Receiver interface {
	Key(now time.Duration, k Keystroke)
	Mouse(now time.Duration, m MouseReport)

	// Paste receives a pasted text as a single line without control characters.
	Paste(now time.Duration, text string)

	// Releases reports that the terminal sends key releases from now on.
	Releases()

	// Away reports that the terminal has lost the focus.
	Away(now time.Duration)
}

// A Dispatcher passes tcell events to a Receiver. The zero Dispatcher is ready to use.
type Dispatcher struct {
	pasting bool  // a paste has started and not ended
	pasted  Paste // the paste so far
}

// Dispatch passes an event to r. It collects the keys of a paste and ignores events of other types.
func (d *Dispatcher) Dispatch(now time.Duration, ev tcell.Event, r Receiver) {
	if k, ok := KeystrokeOf(ev); ok {
		if d.pasting {
			d.pasted.Add(k)
		} else {
			r.Key(now, k)
		}
		return
	}

	if m, ok := MouseReportOf(ev); ok {
		r.Mouse(now, m)
		return
	}

	switch ev := ev.(type) {
	case *tcell.EventFocus:
		if !ev.Focused {
			r.Away(now)
		}
	case *tcell.EventPaste:
		if text := d.pasted.Take(); ev.End() && text != "" {
			r.Paste(now, text)
		}
		d.pasting = ev.Start()
	case *EventText:
		r.Paste(now, ev.Text)
	case *EventReply:
		if ev.Reply.ReportsReleases() {
			r.Releases()
		}
	}
}
