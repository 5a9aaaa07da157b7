package input

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
)

// A received is a Receiver that records the calls of a Dispatcher.
type received struct {
	keys, pasted    string
	mouse           []MouseReport
	away, announced int
}

func (r *received) Key(_ time.Duration, k Keystroke)     { r.keys += k.String() + ", " }
func (r *received) Mouse(_ time.Duration, m MouseReport) { r.mouse = append(r.mouse, m) }
func (r *received) Paste(_ time.Duration, text string)   { r.pasted += text }
func (r *received) Releases()                            { r.announced++ }
func (r *received) Away(time.Duration)                   { r.away++ }

// Converting a keystroke to a tcell event and back preserves it.
func TestKeystrokesSurviveTcellEvents(t *testing.T) {
	streams := append([]string{"aAzZ09 é世?\r\t\x7f\x03\x1a\x00\x1b\x1bx\x1b[Z\x1b[1;2P"}, sequences...)
	for _, c := range decoderCases {
		streams = append(streams, c.in)
	}
	for _, s := range streams {
		var decoded, public Decoder
		var d Dispatcher
		var got received
		for _, ev := range public.Append(nil, []byte(s)) {
			d.Dispatch(0, ev, &got)
		}
		var want received
		var paste Dispatcher
		for _, ev := range decoded.append(nil, []byte(s)) {
			switch ev.Type {
			case keyEvent:
				if paste.pasting {
					paste.pasted.Add(ev.Key)
				} else {
					want.Key(0, ev.Key)
				}
			case mouseEvent:
				want.Mouse(0, ev.Mouse)
			case pasteStartEvent:
				paste = Dispatcher{pasting: true}
			case pasteEndEvent:
				want.pasted += paste.pasted.Take()
				paste = Dispatcher{}
			case blurEvent:
				want.Away(0)
			case replyEvent:
				if ev.Reply.ReportsReleases() {
					want.Releases()
				}
			}
		}
		if got.keys != want.keys || got.pasted != want.pasted || len(got.mouse) != len(want.mouse) ||
			got.away != want.away || got.announced != want.announced {
			t.Errorf("Dispatch() of %q calls the handlers with %+v, want %+v", s, got, want)
		}
		for i := range got.mouse {
			if got.mouse[i] != want.mouse[i] {
				t.Errorf("Dispatch() of %q passes the mouse event %+v, want %+v", s, got.mouse[i], want.mouse[i])
			}
		}
	}
}

// A tcell program receives the keys of a legacy terminal under tcell's own names.
func TestPlainKeysAreTcellKeys(t *testing.T) {
	for _, c := range []struct {
		in   string
		key  tcell.Key
		r    rune
		mods tcell.ModMask
	}{
		{"a", tcell.KeyRune, 'a', tcell.ModNone},
		{"A", tcell.KeyRune, 'A', tcell.ModNone},
		{"世", tcell.KeyRune, '世', tcell.ModNone},
		{"\x03", tcell.KeyCtrlC, 'c', tcell.ModCtrl},
		{"\x00", tcell.KeyCtrlSpace, 0, tcell.ModCtrl},
		{"\x1c", tcell.KeyCtrlBackslash, '\\', tcell.ModCtrl},
		{"\r", tcell.KeyEnter, 0, tcell.ModNone},
		{"\t", tcell.KeyTab, 0, tcell.ModNone},
		{"\x1b[Z", tcell.KeyBacktab, 0, tcell.ModNone},
		{"\x7f", tcell.KeyBackspace, 0, tcell.ModNone},
		{"\x1bx", tcell.KeyRune, 'x', tcell.ModAlt},
		{"\x1b[A", tcell.KeyUp, 0, tcell.ModNone},
		{"\x1b[1;5D", tcell.KeyLeft, 0, tcell.ModCtrl},
		{"\x1b[24~", tcell.KeyF12, 0, tcell.ModNone},
		{"\x1b[5~", tcell.KeyPgUp, 0, tcell.ModNone},
	} {
		var f Decoder
		events := f.Append(nil, []byte(c.in))
		if len(events) != 1 {
			t.Errorf("Append(%q) = %d events, want 1", c.in, len(events))
			continue
		}
		ev, ok := events[0].(*tcell.EventKey)
		if !ok || ev.Key() != c.key || ev.Rune() != c.r && c.r != 0 || ev.Modifiers() != c.mods || ev.When().IsZero() {
			t.Errorf("Append(%q) = %T %+v, want key %v, rune %q, modifiers %v", c.in, events[0], events[0], c.key, c.r,
				c.mods)
		}
	}
}

// Keys from tcell's own screens reach the application as the same keystrokes.
func TestTcellScreenKeys(t *testing.T) {
	for _, c := range []struct {
		ev   *tcell.EventKey
		want string
	}{
		{tcell.NewEventKey(tcell.KeyRune, 'Q', tcell.ModNone), "Q"},
		{tcell.NewEventKey(tcell.KeyRune, 'x', tcell.ModAlt), "Alt+x"},
		{tcell.NewEventKey(tcell.KeyRune, 3, tcell.ModNone), "Ctrl+c"},
		{tcell.NewEventKey(tcell.KeyCtrlC, 3, tcell.ModCtrl), "Ctrl+c"},
		{tcell.NewEventKey(tcell.KeyRune, 'c', tcell.ModCtrl), "Ctrl+c"},
		{tcell.NewEventKey(tcell.KeyBackspace2, 0, tcell.ModNone), "Backspace"},
		{tcell.NewEventKey(tcell.KeyBacktab, 0, tcell.ModNone), "Shift+Tab"},
		{tcell.NewEventKey(tcell.KeyEnter, '\r', tcell.ModNone), "Enter"},
		{tcell.NewEventKey(tcell.KeyPgDn, 0, tcell.ModShift), "Shift+PageDown"},
		{tcell.NewEventKey(tcell.KeyF64, 0, tcell.ModNone), "F64"},
	} {
		if k, ok := KeystrokeOf(c.ev); !ok || k.String() != c.want {
			t.Errorf("KeystrokeOf(%s) = %v, want %s", c.ev.Name(), k, c.want)
		}
	}
}

// Keys between the start and the end of a paste are text and not keys.
func TestTcellPasteIsText(t *testing.T) {
	var d Dispatcher
	var got received
	key := func(k tcell.Key, r rune) { d.Dispatch(0, tcell.NewEventKey(k, r, tcell.ModNone), &got) }
	d.Dispatch(0, tcell.NewEventPaste(true), &got)
	for _, r := range "quit " + strings.Repeat("x", 2*maxPaste) {
		key(tcell.KeyRune, r)
	}
	key(tcell.KeyEnter, 0)
	key(tcell.KeyEsc, 0)
	d.Dispatch(0, tcell.NewEventPaste(false), &got)
	key(tcell.KeyRune, 'p')
	if want := "quit " + strings.Repeat("x", maxPaste-5); got.pasted != want || got.keys != "p, " {
		t.Errorf("Dispatch() passes the paste %q and the keys %q, want %q and \"p, \"", got.pasted, got.keys, want)
	}
}

// Only keystrokes with details are reported as an EventKey of this package.
func TestOnlyDetailedKeysAreEventKeys(t *testing.T) {
	for in, details := range map[string]bool{
		"\x1b[97u": false, "\x1b[97;1:3u": true, "\x1b[97;1:2u": true, "\x1b[1092::97u": true, "\x1b[57404u": true,
		"\x1b[1;1:1C": false,
	} {
		var f Decoder
		for _, ev := range f.Append(nil, []byte(in)) {
			if _, got := ev.(*EventKey); got != details {
				t.Errorf("Append(%q) returns a %T, want an EventKey: %v", in, ev, details)
			}
		}
	}
}
