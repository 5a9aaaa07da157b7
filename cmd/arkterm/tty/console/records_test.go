package console_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/tty/console"
	"arkterm/input"
)

// typed returns records of characters that no key has typed, each down and up.
func typed(text string) (records []console.Record) {
	for _, unit := range utf16.Encode([]rune(text)) {
		records = append(records, console.Key(true, 0, 0, unit, 0), console.Key(false, 0, 0, unit, 0))
	}
	return records
}

// decoded returns the events that the records become.
func decoded(records []console.Record, left, top int) string {
	var d console.Decoder
	var f input.Filter
	var got []string
	for _, r := range records {
		for _, ev := range f.Append(nil, d.Append(nil, r, left, top)) {
			if k, ok := input.KeystrokeOf(ev); ok {
				got = append(got, k.String())
			} else if m, ok := input.MouseReportOf(ev); ok {
				got = append(got, fmt.Sprintf("mouse %d,%d %b", m.Col, m.Row, m.Buttons))
			} else if f, ok := ev.(*tcell.EventFocus); ok {
				got = append(got, map[bool]string{true: "focus", false: "blur"}[f.Focused])
			} else if r, ok := ev.(*input.EventReply); ok {
				got = append(got, fmt.Sprintf("reply %d %s", r.Reply.Kind, r.Reply.Text))
			}
		}
	}
	return strings.Join(got, ", ")
}

// The control key states of the console.
const (
	rightAlt, leftCtrl, shift, capsLock, enhanced = 1, 8, 0x10, 0x80, 0x100

	moved, wheeled = 1, 4
)

func TestRecords(t *testing.T) {
	for _, c := range []struct {
		name    string
		records []console.Record
		want    string
	}{
		{"a letter held and let go", []console.Record{
			console.Key(true, 'A', 30, 'a', 0), console.Key(true, 'A', 30, 'a', 0), console.Key(false, 'A', 30, 'a', 0),
		}, "a, a repeat, a release"},
		{"an arrow", []console.Record{console.Key(true, 0x25, 75, 0, enhanced), console.Key(false, 0x25, 75, 0, enhanced)}, "Left, Left release"},
		{"Ctrl+C", []console.Record{console.Key(true, 'C', 46, 3, leftCtrl)}, "Ctrl+c"},
		{"a modifier and a lock alone", []console.Record{console.Key(true, 0x10, 42, 0, shift), console.Key(true, 0x14, 58, 0, capsLock)}, ""},
		{"AltGr and Q on a German keyboard", []console.Record{console.Key(true, 'Q', 16, '@', rightAlt|leftCtrl)}, "@"},
		{"Alt and 1 3 2: the character comes with the release", []console.Record{console.Key(false, 0x12, 56, 'ä', 0)}, "ä"},
		{"Alt alone", []console.Record{console.Key(true, 0x12, 56, 0, 2), console.Key(false, 0x12, 56, 0, 0)}, ""},
		{"an input method's text", typed("é漢🙂"), "é, 漢, 🙂"},
		{"half a surrogate pair", []console.Record{console.Key(true, 0, 0, 0xd83d, 0), console.Key(true, 0, 0, 'x', 0), console.Key(true, 0, 0, 0xde42, 0)}, "x"},
		{"the reply to a query", typed("\x1b[0n\x1bP>|conhost\x1b\\"), "reply 1 , reply 8 conhost"},
		{"the mouse: moved, pressed, dragged, released", []console.Record{
			console.Mouse(3, 4, 0, moved), console.Mouse(3, 4, 1, 0), console.Mouse(5, 4, 1, moved), console.Mouse(5, 4, 0, 0),
		}, "mouse 3,4 0, mouse 3,4 1, mouse 5,4 1, mouse 5,4 0"},
		{
			"the right button, and both",
			[]console.Record{console.Mouse(0, 0, 2, 0), console.Mouse(0, 0, 3, 0), console.Mouse(0, 0, 0, 0)},
			"mouse 0,0 10, mouse 0,0 11, mouse 0,0 10, mouse 0,0 0",
		},
		{
			"the wheel",
			[]console.Record{console.Mouse(1, 1, 120<<16, wheeled), console.Mouse(1, 1, 0xff880000, wheeled)},
			fmt.Sprintf("mouse 1,1 %b, mouse 1,1 %b", tcell.WheelUp, tcell.WheelDown),
		},
		{"another window", []console.Record{console.Focus(false), console.Focus(true)}, "blur, focus"},
		{"a menu", []console.Record{{Type: 8, Data: [4]uint32{1, 2, 3, 4}}, {Type: console.SizeRecord}}, ""},
	} {
		if got := decoded(c.records, 0, 0); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What scrolled out of the window is above it.
func TestMouseIsCountedFromTheWindow(t *testing.T) {
	records := []console.Record{console.Mouse(12, 340, 0, moved), console.Mouse(9, 340, 0, moved), console.Mouse(12, 299, 0, moved)}
	if got := decoded(records, 10, 300); got != "mouse 2,40 0" {
		t.Errorf("%q", got)
	}
}

func TestReleasesAreAnnounced(t *testing.T) {
	var f input.Filter
	events := f.Append(nil, []byte(console.Announcement))
	if len(events) != 1 || !events[0].(*input.EventReply).Reply.Releases() {
		t.Errorf("%v", events)
	}
}

// Whatever is in a record, what becomes of it is short, and valid UTF-8.
func TestAnyRecord(t *testing.T) {
	var d console.Decoder
	if err := quick.Check(func(kind uint16, data [4]uint32, left, top int16) bool {
		for _, r := range []console.Record{{Type: kind, Data: data}, {Type: console.KeyRecord, Data: data}, {Type: console.MouseRecord, Data: data}} {
			if p := d.Append(nil, r, int(left), int(top)); len(p) > 80 || !utf8.Valid(p) {
				t.Logf("%v: %q", r, p)
				return false
			}
		}
		return true
	}, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
}

// However a text is cut, the pieces are the text.
func TestTextInPieces(t *testing.T) {
	text := "\x1b[31m▀🬂 é🙂\xff漢"
	want := utf16.Encode([]rune(text))
	for size := 4; size <= len(text); size++ {
		var got []uint16
		for rest := []byte(text); len(rest) > 0; {
			var used int
			got, used = console.AppendUTF16(got, rest[:min(size, len(rest))])
			if used == 0 {
				t.Fatalf("size %d: nothing of %q is used", size, rest)
			}
			rest = rest[used:]
		}
		if string(utf16.Decode(got)) != string(utf16.Decode(want)) {
			t.Errorf("size %d: %q", size, string(utf16.Decode(got)))
		}
	}
	if n := testing.AllocsPerRun(10, func() { want, _ = console.AppendUTF16(want[:0], []byte(text[:5])) }); n > 0 {
		t.Errorf("%.0f allocations", n)
	}
}
